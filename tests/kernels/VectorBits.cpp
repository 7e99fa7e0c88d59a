// as_TYPE between numbers and short vectors of any elements: the bytes stay as they are in memory.
#include "Harness.h"
#include <numeric>

namespace {

struct Pair {
  const char *from, *by, *to; ///< `by` stands between the two
};

// The elements between change places, so that nothing is as it was.
std::string sourceOf(const Pair &pair) {
  const std::string from = pair.from, by = pair.by, to = pair.to;
  auto code = [&](const std::string &name, const std::string &in, const std::string &out) {
    return "kernel void " + name + "(global const " + in + " *in, global " + out + " *out) {\n  " + by +
           " middle = as_" + by + "(in[get_global_id(0)]);\n  out[get_global_id(0)] = as_" + out + "(middle.s10);\n}\n";
  };
  return code("k", from, to) + code("back", to, from);
}

constexpr std::size_t Items = 100, Bytes = 8;

/// The halves of each eight bytes change places.
std::vector<unsigned char> exchanged(const std::vector<unsigned char> &bytes) {
  std::vector<unsigned char> result(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    result[at ^ (Bytes / 2)] = bytes[at];
  return result;
}

} // namespace

class VectorBits : public testing::TestWithParam<Pair> {};

TEST_P(VectorBits, StayAsTheyAre) {
  for (const char *options : {"", "-cl-opt-disable"}) {
    harness::Program program(sourceOf(GetParam()), options);
    for (const char *name : {"k", "back"}) {
      std::vector<unsigned char> in(Items * Bytes), out(Items * Bytes);
      std::iota(in.begin(), in.end(), static_cast<unsigned char>(0));
      harness::Launch launch(program, name);
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
      launch.run(harness::Range::of(Items));
      ASSERT_FALSE(launch.failed());
      EXPECT_EQ(out, exchanged(in)) << name << options;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, VectorBits,
                         testing::Values(Pair{"ulong", "uint2", "ushort4"}, Pair{"long", "int2", "char8"},
                                         Pair{"double", "float2", "short4"}, Pair{"uchar8", "uint2", "long"},
                                         Pair{"float2", "int2", "double"}, Pair{"char8", "float2", "ushort4"}));
