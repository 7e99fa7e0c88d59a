-cl-mad-enable -D LIMIT=7
typedef struct { float4 place; uchar kind[3]; union { int number; float value; } u; } Thing;
constant float table[4] = {1.0f, -2.5f, 0x1p-3f, 4e10f};
float4 turn(float4 v, private Thing *t) { t->u.value += dot(v, v); return v.wzyx * t->place; }
kernel void k(global Thing *things, global float3 *out, const uint16 bits) {
  int i = get_global_id(0);
  Thing mine = things[i];
  float4 v = turn((float4)(i, table[i & 3], mine.u.number, 1), &mine);
  v.lo = select(v.hi, v.even, (int2)(i < LIMIT, -1));
  uchar4 c = convert_uchar4_sat_rte(v * 255.0f);
  mine.kind[i % 3] = c.y ^ (uchar)popcount(bits.s7);
  vstore3(shuffle2(v, v.yyyy, (uint4)(0, 5, 2, 7)).xyz, i, (global float *)out);
  vstore_half(fma(v.x, v.y, sqrt(v.z)), i, (global half *)out);
  things[i] = mine;
  out[i] = native_sin(v.xyz) + pow(fabs(v.yzw), 1.5f) + frexp(v.x, &mine.u.number);
}
