#include "compiler/transform/prepare/AliasScopes.h"
#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

/// Each access names them all.
constexpr unsigned MaxRoots = 64;
/// Pointers that are looked at to find what an access may reach.
constexpr unsigned MaxOrigins = 64;
/// A value of attribute::NoAlias: pointers that come from memory may lead there, too.
constexpr llvm::StringLiteral Reached = "reached";

bool isReachedFromMemory(const Value &root) {
  auto *argument = llvm::dyn_cast<llvm::Argument>(&root);
  return argument && argument->getParent()
                             ->getAttributes()
                             .getParamAttr(argument->getArgNo(), attribute::NoAlias)
                             .getValueAsString() == Reached;
}

void addScopes(Instruction &access, unsigned kind, llvm::ArrayRef<llvm::Metadata *> scopes) {
  if (!scopes.empty())
    access.setMetadata(
        kind, llvm::MDNode::concatenate(access.getMetadata(kind), llvm::MDNode::get(access.getContext(), scopes)));
}

/// What a pointer is made of.
struct Origins {
  llvm::SmallPtrSet<const Value *, 4> roots;
  bool others = false;  ///< parameters and variables that are no roots
  bool unknown = false; ///< pointers that come from memory or from numbers: whatever has escaped
  bool tooMany = false; ///< anything
};

class ScopeMaker {
public:
  ScopeMaker(llvm::Function &function, llvm::ArrayRef<Value *> roots, llvm::StringRef domain) : function_(function) {
    llvm::MDBuilder builder(function.getContext());
    llvm::MDNode *node = builder.createAnonymousAliasScopeDomain(domain);
    for (Value *root : roots.take_front(MaxRoots)) {
      PointerUses uses = usesOf(*root);
      roots_.push_back({root, builder.createAnonymousAliasScope(node, root->getName()),
                        uses.escapes || uses.isNumber || isReachedFromMemory(*root)});
      isRoot_.insert(root);
    }
  }

  void run() {
    if (roots_.empty())
      return;
    for (Instruction &instruction : llvm::instructions(function_))
      if (auto pointers = accessedPointers(instruction); !pointers.empty())
        annotate(instruction, pointers);
  }

private:
  struct Root {
    Value *pointer;
    llvm::MDNode *scope;
    bool escapes;
  };

  void annotate(Instruction &access, llvm::ArrayRef<Value *> pointers) {
    Origins origins;
    for (Value *pointer : pointers)
      collect(pointer, origins);
    if (origins.tooMany)
      return;
    llvm::SmallVector<llvm::Metadata *, 16> reached, others;
    for (const Root &root : roots_)
      if (origins.roots.contains(root.pointer))
        reached.push_back(root.scope);
      else if (!origins.unknown || !root.escapes || !mayPointTo(pointers, *root.pointer))
        others.push_back(root.scope);
    if (!origins.unknown && !origins.others)
      addScopes(access, llvm::LLVMContext::MD_alias_scope, reached);
    addScopes(access, llvm::LLVMContext::MD_noalias, others);
  }

  void collect(Value *pointer, Origins &origins) const {
    llvm::SmallPtrSet<const Value *, 16> seen;
    llvm::SmallVector<const Value *, 16> work{pointer};
    while (!work.empty()) {
      const Value *value = work.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      if (seen.size() > MaxOrigins) {
        origins.tooMany = true;
        return;
      }
      if (isRoot_.contains(value))
        origins.roots.insert(value);
      else if (llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::GlobalValue, llvm::ConstantData>(value))
        origins.others |= !llvm::isa<llvm::UndefValue>(value);
      else if (!addSources(*value, work))
        origins.unknown = true;
    }
  }

  /// What the pointer, or vector of pointers, is made of.
  static bool addSources(const Value &value, llvm::SmallVectorImpl<const Value *> &sources) {
    auto *made = llvm::dyn_cast<llvm::Operator>(&value);
    switch (made ? made->getOpcode() : 0) {
    case Instruction::GetElementPtr:
    case Instruction::AddrSpaceCast:
    case Instruction::BitCast:
    case Instruction::Freeze:
    case Instruction::ExtractElement:
      sources.push_back(made->getOperand(0));
      return true;
    case Instruction::PHI:
      sources.append(made->op_begin(), made->op_end());
      return true;
    case Instruction::Select:
      sources.append({made->getOperand(1), made->getOperand(2)});
      return true;
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
      sources.append({made->getOperand(0), made->getOperand(1)});
      return true;
    default:
      return false;
    }
  }

  /// A pointer in one named address space never points into another (OpenCL C 6.7).
  static bool mayPointTo(llvm::ArrayRef<Value *> pointers, const Value &root) {
    unsigned of = root.getType()->getPointerAddressSpace();
    return llvm::any_of(pointers, [&](const Value *pointer) {
      return space::mayMeet(pointer->getType()->getPointerAddressSpace(), of);
    });
  }

  llvm::Function &function_;
  llvm::SmallVector<Root, 16> roots_;
  llvm::SmallPtrSet<const Value *, 16> isRoot_;
};

/// What other work-items did before shows behind the instruction: it touches all memory that they can reach, whatever
/// pointer they did it through.
bool synchronises(const Instruction &instruction) {
  if (instruction.isFenceLike())
    return true;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  auto *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isLaneclFunction(*callee) && !call->doesNotAccessMemory() && !call->onlyAccessesArgMemory();
}

/// The inliner makes scopes of what `restrict` says of a function's parameters, and believes that calls inside keep off
/// what they are not given.
void forgetScopesOfBarriers(llvm::Function &function) {
  for (Instruction &instruction : llvm::instructions(function))
    if (synchronises(instruction)) {
      instruction.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
      instruction.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
    }
}

void forgetNoAlias(llvm::Function &function) {
  for (llvm::Argument &argument : function.args())
    argument.removeAttr(llvm::Attribute::NoAlias);
}

/// Variables in local memory that the function uses, by instructions of its own.
llvm::SmallVector<llvm::Constant *, 8> localVariables(llvm::Function &function) {
  llvm::SmallVector<llvm::Constant *, 8> variables;
  for (llvm::GlobalVariable &variable : function.getParent()->globals())
    if (variable.getAddressSpace() == space::Local)
      variables.push_back(&variable);
  llvm::convertUsersOfConstantsToInstructions(variables, &function);
  llvm::erase_if(variables, [&](llvm::Constant *variable) {
    return llvm::none_of(variable->users(), [&](llvm::User *user) {
      auto *instruction = llvm::dyn_cast<Instruction>(user);
      return instruction && instruction->getFunction() == &function;
    });
  });
  return variables;
}

} // namespace

void addAliasScopes(llvm::Function &function, llvm::ArrayRef<Value *> roots, llvm::StringRef domain) {
  ScopeMaker(function, roots, domain).run();
}

void separateAccesses(llvm::Function &function, llvm::ArrayRef<Instruction *> own, llvm::StringRef domain) {
  if (own.empty())
    return;
  llvm::MDBuilder builder(function.getContext());
  llvm::Metadata *scope = builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain(domain), domain);
  llvm::SmallPtrSet<const Instruction *, 16> isOwn(llvm::from_range, own);
  for (Instruction &instruction : llvm::instructions(function))
    if (instruction.mayReadOrWriteMemory())
      addScopes(instruction,
                isOwn.contains(&instruction) ? llvm::LLVMContext::MD_alias_scope : llvm::LLVMContext::MD_noalias,
                {scope});
}

llvm::SmallVector<Value *, 16> noAliasParameters(llvm::Function &kernel) {
  llvm::SmallVector<Value *, 16> parameters;
  for (llvm::Argument &argument : kernel.args())
    if (kernel.getAttributes().hasParamAttr(argument.getArgNo(), attribute::NoAlias))
      parameters.push_back(&argument);
  return parameters;
}

// OpenCL C 6.7.9 (restrict, as C11 6.7.3.1 has it) speaks of one work-item's accesses. Each __local parameter is memory
// of its own (clSetKernelArg), a struct by value is the kernel's.
void scopeKernelMemory(llvm::Function &kernel, bool noAliasBuffers) {
  for (llvm::Function &function : *kernel.getParent()) {
    if (function.isDeclaration())
      continue;
    forgetScopesOfBarriers(function);
    if (&function != &kernel && llvm::any_of(llvm::instructions(function), synchronises))
      forgetNoAlias(function);
  }
  llvm::LLVMContext &context = kernel.getContext();
  for (llvm::Argument &argument : kernel.args()) {
    if (!argument.getType()->isPointerTy())
      continue;
    unsigned space = argument.getType()->getPointerAddressSpace();
    if (argument.hasNoAliasAttr() || argument.hasByValAttr() || space == space::Local)
      argument.addAttr(llvm::Attribute::get(context, attribute::NoAlias));
    else if (noAliasBuffers)
      argument.addAttr(llvm::Attribute::get(context, attribute::NoAlias, Reached));
  }
  forgetNoAlias(kernel);
  auto roots = noAliasParameters(kernel);
  for (llvm::Constant *variable : localVariables(kernel))
    roots.push_back(variable);
  addAliasScopes(kernel, roots, kernel.getName());
}

} // namespace lanecl
