// Damaged modules: every truncation of valid modules and thousands of flipped words. Whatever comes back, the process
// lives on, and a module that is accepted passes LLVM's verifier (TranslateOptions::verify).
#include "Support.h"
#include "compiler/spirv/Validate.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace lanecl::test {

namespace {

class Damage : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    words_ = assemble(readFile(std::string(LANECL_TEST_DATA "/") + GetParam() + ".spvasm"));
    ASSERT_FALSE(words_.empty());
  }

  /// LANECL_DAMAGE_ROUNDS: for a longer run.
  static long rounds() {
    const char *text = std::getenv("LANECL_DAMAGE_ROUNDS");
    return text ? std::strtol(text, nullptr, 10) : 1500;
  }

  static void tryOut(const std::vector<uint32_t> &words) {
    llvm::LLVMContext context;
    std::string error;
    auto module = translate(words, context, error);
    EXPECT_TRUE(module || !error.empty());
    if (auto constants = spirv::specConstants(words); !constants)
      llvm::consumeError(constants.takeError());
  }

  std::vector<uint32_t> words_;
};

TEST_P(Damage, Truncated) {
  for (size_t length = 0; length < words_.size(); ++length)
    tryOut({words_.begin(), words_.begin() + ptrdiff_t(length)});
}

/// A word becomes a small number (an id or literal of another kind), or loses a bit.
TEST_P(Damage, FlippedWords) {
  std::mt19937 random(20261121);
  uint32_t bound = words_[3];
  for (long round = 0; round < rounds(); ++round) {
    std::vector<uint32_t> copy = words_;
    for (uint32_t flips = 1 + random() % 3; flips > 0; --flips) {
      uint32_t &word = copy[5 + random() % (copy.size() - 5)];
      word = random() % 2 ? random() % (bound + 2) : word ^ (1u << random() % 32);
    }
    tryOut(copy);
  }
}

/// An opcode becomes another one with as many words.
TEST_P(Damage, OtherInstructions) {
  std::mt19937 random(42);
  std::vector<size_t> starts;
  for (size_t at = 5; at < words_.size(); at += words_[at] >> 16)
    starts.push_back(at);
  for (long round = 0; round < rounds(); ++round) {
    std::vector<uint32_t> copy = words_;
    uint32_t &word = copy[starts[random() % starts.size()]];
    word = (word & 0xFFFF0000u) | random() % 410;
    tryOut(copy);
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, Damage, testing::ValuesIn(assemblyFiles()),
                         [](const auto &info) { return info.param; });

} // namespace

} // namespace lanecl::test
