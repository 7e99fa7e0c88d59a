// Functions of OpenCL.std that read or write memory, take literals, or pick components: vload and vstore in all forms
// (OpenCL C 6.15.7), shuffle (6.15.15), printf (6.15.14), prefetch.
#include "compiler/ir/Operations.h"
#include "compiler/spirv/OpenCLStd.h"

namespace lanecl::spirv {

namespace {

unsigned componentsOf(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// p + offset * stride, in elements.
llvm::Value *place(Translation &t, const Instruction &instruction, llvm::Type *element, llvm::Value *pointer,
                   llvm::Value *offset, unsigned stride) {
  if (!pointer || !offset || !t.require(offset->getType()->isIntegerTy(), instruction, "the offset is an integer"))
    return nullptr;
  offset = t.builder.CreateZExtOrTrunc(offset, t.builder.getInt64Ty());
  llvm::Value *index = stride == 1 ? offset : t.builder.CreateMul(offset, t.int64(stride));
  return t.builder.CreateInBoundsGEP(element, pointer, index);
}

llvm::Align elementAlign(Translation &t, llvm::Type *type) {
  return t.out->getDataLayout().getABITypeAlign(type->getScalarType());
}

/// vloadn(offset, p, n): aligned to an element only.
void vload(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  llvm::Value *offset = t.integer(instruction, FirstArgument), *pointer = t.pointer(instruction, FirstArgument + 1);
  if (!type || !t.require(type->isVectorTy(), instruction, "the result is a vector"))
    return;
  if (llvm::Value *from = place(t, instruction, type->getScalarType(), pointer, offset, componentsOf(type)))
    t.define(instruction, t.builder.CreateAlignedLoad(type, from, elementAlign(t, type)));
}

/// vstoren(data, offset, p).
void vstore(Translation &t, const Instruction &instruction) {
  llvm::Value *data = t.operand(instruction, FirstArgument), *offset = t.integer(instruction, FirstArgument + 1);
  llvm::Value *pointer = t.pointer(instruction, FirstArgument + 2);
  if (!data || !t.require(data->getType()->isVectorTy(), instruction, "the data is a vector"))
    return;
  llvm::Type *type = data->getType();
  if (llvm::Value *to = place(t, instruction, type->getScalarType(), pointer, offset, componentsOf(type)))
    t.builder.CreateAlignedStore(data, to, elementAlign(t, type));
}

struct HalfPlace {
  llvm::Type *half;
  unsigned stride;
  llvm::Align align;
};

/// Aligned forms: vectors of 3 lie 4 apart, and as a whole are aligned.
HalfPlace halves(Translation &t, llvm::Type *like, bool aligned) {
  unsigned count = componentsOf(like), stride = aligned && count == 3 ? 4 : count;
  return {withScalar(like, t.builder.getHalfTy()), stride, llvm::Align(aligned ? uint64_t(2) * stride : 2)};
}

template <bool Aligned> void vloadHalf(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  llvm::Value *offset = t.integer(instruction, FirstArgument), *pointer = t.pointer(instruction, FirstArgument + 1);
  if (!type || !t.require(type->isFPOrFPVectorTy(), instruction, "the result is floating-point"))
    return;
  HalfPlace where = halves(t, type, Aligned);
  if (llvm::Value *from = place(t, instruction, t.builder.getHalfTy(), pointer, offset, where.stride))
    t.define(instruction, t.builder.CreateFPCast(t.builder.CreateAlignedLoad(where.half, from, where.align), type));
}

template <bool Aligned, bool Rounded> void vstoreHalf(Translation &t, const Instruction &instruction) {
  llvm::Value *data = t.floating(instruction, FirstArgument), *offset = t.integer(instruction, FirstArgument + 1);
  llvm::Value *pointer = t.pointer(instruction, FirstArgument + 2);
  if (!data)
    return;
  HalfPlace where = halves(t, data->getType(), Aligned);
  auto mode = Rounded ? FPRoundingMode(instruction.literal(FirstArgument + 3)) : FPRoundingMode::RTE;
  if (llvm::Value *to = place(t, instruction, t.builder.getHalfTy(), pointer, offset, where.stride))
    t.builder.CreateAlignedStore(roundToFloat(t, data, where.half, mode), to, where.align);
}

/// Components picked by a mask of which only the low bits count.
void pick(Translation &t, const Instruction &instruction, llvm::ArrayRef<llvm::Value *> sources, llvm::Value *mask) {
  auto *type = llvm::dyn_cast_or_null<llvm::FixedVectorType>(t.resultType(instruction));
  auto *maskType = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  auto *source = llvm::dyn_cast<llvm::FixedVectorType>(sources[0]->getType());
  if (!t.require(type && maskType && source && maskType->getElementType()->isIntegerTy() &&
                     maskType->getNumElements() == type->getNumElements() &&
                     source->getElementType() == type->getElementType() && sources.back()->getType() == source &&
                     llvm::isPowerOf2_32(source->getNumElements()),
                 instruction, "an argument has a wrong type"))
    return;
  unsigned width = source->getNumElements(), count = width * unsigned(sources.size());
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(mask)) {
    llvm::SmallVector<int> numbers;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(i));
      numbers.push_back(number ? int(number->getValue().getLoBits(16).getZExtValue() & (count - 1)) : -1);
    }
    return t.define(instruction, t.builder.CreateShuffleVector(sources[0], sources.back(), numbers));
  }
  llvm::Value *all = sources[0];
  if (sources.size() == 2) {
    llvm::SmallVector<int> both(count);
    for (unsigned i = 0; i < count; ++i)
      both[i] = int(i);
    all = t.builder.CreateShuffleVector(sources[0], sources[1], both);
  }
  llvm::Value *result = llvm::PoisonValue::get(type);
  llvm::Value *low = t.builder.CreateAnd(mask, llvm::ConstantInt::get(maskType, count - 1));
  for (uint64_t i = 0; i < type->getNumElements(); ++i)
    result = t.builder.CreateInsertElement(
        result, t.builder.CreateExtractElement(all, t.builder.CreateExtractElement(low, i)), i);
  t.define(instruction, result);
}

void shuffleElements(Translation &t, const Instruction &instruction) {
  llvm::Value *source = t.operand(instruction, FirstArgument), *mask = t.integer(instruction, FirstArgument + 1);
  if (source && mask)
    pick(t, instruction, {source}, mask);
}

void shuffle2(Translation &t, const Instruction &instruction) {
  llvm::Value *first = t.operand(instruction, FirstArgument), *second = t.operand(instruction, FirstArgument + 1);
  llvm::Value *mask = t.integer(instruction, FirstArgument + 2);
  if (first && second && mask)
    pick(t, instruction, {first, second}, mask);
}

void print(Translation &t, const Instruction &instruction) {
  llvm::Value *format = t.pointer(instruction, FirstArgument);
  llvm::Type *type = t.resultType(instruction);
  if (!format || !type || !t.require(type->isIntegerTy(32), instruction, "the result is a 32-bit integer"))
    return;
  llvm::Type *constant = llvm::PointerType::get(t.context, space::Constant);
  llvm::SmallVector<llvm::Value *> arguments = {t.builder.CreateAddrSpaceCast(format, constant)};
  for (uint32_t i = FirstArgument + 1; i < instruction.count(); ++i) {
    llvm::Value *argument = t.operand(instruction, i);
    if (!argument)
      return;
    arguments.push_back(argument);
  }
  t.define(instruction, createOperation(t.builder, Operation::Printf, arguments));
}

void prefetch(Translation &, const Instruction &) {} // a hint; the hardware's prefetcher knows better

constexpr std::pair<OpenCLStd, Run> memoryCallTable[] = {
    {OpenCLStd::vloadn, vload},
    {OpenCLStd::vstoren, vstore},
    {OpenCLStd::vload_half, vloadHalf<false>},
    {OpenCLStd::vload_halfn, vloadHalf<false>},
    {OpenCLStd::vloada_halfn, vloadHalf<true>},
    {OpenCLStd::vstore_half, vstoreHalf<false, false>},
    {OpenCLStd::vstore_half_r, vstoreHalf<false, true>},
    {OpenCLStd::vstore_halfn, vstoreHalf<false, false>},
    {OpenCLStd::vstore_halfn_r, vstoreHalf<false, true>},
    {OpenCLStd::vstorea_halfn, vstoreHalf<true, false>},
    {OpenCLStd::vstorea_halfn_r, vstoreHalf<true, true>},
    {OpenCLStd::shuffle, shuffleElements},
    {OpenCLStd::shuffle2, shuffle2},
    {OpenCLStd::printf, print},
    {OpenCLStd::prefetch, prefetch},
};

} // namespace

std::span<const std::pair<OpenCLStd, Run>> memoryRows() { return memoryCallTable; }

} // namespace lanecl::spirv
