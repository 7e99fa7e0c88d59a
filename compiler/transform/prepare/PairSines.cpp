#include "builtins/Library.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include <utility>

namespace lanecl {
namespace {

/// Library functions of one angle, by what their names begin with, and the function that has both results.
struct Family {
  llvm::StringRef sine, cosine, both;
};
constexpr Family Families[] = {
    {"_Z3sin", "_Z3cos", "_Z6sincos"},
    {"_Z10native_sin", "_Z10native_cos", "_Z22__lanecl_native_sincos"},
    {"_Z8half_sin", "_Z8half_cos", "_Z22__lanecl_native_sincos"},
};

/// The calls of one function that ask for an angle's sine, and for its cosine.
struct Angle {
  llvm::SmallVector<llvm::CallInst *, 2> sines, cosines;
};
using Angles = llvm::MapVector<std::pair<const Family *, llvm::Value *>, Angle>;

/// The parameter's type in a mangled name: "f" of "_Z3sinf", "Dv4_f". Empty for other functions.
llvm::StringRef parameterOf(llvm::StringRef name, llvm::StringRef prefix) {
  return name.consume_front(prefix) ? name : llvm::StringRef();
}

/// The function for private memory (Itanium: the pointee of a vector's pointer is a substitution).
std::string nameOfBoth(const Family &family, llvm::StringRef parameter) {
  return (family.both + parameter + "P" + (parameter.starts_with("Dv") ? "S_" : parameter)).str();
}

Angles anglesOf(llvm::Function &function) {
  Angles angles;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration() || call->arg_size() != 1)
      continue;
    for (const Family &family : Families)
      if (!parameterOf(callee->getName(), family.sine).empty())
        angles[{&family, call->getArgOperand(0)}].sines.push_back(call);
      else if (!parameterOf(callee->getName(), family.cosine).empty())
        angles[{&family, call->getArgOperand(0)}].cosines.push_back(call);
  }
  angles.remove_if([](const auto &entry) { return entry.second.sines.empty() || entry.second.cosines.empty(); });
  return angles;
}

class Pairing {
public:
  explicit Pairing(llvm::Function &function)
      : function_(function), dominators_(function), behind_(function), loops_(dominators_) {}

  void run(const Family &family, Angle &angle) {
    for (llvm::CallInst *sine : angle.sines)
      for (llvm::CallInst *&cosine : angle.cosines)
        if (cosine && (goTogether(*sine, *cosine) || goTogether(*cosine, *sine))) {
          merge(family, *sine, *std::exchange(cosine, nullptr));
          break;
        }
  }

private:
  /// Whoever comes by `first` comes by `second`, and as often.
  bool goTogether(const llvm::CallInst &first, const llvm::CallInst &second) const {
    return dominators_.dominates(&first, &second) && behind_.dominates(second.getParent(), first.getParent()) &&
           loops_.getLoopFor(first.getParent()) == loops_.getLoopFor(second.getParent());
  }

  void merge(const Family &family, llvm::CallInst &sine, llvm::CallInst &cosine) {
    const std::string name = nameOfBoth(family, parameterOf(sine.getCalledFunction()->getName(), family.sine));
    if (!findBuiltin(name))
      return;
    llvm::CallInst &first = dominators_.dominates(&sine, &cosine) ? sine : cosine;
    llvm::Type *type = sine.getType();
    llvm::IRBuilder<> builder(function_.getContext());
    builder.SetInsertPointPastAllocas(&function_);
    llvm::AllocaInst *second = builder.CreateAlloca(type);
    builder.SetInsertPoint(&first);
    llvm::FunctionCallee both = function_.getParent()->getOrInsertFunction(name, type, type, builder.getPtrTy());
    llvm::CallInst *made = builder.CreateCall(both, {sine.getArgOperand(0), second});
    made->setCallingConv(sine.getCallingConv());
    llvm::cast<llvm::Function>(both.getCallee())->setCallingConv(sine.getCallingConv());
    made->copyFastMathFlags(sine.getFastMathFlags() & cosine.getFastMathFlags());
    cosine.replaceAllUsesWith(builder.CreateLoad(type, second));
    sine.replaceAllUsesWith(made);
    sine.eraseFromParent();
    cosine.eraseFromParent();
  }

  llvm::Function &function_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree behind_;
  llvm::LoopInfo loops_;
};

} // namespace

void pairSines(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      if (Angles angles = anglesOf(function); !angles.empty()) {
        Pairing pairing(function);
        for (auto &[key, angle] : angles)
          pairing.run(*key.first, angle);
      }
}

} // namespace lanecl
