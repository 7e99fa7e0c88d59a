// Modules from SPIR-V's text, by another assembler than ours. Include it before Harness.h, which defines OpenCL C's
// words.
#pragma once
#include <cstdint>
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

namespace spirvtext {

/// How a module for OpenCL begins, up to its memory model: the capabilities beside Kernel and Addresses, the
/// extensions, and the lines that import sets of instructions.
inline std::string head(const std::vector<std::string> &capabilities, const std::vector<std::string> &extensions = {},
                        const std::string &imports = "") {
  std::string text = "OpCapability Kernel\nOpCapability Addresses\n";
  for (const std::string &capability : capabilities)
    text += "OpCapability " + capability + "\n";
  for (const std::string &extension : extensions)
    text += "OpExtension \"" + extension + "\"\n";
  return text + imports + "OpMemoryModel Physical64 OpenCL\n";
}

/// The line that imports the instructions of OpenCL.
inline const std::string StandardSet = "%set = OpExtInstImport \"OpenCL.std\"\n";

/// The words of a module that must be valid, if only for us: then `validated` is false.
inline std::vector<std::uint32_t> assemble(const std::string &text, spv_target_env version = SPV_ENV_UNIVERSAL_1_3,
                                           bool validated = true) {
  spvtools::SpirvTools tools(version);
  std::string log;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &at, const char *message) {
    log += std::to_string(at.line) + ": " + message + "\n";
  });
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words) && (!validated || tools.Validate(words))) << log;
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
