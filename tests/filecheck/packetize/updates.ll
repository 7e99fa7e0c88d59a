; Loops round a compare-exchange whose new value no atomic operation computes go lane after lane.
; RUN: lanecl-opt %s --passes=separate-updates | FileCheck %s
; RUN: lanecl-opt %s --passes=separate-updates,join-updates | FileCheck %s --check-prefix=JOINED
; RUN: lanecl-opt %s --passes=prepare-packetize,separate-updates,packetize,join-updates --width=8 --report | FileCheck %s --check-prefix=LANES

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare float @_Z3expf(float) memory(none) nounwind willreturn

; The look before it is made again by each lane; what is behind the loop comes back.
; CHECK-LABEL: @product
; CHECK-NOT: load
; CHECK: %[[OLD:.*]] = call i32 @update(i32 %x, ptr addrspace(1) %a)
; CHECK-NOT: cmpxchg
; CHECK: store i32 %[[OLD]]
; JOINED-LABEL: @product
; JOINED: load i32, ptr addrspace(1) %a
; JOINED: @lanecl.atomic.cmpxchg
; JOINED: br i1
; LANES: kernel product: 8 lanes, 1 contiguous accesses, 1 instructions lane after lane
; LANES: lane after lane: update of memory
; LANES-LABEL: @product.lanes8
; LANES: %[[ONE:.*]] = load i32, ptr addrspace(1) %{{.*}}, align 4
; LANES: call i32 @lanecl.atomic.cmpxchg.i32.p1(
; LANES-NOT: @update
define spir_kernel void @product(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %x) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %h = lshr i64 %g, 1
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %h
  %first = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %old = phi i32 [ %first, %entry ], [ %found, %loop ]
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %a, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  %result = phi i32 [ %found, %loop ]
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %result, ptr addrspace(1) %b
  ret void
}

; Two places: one lane's updates of both, and then the next lane's.
; CHECK-LABEL: @both
; CHECK-NEXT: entry:
; CHECK-NEXT: call void @update{{.*}}(ptr addrspace(1) %p, i32 %x, ptr addrspace(1) %q, i32 %x)
; CHECK-NEXT: ret void
; JOINED-LABEL: @both
; JOINED: @lanecl.atomic.cmpxchg
; JOINED: @lanecl.atomic.cmpxchg
define void @both(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %between, label %loop
between:
  br label %other
other:
  %old2 = load i32, ptr addrspace(1) %q
  %next2 = mul i32 %old2, %x
  %found2 = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %q, i32 %next2, i32 %old2, i1 true, i32 1, i32 0)
  %done2 = icmp eq i32 %found2, %old2
  br i1 %done2, label %end, label %other
end:
  ret void
}

; It ends early where there is nothing to do: both ends' values come back.
; CHECK-LABEL: @early
; CHECK: %[[R:.*]] = call { i32, i1 } @update
; CHECK: extractvalue { i32, i1 } %[[R]], 0
; CHECK: extractvalue { i32, i1 } %[[R]], 1
define i32 @early(ptr addrspace(1) %p, i32 %x) {
entry:
  %first = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %old = phi i32 [ %first, %entry ], [ %found, %try ]
  %less = icmp slt i32 %old, %x
  br i1 %less, label %try, label %end
try:
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %failed = icmp ne i32 %found, %old
  br i1 %failed, label %loop, label %end
end:
  %seen = phi i32 [ %old, %loop ], [ %found, %try ]
  %did = phi i1 [ false, %loop ], [ true, %try ]
  %result = select i1 %did, i32 %seen, i32 -1
  ret i32 %result
}

; A lock: it waits for another lane to open it.
; CHECK-LABEL: @lock
; CHECK-NOT: @update
; CHECK: @lanecl.atomic.cmpxchg
define void @lock(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; It waits for another value as well.
; CHECK-LABEL: @waits
; CHECK-NOT: @update
; CHECK: @lanecl.atomic.cmpxchg
define void @waits(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %ready = icmp eq i32 %old, %x
  br i1 %ready, label %try, label %again
again:
  br label %loop
try:
  %next = mul i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A function that is better computed for all lanes together.
; CHECK-LABEL: @dear
; CHECK-NOT: @update
; CHECK: @lanecl.atomic.cmpxchg
define void @dear(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %old to float
  %power = call float @_Z3expf(float %number)
  %next = bitcast float %power to i32
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}
