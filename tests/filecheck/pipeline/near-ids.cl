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
