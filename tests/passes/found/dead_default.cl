static float clampf(float x) { return x > 0.0f ? x < 100.0f ? x : 100.0f : 0.0f; }
__attribute__((noinline)) int h0_0(int a, int b, global const int* in) {
  if (a & 1) return b * 3;
  return in[(uint)(a ^ b) & 511u];
}
__attribute__((noinline)) int h0_1(int a, int b, global const int* in) {
  switch (a & 3) { case 0: return b; case 1: a = b & 255; case 2: return (a & 1023) + 1; }
  return b & a;
}
kernel void k0(global const int* in, global int* out, global const float* fin, global float* fout, global const short* sh,
  global short* so, global const char* ch, global uchar4* bo, global const long* lo, global atomic_int* cnt, int n, int m) {
  int gid = get_global_id(0);
  int arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int4 q = (int4)(gid, n, m, 1);
  int v0 = gid * 3;
  local int lm[96];
  uchar v1 = (uchar)((uchar)v0 | (uchar)v0);
  float v2 = ((float)v0 - (float)v1);
  double v3 = ((double)m / (1.0f + fabs((float)(double)v0)));
  ushort v4 = (ushort)((ushort)clampf((float)v3) / ((ushort)(((ushort)v1 & 15) + 1)));
  for (int c0 = 0; c0 < (n & 7); c0++) {
    if ((ulong)v1 != (ulong)((ulong)4 + (ulong)(ulong)(int)get_global_size(0))) {
      if ((ulong)((ulong)gid / ((ulong)(((ulong)clampf((float)v3) & 15) + 1))) != (ulong)((ulong)6 * (ulong)(ulong)v1) && gid < 41) break;
      { int c1 = 0; do {
        v0 = (int)min((int)(int)((uint)(int)v1 + (uint)(int)((int)sh[4] / ((int)(((int)v1 & 15) + 1)))), (int)(int)((int)((uint)(int)clampf((float)v3) << 0) % ((int)(((int)((int)(int)get_global_size(0) / ((int)(((int)gid & 15) + 1))) & 15) + 1))));
        v4 = (ushort)((uint)(ushort)((uint)(ushort)((uint)(ushort)ch[(gid + 4) & 511] >> 3) >> 0) << 1);
      } while (++c1 < (n & 7)); }
      if ((16 & 1u) > 1u) {
        arr[5] += (int)gid;
        out[4 * gid + 3] = (int)((int)min((int)11, (int)0) / ((int)(((int)n & 15) + 1)));
      } else {
        __opencl_atomic_fetch_max(&cnt[24 + 3], (gid < n ? (int)v1 : (int)v1), memory_order_relaxed, memory_scope_device);
        v0 = (int)(int)get_global_size(0);
      }
    } else {
      if (((float)v2 * (float)v2) != ((float)gid * (float)v0)) {
        bo[gid] = __builtin_convertvector(q & 127, uchar4);
        __opencl_atomic_fetch_add(&cnt[0 + ((uint)(int)clampf((float)v2) & 7u)], (int)((int)gid & (int)v0), memory_order_relaxed, memory_scope_device);
        out[4 * gid + 2] = (int)((uint)(int)((int)(int)get_local_id(0) % ((int)(((int)ch[((uint)gid - 7u) & 511u] & 15) + 1))) - (uint)(int)((uint)(int)v1 * (uint)(int)clampf((float)v2)));
      } else {
        __opencl_atomic_fetch_xor(&cnt[8 + ((uint)(int)(int)get_group_id(0) & 7u)], (int)((uint)(int)(int)get_local_id(0) - (uint)(int)gid), memory_order_relaxed, memory_scope_device);
        v0 ^= h0_0((int)v0, gid, in);
      }
      if (n > 37) {
        bo[gid] = __builtin_convertvector(q & 127, uchar4);
        v0 ^= h0_1((int)clampf((float)v3), gid, in);
        __opencl_atomic_fetch_max(&cnt[24 + ((uint)(int)ch[511 - gid] & 7u)], (int)gid, memory_order_relaxed, memory_scope_device);
      } else {
        v1 = (uchar)((uchar)((uchar)((uchar)m ^ (uchar)v1) / ((uchar)(((uchar)v0 & 15) + 1))) / ((uchar)(((uchar)max((int)(uchar)max((int)(uchar)clampf((float)v3), (int)(uchar)v4), (int)(uchar)((uchar)v0 % ((uchar)(((uchar)gid & 15) + 1)))) & 15) + 1)));
        v4 = (ushort)((uint)(ushort)((uint)(ushort)v0 * (uint)(ushort)((ushort)lo[511 - gid] ^ (ushort)lo[511 - gid])) + (uint)(ushort)v0);
      }
      if ((ushort)((uint)(ushort)v4 - (uint)(ushort)lo[(n + 5) & 511]) != (gid < n ? (ushort)clampf((float)v3) : (ushort)sh[clamp(gid - 0, 0, n - 1)]) || gid < 35) {
        __opencl_atomic_fetch_or(&cnt[16 + 3], (int)((int)(int)get_local_id(0) ^ (int)(int)get_group_id(0)), memory_order_relaxed, memory_scope_device);
        v0 ^= h0_1((int)sh[2 * gid + 3], (int)clampf((float)v3), in);
      }
    }
  }
  lm[get_local_id(0)] = (int)clampf((float)v2); barrier(CLK_LOCAL_MEM_FENCE); v0 ^= lm[(get_local_id(0) + 0) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE);
  so[gid] = (short)((short)((short)clampf((float)v2) ^ 18) / ((short)(((short)((uint)(short)v0 << 6) & 15) + 1)));
  lm[get_local_id(0)] = (int)v1; barrier(CLK_LOCAL_MEM_FENCE); v0 ^= lm[(get_local_id(0) + 33) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE);
  v1 = (uchar)clampf((float)v3);
  lm[get_local_id(0)] = 18; barrier(CLK_LOCAL_MEM_FENCE); v0 ^= lm[(get_local_id(0) + 23) % get_local_size(0)]; barrier(CLK_LOCAL_MEM_FENCE);
  out[4 * gid + 1] = v0 ^ arr[n & 7];
  out[4 * gid + 2] = q.x + q.w;
  out[4 * gid + 3] ^= (int)v1;
  fout[gid + 128] = (float)v2;
  fout[gid + 128] = (float)v3;
  out[4 * gid + 3] ^= (int)v4;
}
