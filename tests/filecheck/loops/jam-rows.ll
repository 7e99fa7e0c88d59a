; Bodies for several rows at once.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize,jam-rows --width=16 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize,jam-rows --width=8 --isa=avx2 | FileCheck %s --check-prefix=AVX2
; 
; CHECK: ; gemm: 8 rows{{$}}
; CHECK: ; transpose: 16 rows{{$}}
; CHECK: ; bounded: 8 rows if they stay together
; CHECK: ; flat: 1 rows
; CHECK: ; trips: 1 rows
; CHECK: ; isVolatile: 1 rows
; CHECK: ; waits: 1 rows
; Half of the registers stay free: fewer registers, fewer rows.
; AVX2: ; gemm: 8 rows{{$}}
; AVX2: ; transpose: 8 rows{{$}}

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.global_size(i32) memory(none) nounwind willreturn

; What does not know the row is done once: the counter, the other matrix' load. The rest once a row.
; CHECK-LABEL: define internal i32 @gemm.jammed(
; CHECK: %row1 = add nuw nsw i32 %local_id.y, 1
; CHECK: %row7 = add nuw nsw i32 %local_id.y, 7
; CHECK-COUNT-8: store <16 x float>
; CHECK: phi i64
; CHECK-COUNT-8: phi <16 x float>
; CHECK-NOT: phi
; CHECK-COUNT-8: load float, ptr addrspace(1)
; CHECK-COUNT-1: load <16 x float>
; CHECK-COUNT-8: fmul <16 x float>
; CHECK-COUNT-8: fadd <16 x float>
; CHECK-NOT: <16 x float>
; CHECK: {{^[}]}}
define spir_kernel void @gemm(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, ptr addrspace(1) noalias %c, i32 %n) {
entry:
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %wide = zext nneg i32 %n to i64
  %row = mul nuw nsw i64 %gy, %wide
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %ai = add nuw nsw i64 %row, %k
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %ai
  %av = load float, ptr addrspace(1) %ap
  %bi = mul nuw nsw i64 %k, %wide
  %bj = add nuw nsw i64 %bi, %gx
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %bj
  %bv = load float, ptr addrspace(1) %bp
  %m = fmul float %av, %bv
  %s1 = fadd float %s, %m
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %wide
  br i1 %more, label %loop, label %end
end:
  %ci = add nuw nsw i64 %row, %gx
  %cp = getelementptr float, ptr addrspace(1) %c, i64 %ci
  store float %s1, ptr addrspace(1) %cp
  ret void
}

; What lanes write apart and rows side by side becomes whole runs of memory.
; CHECK-LABEL: define internal i32 @transpose.jammed(
; CHECK-COUNT-16: load <16 x float>
; CHECK-NOT: scatter
; CHECK-COUNT-16: store <16 x float>
; CHECK-NOT: store
; CHECK: {{^[}]}}
define spir_kernel void @transpose(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %v = load float, ptr addrspace(1) %ap
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  store float %v, ptr addrspace(1) %bp
  ret void
}

; The condition of all rows is asked before anything is done.
; CHECK-LABEL: define internal i1 @bounded.holds(
; CHECK: %[[IN:.*]] = icmp ult i64 %{{.*}}, %h
; CHECK: %[[NEXT:.*]] = icmp ult i64 %{{.*}}, %h
; CHECK: %[[PART:.*]] = xor i1 %[[IN]], %[[NEXT]]
; CHECK: freeze i1 %[[PART]]
; CHECK: %[[HOLDS:.*]] = xor i1 %{{.*}}, true
; CHECK-NEXT: ret i1 %[[HOLDS]]
define spir_kernel void @bounded(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %w, i64 %h) {
entry:
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %in = icmp ult i64 %gy, %h
  br i1 %in, label %then, label %end
then:
  br label %loop
loop:
  %k = phi i64 [ 0, %then ], [ %k1, %loop ]
  %s = phi float [ 0.0, %then ], [ %s1, %loop ]
  %bi = mul nuw nsw i64 %k, 1024
  %bj = add nuw nsw i64 %bi, %gx
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %bj
  %bv = load float, ptr addrspace(1) %bp
  %yi = uitofp i64 %gy to float
  %m = fmul float %bv, %yi
  %s1 = fadd float %s, %m
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %w
  br i1 %more, label %loop, label %last
last:
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  store float %s1, ptr addrspace(1) %ap
  br label %end
end:
  ret void
}

; It knows no row.
; CHECK-NOT: @flat.jammed
define spir_kernel void @flat(ptr addrspace(1) noalias %a, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %gx
  store float 1.0, ptr addrspace(1) %ap
  ret void
}

; How often the loop runs is read from memory, row by row.
; CHECK-NOT: @trips.jammed
define spir_kernel void @trips(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b) {
entry:
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %yp = getelementptr i64, ptr addrspace(1) %b, i64 %gy
  %n = load i64, ptr addrspace(1) %yp
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %k
  %bv = load float, ptr addrspace(1) %bp
  %s1 = fadd float %s, %bv
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  store float %s1, ptr addrspace(1) %ap
  ret void
}

; Done for one row after the other at each instruction it is not what it was.
; CHECK-NOT: @isVolatile.jammed
define spir_kernel void @isVolatile(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
entry:
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %k
  %bv = load volatile float, ptr addrspace(1) %bp
  %s1 = fadd float %s, %bv
  %k1 = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  store float %s1, ptr addrspace(1) %ap
  ret void
}

; A barrier between the rows.
; CHECK-NOT: @waits.jammed
declare void @lanecl.region_end(i32) convergent noduplicate
define spir_kernel void @waits(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %v = load float, ptr addrspace(1) %ap
  call void @lanecl.region_end(i32 1)
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  store float %v, ptr addrspace(1) %bp
  ret void
}
