#include "compiler/transform/groups/PrivateVariables.h"
#include "compiler/KernelAbi.h"
#include "compiler/transform/prepare/AliasScopes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

// Private memory up to this size stays on the stack of the worker; the largest arrays of a body with more go elsewhere.
constexpr uint64_t StackBudget = 4096;

void PrivateVariables::move(llvm::AllocaInst &variable, llvm::Value *base, uint64_t &bytes) {
  bytes = llvm::alignTo(bytes, std::min(variable.getAlign(), llvm::Align(MemoryAlignment)));
  llvm::IRBuilder<> builder(dispatch().getTerminator());
  variable.replaceAllUsesWith(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, bytes, variable.getName()));
  bytes += *variable.getAllocationSize(layout());
  variable.eraseFromParent();
}

// Which variables the stack does not hold: those whose contents a boundary would lose, and of the others the largest
// while they are too many together.
void PrivateVariables::choose(const BarrierRegions &regions, bool mayUseStack) {
  uint64_t budget = mayUseStack ? StackBudget : 0;
  llvm::SmallVector<std::pair<uint64_t, llvm::AllocaInst *>, 8> onStack;
  uint64_t total = 0;
  for (llvm::Instruction &instruction : llvm::instructions(*body_.function))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (regions.contentsCross(*variable)) {
        inContext_.push_back(variable);
        continue;
      }
      onStack.emplace_back(variable->getAllocationSize(layout())->getFixedValue(), variable);
      total += onStack.back().first;
    }
  llvm::sort(onStack, [](auto &a, auto &b) { return a.first > b.first; });
  for (auto &[bytes, variable] : onStack) {
    if (total <= budget)
      break;
    total -= bytes;
    inScratch_.push_back(variable);
  }
}

void PrivateVariables::addScopes(const LocalLayout &locals) {
  llvm::SmallVector<llvm::Value *, 16> roots = noAliasParameters(*body_.function);
  for (unsigned i = 0; i < locals.variables.size(); ++i)
    roots.push_back(body_.function->getArg(body_.firstLocal + i));
  roots.append(inContext_.begin(), inContext_.end());
  roots.append(inScratch_.begin(), inScratch_.end());
  addAliasScopes(*body_.function, roots, "regions");
}

// A region may begin in the middle of a variable's life and be run again behind its end.
void PrivateVariables::dropLifetimes() {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(*body_.function)))
    if (instruction.isLifetimeStartOrEnd())
      instruction.eraseFromParent();
}

void PrivateVariables::place(const GroupState &state) {
  dropLifetimes();
  for (llvm::AllocaInst *variable : inContext_) {
    body_.contextAlign = std::max(body_.contextAlign, std::min(variable->getAlign(), llvm::Align(MemoryAlignment)));
    move(*variable, state(State::Context), body_.contextBytes);
  }
  for (llvm::AllocaInst *variable : inScratch_)
    move(*variable, state(State::Scratch), body_.scratchBytes);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(*body_.function)))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(dispatch().begin());
}

} // namespace lanecl
