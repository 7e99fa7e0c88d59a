// Powers whose exponents are known, also from constant memory, are products and roots; those of a known base another
// function's results.
// RUN: lanecl cc --kernel products --emit=llvm --print-after=isolate %s -o - -- | FileCheck %s --check-prefix=PRODUCTS
// RUN: lanecl cc --kernel bases --emit=llvm --print-after=isolate %s -o - -- | FileCheck %s --check-prefix=BASES

constant float Exponent = 1.5f;

// PRODUCTS: @llvm.sqrt.f32
// PRODUCTS-NOT: @_Z3pow
kernel void products(global float *x) {
  size_t i = get_global_id(0);
  x[i] = pow(x[i], Exponent) + pow(x[i], 3.0f);
}

// BASES-DAG: call {{.*}}@_Z4exp2f
// BASES-DAG: call {{.*}}@_Z5exp10f
// BASES-NOT: @_Z3pow
kernel void bases(global float *x) {
  size_t i = get_global_id(0);
  x[i] = pow(2.0f, x[i]) + pow(10.0f, x[i]);
}
