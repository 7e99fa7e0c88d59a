; What cannot be made to lanes is told, and the body stays as it was.
; RUN: not lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --max-instructions=8 2>&1 | FileCheck %s --check-prefix=LARGE
; RUN: not lanecl-opt %s --passes=prepare-packetize,packetize --width=4 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not lanecl-opt %s --passes=packetize --width=4 2>&1 | FileCheck %s --check-prefix=FORM

; LARGE: error: too large for lanes
; POINTER: error: a call through a pointer
; FORM: error: control flow that is not in normal form
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

define spir_kernel void @pointer(ptr addrspace(1) %p, ptr %f, i32 %n) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %some = icmp ult i32 %n, 7
  br i1 %some, label %loop, label %other
other:
  store i32 1, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ 1, %other ], [ %next, %loop ]
  %next = add i32 %i, 1
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = call i32 %f(i64 %g)
  store i32 %v, ptr addrspace(1) %a
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
