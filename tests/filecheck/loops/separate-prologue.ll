; Local memory that all work-items set up alike, with no barrier behind it.
; RUN: lanecl-opt %s --passes=separate-prologue | FileCheck %s

declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate nounwind
@tile = internal addrspace(3) global [64 x i32] undef

; CHECK-LABEL: @zeroed(
; CHECK: behind:
; CHECK-NOT: store
; CHECK: call void @lanecl.barrier(i32 2, i32 0)
; CHECK-NEXT: store i32 1, ptr addrspace(3) %a
define spir_kernel void @zeroed(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %at = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 0, ptr addrspace(3) %at
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %behind
behind:
  %l = call i64 @lanecl.local_id(i32 1)
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 1, ptr addrspace(3) %a
  ret void
}

; There is a barrier; nobody writes behind; each sets up its own; they do it several times; only some
; come there.
; CHECK-LABEL: @barrier(
; CHECK: call void @lanecl.barrier(i32 2, i32 272)
; CHECK-NOT: call void @lanecl.barrier
; CHECK-LABEL: @nobody(
; CHECK-NOT: call void @lanecl.barrier
; CHECK-LABEL: @own(
; CHECK-NOT: call void @lanecl.barrier
; CHECK-LABEL: @turns(
; CHECK-NOT: call void @lanecl.barrier
; CHECK-LABEL: @some(
; CHECK-NOT: call void @lanecl.barrier
define spir_kernel void @barrier() {
  store i32 0, ptr addrspace(3) @tile
  call void @lanecl.barrier(i32 2, i32 272)
  %l = call i64 @lanecl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 1, ptr addrspace(3) %a
  ret void
}
define spir_kernel void @nobody(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(3) @tile
  %l = call i64 @lanecl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  ret void
}
define spir_kernel void @own() {
  %l = call i64 @lanecl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 0, ptr addrspace(3) %a
  store i32 1, ptr addrspace(3) @tile
  ret void
}
define spir_kernel void @turns(i32 %n) {
  %l = call i64 @lanecl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  br label %loop
loop:
  store i32 0, ptr addrspace(3) @tile
  %v = load i32, ptr addrspace(3) %a
  store i32 1, ptr addrspace(3) %a
  %more = icmp slt i32 %v, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define spir_kernel void @some() {
  %l = call i64 @lanecl.local_id(i32 0)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %then, label %end
then:
  store i32 0, ptr addrspace(3) @tile
  br label %end
end:
  %a = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 1, ptr addrspace(3) %a
  ret void
}
