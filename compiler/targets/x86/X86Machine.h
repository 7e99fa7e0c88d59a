// Processors of x86-64, from SSE4 on: all that is x86 in the compiler is in this folder.
#pragma once
#include "compiler/targets/Machine.h"

namespace lanecl::targets::x86 {

/// The levels of the psABI that there is code for, each with all of the one before.
enum class Level : uint8_t {
#define LANECL_ISA_LEVEL(id, name, level, bits) id,
#include "compiler/image/IsaLevels.def"
};

/// What a processor may have beside its level. All of it is AVX-512's.
struct Extensions {
  bool halfArithmetic = false; ///< AVX512-FP16
  bool dotProducts = false;    ///< AVX512-VNNI
  bool bytePermutes = false;   ///< AVX512-VBMI and VBMI2 (Ice Lake, Zen 4 and later)
};

class X86Machine final : public Machine {
public:
  /// `facts`: the level's; the extensions are added.
  X86Machine(const MachineFacts &facts, Level level, const Extensions &extensions);

  void tune(llvm::Function &function) const override;
  // LookUps.cpp
  std::optional<LookUp> lookUp(unsigned bits, unsigned width) const override;
  llvm::Value *emitLookUp(llvm::IRBuilderBase &builder, const LookUp &how, llvm::ArrayRef<llvm::Value *> tables,
                          llvm::Value *indices) const override;
  // Estimates.cpp
  llvm::Value *emitEstimate(llvm::IRBuilderBase &builder, Operation which, llvm::Value *value) const override;
  // DotProducts.cpp
  llvm::Value *emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a,
                       llvm::Value *b) const override;
  // MachineOperations.cpp
  std::optional<MachineOperation> operation(const llvm::Function &callee) const override;
  llvm::Value *emitOperation(llvm::IRBuilderBase &builder, const MachineOperation &operation, llvm::Value *table,
                             llvm::ArrayRef<llvm::Value *> operands) const override;
  // Libmvec.cpp
  std::optional<VectorFunction> vectorFunction(const llvm::Function &callee, unsigned lanes) const override;
  // AsyncCopy.cpp
  const CopyLoops &copyLoops() const override;

private:
  Level level_;
  bool bytePermutes_;
};

} // namespace lanecl::targets::x86
