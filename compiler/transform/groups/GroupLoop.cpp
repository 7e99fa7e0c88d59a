#include "compiler/transform/groups/GroupLoop.h"
#include "compiler/transform/groups/CountedLoop.h"

namespace lanecl {
namespace {

using Ids = std::array<llvm::PHINode *, 3>;

// Group ids from the linear number once, then by counting.
std::array<llvm::Value *, 3> firstIds(EntryFrame &frame) {
  llvm::IRBuilder<> &b = frame.builder;
  std::array<llvm::Value *, 3> start;
  llvm::Value *rest = frame.firstGroup();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *groups = b.CreateZExt(frame.state(State::NumGroups, d), b.getInt64Ty());
    llvm::Value *id = d < 2 ? b.CreateURem(rest, groups) : rest;
    start[d] = b.CreateZExtOrTrunc(id, frame.idType);
    rest = d < 2 ? b.CreateUDiv(rest, groups) : rest;
  }
  return start;
}

void advance(EntryFrame &frame, const Ids &ids) {
  llvm::IRBuilder<> &b = frame.builder;
  llvm::BasicBlock *latch = b.GetInsertBlock();
  llvm::Value *one = llvm::ConstantInt::get(frame.idType, 1), *zero = llvm::ConstantInt::get(frame.idType, 0);
  llvm::Value *carry = b.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *next = b.CreateSelect(carry, b.CreateAdd(ids[d], one, "", true, !frame.options.wideIds), ids[d]);
    if (d < 2) {
      carry = b.CreateICmpEQ(next, frame.state(State::NumGroups, d));
      next = b.CreateSelect(carry, zero, next);
    }
    ids[d]->addIncoming(next, latch);
  }
}

// The last group of a dimension may be smaller (OpenCL API 5.8, non-uniform work-groups).
void setGroup(EntryFrame &frame, const Ids &ids) {
  llvm::IRBuilder<> &b = frame.builder;
  llvm::Type *i32 = b.getInt32Ty();
  bool isNarrow = !frame.options.wideIds;
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *enqueued = b.CreateZExt(frame.state(State::EnqueuedSize, d), frame.idType, "", true);
    llvm::Value *start = b.CreateMul(ids[d], enqueued, "", true, isNarrow);
    llvm::Value *left = b.CreateSub(frame.state(State::GlobalSize, d), start, "", true, isNarrow);
    llvm::Value *size = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, enqueued, left);
    frame.state(State::GroupId, d) = ids[d];
    frame.state(State::LocalSize, d) = size->getType() == i32 ? size : b.CreateTrunc(size, i32, "", true, true);
    if (uint32_t required = frame.options.requiredSize[d]; required == 1 || frame.options.wholeGroups)
      frame.state(State::LocalSize, d) = b.getInt32(required);
    frame.state(State::GroupBase, d) =
        b.CreateAdd(start, frame.state(State::GlobalOffset, d), "group_base", true, isNarrow);
  }
}

} // namespace

void makeGroupLoop(EntryFrame &frame, llvm::function_ref<void()> group) {
  llvm::IRBuilder<> &b = frame.builder;
  llvm::BasicBlock *prepare = frame.block("groups"), *header = frame.block("group"), *end = frame.block("end");
  b.CreateCondBr(b.CreateIsNull(frame.groupCount()), end, prepare);
  b.SetInsertPoint(prepare);
  auto start = firstIds(frame);
  b.CreateBr(header);
  b.SetInsertPoint(header);
  Ids ids;
  auto *left = b.CreatePHI(b.getInt64Ty(), 2, "groups_left");
  left->addIncoming(frame.groupCount(), prepare);
  for (unsigned d = 0; d < 3; ++d) {
    ids[d] = b.CreatePHI(frame.idType, 2, "group_id" + llvm::Twine(d));
    ids[d]->addIncoming(start[d], prepare);
  }
  setGroup(frame, ids);
  group();

  llvm::BasicBlock *latch = b.GetInsertBlock();
  advance(frame, ids);
  llvm::Value *nextLeft = b.CreateSub(left, b.getInt64(1), "", true, false);
  left->addIncoming(nextLeft, latch);
  keepRolled(*b.CreateCondBr(b.CreateIsNull(nextLeft), end, header), Iterations::WorkGroups);
  b.SetInsertPoint(end);
  b.CreateRetVoid();
}

} // namespace lanecl
