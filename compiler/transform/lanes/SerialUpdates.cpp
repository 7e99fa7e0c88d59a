#include "compiler/transform/lanes/SerialUpdates.h"
#include "compiler/analysis/UpdateLoops.h"
#include "compiler/ir/Attributes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl::simd {
namespace {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::Function, llvm::Instruction, llvm::Value;

/// Values of other lanes are asked for by nothing in it, and nothing else is left behind. Calls are better made for all
/// lanes together.
bool isAlone(Instruction &instruction, const AtomicOperation &exchange) {
  if (&instruction == exchange.call || instruction.isTerminator())
    return true;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand() == exchange.pointer();
  return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory() &&
         (!llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::IntrinsicInst>(instruction));
}

/// It goes round only when the exchange fails, for somebody else got on.
bool isUpdateLoop(const llvm::Loop &loop) {
  constexpr unsigned MostBlocks = 4;
  auto exchange = loop.isInnermost() && loop.getNumBlocks() <= MostBlocks ? exchangeOf(loop) : std::nullopt;
  BasicBlock *latch = loop.getLoopLatch();
  if (!exchange || exchange->call->getParent() != latch || !loop.getUniqueExitBlock() || !loop.hasDedicatedExits() ||
      !loop.getLoopPreheader() || !expectsWhatItSees(*exchange, loop))
    return false;
  auto [done, failed] = edgesBehind(*exchange);
  return done && !loop.contains(done) && failed == loop.getHeader() &&
         llvm::all_of(loop.blocks(), [&](BasicBlock *block) {
           return llvm::isa<llvm::BranchInst>(block->getTerminator()) &&
                  llvm::all_of(*block, [&](Instruction &instruction) { return isAlone(instruction, *exchange); });
         });
}

/// What the loop, and the values behind it, are made of.
llvm::SetVector<Value *> inputsOf(const llvm::Loop &loop) {
  llvm::SetVector<Value *> inputs;
  auto note = [&](Value *value) {
    auto *made = llvm::dyn_cast<Instruction>(value);
    if (made ? !loop.contains(made) : llvm::isa<llvm::Argument>(value))
      inputs.insert(value);
  };
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      llvm::for_each(instruction.operand_values(), note);
  for (llvm::PHINode &phi : loop.getUniqueExitBlock()->phis())
    llvm::for_each(phi.incoming_values(), note);
  return inputs;
}

/// A part of a number, or its bits.
bool isPart(const Value *value) {
  return llvm::isa_and_nonnull<llvm::CastInst, llvm::ExtractElementInst>(value) ||
         match(value, m_LShr(m_Value(), m_ConstantInt()));
}

/// The load that `value` is a part of.
llvm::LoadInst *loadOf(Value *value) {
  while (isPart(value))
    value = llvm::cast<Instruction>(value)->getOperand(0);
  return llvm::dyn_cast<llvm::LoadInst>(value);
}

/// Nobody but the loop, and the values behind it, asks for what is a part of it.
bool isOfLoop(Instruction &look, const llvm::Loop &loop) {
  return llvm::all_of(look.users(), [&](llvm::User *user) {
    auto *asks = llvm::cast<Instruction>(user);
    return loop.contains(asks) || (asks->getParent() == loop.getUniqueExitBlock() && llvm::isa<llvm::PHINode>(asks)) ||
           (isPart(asks) && asks->getParent() == look.getParent() && isOfLoop(*asks, loop));
  });
}

/// The look before the loop, which tells the first exchange what to expect: right before it and for nobody else, so
/// that it may be made later as well. Null where there is none.
llvm::LoadInst *firstLook(const llvm::Loop &loop, const AtomicOperation &exchange) {
  BasicBlock *before = loop.getLoopPreheader();
  auto *phi = llvm::dyn_cast<llvm::PHINode>(withoutCast(exchange.source1()));
  auto *load = phi ? loadOf(phi->getIncomingValueForBlock(before)) : nullptr;
  const bool isRightBefore = load && load->getParent() == before && load->getPointerOperand() == exchange.pointer() &&
                             std::none_of(std::next(load->getIterator()), before->end(), [](const Instruction &later) {
                               return !later.isTerminator() && later.mayHaveSideEffects();
                             });
  return isRightBefore && isOfLoop(*load, loop) ? load : nullptr;
}

Function *makeUpdate(llvm::Module &module, llvm::Type *result, llvm::ArrayRef<llvm::Type *> parameters) {
  auto *made = Function::Create(llvm::FunctionType::get(result, parameters, false), Function::InternalLinkage, "update",
                                &module);
  made->addFnAttr(attribute::SerialUpdate);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  return made;
}

class Separation {
public:
  explicit Separation(llvm::Loop &loop)
      : loop_(loop), exchange_(*exchangeOf(loop)), before_(*loop.getLoopPreheader()),
        after_(*loop.getUniqueExitBlock()), inputs_(inputsOf(loop)), look_(firstLook(loop, exchange_)) {
    if (look_)
      inputs_.remove_if([&](Value *input) { return loadOf(input) == look_; });
  }

  void run() {
    Function &update = makeFunction();
    call(update);
    for (llvm::PHINode &phi : llvm::make_early_inc_range(after_.phis()))
      phi.eraseFromParent();
    const llvm::SmallVector<BasicBlock *> blocks(loop_.blocks());
    llvm::DeleteDeadBlocks(blocks);
    if (look_)
      forgetLook();
  }

private:
  /// Of the values behind the loop.
  llvm::Type *resultType() const {
    llvm::SmallVector<llvm::Type *, 2> types;
    for (llvm::PHINode &phi : after_.phis())
      types.push_back(phi.getType());
    return types.empty()       ? llvm::Type::getVoidTy(after_.getContext())
           : types.size() == 1 ? types.front()
                               : llvm::StructType::get(after_.getContext(), types);
  }

  Function &makeFunction() {
    llvm::SmallVector<llvm::Type *, 8> types;
    for (Value *input : inputs_)
      types.push_back(input->getType());
    Function *made = makeUpdate(*before_.getModule(), resultType(), types);
    auto &entry = *BasicBlock::Create(made->getContext(), "", made);
    llvm::ValueToValueMapTy copies;
    for (auto [input, argument] : llvm::zip(inputs_, made->args()))
      copies[input] = &argument;
    copies[&before_] = &entry;
    lookAgain(entry, copies);
    for (BasicBlock *block : loop_.blocks())
      copies[block] = llvm::CloneBasicBlock(block, copies, "", made);
    BasicBlock &end = makeEnd(*made, copies);
    copies[&after_] = &end;
    for (BasicBlock &block : *made)
      for (Instruction &instruction : block) {
        instruction.setDebugLoc({});
        llvm::RemapInstruction(&instruction, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      }
    llvm::BranchInst::Create(llvm::cast<BasicBlock>(copies[loop_.getHeader()]), entry.end());
    llvm::IRBuilder<> builder(&end);
    llvm::SmallVector<Value *, 2> results;
    for (llvm::PHINode &phi : end.phis())
      results.push_back(&phi);
    if (results.size() > 1)
      builder.CreateAggregateRet(results.data(), static_cast<unsigned>(results.size()));
    else
      results.empty() ? builder.CreateRetVoid() : builder.CreateRet(results.front());
    return *made;
  }

  /// Lanes before this one may have changed the place.
  void lookAgain(BasicBlock &entry, llvm::ValueToValueMapTy &copies) {
    if (!look_)
      return;
    for (Instruction &instruction : before_)
      if (loadOf(&instruction) == look_) {
        Instruction *copy = instruction.clone();
        copy->insertInto(&entry, entry.end());
        copies[&instruction] = copy;
      }
  }

  void forgetLook() {
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::reverse(before_)))
      if (loadOf(&instruction) == look_)
        instruction.eraseFromParent();
  }

  BasicBlock &makeEnd(Function &update, llvm::ValueToValueMapTy &copies) {
    auto &end = *BasicBlock::Create(update.getContext(), "", &update);
    for (llvm::PHINode &phi : after_.phis()) {
      Instruction *copy = phi.clone();
      copy->insertInto(&end, end.end());
      copies[&phi] = copy;
    }
    return end;
  }

  void call(Function &update) {
    llvm::IRBuilder<> builder(before_.getTerminator());
    builder.SetCurrentDebugLocation(exchange_.call->getDebugLoc());
    auto *made = builder.CreateCall(&update, inputs_.getArrayRef());
    const bool isOne = !made->getType()->isStructTy() || llvm::hasSingleElement(after_.phis());
    for (auto [i, phi] : llvm::enumerate(after_.phis()))
      phi.replaceAllUsesWith(isOne ? static_cast<Value *>(made)
                                   : builder.CreateExtractValue(made, static_cast<unsigned>(i)));
    builder.CreateBr(&after_);
    before_.getTerminator()->eraseFromParent();
  }

  llvm::Loop &loop_;
  const AtomicOperation exchange_;
  BasicBlock &before_, &after_;
  llvm::SetVector<Value *> inputs_;
  llvm::LoadInst *look_;
};

/// Calls that follow one another in a block, with nothing between them that reads or writes, as one of a function that
/// makes them all: a lane's updates of several places need not wait for one another as those of lanes of one place do.
void callTogether(llvm::ArrayRef<llvm::CallInst *> calls) {
  if (calls.size() < 2)
    return;
  llvm::SmallVector<Value *, 16> arguments;
  llvm::SmallVector<llvm::Type *, 16> types;
  for (llvm::CallInst *call : calls)
    for (Value *argument : call->args())
      arguments.push_back(argument), types.push_back(argument->getType());
  llvm::IRBuilder<> builder(calls.back());
  auto *all = makeUpdate(*calls.back()->getModule(), builder.getVoidTy(), types);
  builder.CreateCall(all, arguments);
  builder.SetInsertPoint(BasicBlock::Create(all->getContext(), "", all));
  auto *next = all->arg_begin();
  for (llvm::CallInst *call : calls) {
    llvm::SmallVector<Value *, 4> own;
    for (unsigned i = 0; i < call->arg_size(); ++i)
      own.push_back(next++);
    builder.CreateCall(call->getCalledFunction(), own);
    call->eraseFromParent();
  }
  builder.CreateRetVoid();
}

void callTogether(BasicBlock &block) {
  llvm::SmallVector<llvm::CallInst *, 4> calls;
  for (Instruction &instruction : llvm::make_early_inc_range(block)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const bool isCall = call && call->getType()->isVoidTy() && isUpdateCall(*call);
    if (!isCall && !instruction.mayReadOrWriteMemory() && !instruction.isTerminator())
      continue;
    if (!isCall) {
      callTogether(calls);
      calls.clear();
    } else {
      calls.push_back(call);
    }
  }
}

} // namespace

void separateUpdates(Function &body) {
  if (isUpdate(body))
    return;
  llvm::DominatorTree dominators(body);
  llvm::LoopInfo loops(dominators);
  llvm::SmallVector<llvm::Loop *> found;
  llvm::copy_if(loops.getLoopsInPreorder(), std::back_inserter(found),
                [](llvm::Loop *loop) { return isUpdateLoop(*loop); });
  for (llvm::Loop *loop : found)
    Separation(*loop).run();
  if (found.empty())
    return;
  for (BasicBlock &block : llvm::make_early_inc_range(body))
    llvm::MergeBlockIntoPredecessor(&block);
  for (BasicBlock &block : body)
    callTogether(block);
}

bool isUpdate(const Function &function) { return function.hasFnAttribute(attribute::SerialUpdate); }

bool isUpdateCall(const Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call && call->getCalledFunction() && isUpdate(*call->getCalledFunction());
}

// Functions that call others were made after those.
void joinUpdates(llvm::Module &module) {
  for (Function &function : llvm::make_early_inc_range(llvm::reverse(module))) {
    if (!isUpdate(function))
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*llvm::cast<llvm::CallBase>(user), info);
    }
    function.eraseFromParent();
  }
}

} // namespace lanecl::simd
