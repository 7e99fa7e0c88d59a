// Rows whose places are sums of several numbers of 32 bits are read in pieces, as any others: what a loop hoists of such
// a sum does not wrap round.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// CHECK: kernel rows: 8 lanes, 2 uniform loops, 4 strided accesses
kernel void rows(global const float *in, global float *out, int n, int m) {
  int batch = get_global_id(0), row = get_global_id(1);
  int first = batch * (n * m);
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    int place = row * n + i;
    sum = sum + in[first + place];
  }
  out[batch * m + row] = sum;
}

// Neighbours' places are side by side, and nothing is asked for that in each iteration.
// CHECK: kernel columns: {{[0-9]+}} lanes, 1 uniform loops, 2 contiguous accesses
kernel void columns(global const float *in, global float *out, int n, int m) {
  int x = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum + in[m + (x + i)];
  out[x] = sum;
}
