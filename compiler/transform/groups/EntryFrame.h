// The entry function of a kernel (compiler/KernelAbi.h) while it is made: what stands in it before the first
// work-group, and the state that its loops hand to the body.
#pragma once
#include "compiler/transform/groups/GroupState.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

class EntryFrame {
public:
  /// An empty entry with the attributes of `body`; the builder stands at its start.
  EntryFrame(llvm::Module &module, llvm::StringRef symbol, const WorkItemLoopsOptions &options,
             const llvm::Function &body);

  /// The kernel's arguments, named as in `body`, its local variables, and the state that the launch tells.
  void load(const llvm::Function &body);

  llvm::Function &function() const { return *entry_; }
  /// KernelEntry's last parameters, i64: the linear number of the first group; how many groups.
  llvm::Value *firstGroup() const { return entry_->getArg(3); }
  llvm::Value *groupCount() const { return entry_->getArg(4); }
  llvm::ArrayRef<llvm::Value *> arguments() const { return arguments_; }
  llvm::ArrayRef<llvm::Value *> locals() const { return locals_; }
  llvm::Value *&state(State which, unsigned dimension = 0) { return state_[static_cast<unsigned>(which) + dimension]; }
  const std::array<llvm::Value *, StateCount> &state() const { return state_; }

  llvm::BasicBlock *block(const llvm::Twine &name);
  /// Memory on the stack, aligned to 64 bytes.
  llvm::AllocaInst *reserve(uint64_t bytes, const llvm::Twine &name);
  /// An i32 on the stack.
  llvm::AllocaInst *variable(const llvm::Twine &name);

  const WorkItemLoopsOptions &options;
  llvm::IRBuilder<> builder;
  llvm::Type *idType; ///< of ids and global sizes

private:
  void loadArguments(const llvm::Function &body);
  void loadLaunch();
  llvm::Value *load(llvm::Value *base, uint64_t offset, llvm::Type *type, bool invariant, const llvm::Twine &name);
  llvm::Value *loadSize(std::size_t field, unsigned dimension, llvm::Type *type, const llvm::Twine &name);

  llvm::Function *entry_;
  std::vector<llvm::Value *> arguments_, locals_;
  std::array<llvm::Value *, StateCount> state_{};
};

} // namespace lanecl
