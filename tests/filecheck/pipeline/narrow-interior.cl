// The version for the interior is made for as many lanes as there will be: here those of one register, which have sixteen
// channels whole.
// RUN: env LANECL_ISA=avx512 lanecl cc %s --report --print-after=interior | FileCheck %s

// CHECK: define {{.*}} @k.1(
// CHECK: add i64 %{{[0-9]+}}, 15
// CHECK-NOT: add i64 %{{[0-9]+}}, 31
// CHECK: kernel k: 16 lanes
kernel void k(global float *p, global const float *channels, int w) {
  int i = get_global_id(0);
  p[i] = channels[i % 16] + p[min(i + 1, w - 1)];
}
