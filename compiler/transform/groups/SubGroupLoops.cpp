#include "compiler/transform/groups/SubGroupLoops.h"
#include "compiler/transform/groups/CountedLoop.h"

namespace lanecl {
namespace {

// The y and z of the rows by counting, when a body asks for them.
class RowPosition {
public:
  RowPosition(llvm::IRBuilder<> &builder, const CountedLoop &rows) {
    llvm::Value *zero = builder.getInt32(0);
    for (llvm::PHINode *&position : positions_) {
      position = builder.CreatePHI(builder.getInt32Ty(), 2, "row");
      position->addIncoming(zero, rows.index->getIncomingBlock(0));
    }
  }
  llvm::Value *y() const { return positions_[0]; }
  llvm::Value *z() const { return positions_[1]; }
  void advance(llvm::IRBuilder<> &builder, llvm::Value *height, llvm::Value *step) {
    llvm::Value *next = builder.CreateAdd(positions_[0], step, "", true, true);
    llvm::Value *wraps = builder.CreateICmpEQ(next, height);
    positions_[0]->addIncoming(builder.CreateSelect(wraps, builder.getInt32(0), next), builder.GetInsertBlock());
    llvm::Value *plane = builder.CreateZExt(wraps, builder.getInt32Ty());
    positions_[1]->addIncoming(builder.CreateAdd(positions_[1], plane, "", true, true), builder.GetInsertBlock());
  }

private:
  std::array<llvm::PHINode *, 2> positions_ = {};
};

} // namespace

void SubGroupLoops::measure() {
  unsigned width = frame_.options.width;
  bool isMasked = bodies_.full.masked, isLinear = frame_.options.linear;
  // No sub-group is partial, so a work-group of one to a row is never smaller.
  if (!bodies_.tail && !isMasked && !isLinear && frame_.options.requiredSize[0] == width)
    frame_.state(State::LocalSize) = b_.getInt32(width);
  llvm::Value *height = frame_.state(State::LocalSize, 1), *depth = frame_.state(State::LocalSize, 2);
  llvm::Value *row = frame_.state(State::LocalSize);
  if (isLinear) { // one row of all work-items
    row = b_.CreateMul(row, height, "", true, true);
    row = b_.CreateMul(row, depth, "items", true, true);
  }
  rowItems_ = row;
  rowLength_ = b_.CreateLShr(b_.CreateAdd(row, b_.getInt32(width - 1), "", true, true), llvm::Log2_32(width),
                             "sub_groups_per_row");
  rowCount_ = isLinear ? static_cast<llvm::Value *>(b_.getInt32(1)) : b_.CreateMul(height, depth, "rows", true, true);
  fullEnd_ = bodies_.tail ? b_.CreateAnd(row, b_.getInt32(~(width - 1)), "full_end")
             : isMasked   ? b_.CreateShl(rowLength_, llvm::Log2_32(width), "padded_end", true, true)
                          : row;
}

bool SubGroupLoops::asksForRows() const {
  auto asks = [](const RegionBody &body) {
    unsigned y = body.firstState + unsigned(State::LocalId) + 1;
    return !body.function->getArg(y)->use_empty() || !body.function->getArg(y + 1)->use_empty();
  };
  return asks(bodies_.full) || (bodies_.tail && asks(*bodies_.tail));
}

// Where the version for several rows may run, their number, else 1.
llvm::Value *SubGroupLoops::rowsTogether() {
  llvm::Value *one = b_.getInt32(1);
  if (!bodies_.together)
    return one;
  llvm::Value *height = frame_.state(State::LocalSize, 1), *together = b_.getInt32(bodies_.together->rows);
  llvm::Value *whole = b_.CreateIsNull(b_.CreateURem(height, together)); // never from one plane into the next
  return b_.CreateSelect(whole, together, one, "rows_together");
}

void SubGroupLoops::run(llvm::Value *number, llvm::Value *next) {
  CountedLoop rows(b_, "row");
  std::optional<RowPosition> position;
  llvm::Value *none = llvm::PoisonValue::get(b_.getInt32Ty());
  if (asksForRows())
    position.emplace(b_, rows);
  frame_.state(State::LocalId, 1) = position ? position->y() : none;
  frame_.state(State::LocalId, 2) = position ? position->z() : none;
  llvm::Value *rowStart = b_.CreateMul(rows.index, rowLength_, "row_start", true, true);
  llvm::Value *step = rowsTogether();
  runRow({number, nullptr, rowStart, rowItems_}, step, next);
  if (position)
    position->advance(b_, frame_.state(State::LocalSize, 1), step);
  rows.close(b_, rowCount_, step);
}

// The full sub-groups of `rows` rows from the present one, then the partial ones.
void SubGroupLoops::runRow(SubGroupCalls::Place place, llvm::Value *rows, llvm::Value *next) {
  llvm::BasicBlock *afterFull = nullptr;
  if (bodies_.tail) {
    llvm::BasicBlock *before = frame_.block("full");
    afterFull = frame_.block("partial");
    b_.CreateCondBr(b_.CreateIsNull(fullEnd_), afterFull, before);
    b_.SetInsertPoint(before);
  }
  CountedLoop lanes(b_, "x");
  place.x = lanes.index;
  runFull(place, rows, next);
  lanes.close(b_, fullEnd_, frame_.options.width);
  if (!bodies_.tail)
    return;
  llvm::BasicBlock *partial = frame_.block("tail"), *rowEnd = frame_.block("row.end");
  b_.CreateBr(afterFull);
  b_.SetInsertPoint(afterFull);
  b_.CreateCondBr(b_.CreateICmpEQ(fullEnd_, rowItems_), rowEnd, partial);
  b_.SetInsertPoint(partial);
  runPartial(place, rows, next);
  b_.CreateBr(rowEnd);
  b_.SetInsertPoint(rowEnd);
}

// What is left of a row: a sub-group, or its work-items one by one.
void SubGroupLoops::runPartial(SubGroupCalls::Place place, llvm::Value *rows, llvm::Value *next) {
  place.x = fullEnd_;
  if (bodies_.tail->masked)
    return runRowByRow(*bodies_.tail, place, rows, next);
  llvm::Value *left = b_.CreateSub(rowItems_, fullEnd_, "items_left", true, true);
  CountedLoop items(b_, "item");
  place.x = b_.CreateAdd(fullEnd_, items.index, "", true, true);
  runRowByRow(*bodies_.tail, place, rows, next);
  items.close(b_, left);
}

// One sub-group in each of `rows` rows: all rows at once where there is a version for it whose conditions hold, else
// one after the other.
void SubGroupLoops::runFull(const SubGroupCalls::Place &place, llvm::Value *rows, llvm::Value *next) {
  if (!bodies_.together)
    return calls_.call(bodies_.full, place, next);
  llvm::BasicBlock *together = frame_.block("rows.together"), *separate = frame_.block("rows.separate"),
                   *done = frame_.block("rows.done");
  b_.CreateCondBr(b_.CreateICmpNE(rows, b_.getInt32(1)), together, separate);
  b_.SetInsertPoint(together);
  calls_.call(*bodies_.together, place, separate);
  b_.CreateBr(done);
  b_.SetInsertPoint(separate);
  runRowByRow(bodies_.full, place, rows, next);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
}

// One row after the other. Bodies with a version for several rows do not ask for the number of their sub-group.
void SubGroupLoops::runRowByRow(const RegionBody &body, const SubGroupCalls::Place &place, llvm::Value *rows,
                                llvm::Value *next) {
  if (!bodies_.together)
    return calls_.call(body, place, next);
  llvm::Value *first = frame_.state(State::LocalId, 1);
  CountedLoop rowLoop(b_, "rows");
  frame_.state(State::LocalId, 1) = b_.CreateAdd(first, rowLoop.index, "", true, true);
  calls_.call(body, place, next);
  rowLoop.close(b_, rows);
  frame_.state(State::LocalId, 1) = first;
}

} // namespace lanecl
