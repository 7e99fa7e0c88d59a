// Loads, stores, copies, pointers (SPIR-V 3.42.8), and the hints assume and expect.
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

struct Access {
  llvm::Align align;
  bool isVolatile = false, nontemporal = false;
};

/// How many words the memory operands that begin at operand `first` have; the mask's bits come with their own.
uint32_t accessWords(const Instruction &instruction, uint32_t first) {
  constexpr MemoryAccess WithOperand[] = {MemoryAccess::Aligned, MemoryAccess::MakePointerAvailable,
                                          MemoryAccess::MakePointerVisible, MemoryAccess::AliasScopeINTELMask,
                                          MemoryAccess::NoAliasINTELMask};
  uint32_t mask = instruction.literal(first), words = 1;
  for (MemoryAccess bit : WithOperand)
    words += (mask & uint32_t(bit)) != 0;
  return words;
}

/// Memory operands that begin at operand `first`; an instruction may have none.
Access access(Translation &t, const Instruction &instruction, uint32_t first, llvm::Type *type, ValueId pointer) {
  uint32_t mask = instruction.literal(first);
  Access result;
  // Only modules with packed structs have members at odd places; without word on it scalars are aligned.
  const llvm::DataLayout &layout = t.out->getDataLayout();
  result.align = t.annotations.hasPackedStructs
                     ? llvm::Align(1)
                     : layout.getABITypeAlign(type->isVectorTy() ? type->getScalarType() : type);
  if (uint32_t align = instruction.literal(first + 1);
      (mask & uint32_t(MemoryAccess::Aligned)) && llvm::isPowerOf2_32(align))
    result.align = llvm::Align(align);
  result.isVolatile = (mask & uint32_t(MemoryAccess::Volatile)) || t.annotations.has(pointer, Decoration::Volatile);
  result.nontemporal = (mask & uint32_t(MemoryAccess::Nontemporal)) != 0;
  return result;
}

void mark(Translation &t, llvm::Instruction *made, const Access &how) {
  if (how.nontemporal)
    made->setMetadata(llvm::LLVMContext::MD_nontemporal,
                      llvm::MDNode::get(t.context, llvm::ConstantAsMetadata::get(t.int32(1))));
}

void load(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  if (!type || !t.require(type->isSized() && type->isFirstClassType(), instruction, "the type has no values"))
    return;
  if (auto which = t.annotations.builtIn(instruction.id(0)); which && !t.isDefined(instruction.id(0)))
    return t.define(instruction, t.builtInAtEntry(instruction, *which, type));
  llvm::Value *pointer = t.pointer(instruction, 0);
  if (!pointer)
    return;
  Access how = access(t, instruction, 1, type, instruction.id(0));
  llvm::LoadInst *made = t.builder.CreateAlignedLoad(type, pointer, how.align, how.isVolatile);
  mark(t, made, how);
  t.define(instruction, made);
}

void store(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = t.pointer(instruction, 0), *object = t.operand(instruction, 1);
  if (!pointer || !object || !t.require(object->getType()->isSized(), instruction, "the object has no size"))
    return;
  Access how = access(t, instruction, 2, object->getType(), instruction.id(0));
  mark(t, t.builder.CreateAlignedStore(object, pointer, how.align, how.isVolatile), how);
}

void copyBytes(Translation &t, const Instruction &instruction, llvm::Value *bytes, uint32_t operands,
               llvm::Type *type) {
  llvm::Value *target = t.pointer(instruction, 0), *source = t.pointer(instruction, 1);
  if (!target || !source)
    return;
  // SPIR-V 1.4, OpCopyMemory: the first memory operands are those of both sides, or the target's where others follow.
  uint32_t others = operands + accessWords(instruction, operands);
  Access to = access(t, instruction, operands, type, instruction.id(0));
  Access from = access(t, instruction, others < instruction.count() ? others : operands, type, instruction.id(1));
  t.builder.CreateMemCpy(target, to.align, source, from.align, bytes, to.isVolatile || from.isVolatile);
}

void copyMemory(Translation &t, const Instruction &instruction) {
  if (llvm::Type *type = t.pointee(instruction, instruction.id(0)))
    copyBytes(t, instruction, t.int64(t.out->getDataLayout().getTypeStoreSize(type)), 2, type);
}

void copyMemorySized(Translation &t, const Instruction &instruction) {
  llvm::Value *bytes = t.integer(instruction, 2);
  if (bytes && t.require(bytes->getType()->isIntegerTy(), instruction, "the size is a scalar integer"))
    copyBytes(t, instruction, t.builder.CreateZExtOrTrunc(bytes, t.builder.getInt64Ty()), 3, t.builder.getInt8Ty());
}

/// Follows the indices from operand `first` on through the type and appends them.
bool follow(Translation &t, const Instruction &instruction, TypeId type, uint32_t first,
            llvm::SmallVectorImpl<llvm::Value *> &indices) {
  for (uint32_t i = first; i < instruction.count(); ++i) {
    const Type *current = t.type(type);
    llvm::Value *index = current ? t.integer(instruction, i) : nullptr;
    if (!index || !t.require(index->getType()->isIntegerTy(), instruction, "an index is a scalar integer"))
      return false;
    if (current->op == Op::TypeStruct) {
      // SPIR-V, OpAccessChain: the index of a struct's member is an OpConstant.
      std::optional<uint64_t> number = t.constant(instruction.id(i));
      if (!t.require(number && *number < current->members.size(), instruction,
                     "the index of a member is a constant in range"))
        return false;
      indices.push_back(t.int32(*number));
      type = current->members[*number];
      continue;
    }
    if (!t.require(current->op == Op::TypeArray || current->op == Op::TypeVector, instruction,
                   "an index goes into something that is no composite"))
      return false;
    if (!t.require(!current->llvm->isIntOrIntVectorTy(1), instruction, "bools in a vector have no addresses"))
      return false;
    indices.push_back(index);
    type = current->element;
  }
  return true;
}

/// LLVM's SPIR-V back end writes a constant address with an offset of so many bytes as `PtrAccessChain variable 0
/// bytes`, whatever the variable's type; only the result, a pointer to 8 bits where the index leads elsewhere, tells.
/// (Of other steps it tells nothing: the back end takes a pointer to pointers for one to 8 bits, too.)
bool countsBytes(Translation &t, const Instruction &instruction) {
  auto *variable = instruction.count() == 3 ? t.module.definition(instruction.literal(0)) : nullptr;
  if (!variable || variable->op != Op::Variable || StorageClass(variable->literal(0)) == StorageClass::Function)
    return false;
  const Type *base = t.typeOf(instruction.id(0));
  const Type *result = base ? t.type(instruction.resultType) : nullptr;
  const Type *from = result ? t.type(base->element) : nullptr, *to = from ? t.type(result->element) : nullptr;
  if (!to || !to->llvm || !to->llvm->isIntegerTy(8))
    return false;
  const Type *led = nullptr;
  if (from->op == Op::TypeArray || from->op == Op::TypeVector)
    led = t.type(from->element);
  else if (auto member = t.constant(instruction.id(2));
           from->op == Op::TypeStruct && member && *member < from->members.size())
    led = t.type(from->members[*member]);
  return !led || led->llvm != to->llvm;
}

template <bool Element, bool InBounds> void accessChain(Translation &t, const Instruction &instruction) {
  llvm::Value *base = t.pointer(instruction, 0);
  llvm::Type *type = base ? t.pointee(instruction, instruction.id(0)) : nullptr;
  if (!type)
    return;
  llvm::SmallVector<llvm::Value *> indices;
  if (Element && countsBytes(t, instruction)) {
    if (llvm::Value *bytes = t.integer(instruction, 2))
      t.define(instruction, t.builder.CreateGEP(t.builder.getInt8Ty(), base, bytes));
    return;
  }
  if (!Element)
    indices.push_back(t.int32(0));
  else if (llvm::Value *element = t.integer(instruction, 1);
           element && t.require(element->getType()->isIntegerTy(), instruction, "an index is a scalar integer"))
    indices.push_back(element);
  if (!t.ok() || !follow(t, instruction, t.typeOf(instruction.id(0))->element, Element ? 2 : 1, indices))
    return;
  auto isZero = [](llvm::Value *index) {
    return llvm::isa<llvm::ConstantInt>(index) && llvm::cast<llvm::ConstantInt>(index)->isZero();
  };
  if (llvm::all_of(indices, isZero))
    return t.define(instruction, base); // the same address: LLVM's pointers have no target
  auto flags = InBounds ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
  t.define(instruction, t.builder.CreateGEP(type, base, indices, "", flags));
}

template <llvm::CmpInst::Predicate Predicate> void comparePointers(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0), *b = t.pointer(instruction, 1);
  if (a && b)
    t.define(instruction, t.builder.CreateICmp(Predicate, a, t.builder.CreateAddrSpaceCast(b, a->getType())));
}

void pointerDifference(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0), *b = t.pointer(instruction, 1);
  llvm::Type *type = a && b ? t.pointee(instruction, instruction.id(0)) : nullptr, *result = t.resultType(instruction);
  if (!type || !result || !t.require(result->isIntegerTy(), instruction, "the result is an integer"))
    return;
  llvm::Type *wide = t.builder.getInt64Ty();
  llvm::Value *bytes = t.builder.CreateSub(t.builder.CreatePtrToInt(a, wide), t.builder.CreatePtrToInt(b, wide));
  uint64_t size = std::max<uint64_t>(t.out->getDataLayout().getTypeAllocSize(type), 1);
  t.define(instruction, t.builder.CreateSExtOrTrunc(t.builder.CreateExactSDiv(bytes, t.int64(size)), result));
}

void sizeOf(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.pointee(instruction, instruction.id(0)), *result = t.resultType(instruction);
  if (type && result && t.require(result->isIntegerTy(), instruction, "the result is an integer"))
    t.define(instruction, llvm::ConstantInt::get(result, t.out->getDataLayout().getTypeAllocSize(type)));
}

/// Clang's SPIR-V back end guesses the type of a variable from its users, but is told how many bytes live: of a type
/// that it got wrong the variable must not become shorter than that. Others write any number where they know none.
void lengthen(llvm::AllocaInst &variable, uint64_t bytes) {
  constexpr uint64_t Most = uint64_t{16} << 20;
  auto size = variable.getAllocationSize(variable.getDataLayout());
  if (size && !size->isScalable() && bytes > size->getFixedValue() && bytes <= Most)
    variable.setAllocatedType(llvm::ArrayType::get(llvm::Type::getInt8Ty(variable.getContext()), bytes));
}

template <llvm::Intrinsic::ID Which> void lifetime(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = t.pointer(instruction, 0);
  auto *memory = pointer ? llvm::dyn_cast<llvm::AllocaInst>(pointer->stripPointerCasts()) : nullptr;
  if (!memory)
    return; // a hint: LLVM takes it for whole variables only
  lengthen(*memory, instruction.literal(1));
  if (Which == llvm::Intrinsic::lifetime_start)
    t.builder.CreateLifetimeStart(memory);
  else
    t.builder.CreateLifetimeEnd(memory);
}

void assumeTrue(Translation &t, const Instruction &instruction) {
  llvm::Value *condition = t.boolean(instruction, 0);
  if (condition && t.require(condition->getType()->isIntegerTy(), instruction, "the condition is a scalar"))
    t.builder.CreateAssumption(condition);
}

void expect(Translation &t, const Instruction &instruction) {
  llvm::Value *value = t.integer(instruction, 0), *expected = t.integer(instruction, 1);
  if (!value || !expected || !t.require(value->getType() == expected->getType(), instruction, "both have one type"))
    return;
  bool scalar = value->getType()->isIntegerTy();
  t.define(instruction,
           scalar ? t.builder.CreateIntrinsic(llvm::Intrinsic::expect, {value->getType()}, {value, expected}) : value);
}

constexpr Handler memoryTable[] = {
    {Op::Load, load},
    {Op::Store, store},
    {Op::CopyMemory, copyMemory},
    {Op::CopyMemorySized, copyMemorySized},
    {Op::AccessChain, accessChain<false, false>},
    {Op::InBoundsAccessChain, accessChain<false, true>},
    {Op::PtrAccessChain, accessChain<true, false>},
    {Op::InBoundsPtrAccessChain, accessChain<true, true>},
    {Op::PtrEqual, comparePointers<llvm::CmpInst::ICMP_EQ>},
    {Op::PtrNotEqual, comparePointers<llvm::CmpInst::ICMP_NE>},
    {Op::PtrDiff, pointerDifference},
    {Op::SizeOf, sizeOf},
    {Op::LifetimeStart, lifetime<llvm::Intrinsic::lifetime_start>},
    {Op::LifetimeStop, lifetime<llvm::Intrinsic::lifetime_end>},
    {Op::AssumeTrueKHR, assumeTrue},
    {Op::ExpectKHR, expect},
};

} // namespace

std::span<const Handler> memoryHandlers() { return memoryTable; }

} // namespace lanecl::spirv
