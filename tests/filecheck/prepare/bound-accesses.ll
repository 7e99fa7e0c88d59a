; Robust programs: a size for each buffer, and a condition before each access.
; RUN: lanecl-opt %s --passes=add-buffer-sizes,bound-accesses | FileCheck %s

declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i64 @index(i64)
declare void @lanecl.async_copy.p3.p1(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64) convergent noduplicate
@tile = internal addrspace(3) global [4 x i32] undef

; Sizes stand behind what the host sees; private memory and values have none.
; CHECK-LABEL: define spir_kernel void @loads(
; CHECK-SAME: ptr addrspace(1) %p, i64 %i, ptr byval(i32) %v, i64 %[[SIZE:.*]]) #[[ROBUST:[0-9]+]]
; CHECK: %[[ALL:.*]] = icmp eq i64 %[[SIZE]], -1
; CHECK: %[[START:.*]] = select i1 %[[ALL]], i64 0, i64 %{{.*}}
; CHECK: %[[AT:.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK: %[[OFFSET:.*]] = sub i64 %[[AT]], %[[START]]
; CHECK: %[[ROOM:.*]] = sub i64 %[[SIZE]], 4
; CHECK: %[[BELOW:.*]] = icmp ule i64 %[[OFFSET]], %[[ROOM]]
; CHECK: %[[FITS:.*]] = icmp uge i64 %[[SIZE]], 4
; CHECK: %[[INSIDE:.*]] = and i1 %[[BELOW]], %[[FITS]]
; CHECK: br i1 %[[INSIDE]], label %[[THEN:.*]], label %[[AFTER:.*]]
; CHECK: [[THEN]]:
; CHECK-NEXT: %x = load i32, ptr addrspace(1) %a
; CHECK: [[AFTER]]:
; CHECK-NEXT: phi i32 [ %x, %[[THEN]] ], [ 0, %{{.*}} ]
define spir_kernel void @loads(ptr addrspace(1) %p, i64 %i, ptr byval(i32) %v) {
  %k = call i64 @index(i64 %i)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr %v
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %p
  ret void
}

; Where the arguments tell that a whole work-group stays inside, a copy without conditions runs.
; CHECK-LABEL: define spir_kernel void @foreseen(
; CHECK-SAME: i64 %[[SIZE:[0-9]+]])
; CHECK: %[[GROUP:.*]] = call i64 @lanecl.group_id(i32 0)
; CHECK: %[[COUNT:.*]] = call i64 @lanecl.local_size(i32 0)
; CHECK: %[[LAST:.*]] = sub i64 %[[COUNT]], 1
; CHECK: br i1 %{{.*}}, label %unchecked, label %unchecked.checked, !lanecl.versions
; CHECK: unchecked:
; CHECK-NOT: br i1
; CHECK: store i32 1, ptr addrspace(1) %a
; CHECK-NEXT: ret void
; CHECK: unchecked.checked:
; CHECK: br i1
; CHECK: store i32 1, ptr addrspace(1) %a.checked
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
define spir_kernel void @foreseen(ptr addrspace(1) %p) {
  %i = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a
  ret void
}

; What depends on memory is not foreseen.
; CHECK-LABEL: define spir_kernel void @unforeseen(
; CHECK-NOT: checked
define spir_kernel void @unforeseen(ptr addrspace(1) %p, i64 %i) {
  %k = call i64 @index(i64 %i)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %k
  store i32 1, ptr addrspace(1) %a
  ret void
}

; A constant place in a variable is certain, a computed one is not.
; CHECK-LABEL: define spir_kernel void @locals(
; CHECK-NEXT: store i32 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 12)
; CHECK: br i1
; CHECK: store i32 2, ptr addrspace(3) %a
define spir_kernel void @locals(i64 %i) {
  store i32 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 12)
  %k = call i64 @index(i64 %i)
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %k
  store i32 2, ptr addrspace(3) %a
  ret void
}

; An atomic message has a mask of its own; outside it gives zero.
; CHECK-LABEL: define spir_kernel void @atomics(
; CHECK: unchecked:
; CHECK: %[[INSIDE:.*]] = and i1
; CHECK: %[[MASK:.*]] = and i1 true, %[[INSIDE]]
; CHECK: %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %a, i32 1, i32 0, i1 %[[MASK]], i32 1, i32 0)
; CHECK: select i1 %[[INSIDE]], i32 %old, i32 0
define spir_kernel void @atomics(ptr addrspace(1) %p, i64 %i) {
  %k = call i64 @index(i64 %i)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %a, i32 1, i32 0, i1 true, i32 1, i32 0)
  store i32 %old, ptr addrspace(1) %p
  ret void
}

; Of two buffers the one that is chosen.
; CHECK-LABEL: define spir_kernel void @chosen(
; CHECK-SAME: i64 %[[P:[0-9]+]], i64 %[[Q:[0-9]+]])
; CHECK: select i1 %c, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}
; CHECK: select i1 %c, i64 %[[P]], i64 %[[Q]]
define spir_kernel void @chosen(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c, i64 %i) {
  %either = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %k = call i64 @index(i64 %i)
  %a = getelementptr i32, ptr addrspace(1) %either, i64 %k
  store i32 1, ptr addrspace(1) %a
  ret void
}

; A copy that would leave memory copies nothing.
; CHECK-LABEL: define spir_kernel void @copies(
; CHECK: %[[COUNT:.*]] = select i1 %{{.*}}, i64 %n, i64 0
; CHECK: call void @lanecl.async_copy.p3.p1(ptr addrspace(3) @tile, ptr addrspace(1) %p, i64 4, i64 %[[COUNT]], i64 1, i64 1)
define spir_kernel void @copies(ptr addrspace(1) %p, i64 %n) {
  call void @lanecl.async_copy.p3.p1(ptr addrspace(3) @tile, ptr addrspace(1) %p, i64 4, i64 %n, i64 1, i64 1)
  ret void
}

; Behind a trap, or an assertion that fails, the work-item does not go on.
; CHECK-LABEL: define spir_kernel void @ends(
; CHECK: call void @lanecl.trap()
; CHECK-NEXT: ret void
; CHECK: call i32 (ptr addrspace(2), ...) @lanecl.assert_fail(
; CHECK-NEXT: ret void
declare void @lanecl.trap()
declare i32 @lanecl.assert_fail(ptr addrspace(2), ...)
@said = internal addrspace(2) constant [5 x i8] c"said\00"
define spir_kernel void @ends(ptr addrspace(1) %p, i1 %c, i1 %d) {
  br i1 %c, label %traps, label %next
traps:
  call void @lanecl.trap()
  br label %next
next:
  br i1 %d, label %fails, label %end
fails:
  %said = call i32 (ptr addrspace(2), ...) @lanecl.assert_fail(ptr addrspace(2) @said)
  br label %end
end:
  store i32 1, ptr addrspace(1) %p
  ret void
}

; A block access is one of each lane: its own element counts.
; CHECK-LABEL: define spir_kernel void @blocks(
; CHECK-SAME: ptr addrspace(1) %p, i64 %i, i64 %[[SIZE:.*]])
; CHECK: %[[LANES:.*]] = call i32 @lanecl.max_sub_group_size()
; CHECK: %[[LANE:.*]] = call i32 @lanecl.sub_group_local_id()
; CHECK: br i1 %{{.*}}, label %[[THEN:.*]], label %[[AFTER:.*]]
; CHECK: [[THEN]]:
; CHECK-NEXT: %x = call i16 @lanecl.sub_group.block_read.i16.p1(ptr addrspace(1) %a, i32 3)
; CHECK: [[AFTER]]:
; CHECK-NEXT: %[[X:.*]] = phi i16 [ %x, %[[THEN]] ], [ 0, %{{.*}} ]
; CHECK: br i1
; CHECK: call void @lanecl.sub_group.block_write.i16.p1(ptr addrspace(1) %a, i16 %[[X]], i32 0)
declare i16 @lanecl.sub_group.block_read.i16.p1(ptr addrspace(1), i32) convergent
declare void @lanecl.sub_group.block_write.i16.p1(ptr addrspace(1), i16, i32) convergent
define spir_kernel void @blocks(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr i16, ptr addrspace(1) %p, i64 %i
  %x = call i16 @lanecl.sub_group.block_read.i16.p1(ptr addrspace(1) %a, i32 3)
  call void @lanecl.sub_group.block_write.i16.p1(ptr addrspace(1) %a, i16 %x, i32 0)
  ret void
}

; CHECK: attributes #[[ROBUST]] = { "lanecl-visible-arguments"="3" }
