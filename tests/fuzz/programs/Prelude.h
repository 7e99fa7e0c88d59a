// The words of OpenCL C for Clang's C, so that the host's compiler makes the reference of the generated programs.
// Reference.cpp is what runs them; LOCAL_VARIABLE (reference.py) stands before variables in local memory,
// LOCAL_GAP(name) is what lies behind them.
#pragma clang diagnostic ignored "-Wmissing-prototypes"
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
#define kernel
#define global
#define local
#define private
#define constant const
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define NULL ((void *)0)

#define OVERLOAD static inline __attribute__((overloadable, unused))
#define VECTORS(T)                                                                                                     \
  typedef T T##2 __attribute__((ext_vector_type(2)));                                                                  \
  typedef T T##3 __attribute__((ext_vector_type(3)));                                                                  \
  typedef T T##4 __attribute__((ext_vector_type(4)));                                                                  \
  typedef T T##8 __attribute__((ext_vector_type(8)));                                                                  \
  OVERLOAD T##2 vload2(size_t i, const T *p) { return (T##2){p[2 * i], p[2 * i + 1]}; }                                \
  OVERLOAD T##3 vload3(size_t i, const T *p) { return (T##3){p[3 * i], p[3 * i + 1], p[3 * i + 2]}; }                  \
  OVERLOAD T##4 vload4(size_t i, const T *p) { return (T##4){p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]}; }    \
  OVERLOAD void vstore2(T##2 v, size_t i, T *p) {                                                                      \
    p[2 * i] = v.x;                                                                                                    \
    p[2 * i + 1] = v.y;                                                                                                \
  }                                                                                                                    \
  OVERLOAD void vstore3(T##3 v, size_t i, T *p) {                                                                      \
    p[3 * i] = v.x;                                                                                                    \
    p[3 * i + 1] = v.y;                                                                                                \
    p[3 * i + 2] = v.z;                                                                                                \
  }                                                                                                                    \
  OVERLOAD void vstore4(T##4 v, size_t i, T *p) {                                                                      \
    p[4 * i] = v.x;                                                                                                    \
    p[4 * i + 1] = v.y;                                                                                                \
    p[4 * i + 2] = v.z;                                                                                                \
    p[4 * i + 3] = v.w;                                                                                                \
  }                                                                                                                    \
  OVERLOAD T min(T a, T b) { return b < a ? b : a; }                                                                   \
  OVERLOAD T max(T a, T b) { return a < b ? b : a; }                                                                   \
  OVERLOAD T clamp(T v, T a, T b) { return v < a ? a : b < v ? b : v; }
VECTORS(char)
VECTORS(uchar)
VECTORS(short)
VECTORS(ushort)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
VECTORS(float)

#define CONVERT(TO, FROM)                                                                                              \
  OVERLOAD TO##2 convert_##TO##2(FROM##2 v) { return __builtin_convertvector(v, TO##2); }                              \
  OVERLOAD TO##4 convert_##TO##4(FROM##4 v) { return __builtin_convertvector(v, TO##4); }
#define CONVERT_ALL(FROM)                                                                                              \
  CONVERT(uchar, FROM)                                                                                                 \
  CONVERT(short, FROM)                                                                                                 \
  CONVERT(int, FROM)                                                                                                   \
  CONVERT(uint, FROM)                                                                                                  \
  CONVERT(float, FROM)
CONVERT_ALL(uchar)
CONVERT_ALL(short)
CONVERT_ALL(int)
CONVERT_ALL(uint)
CONVERT_ALL(float)

OVERLOAD uint abs(int v) { return v < 0 ? 0u - (uint)v : (uint)v; }
OVERLOAD int mul24(int a, int b) { return (int)((long)a * b); }
OVERLOAD uint mul24(uint a, uint b) { return a * b; }
OVERLOAD uint rotate(uint v, uint by) { return (by & 31) ? v << (by & 31) | v >> (32 - (by & 31)) : v; }
OVERLOAD uint popcount(uint v) { return (uint)__builtin_popcount(v); }
OVERLOAD uint clz(uint v) { return v ? (uint)__builtin_clz(v) : 32; }
OVERLOAD uint as_uint(float v) {
  union {
    float f;
    uint u;
  } both;
  both.f = v;
  return both.u;
}
OVERLOAD int select(int a, int b, int c) { return c ? b : a; }

#define ATOMIC(NAME, EXPRESSION)                                                                                       \
  OVERLOAD int NAME(volatile int *p, int v) {                                                                          \
    int old = *p;                                                                                                      \
    *p = (int)(EXPRESSION);                                                                                            \
    return old;                                                                                                        \
  }                                                                                                                    \
  OVERLOAD uint NAME(volatile uint *p, uint v) {                                                                       \
    uint old = *p;                                                                                                     \
    *p = (uint)(EXPRESSION);                                                                                           \
    return old;                                                                                                        \
  }
ATOMIC(atomic_add, (uint)old + (uint)v)
ATOMIC(atomic_sub, (uint)old - (uint)v)
ATOMIC(atomic_and, old &v)
ATOMIC(atomic_or, old | v)
ATOMIC(atomic_xor, old ^ v)
ATOMIC(atomic_min, v < old ? v : old)
ATOMIC(atomic_max, old < v ? v : old)
ATOMIC(atomic_xchg, v)
OVERLOAD int atomic_inc(volatile int *p) { return atomic_add(p, 1); }
OVERLOAD uint atomic_inc(volatile uint *p) { return atomic_add(p, 1u); }
OVERLOAD int atomic_dec(volatile int *p) { return atomic_sub(p, 1); }
OVERLOAD uint atomic_dec(volatile uint *p) { return atomic_sub(p, 1u); }
OVERLOAD int atomic_cmpxchg(volatile int *p, int expected, int desired) {
  int old = *p;
  if (old == expected)
    *p = desired;
  return old;
}
OVERLOAD uint atomic_cmpxchg(volatile uint *p, uint expected, uint desired) {
  uint old = *p;
  if (old == expected)
    *p = desired;
  return old;
}

void ref_barrier(int place);
void ref_gap(char *gap);
size_t ref_query(int what, uint dimension);
long long ref_group(int operation, long long value, size_t chosen);
#define barrier(fences) ref_barrier(__LINE__)
#define work_group_barrier(fences) ref_barrier(__LINE__)
#define mem_fence(fences) ((void)0)
static inline size_t get_global_id(uint d) { return ref_query(0, d); }
static inline size_t get_local_id(uint d) { return ref_query(1, d); }
static inline size_t get_global_size(uint d) { return ref_query(2, d); }
static inline size_t get_local_size(uint d) { return ref_query(3, d); }
static inline size_t get_num_groups(uint d) { return ref_query(4, d); }
static inline size_t get_enqueued_local_size(uint d) { return ref_query(5, d); }
static inline size_t get_group_id(uint d) { return ref_query(6, d); }
static inline size_t get_global_offset(uint d) { return ref_query(7, d); }
static inline size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
static inline size_t get_global_linear_id(void) {
  return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) *
             get_global_size(0) +
         get_global_id(0) - get_global_offset(0);
}

#define GROUP(NAME, CODE)                                                                                              \
  OVERLOAD int work_group_##NAME(int v) { return (int)ref_group(CODE, v, 0); }                                         \
  OVERLOAD uint work_group_##NAME(uint v) { return (uint)ref_group(CODE, v, 0); }                                      \
  OVERLOAD long work_group_##NAME(long v) { return (long)ref_group(CODE, v, 0); }
GROUP(reduce_add, 0)
GROUP(reduce_min, 1)
GROUP(reduce_max, 2)
GROUP(scan_inclusive_add, 10)
GROUP(scan_inclusive_min, 11)
GROUP(scan_inclusive_max, 12)
GROUP(scan_exclusive_add, 20)
static inline int work_group_any(int v) { return ref_group(2, v != 0, 0) != 0; }
static inline int work_group_all(int v) { return ref_group(1, v != 0, 0) != 0; }
OVERLOAD int work_group_broadcast(int v, size_t x) { return (int)ref_group(3, v, x); }
OVERLOAD int work_group_broadcast(int v, size_t x, size_t y) { return (int)ref_group(3, v, y * get_local_size(0) + x); }
OVERLOAD int work_group_broadcast(int v, size_t x, size_t y, size_t z) {
  return (int)ref_group(3, v, (z * get_local_size(1) + y) * get_local_size(0) + x);
}

// What a restrict helper promises: a call that breaks it is a mistake of the generator.
static inline void check_apart(const volatile void *a, const volatile void *b) {
  if (a == b)
    __builtin_trap();
}
