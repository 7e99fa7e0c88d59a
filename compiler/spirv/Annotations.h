// What a module says before its functions, by id or for all of it: names, decorations, entry points, execution modes,
// extended sets, and what the front end carries as text.
#pragma once
#include "compiler/spirv/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/FMF.h"
#include "llvm/IR/Function.h"

namespace lanecl::spirv {

struct Decorated {
  Decoration decoration;
  int32_t member; ///< -1: the id itself
  std::span<const uint32_t> operands;
};

/// What OpModuleProcessed "lanecl.options: ..." carries (compiler/frontend/FrontEnd.h).
struct ModuleOptions {
  bool denormsAreZero = false, madEnable = false, correctlyRounded = false, unsafeMath = false, finiteMathOnly = false,
       noSignedZeros = false, fastRelaxedMath = false, optDisable = false, uniformWorkGroupSize = false,
       kernelArgInfo = false, robust = false;
};

struct EntryPoint {
  ValueId function;
  std::string name;
  /// Of a further entry point of the function: a kernel of its own, which becomes a copy when all is said of the first.
  llvm::Function *copy = nullptr;
};

struct ExecutionModeUse {
  ValueId function;
  ExecutionMode mode;
  std::span<const uint32_t> operands;
  bool ids; ///< OpExecutionModeId
};

enum ExtendedSet : uint32_t { SetOpenCL, SetGroupAsyncCopies, SetIgnored };

class Annotations {
public:
  /// `module` outlives it.
  Annotations(const Module &module, std::span<const std::string> linkOptions);

  std::span<const Decorated> decorations(uint32_t id) const;
  bool has(ValueId id, Decoration decoration) const;
  std::optional<uint32_t> decorationWord(ValueId id, Decoration decoration) const;
  /// Fast-math flags of an instruction: the module's and its decoration's.
  llvm::FastMathFlags fastMath(const Instruction &instruction) const;
  std::optional<FPRoundingMode> rounding(const Instruction &instruction) const;
  llvm::StringRef name(uint32_t id) const;
  std::optional<BuiltIn> builtIn(ValueId id) const;

  ModuleOptions flags;
  std::vector<EntryPoint> entryPoints;
  std::vector<ExecutionModeUse> executionModes;
  std::vector<std::pair<ValueId, llvm::StringRef>> strings; ///< OpString
  llvm::DenseMap<uint32_t, uint32_t> extendedSets;          ///< by OpExtInstImport: an ExtendedSet
  bool hasPackedStructs = false;
  bool hasLines = false; ///< OpLine

private:
  void collect(const Instruction &instruction);

  bool contract_ = true; ///< a*b+c may be contracted (no ContractionOff)
  llvm::DenseMap<uint32_t, llvm::SmallVector<Decorated, 2>> decorations_;
  llvm::DenseMap<uint32_t, llvm::StringRef> names_;
  llvm::FastMathFlags moduleFlags_;
};

} // namespace lanecl::spirv
