#include "Support.h"
#include "compiler/spirv/Translator.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>
#include <sstream>

namespace lanecl::test {

const char *const preamble = R"(
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpMemoryModel Physical64 OpenCL
)";

std::vector<uint32_t> assemble(std::string_view text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  std::string log;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &position, const char *message) {
    log += std::to_string(position.line) + ": " + message + "\n";
  });
  std::vector<uint32_t> words;
  EXPECT_TRUE(tools.Assemble(std::string(text), &words)) << log;
  return words;
}

std::unique_ptr<llvm::Module> translate(const std::vector<uint32_t> &words, llvm::LLVMContext &context,
                                        std::string &error) {
  spirv::TranslateOptions options;
  options.targetTriple = "x86_64-pc-linux-gnu";
  options.dataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
  auto module = spirv::translate(words, context, options);
  if (module)
    return std::move(*module);
  error = llvm::toString(module.takeError());
  return nullptr;
}

std::string print(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::vector<std::string> assemblyFiles() {
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::directory_iterator(LANECL_TEST_DATA))
    if (entry.path().extension() == ".spvasm")
      files.push_back(entry.path().stem().string());
  std::ranges::sort(files);
  return files;
}

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace lanecl::test
