// The version for the interior is made for as many lanes as there will be: here those of one register, for structures.
// RUN: env LANECL_ISA=avx512 lanecl cc %s --report --print-after=interior | FileCheck %s

// CHECK: define {{.*}} @k.1(
// CHECK: add i64 %{{[0-9]+}}, 15
// CHECK-NOT: add i64 %{{[0-9]+}}, 31
// CHECK: kernel k: 16 lanes
typedef struct {
  float a[12];
} S;

kernel void k(global float *p, global S *s, int w) {
  int i = get_global_id(0);
  S t = s[i];
  float sum = 0;
  for (int j = 0; j < 12; j++)
    sum += t.a[j];
  p[i] = sum + p[min(i + 1, w - 1)];
}
