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

/// One texel in memory; the bytes beyond ImageFormat::texelBytes are 0.
using Texel = std::array<std::byte, 16>;

struct ChannelOrder;
struct ChannelType;

/// A format that images may have; one object for each, so that equal formats are the same object.
struct ImageFormat {
  cl_image_format format;
  uint32_t texelBytes; ///< CL_IMAGE_ELEMENT_SIZE; a power of two, 16 at most
  const ChannelOrder *order;
  const ChannelType *type;
  bool flatOnly; ///< 2D images and 2D image arrays only
  bool writes;   ///< kernels may write it

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
  Texel encode(const void *color) const;
};

} // namespace lanecl
