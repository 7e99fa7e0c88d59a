// Ids some of whose bits change places are mostly neighbours', as a test at run time tells: such accesses stay in lanes.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// CHECK-NOT: kernel pairs: scalar
// CHECK: kernel pairs: {{[0-9]+}} lanes, {{.*}}contiguous after a test
kernel void pairs(global uint *keys, uint stride) {
  uint i = get_global_id(0), at = 2 * i - (i & (stride - 1));
  uint a = keys[at], b = keys[at + stride];
  if (a > b) {
    keys[at] = b;
    keys[at + stride] = a;
  }
}

// So are numbers that count on from an id, in steps that all have alike.
// CHECK-NOT: kernel steps: scalar
// CHECK: kernel steps.1: {{[0-9]+}} lanes, {{.*}}contiguous after a test
kernel void steps(global const float2 *a, global const float2 *b, global float2 *out, ulong n, ulong low, ulong high,
                  ulong by) {
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
    float2 x = a[i & low], y = b[(i & high) >> by];
    out[i] = (float2)(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
  }
}

// Numbers out of memory are not.
// CHECK: kernel named: scalar
kernel void named(global uint *keys, global const uint *names, uint stride) {
  uint i = names[get_global_id(0)], at = 2 * i - (i & (stride - 1));
  uint a = keys[at], b = keys[at + stride];
  if (a > b) {
    keys[at] = b;
    keys[at + stride] = a;
  }
}
