// Components of vectors that are named by a variable, of every type that may stand there.
#include "Harness.h"
using harness::inOut;

namespace {

constexpr uint32_t items = 100;

struct Case {
  const char *type, *value; ///< of the index, which is made of uint x
  uint32_t (*index)(uint32_t x);
};

class ComponentIndices : public testing::TestWithParam<Case> {};

TEST_P(ComponentIndices, NameTheComponent) {
  const std::string source = R"(
    kernel void insert(global uint8 *p, global const uint *in) {
      size_t i = get_global_id(0); uint x = in[i]; INDEX c = VALUE; uint8 v = p[i]; v[c] = 4; p[i] = v; }
    kernel void insertInMemory(global uint8 *p, global const uint *in) {
      size_t i = get_global_id(0); uint x = in[i]; INDEX c = VALUE; p[i][c] = 4; }
    kernel void extract(global uint8 *p, global const uint *in) {
      size_t i = get_global_id(0); uint x = in[i]; INDEX c = VALUE; uint8 v = p[i]; p[i].s7 = v[c]; }
    kernel void insertSame(global uint8 *p, global const uint *in) {
      size_t i = get_global_id(0); uint x = in[0]; INDEX c = VALUE; p[i][c] = 4; })";
  const auto [type, value, index] = GetParam();
  const std::string options = "-cl-std=CL3.0 -DINDEX=" + std::string(type) + " -DVALUE=" + value;
  harness::Program program(source, options.c_str());
  for (const char *name : {"insert", "insertInMemory", "extract", "insertSame"}) {
    std::vector<uint32_t> vectors(8 * items), in(items), expected;
    for (uint32_t i = 0; i < vectors.size(); ++i)
      vectors[i] = 100 + i;
    for (uint32_t i = 0; i < items; ++i)
      in[i] = (i + 9) % 11;
    expected = vectors;
    for (uint32_t i = 0; i < items; ++i) {
      const bool isSame = name == std::string("insertSame"), isRead = name == std::string("extract");
      const uint32_t at = 8 * i + index(in[isSame ? 0 : i]);
      expected[isRead ? 8 * i + 7 : at] = isRead ? vectors[at] : 4;
    }
    harness::Launch launch(program, name);
    launch.arg(inOut(vectors)), launch.arg(inOut(in));
    launch.run(harness::Range::of(items));
    EXPECT_EQ(vectors, expected) << name;
  }
}

uint32_t above5(uint32_t x) { return x > 5; }
uint32_t low(uint32_t x) { return x & 7; }

INSTANTIATE_TEST_SUITE_P(, ComponentIndices,
                         testing::Values(Case{"bool", "x>5", above5}, Case{"bool", "true", [](uint32_t) { return 1U; }},
                                         Case{"uchar", "x&7", low}, Case{"short", "x&7", low}, Case{"int", "x&7", low},
                                         Case{"ulong", "x&7", low}),
                         [](const auto &info) {
                           return info.param.type + (info.index == 1 ? std::string("Constant") : "");
                         });

} // namespace
