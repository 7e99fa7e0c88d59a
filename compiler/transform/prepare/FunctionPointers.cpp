// Pointers to functions (SPV_INTEL_function_pointers) are numbers, and a call through one is a choice between the
// functions that it may mean: work-items of one sub-group may call different ones, each with all that a call by name
// may do.
#include "compiler/KernelAbi.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

using llvm::CallInst;
using llvm::Function;

bool isCallee(const llvm::Use &use) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

bool isKernel(const Function &function) { return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL; }

/// Pointers may mean it: the module takes its address, or the host may ask for it by name.
bool hasPointer(const Function &function) {
  const bool isTaken = llvm::any_of(function.uses(), [](const llvm::Use &use) { return !isCallee(use); });
  return !function.isDeclaration() && (isTaken || !function.hasLocalLinkage());
}

llvm::SmallVector<CallInst *> indirectCalls(llvm::Module &module) {
  llvm::SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block)
        if (auto *call = llvm::dyn_cast<CallInst>(&instruction);
            call && !call->isInlineAsm() && !llvm::isa<Function>(call->getCalledOperand()->stripPointerCasts()))
          calls.push_back(call);
  return calls;
}

/// A call of `from` may, by way of others, call `to`.
bool reaches(const Function &from, const Function &to, llvm::SmallPtrSetImpl<const Function *> &seen) {
  if (&from == &to)
    return true;
  if (!seen.insert(&from).second)
    return false;
  for (const llvm::BasicBlock &block : from)
    for (const llvm::Instruction &instruction : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction(); callee && reaches(*callee, to, seen))
          return true;
  return false;
}

class Resolver {
public:
  explicit Resolver(llvm::Module &module) : calls_(indirectCalls(module)) {
    for (Function &function : module)
      if (hasPointer(function)) {
        pointed_.push_back(&function);
        if (!function.hasName()) // the names of a module differ
          function.setName("function");
      }
    for (const CallInst *call : calls_)
      callers_.insert(call->getFunction());
  }

  llvm::Error run() {
    llvm::DenseMap<uint64_t, const Function *> numbers;
    for (Function *function : pointed_)
      if (auto [known, isNew] = numbers.try_emplace(functionPointer(function->getName()), function); !isNew)
        return llvm::createStringError("'%s' and '%s' have one number as pointers: another name for one of them helps",
                                       known->second->getName().str().c_str(), function->getName().str().c_str());
    for (CallInst *call : calls_)
      resolve(*call);
    for (Function *function : pointed_) {
      auto *number =
          llvm::ConstantInt::get(llvm::Type::getInt64Ty(function->getContext()), functionPointer(function->getName()));
      auto *pointer = llvm::ConstantExpr::getIntToPtr(number, function->getType());
      function->replaceUsesWithIf(pointer, [](const llvm::Use &use) { return !isCallee(use); });
    }
    return llvm::Error::success();
  }

private:
  /// What a call by name calls: of a kernel, which becomes an entry point, a copy.
  Function &bodyOf(Function &function) {
    if (!isKernel(function))
      return function;
    Function *&copy = copies_[&function];
    if (!copy) {
      llvm::ValueToValueMapTy values;
      copy = llvm::CloneFunction(&function, values);
      copy->clearMetadata();
      copy->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    return *copy;
  }

  // OpenCL C 6.11 i: no recursion. So a pointer never means a function that leads back to its own call.
  llvm::SmallVector<Function *> calleesOf(const CallInst &call) {
    llvm::SmallVector<Function *> callees;
    for (Function *function : pointed_) {
      const bool callsPointers = isKernel(*function) && callers_.contains(function); // a copy would be one more caller
      llvm::SmallPtrSet<const Function *, 16> seen;
      if (function->getFunctionType() == call.getFunctionType() && !callsPointers &&
          !reaches(*function, *call.getFunction(), seen))
        callees.push_back(&bodyOf(*function));
    }
    return callees;
  }

  void resolve(CallInst &call) {
    const llvm::SmallVector<Function *> callees = calleesOf(call);
    llvm::BasicBlock *before = call.getParent(), *behind = before->splitBasicBlock(&call, "called");
    before->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::Value *number = builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty());
    llvm::SwitchInst *choice = builder.CreateSwitch(number, behind, callees.size());
    llvm::PHINode *result = nullptr;
    if (!call.getType()->isVoidTy()) { // of a number that means nothing: 0
      result = llvm::PHINode::Create(call.getType(), callees.size() + 1, "", behind->begin());
      result->addIncoming(llvm::Constant::getNullValue(call.getType()), before);
    }
    for (Function *callee : callees) {
      auto *block = llvm::BasicBlock::Create(call.getContext(), "call", call.getFunction(), behind);
      builder.SetInsertPoint(block);
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      auto *direct = llvm::cast<CallInst>(call.clone());
      direct->setCalledFunction(callee);
      direct->setCallingConv(callee->getCallingConv());
      copyTypes(*callee, *direct);
      builder.Insert(direct);
      builder.CreateBr(behind);
      choice->addCase(builder.getInt64(numbered(*callee)), block);
      if (result)
        result->addIncoming(direct, block);
    }
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  uint64_t numbered(const Function &callee) const {
    for (auto [kernel, copy] : copies_)
      if (copy == &callee)
        return functionPointer(kernel->getName());
    return functionPointer(callee.getName());
  }

  static void copyTypes(const Function &callee, CallInst &call) {
    for (unsigned i = 0; i < call.arg_size(); ++i)
      for (auto kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet})
        if (callee.hasParamAttribute(i, kind))
          call.addParamAttr(i, callee.getParamAttribute(i, kind));
  }

  const llvm::SmallVector<CallInst *> calls_;
  llvm::SmallPtrSet<const Function *, 8> callers_; ///< by pointers
  llvm::SmallVector<Function *> pointed_;          ///< what pointers may mean
  llvm::MapVector<Function *, Function *> copies_;
};

} // namespace

llvm::Error resolveFunctionPointers(llvm::Module &program) { return Resolver(program).run(); }

} // namespace lanecl
