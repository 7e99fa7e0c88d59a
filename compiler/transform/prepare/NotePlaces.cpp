// The checking mode (LANECL_CHECK): in front of what may fault a kernel leaves word of where it is, for the report of a
// fault (runtime/Containment).
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

bool mayFault(const llvm::Instruction &instruction) {
  return instruction.mayReadOrWriteMemory() || instruction.isIntDivRem();
}

unsigned lineOf(const llvm::Instruction &instruction) {
  const llvm::DebugLoc &place = instruction.getDebugLoc();
  return place ? place.getLine() : 0;
}

/// lanecl.place(line, ids of the first active work-item)
void note(llvm::Instruction &before, unsigned line) {
  llvm::IRBuilder<> builder(&before);
  llvm::SmallVector<llvm::Value *, 4> operands = {builder.getInt32(line)};
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    llvm::Value *id = createQuery(builder, Query::GlobalId, dimension);
    operands.push_back(createOperation(builder, Operation::SubGroupBroadcastFirst, {id}));
  }
  createOperation(builder, Operation::Place, operands);
}

/// Within a block the same work-items are active.
void notePlaces(llvm::BasicBlock &block) {
  unsigned last = 0;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
    const unsigned line = lineOf(instruction);
    if (line == 0 || line == last || !mayFault(instruction) || llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
      continue;
    note(instruction, line);
    last = line;
  }
}

} // namespace

// Code without lines, as the library's functions, is noted where it is called.
void notePlaces(llvm::Function &kernel) {
  if (isChecked(kernel))
    for (llvm::Function &function : *kernel.getParent())
      for (llvm::BasicBlock &block : function)
        notePlaces(block);
}

} // namespace lanecl
