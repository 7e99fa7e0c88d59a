// Modules from SPIR-V's text, by another assembler than ours. Include it before Harness.h, which defines OpenCL C's
// words.
#pragma once
#include <cstdint>
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

namespace spirvtext {

/// The words of a module that must be valid.
inline std::vector<std::uint32_t> assemble(const std::string &text, spv_target_env version = SPV_ENV_UNIVERSAL_1_3) {
  spvtools::SpirvTools tools(version);
  std::string log;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &at, const char *message) {
    log += std::to_string(at.line) + ": " + message + "\n";
  });
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words) && tools.Validate(words)) << log;
  return words;
}

/// Declares capabilities by number: newer ones than the assembler knows.
inline void declare(std::vector<std::uint32_t> &words, std::initializer_list<std::uint32_t> capabilities) {
  constexpr std::size_t header = 5;
  constexpr std::uint32_t opcode = 2u << 16 | 17;
  for (std::uint32_t capability : capabilities)
    words.insert(words.begin() + header, {opcode, capability});
}

} // namespace spirvtext
