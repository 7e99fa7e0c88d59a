// Types, constants, specialisation constants and module-scope variables (SPIR-V 3.42.6, 3.42.7, 3.42.8).
#include "compiler/KernelAbi.h"
#include "compiler/ir/Attributes.h"
#include "compiler/spirv/Translation.h"

namespace lanecl::spirv {

namespace {

/// More bytes than any device has: sizes below it cannot overflow in LLVM.
constexpr uint64_t MaximumBytes = uint64_t(1) << 47;
/// SPIR-V 2.17: universal limit of structure nesting depth.
constexpr uint32_t MaximumDepth = 255;

void typeVoid(Translation &t, const Instruction &instruction) { t.defineType(instruction, t.builder.getVoidTy()); }

void typeBool(Translation &t, const Instruction &instruction) { t.defineType(instruction, t.builder.getInt1Ty()); }

void typeInt(Translation &t, const Instruction &instruction) {
  uint32_t width = instruction.literal(0);
  // OpenCL environment: 8, 16, 32 and 64 bits.
  if (t.require(width == 8 || width == 16 || width == 32 || width == 64, instruction,
                "integers have 8, 16, 32 or 64 bits"))
    t.defineType(instruction, t.builder.getIntNTy(width));
}

void typeFloat(Translation &t, const Instruction &instruction) {
  uint32_t width = instruction.literal(0);
  if (t.require(width == 16 || width == 32 || width == 64, instruction, "floating-point types have 16, 32 or 64 bits"))
    t.defineType(instruction, width == 16   ? t.builder.getHalfTy()
                              : width == 32 ? t.builder.getFloatTy()
                                            : t.builder.getDoubleTy());
}

void typeVector(Translation &t, const Instruction &instruction) {
  llvm::Type *element = t.llvmType(instruction.type(0));
  uint32_t count = instruction.literal(1);
  if (!element || !t.require(element->isIntegerTy() || element->isFloatingPointTy(), instruction,
                             "a vector's components are scalars"))
    return;
  // OpenCL environment: 2, 3, 4, 8 or 16 components.
  if (!t.require(count == 2 || count == 3 || count == 4 || count == 8 || count == 16, instruction,
                 "a vector has 2, 3, 4, 8 or 16 components"))
    return;
  Type &type = t.defineType(instruction, llvm::FixedVectorType::get(element, count));
  type.element = instruction.type(0);
  type.count = count;
}

/// The member of an array or struct; null and an error when it cannot be one.
const Type *memberType(Translation &t, const Instruction &instruction, TypeId id) {
  const Type *member = t.type(id);
  if (member && t.require(member->llvm->isSized() && member->depth < MaximumDepth, instruction,
                          "a member has no size or is nested too deep"))
    return member;
  return nullptr;
}

void typeArray(Translation &t, const Instruction &instruction) {
  const Type *element = memberType(t, instruction, instruction.type(0));
  if (!element)
    return;
  std::optional<uint64_t> length = t.constant(instruction.id(1));
  if (!t.require(length && *length > 0, instruction, "the length of an array is a constant above 0"))
    return;
  uint64_t bytes = t.out->getDataLayout().getTypeAllocSize(element->llvm);
  if (!t.require(*length <= MaximumBytes / std::max<uint64_t>(bytes, 1), instruction, "the array is too large"))
    return;
  uint32_t depth = element->depth + 1;
  Type &type = t.defineType(instruction, llvm::ArrayType::get(element->llvm, *length));
  type.element = instruction.type(0);
  type.count = *length;
  type.depth = depth;
}

void typeStruct(Translation &t, const Instruction &instruction) {
  std::vector<llvm::Type *> llvmMembers;
  std::vector<TypeId> members;
  uint64_t bytes = 0;
  uint32_t depth = 0;
  for (uint32_t i = 0; i < instruction.count(); ++i) {
    const Type *member = memberType(t, instruction, instruction.type(i));
    if (!member)
      return;
    bytes += t.out->getDataLayout().getTypeAllocSize(member->llvm) + 256;
    if (!t.require(bytes < MaximumBytes, instruction, "the struct is too large"))
      return;
    depth = std::max(depth, member->depth);
    llvmMembers.push_back(member->llvm);
    members.push_back(instruction.type(i));
  }
  bool packed = t.annotations.has(instruction.result, Decoration::CPacked);
  llvm::StringRef name = t.annotations.name(instruction.result.number);
  auto *made = name.empty() ? llvm::StructType::get(t.context, llvmMembers, packed)
                            : llvm::StructType::create(t.context, llvmMembers, name, packed);
  Type &type = t.defineType(instruction, made);
  type.members = std::move(members);
  type.depth = depth + 1;
}

void typeOpaque(Translation &t, const Instruction &instruction) {
  t.defineType(instruction, llvm::StructType::create(t.context, instruction.string(0)));
}

void definePointer(Translation &t, const Instruction &instruction, Type &type, StorageClass storage) {
  std::optional<unsigned> space = Translation::addressSpace(storage);
  if (!t.require(space.has_value(), instruction, "kernels cannot use this storage class"))
    return;
  type.op = Op::TypePointer;
  type.storage = storage;
  type.llvm = llvm::PointerType::get(t.context, *space);
}

void typePointer(Translation &t, const Instruction &instruction) {
  Type &type = t.defineType(instruction, nullptr);
  type.element = instruction.type(1);
  definePointer(t, instruction, type, StorageClass(instruction.literal(0)));
}

void typeForwardPointer(Translation &t, const Instruction &instruction) {
  // The OpTypePointer comes later; LLVM's pointers need no target, so members may use it at once.
  Instruction early = instruction;
  early.result = instruction.id(0);
  const Instruction *definition = t.module.definition(early.result.number);
  if (t.require(definition && definition->op == Op::TypePointer, instruction, "names no OpTypePointer"))
    definePointer(t, instruction, t.defineType(early, nullptr), StorageClass(instruction.literal(1)));
}

void typeFunction(Translation &t, const Instruction &instruction) {
  llvm::Type *result = t.llvmType(instruction.type(0));
  std::vector<llvm::Type *> llvmParameters;
  std::vector<TypeId> parameters;
  for (uint32_t i = 1; i < instruction.count() && t.ok(); ++i) {
    llvm::Type *parameter = t.llvmType(instruction.type(i));
    if (parameter && t.require(parameter->isFirstClassType(), instruction, "a parameter has no value"))
      llvmParameters.push_back(parameter);
    parameters.push_back(instruction.type(i));
  }
  if (!t.ok() || !t.require(llvm::FunctionType::isValidReturnType(result), instruction, "the result type has no value"))
    return;
  Type &type = t.defineType(instruction, llvm::FunctionType::get(result, llvmParameters, false));
  type.element = instruction.type(0);
  type.members = std::move(parameters);
}

void typeEvent(Translation &t, const Instruction &instruction) { t.defineType(instruction, t.builder.getInt64Ty()); }

// ------------------------------------------------------------------------------------------------------ constants

void constantBool(Translation &t, const Instruction &instruction) {
  bool value = instruction.op == Op::ConstantTrue || instruction.op == Op::SpecConstantTrue;
  t.define(instruction, t.builder.getInt1(value));
}

void constantNumber(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  if (!type || !t.require((type->isIntegerTy() && !type->isIntegerTy(1)) || type->isFloatingPointTy(), instruction,
                          "is a scalar number"))
    return;
  unsigned bits = type->getScalarSizeInBits();
  // SPIR-V 2.2.1: numbers above 32 bits take two words, low-order first.
  if (!t.require(instruction.count() == (bits > 32 ? 2u : 1u), instruction, "the literal does not fit its type"))
    return;
  uint64_t value = instruction.literal(0) | uint64_t(instruction.literal(1)) << 32;
  llvm::APInt number(bits, value, false, true);
  if (type->isIntegerTy())
    return t.define(instruction, llvm::ConstantInt::get(type, number));
  t.define(instruction, llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), number)));
}

void constantComposite(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  std::vector<llvm::Constant *> parts;
  for (uint32_t i = 0; i < instruction.count() && t.ok(); ++i)
    if (llvm::Value *part = t.operand(instruction, i);
        part && t.require(llvm::isa<llvm::Constant>(part), instruction, "the constituents are constants"))
      parts.push_back(llvm::cast<llvm::Constant>(part));
  if (!t.ok())
    return;
  auto fits = [&](uint64_t count, auto elementAt) {
    bool good = parts.size() == count;
    for (unsigned i = 0; good && i < parts.size(); ++i)
      good = parts[i]->getType() == elementAt(i);
    return t.require(good, instruction, "the constituents do not fit the type");
  };
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    if (fits(vector->getNumElements(), [&](unsigned) { return vector->getElementType(); }))
      t.define(instruction, llvm::ConstantVector::get(parts));
  } else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (fits(array->getNumElements(), [&](unsigned) { return array->getElementType(); }))
      t.define(instruction, llvm::ConstantArray::get(array, parts));
  } else if (auto *structure = llvm::dyn_cast<llvm::StructType>(type); structure && !structure->isOpaque()) {
    if (fits(structure->getNumElements(), [&](unsigned i) { return structure->getElementType(i); }))
      t.define(instruction, llvm::ConstantStruct::get(structure, parts));
  } else
    t.fail(instruction, "is no composite type");
}

/// A type that values of it can be made of out of nothing.
llvm::Type *valueType(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  return type && t.require(type->isFirstClassType() && type->isSized(), instruction, "the type has no values")
             ? type
             : nullptr;
}

void constantNull(Translation &t, const Instruction &instruction) {
  if (llvm::Type *type = valueType(t, instruction))
    t.define(instruction, llvm::Constant::getNullValue(type));
}

void undef(Translation &t, const Instruction &instruction) {
  if (llvm::Type *type = valueType(t, instruction))
    t.define(instruction, llvm::UndefValue::get(type));
}

void specConstantOp(Translation &t, const Instruction &instruction) {
  Instruction inner = instruction;
  inner.op = Op(instruction.literal(0));
  inner.operands = instruction.operands.subspan(1);
  if (const llvm::Constant *folded = t.fold(inner))
    (void)folded;
}

void constantFunctionPointer(Translation &t, const Instruction &instruction) {
  if (llvm::Function *function = t.function(instruction.id(0)))
    t.define(instruction, t.builder.CreatePointerBitCastOrAddrSpaceCast(function, t.resultType(instruction)));
}

// ------------------------------------------------------------------------------------------------------ variables

llvm::GlobalValue::LinkageTypes linkage(Translation &t, const Instruction &instruction, bool &imported) {
  imported = false;
  for (const Decorated &d : t.annotations.decorations(instruction.result.number)) {
    if (d.decoration != Decoration::LinkageAttributes || d.operands.empty())
      continue;
    switch (LinkageType(d.operands.back())) {
    case LinkageType::Import:
      imported = true;
      return llvm::GlobalValue::ExternalLinkage;
    case LinkageType::LinkOnceODR:
      return llvm::GlobalValue::WeakODRLinkage; // the linker may drop linkonce_odr before a later module asks for it
    default:
      return llvm::GlobalValue::ExternalLinkage;
    }
  }
  return llvm::GlobalValue::InternalLinkage;
}

llvm::StringRef variableName(Translation &t, const Instruction &instruction) {
  for (const Decorated &d : t.annotations.decorations(instruction.result.number))
    if (d.decoration == Decoration::LinkageAttributes) {
      Instruction text;
      text.operands = d.operands;
      return text.string(0);
    }
  return t.annotations.name(instruction.result.number);
}

/// SPV_INTEL_global_variable_host_access: "The host can access the variable by Name". What it promises to do with it is
/// of no use here.
void nameForHost(Translation &t, const Instruction &instruction, llvm::GlobalVariable &variable) {
  for (const Decorated &d : t.annotations.decorations(instruction.result.number))
    if (d.decoration == Decoration::HostAccessINTEL) {
      Instruction text;
      text.operands = d.operands;
      variable.addAttribute(attribute::HostName, text.string(1));
    }
}

void moduleVariable(Translation &t, const Instruction &instruction, const Type &type, llvm::Type *content) {
  bool imported, local = type.storage == StorageClass::Workgroup;
  auto link = linkage(t, instruction, imported);
  llvm::Constant *initial = nullptr;
  if (local) {
    // OpenCL C 6.7.1.2: local variables have no initial value.
    initial = llvm::UndefValue::get(content);
    link = llvm::GlobalValue::InternalLinkage;
  } else if (instruction.count() > 1) {
    llvm::Value *given = t.operand(instruction, 1);
    initial = llvm::dyn_cast_or_null<llvm::Constant>(given);
    if (!t.require(initial && initial->getType() == content, instruction,
                   "the initialiser is a constant of the variable's type"))
      return;
  } else if (!imported) {
    // OpenCL C 6.7.1.1: program-scope variables without initialiser are zero.
    initial = llvm::Constant::getNullValue(content);
  }
  bool constant =
      type.storage == StorageClass::UniformConstant || t.annotations.has(instruction.result, Decoration::Constant);
  auto *variable =
      new llvm::GlobalVariable(*t.out, content, constant && !local, link, initial, variableName(t, instruction),
                               nullptr, llvm::GlobalValue::NotThreadLocal, type.llvm->getPointerAddressSpace());
  uint32_t align = t.annotations.decorationWord(instruction.result, Decoration::Alignment).value_or(0);
  // What is claimed is what the memory of the kernel's variables has.
  llvm::Align most(MemoryAlignment), natural = t.out->getDataLayout().getABITypeAlign(content);
  variable->setAlignment(llvm::isPowerOf2_32(align) ? std::max(std::min(llvm::Align(align), most), natural) : natural);
  nameForHost(t, instruction, *variable);
  t.define(instruction, variable);
}

void functionVariable(Translation &t, const Instruction &instruction, llvm::Type *content) {
  if (!t.require(t.builder.GetInsertBlock(), instruction, "stands outside of a block"))
    return;
  llvm::AllocaInst *memory = t.entryAlloca(content);
  if (auto align = t.annotations.decorationWord(instruction.result, Decoration::Alignment);
      align && llvm::isPowerOf2_32(*align))
    memory->setAlignment(std::max(std::min(llvm::Align(*align), llvm::Align(MemoryAlignment)), memory->getAlign()));
  t.define(instruction, memory);
  if (instruction.count() < 2)
    return;
  llvm::Value *initial = t.operand(instruction, 1);
  if (initial && t.require(initial->getType() == content, instruction, "the initialiser has the variable's type"))
    t.builder.CreateStore(initial, memory);
}

void variable(Translation &t, const Instruction &instruction) {
  const Type *type = t.type(instruction.resultType);
  if (!type || !t.require(type->op == Op::TypePointer, instruction, "the result type is a pointer"))
    return;
  // SPIR-V, OpVariable: the storage class is that of the result type.
  if (!t.require(StorageClass(instruction.literal(0)) == type->storage, instruction,
                 "the storage class differs from the type's"))
    return;
  llvm::Type *content = t.llvmType(type->element);
  if (!content || !t.require(content->isSized(), instruction, "the variable has no size"))
    return;
  // Built-in variables: Input, as the environment specification has it; older producers write UniformConstant.
  bool isBuiltIn = t.annotations.builtIn(instruction.result).has_value();
  if (isBuiltIn && type->storage == StorageClass::UniformConstant && instruction.count() == 1)
    return;
  switch (type->storage) {
  case StorageClass::Function:
    return functionVariable(t, instruction, content);
  case StorageClass::Input:
    // Its value is asked for where it is used (Translation::value, Memory.cpp).
    t.require(isBuiltIn, instruction, "an Input variable has a BuiltIn decoration");
    return;
  case StorageClass::UniformConstant:
  case StorageClass::CrossWorkgroup:
  case StorageClass::Workgroup:
    t.require(!t.state.function, instruction, "the variable stands at module scope");
    return t.ok() ? moduleVariable(t, instruction, *type, content) : void();
  default:
    t.fail(instruction, "kernels have no variables of this storage class");
  }
}

constexpr Handler typesConstantsTable[] = {
    {Op::TypeVoid, typeVoid},
    {Op::TypeBool, typeBool},
    {Op::TypeInt, typeInt},
    {Op::TypeFloat, typeFloat},
    {Op::TypeVector, typeVector},
    {Op::TypeArray, typeArray},
    {Op::TypeStruct, typeStruct},
    {Op::TypeOpaque, typeOpaque},
    {Op::TypePointer, typePointer},
    {Op::TypeForwardPointer, typeForwardPointer},
    {Op::TypeFunction, typeFunction},
    {Op::TypeEvent, typeEvent},
    {Op::ConstantTrue, constantBool},
    {Op::ConstantFalse, constantBool},
    {Op::Constant, constantNumber},
    {Op::ConstantComposite, constantComposite},
    {Op::ConstantNull, constantNull},
    {Op::ConstantFunctionPointerINTEL, constantFunctionPointer},
    {Op::SpecConstantTrue, constantBool},
    {Op::SpecConstantFalse, constantBool},
    {Op::SpecConstant, constantNumber},
    {Op::SpecConstantComposite, constantComposite},
    {Op::SpecConstantOp, specConstantOp},
    {Op::Undef, undef},
    {Op::Variable, variable},
};

} // namespace

std::span<const Handler> typesConstantsHandlers() { return typesConstantsTable; }

} // namespace lanecl::spirv
