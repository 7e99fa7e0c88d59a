// How many lanes a kernel gets, and why.
// RUN: env LANECL_ISA=sse4 lanecl cc %s --report | FileCheck %s --check-prefixes=CHECK,NATIVE
// RUN: env LANECL_ISA=sse4 LANECL_WIDTH=8 lanecl cc %s --report | FileCheck %s --check-prefixes=CHECK,SET
// RUN: env LANECL_ISA=sse4 LANECL_WIDTH=1 lanecl cc %s --report | FileCheck %s --check-prefix=SCALAR
// RUN: env LANECL_ISA=sse4 LANECL_COMPILE_BUDGET=1 lanecl cc %s --report 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s --check-prefix=WIDE
// RUN: env LANECL_ISA=sse4 lanecl cc %s --report -- -cl-opt-disable | FileCheck %s --check-prefix=QUICK

// QUICK: kernel free: optimised little, as -cl-opt-disable asks
// SCALAR: kernel free: scalar, set by LANECL_WIDTH
// NATIVE: kernel free: 8 lanes: 2 registers of 128 bits for each value, which nobody can tell
// NATIVE-NEXT: kernel free: 8 lanes, 2 contiguous accesses
// NATIVE-NEXT: line [[#@LINE+3]]: contiguous load
// NATIVE-NEXT: line [[#@LINE+2]]: contiguous store
// SET: kernel free: 8 lanes: set by LANECL_WIDTH
kernel void free(global float *p) { p[get_global_id(0)] += 1.0f; }

// NATIVE: kernel observed: 8 lanes: 2 registers of 128 bits for each value
// SET: kernel observed: 8 lanes: set by LANECL_WIDTH
// BUDGET: kernel observed: one work-item at a time, for it has {{[0-9]+}} operations (LANECL_COMPILE_BUDGET is 1)
kernel void observed(global float *p, local float *t) {
  t[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = t[get_local_id(0) ^ 1];
}

// What the kernel asks for it gets, whatever is set and however much it costs.
// CHECK: kernel required: 16 lanes: the kernel asks for them
// SCALAR: kernel required: 16 lanes: the kernel asks for them
// BUDGET-DAG: kernel required: 16 lanes: the kernel asks for them
// BUDGET-DAG: kernel required: optimised little, for its code is large
__attribute__((intel_reqd_sub_group_size(16))) kernel void required(global float *p) { p[get_global_id(0)] += 1.0f; }

// NATIVE: kernel narrow: 2 lanes: as wide as the kernel's work-groups
// SET: kernel narrow: 8 lanes: set by LANECL_WIDTH
__attribute__((reqd_work_group_size(2, 1, 1))) kernel void narrow(global float *p) { p[get_local_id(0)] += 1.0f; }

// NATIVE: kernel alone: scalar, as wide as the kernel's work-groups
// BUDGET: kernel alone: scalar, as wide as the kernel's work-groups
__attribute__((reqd_work_group_size(1, 4, 1))) kernel void alone(global float *p, local float *t) {
  t[get_local_id(1)] = p[get_global_id(1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(1)] = t[get_local_id(1) ^ 1];
}

// A structure of its own for each work-item, a little arithmetic with every element: nothing but gathers and scatters.
// NATIVE: kernel apart: scalar, work-items reach memory apart from each other, which costs more than lanes gain
// SET: kernel apart: 8 lanes: set by LANECL_WIDTH
kernel void apart(global float *all, int size) {
  global float *own = all + get_global_id(0) * size;
  own[7] -= own[1] * own[3];
  own[19] -= own[1] * own[5];
  own[11] += own[9];
}

// Ids of 32 bits make no difference, nor does what becomes of them.
// NATIVE: kernel numbered: scalar, work-items reach memory apart from each other
// BUDGET: kernel numbered: scalar, for its code is large (LANECL_COMPILE_BUDGET is 1)
kernel void numbered(global double *all) {
  global double *own = all + (uint)get_global_id(0) * 75;
  double a = own[1], b = own[4], c = own[9];
  own[30] -= (a * b + b * c) * (a - c) + (b * b - a) * c;
  own[40] -= (a * c - b * b) * (b + c) + (c * c - b) * a;
  own[50] -= (c * c + a * a) * (a + b) + (a * a - c) * b;
}

// Much arithmetic is worth it.
// NATIVE: kernel busy: 8 lanes
kernel void busy(global float *all, int size) {
  global float *own = all + get_global_id(0) * size;
  float x = own[1];
  for (int i = 0; i < 20; ++i)
    x = x * x + sin(x);
  own[7] = x;
}

// So is what several rows reach side by side.
// NATIVE: kernel transposed: 8 lanes
kernel void transposed(global const float *in, global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

// So is what neighbours may share, though nobody knows it.
// NATIVE: kernel shares: 4 lanes
kernel void shares(global float *p, int size) {
  int x = get_global_id(0) % size;
  p[x + 8] += p[x] + p[x + 3];
}

// A column's neighbours fill a line of the cache, which rows of each lane's own do not: twice as many of those push each
// other out of it.
// NATIVE: kernel column: 8 lanes: 2 registers of 128 bits for each value
// NATIVE: kernel rows: 4 lanes: one register for each value
kernel void column(global const float *a, global const float *x, global float *y, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[j * n + i] * x[j];
  y[i] = sum;
}
kernel void rows(global const float *a, global const float *b, global const float *x, global float *y, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += (a[i * n + j] + b[i * n + j]) * x[j];
  y[i] = sum;
}

// Gathers along rows of a matrix gain nothing, unless somebody insists.
// NATIVE: kernel sparse: scalar, each work-item walks through memory of its own
// SET: kernel sparse: 8 lanes: set by LANECL_WIDTH
// SET: kernel sparse: 8 lanes, {{.*}} 1 divergent loops
kernel void sparse(global const int *rows, global const int *columns, global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    sum += x[columns[i]];
  y[row] = sum;
}

// Nor does what only writes, or counts, at the places that it finds there.
// NATIVE: kernel neighbours: scalar, each work-item walks through memory of its own
kernel void neighbours(global const int *first, global const int *nodes, global const char *seen, global int *cost,
                       global char *next) {
  int node = get_global_id(0);
  for (int i = first[node]; i < first[node + 1]; ++i) {
    int other = nodes[i];
    if (!seen[other]) {
      cost[other] = cost[node] + 1;
      next[other] = 1;
    }
  }
}
// NATIVE: kernel degrees: scalar, each work-item walks through memory of its own
kernel void degrees(global const int *first, global const int *nodes, global int *degree) {
  int node = get_global_id(0);
  for (int i = first[node]; i < first[node + 1]; ++i)
    atomic_inc(&degree[nodes[i]]);
}
// NATIVE-NOT: kernel rowsOut: scalar
kernel void rowsOut(global const int *first, global float *x, int n) {
  int row = get_global_id(0);
  for (int i = 0; i < first[row + 1] - first[row]; ++i)
    x[i * n + row] += 1.0f;
}

// A part of such a matrix for each work-item: rows that lanes leave one by one are not read in pieces.
// WIDE: kernel parts: scalar, work-items reach memory apart from each other
kernel void parts(global const ulong *rows, global const uint *columns, global const float *values,
                  global const float *x, global float *y, float scale, ulong n) {
  ulong size = (n + get_global_size(0) - 1) / get_global_size(0), start = get_global_id(0) * size, end = start + size;
  if (n < end)
    end = n;
  for (ulong row = start; row < end; ++row) {
    float sum = 0;
    for (size_t i = rows[row], last = rows[row + 1]; i < last; ++i)
      sum += values[i] * x[columns[i]];
    y[row] += scale * sum;
  }
}

// CHECK: kernel locked: scalar, work-items wait for one another
kernel void locked(global int *lock, global int *p) {
  while (atomic_cmpxchg(lock, 0, 1) != 0)
    ;
  *p += 1;
  atomic_xchg(lock, 0);
}
