// Sums over vectors stay in memory's order in their loop, though each component is asked for alone behind it.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel sums --print-after=packetize --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: define internal void @sums.lanes8
// CHECK: _crit_edge.loopexit:
// CHECK: shufflevector <8 x float>
// CHECK: {{^}}loop:
// CHECK: phi <32 x float>
// CHECK-NOT: <8 x i32> <i32 0, i32 2
// CHECK: br i1
kernel void sums(global const float4 *in, global float *out, constant float *filter, int n) {
  int x = get_global_id(0);
  float4 sum = (float4)0;
  for (int i = 0; i < n; ++i)
    sum += filter[i] * in[x + i];
  out[x] = sum.x > sum.y ? sum.z : sum.w;
}
