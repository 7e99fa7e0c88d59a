#include "tests/fuzz/robust/Generate.h"
#include <initializer_list>
#include <random>
#include <string_view>

namespace lanecl::fuzz {
namespace {

constexpr std::string_view Begin = R"(
typedef struct { uint w[6]; ulong end; } Bag;
typedef union { ulong number; global uint *pointer; uint2 pair; global Bag *bag; } Both;
global uint g[16] = {1, 2, 3};
constant uint table[8] = {1, 0x80000000, 3, 4096, 5, 6, 7, 0xffffffff};
kernel void reset(void) { for (int i = 0; i < 16; ++i) g[i] = i * 77; }
__attribute__((noinline)) uint there(global uint *p, uint i) { p[i] ^= i; return p[(int)i - 3]; }
__attribute__((noinline)) uint anywhere(uint *p, long i) { p[i] += 5; return p[-i] + *p; }
static uint chase(global uint *global *list, uint i) { global uint *p = list[i & 7]; *p = i; return p[i]; }
kernel void wild(global uint *a, global ulong *b, global uchar *c, constant uint *t, local uint *l, int n, ulong m, Bag s) {
  const uint gid = get_global_id(0), lid = get_local_id(0);
  for (uint j = lid; j < 32; j += get_local_size(0))
    l[j] = j * 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = gid * 7, y = n, z = (uint)m, pa[8] = {lid, 1, 2, 3, 4, 5, 6, 7};
  uint4 v = (uint4)(x, y, z, 9);
  global uint *p = a, *q = a + lid;
  local uint *lp = l;
  private uint *pp = pa;
  uint *r = (uint *)a;
  Both u;
  u.number = 0;
  u.pointer = a + 2;
)";
// What was read anywhere comes out.
constexpr std::string_view End = R"(
  a[gid & 7] += x ^ y * 3 ^ z * 5 ^ v.x ^ v.y ^ v.z ^ v.w;
  b[gid & 3] ^= s.end + s.w[1] + s.w[5] + pa[0] + pa[7] * 3ul;
  c[gid & 15] += l[lid & 31] + x;
}
)";

class Writer {
public:
  explicit Writer(uint64_t seed) : random_(seed) {}

  std::string program() {
    std::string text(Begin);
    for (uint64_t count = 3 + below(6); count > 0; --count)
      text += "  " + (below(8) ? statement(3) : together()) + "\n";
    return text += End;
  }

private:
  uint64_t below(uint64_t limit) { return random_() % limit; }
  template <std::size_t N> std::string oneOf(const std::string_view (&list)[N]) { return std::string(list[below(N)]); }
  std::string oneOf(std::initializer_list<std::string_view> list) {
    return std::string(list.begin()[below(list.size())]);
  }

  std::string number() {
    static constexpr std::string_view Numbers[] = {
        "0u",   "1u",    "3u",    "7u",     "16u",         "31u",         "33u",         "64u",         "100u",
        "255u", "1024u", "4095u", "65536u", "0x7fffffffu", "0x80000000u", "0xfffffffcu", "0xffffffffu", "123456789u"};
    return oneOf(Numbers);
  }

  /// A uint.
  std::string value(int depth) {
    static constexpr std::string_view Leaves[] = {"x",       "y",       "z",   "gid",    "lid",
                                                  "(uint)n", "(uint)m", "v.y", "s.w[2]", "pa[3]"};
    if (depth <= 0)
      return below(3) ? oneOf(Leaves) : number();
    static constexpr std::string_view Operators[] = {" + ", " - ", " * ", " / ",  " % ",
                                                     " & ", " | ", " ^ ", " << ", " >> "};
    auto in = [&] { return value(depth - 1 - int(below(2))); };
    switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return "(" + in() + oneOf(Operators) + in() + ")";
    case 3:
      return oneOf({"a", "t", "l", "pa", "g", "p", "q", "lp", "pp", "r", "table", "s.w"}) + "[" + index(depth - 1) +
             "]";
    case 4:
      return "(uint)" + oneOf({"b", "c"}) + "[" + index(depth - 1) + "]";
    case 5:
      return "(uint)(" + oneOf({"short", "char", "int", "uchar", "long"}) + ")" + in();
    case 6:
      return "(uint)((long)" + in() + " * (int)" + in() + " >> " + std::to_string(below(40)) + ")";
    case 7:
      return "(" + in() + " < " + in() + " ? " + in() + " : " + in() + ")";
    case 8:
      return oneOf({"mul24", "rotate", "hadd", "max", "add_sat", "mul_hi"}) + "(" + in() + ", " + in() + ")";
    case 9:
      return "convert_uint_sat((float)" + in() + " * 1.5f)";
    case 10:
      return "*" + oneOf({"p", "q", "lp", "pp", "r", "u.pointer"});
    default:
      return oneOf(Leaves);
    }
  }

  /// Mostly what may lead somewhat outside.
  std::string index(int depth) {
    std::string e = value(depth > 1 ? 1 : depth);
    switch (below(9)) {
    case 0:
      return e + " & 15";
    case 1:
      return "(int)(" + e + " & 0xfff) - 0x800";
    case 2:
      return "(int)" + e;
    case 3:
      return "(long)(int)" + e + " * (int)" + value(0);
    case 4:
      return "(ulong)" + e + " << " + std::to_string(below(40));
    case 5:
      return "n + (int)" + e;
    case 6:
      return "gid + " + std::to_string(below(200)) + "u - 50u";
    case 7:
      return "(short)" + e;
    default:
      return e;
    }
  }

  /// The same for all work-items.
  std::string uniform() {
    static constexpr std::string_view Forms[] = {"n",        "n * 3 - 7",          "(int)m", "(long)m * n",
                                                 "(n & 63)", "(int)(m >> 5) % 50", "-1",     "30",
                                                 "0",        "(n & 0xfff) - 0x800"};
    return oneOf(Forms);
  }

  /// At the outermost level, by all work-items.
  std::string together() {
    switch (below(4)) {
    case 0:
      return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
    case 1:
      return "{ event_t e = async_work_group_copy(l + (" + uniform() + "), a + (" + uniform() + "), (uint)(" +
             uniform() + ") & 255, 0); wait_group_events(1, &e); }";
    case 2:
      return "{ event_t e = async_work_group_strided_copy(a + (" + uniform() + "), l + (" + uniform() + "), (uint)(" +
             uniform() + ") & 63, " + oneOf({"2", "(n & 7) + 1", "1000"}) + ", 0); wait_group_events(1, &e); }";
    default:
      return "x ^= intel_sub_group_block_read(a + (" + uniform() + ")); intel_sub_group_block_write(a + (" + uniform() +
             "), x);";
    }
  }

  std::string pointerStep() {
    const std::string p = oneOf({"p", "q", "lp", "pp", "r"});
    switch (below(10)) {
    case 0:
      return p + " += " + index(2) + ";";
    case 1:
      return p + " -= (int)" + value(1) + ";";
    case 2:
      return "p = (global uint *)((ulong)p " + oneOf({"+", "^", "|", "-", "&"}) + " " + value(1) + ");";
    case 3:
      return "p = (global uint *)(((ulong)q * 3 + " + value(1) + ") / 3);";
    case 4:
      return "u.pointer = " + oneOf({"p", "q", "a"}) + "; u." +
             oneOf({"number += (int)", "number ^= ", "pair.x += ", "pair.y ^= "}) + value(1) + "; " +
             oneOf({"p", "q"}) + " = u.pointer;";
    case 5:
      return "b[" + index(1) + "] = (ulong)" + oneOf({"p", "q", "lp", "pp", "r", "t", "u.bag"}) + ";";
    case 6:
      return "((global uint *global *)b)[" + index(1) + "] = " + oneOf({"p", "q"}) + "; " + oneOf({"p", "q"}) +
             " = ((global uint *global *)b)[" + index(1) + "];";
    case 7:
      return "r = " + value(1) + " & 1 ? (uint *)p : " + value(0) + " & 2 ? (uint *)lp : (uint *)pp;";
    case 8:
      return oneOf({"p = (global uint *)b[", "lp = (local uint *)(uintptr_t)b[", "pp = (private uint *)(uintptr_t)b[",
                    "r = (uint *)b["}) +
             index(1) + "];";
    default:
      return oneOf({"p = a + (", "q = p + (", "p = (global uint *)c + (", "q = (global uint *)b + ("}) + index(2) +
             ");";
    }
  }

  std::string wideAccess() {
    const std::string place = "(c + (" + index(1) + "))";
    switch (below(9)) {
    case 0:
      return "vstore4(v, " + index(1) + ", " + oneOf({"p", "q", "a"}) + ");";
    case 1:
      return "v ^= vload4(" + index(1) + ", " + oneOf({"p", "q", "a", "l", "pa"}) + ");";
    case 2:
      return "v.xyz += vload3(" + index(1) + ", " + oneOf({"p", "lp", "pp"}) + ");";
    case 3:
      return "*(global uint4 *)" + place + " = v;";
    case 4:
      return "v += *(global uint4 *)" + place + ";";
    case 5:
      return "*(global ulong *)" + place + " += " + value(1) + ";";
    case 6:
      return below(2) ? "*(global Bag *)" + place + " = s;" : "s = *(global Bag *)" + place + ";";
    case 7:
      return "vstore_half((float)x, " + index(1) + ", (global half *)c); y ^= (uint)vload_half4(" + index(1) +
             ", (global half *)p).y;";
    default:
      return "{ " + oneOf({"global", "global", "local"}) + " uint *w = " + "0; x ^= *w; w[" + index(0) + "] = x; }";
    }
  }

  std::string atomic() {
    const std::string place = oneOf({"a + ", "p + ", "q + ", "(global uint *)c + "}) + "(" + index(1) + ")",
                      mine = oneOf({"l", "lp"}) + " + (" + index(1) + ")";
    switch (below(6)) {
    case 0:
      return "x += atomic_add(" + (below(2) ? place : mine) + ", " + value(1) + ");";
    case 1:
      return "y ^= atomic_cmpxchg(" + (below(2) ? place : mine) + ", " + value(1) + ", " + value(0) + ");";
    case 2:
      return "atomic_max(" + place + ", " + value(1) + ");";
    case 3:
      return "z += atomic_fetch_xor((global atomic_uint *)(c + (" + index(1) + ")), " + value(1) + ");";
    case 4:
      return "x ^= atomic_xchg(" + (below(2) ? place : mine) + ", " + value(1) + ");";
    default:
      return "atomic_store_explicit((atomic_uint *)(r + (" + index(1) + ")), " + value(1) + ", memory_order_relaxed);";
    }
  }

  std::string call() {
    switch (below(7)) {
    case 0:
      return "x ^= there(" + oneOf({"p", "q", "a", "u.pointer"}) + ", " + value(2) + ");";
    case 1:
      return "y += anywhere(" + oneOf({"r", "p", "lp", "pp", "pa"}) + ", (int)" + value(1) + ");";
    case 2:
      return "z ^= chase((global uint *global *)b, " + value(1) + ");";
    case 3:
      return "x += (uint)sincos((float)y, (global float *)(p + (" + index(1) + ")));";
    case 4:
      return "y ^= (uint)frexp((float)x, (private int *)(pp + (" + index(1) + ")));";
    case 5:
      return "__builtin_memcpy(" + oneOf({"pa, p", "p, pa", "p, q", "lp, p"}) + ", 32);";
    default:
      return "prefetch(p + (" + index(1) + "), 16); if (gid == 3) printf(\"%s\", (global char *)" +
             oneOf({"p", "c", "q"}) + ");";
    }
  }

  std::string statement(int depth) {
    switch (below(depth > 0 ? 13 : 10)) {
    case 0:
      return oneOf({"x", "y", "z", "v.z"}) + oneOf({" = ", " += ", " ^= "}) + value(3) + ";";
    case 1:
    case 2:
      return oneOf({"a", "p", "q", "r", "l", "lp", "pp", "pa", "g", "s.w"}) + "[" + index(2) + "] = " + value(2) + ";";
    case 3:
      return oneOf({"b", "c"}) + "[" + index(2) + "] = " + value(2) + ";";
    case 4:
    case 5:
      return pointerStep();
    case 6:
      return wideAccess();
    case 7:
      return atomic();
    case 8:
      return call();
    case 9:
      return "*" + oneOf({"p", "q", "lp", "pp", "r", "u.pointer"}) + " = " + value(2) + ";";
    case 10:
      return "for (uint i = 0; i < (" + value(1) + " & 15); ++i) { " + statement(depth - 1) +
             " x += i; p += " + oneOf({"0", "1", "lid", "z & 3"}) + "; }";
    case 11:
      return "if (" + value(1) + " & 1) { " + statement(depth - 1) + " } else { " + statement(depth - 1) + " }";
    default:
      return "for (int i = (int)" + value(1) + ", j = 0; j < 9; i += n, ++j) { a[i] += " + value(1) +
             "; y ^= " + oneOf({"p", "c", "b", "lp", "pa"}) + "[i - 4]; " + statement(depth - 1) + " }";
    }
  }

  std::mt19937_64 random_;
};

} // namespace

std::string wildProgram(uint64_t seed) { return Writer(seed).program(); }

} // namespace lanecl::fuzz
