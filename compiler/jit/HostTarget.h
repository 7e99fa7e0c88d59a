// The CPU that kernels are compiled for: the host's, or less of it (LANECL_ISA). Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace lanecl::jit {

/// How a TargetMachine is asked for. A CPU that LLVM does not know is "x86-64" with the features that cpuid names, so
/// that no instruction is ever used that the host lacks.
struct HostTarget {
  std::string triple, cpu, features;
  compiler::TargetInfo info;
  std::string dataLayout;
};

/// `isa`: "", "sse4", "avx2" or "avx512"; more than the host has is cut down to the host's.
HostTarget hostTarget(std::string_view isa);
/// A machine of one's own: not to be shared by two threads at a time. Null only when LLVM lacks the target.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(const HostTarget &target);

} // namespace lanecl::jit
