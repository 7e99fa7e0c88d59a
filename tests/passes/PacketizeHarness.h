// Runs a kernel twice, as written and packetized, on equal memory: work-groups one after the other, sub-groups of a
// group one after the other, without the rest of the platform. Kernels are OpenCL C, compiled by the Clang beside LLVM.
// No barriers: those are the business of the work-item loops.
#pragma once
#include "compiler/transform/lanes/Packetize.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanecl::test {

/// One argument: a buffer's bytes, or a value's.
struct KernelArgument {
  std::vector<std::byte> bytes;
  bool isBuffer = false;
  template <typename T> static KernelArgument buffer(const std::vector<T> &values) {
    auto *from = reinterpret_cast<const std::byte *>(values.data());
    return {{from, from + values.size() * sizeof(T)}, true};
  }
  template <typename T> static KernelArgument value(T value) {
    auto *from = reinterpret_cast<const std::byte *>(&value);
    return {{from, from + sizeof(T)}, false};
  }
  template <typename T> std::vector<T> as() const {
    auto *from = reinterpret_cast<const T *>(bytes.data());
    return {from, from + bytes.size() / sizeof(T)};
  }
};

/// The machine of an instruction set, whether the host has it or not; null: there is none of that name.
const targets::Machine *testMachine(const std::string &isa = "avx512");

/// The machine of an instruction set whose code is to run: of the host's best one where the host lacks it.
const targets::Machine *runnableMachine(const std::string &isa = "avx512");

struct LaunchShape {
  uint64_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
};

/// OpenCL C to LLVM IR text; empty with the diagnostics on stderr when it does not compile.
std::string compileOpenCl(const std::string &source, const std::string &options = "");

/// A module in LaneCL IR with one kernel left, inlined, its work-item functions and simple built-ins mapped.
class KernelModule {
public:
  KernelModule(const std::string &ir, const std::string &kernel, bool boundIds = true, bool inlineCalls = true);
  llvm::Function &kernel() { return *kernel_; }
  llvm::Module &module() { return *module_; }
  std::unique_ptr<llvm::LLVMContext> context;

private:
  friend class LaneKernel;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function *kernel_ = nullptr;
};

/// Machine code of a kernel with `width` lanes (1: as written).
class LaneKernel {
public:
  /// `options`: without a machine runnableMachine()'s. On failure `error` says why and run does nothing.
  LaneKernel(const std::string &ir, const std::string &kernel, PacketizeOptions options, bool inlineCalls = true);
  void run(std::vector<KernelArgument> &arguments, const LaunchShape &shape) const;
  std::string error;
  PacketizeReport report;

private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  void (*entry_)(void **, const uint64_t *) = nullptr;
};

} // namespace lanecl::test
