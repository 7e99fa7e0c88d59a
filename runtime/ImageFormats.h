// The formats of images and what they mean in memory, from the table runtime/ImageFormats.def. Constant; thread safe.
#pragma once
#include <CL/cl.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecl {

/// What OpenCL API 5.3.1.1 says of a pair of channel order and type.
enum class FormatValidity { Invalid, Unsupported, Supported };

/// One texel in memory, or a block of them; the bytes beyond ImageFormat::blockBytes are 0.
using Texel = std::array<std::byte, 16>;

struct ChannelOrder;
struct ChannelType;

/// A format that images may have; one object for each, so that equal formats are the same object.
struct ImageFormat {
  cl_image_format format;
  uint32_t texelBytes; ///< that are a texel's alone: pitches and addresses count by them; a power of two, 16 at most
  /// A block is what can be moved: texels that share bytes, which lie behind all that are their own. Mostly one texel.
  uint32_t blockTexels, blockBytes;
  const ChannelOrder *order;
  const ChannelType *type;
  uint8_t images; ///< types of image that may have it: bits
  bool writes;    ///< kernels may write it

  /// The largest texelBytes of all formats.
  static constexpr std::size_t MostTexelBytes = sizeof(Texel);
  /// Null when no image may have that format.
  static const ImageFormat *find(const cl_image_format &format);
  static std::span<const ImageFormat> all();
  static FormatValidity validityOf(const cl_image_format &format);

  /// Images of that type and with that access may have this format. access: of CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY,
  /// CL_MEM_READ_WRITE and CL_MEM_KERNEL_READ_AND_WRITE; none is CL_MEM_READ_WRITE. Other flags are ignored.
  bool isSupported(cl_mem_object_type imageType, cl_mem_flags access) const;

  /// A colour as clEnqueueFillImage takes it (four floats, cl_ints or cl_uints by the channels' type, one float for
  /// CL_DEPTH) as write_image would store it: rounded to nearest even, clamped, NaN as 0 where it cannot be stored
  /// (OpenCL C 8.3).
  /// All texels of a block have it.
  Texel encode(const void *color) const;

  bool areBlocks(std::size_t texels) const { return texels % blockTexels == 0; }
  /// Of so many texels, which are blocks.
  std::size_t bytesOf(std::size_t texels) const { return texels / blockTexels * blockBytes; }
  /// CL_IMAGE_ELEMENT_SIZE: the whole bytes that a texel's bits fill, its own and those that it shares.
  std::size_t elementBytes() const { return (blockBytes + blockTexels - 1) / blockTexels; }
};

} // namespace lanecl
