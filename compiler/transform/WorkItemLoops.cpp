#include "compiler/transform/WorkItemLoops.h"
#include "compiler/KernelAbi.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/JamRows.h"
#include "compiler/transform/LowerGroupCalls.h"
#include "compiler/transform/RegionBody.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

using Builder = llvm::IRBuilder<>;

/// Above the numbers of all cuts.
constexpr unsigned HasTurn = 1u << 31;
/// Instructions of all regions together, where each reaches past many loops that yield.
constexpr uint64_t MaxYieldingCode = 20000;
constexpr llvm::StringLiteral WorkItemTurns = "lanecl.turns.work_items", WorkGroupTurns = "lanecl.turns.work_groups";

// Loops over work-items have trip counts known at launch only. Unrolling them costs compile time and code, and gains
// next to nothing: their bodies are wide already.
void keepRolled(llvm::BranchInst &latch, Turns turns) {
  llvm::LLVMContext &context = latch.getContext();
  auto hint = [&](llvm::StringRef name) { return llvm::MDNode::get(context, {llvm::MDString::get(context, name)}); };
  llvm::SmallVector<llvm::Metadata *, 3> hints = {nullptr, hint("llvm.loop.unroll.runtime.disable")};
  if (turns != Turns::Unknown)
    hints.push_back(hint(turns == Turns::WorkItems ? WorkItemTurns : WorkGroupTurns));
  auto *loop = llvm::MDNode::getDistinct(context, hints);
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

// A loop over i32 values under construction: do { body } while ((index += step) < end); at least one turn.
struct CountedLoop {
  llvm::PHINode *index;
  llvm::BasicBlock *header;
  CountedLoop(Builder &builder, const llvm::Twine &name) {
    llvm::BasicBlock *before = builder.GetInsertBlock();
    header = llvm::BasicBlock::Create(builder.getContext(), name, before->getParent());
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    index = builder.CreatePHI(builder.getInt32Ty(), 2, name);
    index->addIncoming(builder.getInt32(0), before);
  }
  /// `end` is a multiple of `step` and not 0.
  void close(Builder &builder, llvm::Value *end, unsigned step = 1) { close(builder, end, builder.getInt32(step)); }
  void close(Builder &builder, llvm::Value *end, llvm::Value *step) {
    llvm::Value *next = builder.CreateAdd(index, step, "", true, true);
    index->addIncoming(next, builder.GetInsertBlock());
    auto *exit = llvm::BasicBlock::Create(builder.getContext(), header->getName() + ".end", header->getParent());
    keepRolled(*builder.CreateCondBr(builder.CreateICmpNE(next, end), header, exit), Turns::WorkItems);
    builder.SetInsertPoint(exit);
  }
};

class EntryBuilder {
public:
  EntryBuilder(llvm::Module &module, llvm::StringRef symbol, const WorkItemLoopsOptions &options, RegionBody full,
               std::optional<RegionBody> tail, std::optional<JammedBody> together, unsigned accumulators)
      : module_(module), options_(options), full_(std::move(full)), tail_(std::move(tail)), together_(together),
        builder_(module.getContext()), idType_(options.wideIds ? builder_.getInt64Ty() : builder_.getInt32Ty()),
        accumulatorBytes_(uint64_t(accumulators) * AccumulatorBytes) {
    inTurn_ = full_.regions.size() > MaxSeparateRegions ||
              (yields() && uint64_t(full_.regions.size()) * full_.function->getInstructionCount() > MaxYieldingCode);
    createEntry(symbol);
  }

  WorkItemLoopsResult build();

private:
  void createEntry(llvm::StringRef symbol);
  void loadArguments();
  void loadLaunch();
  llvm::Value *load(llvm::Value *base, uint64_t offset, llvm::Type *type, bool invariant, const llvm::Twine &name);
  llvm::Value *loadSize(std::size_t field, unsigned dimension, llvm::Type *type, const llvm::Twine &name);
  llvm::AllocaInst *reserve(uint64_t bytes, const llvm::Twine &name);
  void groupLoop();
  void setGroup(const std::array<llvm::PHINode *, 3> &ids);
  void runRegions();
  void runRegionsInTurn();
  llvm::AllocaInst *nextRegion(bool mayVary);
  llvm::Value *loadNext(llvm::Value *next);
  void endRegion();
  bool asksForRows() const;
  void regionNest(llvm::Value *number, llvm::Value *next);
  void rowsApart(llvm::Value *count, llvm::function_ref<void()> body);
  void subGroupsTogether(llvm::Value *number, llvm::Value *x, llvm::Value *rowStart, llvm::Value *stride,
                         llvm::Value *next);
  void subGroups(const RegionBody &body, llvm::Value *number, llvm::Value *x, llvm::Value *rowStart, llvm::Value *next);
  void runIfWaiting(const RegionBody &body, llvm::Value *number, llvm::ArrayRef<llvm::Value *> arguments,
                    llvm::Value *context, llvm::Value *next);
  void handOver(llvm::Value *in, llvm::Value *out, uint64_t bytes);
  void forget(const RegionBody &body, llvm::Value *out);
  void inlineBodies();
  llvm::Value *&state(State which, unsigned dimension = 0) { return state_[static_cast<unsigned>(which) + dimension]; }
  llvm::BasicBlock *block(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, entry_);
  }
  /// Sub-groups may part at barriers: each keeps the number of the cut that it waits at, 0 after its end.
  bool yields() const { return full_.yields || (tail_ && tail_->yields); }
  bool parts() const { return full_.parting != Parting::None || (tail_ && tail_->parting != Parting::None); }
  uint64_t waitsAtOffset() const {
    return llvm::alignTo(std::max(full_.contextBytes, tail_ ? tail_->contextBytes : 0), 4);
  }
  uint64_t contextBytes() const {
    llvm::Align align =
        std::max({full_.contextAlign, tail_ ? tail_->contextAlign : llvm::Align(), llvm::Align(parts() ? 4 : 1)});
    uint64_t bytes = std::max(full_.contextBytes, tail_ ? tail_->contextBytes : 0);
    return llvm::alignTo(parts() ? waitsAtOffset() + 4 : bytes, align);
  }

  llvm::Module &module_;
  const WorkItemLoopsOptions &options_;
  RegionBody full_;
  std::optional<RegionBody> tail_;
  std::optional<JammedBody> together_; ///< the full body for several rows at once
  Builder builder_;
  llvm::Type *idType_;
  uint64_t accumulatorBytes_;
  bool inTurn_ = false; ///< one loop calls the body for every region
  llvm::Function *entry_ = nullptr;
  std::vector<llvm::Value *> arguments_, locals_;
  std::array<llvm::Value *, StateCount> state_{};
  llvm::Value *rowItems_ = nullptr;  ///< work-items of one row of the work-group
  llvm::Value *rowLength_ = nullptr; ///< sub-groups of one row of the work-group
  llvm::Value *rowCount_ = nullptr;  ///< rows of the work-group, in all planes
  llvm::Value *fullEnd_ = nullptr;   ///< work-items of a row in full sub-groups
  struct Uniforms {
    llvm::Value *in = nullptr, *out = nullptr;
  } fullUniforms_, tailUniforms_;
  llvm::SmallVector<llvm::CallInst *, 8> calls_;
};

void EntryBuilder::createEntry(llvm::StringRef symbol) {
  llvm::Type *ptr = builder_.getPtrTy(), *i64 = builder_.getInt64Ty();
  auto *type = llvm::FunctionType::get(builder_.getVoidTy(), {ptr, ptr, ptr, i64, i64}, false);
  entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module_);
  for (auto [index, name] : llvm::enumerate(std::array{"args", "launch", "worker", "first", "count"}))
    entry_->getArg(index)->setName(name);
  llvm::AttributeList attributes = full_.function->getAttributes();
  entry_->addFnAttrs(llvm::AttrBuilder(module_.getContext(), attributes.getFnAttrs()));
  for (auto kind : {llvm::Attribute::Convergent, llvm::Attribute::Memory, llvm::Attribute::AlwaysInline})
    entry_->removeFnAttr(kind);
  for (unsigned i = 0; i < 3; ++i)
    entry_->addParamAttr(i, llvm::Attribute::NoAlias);
  entry_->addParamAttr(0, llvm::Attribute::ReadOnly);
  entry_->addParamAttr(1, llvm::Attribute::ReadOnly);
  builder_.SetInsertPoint(block("entry"));
}

llvm::Value *EntryBuilder::load(llvm::Value *base, uint64_t offset, llvm::Type *type, bool invariant,
                                const llvm::Twine &name) {
  llvm::Value *place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
  llvm::Align align = llvm::commonAlignment(llvm::Align(16), offset);
  auto *value = builder_.CreateAlignedLoad(type, place, align, name);
  if (invariant)
    value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
  return value;
}

llvm::AllocaInst *EntryBuilder::reserve(uint64_t bytes, const llvm::Twine &name) {
  Builder builder(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
  auto *memory = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes), nullptr, name);
  memory->setAlignment(llvm::Align(64));
  return memory;
}

// A size or id of the launch: all fit idType_, or the runtime would ask for the variant with wide ids.
llvm::Value *EntryBuilder::loadSize(std::size_t field, unsigned dimension, llvm::Type *type, const llvm::Twine &name) {
  llvm::Value *value =
      load(entry_->getArg(1), field + 8 * dimension, builder_.getInt64Ty(), true, name + llvm::Twine(dimension));
  return type == value->getType() ? value : builder_.CreateTrunc(value, type, "", true, true);
}

void EntryBuilder::loadArguments() {
  llvm::Value *worker = entry_->getArg(2);
  llvm::Value *localMemory =
      load(worker, offsetof(WorkerInfo, localMemory), builder_.getPtrTy(), false, "local_memory");
  llvm::Value *localBase = builder_.CreateAddrSpaceCast(localMemory, builder_.getPtrTy(space::Local));
  for (auto [index, slot] : llvm::enumerate(options_.arguments.slots)) {
    llvm::Argument *parameter = full_.function->getArg(index);
    if (slot.local) {
      llvm::Value *offset = load(entry_->getArg(0), slot.offset, builder_.getInt64Ty(), true, parameter->getName());
      arguments_.push_back(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), localBase, offset));
    } else if (slot.type != parameter->getType()) { // a struct by value: the body copies what it changes
      arguments_.push_back(builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), entry_->getArg(0), slot.offset));
    } else {
      arguments_.push_back(load(entry_->getArg(0), slot.offset, slot.type, true, parameter->getName()));
    }
  }
  for (auto &[variable, offset] : options_.locals.variables)
    locals_.push_back(
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), localBase, offset, variable->getName()));
  state(State::Worker) = worker;
  state(State::Context) = load(worker, offsetof(WorkerInfo, context), builder_.getPtrTy(), false, "context");
  state(State::Scratch) = load(worker, offsetof(WorkerInfo, scratch), builder_.getPtrTy(), false, "scratch");
}

void EntryBuilder::loadLaunch() {
  for (unsigned d = 0; d < 3; ++d) {
    state(State::GlobalSize, d) = loadSize(offsetof(LaunchInfo, globalSize), d, idType_, "global_size");
    state(State::GlobalOffset, d) = loadSize(offsetof(LaunchInfo, globalOffset), d, idType_, "global_offset");
    state(State::NumGroups, d) = loadSize(offsetof(LaunchInfo, groupCount), d, idType_, "num_groups");
    // The runtime launches with nothing else (OpenCL C 6.7.2, reqd_work_group_size).
    uint32_t required = options_.requiredSize[d];
    state(State::EnqueuedSize, d) =
        required ? builder_.getInt32(required)
                 : loadSize(offsetof(LaunchInfo, localSize), d, builder_.getInt32Ty(), "enqueued_size");
  }
  state(State::WorkDim) = load(entry_->getArg(1), offsetof(LaunchInfo, workDim), builder_.getInt32Ty(), true, "dim");
}

// --- Work-groups ---

// Group ids from the linear number once, then by counting.
void EntryBuilder::groupLoop() {
  llvm::Value *first = entry_->getArg(3), *count = entry_->getArg(4);
  llvm::BasicBlock *prepare = block("groups"), *header = block("group"), *end = block("end");
  builder_.CreateCondBr(builder_.CreateIsNull(count), end, prepare);
  builder_.SetInsertPoint(prepare);
  std::array<llvm::Value *, 3> start;
  llvm::Value *rest = first;
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *groups = builder_.CreateZExt(state(State::NumGroups, d), builder_.getInt64Ty());
    llvm::Value *id = d < 2 ? builder_.CreateURem(rest, groups) : rest;
    start[d] = builder_.CreateZExtOrTrunc(id, idType_);
    rest = d < 2 ? builder_.CreateUDiv(rest, groups) : rest;
  }
  builder_.CreateBr(header);
  builder_.SetInsertPoint(header);
  std::array<llvm::PHINode *, 3> ids;
  auto *left = builder_.CreatePHI(builder_.getInt64Ty(), 2, "groups_left");
  left->addIncoming(count, prepare);
  for (unsigned d = 0; d < 3; ++d) {
    ids[d] = builder_.CreatePHI(idType_, 2, "group_id" + llvm::Twine(d));
    ids[d]->addIncoming(start[d], prepare);
  }
  setGroup(ids);
  runRegions();

  llvm::BasicBlock *latch = builder_.GetInsertBlock();
  llvm::Value *one = llvm::ConstantInt::get(idType_, 1), *zero = llvm::ConstantInt::get(idType_, 0);
  llvm::Value *carry = builder_.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *next =
        builder_.CreateSelect(carry, builder_.CreateAdd(ids[d], one, "", true, !options_.wideIds), ids[d]);
    if (d < 2) {
      carry = builder_.CreateICmpEQ(next, state(State::NumGroups, d));
      next = builder_.CreateSelect(carry, zero, next);
    }
    ids[d]->addIncoming(next, latch);
  }
  llvm::Value *nextLeft = builder_.CreateSub(left, builder_.getInt64(1), "", true, false);
  left->addIncoming(nextLeft, latch);
  keepRolled(*builder_.CreateCondBr(builder_.CreateIsNull(nextLeft), end, header), Turns::WorkGroups);
  builder_.SetInsertPoint(end);
  builder_.CreateRetVoid();
}

// The last group of a dimension may be smaller (OpenCL API 5.8, non-uniform work-groups).
void EntryBuilder::setGroup(const std::array<llvm::PHINode *, 3> &ids) {
  llvm::Type *i32 = builder_.getInt32Ty();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *enqueued = builder_.CreateZExt(state(State::EnqueuedSize, d), idType_, "", true);
    llvm::Value *start = builder_.CreateMul(ids[d], enqueued, "", true, !options_.wideIds);
    llvm::Value *left = builder_.CreateSub(state(State::GlobalSize, d), start, "", true, !options_.wideIds);
    llvm::Value *size = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, enqueued, left);
    state(State::GroupId, d) = ids[d];
    state(State::LocalSize, d) = size->getType() == i32 ? size : builder_.CreateTrunc(size, i32, "", true, true);
    if (options_.requiredSize[d] == 1)
      state(State::LocalSize, d) = builder_.getInt32(1);
    state(State::GroupBase, d) =
        builder_.CreateAdd(start, state(State::GlobalOffset, d), "group_base", true, !options_.wideIds);
  }
  unsigned width = options_.width;
  // No sub-group is partial, so a work-group of one to a row is never smaller.
  if (!tail_ && !full_.masked && !options_.linear && options_.requiredSize[0] == width)
    state(State::LocalSize) = builder_.getInt32(width);
  llvm::Value *row = state(State::LocalSize);
  if (options_.linear) { // one row of all work-items
    row = builder_.CreateMul(row, state(State::LocalSize, 1), "", true, true);
    row = builder_.CreateMul(row, state(State::LocalSize, 2), "items", true, true);
  }
  rowItems_ = row;
  rowLength_ = builder_.CreateLShr(builder_.CreateAdd(row, builder_.getInt32(width - 1), "", true, true),
                                   llvm::Log2_32(width), "sub_groups_per_row");
  rowCount_ = options_.linear
                  ? static_cast<llvm::Value *>(builder_.getInt32(1))
                  : builder_.CreateMul(state(State::LocalSize, 1), state(State::LocalSize, 2), "rows", true, true);
  fullEnd_ = tail_          ? builder_.CreateAnd(row, builder_.getInt32(~(width - 1)), "full_end")
             : full_.masked ? builder_.CreateShl(rowLength_, llvm::Log2_32(width), "padded_end", true, true)
                            : row;
}

// --- Regions of one work-group ---

void EntryBuilder::handOver(llvm::Value *in, llvm::Value *out, uint64_t bytes) {
  if (bytes)
    builder_.CreateMemCpy(in, llvm::Align(64), out, llvm::Align(64), bytes);
}

// Every sub-group writes what it hands on, so that nothing comes from before: without this the values would be carried
// round every loop.
void EntryBuilder::forget(const RegionBody &body, llvm::Value *out) {
  for (auto &[offset, type] : body.uniforms)
    builder_.CreateStore(llvm::PoisonValue::get(type),
                         builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), out, offset));
}

/// Where the sub-groups of the coming region say which is next.
llvm::AllocaInst *EntryBuilder::nextRegion(bool mayVary) {
  llvm::AllocaInst *next = nullptr;
  if (mayVary) {
    Builder builder(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
    next = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
  }
  forget(full_, fullUniforms_.out);
  if (tail_)
    forget(*tail_, tailUniforms_.out);
  if (next)
    builder_.CreateStore(parts() ? llvm::Constant::getNullValue(builder_.getInt32Ty())
                                 : llvm::PoisonValue::get(builder_.getInt32Ty()),
                         next);
  return next;
}

void EntryBuilder::endRegion() {
  handOver(fullUniforms_.in, fullUniforms_.out, full_.uniformBytes);
  handOver(tailUniforms_.in, tailUniforms_.out, tail_ ? tail_->uniformBytes : 0);
  handOver(state(State::Results), state(State::Accumulators), accumulatorBytes_);
}

llvm::Value *EntryBuilder::loadNext(llvm::Value *next) {
  llvm::Value *number = builder_.CreateLoad(builder_.getInt32Ty(), next);
  return yields() ? builder_.CreateAnd(number, builder_.getInt32(~HasTurn)) : number;
}

void EntryBuilder::runRegionsInTurn() {
  llvm::BasicBlock *before = builder_.GetInsertBlock(), *header = block("region"), *done = block("group.done");
  builder_.CreateBr(header);
  builder_.SetInsertPoint(header);
  auto *number = builder_.CreatePHI(builder_.getInt32Ty(), 2, "number");
  number->addIncoming(builder_.getInt32(0), before);
  llvm::AllocaInst *next = nextRegion(true);
  regionNest(number, next);
  endRegion();
  llvm::Value *reached = loadNext(next);
  number->addIncoming(reached, builder_.GetInsertBlock());
  keepRolled(*builder_.CreateCondBr(builder_.CreateIsNull(reached), done, header), Turns::Unknown);
  builder_.SetInsertPoint(done);
}

void EntryBuilder::runRegions() {
  if (inTurn_)
    return runRegionsInTurn();
  std::map<unsigned, llvm::BasicBlock *> starts;
  for (auto &[number, region] : full_.regions)
    starts[number] = block("region" + llvm::Twine(number));
  llvm::BasicBlock *done = block("group.done");
  builder_.CreateBr(starts[0]);
  for (auto &[number, region] : full_.regions) {
    builder_.SetInsertPoint(starts[number]);
    auto target = [&](unsigned exit) { return exit == 0 ? done : starts[exit]; };
    llvm::SmallVector<unsigned, 4> exits = region.exits;
    if (parts()) { // 0, which other regions' numbers follow, comes first
      exits.clear();
      for (auto &[other, unused] : full_.regions)
        exits.push_back(other);
    }
    llvm::AllocaInst *next = nextRegion(exits.size() > 1);
    regionNest(builder_.getInt32(number), next);
    if (full_.regions.size() > 1)
      endRegion();
    if (exits.empty()) { // an endless loop
      builder_.CreateUnreachable();
      continue;
    }
    if (!next) {
      builder_.CreateBr(target(exits.front()));
      continue;
    }
    llvm::Value *reached = loadNext(next);
    auto *choice = builder_.CreateSwitch(reached, target(exits.front()), exits.size() - 1);
    for (unsigned exit : llvm::drop_begin(exits))
      choice->addCase(builder_.getInt32(exit), target(exit));
  }
  builder_.SetInsertPoint(done);
}

// The y and z of the rows by counting, when a body asks for them.
class RowPosition {
public:
  RowPosition(Builder &builder, const CountedLoop &rows) {
    llvm::Value *zero = builder.getInt32(0);
    for (llvm::PHINode *&position : positions_) {
      position = builder.CreatePHI(builder.getInt32Ty(), 2, "row");
      position->addIncoming(zero, rows.index->getIncomingBlock(0));
    }
  }
  llvm::Value *y() const { return positions_[0]; }
  llvm::Value *z() const { return positions_[1]; }
  void advance(Builder &builder, llvm::Value *height, llvm::Value *step) {
    llvm::Value *next = builder.CreateAdd(positions_[0], step, "", true, true);
    llvm::Value *wraps = builder.CreateICmpEQ(next, height);
    positions_[0]->addIncoming(builder.CreateSelect(wraps, builder.getInt32(0), next), builder.GetInsertBlock());
    llvm::Value *plane = builder.CreateZExt(wraps, builder.getInt32Ty());
    positions_[1]->addIncoming(builder.CreateAdd(positions_[1], plane, "", true, true), builder.GetInsertBlock());
  }

private:
  std::array<llvm::PHINode *, 2> positions_ = {};
};

bool EntryBuilder::asksForRows() const {
  auto asks = [](const RegionBody &body) {
    unsigned y = body.firstState + unsigned(State::LocalId) + 1;
    return !body.function->getArg(y)->use_empty() || !body.function->getArg(y + 1)->use_empty();
  };
  return asks(full_) || (tail_ && asks(*tail_));
}

// All sub-groups of the work-group: its rows in all planes and, along a row, the full ones, then the partial one.
void EntryBuilder::regionNest(llvm::Value *number, llvm::Value *next) {
  CountedLoop rows(builder_, "row");
  std::optional<RowPosition> position;
  llvm::Value *none = llvm::PoisonValue::get(builder_.getInt32Ty());
  if (asksForRows())
    position.emplace(builder_, rows);
  state(State::LocalId, 1) = position ? position->y() : none;
  state(State::LocalId, 2) = position ? position->z() : none;
  llvm::Value *rowStart = builder_.CreateMul(rows.index, rowLength_, "row_start", true, true);
  llvm::Value *step = builder_.getInt32(1);
  if (together_) { // never from one plane into the next
    llvm::Value *height = state(State::LocalSize, 1), *together = builder_.getInt32(together_->rows);
    llvm::Value *whole = builder_.CreateIsNull(builder_.CreateURem(height, together));
    step = builder_.CreateSelect(whole, together, step, "rows_together");
  }

  llvm::BasicBlock *afterFull = nullptr;
  if (tail_) {
    llvm::BasicBlock *before = block("full");
    afterFull = block("partial");
    builder_.CreateCondBr(builder_.CreateIsNull(fullEnd_), afterFull, before);
    builder_.SetInsertPoint(before);
  }
  CountedLoop lanes(builder_, "x");
  if (together_)
    subGroupsTogether(number, lanes.index, rowStart, step, next);
  else
    subGroups(full_, number, lanes.index, rowStart, next);
  lanes.close(builder_, fullEnd_, options_.width);
  if (tail_) {
    llvm::BasicBlock *partial = block("tail"), *rowEnd = block("row.end");
    builder_.CreateBr(afterFull);
    builder_.SetInsertPoint(afterFull);
    builder_.CreateCondBr(builder_.CreateICmpEQ(fullEnd_, rowItems_), rowEnd, partial);
    builder_.SetInsertPoint(partial);
    rowsApart(step, [&] { subGroups(*tail_, number, fullEnd_, rowStart, next); });
    builder_.CreateBr(rowEnd);
    builder_.SetInsertPoint(rowEnd);
  }
  if (position)
    position->advance(builder_, state(State::LocalSize, 1), step);
  rows.close(builder_, rowCount_, step);
}

// What `body` makes, for `count` rows from the present one. Bodies that jam do not ask for the number of their
// sub-group.
void EntryBuilder::rowsApart(llvm::Value *count, llvm::function_ref<void()> body) {
  if (!together_)
    return body();
  llvm::Value *first = state(State::LocalId, 1);
  CountedLoop apart(builder_, "apart");
  state(State::LocalId, 1) = builder_.CreateAdd(first, apart.index, "", true, true);
  body();
  apart.close(builder_, count);
  state(State::LocalId, 1) = first;
}

// One sub-group in each of `step` rows: all rows at once, or one after the other where their ways part.
void EntryBuilder::subGroupsTogether(llvm::Value *number, llvm::Value *x, llvm::Value *rowStart, llvm::Value *step,
                                     llvm::Value *next) {
  llvm::BasicBlock *jammed = block("rows.together"), *single = block("rows.apart"), *done = block("rows.done");
  builder_.CreateCondBr(builder_.CreateICmpNE(step, builder_.getInt32(1)), jammed, single);
  builder_.SetInsertPoint(jammed);
  RegionBody all = full_;
  all.function = together_->function;
  llvm::AllocaInst *refused = nullptr;
  if (together_->mayRefuse) {
    Builder builder(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
    refused = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "refused");
  }
  subGroups(all, number, x, rowStart, refused);
  if (refused)
    builder_.CreateCondBr(builder_.CreateIsNull(builder_.CreateLoad(builder_.getInt32Ty(), refused)), done, single);
  else
    builder_.CreateBr(done);
  builder_.SetInsertPoint(single);
  rowsApart(step, [&] { subGroups(full_, number, x, rowStart, next); });
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

// One sub-group, whose lane 0 is work-item `x` of the row.
void EntryBuilder::subGroups(const RegionBody &body, llvm::Value *number, llvm::Value *x, llvm::Value *rowStart,
                             llvm::Value *next) {
  unsigned width = options_.width;
  auto values = state_;
  auto set = [&](State which, llvm::Value *value) { values[static_cast<unsigned>(which)] = value; };
  llvm::Value *inRow = builder_.CreateLShr(x, llvm::Log2_32(width));
  llvm::Value *subGroup = builder_.CreateAdd(rowStart, inRow, "sub_group_id", true, true);
  llvm::Value *context = state(State::Context);
  if (uint64_t bytes = contextBytes()) {
    llvm::Value *offset = builder_.CreateMul(builder_.CreateZExt(subGroup, builder_.getInt64Ty(), "", true),
                                             builder_.getInt64(bytes), "", true, true);
    context = builder_.CreateInBoundsGEP(builder_.getInt8Ty(), context, offset);
  }
  bool isTail = tail_ && &body == &*tail_;
  set(State::LocalId, x);
  set(State::SubGroupId, subGroup);
  set(State::Region, number);
  set(State::Context, context);
  set(State::UniformIn, isTail ? tailUniforms_.in : fullUniforms_.in);
  set(State::UniformOut, isTail ? tailUniforms_.out : fullUniforms_.out);

  llvm::SmallVector<llvm::Value *, 64> arguments(arguments_.begin(), arguments_.end());
  if (body.masked) {
    llvm::Value *left = builder_.CreateSub(rowItems_, x, "lanes_left", true, true);
    llvm::SmallVector<llvm::Constant *, 64> numbers;
    for (unsigned lane = 0; lane < width; ++lane)
      numbers.push_back(builder_.getInt32(lane));
    arguments.push_back(
        builder_.CreateICmpULT(llvm::ConstantVector::get(numbers), builder_.CreateVectorSplat(width, left), "mask"));
  }
  arguments.append(values.begin(), values.end());
  arguments.append(locals_.begin(), locals_.end());
  if (parts())
    return runIfWaiting(body, number, arguments, context, next);
  llvm::CallInst *reached = builder_.CreateCall(body.function, arguments);
  calls_.push_back(reached);
  if (next)
    builder_.CreateStore(reached, next);
}

// A sub-group goes on when the cut that it waits at is the one that this region begins with. The next region is the one
// with the highest number that any sub-group waits for, so that a barrier's comes when all wait at it. Among those that
// wait in loops every place has its turn: the next one is the highest below the present, then the highest of all.
void EntryBuilder::runIfWaiting(const RegionBody &body, llvm::Value *number, llvm::ArrayRef<llvm::Value *> arguments,
                                llvm::Value *context, llvm::Value *next) {
  llvm::Value *waitsAt = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), context, waitsAtOffset());
  llvm::BasicBlock *before = builder_.GetInsertBlock(), *joined = block("joined");
  llvm::Value *waited = nullptr;
  auto *fixed = llvm::dyn_cast<llvm::ConstantInt>(number);
  if (!fixed || !fixed->isZero()) {
    llvm::BasicBlock *run = block("run");
    waited = builder_.CreateAlignedLoad(builder_.getInt32Ty(), waitsAt, llvm::Align(4));
    llvm::Value *turn = builder_.CreateICmpEQ(waited, number);
    if (!fixed) // all begin with the first region
      turn = builder_.CreateOr(turn, builder_.CreateIsNull(number));
    builder_.CreateCondBr(turn, run, joined);
    builder_.SetInsertPoint(run);
  }
  llvm::CallInst *reached = builder_.CreateCall(body.function, arguments);
  calls_.push_back(reached);
  builder_.CreateAlignedStore(reached, waitsAt, llvm::Align(4));
  llvm::BasicBlock *ran = builder_.GetInsertBlock();
  builder_.CreateBr(joined);
  builder_.SetInsertPoint(joined);
  auto *result = builder_.CreatePHI(builder_.getInt32Ty(), 2, "waits_at");
  result->addIncoming(reached, ran);
  if (waited)
    result->addIncoming(waited, before);
  llvm::Value *rank = result;
  if (yields()) {
    llvm::Value *isYield = builder_.CreateICmpUGE(result, builder_.getInt32(FirstYield));
    llvm::Value *isBelow = builder_.CreateAnd(isYield, builder_.CreateICmpULT(result, number));
    rank = builder_.CreateSelect(isBelow, builder_.CreateOr(result, builder_.getInt32(HasTurn)), result);
  }
  llvm::Value *highest = builder_.CreateLoad(builder_.getInt32Ty(), next);
  builder_.CreateStore(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, highest, rank), next);
}

void EntryBuilder::inlineBodies() {
  if (inTurn_)
    return;
  for (llvm::CallInst *call : calls_) {
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  for (llvm::Function *body :
       {full_.function, tail_ ? tail_->function : nullptr, together_ ? together_->function : nullptr})
    if (body && body->use_empty())
      body->eraseFromParent();
}

WorkItemLoopsResult EntryBuilder::build() {
  loadArguments();
  loadLaunch();
  llvm::Value *null = llvm::ConstantPointerNull::get(builder_.getPtrTy());
  auto pair = [&](uint64_t bytes) {
    return bytes ? Uniforms{reserve(bytes, "uniform.in"), reserve(bytes, "uniform.out")} : Uniforms{null, null};
  };
  fullUniforms_ = pair(full_.uniformBytes);
  tailUniforms_ = pair(tail_ ? tail_->uniformBytes : 0);
  Uniforms accumulators = pair(accumulatorBytes_);
  state(State::Results) = accumulators.in;
  state(State::Accumulators) = accumulators.out;
  groupLoop();
  inlineBodies();
  WorkItemLoopsResult result;
  result.entry = entry_;
  result.contextBytesPerSubGroup = contextBytes();
  result.scratchBytes = std::max(full_.scratchBytes, tail_ ? tail_->scratchBytes : 0);
  return result;
}

} // namespace

Turns turnsOf(const llvm::Loop &loop) {
  llvm::MDNode *hints = loop.getLoopID();
  for (unsigned i = 1; hints && i < hints->getNumOperands(); ++i) {
    auto *hint = llvm::dyn_cast<llvm::MDNode>(hints->getOperand(i));
    auto *name = hint && hint->getNumOperands() ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0)) : nullptr;
    if (name && name->getString() == WorkItemTurns)
      return Turns::WorkItems;
    if (name && name->getString() == WorkGroupTurns)
      return Turns::WorkGroups;
  }
  return Turns::Unknown;
}

unsigned numberBarriers(llvm::Function &kernel, bool waits) {
  splitWorkGroupOps(kernel, waits);
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (isWorkGroupBarrier(instruction))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  unsigned number = 0;
  for (llvm::CallInst *call : calls) {
    Builder builder(call);
    createOperation(builder, Operation::RegionEnd, {builder.getInt32(++number)});
    call->eraseFromParent();
  }
  return number;
}

llvm::Expected<WorkItemLoopsResult> makeWorkItemLoops(llvm::Function &full, llvm::Function *masked,
                                                      llvm::StringRef symbol, const WorkItemLoopsOptions &options) {
  llvm::Module &module = *full.getParent();
  unsigned accumulators = std::max(accumulatorCount(full), masked ? accumulatorCount(*masked) : 0u);
  RegionBody body = makeRegionBody(full, options.width, options.onlyMasked, options.wideIds, options.locals);
  std::optional<RegionBody> tail;
  if (masked)
    tail = makeRegionBody(*masked, options.width, true, options.wideIds, options.locals);
  for (llvm::Function *consumed : {&full, masked})
    if (consumed && consumed->use_empty())
      consumed->eraseFromParent();
  auto together = options.machine && !options.onlyMasked ? jamRows(body, *options.machine) : std::nullopt;
  EntryBuilder builder(module, symbol, options, std::move(body), std::move(tail), together, accumulators);
  return builder.build();
}

} // namespace lanecl
