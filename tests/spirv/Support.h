// What the tests of the SPIR-V translator share.
#pragma once
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::test {

/// Assembles text; an error of the assembler fails the test and yields no words.
std::vector<uint32_t> assemble(std::string_view text);
/// Translates for x86-64; null with the reason in `error`.
std::unique_ptr<llvm::Module> translate(const std::vector<uint32_t> &words, llvm::LLVMContext &context,
                                        std::string &error);
std::string print(const llvm::Module &module);
/// The .spvasm files of this folder, sorted.
std::vector<std::string> assemblyFiles();
std::string readFile(const std::string &path);
/// Capabilities, addressing and the types that most tests use: %void %bool %char %short %int %long %half %float
/// %double.
extern const char *const preamble;

} // namespace lanecl::test
