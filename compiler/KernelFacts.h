// What the host is told about a kernel (KernelInfo), read from its LaneCL IR before anything is inlined.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"

namespace lanecl::compiler {

/// Everything but subGroupSize and freeLanes.
KernelInfo describeKernel(llvm::Function &kernel);

/// The lanes that a kernel runs with: what it asks for (intel_reqd_sub_group_size), `forced` when not 0, else as many
/// as the machine's vectors hold of 32 bits, fewer when its required work-group is narrower.
unsigned chooseWidth(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced);
/// KernelInfo::freeLanes, subGroupSize being known: up to four registers for each value. The pipeline takes fewer where
/// they run short (PipelineRequest::mayNarrow).
unsigned chooseFreeLanes(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced);

/// Lanes that a kernel of so many operations (operationsOf) may have, up to `width`: one register for each value where
/// the code is large, and one work-item at a time where that is too much still. `budget` 0: no bound.
unsigned fitToBudget(unsigned width, uint64_t operations, const targets::Machine &machine, unsigned budget);
/// A line for the build log about what fitToBudget changed.
std::string fitNote(const std::string &kernel, unsigned width, uint64_t operations, unsigned budget);

} // namespace lanecl::compiler
