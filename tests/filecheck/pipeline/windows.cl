// Loops over windows have as many iterations for all work-items, and inside of an image nothing but runs of memory.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// CHECK: kernel fixed.1: {{[0-9]+}} lanes, 1 divergent branches, 3 uniform loops, 3 contiguous accesses, 5 contiguous after a test{{$}}
kernel void fixed(global const float *in, global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int row = clamp(y, 2, height - 3), column = clamp(x, 2, width - 3);
  float sum = 0;
  for (int i = row - 1; i < row + 2; ++i)
    for (int j = column - 2; j < column + 3; ++j)
      sum += in[i * width + j];
  out[y * width + x] = sum;
}

// CHECK: kernel wide: {{[0-9]+}} lanes, 1 uniform loops, 2 contiguous accesses
kernel void wide(global const float *in, global float *out, int radius) {
  int x = get_global_id(0);
  float sum = 0;
  for (int i = x + radius; i >= x - radius; --i)
    sum += in[i];
  out[x] = sum;
}

// Numbers without a sign may wrap round, but not in the interior.
// CHECK: kernel cut.1: {{[0-9]+}} lanes, {{.*}} 1 uniform loops, 1 uniform loads, 2 contiguous accesses
kernel void cut(global const float *in, global const float *weights, global float *out, uint width, uint radius) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width)
    return;
  uint last = min(x + radius, width - 1);
  float sum = 0;
  for (uint i = max(x, radius) - radius; i <= last; ++i)
    sum += in[y * width + i] * weights[(x - i) * (x - i)];
  out[y * width + x] = sum;
}
