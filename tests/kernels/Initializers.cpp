// Addresses in the initial values of program-scope variables (OpenCL C 3.0, 6.3.1): of members, elements, and what lies
// within them, of other variables and of the variable itself.
#include <cstddef>

#include "Harness.h"

namespace {

constexpr const char *Record = R"(
struct Inner { uchar a; ushort b; uchar c[3]; };
struct Record { short s; char x; char y; uchar z[4]; struct Inner in[2]; char tail; };
)";
struct Inner {
  uchar a;
  ushort b;
  uchar c[3];
};
struct Record_ {
  short s;
  char x, y;
  uchar z[4];
  Inner in[2];
  char tail;
};

struct Case {
  const char *space, *options;
};
class Addresses : public testing::TestWithParam<Case> {};

TEST_P(Addresses, AreWhereTheirMembersAre) {
  const std::vector<std::pair<const char *, std::size_t>> places = {
      {"&r.s", 0},
      {"&r.x", offsetof(Record_, x)},
      {"&r.y", offsetof(Record_, y)},
      {"&r.z[0]", offsetof(Record_, z)},
      {"&r.z[3]", offsetof(Record_, z) + 3},
      {"&r.in[0].a", offsetof(Record_, in)},
      {"&r.in[0].b", offsetof(Record_, in) + offsetof(Inner, b)},
      {"&r.in[1]", offsetof(Record_, in) + sizeof(Inner)},
      {"&r.in[1].c[1]", offsetof(Record_, in) + sizeof(Inner) + offsetof(Inner, c) + 1},
      {"&r.tail", offsetof(Record_, tail)},
      {"&r + 1", sizeof(Record_)},
      // Within other members than the first.
      {"BYTES(&r) + 1", 1},
      {"BYTES(&r) + 2", 2},
      {"BYTES(&r) + 3", 3},
      {"BYTES(&r) + 4", 4},
      {"BYTES(&r) + 5", 5},
      {"BYTES(&r.in[1].b) + 1", offsetof(Record_, in) + sizeof(Inner) + offsetof(Inner, b) + 1},
  };
  std::string list;
  for (auto [place, offset] : places)
    list += std::string("BYTES(") + place + "),";
  const std::string space = GetParam().space;
  const std::string source =
      std::string(Record) + "#define BYTES(p) ((" + space + " uchar *)(p))\n" + space +
      " struct Record r = {1, 2, 3, {4, 5, 6, 7}, {{8, 9, {10, 11, 12}}, {13, 14, {15, 16, 17}}}, "
      "18};\n" +
      space + " uchar *" + space + " places[] = {" + list +
      "0};\nkernel void k(global uint *o) { for (int i = 0; places[i]; ++i) o[i] = places[i] - "
      "BYTES(&r); }";
  harness::Program program(source, GetParam().options);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<uint> out(places.size(), 77), expected;
  for (auto [place, offset] : places)
    expected.push_back(static_cast<uint>(offset));
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(1));
  EXPECT_EQ(out, expected);
}

INSTANTIATE_TEST_SUITE_P(, Addresses,
                         testing::Values(Case{"constant", ""}, Case{"constant", "-cl-opt-disable"},
                                         Case{"constant", "-cl-std=CL3.0"}, Case{"global", "-cl-std=CL3.0"},
                                         Case{"global", "-cl-std=CL3.0 -cl-opt-disable"}));

/// What the source's kernel k writes, in whatever way it is compiled.
void expectOutput(const std::string &source, const std::vector<int> &expected) {
  for (const char *options : {"", "-cl-opt-disable", "-cl-std=CL3.0"}) {
    harness::Program program(source, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    std::vector<int> out(expected.size());
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(out));
    launch.run(harness::Range::of(1));
    EXPECT_EQ(out, expected) << options;
  }
}

// Structures of pointers, of which one is to a table, another to a place in it, or to nothing.
TEST(OwnAddresses, OfOneArrayDiffer) {
  const std::string source = R"(
    constant uchar table[] = {1, 2, 3, 4};
    typedef struct { constant uchar *p; } One;
    constant One ones[3] = {{table}, {table + 1}, {0}};
    typedef struct { constant uchar *p; constant float *q; } Two;
    constant Two twos[2] = {{table, 0}, {0, 0}};
    typedef struct { constant uchar *p[2]; int n; } Many;
    constant Many many[2] = {{{table, table + 1}, 5}, {{table + 2, 0}, 6}};
    typedef struct { struct { constant uchar *p; } inner; int n; } Deep;
    constant Deep deep[2] = {{{table}, 7}, {{0}, 8}};
    kernel void k(global int *o) {
      int i = 0, which = get_global_id(0) & 1;
      o[i++] = ones[which].p[1] * 10 + ones[which + 1].p[1]; o[i++] = ones[which + 2].p == 0;
      o[i++] = twos[which].p[3]; o[i++] = twos[which + 1].p == 0 && twos[which].q == 0;
      o[i++] = many[which].p[1][1] * 10 + many[which + 1].p[0][1]; o[i++] = many[which + 1].p[1] == 0;
      o[i++] = many[which].n * 10 + many[which + 1].n; o[i++] = deep[which].inner.p[2] * 10 + deep[which + 1].n;
    })";
  expectOutput(source, {23, 1, 4, 1, 34, 1, 56, 38});
}

// Lists whose nodes are elements of one array, and rings of several variables.
TEST(OwnAddresses, LeadBackToTheirOwnVariable) {
  const std::string list = R"(
    typedef struct Node { constant struct Node *next; int value; } Node;
    constant Node nodes[4] = {{&nodes[2], 1}, {0, 2}, {&nodes[3], 3}, {&nodes[1], 4}};
    typedef struct Ring { int value; constant struct Ring *next[2]; } Ring;
    extern constant Ring second;
    constant Ring first = {10, {&second, &first}};
    constant Ring second = {20, {&first, &second}};
    constant void *constant self = &self;
    kernel void k(global int *o) {
      int i = 0;
      for (constant Node *node = nodes; node; node = node->next)
        o[i++] = node->value;
      o[i++] = first.next[0]->value + first.next[0]->next[0]->next[1]->value;
      o[i++] = second.next[0]->next[0]->next[1]->value;
      o[i++] = self == &self;
    })";
  expectOutput(list, {1, 3, 4, 2, 30, 20, 1});
}

// SPIR-V says so many elements in several instructions.
TEST(LongTables, HaveAllTheirElements) {
  for (int count : {65532, 65533, 65536, 140000}) {
    std::string source = "constant int table[] = {";
    for (int i = 0; i < count; ++i)
      source += std::to_string(i % 1013) + ",";
    source += "};\nconstant char text[] = \"";
    for (int i = 0; i < count; ++i)
      source += char('a' + i % 26);
    source += "\";\nkernel void k(global int *o) { size_t i = get_global_id(0); o[i] = table[i] + text[i]; }";
    std::vector<cl_int> out(count), wanted(count);
    for (int i = 0; i < count; ++i)
      wanted[i] = i % 1013 + 'a' + i % 26;
    ASSERT_TRUE(harness::run(source, "k", harness::Range::of(count), harness::inOut(out)));
    EXPECT_EQ(out, wanted) << count;
  }
}

// A variable is all zeros also where the zero that fills it is made anew for something else: here the byte that `x`
// comes to, and the index of the last table.
TEST(PrivateArrays, BeginWithZeros) {
  std::string source = "constant uchar table[24] = {1, 2, 3}, other[24] = {3, 2, 1};"
                       "void step(ulong *a) { ulong b[5] = {0}; uchar x; for (int i = 0; i < 3; i++) { x = 23;";
  for (int i = 0; i < 23; ++i)
    source += "a[other[x]] = a[other[x - 1]] << table[x]; x--;";
  source += "a[4] += b[i] + 1; } }"
            "kernel void k(global ulong *o) { ulong a[25]; for (int i = 0; i < 25; i++) a[i] = o[i]; step(a);"
            "for (int i = 0; i < 25; i++) o[i] = a[i]; }";
  std::vector<cl_ulong> out(25, 7);
  ASSERT_TRUE(harness::run(source, "k", harness::Range::of(1), harness::inOut(out)));
  EXPECT_EQ(out[4], 10U);
}

} // namespace
