// Sixteen sums, two operands of each product: more than sixteen registers hold. Half of them have a loop of their own,
// which loads the same row once more.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel block --print-after=split-sums --emit=llvm -o - | FileCheck %s
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel fewer --print-after=split-sums --emit=llvm -o - | FileCheck %s --check-prefix=ONE
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel longer --print-after=split-sums --emit=llvm -o - | FileCheck %s --check-prefix=ONE
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel shared --print-after=split-sums --emit=llvm -o - | FileCheck %s --check-prefix=ONE

// CHECK: .sums:
// CHECK-COUNT-16: call <8 x float> @llvm.fma
// CHECK-NOT: @llvm.fma
// CHECK: br i1
// CHECK: .next:
// CHECK: br label
// CHECK-COUNT-16: call <8 x float> @llvm.fma
// CHECK-NOT: @llvm.fma
// CHECK: br i1
// ONE-NOT: .sums:
#define PRODUCTS(rows, count)                                                                                          \
  int x = get_global_id(0);                                                                                            \
  float sums[rows][4] = {{0}};                                                                                         \
  for (int k = 0; k < count; ++k)                                                                                      \
    for (int i = 0; i < rows; ++i)                                                                                     \
      for (int j = 0; j < 4; ++j)                                                                                      \
        sums[i][j] = fma(a[64 * k + i], b[4096 * k + 256 * j + x], sums[i][j]);                                        \
  for (int i = 0; i < rows; ++i)                                                                                       \
    for (int j = 0; j < 4; ++j)                                                                                        \
      out[4096 * (4 * i + j) + x] = sums[i][j];

kernel void block(global const float *restrict a, global const float *restrict b, global float *restrict out) {
  PRODUCTS(4, 64)
}
kernel void fewer(global const float *restrict a, global const float *restrict b, global float *restrict out) {
  PRODUCTS(2, 64)
}
// What is loaded twice may come from memory twice.
kernel void longer(global const float *restrict a, global const float *restrict b, global float *restrict out) {
  PRODUCTS(4, 1024)
}
// What all sums need costs more than sums in memory.
kernel void shared(global const float *restrict a, global const float *restrict b, global float *restrict out) {
  int x = get_global_id(0);
  float sums[16] = {0};
  for (int k = 0; k < 64; ++k) {
    float f = exp(b[4096 * k + x]) * sin(b[4096 * k + x]);
    for (int i = 0; i < 16; ++i)
      sums[i] = fma(f, a[64 * k + i], sums[i]);
  }
  for (int i = 0; i < 16; ++i)
    out[4096 * i + x] = sums[i];
}
