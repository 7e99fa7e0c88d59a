// Work-groups that have nothing to do: no work-item passes the guard in front of all that the kernel does, as the
// group's id, its size and the arguments tell before any of them begins. Ranges that are larger than what is left of a
// matrix, or rounded up by much, have many.
#pragma once
#include "compiler/transform/groups/EntryFrame.h"
#include "llvm/IR/Function.h"

namespace lanecl {

/// i1 (the kernel's parameters): whether no work-item of the work-group has an effect. Internal, in LaneCL IR, without
/// branches, of queries that are the same in the whole group. Null: the kernel has no such guard, or nobody can tell.
/// `kernel`: in SSA form, scalar; it stays as it is.
llvm::Function *makeIdleTest(llvm::Function &kernel);

/// What `test` says of the group whose state `frame` has, at its builder's position. Consumes `test`.
llvm::Value *askIdleTest(llvm::Function &test, EntryFrame &frame);

} // namespace lanecl
