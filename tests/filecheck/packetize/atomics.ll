; Atomic messages of lanes: what is known of the addresses shows in their form.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; CHECK-LABEL: @one.lanes4
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.p1(ptr addrspace(1) captures(none) %p, <4 x i32> splat (i32 1), <4 x i32> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
define spir_kernel void @one(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 %old, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @row.lanes4
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %a, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %[[P]],
define spir_kernel void @row(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %a, i32 1, i32 0, i1 true, i32 1, i32 0)
  ret void
}

; The mask of the branch and the message's own, which may leave no lane.
; CHECK-LABEL: @apart.lanes4
; CHECK: %b = getelementptr i32, ptr addrspace(1) %q, <4 x i64>
; CHECK: %[[MASK:.*]] = select <4 x i1> %some, <4 x i1> %in, <4 x i1> zeroinitializer
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %b, <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i1> %[[MASK]], i32 1, i32 16) #[[EMPTY:[0-9]+]]
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %i = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i32 %i
  %some = icmp sgt i32 %i, 0
  br i1 %some, label %then, label %end
then:
  %in = icmp slt i32 %i, 100
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %b, i32 %i, i32 0, i1 %in, i32 1, i32 16)
  br label %end
end:
  ret void
}

; No lane, and that is known: the pointer may lead anywhere.
; CHECK-LABEL: @nobody.lanes4
; CHECK: call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.p1(ptr addrspace(1) captures(none) null, {{.*}}, <4 x i1> zeroinitializer, i32 1, i32 0) #[[NOBODY:[0-9]+]]
define spir_kernel void @nobody(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) null, i32 1, i32 2, i1 false, i32 1, i32 0)
  store i32 %old, ptr addrspace(1) %a
  ret void
}

; Lanes that exchange at one address get on one by one: each runs the whole loop by itself.
; CHECK-LABEL: @contended.lanes4
; CHECK: iteration:
; CHECK: %[[LEFT:.*]] = phi <4 x i1> [ splat (i1 true), %loop ], [ %[[REST:.*]], %
; CHECK: %[[ONE:.*]] = icmp eq <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %
; CHECK: %[[NOT:.*]] = xor <4 x i1> %[[ONE]], splat (i1 true)
; CHECK: %[[REST]] = and <4 x i1> %[[LEFT]], %[[NOT]]
; CHECK: %[[MASK:.*]] = phi <4 x i1> [ %[[ONE]], %iteration ],
; CHECK: call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.p1({{.*}}, <4 x i1> %[[MASK]],
define spir_kernel void @contended(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %x = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %old = phi i32 [ %x, %entry ], [ %found, %loop ]
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %q, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %again = icmp ne i32 %found, %old
  br i1 %again, label %loop, label %end
end:
  ret void
}

; But not where they meet in the loop,
; CHECK-LABEL: @meets.lanes4
; CHECK-NOT: turn:
; CHECK: call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.p1(
; CHECK: {{^[}]}}
declare i32 @lanecl.sub_group.reduce.add.i32(i32) convergent
define spir_kernel void @meets(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %x = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %old = phi i32 [ %x, %entry ], [ %found, %loop ]
  %sum = call i32 @lanecl.sub_group.reduce.add.i32(i32 %old)
  %next = mul i32 %old, %sum
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %q, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %again = icmp ne i32 %found, %old
  br i1 %again, label %loop, label %end
end:
  ret void
}

; nor where the exchange does not decide whether they get on,
; CHECK-LABEL: @unheeded.lanes4
; CHECK-NOT: turn:
; CHECK: call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.p1(
; CHECK: {{^[}]}}
define spir_kernel void @unheeded(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %x = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %left = phi i32 [ %x, %entry ], [ %less, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %q, i32 %sum, i32 %left, i1 true, i32 1, i32 0)
  %more = add i32 %sum, %found
  %less = sub i32 %left, 1
  %again = icmp ne i32 %less, 0
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr addrspace(1) %a
  ret void
}

; as it does by way of a flag, too.
; CHECK-LABEL: @flagged.lanes4
; CHECK: iteration:
define spir_kernel void @flagged(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %x = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %old = phi i32 [ %x, %entry ], [ %found, %back ]
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %q, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %equal = icmp eq i32 %found, %old
  br i1 %equal, label %won, label %back
won:
  store i32 %next, ptr addrspace(1) %a
  br label %back
back:
  %done = phi i1 [ true, %won ], [ false, %loop ]
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Where one lane is active its operation is that lane's alone, and so is what it returns.
; CHECK-LABEL: @first.lanes4
; CHECK: %[[OLD:.*]] = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 7, i32 0, i1 true, i32 1, i32 0)
; CHECK: store i32 %[[OLD]], ptr addrspace(1) %q
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.p1(
define spir_kernel void @first(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %isFirst = icmp eq i64 %l, 0
  br i1 %isFirst, label %one, label %end
one:
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 7, i32 0, i1 true, i32 1, i32 0)
  store i32 %old, ptr addrspace(1) %q
  br label %end
end:
  %all = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 0)
  ret void
}

; CHECK: attributes #[[EMPTY]] = { {{.*}}"lanecl-may-be-empty"
; CHECK: attributes #[[NOBODY]] = { {{.*}}"lanecl-may-be-empty"
