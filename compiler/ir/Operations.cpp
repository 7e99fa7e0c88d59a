#include "compiler/ir/Operations.h"
#include "compiler/ir/Declarations.h"
#include "compiler/ir/MadeOnce.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

// SPIR-V's Scope: barriers of sub-group (3) and work-item (4) scope do not split the work-group.
constexpr uint64_t ScopeWorkGroup = 2;

constexpr bool Combines = true, None = false; // the table's words
constexpr OperationFacts operationTable[] = {
#define LANECL_OPERATION(enumerator, name, signature, kinds, effects, inLanes, atOneLane, until)                       \
  {name, signature, kinds, Effects::effects, InLanes::inLanes, AtOneLane::atOneLane, Until::until},
#include "compiler/ir/Operations.def"
};

struct KindFacts {
  llvm::StringLiteral name;
  bool ofIntegers, ofFloats;
};
constexpr KindFacts kinds[] = {
#define LANECL_KIND(enumerator, name, ofIntegers, ofFloats) {name, ofIntegers, ofFloats},
#include "compiler/ir/Kinds.def"
};

template <typename Enum, typename Facts> llvm::StringMap<Enum> namesOf(llvm::ArrayRef<Facts> rows) {
  llvm::StringMap<Enum> names;
  for (auto [number, facts] : llvm::enumerate(rows))
    names.try_emplace(facts.name, static_cast<Enum>(number));
  return names;
}

/// The operation, and what follows it in the name.
std::optional<std::pair<Operation, llvm::StringRef>> parse(llvm::StringRef name) {
  const auto &names = madeOnce([] { return namesOf<Operation>(llvm::ArrayRef(operationTable)); });
  if (!name.consume_front(DialectPrefix))
    return std::nullopt;
  // A family and its member, or one word.
  auto [first, behind] = name.split('.');
  auto [second, rest] = behind.split('.');
  if (auto found = names.find(name.take_front(first.size() + 1 + second.size())); found != names.end())
    return std::pair(found->second, rest);
  auto found = names.find(first);
  return found == names.end() ? std::nullopt : std::optional(std::pair(found->second, behind));
}

bool isAmong(Operation operation, Operation first, Operation last) { return operation >= first && operation <= last; }

llvm::Type *typeFor(char code, llvm::LLVMContext &context, llvm::Type *overload) {
  switch (code) {
  case 'v':
    return llvm::Type::getVoidTy(context);
  case 'b':
    return llvm::Type::getInt1Ty(context);
  case 'w':
    return llvm::Type::getInt32Ty(context);
  case 'p':
    return llvm::PointerType::getUnqual(context);
  case 'q':
    return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
  default:
    return overload;
  }
}

void addEffects(llvm::Function &function, Effects effects) {
  function.setDoesNotThrow();
  if (auto memory = memoryOf(effects); memory != llvm::MemoryEffects::unknown())
    function.setMemoryEffects(memory);
  if (effects == Effects::Pure || effects == Effects::Reads || effects == Effects::Writes)
    function.setWillReturn();
  if (isConvergent(effects))
    function.setConvergent();
  if (effects == Effects::Once)
    function.setCannotDuplicate();
}

} // namespace

bool isDefined(Kind kind, const llvm::Type &type) {
  if (kind == Kind::None)
    return false;
  const KindFacts &facts = kinds[static_cast<unsigned>(kind)];
  return type.isFloatingPointTy() ? facts.ofFloats : facts.ofIntegers;
}

const OperationFacts &factsOf(Operation operation) { return operationTable[static_cast<unsigned>(operation)]; }

bool isConvergent(Effects effects) { return effects != Effects::Pure && effects != Effects::Host; }

llvm::MemoryEffects memoryOf(Effects effects) {
  switch (effects) {
  case Effects::Pure:
    return llvm::MemoryEffects::none();
  case Effects::Reads:
    return llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref);
  case Effects::Writes:
    return llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Mod);
  default:
    return llvm::MemoryEffects::unknown();
  }
}

std::optional<Operation> operationOf(const llvm::Function &function) {
  auto parsed = parse(function.getName());
  return parsed ? std::optional(parsed->first) : std::nullopt;
}

std::optional<Operation> operationOf(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  auto *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? operationOf(*callee) : std::nullopt;
}

Kind kindOf(const llvm::Function &function) {
  const auto &names = madeOnce([] { return namesOf<Kind>(llvm::ArrayRef(kinds)); });
  auto parsed = parse(function.getName());
  if (!parsed || !factsOf(parsed->first).combines)
    return Kind::None;
  auto found = names.find(parsed->second.split('.').first);
  return found == names.end() ? Kind::None : found->second;
}

Kind kindOf(const llvm::CallBase &call) {
  auto *callee = call.getCalledFunction();
  return callee ? kindOf(*callee) : Kind::None;
}

std::string suffixOf(llvm::Type *type) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return "v" + std::to_string(vector->getNumElements()) + suffixOf(vector->getElementType());
  if (type->isPointerTy())
    return "p" + std::to_string(type->getPointerAddressSpace());
  return (type->isIntegerTy() ? "i" : "f") + std::to_string(type->getPrimitiveSizeInBits().getFixedValue());
}

std::string nameOf(Operation operation, Kind kind, const llvm::FunctionType &type) {
  const OperationFacts &facts = factsOf(operation);
  llvm::Type *overload = facts.signature[0] == 'T' ? type.getReturnType() : nullptr;
  std::string pointers;
  for (auto [code, operand] : llvm::zip_first(facts.signature.substr(2).take_front(type.getNumParams()), type.params()))
    if (code == 'T')
      overload = operand;
    else if (code == 'p' && !type.isVarArg())
      pointers += "." + suffixOf(operand);
  std::string name = (DialectPrefix + facts.name).str();
  if (facts.combines)
    name += "." + kinds[static_cast<unsigned>(kind)].name.str();
  if (overload)
    name += "." + suffixOf(overload);
  return name + pointers;
}

llvm::CallInst *createOperation(llvm::IRBuilderBase &builder, Operation operation,
                                llvm::ArrayRef<llvm::Value *> operands, Kind kind, llvm::Type *type) {
  const OperationFacts &facts = factsOf(operation);
  llvm::StringRef codes = facts.signature.substr(2);
  bool isVariadic = codes.contains('.');
  llvm::SmallVector<llvm::Type *, 12> types;
  for (auto [code, operand] :
       llvm::zip_first(codes.take_until([](char c) { return c == '.' || c == ')'; }), operands)) {
    types.push_back(operand->getType());
    if (code == 'T')
      type = operand->getType();
  }
  auto *signature = llvm::FunctionType::get(typeFor(facts.signature[0], builder.getContext(), type), types, isVariadic);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(nameOf(operation, kind, *signature), signature);
  if (auto *function = llvm::dyn_cast<llvm::Function>(callee.getCallee()); function && function->isDeclaration())
    addEffects(*function, facts.effects);
  llvm::CallInst *call = builder.CreateCall(callee, operands);
  if (facts.effects == Effects::Host)
    call->setDoesNotThrow();
  if (isConvergent(facts.effects))
    call->setConvergent();
  return call;
}

void declareEffects(llvm::Function &function) {
  if (!function.isDeclaration())
    return;
  if (auto operation = operationOf(function))
    addEffects(function, factsOf(*operation).effects);
  else if (queryOf(function))
    addEffects(function, Effects::Pure);
}

llvm::CallInst *createGroupBarrier(llvm::IRBuilderBase &builder) {
  return createOperation(builder, Operation::Barrier, {builder.getInt32(ScopeWorkGroup), builder.getInt32(0)});
}

bool isLaneclFunction(const llvm::Function &function) { return function.getName().starts_with(DialectPrefix); }

bool isAsyncCopy(Operation operation) { return isAmong(operation, Operation::AsyncCopy, Operation::AsyncCopy3D); }
bool isWorkGroupOperation(Operation operation) {
  return isAmong(operation, Operation::WorkGroupAll, Operation::WorkGroupScanExclusive);
}
bool isSubGroupOperation(Operation operation) {
  return isAmong(operation, Operation::SubGroupAll, Operation::SubGroupBlockWrite);
}
bool isEstimate(Operation operation) {
  return isAmong(operation, Operation::EstimateReciprocal, Operation::EstimateFastRoot);
}

static bool isOfSmallerScope(const llvm::Value &barrier) {
  auto *scope = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(barrier).getArgOperand(0));
  return scope && scope->getZExtValue() > ScopeWorkGroup;
}

bool isGroupCall(const llvm::Value &value) {
  auto operation = operationOf(value);
  return operation && isAmong(*operation, Operation::Barrier, Operation::Carry) &&
         !(*operation == Operation::Barrier && isOfSmallerScope(value));
}

bool isWorkGroupBarrier(const llvm::Value &value) {
  auto operation = operationOf(value);
  return operation && isAmong(*operation, Operation::Barrier, Operation::RegionEnd) &&
         !(*operation == Operation::Barrier && isOfSmallerScope(value));
}

bool isOfSubGroups(const llvm::Function &function) {
  if (auto query = queryOf(function))
    return factsOf(*query).isOfSubGroups;
  auto operation = operationOf(function);
  return operation && isSubGroupOperation(*operation);
}

bool asksForSubGroups(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &each) { return isOfSubGroups(each) && !each.use_empty(); });
}

std::optional<BlockAccess> BlockAccess::of(const llvm::Value &value) {
  auto operation = operationOf(value);
  if (operation != Operation::SubGroupBlockRead && operation != Operation::SubGroupBlockWrite)
    return std::nullopt;
  auto *call = const_cast<llvm::CallInst *>(llvm::cast<llvm::CallInst>(&value));
  return BlockAccess{call, operation == Operation::SubGroupBlockRead};
}

} // namespace lanecl
