// Random kernels, lanes on and off: so many programs. LANECL_FUZZ_PROGRAMS makes them more, LANECL_FUZZ_SEED starts
// elsewhere; a failure names the seed and the kernel, and the kernel's source is printed.
#include "tests/Sanitized.h"
#include "tests/passes/FuzzGenerator.h"
#include "tests/passes/KernelHarness.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace lanecl;
using namespace lanecl::test;

namespace {

uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr unsigned KernelsPerProgram = 6, Programs = 2;

std::vector<Range> ranges(const std::string &code) {
  std::vector<Range> all = {{{96, 1, 1}, {96, 1, 1}}, {{96, 1, 1}, {24, 1, 1}}, {{96, 1, 1}, {32, 1, 1}}};
  if (forSeveralDimensions(code)) {
    all.push_back({{12, 8, 1}, {12, 4, 1}});
    all.push_back({{20, 2, 2}, {5, 2, 1}});
  }
  return all;
}

void checkKernel(const std::string &ir, uint64_t seed, unsigned number) {
  static constexpr unsigned Widths[] = {4, 8, 16, 32, 64};
  uint64_t turn = seed + number;
  bool inlineCalls = turn % 3 != 0;
  PacketizeOptions options;
  options.machine = runnableMachine(turn % 7 == 0    ? "avx2"
                                    : turn % 11 == 0 ? "sse4"
                                    : turn % 17 == 0 ? "portable"
                                                     : "avx512");
  options.wideIds = turn % 13 == 0;
  options.width = 1;
  std::string name = "k" + std::to_string(number);
  LaneKernel reference(ir, name, options, inlineCalls);
  options.width = Widths[turn % 5];
  LaneKernel lanes(ir, name, options, inlineCalls);
  ASSERT_EQ(reference.error, "");
  ASSERT_EQ(lanes.error, "");
  for (const Range &range : ranges(fuzzKernel(seed, number))) {
    auto want = fuzzArguments(seed + range.local[0]), got = want;
    LaunchShape shape;
    std::ranges::copy(range.global, shape.global);
    std::ranges::copy(range.local, shape.local);
    reference.run(want, shape);
    lanes.run(got, shape);
    ASSERT_EQ(compareArguments(want, got), "") << "seed " << seed << ", kernel " << number << ", width "
                                               << options.width << ", local size " << range.local[0] << '\n'
                                               << fuzzKernel(seed, number);
  }
}

/// The whole pipeline, barriers and work-item loops included.
void checkPipeline(const std::string &ir, uint64_t seed, unsigned number) {
  std::string name = "k" + std::to_string(number), text;
  KernelModule source(ir, name, false, (seed + number) % 3 != 0);
  source.kernel().setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  llvm::raw_string_ostream(text) << source.module();
  static constexpr unsigned Widths[] = {4, 8, 16, 32, 64};
  static constexpr const char *Isas[] = {"", "", "avx2", "sse4"};
  static constexpr uint32_t Budgets[] = {0, 0, 0, 1500, 40}; // compiled as kernels are that are too large
  uint64_t turn = seed * KernelsPerProgram + number;
  unsigned width = Widths[turn % 5];
  const char *isa = Isas[turn / 5 % 4];
  uint32_t budget = Budgets[turn / 20 % 5];
  // Both with the same instructions: where there is no fma, x * y + z rounds twice.
  CompiledKernel reference(text, name, {}, 1, isa), lanes(text, name, {}, width, isa, budget);
  ASSERT_TRUE(reference.entry() && lanes.entry());
  ASSERT_EQ(lanes.variant().subGroupSize, width) << lanes.report();
  for (const Range &range : ranges(text)) {
    auto want = fuzzArguments(seed + range.local[0]), got = want;
    auto run = [&](const CompiledKernel &kernel, std::vector<KernelArgument> &arguments) {
      ArgumentBlock block;
      for (auto &argument : arguments)
        if (argument.isBuffer)
          block.add(argument.bytes.data());
        else
          block.add(argument.as<int32_t>()[0]);
      kernel.run(block, range, 4 * FuzzItems);
    };
    run(reference, want);
    run(lanes, got);
    ASSERT_EQ(compareArguments(want, got), "")
        << "seed " << seed << ", kernel " << number << ", width " << width << ", isa '" << isa << "', budget " << budget
        << ", local size " << range.local[0] << '\n'
        << fuzzKernel(seed, number, true);
  }
}

void fuzz(bool barriers, void (*check)(const std::string &, uint64_t, unsigned)) {
  const uint64_t first = setting("LANECL_FUZZ_SEED", 1);
  const uint64_t end = first + setting("LANECL_FUZZ_PROGRAMS", isSanitized ? 1 : Programs);
  for (uint64_t seed = first; seed != end; ++seed) {
    std::string source = fuzzPrelude();
    for (unsigned number = 0; number < KernelsPerProgram; ++number)
      source += fuzzKernel(seed, number, barriers);
    std::string ir = compileOpenCl(source);
    ASSERT_FALSE(ir.empty()) << source;
    for (unsigned number = 0; number < KernelsPerProgram; ++number)
      ASSERT_NO_FATAL_FAILURE(check(ir, seed, number));
  }
}

} // namespace

TEST(Fuzz, LanesAgreeWithSingleWorkItems) { fuzz(false, checkKernel); }

TEST(Fuzz, SoDoesThePipelineWithBarriers) { fuzz(true, checkPipeline); }

// What it found before, kernel by kernel (tests/passes/found), at every width. dead_default: a switch whose default
// cannot happen looked like an end of the kernel, and what came before it like a decision about the barrier behind.
TEST(Fuzz, WhatWasFoundBefore) {
  unsigned files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(LANECL_TEST_DATA "/found")) {
    std::stringstream source;
    source << std::ifstream(entry.path()).rdbuf();
    std::string ir = compileOpenCl(source.str());
    ASSERT_FALSE(ir.empty()) << entry.path();
    for (uint64_t turn : {0, 1, 2, 3, 4, 20, 21, 22, 23, 24})
      ASSERT_NO_FATAL_FAILURE(checkPipeline(ir, turn, 0)) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
}
