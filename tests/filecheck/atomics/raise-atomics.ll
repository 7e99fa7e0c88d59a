; LLVM's atomic instructions, which the library's functions are made of, as messages.
; RUN: lanecl-opt %s --passes=raise-atomics | FileCheck %s

; CHECK-LABEL: @all(
; CHECK: call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) captures(none) %p, i32 %x, i32 poison, i1 true, i32 1, i32 0)
; CHECK: call i32 @lanecl.atomic.min.i32.p1(
; CHECK-SAME: i32 1, i32 16)
; CHECK: %[[FOUND:.*]] = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) captures(none) %p, i32 %y, i32 %x, i1 true, i32 1, i32 8)
; CHECK: %[[PAIR:.*]] = insertvalue { i32, i1 } poison, i32 %[[FOUND]], 0
; CHECK: %[[SAME:.*]] = icmp eq i32 %[[FOUND]], %x
; CHECK: insertvalue { i32, i1 } %[[PAIR]], i1 %[[SAME]], 1
; Loads and stores are LLVM's, and what the message does not have stays.
; CHECK: load atomic i32
; CHECK: atomicrmw nand
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg ptr
define i1 @all(ptr addrspace(1) %p, i32 %x, i32 %y) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
  %b = atomicrmw umin ptr addrspace(1) %p, i32 %x seq_cst
  %c = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %y acq_rel acquire
  %d = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %e = atomicrmw nand ptr addrspace(1) %p, i32 %x monotonic
  %f = extractvalue { i32, i1 } %c, 1
  ret i1 %f
}
