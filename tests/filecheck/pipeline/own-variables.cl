// What lanes do with variables of their own is worth more than what they reach apart from each other in memory costs.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s

// Elements of a variable at places that differ are in the nearest cache.
#define SWAP(x, y) t = x, x = y, y = t
// CHECK: kernel sorted: {{8|16}} lanes
kernel void sorted(global const float *in, global float *out, int n) {
  int me = get_global_id(0), at = in[me] > 0 ? 3 : 1;
  float a[5], b[5], c[5], t;
  for (int i = 0; i < 5; ++i) a[i] = in[me + i * n], b[i] = i < 2 ? exp(a[i]) : a[i], c[i] = a[i] + 1;
  for (int i = at; i >= 0 && a[i] < a[i + 1]; --i)
    SWAP(a[i], a[i + 1]), SWAP(b[i], b[i + 1]), SWAP(c[i], c[i + 1]);
  for (int i = 0; i < 5; ++i) out[me + i * n] = a[i] + b[i] * c[i];
}

// A function that stays one does all the work.
#define ROUND(i) a += (b ^ c) + w[(i) & 3], b = rotate(b + a, 7u) ^ d, c = rotate(c, 9u) + b, d = (d ^ a) * 5 + i;
#define ROUNDS(i) ROUND(i) ROUND(i + 1) ROUND(i + 2) ROUND(i + 3)
__attribute__((noinline)) void hash(uint *w) {
  uint a = w[0], b = w[1], c = w[2], d = w[3];
  ROUNDS(0) ROUNDS(4) ROUNDS(8) ROUNDS(12)
  w[0] = a, w[1] = b, w[2] = c, w[3] = d;
}
// CHECK: kernel hashes: {{8|16|32}} lanes
kernel void hashes(global uint *words, uint n) {
  uint w[4], at = get_global_id(0) * n;
  for (int i = 0; i < 4; ++i) w[i] = words[at + i * i * 3];
  hash(w);
  for (int i = 0; i < 4; ++i) words[at + i * i * 3] = w[i];
}
