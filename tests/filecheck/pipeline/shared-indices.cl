// What is beside one another is read together, also where one index with a constant serves several arrays.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel dots --print-after=packetize --emit=llvm -o - | FileCheck %s
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s --check-prefix=REPORT

// Each element once: four registers of 16 lanes for each array.
// CHECK-LABEL: define internal void @dots.1.lanes16
// CHECK: interior:
// CHECK-COUNT-8: load <16 x float>
// CHECK-NOT: load <16 x float>
// CHECK: store <16 x float>

// An index of 32 bits, which could overflow but for what the interior promises.
// REPORT-NOT: gathers
kernel void dots(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int i = x << 2;
  c[x] = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
}

// Pairs of which the second is asked for first: what lies before it is not computed yet.
// REPORT-NOT: kernel pairs: scalar
// REPORT: kernel pairs.1: {{[0-9]+}} lanes, {{.*}} strided accesses
kernel void pairs(global float *out, global const float *in, int w, int n) {
  int x = 2 + 2 * get_global_id(0), y = get_global_id(1);
  if (x > w - 2 || y > n)
    return;
  int i = mad24(y, w, x);
  out[i / 2] = in[i] + 0.5f * (in[i - w] + in[i + w] + in[i - 1] + in[i + 1]);
}
