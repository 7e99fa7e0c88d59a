; Along which dimension lanes reach memory best.
; RUN: lanecl-opt %s --passes='print<lane-direction>' --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32)
declare i64 @lanecl.local_id(i32)
@tile = internal addrspace(3) global [4096 x float] undef

; Dimension 0 lies side by side.
; CHECK: lane direction of @columns
; CHECK-NEXT: along dimension 0
define spir_kernel void @columns(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %y, %n
  %i = add nsw i64 %row, %x
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Dimension 0 is a row: a line of the cache for each lane, where neighbours along dimension 1 share one;
; CHECK: lane direction of @rows
; CHECK-NEXT: along dimension 1
define spir_kernel void @rows(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; so do constants;
; CHECK: lane direction of @constants
; CHECK-NEXT: along dimension 1
define spir_kernel void @constants(ptr addrspace(2) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(2) %p, i64 %i
  %v = load volatile float, ptr addrspace(2) %a
  ret void
}

; not local memory, which is in the cache.
; CHECK: lane direction of @local
; CHECK-NEXT: along dimension 0
define spir_kernel void @local(i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(3) @tile, i64 %i
  store float 1.0, ptr addrspace(3) %a
  ret void
}

; Dimensions that nobody asks for have no ids to go along; local ids are those of groups.
; CHECK: lane direction of @one
; CHECK-NEXT: along dimension 0
define spir_kernel void @one(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.local_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Of three, the best: dimension 2 side by side, dimension 1 four elements apart.
; CHECK: lane direction of @three
; CHECK-NEXT: along dimension 2
define spir_kernel void @three(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %z = call i64 @lanecl.global_id(i32 2)
  %row = mul nsw i64 %x, %n
  %four = shl nsw i64 %y, 2
  %j = add nsw i64 %row, %four
  %i = add nsw i64 %j, %z
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Half the cost at least: two elements apart are near enough.
; CHECK: lane direction of @near
; CHECK-NEXT: along dimension 0
define spir_kernel void @near(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %two = shl nsw i64 %x, 1
  %i = add nsw i64 %two, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; What loops do counts for more: a row's there than two of columns before it.
; CHECK: lane direction of @looped
; CHECK-NEXT: along dimension 1
define spir_kernel void @looped(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %column = mul nsw i64 %y, %n
  %c = add nsw i64 %column, %x
  %b0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %c
  store float 1.0, ptr addrspace(1) %b0
  %b1 = getelementptr inbounds float, ptr addrspace(1) %q, i64 %c
  store float 1.0, ptr addrspace(1) %b1
  %row = mul nsw i64 %x, %n
  %start = add nsw i64 %row, %y
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %i = add nsw i64 %start, %k
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What a function reaches is not seen.
; CHECK: lane direction of @hands
; CHECK-NEXT: along dimension 0
; CHECK: lane direction of @set
define spir_kernel void @hands(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  call void @set(ptr addrspace(1) %p, i64 %x)
  ret void
}
define internal void @set(ptr addrspace(1) %p, i64 %x) noinline {
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x
  store float 2.0, ptr addrspace(1) %a
  ret void
}
