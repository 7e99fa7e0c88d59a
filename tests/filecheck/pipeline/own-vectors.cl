// Where lanes are given up, the kernel's own vectors stay whole; where these do enough, lanes must do it much better.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s --check-prefix=REPORT
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel permute --print-after=packetize --emit=llvm -o - | FileCheck %s

// REPORT: kernel permute: scalar, work-items reach memory apart from each other
// CHECK-LABEL: define dso_local spir_kernel void @permute
// CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1)
// CHECK: store <4 x float> %[[V]], ptr addrspace(1)
kernel void permute(global const uint *from, global const float4 *in, global float4 *out) {
  uint i = get_global_id(0);
  out[i] = in[from[i]];
}

// REPORT: kernel neighbours: scalar, work-items reach memory apart from each other
kernel void neighbours(global const int *near, global const float4 *at, global float4 *out, int n) {
  int i = get_global_id(0);
  float4 own = at[i], sum = 0;
  for (int j = 0; j < n; ++j) {
    float4 d = at[near[i * 32 + j]] - own;
    sum += d * d * 0.5f;
  }
  out[i] = sum;
}

// REPORT: kernel sums: {{8|16}} lanes
kernel void sums(global const float4 *a, global const float4 *b, global float4 *out) {
  int i = get_global_id(0);
  float4 x = a[i], y = b[i];
  for (int j = 0; j < 100; ++j) x = x * y + 0.25f;
  out[i] = x;
}

// RUN: env LANECL_ISA=sse4 lanecl cc %s --report | FileCheck %s --check-prefix=FULL
// A version for the interior is not work that is done twice. Vectors that fill a register do as much as lanes.
// REPORT: kernel guarded: 8 lanes
// FULL: kernel guarded: scalar, work-items reach memory apart from each other
kernel void guarded(global const uint *from, global const float4 *in, global float4 *out, int n, float4 c) {
  int i = get_global_id(0);
  if (i < n) {
    float4 x = in[from[i]];
    for (int j = 0; j < 3; ++j) x = x * x + c * x;
    out[i] = x;
  }
}
