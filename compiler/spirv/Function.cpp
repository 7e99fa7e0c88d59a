// Functions, parameters and calls (SPIR-V 3.42.9).
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/spirv/DebugLines.h"
#include "compiler/spirv/Handlers.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl::spirv {

namespace {

/// What the front end puts before the name of a library function that it passes through (FrontEnd.h).
constexpr llvm::StringRef PassedThrough = "__lanecl_";
constexpr llvm::StringRef UnrollMarker = "__lanecl_loop_unroll";
constexpr llvm::StringRef Trap = "__lanecl_trap", MoveMemory = "__lanecl_memmove.", SetMemory = "__lanecl_memset.";
/// Of the functions that the front end passes through, those that become something else where they are called: no
/// function has their name, so kernels may.
bool isMarker(llvm::StringRef name) { return name == UnrollMarker || name == Trap; }
/// What `assert` of SYCL programs calls, the device's to provide (cl_intel_devicelib_assert).
constexpr llvm::StringRef AssertFail = "__devicelib_assert_fail";

struct Linkage {
  llvm::StringRef name;
  std::optional<LinkageType> type; ///< nothing: internal
};

Linkage linkage(Translation &t, uint32_t id) {
  for (const Decorated &d : t.annotations.decorations(id))
    if (d.decoration == Decoration::LinkageAttributes) {
      Instruction text;
      text.operands = d.operands;
      uint32_t words = 0;
      llvm::StringRef name = text.string(0, &words);
      return {name, LinkageType(text.literal(words))};
    }
  return {t.annotations.name(id), std::nullopt};
}

bool isReserved(llvm::StringRef name) { return name.starts_with("llvm.") || name.starts_with(DialectPrefix); }

/// The first of the function's entry points.
const EntryPoint *entryPoint(Translation &t, ValueId function) {
  for (const EntryPoint &entry : t.annotations.entryPoints)
    if (entry.function == function)
      return &entry;
  return nullptr;
}

size_t indexOf(Translation &t, const Instruction &instruction) {
  return size_t(&instruction - t.module.instructions.data());
}

/// The OpFunctionParameters behind an OpFunction.
llvm::SmallVector<const Instruction *> parametersOf(Translation &t, const Instruction &definition) {
  llvm::SmallVector<const Instruction *> parameters;
  for (size_t i = indexOf(t, definition) + 1; i < t.module.instructions.size(); ++i) {
    const Instruction &next = t.module.instructions[i];
    if (next.op == Op::FunctionParameter)
      parameters.push_back(&next);
    else if (next.op != Op::Line && next.op != Op::NoLine)
      break;
  }
  return parameters;
}

bool hasBody(Translation &t, const Instruction &definition) {
  for (size_t i = indexOf(t, definition) + 1; i < t.module.instructions.size(); ++i) {
    Op op = t.module.instructions[i].op;
    if (op == Op::Label || op == Op::FunctionEnd)
      return op == Op::Label;
  }
  return false;
}

/// An internal function or variable gives way to a name that must be seen.
void makeRoom(Translation &t, llvm::StringRef name) {
  llvm::GlobalValue *other = t.out->getNamedValue(name);
  if (other && other->hasLocalLinkage())
    other->setName(name + ".internal");
}

void parameterAttribute(Translation &t, llvm::Argument &argument, const Type &type, FunctionParameterAttribute which) {
  llvm::LLVMContext &context = t.context;
  bool pointer = type.op == Op::TypePointer;
  llvm::Type *target = pointer ? t.llvmType(type.element) : nullptr;
  bool sized = target && target->isSized();
  switch (which) {
  case FunctionParameterAttribute::Zext:
  case FunctionParameterAttribute::Sext:
    if (type.op == Op::TypeInt || type.op == Op::TypeBool)
      argument.addAttr(which == FunctionParameterAttribute::Zext ? llvm::Attribute::ZExt : llvm::Attribute::SExt);
    break;
  case FunctionParameterAttribute::ByVal:
    if (sized)
      argument.addAttr(llvm::Attribute::getWithByValType(context, target));
    break;
  case FunctionParameterAttribute::Sret:
    if (sized && argument.getArgNo() == 0 && argument.getParent()->getReturnType()->isVoidTy())
      argument.addAttr(llvm::Attribute::getWithStructRetType(context, target));
    break;
  case FunctionParameterAttribute::NoAlias:
    if (pointer)
      argument.addAttr(llvm::Attribute::NoAlias);
    break;
  case FunctionParameterAttribute::NoCapture:
    if (pointer)
      argument.addAttr(llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
    break;
  case FunctionParameterAttribute::NoWrite:
    if (pointer && !argument.hasAttribute(llvm::Attribute::ReadNone))
      argument.addAttr(llvm::Attribute::ReadOnly);
    break;
  case FunctionParameterAttribute::NoReadWrite:
    if (pointer) {
      argument.removeAttr(llvm::Attribute::ReadOnly);
      argument.addAttr(llvm::Attribute::ReadNone);
    }
    break;
  default:
    break;
  }
}

void parameterAttributes(Translation &t, llvm::Argument &argument, const Instruction &parameter, const Type &type) {
  if (type.op == Op::TypeImage)
    return markImage(argument, type);
  if (type.op == Op::TypeSampler)
    argument.addAttr(llvm::Attribute::get(t.context, attribute::Sampler));
  bool pointer = type.op == Op::TypePointer;
  for (const Decorated &d : t.annotations.decorations(parameter.result.number)) {
    uint32_t value = d.operands.empty() ? 0 : d.operands[0];
    if (d.decoration == Decoration::FuncParamAttr)
      parameterAttribute(t, argument, type, FunctionParameterAttribute(value));
    else if (d.decoration == Decoration::Restrict && pointer)
      argument.addAttr(llvm::Attribute::NoAlias);
    else if (d.decoration == Decoration::Alignment && pointer && llvm::isPowerOf2_32(value))
      argument.addAttr(llvm::Attribute::getWithAlignment(t.context, llvm::Align(value)));
  }
}

void functionAttributes(Translation &t, llvm::Function &function, uint32_t control) {
  auto bit = [&](FunctionControl which) { return (control & uint32_t(which)) != 0; };
  function.setDoesNotThrow();
  if (bit(FunctionControl::DontInline))
    function.addFnAttr(llvm::Attribute::NoInline);
  else if (bit(FunctionControl::Inline))
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  if (bit(FunctionControl::Const))
    function.setDoesNotAccessMemory();
  else if (bit(FunctionControl::Pure))
    function.setOnlyReadsMemory();
  if (t.annotations.flags.denormsAreZero) {
    function.addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
  if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && t.annotations.flags.uniformWorkGroupSize)
    function.addFnAttr(attribute::UniformWorkGroupSize);
  if (t.annotations.flags.robust)
    function.addFnAttr(attribute::Robust);
  if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && t.annotations.flags.optDisable)
    function.addFnAttr(attribute::OptDisable);
}

/// The LLVM function by name: a library function may have been declared by a call before.
llvm::Function *createFunction(Translation &t, const Instruction &definition, llvm::FunctionType *type,
                               const EntryPoint *kernel) {
  Linkage link = linkage(t, definition.result.number);
  bool body = hasBody(t, definition), imported = link.type == LinkageType::Import;
  llvm::StringRef name = kernel ? llvm::StringRef(kernel->name) : link.name;
  // SPIR-V 2.16.1: a function without body is imported, one with a body is not.
  if (!t.require(body != imported, definition, "has no body without being imported, or the other way round"))
    return nullptr;
  bool visible = kernel || link.type;
  if (!visible && isReserved(name))
    name = "";
  if (imported && !isMarker(name))
    name.consume_front(PassedThrough);
  if (!t.require(!visible || (!name.empty() && !isReserved(name)), definition, "has a name that is reserved or empty"))
    return nullptr;
  auto llvmLinkage = link.type == LinkageType::LinkOnceODR ? llvm::GlobalValue::WeakODRLinkage
                     : visible                             ? llvm::GlobalValue::ExternalLinkage
                                                           : llvm::GlobalValue::InternalLinkage;
  if (visible) {
    makeRoom(t, name);
    if (llvm::GlobalValue *known = t.out->getNamedValue(name)) {
      auto *function = llvm::dyn_cast<llvm::Function>(known);
      if (function && function->isDeclaration() && function->getFunctionType() == type &&
          !t.isFunctionWithBody(*function))
        return function;
      // An entry point that only calls the exported function of the same name: the kernel keeps the name.
      if (!t.require(!kernel && body, definition, "has the name of something else"))
        return nullptr;
      llvmLinkage = llvm::GlobalValue::InternalLinkage;
    }
  }
  return llvm::Function::Create(type, llvmLinkage, name, *t.out);
}

/// An imported function that has the name and the type of an LLVM intrinsic which only computes a value of its
/// operands: the translator of SYCL compilers leaves those that SPIR-V has no word for. Else null.
llvm::Function *plainIntrinsic(Translation &t, const Instruction &definition, llvm::FunctionType *type) {
  Linkage link = linkage(t, definition.result.number);
  llvm::Intrinsic::ID id =
      link.type == LinkageType::Import ? llvm::Intrinsic::lookupIntrinsicID(link.name) : llvm::Intrinsic::not_intrinsic;
  llvm::SmallVector<llvm::Type *> overloads;
  if (!id || hasBody(t, definition) || !llvm::Intrinsic::getIntrinsicSignature(id, type, overloads) ||
      llvm::Intrinsic::getName(id, overloads, t.out.get(), type) != link.name)
    return nullptr;
  llvm::AttributeList attributes = llvm::Intrinsic::getAttributes(t.context, id, type);
  if (!attributes.getMemoryEffects().doesNotAccessMemory() || !attributes.hasFnAttr(llvm::Attribute::Speculatable))
    return nullptr;
  return llvm::Intrinsic::getOrInsertDeclaration(t.out.get(), id, overloads);
}

/// SPIR-V, OpEntryPoint: several may name one function.
void declareCopy(Translation &t, EntryPoint &entry) {
  llvm::Function *first = t.function(entry.function);
  if (first && entryPoint(t, entry.function) != &entry)
    entry.copy = createFunction(t, *t.module.definition(entry.function.number), first->getFunctionType(), &entry);
}

/// Entry points and linked functions first: the names are theirs.
void declareVisible(Translation &t) {
  for (const EntryPoint &entry : t.annotations.entryPoints)
    t.function(entry.function);
  for (EntryPoint &entry : t.annotations.entryPoints)
    if (t.ok())
      declareCopy(t, entry);
  for (const Instruction &instruction : t.module.instructions)
    if (t.ok() && instruction.op == Op::Function && linkage(t, instruction.result.number).type)
      t.function(instruction.result);
}

void begin(Translation &t, const Instruction &instruction) {
  if (!t.require(!t.state.function, instruction, "a function begins before the one before it ends"))
    return;
  if (!t.anyFunction) {
    t.anyFunction = true;
    declareVisible(t);
  }
  llvm::Function *function = t.ok() ? t.function(instruction.result) : nullptr;
  if (!function)
    return;
  t.state = FunctionState();
  t.state.function = function;
  for (size_t i = indexOf(t, instruction) + 1; i < t.module.instructions.size(); ++i) {
    const Instruction &next = t.module.instructions[i];
    if (next.op == Op::FunctionEnd)
      break;
    if (next.op != Op::Label)
      continue;
    uint32_t id = next.result.number;
    if (t.state.blocks.empty())
      t.state.entry = LabelId(id);
    t.state.blocks[id] = llvm::BasicBlock::Create(t.context, t.annotations.name(id), function);
  }
  if (t.lines && !function->empty())
    t.lines->enter(*function);
}

void parameter(Translation &t, const Instruction &instruction) {
  if (!t.require(t.state.function && t.state.nextParameter < t.state.function->arg_size(), instruction,
                 "is one more than the function's type has"))
    return;
  llvm::Argument *argument = t.state.function->getArg(t.state.nextParameter++);
  argument->setName(t.annotations.name(instruction.result.number));
  t.define(instruction, argument);
}

void end(Translation &t, const Instruction &instruction) {
  if (!t.require(t.state.function && !t.builder.GetInsertBlock(), instruction, "the last block has no terminator"))
    return;
  if (t.require(t.state.nextParameter == t.state.function->arg_size(), instruction, "a parameter is missing"))
    finishControlFlow(t);
  for (auto &[key, value] : t.state.builtInValues)
    if (llvm::isa_and_nonnull<llvm::Instruction>(value))
      t.madeAtEntries.push_back(value);
  t.builder.SetCurrentDebugLocation({});
  t.state = FunctionState();
}

void emitCall(Translation &t, const Instruction &instruction, llvm::FunctionType *type, llvm::Value *callee,
              llvm::Function *known) {
  llvm::SmallVector<llvm::Value *> arguments;
  for (uint32_t i = 1; i < instruction.count() && t.ok(); ++i)
    arguments.push_back(t.operand(instruction, i));
  if (!t.ok())
    return;
  bool fits = arguments.size() == type->getNumParams();
  for (unsigned i = 0; fits && i < arguments.size(); ++i)
    fits = arguments[i]->getType() == type->getParamType(i);
  if (!t.require(fits, instruction, "the arguments do not fit the function's type"))
    return;
  llvm::CallInst *made = t.builder.CreateCall(type, callee, arguments);
  made->setCallingConv(known ? known->getCallingConv() : llvm::CallingConv::ID(llvm::CallingConv::SPIR_FUNC));
  if (known)
    for (unsigned i = 0; i < arguments.size(); ++i)
      for (auto kind :
           {llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::ZExt, llvm::Attribute::SExt})
        if (known->hasParamAttribute(i, kind))
          made->addParamAttr(i, known->getParamAttribute(i, kind));
  if (!type->getReturnType()->isVoidTy())
    return t.define(instruction, made);
  llvm::Type *result = t.resultType(instruction);
  t.require(result && result->isVoidTy(), instruction, "the result type is not the function's");
}

/// void (expression, file, int line, function, size_t global id[3], size_t local id[3]), as SYCL's device library has
/// it.
void assertFail(Translation &t, const Instruction &instruction) {
  enum : uint32_t { Expression = 1, File, Line, Function, Ids, Count = Ids + 6 };
  if (!t.require(instruction.count() == Count, instruction, "the assertion does not have the arguments that it needs"))
    return;
  auto *text = llvm::ConstantDataArray::getString(
      t.context, "%s:%d: %s: global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `%s` failed.\n");
  auto *format = new llvm::GlobalVariable(*t.out, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text,
                                          "assertion", nullptr, llvm::GlobalValue::NotThreadLocal, space::Constant);
  llvm::SmallVector<llvm::Value *, 11> arguments = {format};
  for (uint32_t operand :
       {+File, +Line, +Function, Ids + 0, Ids + 1, Ids + 2, Ids + 3, Ids + 4, Ids + 5, +Expression}) {
    const bool isText = operand == File || operand == Function || operand == Expression;
    llvm::Value *argument = isText ? t.pointer(instruction, operand) : t.integer(instruction, operand);
    if (!argument || !t.require(!argument->getType()->isVectorTy(), instruction, "the assertion's numbers are scalars"))
      return;
    arguments.push_back(argument);
  }
  createOperation(t.builder, Operation::AssertFail, arguments);
}

/// What the front end passes through of LLVM's operations on memory: where, from where or what, bytes, alignment,
/// whether it is volatile.
void memoryOperation(Translation &t, const Instruction &instruction, bool isMove) {
  enum : uint32_t { Where = 1, What, Bytes, Alignment, IsVolatile, Count };
  if (!t.require(instruction.count() == Count, instruction, "the operation on memory has other arguments"))
    return;
  llvm::Value *where = t.pointer(instruction, Where);
  llvm::Value *what = isMove ? t.pointer(instruction, What) : t.integer(instruction, What);
  llvm::Value *bytes = t.integer(instruction, Bytes);
  std::optional<uint64_t> align = t.constant(instruction.id(Alignment)),
                          isVolatile = t.constant(instruction.id(IsVolatile));
  if (!where || !what || !bytes ||
      !t.require(bytes->getType()->isIntegerTy(64) && (isMove || what->getType()->isIntegerTy(8)) && align &&
                     llvm::isPowerOf2_64(*align) && *align <= llvm::Value::MaximumAlignment && isVolatile,
                 instruction, "the operation on memory has arguments of other types"))
    return;
  const llvm::Align each(*align);
  if (isMove)
    t.builder.CreateMemMove(where, each, what, each, bytes, *isVolatile != 0);
  else
    t.builder.CreateMemSet(where, what, bytes, each, *isVolatile != 0);
}

void call(Translation &t, const Instruction &instruction) {
  if (!t.require(t.builder.GetInsertBlock(), instruction, "stands outside of a block"))
    return;
  if (linkage(t, instruction.literal(0)).name == UnrollMarker) {
    if (std::optional<uint64_t> count = t.constant(instruction.id(1)))
      addUnrollHint(t, uint32_t(*count));
    return;
  }
  if (const Linkage link = linkage(t, instruction.literal(0)); link.type == LinkageType::Import) {
    if (link.name == AssertFail)
      return assertFail(t, instruction);
    if (link.name == Trap) {
      createOperation(t.builder, Operation::Trap, {});
      return;
    }
    if (const bool isMove = link.name.starts_with(MoveMemory); isMove || link.name.starts_with(SetMemory))
      return memoryOperation(t, instruction, isMove);
  }
  llvm::Function *callee = t.function(instruction.id(0));
  const Instruction *definition = callee ? t.module.definition(instruction.literal(0)) : nullptr;
  if (!definition)
    return;
  auto *type = llvm::cast<llvm::FunctionType>(t.llvmType(definition->type(1)));
  emitCall(t, instruction, type, callee, callee);
}

void callPointer(Translation &t, const Instruction &instruction) {
  if (!t.require(t.builder.GetInsertBlock(), instruction, "stands outside of a block"))
    return;
  llvm::Value *callee = t.pointer(instruction, 0);
  const Type *type = callee ? t.typeOf(instruction.id(0)) : nullptr;
  const Type *target = type ? t.type(type->element) : nullptr;
  if (target && t.require(target->op == Op::TypeFunction, instruction, "calls something that is no function"))
    emitCall(t, instruction, llvm::cast<llvm::FunctionType>(target->llvm), callee, nullptr);
}

constexpr Handler functionTable[] = {
    {Op::Function, begin},    {Op::FunctionParameter, parameter},          {Op::FunctionEnd, end},
    {Op::FunctionCall, call}, {Op::FunctionPointerCallINTEL, callPointer},
};

} // namespace

bool Translation::isFunctionWithBody(const llvm::Function &function) {
  if (llvm::is_contained(llvm::map_range(annotations.entryPoints, [](const EntryPoint &entry) { return entry.copy; }),
                         &function))
    return true;
  for (auto [id, known] : functions_)
    if (known == &function && hasBody(*this, *module.definition(id)))
      return true;
  return false;
}

llvm::Function *Translation::function(ValueId id) {
  if (llvm::Function *known = functions_.lookup(id.number < module.bound ? id.number : 0))
    return known;
  const Instruction *definition = module.definition(id.number);
  if (!definition || definition->op != Op::Function) {
    if (!failed_)
      error_ = "%" + std::to_string(id.number) + " is no function";
    failed_ = true;
    return nullptr;
  }
  const Type *type = this->type(definition->type(1));
  if (!type || !require(type->op == Op::TypeFunction && type->element == definition->resultType, *definition,
                        "the result type is that of the function's type"))
    return nullptr;
  auto *llvmType = llvm::cast<llvm::FunctionType>(type->llvm);
  const EntryPoint *kernel = entryPoint(*this, id);
  // OpenCL environment: kernels return nothing.
  if (kernel && !require(llvmType->getReturnType()->isVoidTy(), *definition, "a kernel returns void"))
    return nullptr;
  if (llvm::Function *intrinsic = plainIntrinsic(*this, *definition, llvmType))
    return functions_[id.number] = intrinsic;
  llvm::Function *made = createFunction(*this, *definition, llvmType, kernel);
  if (!made)
    return nullptr;
  functions_[id.number] = made;
  made->setCallingConv(kernel ? llvm::CallingConv::SPIR_KERNEL : llvm::CallingConv::SPIR_FUNC);
  functionAttributes(*this, *made, definition->literal(0));
  if (!hasBody(*this, *definition))
    made->setConvergent(); // what it does is not known here
  auto parameters = parametersOf(*this, *definition);
  for (unsigned i = 0; i < parameters.size() && i < made->arg_size(); ++i)
    if (const Type *parameterType = this->type(parameters[i]->resultType))
      parameterAttributes(*this, *made->getArg(i), *parameters[i], *parameterType);
  return made;
}

void markConvergent(llvm::Module &module) {
  llvm::SmallVector<llvm::Function *> work;
  for (llvm::Function &function : module)
    if (function.isConvergent())
      work.push_back(&function);
  while (!work.empty())
    for (llvm::User *user : work.pop_back_val()->users()) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getFunction()->isConvergent())
        continue;
      call->getFunction()->setConvergent();
      work.push_back(call->getFunction());
    }
}

std::span<const Handler> functionHandlers() { return functionTable; }

} // namespace lanecl::spirv
