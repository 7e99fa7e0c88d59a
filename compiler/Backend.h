// What all programs of one compiler share: the target, the JIT, the cache, machines for compiling. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/image/ObjectCache.h"
#include "compiler/jit/Jit.h"
#include "compiler/targets/HostTarget.h"
#include <memory>
#include <mutex>
#include <vector>

namespace lanecl::compiler {

struct Backend {
  Settings settings;
  targets::HostTarget target;
  std::unique_ptr<jit::Jit> jit;
  image::ObjectCache cache;

  Backend(const Settings &settings, targets::HostTarget target, std::unique_ptr<jit::Jit> jit)
      : settings(settings), target(std::move(target)), jit(std::move(jit)),
        cache(settings.cacheDir, settings.cacheBytes) {}

  /// A machine for one compilation; give it back when that went well.
  std::unique_ptr<llvm::TargetMachine> takeMachine();
  void giveMachine(std::unique_ptr<llvm::TargetMachine> machine);

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<llvm::TargetMachine>> machines_;
};

} // namespace lanecl::compiler
