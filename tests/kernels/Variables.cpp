// Variables of every kind whose address is used in every way: each keeps its own memory and lets its neighbours keep
// theirs. The SPIR-V back end guesses a variable's type from its uses.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {
struct Kind {
  const char *name;
  const char *declare; // of v; SPACE becomes the address space
  const char *set;
  const char *isSame;
};
const Kind kinds[] = {
    {"char", "SPACE char v;", "v = (char)g;", "v == (char)g"},
    {"half", "SPACE half v;", "v = (half)g;", "v == (half)g"},
    {"int", "SPACE int v;", "v = g * 7;", "v == g * 7"},
    {"double", "SPACE double v;", "v = g * .5;", "v == g * .5"},
    {"uchar3", "SPACE uchar3 v;", "v = (uchar3)(g, 1, 2);", "all(v == (uchar3)(g, 1, 2))"},
    {"long16", "SPACE long16 v;", "v = g;", "all(v == (long16)g)"},
    {"array", "SPACE short v[5];", "v[g % 5] = g;", "v[g % 5] == g"},
    {"rows", "SPACE int v[3][4];", "v[2][g % 4] = g;", "v[2][g % 4] == g"},
    {"structure", "SPACE struct { char c; double d[2]; } v;", "v.c = g; v.d[1] = g;", "v.c == g && v.d[1] == g"},
    {"packed", "SPACE struct __attribute__((packed)) { char c; int i; } v;", "v.c = g; v.i = g;",
     "v.c == g && v.i == g"},
    {"pointer", "global int *SPACE v;", "v = in + g;", "v == in + g && *v == g"},
    {"pointer to pointer", "global int *w; global int **SPACE v;", "w = in + g; v = &w;", "*v == in + g && **v == g"},
    {"generic pointer", "int *SPACE v;", "v = in + g;", "v == in + g && *v == g"},
    {"pointers", "global int *SPACE v[3];", "v[1] = in + g; v[2] = in;", "v[1] == in + g && *v[1] == g && v[2] == in"},
    {"pointers, of which one is compared", "global int *SPACE v[5];",
     "v[0] = v[3] = v[4] = in + g; { global int **one = &v[1]; if (one == 0 || v + 2 + g == one) wrong |= 4;"
     " *one = in; }",
     "v[0] == in + g && v[3] == in + g && *v[4] == g && v[1] == in"},
    {"structure of pointers", "SPACE struct { global int *a, *b; } v;", "v.a = in + g; v.b = in;",
     "v.a == in + g && *v.a == g && v.b == in"},
    {"union", "SPACE union { int i; long l; } v;", "v.l = 5; v.i = g;", "v.l == g"},
    {"structures of arrays of pointers", "SPACE struct { int *p[2]; } v[2];", "v[1].p[1] = in + g;",
     "v[1].p[1] == in + g && *v[1].p[1] == g"},
};

struct Use {
  const char *name;
  const char *text;
};
const Use uses[] = {
    {"none", ""},
    {"compared with null", "if (&v == 0) wrong |= 4;"},
    {"compared as void", "if ((SPACE void *)&v == (SPACE void *)0) wrong |= 4;"},
    {"compared as generic", "if ((generic void *)&v == (generic void *)in) wrong |= 4;"},
    {"compared with another kind of pointer", "if ((SPACE int ****)&v == (void *)0) wrong |= 4;"},
    {"handed on", "wrong |= keep((void *)&v);"},
    {"a number", "if (((ulong)&v & 0) != 0) wrong |= 4;"},
    {"stored", "SPACE void *q = (SPACE void *)&v; SPACE void **qq = &q; wrong |= keep(qq); if (*qq != &v) wrong |= 4;"},
    {"copied by bytes", "{ char c[sizeof(v)]; for (int i = 0; i < sizeof(v); ++i) c[i] = ((SPACE char *)&v)[i];"
                        " for (int i = 0; i < sizeof(v); ++i) ((SPACE char *)&v)[i] = c[sizeof(v) - 1 - i];"
                        " for (int i = 0; i < sizeof(v); ++i) ((SPACE char *)&v)[i] = c[i]; }"},
    {"counted from", "if ((SPACE char *)(&v + 1) - (SPACE char *)&v != sizeof(v)) wrong |= 4;"},
};

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// One kernel a use: the variable between two neighbours that are in memory too.
std::string kernelsFor(const Kind &kind, const std::string &space) {
  std::string source = "__attribute__((noinline)) int keep(void *p) { return p == 0 ? 8 : 0; }\n"
                       "__attribute__((noinline)) void fill(SPACE ulong *p, ulong with) {"
                       " for (int i = 0; i < 3; ++i) p[i] = with + i; }\n"
                       "__attribute__((noinline)) int differs(SPACE ulong *p, ulong from) {"
                       " int d = 0; for (int i = 0; i < 3; ++i) d |= p[i] != from + i; return d; }\n";
  for (std::size_t i = 0; i < std::size(uses); ++i)
    source +=
        "kernel void k" + std::to_string(i) +
        "(global int *out, global int *in) {\n  int g = get_global_id(0), wrong = 0;\n  SPACE ulong before[3]; " +
        kind.declare + " SPACE ulong after[3];\n  fill(before, g); fill(after, ~(ulong)g);\n  " + kind.set + "\n  " +
        uses[i].text + "\n  if (!(" + kind.isSame +
        ")) wrong |= 1;\n  if (differs(before, g) || differs(after, ~(ulong)g)) wrong |= 2;\n  out[g] = wrong;\n}\n";
  return replaced(source, "SPACE", space);
}

void check(const std::string &space, std::size_t localSize) {
  constexpr std::size_t items = 40;
  for (const Kind &kind : kinds) {
    harness::Program program("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + kernelsFor(kind, space),
                             "-cl-std=CL3.0");
    for (std::size_t i = 0; i < std::size(uses); ++i) {
      std::vector<cl_int> out(items, -1), in(items);
      std::iota(in.begin(), in.end(), 0);
      harness::Launch launch(program, ("k" + std::to_string(i)).c_str());
      launch.arg(inOut(out)), launch.arg(inOut(in));
      launch.run(Range::of(items, localSize));
      EXPECT_EQ(out, std::vector<cl_int>(items, 0)) << space << " " << kind.name << ", " << uses[i].name;
    }
  }
}

// In program scope there is one of each for all work-items.
void checkProgramScope() {
  for (const Kind &kind : kinds) {
    std::string source =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nglobal ulong before[3]; " +
        replaced(kind.declare, "SPACE", "global") +
        " global ulong after[3];\n__attribute__((noinline)) int keep(void *p) { return p == 0 ? 8 : 0; }\n";
    for (std::size_t i = 0; i < std::size(uses); ++i)
      source += "kernel void k" + std::to_string(i) +
                "(global int *out, global int *in) {\n  int g = 7, wrong = 0;\n"
                "  for (int i = 0; i < 3; ++i) before[i] = i, after[i] = ~i;\n  " +
                kind.set + "\n  " + replaced(uses[i].text, "SPACE", "global") + "\n  if (!(" + kind.isSame +
                ")) wrong |= 1;\n  for (int i = 0; i < 3; ++i) if (before[i] != i || after[i] != ~i) wrong |= 2;\n"
                "  out[0] = wrong;\n}\n";
    harness::Program program(replaced(replaced(source, "global void *q", "global void *private q"), "global void **qq",
                                      "global void *private *qq"));
    for (std::size_t i = 0; i < std::size(uses); ++i) {
      std::vector<cl_int> out{-1}, in(8, 7);
      harness::Launch launch(program, ("k" + std::to_string(i)).c_str());
      launch.arg(inOut(out)), launch.arg(inOut(in));
      launch.run(Range::of(1));
      EXPECT_EQ(out[0], 0) << kind.name << ", " << uses[i].name;
    }
  }
}

TEST(Variables, ProgramScope) { checkProgramScope(); }
TEST(Variables, Private) { check("private", 20); }
TEST(Variables, Local) { check("local", 1); }

// Addresses within other variables, in pointers of another address space: the offset is in bytes whatever it points to.
TEST(Variables, AddressesInGenericPointers) {
  const std::string source = R"(
    struct Inner { char a; int b; short c[5]; };
    global int numbers[4] = {1, 2, 3, 4};
    global long longs[3] = {10, 20, 30};
    global struct Inner inner[2] = {{1, 200, {1, 2, 3, 4, 5}}, {2, 300, {6, 7, 8, 9, 10}}};
    int *global list[3] = {&numbers[1], numbers + 3, numbers};
    int *global direct = &numbers[3];
    long *global longest = &longs[2];
    global struct { int *to; int n; short *s; } held = {&numbers[2], 1, &inner[1].c[3]}, other = {&inner[1].b, 2, inner[0].c};
    kernel void k(global int *out) {
      out[0] = *list[0]; out[1] = *list[1]; out[2] = *list[2]; out[3] = *direct; out[4] = (int)*longest;
      out[5] = *held.to; out[6] = *held.s; out[7] = *other.to; out[8] = other.s[1];
    })";
  std::vector<int> out(9);
  ASSERT_TRUE(harness::run(source, "k", Range::of(1), harness::inOut(out)));
  EXPECT_EQ(out, (std::vector<int>{2, 4, 1, 4, 30, 3, 9, 300, 2}));
}
} // namespace
