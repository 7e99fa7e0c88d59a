#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"

namespace lanecl {

void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool vectorize) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.LoopInterleaving = tuning.SLPVectorization = vectorize;
  Analyses analyses(machine, tuning);
  analyses.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, analyses.modules);
}

} // namespace lanecl
