; What one call of a loop says of its pointers goes; what is said of the function, or outside of loops, stays.
; RUN: lanecl-opt %s --passes=scopes-in-loops | FileCheck %s

declare void @llvm.experimental.noalias.scope.decl(metadata)

; CHECK-LABEL: @f(
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata ![[STAYS:.*]])
; CHECK: store i32 1, ptr %p, align 4, !alias.scope ![[STAYS]]{{$}}
; CHECK: loop:
; CHECK-NOT: noalias.scope.decl
; CHECK: load i32, ptr %q, align 4, !noalias ![[STAYS]]{{$}}
; CHECK: store i32 %v, ptr %p, align 4{{$}}
define void @f(ptr %p, ptr %q, i32 %n) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  store i32 1, ptr %p, align 4, !alias.scope !3
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !5)
  %v = load i32, ptr %q, align 4, !noalias !6
  store i32 %v, ptr %p, align 4, !alias.scope !5
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

!0 = distinct !{!0, !"helper"}
!1 = distinct !{!1, !0, !"outside"}
!2 = distinct !{!2, !0, !"inside"}
!3 = !{!1}
!5 = !{!2}
!6 = !{!1, !2}
