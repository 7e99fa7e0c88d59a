// The passes over whole functions and linkage.
#include "compiler/frontend/Legalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace lanecl::frontend {

static bool isKernel(const llvm::Function &function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

// SPIR-V has integers of 8, 16, 32 and 64 bits. Of the others Clang makes `long long` (128 bits for this target), what
// holds all values of two types (33 bits for int and uint, where overflow is asked for), and some of bit fields, which
// the back end widens where it can.
static unsigned integerBits(const llvm::Value &value) {
  return value.getType()->isIntOrIntVectorTy() ? value.getType()->getScalarSizeInBits() : 0;
}

static unsigned oddWidth(const llvm::Instruction &instruction) {
  unsigned most = integerBits(instruction);
  for (const llvm::Value *operand : instruction.operands())
    most = std::max(most, integerBits(*operand));
  bool isChecked = llvm::isa<llvm::WithOverflowInst>(instruction);
  return most > 64 || (isChecked && !llvm::isPowerOf2_32(most)) ? most : 0;
}

/// SPIR-V counts elements in 32 bits where Clang's back end writes them.
static bool holdsLongArray(const llvm::Type &type) {
  const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type);
  return (array && array->getNumElements() > UINT32_MAX) ||
         llvm::any_of(type.subtypes(), [](const llvm::Type *part) { return holdsLongArray(*part); });
}

/// A type that the instruction takes memory of, or steps through.
static const llvm::Type *memoryType(const llvm::Instruction &instruction) {
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return variable->getAllocatedType();
  const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
  return address ? address->getSourceElementType() : nullptr;
}

constexpr const char *longArray = "an array of more than 4294967295 elements";

/// What the instruction is or does that SPIR-V cannot say, or nothing.
static std::string unsupportedPart(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(instruction))
    return "computed jumps";
  if (holdsEmptyArray(*instruction.getType()))
    return "a value of a type with an array without elements";
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction); variable && variable->isArrayAllocation())
    return "a variable whose size is computed";
  if (const llvm::Type *type = memoryType(instruction); type && holdsLongArray(*type))
    return longArray;
  if (unsigned bits = oddWidth(instruction))
    return "an integer of " + std::to_string(bits) + " bits";
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return {};
  if (call->isInlineAsm())
    return "inline assembly";
  // OpenCL C 3.0, 6.11 a: pointers to functions are not allowed.
  if (!call->getCalledFunction())
    return "a call through a pointer";
  return isIntrinsicWithoutWords(*call->getCalledFunction()) ? call->getCalledFunction()->getName().str() : "";
}

bool rejectUnsupported(const llvm::Module &module, std::string &log) {
  auto reject = [&](const llvm::Function &function, const std::string &what) {
    log += "error: function '" + function.getName().str() + "' uses " + what + ", which this device does not support\n";
    return false;
  };
  if (!module.getModuleInlineAsm().empty()) {
    log += "error: assembly at file scope is not supported by this device\n";
    return false;
  }
  for (const llvm::GlobalVariable &variable : module.globals())
    if (holdsLongArray(*variable.getValueType())) {
      log += "error: variable '" + variable.getName().str() + "' is or has " + longArray +
             ", which this device does not support\n";
      return false;
    }
  for (const llvm::Function &function : module) {
    if (function.getName().contains("_block_invoke") || function.getName().starts_with("__enqueue_kernel_"))
      return reject(function, "blocks");
    for (const llvm::Argument &argument : function.args())
      if (integerBits(argument) > 64 && !function.isIntrinsic())
        return reject(function, "an integer of " + std::to_string(integerBits(argument)) + " bits");
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        if (std::string part = unsupportedPart(instruction); !part.empty())
          return reject(function, part);
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
