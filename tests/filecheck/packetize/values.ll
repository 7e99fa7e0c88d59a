; What values become.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --features=avx512fp16 | FileCheck %s --check-prefix=HALF

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; Half is computed in float, rounded once, unless the machine has it.
; CHECK-LABEL: @halves.lanes4
; CHECK: fmul <4 x float>
; CHECK: fptrunc <4 x float> %{{.*}} to <4 x half>
; HALF-LABEL: @halves.lanes4
; HALF: fmul <4 x half>
; HALF-NOT: fptrunc
; HALF: {{^[}]}}
define spir_kernel void @halves(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr half, ptr addrspace(1) %p, i64 %g
  %v = load half, ptr addrspace(1) %a
  %w = fmul half %v, %v
  store half %w, ptr addrspace(1) %a
  ret void
}

; Lanes that are not there divide by one; the quotient of floats is exact, and a value whatever is divided.
; CHECK-LABEL: @divides.lanes4
; CHECK: %[[D:.*]] = select <4 x i1> %[[MASK:.*]], <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: %[[F:.*]] = sitofp <4 x i32> %[[D]] to <4 x double>
; CHECK: %[[Q:.*]] = fdiv <4 x double> %{{.*}}, %[[F]]
; CHECK: %[[N:.*]] = fptosi <4 x double> %[[Q]] to <4 x i32>
; CHECK: freeze <4 x i32> %[[N]]
define spir_kernel void @divides(ptr addrspace(1) %p, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %some = icmp ne i32 %v, 0
  br i1 %some, label %then, label %end
then:
  %w = sdiv i32 %n, %v
  store i32 %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; No float holds these; by a constant the optimiser knows better.
; CHECK-LABEL: @longs.lanes4
; CHECK: udiv <4 x i64>
; CHECK: udiv <4 x i64> %{{.*}}, splat (i64 10)
; CHECK-NOT: fdiv
; CHECK: {{^[}]}}
define spir_kernel void @longs(ptr addrspace(1) %p, i64 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %g
  %v = load i64, ptr addrspace(1) %a
  %w = udiv i64 %n, %v
  %x = udiv i64 %w, 10
  store i64 %x, ptr addrspace(1) %a
  ret void
}

; What an instruction allows, its vector form does.
; CHECK-LABEL: @flags.lanes4
; CHECK: fmul contract <4 x float>
; CHECK: fadd contract <4 x float>
; CHECK: fcmp nnan olt <4 x float>
define spir_kernel void @flags(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = fmul contract float %v, %v
  %x = fadd contract float %w, 1.0
  %c = fcmp nnan olt float %x, 2.0
  %y = select i1 %c, float %x, float %v
  store float %y, ptr addrspace(1) %a
  ret void
}

; A condition that is the same for all stays scalar.
; CHECK-LABEL: @choice.lanes4
; CHECK: select i1 %all, <4 x float> %{{.*}}, <4 x float> splat (float 3.000000e+00)
define spir_kernel void @choice(ptr addrspace(1) %p, i1 %all) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %y = select i1 %all, float %v, float 3.0
  store float %y, ptr addrspace(1) %a
  ret void
}

; An element of a short vector that is not known: its parts are registers, and one is chosen.
; CHECK-LABEL: @elements.lanes4
; CHECK: load <{{4|8|16}} x float>
; CHECK: select i1 %n.is.1,
; CHECK: select i1 %n.is.2,
; CHECK: select i1 %n.is.3,
; CHECK: store <4 x float>
define spir_kernel void @elements(ptr addrspace(1) %p, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %g
  %v = load <4 x float>, ptr addrspace(1) %a
  %e = extractelement <4 x float> %v, i32 %n
  %b = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float %e, ptr addrspace(1) %b
  ret void
}

; A row's start is computed once. Lane 0 need not take part: its sum, which may overflow then, is made of 64 bits.
; CHECK-LABEL: @uniform.lanes4
; CHECK: %start = mul nsw i32 %n, %row
; CHECK: %[[START:.*]] = sext i32 %start to i64
; CHECK: %[[AT:.*]] = add i64 %[[START]], %g
; CHECK: %[[A:.*]] = getelementptr i32, ptr addrspace(1) %p, i64 %[[AT]]
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %[[A]]
define spir_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %y = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = trunc nuw nsw i64 %y to i32
  %start = mul nsw i32 %row, %n
  %i = trunc nuw nsw i64 %g to i32
  %at = add nsw i32 %start, %i
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %at
  store i32 %at, ptr addrspace(1) %a
  ret void
}

; An index of one bit names the first two components only.
; CHECK-LABEL: @bitIndex.lanes4
; CHECK: select <4 x i1> %c,
; CHECK-NOT: select
; CHECK: {{^[}]}}
define spir_kernel void @bitIndex(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr <4 x i32>, ptr addrspace(1) %p, i64 %g
  %v = load <4 x i32>, ptr addrspace(1) %a
  %x = extractelement <4 x i32> %v, i32 0
  %c = icmp sgt i32 %x, 5
  %e = extractelement <4 x i32> %v, i1 %c
  store i32 %e, ptr addrspace(1) %a
  ret void
}
