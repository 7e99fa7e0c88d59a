// The passes over whole functions and linkage.
#include "compiler/frontend/Legalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace lanecl::frontend {

static bool isKernel(const llvm::Function &function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

bool rejectUnsupported(const llvm::Module &module, std::string &log) {
  auto reject = [&](const llvm::Function &function, const char *what) {
    log += "error: function '" + function.getName().str() + "' uses " + what + ", which this device does not support\n";
    return false;
  };
  if (!module.getModuleInlineAsm().empty()) {
    log += "error: assembly at file scope is not supported by this device\n";
    return false;
  }
  for (const llvm::Function &function : module) {
    if (function.getName().contains("_block_invoke") || function.getName().starts_with("__enqueue_kernel_"))
      return reject(function, "blocks");
    for (const llvm::BasicBlock &block : function) {
      if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(block.getTerminator()))
        return reject(function, "computed jumps");
      for (const llvm::Instruction &instruction : block) {
        if (holdsEmptyArray(*instruction.getType()))
          return reject(function, "a value of a type with an array without elements");
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          if (call->isInlineAsm())
            return reject(function, "inline assembly");
          // OpenCL C 3.0, 6.11 a: pointers to functions are not allowed.
          if (!call->getCalledFunction())
            return reject(function, "a call through a pointer");
        }
      }
    }
  }
  return true;
}

// The stub is: kernel k(args) { imp_k(args); }. When nothing else calls imp_k its body moves into the stub.
void mergeKernelStubs(llvm::Module &module) {
  std::vector<llvm::Function *> stubs;
  for (llvm::Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      stubs.push_back(&function);
  for (llvm::Function *kernel : stubs) {
    llvm::Function &stub = *kernel;
    llvm::Function *body = module.getFunction(("__clang_ocl_kern_imp_" + stub.getName()).str());
    if (!body || body->isDeclaration())
      continue;
    body->setLinkage(llvm::GlobalValue::InternalLinkage);
    auto *call = body->hasOneUse() ? llvm::dyn_cast<llvm::CallInst>(*body->user_begin()) : nullptr;
    if (!call || call->getFunction() != &stub || body->getFunctionType() != stub.getFunctionType())
      continue;
    stub.dropAllReferences();
    stub.splice(stub.begin(), body);
    stub.copyMetadata(body, 0); // dropAllReferences took it; the body has the same
    for (auto [from, to] : llvm::zip(body->args(), stub.args())) {
      to.takeName(&from);
      from.replaceAllUsesWith(&to);
    }
    body->eraseFromParent();
  }
}

static bool isDead(llvm::GlobalValue &value) {
  value.removeDeadConstantUsers();
  return value.hasLocalLinkage() && value.use_empty();
}

void fixLinkage(llvm::Module &module, bool linkable) {
  auto fix = [&](llvm::GlobalValue &value) {
    if (!linkable || (!value.hasExternalLinkage() && !value.hasWeakLinkage()))
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
    else if (value.hasWeakLinkage()) // the word that the back end has for it
      value.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  };
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !isKernel(function))
      fix(function);
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer())
      fix(variable);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Function &function : llvm::make_early_inc_range(llvm::reverse(module)))
      if (isDead(function) || (function.isDeclaration() && function.use_empty())) {
        function.eraseFromParent();
        changed = true;
      }
  }
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals()))
    if (isDead(variable))
      variable.eraseFromParent();
}

// The back end writes variables only where it writes a function.
void accompanyVariables(llvm::Module &module) {
  if (module.global_empty() || llvm::any_of(module, [](const llvm::Function &f) { return !f.isDeclaration(); }))
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *function = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                          llvm::GlobalValue::InternalLinkage, "lanecl.companion", module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::ReturnInst::Create(context, llvm::BasicBlock::Create(context, "", function));
}

void promoteVariables(llvm::Module &module) {
  std::vector<llvm::AllocaInst *> variables;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    variables.clear();
    for (llvm::Instruction &instruction : function.getEntryBlock())
      if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        // The back end has no words for a phi of null events.
        if (!variable->getAllocatedType()->isTargetExtTy() && llvm::isAllocaPromotable(variable))
          variables.push_back(variable);
    if (variables.empty())
      continue;
    llvm::DominatorTree dominators(function);
    llvm::PromoteMemToReg(variables, dominators);
  }
}

} // namespace lanecl::frontend
