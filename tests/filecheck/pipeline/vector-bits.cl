// Bits of short vectors, taken as other types, go from register to register, also where nothing is prepared for lanes.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report -- -cl-opt-disable | FileCheck %s

// CHECK: kernel bits
// CHECK-NOT: lane after lane
kernel void bits(global ulong *p, global float4 *q) {
  size_t i = get_global_id(0);
  uint2 parts = as_uint2(p[i]);
  float2 halves = as_float2(as_double(q[i].xy));
  p[i] = as_ulong((uint2)(parts.y ^ 5, parts.x)) + as_ulong(as_uchar8(halves).s76543210) + as_ushort2(parts.x).y;
}
