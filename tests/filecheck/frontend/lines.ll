; Lines of the source as calls, where they change; what is not of the program has none.
; RUN: lanecl-opt %s --passes=carry-lines | FileCheck %s --implicit-check-not='!dbg'

; CHECK-LABEL: @kernel(
; CHECK-NEXT: call spir_func void @__lanecl_line(i32 3, i32 7)
; CHECK-NEXT: %x = add
; CHECK-NEXT: %y = add
; CHECK-NEXT: call spir_func void @__lanecl_line(i32 4, i32 7)
; CHECK-NEXT: %z = add
; CHECK-NEXT: call spir_func void @__lanecl_line(i32 0, i32 0)
; CHECK-NEXT: store
; CHECK-NEXT: %h = add
; CHECK-NEXT: ret void
define void @kernel(i32 %a, ptr %p) !dbg !3 {
  %x = add i32 %a, 1, !dbg !6
  %y = add i32 %x, 1, !dbg !6
  %z = add i32 %y, 1, !dbg !7
  store i32 %z, ptr %p
  %h = add i32 %z, 1, !dbg !8 ; of a header whose name ends like the program's
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!2 = !DIFile(filename: "program.cl", directory: "/")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 2, type: !4, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 3, column: 7, scope: !3)
!7 = !DILocation(line: 4, column: 7, scope: !3)
!8 = !DILocation(line: 5, column: 7, scope: !9)
!9 = !DILexicalBlockFile(scope: !3, file: !10, discriminator: 0)
!10 = !DIFile(filename: "/folder/my_program.cl", directory: "/")
