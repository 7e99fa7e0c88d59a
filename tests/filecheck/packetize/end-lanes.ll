; Conditions of which the first or the last lane tells whether any lane passes: the branch asks it, not the mask.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --masked | FileCheck %s --check-prefix=TAIL

declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i1 @lanecl.sub_group.all(i1) convergent

; The numbers rise: the first lane is inside if any is. Of a partial sub-group it may not be there.
; CHECK-LABEL: @first.lanes4(
; CHECK: %[[ANY:.*]] = icmp ult i64 %l, %n
; CHECK: br i1 %[[ANY]], label %then, label %after
; TAIL-LABEL: @first.lanes4m(
; TAIL: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; TAIL: icmp ne i4 %[[BITS]], 0
define spir_kernel void @first(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %in = icmp ult i64 %l, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; The last one is above.
; CHECK-LABEL: @last.lanes4(
; CHECK: %[[LAST:.*]] = add i64 %l, 3
; CHECK: %[[ANY:.*]] = icmp sgt i64 %[[LAST]], %n
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @last(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %in = icmp sgt i64 %l, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; The numbers fall.
; CHECK-LABEL: @falling.lanes4(
; CHECK: %[[LAST:.*]] = add i64 %x, -3
; CHECK: %[[ANY:.*]] = icmp slt i64 %[[LAST]], %n
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @falling(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %x = sub nsw i64 100, %l
  %in = icmp slt i64 %x, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; One of them is the number.
; CHECK-LABEL: @meets.lanes4(
; CHECK: %[[LANE:.*]] = sub i64 %n, %l
; CHECK: %[[ANY:.*]] = icmp ult i64 %[[LANE]], 4
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @meets(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %in = icmp eq i64 %l, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Several conditions that one lane tells of.
; CHECK-LABEL: @both.lanes4(
; CHECK: %[[A:.*]] = icmp ult i64 %l, %n
; CHECK: %[[B:.*]] = icmp slt i64 %l, %m
; CHECK: %[[AB:.*]] = select i1 %[[A]], i1 %[[B]], i1 false
; CHECK: %[[ANY:.*]] = select i1 %[[AB]], i1 %wanted, i1 false
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @both(ptr addrspace(1) %p, i64 %n, i64 %m, i1 %wanted) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %a1 = icmp ult i64 %l, %n
  %b1 = icmp slt i64 %l, %m
  %c1 = select i1 %a1, i1 %b1, i1 false
  %in = and i1 %c1, %wanted
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; The first lane tells of the one, the last of the other: none of both.
; CHECK-LABEL: @between.lanes4(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @between(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %a1 = icmp slt i64 %l, %n
  %b1 = icmp sge i64 %l, %m
  %in = and i1 %a1, %b1
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Numbers below 0 are large without a sign.
; CHECK-LABEL: @wraps.lanes4(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @wraps(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %x = sub nsw i64 %l, %m
  %in = icmp ult i64 %x, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; All pass if the last one does.
; CHECK-LABEL: @allOf.lanes4(
; CHECK: %[[LAST:.*]] = add i64 %l, 3
; CHECK: %[[OUT:.*]] = icmp uge i64 %[[LAST]], %n
; CHECK: %[[ALL:.*]] = xor i1 %[[OUT]], true
; CHECK: br i1 %[[ALL]]
define spir_kernel void @allOf(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %c = icmp ult i64 %l, %n
  %in = call i1 @lanecl.sub_group.all(i1 %c)
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Numbers that lie in 32 bits are compared so.
; CHECK-LABEL: @narrow.lanes4(
; CHECK: icmp ult <4 x i32>
; CHECK: %[[ANY:.*]] = icmp ult i64 %l, %small
; CHECK: br i1 %[[ANY]], label %then, label %after
define spir_kernel void @narrow(ptr addrspace(1) %p, i32 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %wide = zext i32 %n to i64
  %small = lshr i64 %wide, 1
  %in = icmp ult i64 %l, %small
  br i1 %in, label %then, label %end
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
