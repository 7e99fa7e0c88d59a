// What the body of a kernel needs from the loops around it: parameters behind the kernel's own (and the mask). The
// body's queries become arithmetic on them.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include <array>

namespace lanecl {

/// The state parameters in order; of those with a dimension, X is followed by Y and Z.
enum class State : unsigned {
  LocalId = 0,       ///< i32: of lane 0
  LocalSize = 3,     ///< i32: of this group
  EnqueuedSize = 6,  ///< i32
  GroupId = 9,       ///< id
  GroupBase = 12,    ///< id: the global id of the group's first work-item
  GlobalSize = 15,   ///< id
  GlobalOffset = 18, ///< id
  NumGroups = 21,    ///< id
  WorkDim = 24,      ///< i32
  SubGroupId,        ///< i32
  Region,            ///< i32: the boundary behind which to go on; 0: the start
  Worker,            ///< ptr: WorkerInfo
  Context,           ///< ptr: this sub-group's part
  Scratch,           ///< ptr
  UniformIn,         ///< ptr: group-uniform values as they were at the last boundary
  UniformOut,        ///< ptr: ... as they will be at the next
  Accumulators,      ///< ptr: work-group operations, as the sub-groups fill them
  Results,           ///< ptr: work-group operations, finished
  Count
};
inline constexpr unsigned StateCount = static_cast<unsigned>(State::Count);

/// Types of the parameters: an id is i64 when wide, else i32 (and never negative).
std::array<llvm::Type *, StateCount> stateTypes(llvm::LLVMContext &context, bool wideIds);

/// Access to the state of one body.
class GroupState {
public:
  GroupState(llvm::Function &body, unsigned firstParameter, unsigned width, bool masked)
      : body_(body), first_(firstParameter), width_(width), masked_(masked) {}

  llvm::Argument *operator()(State state, unsigned dimension = 0) const {
    return body_.getArg(first_ + static_cast<unsigned>(state) + dimension);
  }
  unsigned width() const { return width_; }
  /// Replaces every query of the body by arithmetic at the end of its entry block.
  void lowerQueries() const;
  /// Parameters that differ from sub-group to sub-group, or whose memory does.
  llvm::SmallVector<const llvm::Value *, 8> varying() const;

private:
  llvm::Value *lower(llvm::IRBuilder<> &builder, unsigned query, unsigned dimension) const;
  llvm::Value *memory(llvm::IRBuilder<> &builder, bool begin, unsigned area) const;
  llvm::Value *globalId(llvm::IRBuilder<> &builder, unsigned dimension) const;
  llvm::Value *globalLinearId(llvm::IRBuilder<> &builder) const;
  llvm::Value *localLinearId(llvm::IRBuilder<> &builder) const;
  llvm::Value *numSubGroups(llvm::IRBuilder<> &builder, State sizes) const;
  llvm::Value *widen(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) const;
  llvm::Type *idType() const;

  llvm::Function &body_;
  unsigned first_, width_;
  bool masked_;
};

} // namespace lanecl
