#include "compiler/ir/Verify.h"
#include "compiler/ir/AtomicOperation.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl {
namespace {

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

/// Null when all is well, else the rule.
const char *brokenBy(const llvm::CallBase &call, Operation operation) {
  const OperationFacts &facts = factsOf(operation);
  const llvm::Type *overload = nullptr;
  if (!isOfCode(facts.signature[0], call.getType(), overload))
    return "the result's type";
  llvm::StringRef codes = facts.signature.substr(2).drop_back();
  bool isVariadic = codes.consume_back("...");
  if (isVariadic ? call.arg_size() < codes.size() : call.arg_size() != codes.size())
    return "the number of operands";
  for (auto [code, operand] : llvm::zip_first(codes, call.args())) {
    if (!isOfCode(code, operand->getType(), overload))
      return "an operand's type";
    if (code == 'W' && !llvm::isa<llvm::ConstantInt>(operand))
      return "an operand is a constant";
  }
  if (facts.combines && !isDefined(kindOf(call), *overload->getScalarType()))
    return "how values of this type are combined";
  return nullptr;
}

const char *brokenBy(const AtomicOperation &atomic) {
  const llvm::CallInst &call = *atomic.call;
  if (call.arg_size() != 6)
    return "the number of operands";
  llvm::Type *type = call.getType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const llvm::Type *mask = atomic.mask()->getType(), *pointer = atomic.pointer()->getType();
  if (atomic.source0()->getType() != type || atomic.source1()->getType() != type || !isNumber(type))
    return "sources and result have one type";
  auto lanesOf = [](const llvm::Type *of) {
    auto *wide = llvm::dyn_cast<llvm::FixedVectorType>(of);
    return wide ? wide->getNumElements() : 0;
  };
  if (!mask->isIntOrIntVectorTy(1) || lanesOf(mask) != lanesOf(type))
    return "the mask is an i1 for each lane";
  if (!pointer->getScalarType()->isPointerTy() ||
      (pointer->isVectorTy() && (!vector || lanesOf(pointer) != lanesOf(type))))
    return "one pointer, or one for each lane";
  if (!llvm::isa<llvm::ConstantInt>(call.getArgOperand(4)) || !llvm::isa<llvm::ConstantInt>(call.getArgOperand(5)))
    return "scope and semantics are constants";
  return nullptr;
}

const char *brokenBy(const llvm::CallBase &call, const QueryFacts &facts) {
  if (!call.getType()->isIntegerTy(facts.bits))
    return "the result's type";
  if (call.arg_size() != facts.hasDimension)
    return "the number of operands";
  if (facts.hasDimension && !llvm::isa<llvm::ConstantInt>(call.getArgOperand(0)))
    return "the dimension is a constant";
  return nullptr;
}

/// A barrier of the work-group ends regions, of which the others know nothing.
bool isGone(const llvm::CallBase &call, Operation operation, Until behind) {
  return factsOf(operation).until <= behind || (operation == Operation::Barrier && isGroupCall(call));
}

const char *brokenBy(const llvm::CallBase &call, std::optional<Until> behind) {
  auto *callee = call.getCalledFunction();
  if (!callee || !isLaneclFunction(*callee) || !callee->isDeclaration())
    return nullptr;
  if (auto query = queryOf(*callee))
    return behind >= Until::Entry ? "queries are answered" : brokenBy(call, factsOf(*query));
  if (auto atomic = AtomicOperation::of(call))
    return brokenBy(*atomic);
  auto operation = operationOf(*callee);
  if (!operation)
    return "the operation is in the table";
  if (behind && isGone(call, *operation, *behind))
    return "a pass before this point leaves none of these";
  return brokenBy(call, *operation);
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
  for (const llvm::Function &function : module)
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
