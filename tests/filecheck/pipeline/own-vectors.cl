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

// A version for the interior is no work that is done twice.
// REPORT: kernel guarded: 8 lanes
kernel void guarded(global const uint *from, global const float4 *in, global float4 *out, int n, float4 c) {
  int i = get_global_id(0);
  if (i < n) {
    float4 x = in[from[i]];
    for (int j = 0; j < 3; ++j) x = x * x + c * x;
    out[i] = x;
  }
}

// Vectors that do not wait for one another do more.
// REPORT: kernel convolution: scalar, work-items reach memory apart from each other
kernel void convolution(global const float4 *in, global const float4 *weights, global float4 *out, int n, int m) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float4 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int j = 0; j < m; ++j) {
    float4 x = in[i * m + j];
    s0 += x.x * weights[4 * j];
    s1 += x.y * weights[4 * j + 1];
    s2 += x.z * weights[4 * j + 2];
    s3 += x.w * weights[4 * j + 3];
  }
  out[4 * i] = s0;
  out[4 * i + 1] = s1;
  out[4 * i + 2] = s2;
  out[4 * i + 3] = s3;
}
