; Locks between lanes: such kernels run one work-item at a time.
; RUN: lanecl-opt %s --passes='print<progress>' --disable-output | FileCheck %s

declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; CHECK-LABEL: progress of @lock
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @lock(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}

; CHECK-LABEL: progress of @exchanged
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @exchanged(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  %was = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 0, i32 0, i1 true, i32 1, i32 4)
  ret void
}

; Given back where it was taken: all lanes are sent through it together, and only one may pass.
; CHECK-LABEL: progress of @inside
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @inside(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %end
end:
  ret void
}

; Another place.
; CHECK-LABEL: progress of @elsewhere
; CHECK-NEXT: no lane waits
define spir_kernel void @elsewhere(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  store atomic i32 0, ptr addrspace(1) %q release, align 4
  ret void
}

; Nothing is taken, or not in a loop.
; CHECK-LABEL: progress of @counts
; CHECK-NEXT: no lane waits
define spir_kernel void @counts(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %more = icmp ult i32 %old, 100
  br i1 %more, label %loop, label %end
end:
  %once = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}

; What was just read is exchanged: that ends by itself, whoever writes there.
; CHECK-LABEL: progress of @update
; CHECK-NEXT: no lane waits
define spir_kernel void @update(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %next = mul i32 %seen, %x
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %seen, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %old, %seen
  br i1 %done, label %end, label %loop
end:
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}
