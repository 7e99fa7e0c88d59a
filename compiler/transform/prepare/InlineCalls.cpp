#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

constexpr unsigned TinyFunction = 24;   ///< instructions: inlined wherever it is called
constexpr unsigned SmallFunction = 120; ///< inlined too ...
constexpr unsigned AllCopies = 1500;    ///< ... while the copies are no more than this together
constexpr unsigned OnceCalled = 4000;   ///< ... when there is but one call
/// ... or no more than this, of what works on its caller's variables.
constexpr unsigned CopiesOfOwn = 8000;
constexpr unsigned KernelBudget = 20000;  ///< beyond this only what must be inlined is
constexpr uint64_t LargeVariables = 2048; ///< bytes of a function's own that belong into the kernel's scratch memory

class Inliner {
public:
  explicit Inliner(llvm::Function &kernel) : kernel_(kernel) {}

  void run() {
    order(kernel_);
    findIterations();
    // Callees first: what is inlined is already complete.
    for (llvm::Function *function : order_) {
      auto &facts = facts_[function];
      facts.mustInline |=
          attribute::isRobust(kernel_) || needsKernel(*function) || (facts.inLoops && asksOthers(*function));
      auto calls = callsIn(*function);
      while (!calls.empty())
        inlineCall(*calls.pop_back_val(), *function, calls);
      facts.size = function->getInstructionCount();
    }
  }

private:
  struct Facts {
    bool visited = false, mustInline = false;
    bool inLoops = false; ///< called, somewhere on the way from the kernel, in a loop
    unsigned size = 0, copies = 0;
  };

  static llvm::SmallVector<llvm::CallBase *, 16> callsIn(llvm::Function &function) {
    llvm::SmallVector<llvm::CallBase *, 16> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (auto *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          calls.push_back(call);
    return calls;
  }

  // Depth first.
  void order(llvm::Function &function) {
    if (std::exchange(facts_[&function].visited, true))
      return;
    for (llvm::CallBase *call : callsIn(function))
      order(*call->getCalledFunction());
    order_.push_back(&function);
  }

  // A loop waits for others with what a function in it asks them.
  void findIterations() {
    for (llvm::Function *caller : llvm::reverse(order_)) {
      auto calls = callsIn(*caller);
      if (calls.empty())
        continue;
      llvm::DominatorTree dominators(*caller);
      llvm::LoopInfo loops(dominators);
      for (llvm::CallBase *call : calls)
        facts_[call->getCalledFunction()].inLoops |= facts_[caller].inLoops || loops.getLoopFor(call->getParent());
    }
  }

  static bool isOfMachine(const llvm::CallBase &call) {
    auto operation = operationOf(call);
    return operation && isEstimate(*operation);
  }

  // What works on the state of the work-group has no meaning in a function of its own.
  static bool needsKernel(llvm::Function &function) {
    uint64_t variables = 0;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (auto *callee = call->getCalledFunction();
            callee && isLaneclFunction(*callee) && !isOfMachine(*call) && !AtomicOperation::is(*call))
          return true;
      if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        variables += variable->getAllocationSize(function.getDataLayout()).value_or(llvm::TypeSize::getFixed(0));
      for (const llvm::Use &operand : instruction.operands())
        if (usesLocalVariable(*operand))
          return true;
    }
    return variables > LargeVariables || mayWait(function);
  }

  static bool usesLocalVariable(const llvm::Value &value) {
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value))
      return variable->getAddressSpace() == space::Local;
    auto *constant = llvm::dyn_cast<llvm::ConstantExpr>(&value);
    return constant && llvm::any_of(constant->operands(), [](const llvm::Use &use) { return usesLocalVariable(*use); });
  }

  // Behind a pointer each lane's variable stays in memory, at addresses that nobody knows.
  static bool takesVariables(const llvm::CallBase &call) {
    return llvm::any_of(call.args(), [](const llvm::Value *argument) {
      return argument->getType()->isPointerTy() && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(argument));
    });
  }

  /// `calls`: gets those that come with the callee, whose arguments are known now.
  void inlineCall(llvm::CallBase &call, llvm::Function &caller, llvm::SmallVectorImpl<llvm::CallBase *> &calls) {
    llvm::Function *callee = call.getCalledFunction();
    if (image::isImageFunction(*callee)) // SpecializeImages decides
      return;
    Facts &facts = facts_[callee];
    bool isKernel = callee->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    bool small = facts.size <= TinyFunction ||
                 (facts.size <= SmallFunction && facts.size * (facts.copies + callee->getNumUses()) <= AllCopies);
    bool wanted = small || callee->hasFnAttribute(llvm::Attribute::AlwaysInline) ||
                  (callee->hasOneUse() && facts.size <= OnceCalled) ||
                  (takesVariables(call) && facts.size * (facts.copies + callee->getNumUses()) <= CopiesOfOwn);
    if (callee->hasFnAttribute(llvm::Attribute::NoInline) || facts_[&caller].size > KernelBudget)
      wanted = false;
    if (!facts.mustInline && !isKernel && !wanted)
      return;
    callee->removeFnAttr(llvm::Attribute::NoInline);
    callee->removeFnAttr(llvm::Attribute::OptimizeNone);
    bool passesOn = facts.mustInline;
    llvm::InlineFunctionInfo info;
    if (llvm::InlineFunction(call, info).isSuccess()) {
      ++facts_[callee].copies;
      facts_[&caller].size += facts.size;
      facts_[&caller].mustInline |= passesOn;
      for (llvm::CallBase *inlined : info.InlinedCallSites)
        if (auto *called = inlined->getCalledFunction(); called && !called->isDeclaration())
          calls.push_back(inlined);
    }
    if (callee->use_empty() && callee->hasLocalLinkage() && callee != &kernel_)
      callee->deleteBody();
  }

  llvm::Function &kernel_;
  llvm::DenseMap<llvm::Function *, Facts> facts_;
  std::vector<llvm::Function *> order_;
};

} // namespace

void inlineCalls(llvm::Function &kernel) { Inliner(kernel).run(); }

} // namespace lanecl
