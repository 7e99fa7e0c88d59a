// Where lanes are given up, a work-item asks what holds for its whole group, not whether a sub-group round it is in the
// interior.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s --check-prefix=REPORT
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel apart --print-after=packetize --emit=llvm -o - | FileCheck %s

// REPORT: kernel apart: a version for sub-groups of the interior
// REPORT: kernel apart: scalar, work-items reach memory apart from each other
// CHECK-LABEL: define dso_local spir_kernel void @apart
// CHECK-NOT: or i1
// CHECK: call i64 @lanecl.group_id(i32 0)
// CHECK-NOT: or i1
// CHECK: br i1 {{.*}}, label %interior,
// CHECK: ret void
kernel void apart(global float *all, int size, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  global float *own = all + clamp(x - 1, 0, n - 1) * size;
  own[7] -= own[1] * own[3];
  own[19] -= own[1] * own[5];
  own[11] += own[9];
}
