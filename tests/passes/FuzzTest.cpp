// Random kernels, lanes on and off, for a bounded time. LANECL_FUZZ_SECONDS lengthens it, LANECL_FUZZ_SEED starts
// elsewhere; a failure names the seed and the kernel, and the kernel's source is printed.
#include "tests/passes/FuzzGenerator.h"
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>

using namespace lanecl;
using namespace lanecl::test;

namespace {

uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr unsigned KernelsPerProgram = 6;

void checkKernel(const std::string &ir, uint64_t seed, unsigned number) {
  static constexpr unsigned Widths[] = {4, 8, 16, 32, 64};
  uint64_t turn = seed + number;
  bool inlineCalls = turn % 3 != 0;
  PacketizeOptions options;
  options.isa = turn % 7 == 0 ? simd::Isa::Avx2 : turn % 11 == 0 ? simd::Isa::Sse4 : simd::Isa::Avx512;
  options.wideIds = turn % 13 == 0;
  options.width = 1;
  std::string name = "k" + std::to_string(number);
  LaneKernel reference(ir, name, options, nullptr, inlineCalls);
  options.width = Widths[turn % 5];
  LaneKernel lanes(ir, name, options, nullptr, inlineCalls);
  ASSERT_EQ(reference.error, "");
  ASSERT_EQ(lanes.error, "");
  for (uint64_t local : {96, 24}) {
    auto want = fuzzArguments(seed + local), got = want;
    LaunchShape shape;
    shape.global[0] = FuzzItems;
    shape.local[0] = local;
    reference.run(want, shape);
    lanes.run(got, shape);
    ASSERT_EQ(compareArguments(want, got), "")
        << "seed " << seed << ", kernel " << number << ", width " << options.width << ", local size " << local << '\n'
        << fuzzKernel(seed, number);
  }
}

} // namespace

TEST(Fuzz, LanesAgreeWithSingleWorkItems) {
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(setting("LANECL_FUZZ_SECONDS", 10));
  for (uint64_t seed = setting("LANECL_FUZZ_SEED", 1); std::chrono::steady_clock::now() < end; ++seed) {
    std::string source = fuzzPrelude();
    for (unsigned number = 0; number < KernelsPerProgram; ++number)
      source += fuzzKernel(seed, number);
    std::string ir = compileOpenCl(source);
    ASSERT_FALSE(ir.empty()) << source;
    for (unsigned number = 0; number < KernelsPerProgram; ++number)
      ASSERT_NO_FATAL_FAILURE(checkKernel(ir, seed, number));
  }
}
