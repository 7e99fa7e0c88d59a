// Structures with arrays without elements, which take no room (`char pad[0]`) or lie over what follows (`uint data[]`):
// the layouts are those of the same lines in C++.
#include "Harness.h"
using harness::Range;

namespace {

#define TYPES(...)                                                                                                     \
  __VA_ARGS__                                                                                                          \
  const char *const types = #__VA_ARGS__;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
namespace layouts {
using uint = unsigned;
using uchar = unsigned char;
// clang-format off
TYPES(
  struct Padded { int v; char pad[0]; };
  struct Widened { char c; long d[0]; };
  struct Middle { uchar a; int none[0]; uchar b; short alsoNone[0]; uint c; };
  struct Nested { struct Widened w; struct Padded p[3]; int z; struct Middle m[2]; };
  struct Packed { char c; int none[0]; int v; char alsoNone[0]; } __attribute__((packed));
  struct Flexible { uint count; uint data[]; };
  struct Rows { uint count; struct Padded rows[]; };
)
// clang-format on
} // namespace layouts
#pragma GCC diagnostic pop
using namespace layouts;

constexpr std::size_t Count = 67;

std::vector<uint> results(const std::string &body, std::size_t each, const std::vector<uint> &in = {1, 2, 3, 4, 5, 6}) {
  std::vector<uint> values = in, out(Count * each, 77);
  const std::string source = std::string(types) + body;
  EXPECT_TRUE(harness::run(source, "k", Range::of(Count), harness::inOut(values), harness::inOut(out)));
  return out;
}

TEST(EmptyArrays, TakeNoRoom) {
  const auto out = results(R"(
    kernel void k(global uint *in, global uint *out) {
      struct Nested n;
      global uint *to = out + get_global_id(0) * 8;
      to[0] = sizeof(struct Padded) * 100 + sizeof(struct Widened);
      to[1] = sizeof(struct Nested);
      to[2] = (uint)((char *)&n.z - (char *)&n);
      to[3] = (uint)((char *)&n.m[1].c - (char *)&n);
      to[4] = (uint)((char *)n.w.d - (char *)&n);
      to[5] = sizeof(struct Packed);
      to[6] = (uint)((char *)n.p[2].pad - (char *)&n);
      to[7] = (uint)((char *)n.m[1].alsoNone - (char *)&n.m[1]);
    })",
                           8);
  static const Nested n{};
  auto distance = [](const void *to, const void *from) {
    return static_cast<uint>(static_cast<const char *>(to) - static_cast<const char *>(from));
  };
  const std::vector<uint> expected = {sizeof(Padded) * 100 + sizeof(Widened),
                                      sizeof(Nested),
                                      distance(&n.z, &n),
                                      distance(&n.m[1].c, &n),
                                      distance(n.w.d, &n),
                                      sizeof(Packed),
                                      distance(n.p[2].pad, &n),
                                      distance(n.m[1].alsoNone, &n.m[1])};
  for (std::size_t i = 0; i < Count; ++i)
    ASSERT_EQ(std::vector<uint>(out.begin() + 8 * i, out.begin() + 8 * i + 8), expected) << i;
}

TEST(EmptyArrays, OfPrivateMemoryAndFunctions) {
  const auto out = results(R"(
    struct Padded more(struct Padded p, struct Middle m) { p.v += m.a + m.b + m.c; return p; }
    kernel void k(global uint *in, global uint *out) {
      uint i = get_global_id(0);
      struct Padded p; p.v = i;
      struct Middle m; m.a = in[i % 6]; m.b = 20; m.c = 300;
      struct Nested n; n.p[i % 3] = more(p, m); n.w.c = i; n.m[1] = m; n.z = n.m[1].c;
      struct Nested copy = n;
      struct Packed packed; packed.c = 1; packed.v = copy.p[i % 3].v;
      int none[0];
      struct { int nothing[0]; } alone[2];
      out[i] = packed.v + copy.w.c + copy.z + packed.c + sizeof(none) + sizeof(alone);
    })",
                           1);
  for (uint i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], (i + (i % 6 + 1) + 20 + 300) + i + 300 + 1) << i;
}

TEST(EmptyArrays, OfVariables) {
  const auto out = results(R"(
    constant struct Padded one = {5};
    constant struct Flexible two = {2, {7, 8}};
    global struct Nested three = {{1}, {{2}, {3}, {4}}, 5, {{1, {}, 2, {}, 3}, {4, {}, 5, {}, 6}}};
    global int *global place = &three.p[1].v;
    global struct Packed four;
    global struct { int *to; struct Padded p; } five = {&three.z, {1}};
    global struct Nested many[1000];
    kernel void k(global uint *in, global uint *out) {
      uint i = get_global_id(0);
      local struct Nested l;
      l.p[2].v = in[5]; l.m[1].c = in[4];
      out[i] = one.v + two.data[i % 2] * 10 + three.p[i % 3].v * 100 + three.m[1].b * 1000 + *place * 10000 + four.v +
               many[i].z + *five.to * 10000000 +
               l.p[2].v * 100000 + l.m[1].c * 1000000;
    })",
                           1);
  for (uint i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], 5 + (7 + i % 2) * 10 + (2 + i % 3) * 100 + 5000 + 30000 + 600000 + 5000000 + 50000000) << i;
}

TEST(EmptyArrays, OverWhatFollows) {
  const auto out = results(R"(
    kernel void k(global uint *in, global uint *out) {
      uint i = get_global_id(0);
      global struct Flexible *f = (global struct Flexible *)in;
      global struct Rows *r = (global struct Rows *)in;
      uint own[4] = {3, in[1], in[2], in[3]};
      struct Flexible *p = (struct Flexible *)own;
      uint sum = 0;
      for (uint j = 0; j < p->count; ++j)
        sum += p->data[j];
      out[i] = f->data[i % 5] + r->rows[i % 4].v * 10 + sum * 100 + f->count * 10000;
    })",
                           1);
  for (uint i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], (2 + i % 5) + (2 + i % 4) * 10 + (2 + 3 + 4) * 100 + 10000) << i;
}

TEST(EmptyArrays, OfArguments) {
  const std::string source = std::string(types) + R"(
    struct Vector { int first; float4 none[0]; int4 v; int3 alsoNone[0]; };
    kernel void k(char before, struct Widened w, struct Nested n, struct Vector v, global uint *out) {
      uint i = get_global_id(0);
      struct Vector mine = v;
      mine.v.x += i;
      out[i] = w.c + n.z * 10 + n.p[i % 3].v * 100 + n.m[1].c * 1000 + mine.v.x * 10000 + before + mine.first * 1000000;
    })";
  struct Vector {
    int first;
    alignas(16) int v[4];
  };
  Widened w{};
  w.c = 3;
  Nested n{};
  n.z = 4;
  n.m[1].c = 6;
  for (int i = 0; i < 3; ++i)
    n.p[i].v = i;
  const Vector v{9, {5, 0, 0, 0}};
  std::vector<uint> out(Count);
  ASSERT_TRUE(harness::run(source, "k", Range::of(Count), char{2}, w, n, v, harness::inOut(out)));
  for (uint i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], 3 + 40 + i % 3 * 100 + 6000 + (5 + i) * 10000 + 2 + 9000000) << i;
}

} // namespace
