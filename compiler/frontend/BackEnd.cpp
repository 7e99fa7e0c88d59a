#include "compiler/frontend/BackEnd.h"
#include "compiler/frontend/Guard.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <cstring>
#include <semaphore>
#include <unordered_map>

// Exported by libLLVM's SPIR-V target; no header declares it. (module, result, error, enabled extensions, ...)
extern "C" bool SPIRVTranslate(llvm::Module *, std::string &, std::string &, const std::vector<std::string> &,
                               llvm::CodeGenOptLevel, llvm::Triple);

namespace lanecl::frontend {
namespace {

std::binary_semaphore &slot() {
  static auto *semaphore = new std::binary_semaphore(1);
  return *semaphore;
}

// What the translator understands. no_integer_wrap keeps `nsw`, without which an int index cannot be proven contiguous;
// expect_assume keeps __builtin_assume; without relaxed_printf the back end dies of some formats.
const std::vector<std::string> &usedExtensions() {
  static const auto *extensions = new std::vector<std::string>{
      "SPV_KHR_no_integer_wrap_decoration",
      "SPV_KHR_expect_assume",
      "SPV_EXT_shader_atomic_float_add",
      "SPV_EXT_shader_atomic_float16_add",
      "SPV_EXT_shader_atomic_float_min_max",
      "SPV_INTEL_long_composites",
      "SPV_INTEL_subgroups",
      "SPV_INTEL_media_block_io",
      "SPV_KHR_subgroup_rotate",
      "SPV_KHR_uniform_group_instructions",
      "SPV_KHR_bit_instructions",
      "SPV_KHR_integer_dot_product",
      "SPV_KHR_shader_clock",
      "SPV_KHR_linkonce_odr",
      "SPV_EXT_relaxed_printf_string_address_space",
  };
  return *extensions;
}

/// The back end keeps the labels' ids by (address of the machine function, number of the block), and never forgets
/// them: a later function at the same address would get labels of an earlier module, some of them twice. So blocks get
/// numbers that no function at this address had before.
class FreshBlockNumbers : public llvm::MachineFunctionPass {
public:
  static char ID;
  FreshBlockNumbers() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "LaneCL fresh block numbers"; }

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    unsigned &next = nextNumber()[&function];
    for (llvm::MachineBasicBlock &block : function)
      function.removeFromMBBNumbering(block.getNumber());
    while (function.getNumBlockIDs() < next)
      function.addToMBBNumbering(nullptr);
    for (llvm::MachineBasicBlock &block : function)
      block.setNumber(function.addToMBBNumbering(&block));
    next = function.getNumBlockIDs();
    return true;
  }

private:
  static std::unordered_map<const void *, unsigned> &nextNumber() {
    static auto *numbers = new std::unordered_map<const void *, unsigned>;
    return *numbers;
  }
};

char FreshBlockNumbers::ID = 0;

// Called for every code generator of the process, before its passes are added.
void addPass(llvm::TargetMachine &machine, llvm::legacy::PassManagerBase &, llvm::TargetPassConfig *configuration) {
  // One of the last passes before the words are written.
  if (machine.getTargetTriple().isSPIRV())
    configuration->insertPass(&llvm::XRayInstrumentationID, new FreshBlockNumbers);
}

} // namespace

void BackEndSlot::begin() {
  WaitsForOthers meanwhile;
  slot().acquire();
  ours = true;
}

void BackEndSlot::end() {
  if (std::exchange(ours, false))
    slot().release();
}

void registerBackEnd() {
  [[maybe_unused]] static auto *registration = new llvm::RegisterTargetPassConfigCallback(addPass);
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
