// Lanes of 64 bits are divided by constants as such of 32 where all fit; by powers of two and by what is not constant they
// are divided as they are.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel=by --print-after=divisions --emit=llvm | FileCheck %s --check-prefix=BY
// RUN: env LANECL_ISA=avx2 lanecl cc %s --kernel=other --print-after=divisions --emit=llvm | FileCheck %s --check-prefix=OTHER
// RUN: env LANECL_ISA=avx2 LANECL_TIERS=first lanecl cc %s --kernel=by --print-after=divisions --emit=llvm | FileCheck %s --check-prefix=OTHER

// BY: %[[UPPER:.*]] = and <[[#W:]] x i64> %{{.*}}, splat (i64 -4294967296)
// BY: icmp eq i{{[0-9]+}} %{{.*}}, 0
// BY: udiv <[[#W]] x i32> %{{.*}}, splat (i32 1000)
// BY: sdiv <[[#W]] x i64> %{{.*}}, splat (i64 1000)
kernel void by(global long *p) { p[get_global_id(0)] /= 1000; }

// OTHER-NOT: udiv <{{[0-9]+}} x i32>
// OTHER: sdiv <{{[0-9]+}} x i64>
kernel void other(global long *p, long by) { p[get_global_id(0)] = p[get_global_id(0)] / 1024 + p[get_global_id(0)] / by; }
