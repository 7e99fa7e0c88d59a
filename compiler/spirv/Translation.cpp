#include "compiler/spirv/Translation.h"
#include "compiler/spirv/DebugLines.h"
#include "compiler/spirv/FunctionNames.h"
#include "compiler/spirv/Initializers.h"
#include "compiler/spirv/Validate.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Local.h"
#include <algorithm>

namespace lanecl::spirv {

namespace {

/// Tables whose instructions build code, and those that also stand outside of functions.
constexpr std::span<const Handler> (*bodyTables[])() = {
    arithmeticHandlers, bitwiseHandlers,        conversionHandlers, compositeHandlers, relationalHandlers,
    memoryHandlers,     genericPointerHandlers, atomicHandlers,     barrierHandlers,   groupHandlers,
    subGroupHandlers,   imageHandlers,          asyncCopyHandlers};
constexpr std::span<const Handler> (*freeTables[])() = {typesConstantsHandlers, controlFlowHandlers, functionHandlers,
                                                        debugHandlers,          extendedHandlers,    imageTypeHandlers};
/// How many of bodyTables OpSpecConstantOp may use.
constexpr size_t constantTables = 6;

struct Dispatch {
  struct Row {
    Run run = nullptr;
    bool body = false, constant = false;
  };
  std::array<Row, 6600> rows{};

  Dispatch() {
    for (size_t table = 0; table < std::size(bodyTables); ++table)
      for (const Handler &handler : bodyTables[table]())
        at(handler.op) = {handler.run, true, table < constantTables};
    for (auto *table : freeTables)
      for (const Handler &handler : table())
        at(handler.op) = {handler.run, false, false};
  }
  Row &at(Op op) { return rows[size_t(op) < rows.size() ? size_t(op) : rows.size() - 1]; }
};

Dispatch &dispatch() {
  static Dispatch table;
  return table;
}

} // namespace

Run handlerOf(Op op) { return dispatch().at(op).run; }

Translation::Translation(const Module &module, llvm::LLVMContext &context, const TranslateOptions &options)
    : module(module), context(context), options(options), out(std::make_unique<llvm::Module>("program", context)),
      builder(context, llvm::TargetFolder((out->setDataLayout(options.dataLayout), out->getDataLayout()))),
      annotations(module, options.linkOptions), types_(module.bound), values_(module.bound) {
  out->setTargetTriple(llvm::Triple(options.targetTriple));
}

Translation::~Translation() = default;

void Translation::fail(const Instruction &instruction, const llvm::Twine &rule) {
  if (failed_)
    return;
  failed_ = true;
  error_ = llvm::toString(invalid(instruction, rule));
}

// ---------------------------------------------------------------------------------------------------------- types

const Type *Translation::type(TypeId id) {
  if (id.number < types_.size() && types_[id.number].op != Op::Nop)
    return &types_[id.number];
  if (!failed_) {
    failed_ = true;
    error_ = "%" + std::to_string(id.number) + " is used as a type but is none, or is not defined yet";
  }
  return nullptr;
}

llvm::Type *Translation::llvmType(TypeId id) {
  const Type *known = type(id);
  return known ? known->llvm : nullptr;
}

Type &Translation::defineType(const Instruction &instruction, llvm::Type *type) {
  Type &defined = types_[instruction.result.number];
  defined.op = instruction.op;
  defined.llvm = type;
  return defined;
}

const Type *Translation::typeOf(ValueId id) {
  const Instruction *definition = module.definition(id.number);
  return type(definition ? definition->resultType : TypeId());
}

llvm::Type *Translation::pointee(const Instruction &instruction, ValueId pointer) {
  const Type *known = typeOf(pointer);
  if (!known || !require(known->op == Op::TypePointer, instruction, "an operand must be a pointer"))
    return nullptr;
  llvm::Type *target = llvmType(known->element);
  if (target && require(target->isSized(), instruction, "the pointer's target has no size"))
    return target;
  return nullptr;
}

std::optional<unsigned> Translation::addressSpace(StorageClass storage) {
  switch (storage) {
  case StorageClass::UniformConstant:
    return space::Constant;
  case StorageClass::Workgroup:
    return space::Local;
  case StorageClass::CrossWorkgroup:
  case StorageClass::DeviceOnlyINTEL:
  case StorageClass::HostOnlyINTEL:
    return space::Global;
  case StorageClass::Generic:
    return space::Generic;
  case StorageClass::Input:
  case StorageClass::Function:
  case StorageClass::Private:
  case StorageClass::CodeSectionINTEL:
    return space::Private;
  default:
    return std::nullopt;
  }
}

// --------------------------------------------------------------------------------------------------------- values

namespace {
/// The function that a value belongs to; null for constants and placeholders.
const llvm::Function *owner(const llvm::Value *value) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    return instruction->getFunction();
  auto *argument = llvm::dyn_cast<llvm::Argument>(value);
  return argument ? argument->getParent() : nullptr;
}
} // namespace

llvm::Value *Translation::value(ValueId id) {
  if (isDefined(id)) {
    llvm::Value *known = values_.of(id.number);
    const llvm::Function *function = owner(known);
    if (!function || !state.function || function == state.function)
      return known;
    // SPIR-V 2.16.1: a value is used in the function that defines it only.
    if (const Instruction *definition = module.definition(id.number))
      fail(*definition, "is used in another function");
    return nullptr;
  }
  if (failed_)
    return nullptr;
  const Instruction *definition = module.definition(id.number);
  if (definition && annotations.builtIn(id) && state.function) {
    // A built-in variable used as memory: a private copy, which SROA dissolves.
    llvm::Value *&copy = state.builtIns[id.number];
    if (!copy) {
      llvm::Type *type = pointee(*definition, id);
      if (!type)
        return nullptr;
      llvm::IRBuilderBase::InsertPointGuard guard(builder);
      llvm::BasicBlock &entry = state.function->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
      auto *memory = builder.CreateAlloca(type, nullptr, "builtin");
      if (llvm::Value *content = builtInValue(*definition, *annotations.builtIn(id), type))
        builder.CreateStore(content, memory);
      llvm::Type *pointer = llvmType(definition->resultType);
      copy = pointer ? builder.CreatePointerBitCastOrAddrSpaceCast(memory, pointer) : memory;
    }
    return copy;
  }
  // Later in this function: blocks come in an order that need not be that of the values.
  if (definition && definition->resultType.number && state.function) {
    if (llvm::Argument *known = values_.placeholder(id.number))
      return known;
    llvm::Type *type = llvmType(definition->resultType);
    if (!type || !type->isFirstClassType()) {
      if (type)
        fail(*definition, "has no value that can be used");
      return nullptr;
    }
    return values_.addPlaceholder(id.number, type);
  }
  failed_ = true;
  error_ = "%" + std::to_string(id.number) + " is used as a value but is none";
  return nullptr;
}

llvm::Value *Translation::operand(const Instruction &instruction, uint32_t i) {
  if (!require(i < instruction.count(), instruction, "an operand is missing"))
    return nullptr;
  bool before = failed_;
  llvm::Value *found = value(instruction.id(i));
  if (!found && !before) {
    std::string reason = std::move(error_);
    failed_ = false;
    fail(instruction, reason);
  }
  return found;
}

namespace {
template <typename Check>
llvm::Value *checked(Translation &t, const Instruction &instruction, uint32_t i, Check check, const char *rule) {
  llvm::Value *found = t.operand(instruction, i);
  return found && t.require(check(found->getType()), instruction, rule) ? found : nullptr;
}
} // namespace

llvm::Value *Translation::integer(const Instruction &instruction, uint32_t i) {
  return checked(
      *this, instruction, i, [](llvm::Type *type) { return type->isIntOrIntVectorTy(); },
      "an operand must be an integer or a vector of integers");
}

llvm::Value *Translation::floating(const Instruction &instruction, uint32_t i) {
  return checked(
      *this, instruction, i, [](llvm::Type *type) { return type->isFPOrFPVectorTy(); },
      "an operand must be a floating-point value or vector");
}

llvm::Value *Translation::pointer(const Instruction &instruction, uint32_t i) {
  return checked(
      *this, instruction, i, [](llvm::Type *type) { return type->isPointerTy(); }, "an operand must be a pointer");
}

llvm::Value *Translation::boolean(const Instruction &instruction, uint32_t i) {
  return checked(
      *this, instruction, i, [](llvm::Type *type) { return type->isIntOrIntVectorTy(1); },
      "an operand must be a bool or a vector of bools");
}

std::optional<uint64_t> Translation::constant(ValueId id) {
  if (!isDefined(id))
    return std::nullopt;
  auto *known = llvm::dyn_cast<llvm::Constant>(values_.of(id.number));
  if (known && known->getType()->isIntegerTy()) {
    if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(known); number && number->getBitWidth() <= 64)
      return number->getZExtValue();
  }
  return std::nullopt;
}

std::optional<uint64_t> Translation::constant32(ValueId id) {
  std::optional<uint64_t> number = constant(id);
  return number && values_.of(id.number)->getType()->isIntegerTy(32) ? number : std::nullopt;
}

void Translation::define(const Instruction &instruction, llvm::Value *value) {
  if (!value || !ok())
    return;
  llvm::Type *type = resultType(instruction);
  if (!type || !require(value->getType() == type, instruction, "the operands do not fit the result type"))
    return;
  uint32_t id = instruction.result.number;
  if (!require(value != values_.placeholder(id), instruction, "is defined by itself"))
    return;
  values_.define(id, value);
  if (auto *made = llvm::dyn_cast<llvm::Instruction>(value); made && !made->hasName())
    made->setName(annotations.name(id));
}

// ------------------------------------------------------------------------------------------------------- functions

llvm::CallInst *Translation::callLibrary(llvm::StringRef mangled, llvm::Type *type,
                                         llvm::ArrayRef<llvm::Value *> arguments, llvm::FastMathFlags math) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto *signature = llvm::FunctionType::get(type, types, false);
  const std::string name = (mangled.starts_with("_Z") ? LibraryPrefix + mangled : mangled).str();
  llvm::Function *callee = out->getFunction(name);
  if (!callee) {
    callee = llvm::Function::Create(signature, llvm::GlobalValue::ExternalLinkage, name, *out);
    callee->setDoesNotThrow();
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->setWillReturn();
  }
  llvm::CallInst *made = builder.CreateCall(signature, callee, arguments);
  made->setCallingConv(callee->getCallingConv());
  if (llvm::isa<llvm::FPMathOperator>(made))
    made->setFastMathFlags(math);
  return made;
}

llvm::AllocaInst *Translation::entryAlloca(llvm::Type *type, const llvm::Twine &name) {
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  return builder.CreateAlloca(type, nullptr, name);
}

llvm::BasicBlock *Translation::block(const Instruction &instruction, uint32_t i) {
  uint32_t label = instruction.literal(i);
  llvm::BasicBlock *found = label < module.bound ? state.blocks.lookup(label) : nullptr;
  require(found, instruction, "names a label that is not in this function");
  // SPIR-V 2.16.1: the first block of a function must not be the target of any branch.
  if (found && !require(instruction.label(i) != state.entry, instruction, "branches to the function's first block"))
    return nullptr;
  return found;
}

// ------------------------------------------------------------------------------------------------------------ run

namespace {
/// The constant, with 0 for what of it is undefined.
llvm::Constant *definite(llvm::Constant &value) {
  if (llvm::PatternMatch::match(&value, llvm::PatternMatch::m_Undef()))
    return llvm::Constant::getNullValue(value.getType());
  if (!value.containsUndefOrPoisonElement())
    return &value;
  return llvm::Constant::replaceUndefsWith(&value, llvm::Constant::getNullValue(value.getType()->getScalarType()));
}

/// The step's value when its operands are constants, or null. LLVM leaves alone what is frozen (Conversion.cpp).
llvm::Constant *foldStep(llvm::Instruction &step, const llvm::DataLayout &layout) {
  if (llvm::isa<llvm::FreezeInst>(step))
    if (auto *frozen = llvm::dyn_cast<llvm::Constant>(step.getOperand(0)))
      return definite(*frozen);
  return llvm::ConstantFoldInstruction(&step, layout);
}
} // namespace

llvm::Constant *Translation::fold(const Instruction &instruction) {
  Dispatch::Row row = dispatch().at(instruction.op);
  if (!require(row.run && row.constant, instruction, "is not allowed in OpSpecConstantOp"))
    return nullptr;
  auto *scratch = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                                         llvm::GlobalValue::InternalLinkage, "lanecl.fold", *out);
  auto *block = llvm::BasicBlock::Create(context, "", scratch);
  builder.SetInsertPoint(block);
  row.run(*this, instruction);
  builder.ClearInsertionPoint();
  for (llvm::Instruction &step : llvm::make_early_inc_range(*block))
    if (llvm::Constant *folded = foldStep(step, out->getDataLayout())) {
      if (values_.of(instruction.result.number) == &step)
        values_.redefine(instruction.result.number, folded);
      step.replaceAllUsesWith(folded);
      step.eraseFromParent();
    }
  auto *result = llvm::dyn_cast_or_null<llvm::Constant>(values_.of(instruction.result.number));
  if (!result)
    values_.redefine(instruction.result.number, nullptr);
  require(result, instruction, "is no constant expression");
  state.builtInValues.clear();
  scratch->eraseFromParent();
  return result;
}

void Translation::runHandler(const Instruction &instruction) {
  const Dispatch::Row &row = dispatch().at(instruction.op);
  if (!row.run) {
    const grammar::Instruction *known = grammar::instruction(instruction.op);
    auto needed = known ? known->capabilities() : std::span<const uint32_t>();
    return fail(instruction, needed.empty()
                                 ? "the instruction is not supported"
                                 : "the instruction is not supported (capability " + capabilityName(needed[0]) + ")");
  }
  // SPIR-V 2.4: code stands inside blocks, which begin with OpLabel and end with a terminator.
  if (row.body && !require(builder.GetInsertBlock(), instruction, "stands outside of a block"))
    return;
  if (lines && state.function && builder.GetInsertBlock())
    lines->attach(builder);
  row.run(*this, instruction);
}

/// What the function uses, it defines.
void Translation::checkDefined() {
  for (uint32_t id : values_.undefined())
    if (const Instruction *definition = module.definition(id))
      fail(*definition, "is used in a function that does not define it");
}

llvm::Error Translation::translateModule() {
  if (annotations.hasLines) {
    ownLines_ = std::make_unique<DebugLines>(*this);
    lines = ownLines_.get();
  }
  for (const Instruction &instruction : module.instructions) {
    if (!ok())
      break;
    runHandler(instruction);
    if (instruction.op == Op::FunctionEnd)
      checkDefined();
  }
  if (ok() && state.function != nullptr)
    return failure("the last function does not end");
  if (ok()) // most kernels ask for one dimension only
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(madeAtEntries);
  if (ok() && lines)
    lines->finish();
  if (ok())
    describeKernels(*this);
  return ok() ? llvm::Error::success() : failure(error_);
}

llvm::Expected<std::unique_ptr<llvm::Module>> Translation::run() {
  if (llvm::Error error = translateModule())
    return error;
  if (llvm::Error error = fillInitializers(*out))
    return error;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (options.verify && llvm::verifyModule(*out, &stream))
    return failure("the module breaks a rule of SPIR-V that shows in its translation only: " + text);
  return std::move(out);
}

} // namespace lanecl::spirv
