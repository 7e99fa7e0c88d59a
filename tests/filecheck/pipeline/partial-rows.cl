// Where work-items reach memory apart: those of partial sub-groups go one by one (no mask is left in the code), and others
// have no lanes if a mask is in the way.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel apart --print-after=work-item-loops --emit=llvm -o - | FileCheck %s --check-prefix=CODE
// RUN: env LANECL_ISA=avx2 LANECL_COMPILE_BUDGET=90 lanecl cc %s --report 2>&1 | FileCheck %s --check-prefix=LARGE

// CHECK: kernel apart: work-items of partial sub-groups one by one
// CODE-LABEL: define {{.*}}apart
// CODE: tail:
// CODE: %items_left = sub
// CODE-NOT: <{{[0-9]+}} x i1> %mask
kernel void apart(global const float *in, global const int *at, global float *out) {
  size_t i = get_global_id(0);
  float x = in[at[i]];
  for (int k = 0; k < 20; ++k)
    x = x * x + 0.5f;
  out[at[i]] = x;
}

// Neighbours, and work that is dear alone, stay in lanes.
// CHECK-NOT: kernel near: work-items
// CHECK: kernel near: {{[0-9]+}} lanes,
kernel void near(global float *p) { p[get_global_id(0)] += 1.0f; }

// Nor where they wait for one another.
// CHECK-NOT: kernel waits: work-items
// CHECK: kernel waits: {{[0-9]+}} lanes,
kernel void waits(global const float *in, global const int *at, global float *out, local float *t) {
  t[get_local_id(0)] = in[at[get_global_id(0)]];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at[get_global_id(0)]] = t[get_local_id(0) ^ 1];
}

#define STEP x = x * x - 0.5f;
// Short loops along a work-item's own structure are unrolled; its members are read and written together, by lanes that
// have enough else to do.
// CHECK-NOT: kernel members: {{.*}}loops
// CHECK: kernel members: {{[0-9]+}} lanes, 10 strided accesses
kernel void members(global float *p) {
  for (int m = 0; m < 5; ++m) {
    float x = p[5 * get_global_id(0) + m];
    STEP STEP STEP STEP STEP STEP STEP STEP
    p[5 * get_global_id(0) + m] = x;
  }
}

// Gathers and scatters that lanes gain nothing for behind a guard that masks them, of which large code has
// no copy; else they are just worth it.
// LARGE: kernel masked: scalar, work-items reach memory apart from each other
// LARGE: kernel unmasked: 8 lanes,
#define SCATTER(i) { float x = in[at[i]]; STEP STEP STEP out[at[i]] = x; }
kernel void masked(global const float *in, constant const int *at, global float *out, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    if ((i ^ k) & 1)
      SCATTER(i + 16 * k)
}
kernel void unmasked(global const float *in, constant const int *at, global float *out, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    SCATTER(i + 16 * k)
}
