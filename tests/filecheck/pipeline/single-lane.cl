// Code of one work-item needs no lanes: what it has is the same for all that run it, one.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// CHECK: kernel last: {{[0-9]+}} lanes, 1 divergent branches, 1 uniform loops, 3 uniform loads, 2 contiguous accesses
kernel void last(global const float *in, global float *out, local float *t) {
  int l = get_local_id(0), n = get_local_size(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    for (int i = 1; i < n; ++i)
      t[l] += t[i];
    out[get_group_id(0)] = t[l];
  }
}

// Nor behind its opposite, with another test beside it, or at a place that counts from an id.
// CHECK: kernel others.1: {{[0-9]+}} lanes, 1 divergent branches, 1 uniform loads, 4 contiguous accesses{{$}}
kernel void others(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  out[i] = in[i];
  if (i - n != 3 || in[n] < 2.0f)
    return;
  out[3 * i] = 7.0f;
}

// The two ends of a group, each of them one, are no choice among many.
// CHECK: kernel ends: {{[0-9]+}} lanes, 2 divergent branches, 2 uniform loads, 5 contiguous accesses{{$}}
kernel void ends(global const float *in, global float *out, local float *t) {
  size_t l = get_local_id(0), g = get_global_id(0);
  t[l + 1] = in[g];
  if (l == 0)
    t[0] = in[g - 1];
  if (l == 31)
    t[33] = in[g + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l] + t[l + 2];
}

// Nor do variables that nobody else uses; what others use, too, lies in rows of all lanes' elements.
// CHECK: kernel counts: {{[0-9]+}} lanes, 1 divergent branches, 1 uniform loops, 3 uniform loads{{$}}
kernel void counts(global const uint *in, global uint *out, global const uint *first, uint n) {
  uint counters[16];
  if (get_local_id(0) > 0)
    return;
  for (int i = 0; i < 16; ++i)
    counters[i] = 0;
  for (uint i = n * get_group_id(0); i < n * (get_group_id(0) + 1); ++i) {
    uint k = in[i] & 15;
    out[first[k] + counters[k]++] = in[i];
  }
}
// CHECK: kernel all: {{[0-9]+}} lanes, {{.*}} gathers
kernel void all(global const uint *in, global uint *out) {
  uint own[4], l = get_local_id(0);
  for (uint i = 0; i < 4; ++i)
    own[i] = in[4 * l + i];
  if (l == 3)
    own[in[l] % 4] ^= out[own[l] % 4];
  out[l] = own[in[l] % 4];
}

// Two work-items of three may have the same quotient.
// CHECK: kernel two.1: {{[0-9]+}} lanes, 1 divergent branches, 1 strided accesses, 1 scatters
kernel void two(global float *out) {
  int i = get_global_id(0);
  if (i / 2 == 1)
    out[3 * i] += 7.0f;
}
