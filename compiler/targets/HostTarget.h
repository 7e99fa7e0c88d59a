// The CPU that kernels are compiled for: the host's, or less of it (LANECL_ISA). LLVM finds it out; what the driver
// tells of it without LLVM is found by runtime/HostFacts. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/SubPasses.h"
#include "compiler/targets/Machine.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace llvm {
class TargetPassConfig;
}

namespace lanecl::targets {

/// How a TargetMachine is asked for. A CPU that LLVM does not know is "x86-64" with the features that cpuid names, so
/// that no instruction is ever used that the host lacks. Where LANECL_ISA asks for less, the CPU stays the host's, for
/// what instructions cost, and the features say what may be used.
struct HostTarget {
  std::string triple, cpu, features;
  std::shared_ptr<const Machine> machine; ///< what passes ask about it; never null
  compiler::TargetInfo info;
  std::string dataLayout;
};

/// `isa`: "", "portable", "sse4", "avx2" or "avx512"; more than the host has is cut down to the host's. With
/// "portable", and on processors without a machine of their own, code is for the least processor of the host's triple.
HostTarget hostTarget(std::string_view isa);
/// The least processor of an instruction set, whatever the host is, with `more` of LLVM's features ("avx512vnni"): for
/// tools and tests whose output is the same everywhere. nullopt: no family of processors has that set, or its LLVM
/// target was not initialised, which for other families than the host's is the caller's to do.
std::optional<HostTarget> leastTarget(std::string_view isa, llvm::ArrayRef<llvm::StringRef> more = {});
/// A machine of one's own: not to be shared by two threads at a time. Null only when LLVM lacks the target.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(const HostTarget &target);
/// The target's own changes to LLVM's code generator for `triple`, which is just being put together; `observer` lives
/// as long as it runs.
void changeCodeGenerator(const llvm::Triple &triple, llvm::TargetPassConfig &configuration,
                         llvm::CodeGenOptLevel machineLevel, SubPassObserver *observer);

} // namespace lanecl::targets
