// Sums over a tile of local memory, unrolled: iterations stay in their order, each next to what it loads, and sums of
// packs are made in front of the barrier behind them: what is loaded must not be kept for later.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel=k --print-after=canonicalize --emit=llvm | FileCheck %s --check-prefix=ORDER
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel=k --print-after=packetize --emit=llvm | FileCheck %s --check-prefix=PACKS

// ORDER-LABEL: @k(
// ORDER: call void @lanecl.barrier
// ORDER: load <4 x float>
// ORDER-COUNT-4: fadd
// ORDER: load <4 x float>
// ORDER-COUNT-4: fadd
// ORDER: load <4 x float>
// ORDER: call void @lanecl.barrier

// PACKS-LABEL: define internal void @k.lanes
// PACKS: call void @lanecl.region_end
// PACKS: fmul contract <[[#F:]] x float>
// PACKS-COUNT-8: fadd contract <[[#F]] x float>
// PACKS: call void @lanecl.region_end
// PACKS: {{^[}]}}
kernel void k(global const float4 *restrict a, global const float *restrict x, global float4 *o, int n) {
  local float tile[8];
  const int g = get_global_id(0), l = get_local_id(0);
  float sums[4];
  for (int i = 0; i < 4; ++i)
    sums[i] = 0;
  for (int t = 0; t < n; t += 8) {
    tile[l & 7] = x[t + (l & 7)];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int w = 0; w < 1; ++w) {
        const float4 v = a[(t + i) * 1024 + g + w];
        sums[4 * w] += tile[i] * v.x, sums[4 * w + 1] += tile[i] * v.y;
        sums[4 * w + 2] += tile[i] * v.z, sums[4 * w + 3] += tile[i] * v.w;
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[g] = (float4)(sums[0], sums[1], sums[2], sums[3]);
}
