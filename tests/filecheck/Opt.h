// What the steps of lanecl-opt share: the kernels of a module on their way through the pipeline, and the printers of
// the analyses.
#pragma once
#include "compiler/PassOrder.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "compiler/transform/lanes/Packetize.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace lanecl::test {

/// The command line's. `lanes` has the width.
struct Settings {
  PacketizeOptions lanes; ///< with the machine
  bool tails = false;     ///< packetize makes the body for partial sub-groups beside the one for whole ones
  bool report = false;    ///< print what packetize decides
};

/// A kernel: its body, and the one for partial sub-groups once there is one.
struct Body {
  std::string name;
  llvm::Function *full = nullptr, *masked = nullptr;
  LocalLayout locals; ///< as before any step
};

/// A module between two steps.
struct Work {
  llvm::Module &module;
  llvm::TargetMachine &machine;
  const Settings &settings;
  std::vector<Body> bodies = {};
  compiler::PassOrder order = {}; ///< what the steps so far gave
  llvm::raw_ostream &out;
};

/// A pass or a printer under the name that --passes knows it by.
struct Step {
  llvm::StringRef name;
  llvm::Error (*run)(Work &work);
  std::string_view row = {}; ///< of the pipeline's table: what that gives holds behind the step
};
llvm::ArrayRef<Step> transforms(); ///< in the order of the pipeline
llvm::ArrayRef<Step> printers();   ///< print<ANALYSIS>: of each function, in the order of its instructions

} // namespace lanecl::test
