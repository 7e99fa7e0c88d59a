// Images in LaneCL IR: a value of an image type is a pointer (space::Constant) to an ImageDescriptor, which of a
// kernel's argument lies in the argument block (`byref`); a sampler is an i32 of SamplerBits. Reads and writes are
// calls of functions of the built-in library (builtins/image), whose first parameter is the image.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/ir/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include <cstddef>
#include <optional>

namespace lanecl::image {

/// Of the library's functions on images.
inline constexpr llvm::StringLiteral FunctionPrefix = "__lanecl_image_";
inline bool isImageFunction(const llvm::Function &function) { return function.getName().starts_with(FunctionPrefix); }

/// Whose second parameter is a sampler.
inline bool isSample(const llvm::Function &function) {
  return function.getName().starts_with("__lanecl_image_sample_");
}
/// Whether 31 bits count the image's bytes.
inline bool isSmallTest(const llvm::Function &function) { return function.getName() == "__lanecl_image_small"; }

/// Of the library, too: whether something is so for all lanes. Its callers are right whatever it says.
inline bool isVote(const llvm::Function &function) { return function.getName() == "__lanecl_every_lane"; }

/// What VariantKey::images says of a field of the descriptor, at its offset.
inline std::optional<uint32_t> fieldOf(uint32_t word, uint64_t offset) {
  switch (offset) {
  case offsetof(ImageDescriptor, channelOrder):
    return ImageFormatWord::order(word);
  case offsetof(ImageDescriptor, channelType):
    return ImageFormatWord::type(word);
  case offsetof(ImageDescriptor, texelBytes):
    return ImageFormatWord::texelBytes(word);
  default:
    return std::nullopt;
  }
}

/// Of a field of the descriptor, at its offset: 31 bits hold it in a small image.
inline bool isPitch(uint64_t offset) {
  return offset == offsetof(ImageDescriptor, rowPitch) || offset == offsetof(ImageDescriptor, slicePitch);
}

/// Of a kernel's parameter: the host gives a sampler for it.
inline bool isSampler(const llvm::Argument &parameter) {
  return parameter.getParent()->getAttributes().hasParamAttr(parameter.getArgNo(), attribute::Sampler);
}
/// Of a kernel or any other function.
inline bool isImage(const llvm::Argument &parameter) { return parameter.hasAttribute(llvm::Attribute::ByRef); }

inline llvm::Type *descriptorType(llvm::LLVMContext &context) {
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context), sizeof(ImageDescriptor));
}

/// Of a kernel's parameter that is an image: bits of its type.
inline void setKind(llvm::Argument &parameter, compiler::ImageKind kind) {
  unsigned bits = static_cast<unsigned>(kind.dimension) | kind.arrayed << 8 | kind.depth << 9;
  parameter.addAttr(llvm::Attribute::get(parameter.getContext(), attribute::ImageKind, std::to_string(bits)));
}
inline compiler::ImageKind kindOf(const llvm::Argument &parameter) {
  unsigned bits = 0;
  llvm::Attribute attribute =
      parameter.getParent()->getAttributes().getParamAttr(parameter.getArgNo(), attribute::ImageKind);
  if (attribute.isValid())
    attribute.getValueAsString().getAsInteger(10, bits);
  return {static_cast<compiler::ImageDimension>(bits & 0xFF), (bits >> 8 & 1) != 0, (bits >> 9 & 1) != 0};
}

/// What every parameter that is an image has.
inline void markImage(llvm::Argument &parameter) {
  llvm::AttrBuilder attributes(parameter.getContext());
  attributes.addByRefAttr(descriptorType(parameter.getContext()));
  attributes.addAlignmentAttr(alignof(ImageDescriptor));
  attributes.addDereferenceableAttr(sizeof(ImageDescriptor));
  attributes.addAttribute(llvm::Attribute::ReadOnly);
  parameter.addAttrs(attributes);
}

/// A field of the descriptor, by its offset: the same as long as the kernel runs.
inline llvm::Value *field(llvm::IRBuilderBase &builder, llvm::Value *descriptor, size_t offset, llvm::Type *type) {
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), descriptor, offset);
  auto *value = builder.CreateAlignedLoad(type, place, llvm::commonAlignment(llvm::Align(16), offset));
  value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return value;
}

} // namespace lanecl::image
