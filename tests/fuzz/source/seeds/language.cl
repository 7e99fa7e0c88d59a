-cl-std=CL3.0 -D WIDE(x)=((x)*2) -w
#define JOIN(a, b) a##b
#if __OPENCL_C_VERSION__ >= 300 && defined(cl_khr_fp64)
typedef double real;
#else
typedef float real;
#endif
struct Bits { int a; unsigned b; long c; };
enum Kind { None, One = 3, Two };
real JOIN(half, Of)(real x) { return x / 2; }
int __attribute__((overloadable)) pick(int a) { return a; }
int __attribute__((overloadable)) pick(long a) { return (int)(a >> 3); }
kernel __attribute__((vec_type_hint(float4))) void all(global real *x, __global uchar *restrict bytes, enum Kind kind,
                                                       struct Bits s) {
  size_t i = get_global_id(0) * get_global_size(1) + get_global_offset(2);
  do {
    x[i] = halfOf(x[i]) + WIDE(s.a) - (real)s.b;
    if (isnan(x[i]) || !signbit(x[i]))
      break;
  } while (--s.c > 0);
  bytes[i] = pick(s.c) + pick((int)s.b) + sizeof(real) + _Alignof(long3) + "abc"[kind] + 'x' + (kind ? ~0u : -1L) % 7;
  for (uint j = 0; j < 4u; j++)
    bytes[j + i] <<= mul24(j, 3u) + hadd(j, 9u) + clz(j | 1) + mad_sat((int)j, 5, (int)s.b);
}
