#include "compiler/transform/groups/SubGroupCalls.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {

/// Above the numbers of all boundaries.
constexpr unsigned HasSlot = 1u << 31;

llvm::CallInst *SubGroupCalls::create(llvm::Function *function, llvm::ArrayRef<llvm::Value *> arguments) {
  calls_.push_back(b_.CreateCall(function, arguments));
  return calls_.back();
}

void SubGroupCalls::call(const RegionBody &body, const Place &place, llvm::Value *next) {
  auto arguments = argumentsOf(body, place);
  if (bodies_.parts())
    return callIfWaiting(body, place.number, arguments, next);
  llvm::CallInst *reached = create(body.function, arguments);
  if (next)
    b_.CreateStore(reached, next);
}

void SubGroupCalls::call(const BodyVersion &version, const Place &place, llvm::BasicBlock *otherwise) {
  auto arguments = argumentsOf(bodies_.full, place);
  for (const VersionCondition &condition : version.conditions) {
    llvm::BasicBlock *holds = frame_.block("holds");
    llvm::BasicBlock *isTrue = condition.expected ? holds : otherwise,
                     *isFalse = condition.expected ? otherwise : holds;
    if (condition.first) {
      llvm::BasicBlock *ask = frame_.block("ask.second");
      b_.CreateCondBr(create(condition.first, arguments), isTrue, ask);
      b_.SetInsertPoint(ask);
    }
    b_.CreateCondBr(create(condition.function, arguments), isTrue, isFalse);
    b_.SetInsertPoint(holds);
  }
  create(version.function, arguments);
}

llvm::Value *SubGroupCalls::contextOf(llvm::Value *subGroup) {
  llvm::Value *context = frame_.state(State::Context);
  uint64_t bytes = bodies_.contextBytes();
  if (!bytes)
    return context;
  llvm::Value *offset =
      b_.CreateMul(b_.CreateZExt(subGroup, b_.getInt64Ty(), "", true), b_.getInt64(bytes), "", true, true);
  return b_.CreateInBoundsGEP(b_.getInt8Ty(), context, offset);
}

llvm::Value *SubGroupCalls::activeLanes(const Place &place) {
  unsigned width = frame_.options.width;
  llvm::Value *left = b_.CreateSub(place.rowItems, place.x, "lanes_left", true, true);
  llvm::SmallVector<llvm::Constant *, 64> numbers;
  for (unsigned lane = 0; lane < width; ++lane)
    numbers.push_back(b_.getInt32(lane));
  return b_.CreateICmpULT(llvm::ConstantVector::get(numbers), b_.CreateVectorSplat(width, left), "mask");
}

llvm::SmallVector<llvm::Value *, 64> SubGroupCalls::argumentsOf(const RegionBody &body, const Place &place) {
  auto values = frame_.state();
  auto set = [&](State which, llvm::Value *value) { values[static_cast<unsigned>(which)] = value; };
  llvm::Value *inRow = b_.CreateLShr(place.x, llvm::Log2_32(frame_.options.width));
  llvm::Value *subGroup = b_.CreateAdd(place.rowStart, inRow, "sub_group_id", true, true);
  const RegionMemory::Sides &uniforms = bodies_.tail && &body == &*bodies_.tail ? memory_.tail() : memory_.full();
  set(State::LocalId, place.x);
  set(State::SubGroupId, subGroup);
  set(State::Region, place.number);
  set(State::Context, contextOf(subGroup));
  set(State::UniformIn, uniforms.in);
  set(State::UniformOut, uniforms.out);
  llvm::SmallVector<llvm::Value *, 64> arguments(frame_.arguments());
  if (body.masked)
    arguments.push_back(activeLanes(place));
  arguments.append(values.begin(), values.end());
  arguments.append(frame_.locals().begin(), frame_.locals().end());
  return arguments;
}

// A sub-group goes on when the boundary that it waits at is the one that this region begins with. The next region is
// the one with the highest number that any sub-group waits for, so that a barrier's comes when all wait at it. Among
// those that wait in loops every place has its turn: the next one is the highest below the present, then the highest of
// all.
void SubGroupCalls::callIfWaiting(const RegionBody &body, llvm::Value *number, llvm::ArrayRef<llvm::Value *> arguments,
                                  llvm::Value *next) {
  llvm::Value *context = arguments[body.firstState + static_cast<unsigned>(State::Context)];
  llvm::Value *waitsAt = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), context, bodies_.waitsAtOffset());
  llvm::BasicBlock *before = b_.GetInsertBlock(), *joined = frame_.block("joined");
  llvm::Value *waited = nullptr;
  auto *fixed = llvm::dyn_cast<llvm::ConstantInt>(number);
  if (!fixed || !fixed->isZero()) {
    llvm::BasicBlock *run = frame_.block("run");
    waited = b_.CreateAlignedLoad(b_.getInt32Ty(), waitsAt, llvm::Align(4));
    llvm::Value *iteration = b_.CreateICmpEQ(waited, number);
    if (!fixed) // all begin with the first region
      iteration = b_.CreateOr(iteration, b_.CreateIsNull(number));
    b_.CreateCondBr(iteration, run, joined);
    b_.SetInsertPoint(run);
  }
  llvm::CallInst *reached = create(body.function, arguments);
  b_.CreateAlignedStore(reached, waitsAt, llvm::Align(4));
  llvm::BasicBlock *ran = b_.GetInsertBlock();
  b_.CreateBr(joined);
  b_.SetInsertPoint(joined);
  auto *result = b_.CreatePHI(b_.getInt32Ty(), 2, "waits_at");
  result->addIncoming(reached, ran);
  if (waited)
    result->addIncoming(waited, before);
  llvm::Value *rank = result;
  if (bodies_.yields()) {
    llvm::Value *isYield = b_.CreateICmpUGE(result, b_.getInt32(FirstYield));
    llvm::Value *isBelow = b_.CreateAnd(isYield, b_.CreateICmpULT(result, number));
    rank = b_.CreateSelect(isBelow, b_.CreateOr(result, b_.getInt32(HasSlot)), result);
  }
  llvm::Value *highest = b_.CreateLoad(b_.getInt32Ty(), next);
  b_.CreateStore(b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, highest, rank), next);
}

llvm::Value *SubGroupCalls::nothingNext() const {
  llvm::Type *i32 = b_.getInt32Ty();
  return bodies_.parts() ? llvm::Constant::getNullValue(i32) : llvm::PoisonValue::get(i32);
}

llvm::Value *SubGroupCalls::loadNext(llvm::Value *next) {
  llvm::Value *number = b_.CreateLoad(b_.getInt32Ty(), next);
  return bodies_.yields() ? b_.CreateAnd(number, b_.getInt32(~HasSlot)) : number;
}

void SubGroupCalls::inlineBodies() {
  llvm::SmallSetVector<llvm::Function *, 4> callees;
  for (llvm::CallInst *call : calls_) {
    callees.insert(call->getCalledFunction());
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  for (llvm::Function *callee : callees)
    if (callee->use_empty())
      callee->eraseFromParent();
}

} // namespace lanecl
