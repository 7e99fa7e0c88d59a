// Lanes go round a loop as often as the one that goes round most: where each has a number of its own, that may cost
// more than they gain.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// CHECK: kernel uneven: scalar, work-items reach memory apart from each other
kernel void uneven(global const float *src, global float *dst, global const int *sizes, global const int *offsets,
                   global const int *indices, global const float *weights) {
  int i = get_global_id(0), size = sizes[i], offset = offsets[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < size; ++j) {
    global const float *at = src + indices[offset + j] * 3;
    float w = weights[offset + j];
    x += w * at[0], y += w * at[1], z += w * at[2];
  }
  dst[i * 3] = x, dst[i * 3 + 1] = y, dst[i * 3 + 2] = z;
}

// CHECK: kernel apart: scalar, work-items reach memory apart from each other
kernel void apart(global const int *first, global float *x, int n) {
  int row = get_global_id(0);
  for (int i = first[row]; i < first[row + 1]; ++i)
    x[i * n + row] += 1.0f;
}

// Side by side, however uneven.
// CHECK: kernel together: {{8|16}} lanes
kernel void together(global const int *first, global float *x, int n) {
  int row = get_global_id(0);
  for (int i = 0; i < first[row + 1] - first[row]; ++i)
    x[i * n + row] += 1.0f;
}

// Leaves the loop by what it has computed: two registers for each value all the same.
// CHECK: kernel until: 16 lanes: 2 registers
kernel void until(global const float *steps, global float *out, int n) {
  int me = get_global_id(0), i = 0;
  float x = 0, y = 1;
  for (; i < n && x * x + y * y < 64; ++i) {
    float step = steps[i * 64 + me];
    x += step * y, y -= step * x * 0.5f;
  }
  out[me] = x + y + i;
}
