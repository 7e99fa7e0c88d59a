#include "compiler/ir/Verify.h"
#include "compiler/ir/Declarations.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl {
namespace {

using llvm::Function, llvm::FunctionType, llvm::CallBase;

bool isNumber(const llvm::Type *type) {
  const llvm::Type *scalar = type->getScalarType();
  return scalar->isIntegerTy() || scalar->isFloatingPointTy();
}

/// What a letter of Operations.def says of a type; `overload` is set by the first T and kept by the others.
bool isOfCode(char code, const llvm::Type *type, const llvm::Type *&overload) {
  switch (code) {
  case 'v':
    return type->isVoidTy();
  case 'b':
    return type->isIntegerTy(1);
  case 'w':
  case 'W':
    return type->isIntegerTy(32);
  case 'l':
    return type->isIntegerTy(64);
  case 'n':
    return type->isIntegerTy();
  case 'q': {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector && vector->getNumElements() == 4 && vector->getElementType()->isIntegerTy(32);
  }
  case 'p':
    return type->isPointerTy();
  case 'T':
    if (!overload)
      overload = type;
    return overload == type && isNumber(type);
  default:
    return false;
  }
}

// Of the rules below: null when all is well, else the rule.

constexpr const char *WrongName = "the name says the kind, T and the address space of each pointer, and no more";

const char *brokenBy(const Function &declaration, Effects effects) {
  if (declaration.isConvergent() != isConvergent(effects))
    return "what lanes do together is convergent, nothing else";
  if (declaration.cannotDuplicate() != (effects == Effects::Once))
    return "what happens once is not to be duplicated";
  if (declaration.getMemoryEffects() != memoryOf(effects))
    return "it accesses the memory that its effects say";
  return nullptr;
}

const char *brokenBy(const Function &declaration, Operation operation) {
  const OperationFacts &facts = factsOf(operation);
  const FunctionType &type = *declaration.getFunctionType();
  const llvm::Type *overload = nullptr;
  if (!isOfCode(facts.signature[0], type.getReturnType(), overload))
    return "the result's type";
  llvm::StringRef codes = facts.signature.substr(2).drop_back();
  if (codes.consume_back("...") != type.isVarArg() || type.getNumParams() != codes.size())
    return "the number of operands";
  for (auto [code, operand] : llvm::zip_equal(codes, type.params()))
    if (!isOfCode(code, operand, overload))
      return "an operand's type";
  Kind kind = kindOf(declaration);
  if (facts.combines && !isDefined(kind, *overload->getScalarType()))
    return "how values of this type are combined";
  if (declaration.getName() != nameOf(operation, kind, type))
    return WrongName;
  return brokenBy(declaration, facts.effects);
}

const char *brokenBy(const Function &declaration, AtomicOp op) {
  const FunctionType &function = *declaration.getFunctionType();
  if (function.getNumParams() != 6)
    return "the number of operands";
  llvm::Type *type = function.getReturnType(), *pointer = function.getParamType(0);
  const llvm::Type *mask = function.getParamType(3);
  if (function.getParamType(1) != type || function.getParamType(2) != type || !isNumber(type))
    return "sources and result have one type";
  auto lanesOf = [](const llvm::Type *of) {
    auto *wide = llvm::dyn_cast<llvm::FixedVectorType>(of);
    return wide ? wide->getNumElements() : 0;
  };
  if (!mask->isIntOrIntVectorTy(1) || lanesOf(mask) != lanesOf(type))
    return "the mask is an i1 for each lane";
  if (!pointer->getScalarType()->isPointerTy() || (pointer->isVectorTy() && lanesOf(pointer) != lanesOf(type)))
    return "one pointer, or one for each lane";
  if (Kind kind = AtomicOperation::kindOf(op); kind != Kind::None && !isDefined(kind, *type->getScalarType()))
    return "how values of this type are combined";
  if (declaration.getName() != nameOf(op, type, pointer))
    return WrongName;
  return nullptr;
}

const char *brokenBy(const Function &declaration, Query query) {
  const QueryFacts &facts = factsOf(query);
  const FunctionType &type = *declaration.getFunctionType();
  if (!type.getReturnType()->isIntegerTy(facts.bits))
    return "the result's type";
  if (type.getNumParams() != facts.hasDimension || type.isVarArg())
    return "the number of operands";
  if (facts.hasDimension && !type.getParamType(0)->isIntegerTy(32))
    return "an operand's type";
  return brokenBy(declaration, Effects::Pure);
}

const char *brokenBy(const Function &declaration) {
  for (const llvm::Use &use : declaration.uses()) {
    auto *call = llvm::dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || call->getFunctionType() != declaration.getFunctionType())
      return "it is called only, as it is declared";
  }
  if (auto query = queryOf(declaration))
    return brokenBy(declaration, *query);
  if (auto op = atomicOpOf(declaration))
    return brokenBy(declaration, *op);
  auto operation = operationOf(declaration);
  return operation ? brokenBy(declaration, *operation) : "the operation is in the table";
}

const llvm::ConstantInt *constantOf(const CallBase &call, unsigned operand) {
  return llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(operand));
}

const char *brokenBy(const CallBase &call, Operation operation) {
  llvm::StringRef codes = factsOf(operation).signature.substr(2);
  for (unsigned i = 0; i < codes.size(); ++i)
    if (codes[i] == 'W' && !constantOf(call, i))
      return "an operand is a constant";
  return nullptr;
}

const char *brokenBy(const AtomicOperation &atomic) {
  if (!constantOf(*atomic.call, 4) || !constantOf(*atomic.call, 5))
    return "scope and semantics are constants";
  if (llvm::isStrongerThanMonotonic(atomic.ordering()) && atomic.call->onlyAccessesArgMemory())
    return "an order is about all memory";
  return nullptr;
}

const char *brokenBy(const CallBase &call, Query query) {
  if (!factsOf(query).hasDimension)
    return nullptr;
  auto *dimension = constantOf(call, 0);
  return dimension && dimension->getValue().ult(3) ? nullptr : "the dimension is a constant, 0, 1 or 2";
}

/// A barrier of the work-group ends regions, of which the others know nothing.
bool isGone(const CallBase &call, Operation operation, Until behind) {
  return factsOf(operation).until <= behind || (operation == Operation::Barrier && isGroupCall(call));
}

/// Of calls whose declarations are as they should be.
const char *brokenBy(const CallBase &call, std::optional<Until> behind) {
  auto *callee = call.getCalledFunction();
  if (!callee || !isLaneclFunction(*callee) || !callee->isDeclaration())
    return nullptr;
  if (auto query = queryOf(*callee))
    return behind >= Until::Entry ? "queries are answered" : brokenBy(call, *query);
  if (auto atomic = AtomicOperation::of(call))
    return brokenBy(*atomic);
  Operation operation = *operationOf(*callee);
  if (behind && isGone(call, operation, *behind))
    return "a pass before this point leaves none of these";
  return brokenBy(call, operation);
}

llvm::Error verifyOperations(const llvm::Function &function, std::optional<Until> behind) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const char *rule = brokenBy(*call, behind)) {
        std::string text;
        llvm::raw_string_ostream stream(text);
        stream << "internal error: in function '" << function.getName() << "': " << instruction << ": " << rule;
        return llvm::createStringError(text);
      }
  return llvm::Error::success();
}

} // namespace

llvm::Error verify(const llvm::Module &module, std::optional<Until> behind) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream))
    return llvm::createStringError("internal error: " + text);
  for (const Function &function : module)
    if (isLaneclFunction(function) && function.isDeclaration())
      if (const char *rule = brokenBy(function)) {
        stream << "internal error: " << function << rule;
        return llvm::createStringError(text);
      }
  for (const Function &function : module)
    if (llvm::Error error = verifyOperations(function, behind))
      return error;
  return llvm::Error::success();
}

llvm::Error verify(const llvm::Function &function, std::optional<Until> behind) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyFunction(function, &stream))
    return llvm::createStringError("internal error: " + text);
  return verifyOperations(function, behind);
}

} // namespace lanecl
