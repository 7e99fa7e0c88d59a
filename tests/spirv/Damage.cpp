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

constexpr const char *Head = R"(
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %id
OpEntryPoint Kernel %l "l" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%input = OpTypePointer Input %long3
%id = OpVariable %input Input
%fn = OpTypeFunction %void
%k = OpFunction %void None %fn
%first = OpLabel
%all = OpLoad %long3 %id
)";

// What nobody uses is taken away, but for those who name it where they may not.
TEST(DamageByHand, BuiltInOfAnotherFunction) {
  llvm::LLVMContext context;
  std::string error;
  const auto words = assemble(std::string(Head) + R"(
    OpReturn
    OpFunctionEnd
    %l = OpFunction %void None %fn
    %second = OpLabel
    %x = OpCompositeExtract %long %all 0
    OpReturn
    OpFunctionEnd)");
  ASSERT_FALSE(words.empty());
  EXPECT_FALSE(translate(words, context, error));
  EXPECT_NE(error.find("is used in another function"), std::string::npos) << error;
}

// Where nobody comes, a value may be made of itself: looking for what it is made of must end.
TEST(DamageByHand, VectorOfItself) {
  llvm::LLVMContext context;
  std::string error;
  const auto words = assemble(std::string(Head) + R"(
    OpReturn
    %never = OpLabel
    %one = OpCompositeExtract %long %all 0
    %more = OpCompositeInsert %long3 %one %most 1
    %most = OpCompositeInsert %long3 %one %more 2
    %x = OpCompositeExtract %long %most 0
    OpReturn
    OpFunctionEnd
    %l = OpFunction %void None %fn
    %second = OpLabel
    OpReturn
    OpFunctionEnd)");
  ASSERT_FALSE(words.empty());
  EXPECT_TRUE(translate(words, context, error)) << error;
}

INSTANTIATE_TEST_SUITE_P(Classes, Damage, testing::ValuesIn(assemblyFiles()),
                         [](const auto &info) { return info.param; });

} // namespace

} // namespace lanecl::test
