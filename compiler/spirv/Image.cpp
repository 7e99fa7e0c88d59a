// Images and samplers (SPIR-V 3.42.6, 3.42.10; OpenCL SPIR-V environment, "Image Reads and Writes"):
// compiler/ir/Images.h says what they are in LaneCL IR. Of device-side enqueue nothing is supported.
#include "compiler/ir/Images.h"
#include "compiler/spirv/GroupParts.h"
#include "compiler/spirv/Translation.h"
#include "llvm/Analysis/ValueTracking.h"
#include <cstddef>

namespace lanecl::spirv {

struct ImageShape {
  uint32_t dim; ///< SPIR-V's Dim
  bool arrayed;
  const char *name;     ///< in the library's functions
  unsigned coordinates; ///< with the layer
  compiler::ImageDimension dimension;
};

namespace {

constexpr ImageShape shapes[] = {
    {0, false, "1d", 1, compiler::ImageDimension::One},   {0, true, "1d_array", 2, compiler::ImageDimension::One},
    {1, false, "2d", 2, compiler::ImageDimension::Two},   {1, true, "2d_array", 3, compiler::ImageDimension::Two},
    {2, false, "3d", 3, compiler::ImageDimension::Three}, {5, false, "1d", 1, compiler::ImageDimension::Buffer},
};

// ------------------------------------------------------------------------------------------------- types, constants

void typeImage(Translation &t, const Instruction &instruction) {
  // OpenCL environment: the sampled type is void, images have one sample, and nobody says how they are used.
  if (!t.require(instruction.literal(4) == 0, instruction, "this device has no images of several samples"))
    return;
  auto shape = std::ranges::find_if(shapes, [&](const ImageShape &shape) {
    return shape.dim == instruction.literal(1) && shape.arrayed == (instruction.literal(3) != 0);
  });
  if (!t.require(shape != std::end(shapes), instruction, "this device has no images of these dimensions"))
    return;
  Type &type = t.defineType(instruction, t.builder.getPtrTy(space::Constant));
  type.image = shape;
  type.isDepth = instruction.literal(2) == 1;
  if (instruction.count() > 7)
    type.access = AccessQualifier(instruction.literal(7));
}

void typeSampler(Translation &t, const Instruction &instruction) { t.defineType(instruction, t.builder.getInt32Ty()); }

void typeSampledImage(Translation &t, const Instruction &instruction) {
  const Type *image = t.type(instruction.type(0));
  if (!image || !t.require(image->image, instruction, "a sampled image is of an image"))
    return;
  std::array<llvm::Type *, 2> parts{image->llvm, t.builder.getInt32Ty()};
  t.defineType(instruction, llvm::StructType::get(t.context, parts)).element = instruction.type(0);
}

void constantSampler(Translation &t, const Instruction &instruction) {
  uint32_t mode = instruction.literal(0);
  if (!t.require(mode <= SamplerBits::MirroredRepeat, instruction, "the sampler has no such addressing mode"))
    return;
  uint32_t bits = mode | (instruction.literal(1) ? SamplerBits::Normalized : 0) |
                  (SamplerFilterMode(instruction.literal(2)) == SamplerFilterMode::Linear ? SamplerBits::Linear : 0);
  t.define(instruction, t.int32(bits));
}

void sampledImage(Translation &t, const Instruction &instruction) {
  auto [image, sampler] = t.operands<2>(instruction);
  llvm::Type *type = t.resultType(instruction);
  if (!image || !type)
    return;
  auto *pair = llvm::dyn_cast<llvm::StructType>(type);
  if (!t.require(pair && pair->getNumElements() == 2 && image->getType() == pair->getElementType(0) &&
                     sampler->getType() == pair->getElementType(1),
                 instruction, "is made of an image and a sampler"))
    return;
  llvm::Value *both = t.builder.CreateInsertValue(llvm::PoisonValue::get(type), image, 0);
  t.define(instruction, t.builder.CreateInsertValue(both, sampler, 1));
}

/// The type of an image, or of that of a sampled image, which an operand is; null and an error for anything else.
const Type *imageTypeOf(Translation &t, const Instruction &instruction, uint32_t i, Op expected) {
  const Type *type = t.typeOf(instruction.id(i));
  if (!type ||
      !t.require(type->op == expected, instruction,
                 expected == Op::TypeImage ? "an operand must be an image" : "an operand must be a sampled image"))
    return nullptr;
  return expected == Op::TypeImage ? type : t.type(type->element);
}

/// The image (0) or the sampler (1) of a sampled image.
llvm::Value *partOf(Translation &t, llvm::Value *sampledImage, unsigned i) {
  llvm::Value *known = llvm::FindInsertedValue(sampledImage, i);
  return known ? known : t.builder.CreateExtractValue(sampledImage, i);
}

void imageOf(Translation &t, const Instruction &instruction) {
  llvm::Value *both = t.operand(instruction, 0);
  if (both && imageTypeOf(t, instruction, 0, Op::TypeSampledImage))
    t.define(instruction, partOf(t, both, 0));
}

// -------------------------------------------------------------------------------------------------- reads and writes

llvm::Value *component(Translation &t, llvm::Value *value, unsigned i) {
  return value->getType()->isVectorTy() ? t.builder.CreateExtractElement(value, i) : value;
}

/// The coordinates that the image has, as floats or 32-bit integers; none and an error when there are too few.
llvm::SmallVector<llvm::Value *, 4> coordinates(Translation &t, const Instruction &instruction, uint32_t operand,
                                                const ImageShape &shape, bool mayBeFloat) {
  llvm::SmallVector<llvm::Value *, 4> result;
  llvm::Value *all = t.operand(instruction, operand);
  if (!all)
    return {};
  llvm::Type *type = all->getType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  bool isNumber = type->isIntOrIntVectorTy() || (mayBeFloat && type->isFPOrFPVectorTy());
  if (!t.require(isNumber && (vector ? vector->getNumElements() : 1) >= shape.coordinates, instruction,
                 "the coordinate does not fit the image"))
    return {};
  for (unsigned i = 0; i < shape.coordinates; ++i) {
    llvm::Value *one = component(t, all, i);
    result.push_back(one->getType()->isIntegerTy() ? t.builder.CreateSExtOrTrunc(one, t.builder.getInt32Ty())
                                                   : t.builder.CreateFPCast(one, t.builder.getFloatTy()));
  }
  return result;
}

/// What an instruction's image operands say of levels: the rest says nothing that the format does not say (signs), or
/// that matters on this device (who sees a texel).
struct Level {
  llvm::Value *lod = nullptr; ///< null: level 0
  std::array<llvm::Value *, 2> gradients = {};
};

/// A scalar for 1, else a vector of as many components or more.
bool isNumber(const llvm::Value *value, unsigned components) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  bool fits = vector ? components > 1 && vector->getNumElements() >= components : components == 1;
  return fits && (value->getType()->isIntOrIntVectorTy() || value->getType()->isFPOrFPVectorTy());
}

/// Not of -0.0.
bool isZero(const llvm::Value *value) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && constant->isNullValue();
}

/// The image operands from `first` on, of which each has its own operands in the order of the bits (SPIR-V 3.14).
/// A level is a scalar; gradients have the components of the coordinate without the layer.
std::optional<Level> levelOperands(Translation &t, const Instruction &instruction, uint32_t first,
                                   const ImageShape &shape) {
  if (first >= instruction.count())
    return Level{};
  constexpr uint32_t Known = uint32_t(ImageOperands::Lod) | uint32_t(ImageOperands::Grad) |
                             uint32_t(ImageOperands::MakeTexelAvailable) | uint32_t(ImageOperands::MakeTexelVisible) |
                             uint32_t(ImageOperands::NonPrivateTexel) | uint32_t(ImageOperands::VolatileTexel) |
                             uint32_t(ImageOperands::SignExtend) | uint32_t(ImageOperands::ZeroExtend) |
                             uint32_t(ImageOperands::Nontemporal);
  uint32_t mask = instruction.literal(first);
  if (!t.require((mask & ~Known) == 0, instruction, "has an image operand that this device does not support"))
    return std::nullopt;
  Level level;
  if (mask & uint32_t(ImageOperands::Lod)) {
    level.lod = t.operand(instruction, first + 1);
    if (!level.lod || !t.require(isNumber(level.lod, 1), instruction, "the level is a scalar"))
      return std::nullopt;
    if (isZero(level.lod)) // what images without levels are read with
      level.lod = nullptr;
  } else if (mask & uint32_t(ImageOperands::Grad)) {
    level.gradients = {t.operand(instruction, first + 1), t.operand(instruction, first + 2)};
    for (llvm::Value *gradient : level.gradients)
      if (!gradient ||
          !t.require(gradient->getType()->isFPOrFPVectorTy() && isNumber(gradient, shape.coordinates - shape.arrayed),
                     instruction, "the gradient does not fit the image"))
        return std::nullopt;
  }
  return level;
}

/// Colours are of 32 bits in the library.
struct Colour {
  llvm::Type *scalar;
  char letter; ///< in the names of functions
};
std::optional<Colour> colourOf(Translation &t, const Instruction &instruction, llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  if (scalar->isFloatTy() || scalar->isHalfTy())
    return Colour{t.builder.getFloatTy(), 'f'};
  if (t.require(scalar->isIntegerTy(32), instruction, "the colour is of half, float or 32-bit integers"))
    return Colour{t.builder.getInt32Ty(), 'i'};
  return std::nullopt;
}

/// The level of detail, as a float; null: level 0.
llvm::Value *lodOf(Translation &t, const Level &level, const ImageShape &shape, llvm::Value *image,
                   llvm::Value *sampler) {
  llvm::Type *type = t.builder.getFloatTy();
  if (level.lod)
    return level.lod->getType()->isIntegerTy() ? t.builder.CreateSIToFP(level.lod, type)
                                               : t.builder.CreateFPCast(level.lod, type);
  if (!level.gradients[0])
    return nullptr;
  llvm::SmallVector<llvm::Value *, 8> arguments{image, sampler};
  for (llvm::Value *gradient : level.gradients)
    for (unsigned i = 0; i < 3; ++i)
      arguments.push_back(i < shape.coordinates - shape.arrayed
                              ? t.builder.CreateFPCast(component(t, gradient, i), type)
                              : llvm::Constant::getNullValue(type));
  llvm::CallInst *made = t.callLibrary((image::FunctionPrefix + "lod").str(), type, arguments);
  made->setOnlyReadsMemory();
  return made;
}

void sample(Translation &t, const Instruction &instruction, const ImageShape &shape, llvm::Value *image,
            llvm::Value *sampler, bool mayBeFloat) {
  llvm::Type *type = t.resultType(instruction);
  auto at = coordinates(t, instruction, 1, shape, mayBeFloat);
  auto colour = type ? colourOf(t, instruction, type) : std::nullopt;
  auto level = at.empty() || !colour ? std::nullopt : levelOperands(t, instruction, 2, shape);
  if (!level)
    return;
  llvm::Value *lod = lodOf(t, *level, shape, image, sampler);
  llvm::SmallVector<llvm::Value *, 6> arguments{image, sampler};
  arguments.append(at);
  if (lod)
    arguments.push_back(lod);
  std::string name = (image::FunctionPrefix + (lod ? "sample_lod_" : "sample_") + shape.name +
                      (at[0]->getType()->isFloatTy() ? "_f_" : "_i_") + llvm::Twine(colour->letter))
                         .str();
  llvm::CallInst *made = t.callLibrary(name, llvm::FixedVectorType::get(colour->scalar, 4), arguments);
  made->setOnlyReadsMemory();
  llvm::Value *result = made;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type); !vector) // of depth images
    result = t.builder.CreateExtractElement(result, uint64_t(0));
  else if (!t.require(vector->getNumElements() == 4, instruction, "a colour has four components"))
    return;
  t.define(instruction, type->getScalarType()->isHalfTy() ? t.builder.CreateFPTrunc(result, type) : result);
}

void sampleExplicitLod(Translation &t, const Instruction &instruction) {
  llvm::Value *both = t.operand(instruction, 0);
  const Type *type = both ? imageTypeOf(t, instruction, 0, Op::TypeSampledImage) : nullptr;
  if (type)
    sample(t, instruction, *type->image, partOf(t, both, 0), partOf(t, both, 1), true);
}

/// As by a sampler that filters and changes nothing.
void read(Translation &t, const Instruction &instruction) {
  llvm::Value *image = t.operand(instruction, 0);
  const Type *type = image ? imageTypeOf(t, instruction, 0, Op::TypeImage) : nullptr;
  if (type)
    sample(t, instruction, *type->image, image, t.int32(SamplerBits::None), false);
}

/// A colour with as many components as it has, as four of this type.
llvm::Value *fourOf(Translation &t, llvm::Value *colour, llvm::Type *scalar) {
  if (colour->getType()->getScalarType()->isHalfTy())
    colour = t.builder.CreateFPExt(colour, withScalar(colour->getType(), scalar));
  auto *four = llvm::FixedVectorType::get(scalar, 4);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(colour->getType());
  if (vector == four)
    return colour;
  llvm::Value *all = llvm::Constant::getNullValue(four);
  for (unsigned i = 0; i < std::min(4u, vector ? vector->getNumElements() : 1); ++i)
    all = t.builder.CreateInsertElement(all, component(t, colour, i), i);
  return all;
}

void write(Translation &t, const Instruction &instruction) {
  llvm::Value *image = t.operand(instruction, 0);
  const Type *type = image ? imageTypeOf(t, instruction, 0, Op::TypeImage) : nullptr;
  if (!type)
    return;
  auto at = coordinates(t, instruction, 1, *type->image, false);
  llvm::Value *texel = at.empty() ? nullptr : t.operand(instruction, 2);
  auto colour = texel ? colourOf(t, instruction, texel->getType()) : std::nullopt;
  auto level = colour ? levelOperands(t, instruction, 3, *type->image) : std::nullopt;
  if (!level || !t.require(!level->gradients[0], instruction, "a write has no gradients"))
    return;
  llvm::Value *all = fourOf(t, texel, colour->scalar);
  llvm::SmallVector<llvm::Value *, 6> arguments{image};
  arguments.append(at);
  if (level->lod) {
    if (!t.require(level->lod->getType()->isIntegerTy(), instruction, "the level of a write is an integer"))
      return;
    arguments.push_back(t.builder.CreateSExtOrTrunc(level->lod, t.builder.getInt32Ty()));
  }
  arguments.push_back(all);
  std::string name = (image::FunctionPrefix + (level->lod ? "write_lod_" : "write_") + type->image->name + "_" +
                      llvm::Twine(colour->letter))
                         .str();
  t.callLibrary(name, t.builder.getVoidTy(), arguments);
}

// ------------------------------------------------------------------------------------------------------------ blocks

/// A row for each component (SPV_INTEL_subgroups), or a region of the image's numbers one behind the other
/// (SPV_INTEL_media_block_io).
enum class BlockForm : uint8_t { Rows, Region };

/// Where a sub-group's block is.
struct ImageBlock {
  llvm::Value *image = nullptr, *x, *y, *lane, *lanes;
  llvm::Value *width = nullptr, *height = nullptr; ///< of a region, in numbers and rows

  /// What the library's functions want for component i.
  llvm::SmallVector<llvm::Value *, 9> arguments(Translation &t, unsigned i) const {
    if (!width)
      return {image, x, t.builder.CreateAdd(y, t.int64(i)), lane, lanes};
    return {image, x, y, width, height, t.builder.CreateMul(lanes, t.int32(i)), lane, lanes};
  }
};

/// A number that the specification wants all of the sub-group to have alike.
llvm::Value *alike(Translation &t, llvm::Value *number) {
  return llvm::isa<llvm::Constant>(number) ? number : createOperation(t.builder, Operation::Uniform, {number});
}

// cl_intel_spirv_subgroups, cl_intel_spirv_media_block_io, 7.1.X: an image of two dimensions, neither depth nor
// arrayed; a coordinate of two 32-bit integers, which the sub-group has alike (the same documents' "Notes and
// Restrictions"). That a region's size is a constant, and no larger than a table says, is the program's duty: here any
// will do.
template <BlockForm Form> ImageBlock imageBlock(Translation &t, const Instruction &instruction) {
  llvm::Value *image = t.operand(instruction, 0);
  const Type *type = image ? imageTypeOf(t, instruction, 0, Op::TypeImage) : nullptr;
  bool isFlat = type && type->image->dimension == compiler::ImageDimension::Two && !type->image->arrayed;
  if (!type || !t.require(isFlat && !type->isDepth, instruction, "blocks are of plain 2D images"))
    return {};
  auto at = coordinates(t, instruction, 1, *type->image, false);
  if (at.empty())
    return {};
  for (llvm::Value *&one : at)
    one = t.builder.CreateSExt(alike(t, one), t.builder.getInt64Ty());
  ImageBlock block{image, at[0], at[1], createQuery(t.builder, Query::SubGroupLocalId),
                   createQuery(t.builder, Query::MaxSubGroupSize)};
  if constexpr (Form == BlockForm::Region) {
    llvm::Value *width = index32(t, instruction, 2), *height = width ? index32(t, instruction, 3) : nullptr;
    if (!height)
      return {};
    block.width = alike(t, width);
    block.height = alike(t, height);
  }
  return block;
}

/// As which integer a block's numbers travel; null and an error when there are no such blocks.
template <BlockForm Form> llvm::Type *blockBits(Translation &t, const Instruction &instruction, llvm::Type *type) {
  if (!t.require(isBlockType(type), instruction, "a block has a number, or a vector of 2, 4, 8 or 16, for each lane"))
    return nullptr;
  unsigned bits = type->getScalarSizeInBits();
  if (Form == BlockForm::Region &&
      !t.require(bits <= 32, instruction, "the numbers of a media block have 8, 16 or 32 bits"))
    return nullptr;
  return t.builder.getIntNTy(bits);
}

template <BlockForm Form> std::string blockName(llvm::StringRef what, llvm::Type *bits) {
  return ("__lanecl_" + llvm::Twine(Form == BlockForm::Rows ? "block_" : "media_") + what + "_" +
          llvm::Twine(bits->getIntegerBitWidth()))
      .str();
}

template <BlockForm Form> void imageBlockRead(Translation &t, const Instruction &instruction) {
  ImageBlock block = imageBlock<Form>(t, instruction);
  llvm::Type *type = block.image ? t.resultType(instruction) : nullptr;
  llvm::Type *bits = type ? blockBits<Form>(t, instruction, type) : nullptr;
  if (!bits)
    return;
  unsigned next = 0;
  t.define(instruction, components(t, llvm::PoisonValue::get(type), [&](llvm::Value *) -> llvm::Value * {
             llvm::CallInst *made = t.callLibrary(blockName<Form>("read", bits), bits, block.arguments(t, next++));
             made->setOnlyReadsMemory();
             return t.builder.CreateBitCast(made, type->getScalarType());
           }));
}

template <BlockForm Form> void imageBlockWrite(Translation &t, const Instruction &instruction) {
  ImageBlock block = imageBlock<Form>(t, instruction);
  llvm::Value *data = block.image ? t.operand(instruction, Form == BlockForm::Rows ? 2 : 4) : nullptr;
  llvm::Type *bits = data ? blockBits<Form>(t, instruction, data->getType()) : nullptr;
  if (!bits)
    return;
  unsigned next = 0;
  components(t, data, [&](llvm::Value *scalar) {
    auto arguments = block.arguments(t, next++);
    arguments.push_back(t.builder.CreateBitCast(scalar, bits));
    t.callLibrary(blockName<Form>("write", bits), t.builder.getVoidTy(), arguments);
    return scalar;
  });
}

// ----------------------------------------------------------------------------------------------------------- queries

llvm::Value *number(Translation &t, llvm::Value *image, size_t offset) {
  return image::field(t.builder, image, offset, t.builder.getInt32Ty());
}

/// An integer result, of whatever width.
void defineInteger(Translation &t, const Instruction &instruction, llvm::ArrayRef<llvm::Value *> values) {
  llvm::Type *type = t.resultType(instruction);
  if (!type)
    return;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!t.require(type->isIntOrIntVectorTy() && (vector ? vector->getNumElements() : 1) == values.size(), instruction,
                 "the result does not fit the image"))
    return;
  if (!vector)
    return t.define(instruction, t.builder.CreateZExtOrTrunc(values[0], type));
  llvm::Value *all = llvm::PoisonValue::get(type);
  for (auto [i, value] : llvm::enumerate(values))
    all = t.builder.CreateInsertElement(all, t.builder.CreateZExtOrTrunc(value, type->getScalarType()), uint64_t(i));
  t.define(instruction, all);
}

void querySize(Translation &t, const Instruction &instruction) {
  llvm::Value *image = t.operand(instruction, 0);
  const Type *type = image ? imageTypeOf(t, instruction, 0, Op::TypeImage) : nullptr;
  if (!type)
    return;
  constexpr size_t Sizes[] = {offsetof(ImageDescriptor, width), offsetof(ImageDescriptor, height),
                              offsetof(ImageDescriptor, depth)};
  const ImageShape &shape = *type->image;
  llvm::Value *level = nullptr;
  if (instruction.op == Op::ImageQuerySizeLod) {
    level = t.integer(instruction, 1);
    if (!level || !t.require(!level->getType()->isVectorTy(), instruction, "the level is a scalar"))
      return;
    level = isZero(level) ? nullptr
                          : t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                                            t.builder.CreateZExtOrTrunc(level, t.builder.getInt32Ty()),
                                                            t.int32(31));
  }
  llvm::SmallVector<llvm::Value *, 4> sizes;
  for (unsigned i = 0; i < shape.coordinates - shape.arrayed; ++i) {
    llvm::Value *size = number(t, image, Sizes[i]);
    if (level) // each level has half of the one before, rounded down, but no less than one texel
      size = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, t.builder.CreateLShr(size, level), t.int32(1));
    sizes.push_back(size);
  }
  if (shape.arrayed)
    sizes.push_back(number(t, image, offsetof(ImageDescriptor, layers)));
  defineInteger(t, instruction, sizes);
}

/// A number of the descriptor, counted from `First`.
template <size_t Offset, uint32_t First> void query(Translation &t, const Instruction &instruction) {
  llvm::Value *image = t.operand(instruction, 0);
  if (image && imageTypeOf(t, instruction, 0, Op::TypeImage))
    defineInteger(t, instruction, t.builder.CreateSub(number(t, image, Offset), t.int32(First)));
}

// ----------------------------------------------------------------------------------------------------------- refused

void refuse(Translation &t, const Instruction &instruction) {
  t.fail(instruction, "this device does not support this use of images");
}

/// Sub-group queries about a block that is to be enqueued by a kernel.
void refuseEnqueue(Translation &t, const Instruction &instruction) {
  t.fail(instruction, "device-side enqueue is not supported by this device");
}

constexpr Handler imageTable[] = {
    {Op::SampledImage, sampledImage},
    {Op::ImageSampleExplicitLod, sampleExplicitLod},
    {Op::ImageFetch, read},
    {Op::ImageRead, read},
    {Op::ImageWrite, write},
    {Op::Image, imageOf},
    {Op::ImageQueryFormat, query<offsetof(ImageDescriptor, channelType), ImageFormatWord::FirstType>},
    {Op::ImageQueryOrder, query<offsetof(ImageDescriptor, channelOrder), ImageFormatWord::FirstOrder>},
    {Op::ImageQuerySizeLod, querySize},
    {Op::ImageQuerySize, querySize},
    {Op::ImageQueryLevels, query<offsetof(ImageDescriptor, levels), 0>},
    {Op::ImageTexelPointer, refuse},
    {Op::ImageQuerySamples, refuse},
    {Op::SubgroupImageBlockReadINTEL, imageBlockRead<BlockForm::Rows>},
    {Op::SubgroupImageBlockWriteINTEL, imageBlockWrite<BlockForm::Rows>},
    {Op::SubgroupImageMediaBlockReadINTEL, imageBlockRead<BlockForm::Region>},
    {Op::SubgroupImageMediaBlockWriteINTEL, imageBlockWrite<BlockForm::Region>},
    {Op::GetKernelLocalSizeForSubgroupCount, refuseEnqueue},
    {Op::GetKernelMaxNumSubgroups, refuseEnqueue},
};

constexpr Handler typeHandlers[] = {
    {Op::TypeImage, typeImage},
    {Op::TypeSampler, typeSampler},
    {Op::TypeSampledImage, typeSampledImage},
    {Op::ConstantSampler, constantSampler},
};

} // namespace

void markImage(llvm::Argument &parameter, const Type &type) {
  image::markImage(parameter);
  if (parameter.getParent()->getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
    image::setKind(parameter, {type.image->dimension, type.image->arrayed, type.isDepth});
}

std::span<const Handler> imageHandlers() { return imageTable; }
std::span<const Handler> imageTypeHandlers() { return typeHandlers; }

} // namespace lanecl::spirv
