// One kernel of a program, from LaneCL IR to an object file: the order of all passes is a table in Pipeline.cpp.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/LanePlan.h"
#include "compiler/PassWatch.h"
#include "compiler/targets/HostTarget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::compiler {

/// How one variant of a kernel is to be compiled.
struct PipelineRequest {
  std::string kernel; ///< its name in the module
  std::string symbol; ///< the name of the KernelEntry in the object
  VariantKey key;
  LaneRequest lanes;
  std::array<uint32_t, 3> requiredSize = {};             ///< reqd_work_group_size or VariantKey::localSize; zeros: none
  std::vector<std::pair<unsigned, int64_t>> values = {}; ///< VariantKey::values: arguments' numbers and values
  bool detailed = false;                                 ///< the report has a line for each branch, loop and access
  bool savesStack = false; ///< a first try took too much: optimised whatever it costs, with one lane if it may be
  bool verify = false;     ///< what a pass needs is checked before it, the rules of LaneCL IR behind it
  bool isPlain = false;    ///< LLVM came to no end with anything better: hardly optimised, with one lane if it may be
  bool quickCode = false;  ///< LLVM's code generator spends little, whatever the passes did
  Tier tier = Tier::Best;
};

/// What a run of the pipeline yields. `object` is relocatable and depends on nothing but host symbols and the program's
/// global variables.
struct PipelineResult {
  Variant variant; ///< without the entry
  llvm::SmallVector<char, 0> object;
  uint64_t stackBytes = 0; ///< more than MostStack: that of the function that takes most; else 0
  std::string report;      ///< what was decided, for the build log
  PassTimes times;
};

/// Consumes `module`: one LLVMContext, one thread. `machine` is used by this call alone.
llvm::Expected<PipelineResult> runPipeline(llvm::Module &module, const PipelineRequest &request,
                                           const targets::HostTarget &target, llvm::TargetMachine &machine,
                                           PassPrinter *printer = nullptr, bool assembly = false);

/// Names of the rows in order, then of the passes inside of them (SubPasses.def), for help and for checking a list.
std::vector<std::string_view> passNames();

/// The object that defines the program-scope variables (address space 1) of the program once for all its kernels; empty
/// when there are none. Consumes `module`.
llvm::Expected<llvm::SmallVector<char, 0>> emitGlobals(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace lanecl::compiler
