// Kernels with dozens of atomic operations of lanes, which would be most of their code: what each becomes are loops of
// its own round locked instructions, beside which a call is nothing.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <map>

namespace lanecl {
namespace {

using llvm::Value;

/// So many alike, and more, have one function.
constexpr unsigned FewestShared = 8;

bool isOfAllLanes(const AtomicOperation &atomic) { return match(atomic.mask(), llvm::PatternMatch::m_AllOnes()); }

/// What one function's operation has of its own: the operation and types, what is said of order, sums and lanes.
using Shape = std::tuple<llvm::Function *, uint32_t, uint32_t, unsigned, bool, bool, bool>;

Shape shapeOf(const AtomicOperation &atomic) {
  unsigned flags = 0;
  if (llvm::isa<llvm::FPMathOperator>(atomic.call))
    flags = atomic.call->hasAllowReassoc() + 2 * atomic.call->hasNoNaNs() + 4 * atomic.call->hasNoSignedZeros();
  return {atomic.call->getCalledFunction(),
          atomic.scope(),
          atomic.semantics(),
          flags,
          isOfAllLanes(atomic),
          atomic.mayBeEmpty(),
          !atomic.call->use_empty()};
}

/// The places of the arguments that differ from one operation to another.
llvm::SmallVector<unsigned, 4> placesOf(const AtomicOperation &atomic) {
  llvm::SmallVector<unsigned, 4> places = {0};
  for (unsigned source = 0; source < AtomicOperation::sourcesOf(atomic.op); ++source)
    places.push_back(1 + source);
  if (!isOfAllLanes(atomic))
    places.push_back(3);
  return places;
}

llvm::Function *functionFor(const AtomicOperation &atomic) {
  llvm::Module &module = *atomic.call->getModule();
  const auto places = placesOf(atomic);
  llvm::SmallVector<llvm::Type *, 4> types;
  for (unsigned place : places)
    types.push_back(atomic.call->getArgOperand(place)->getType());
  const bool isUsed = !atomic.call->use_empty();
  auto *result = isUsed ? atomic.call->getType() : llvm::Type::getVoidTy(module.getContext());
  auto *made = llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::Function::InternalLinkage,
                                      "atomic", &module);
  made->addFnAttr(llvm::Attribute::NoInline);
  auto *copy = llvm::cast<llvm::CallInst>(atomic.call->clone());
  copy->setDebugLoc({});
  copy->dropUnknownNonDebugMetadata();
  for (auto [place, argument] : llvm::zip(places, made->args()))
    copy->setArgOperand(place, &argument);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", made));
  builder.Insert(copy);
  isUsed ? builder.CreateRet(copy) : builder.CreateRetVoid();
  return made;
}

} // namespace

void shareAtomics(llvm::Function &body) {
  llvm::MapVector<Shape, llvm::SmallVector<AtomicOperation, 4>, std::map<Shape, unsigned>> shapes;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto atomic = AtomicOperation::of(instruction);
        atomic && atomic->pointer()->getType()->isVectorTy() && !atomic->isOnOwnMemory())
      shapes[shapeOf(*atomic)].push_back(*atomic);
  for (auto &[shape, alike] : shapes) {
    if (alike.size() < FewestShared)
      continue;
    llvm::Function *function = functionFor(alike.front());
    for (const AtomicOperation &atomic : alike) {
      llvm::IRBuilder<> builder(atomic.call);
      llvm::SmallVector<Value *, 4> arguments;
      for (unsigned place : placesOf(atomic))
        arguments.push_back(atomic.call->getArgOperand(place));
      llvm::CallInst *call = builder.CreateCall(function, arguments);
      if (!atomic.call->use_empty())
        atomic.call->replaceAllUsesWith(call);
      atomic.call->eraseFromParent();
    }
  }
}

} // namespace lanecl
