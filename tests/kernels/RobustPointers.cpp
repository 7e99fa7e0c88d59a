// Robust programs: pointers whose memory nobody can tell reach what the kernel was given, and nothing else.
#include "Guarded.h"
using harness::Robust;

namespace {

int identity(int i) { return i + 1; }
int zero(int) { return 0; }

/// Memory of the host that no kernel may see or change.
class Secret {
public:
  Secret() { std::ranges::fill(values_, Value); }
  ~Secret() {
    for (int value : values_)
      EXPECT_EQ(value, Value);
  }
  cl_ulong address() const { return reinterpret_cast<cl_ulong>(&values_[256]); }

private:
  static constexpr int Value = 0x5EC8E7;
  std::vector<int> values_ = std::vector<int>(512);
};

TEST(RobustPointers, NumbersOfTheHostsMemory) {
  Secret secret;
  for (const char *pointer :
       {"(global int *)address", "(global int *)(address * 3 / 3)", "(global int *)as_ulong(as_uint2(address))",
        "*(global int *private volatile *)&address", "(i & 1 ? (global int *)address : (global int *)(address + 8))",
        "(global int *)((ulong)in - (ulong)out + (address - (ulong)in + (ulong)out))"}) {
    Robust t;
    t.run(std::string("kernel void k(global int *in, global int *out, local int *l, ulong address) {"
                      "  int i = get_global_id(0); global int *p = ") +
              pointer + "; out[i] = p[i] + p[-i] + 3; p[i] = 7; atomic_inc(p + i); }",
          64, 32, 64, secret.address());
    t.expect(identity, [](int) { return 3; }, pointer);
  }
}

TEST(RobustPointers, NumbersOfTheBuffersAreBounded) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, ulong three) {"
        "  int i = get_global_id(0); ulong x = (ulong)in * three + (ulong)i * 12;"
        "  global int *p = (global int *)(x / 3); p[0] = i + 500; out[i] = p[-3]; p[-8000] = 9; p[100] = 9; }",
        200, 8, 64, cl_ulong(3));
  // What each reads may be written already.
  const auto ins = t.in.read(), outs = t.out.read();
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(ins[i], i + 500);
    EXPECT_TRUE(i < 3 ? outs[i] == 0 : outs[i] == i - 2 || outs[i] == i + 497) << i << ": " << outs[i];
  }
}

TEST(RobustPointers, KeptInBuffers) {
  Secret secret;
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, ulong address) {"
        "  int i = get_local_id(0);"
        "  if (i == 0) { global ulong *places = (global ulong *)in;"
        "    places[0] = (ulong)(out + 1); places[1] = address; places[2] = (ulong)(out + 1000000); places[3] = 0; }"
        "  barrier(CLK_GLOBAL_MEM_FENCE);"
        "  global int *p = *((global int *global volatile *)in + (i & 3));"
        "  if (i < 4) { p[0] += i + 1; atomic_add(p + 2, 10); }"
        "  barrier(CLK_GLOBAL_MEM_FENCE); if (i < 8) in[i] = 0; }",
        32, 32, 64, secret.address());
  t.expect([](int i) { return i < 8 ? 0 : i + 1; }, [](int i) { return i == 1 ? 1 : i == 3 ? 10 : 0; });
}

TEST(RobustPointers, KeptInPrivateMemory) {
  Robust t;
  t.run("typedef struct { global int *to; int n; } Target;"
        "kernel void k(global int *in, global int *out, local int *l, int shift) {"
        "  int i = get_global_id(0); Target targets[3] = {{in, 1}, {out, 2}, {in + 8, 3}};"
        "  Target t = targets[(i + shift) % 3]; if (t.to == out) t.to[i] = t.n; "
        "  int own[4] = {1, 2, 3, 4}, other[4] = {5, 6, 7, 8}; int *p = shift == 0 ? own : other; p[i & 7] += 100;"
        "  if ((i & 1) == 0) out[i] = own[i & 3] + other[i & 7] * 1000; }",
        64, 32, 64, 0);
  t.expect(identity, [](int i) {
    if (i % 2)
      return i % 3 == 1 ? 2 : 0;
    int own = (i & 3) + 1 + ((i & 7) < 4 ? 100 : 0), other = (i & 7) < 4 ? (i & 7) + 5 : 0;
    return own + other * 1000;
  });
}

// Which variable of its work-item a pointer leads to is found out by comparing lanes' pointers, some of which lie a
// scalar's step apart.
TEST(RobustPointers, ToVariablesThatPointToOneAnother) {
  Robust t;
  t.run("struct Node { int tag; private int *where; };"
        "struct Chain { int v; private struct Chain *next; };"
        "kernel void k(global int *in, global int *out, local int *l, int zero) {"
        "  int x = 0, y = 5, v[8] = {0, 0, 0, 0, 0, 0, 0, 0};"
        "  private int *places[4] = {v + zero, &x, v, &x};"
        "  struct Node nodes[2] = {{1, &y}, {2, v}};"
        "  private int *private *where = &nodes[*places[0]].where;"
        "  struct Chain chain[3];"
        "  for (int i = 0; i < 3; ++i) { chain[i].v = i; chain[i].next = i < 2 ? &chain[i + 1] : chain; }"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  places[(zero + 14) & 3] = &chain[1].next->next->v;"
        "  out[get_global_id(0)] = **where + 31 + *places[2]; }",
        64, 64, 64, 0);
  t.expect(identity, [](int) { return 36; });
}

TEST(RobustPointers, PrivateArraysAreBounded) {
  for (int shift : {-100000, -9, -1, 0, 1, 5, 8, 1 << 29, 0x7fffffff}) {
    Robust t;
    t.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
          "  int i = get_global_id(0); volatile int before[8], own[8], after[8];"
          "  for (int j = 0; j < 8; ++j) { before[j] = 100; own[j] = 200 + j; after[j] = 300; }"
          "  own[(i & 7) + shift] += 1000; int sum = 0;"
          "  for (int j = 0; j < 8; ++j) sum += before[j] + after[j] + own[j];"
          "  out[i] = own[(i & 7) + shift]; in[i] = sum; }",
          64, 32, 64, shift);
    auto place = [&](int i) { return int64_t(int32_t(uint32_t(i & 7) + uint32_t(shift))); };
    auto isInside = [&](int i) { return place(i) >= 0 && place(i) < 8; };
    t.expect([&](int i) { return 8 * 600 + 28 + (isInside(i) ? 1000 : 0); },
             [&](int i) { return isInside(i) ? 1200 + int(place(i)) : 0; }, "shifted by " + std::to_string(shift));
  }
}

TEST(RobustPointers, VectorsMayLieAnywhere) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
        "  int i = get_global_id(0); int4 v = *(global int4 *)(in + i + shift);"
        "  if (get_local_id(0) == 0) *(local int4 *)(l + shift) = (int4)(1, 2, 3, 4);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  int own[8] = {1, 2, 3, 4, 5, 6, 7, 8}; int4 w = *(int4 *)(own + shift + (i & 1));"
        "  *(global int4 *)(out + 61 + shift) = (int4)(7); out[i] = v.x + v.w + w.x + l[1] + l[4]; }",
        64, 16, 256, 1);
  t.expect(identity, [](int i) { return (i < 60 ? 2 * i + 7 : 0) + 2 + i % 2 + 5; });
}

TEST(RobustPointers, AtomicsAcrossElementsDoNothing) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
        "  volatile global int *p = (volatile global int *)((volatile global char *)in + shift);"
        "  out[get_global_id(0)] = atomic_inc(p + get_global_id(0)); }",
        32, 32, 64, 2);
  t.expect(identity, zero);
}

TEST(RobustPointers, PromisesOfTheProgramAreNotBelieved) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
        "  int i = get_local_id(0); local int before[8], own[8], after[8];"
        "  if (i < 8) { before[i] = 1; own[i] = 2; after[i] = 3; } barrier(CLK_LOCAL_MEM_FENCE);"
        "  int j = i + shift; __builtin_assume(j >= 0 && j < 8); own[j] = 9; int r = own[j];"
        "  barrier(CLK_LOCAL_MEM_FENCE); if (i < 8) out[i] = before[i] + after[i]; }",
        32, 32, 64, 8);
  t.expect(identity, [](int i) { return i < 8 ? 4 : 0; });
  Robust ending; // a work-item that comes where it said that it does not come ends
  ending.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
             "  int i = get_global_id(0), j = i + shift; out[i] = 1; if (j > 7) __builtin_unreachable();"
             "  in[j + 64] = 5; in[j] = 7; out[i] = 2; }",
             32, 32, 64, 4);
  ending.expect([](int i) { return i >= 4 && i < 8 ? 7 : i + 1; }, [](int i) { return i < 4 ? 2 : i < 32 ? 1 : 0; });
}

TEST(RobustPointers, PrintfReadsOnlyTextsOfTheProgram) {
  Secret secret;
  Robust t;
  t.run("constant char *constant names[2] = {\"one\", \"two\"};"
        "kernel void k(global int *in, global int *out, local int *l, ulong address) {"
        "  int i = get_global_id(0);"
        "  out[i] = printf(\"%s|\", (constant char *)(address + i)) | printf(\"%s|\", (constant char *)(16 + i));"
        "  out[i] |= printf(\"%s|\", \"text\" + i * 100000) | printf(\"%s|%s|\", i & 1 ? \"odd\" : \"even\", names[i & "
        "1]);"
        "  out[i] |= printf(\"%p|%d\\n\", (constant char *)(16 + i), i);"
        "  in[i] = printf((constant char *)address + i) + 1; }",
        4, 4, 64, secret.address());
  t.expect([](int i) { return i < 4 ? 0 : i + 1; }, zero);
}

} // namespace
