// The functions that one kernel becomes on its way to W lanes (Packetize.h), and what is told of them.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "compiler/transform/lanes/Packetize.h"

namespace lanecl::simd {

/// Owns the analyses of all functions of a kernel and knows which functions have been made: callees are packetized
/// once for each pattern of varying arguments.
class PacketizeSession {
public:
  PacketizeSession(const PacketizeOptions &options, PacketizeReport &report) : options(options), report(report) {}
  const PacketizeOptions &options;
  PacketizeReport &report;
  LaneAnalyses analyses;

  /// `varying[i]`: argument i is wide. With `masked` the last parameter is a mask. Null after a failure.
  llvm::Function *function(llvm::Function &scalar, llvm::ArrayRef<bool> varying, bool masked);
  /// Notes the first thing that cannot be made to lanes; the result is thrown away.
  void fail(const llvm::Instruction &at, llvm::StringRef why);
  bool failed() const { return !failure.empty(); }
  void note(const llvm::Instruction &at, const llvm::Twine &text);
  void removeCreated();

  std::string failure;

private:
  struct Version {
    llvm::Function *scalar;
    std::vector<bool> varying;
    bool masked;
    llvm::Function *wide;
  };
  std::vector<Version> versions_;
  unsigned instructions_ = 0;
};

} // namespace lanecl::simd
