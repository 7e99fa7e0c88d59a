#include "compiler/frontend/BackEnd.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/TargetParser/Triple.h"
#include <cstring>

// Exported by libLLVM's SPIR-V target; no header declares it. (module, result, error, enabled extensions, ...)
extern "C" bool SPIRVTranslate(llvm::Module *, std::string &, std::string &, const std::vector<std::string> &,
                               llvm::CodeGenOptLevel, llvm::Triple);

namespace lanecl::frontend {

// What the translator understands. no_integer_wrap keeps `nsw`, without which an int index cannot be proven contiguous;
// expect_assume keeps __builtin_assume.
static const std::vector<std::string> &usedExtensions() {
  static const std::vector<std::string> extensions = {
      "SPV_KHR_no_integer_wrap_decoration",
      "SPV_KHR_expect_assume",
      "SPV_EXT_shader_atomic_float_add",
      "SPV_EXT_shader_atomic_float16_add",
      "SPV_EXT_shader_atomic_float_min_max",
      "SPV_INTEL_subgroups",
      "SPV_KHR_subgroup_rotate",
      "SPV_KHR_uniform_group_instructions",
      "SPV_KHR_bit_instructions",
      "SPV_KHR_integer_dot_product",
      "SPV_KHR_shader_clock",
      "SPV_KHR_linkonce_odr",
      "SPV_EXT_relaxed_printf_string_address_space",
  };
  return extensions;
}

llvm::Expected<std::vector<uint32_t>> runBackEnd(llvm::Module &module) {
  std::string bytes, error;
  if (!SPIRVTranslate(&module, bytes, error, usedExtensions(), llvm::CodeGenOptLevel::None,
                      llvm::Triple("spirv64v1.4-unknown-unknown")))
    return llvm::createStringError("the SPIR-V back end refused the program: " + error);
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

} // namespace lanecl::frontend
