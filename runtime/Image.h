// What a memory object that is an image knows beyond its memory (OpenCL API 5.3): type, format, sizes and pitches.
// Texels lie in plain rows, as the host sees them. Constant after creation; thread safe.
//
// A region of an image is given by an origin and a size of three numbers; layers of arrays take the first dimension
// that texels leave free: y of a 1D array, z of a 2D array.
#pragma once
#include "compiler/KernelAbi.h"
#include "runtime/ImageFormats.h"
#include "runtime/Result.h"
#include "runtime/commands/Bytes.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanecl {

/// A type of image and how large such an image may be, in texels and layers (clGetDeviceInfo).
struct ImageType {
  cl_mem_object_type type;
  bool hasHeight, hasDepth, isArray;
  std::size_t maxWidth, maxHeight, maxDepth, maxLayers; ///< 1 for what it does not have

  /// Numbers of an origin that say where; those behind are 0 (origin) and 1 (size).
  unsigned dimensions() const { return 1 + hasHeight + hasDepth + isArray; }
  bool hasSlices() const { return hasDepth || isArray; }
  static std::span<const ImageType> all();
  /// Null when that is no type of image.
  static const ImageType *find(cl_mem_object_type type);
};

namespace image_limits {
/// Memory is the only true limit. What the OpenCL-CTS tries grows with these, in every dimension at once: larger
/// volumes would cost it days.
inline constexpr std::size_t Width2D = 32768, Height2D = 32768, Extent3D = 2048, Layers = 2048, BufferTexels = 1 << 30;
inline constexpr cl_uint Arguments = 480, Samplers = 480; ///< images and samplers of one kernel
/// In texels: rows may start anywhere.
inline constexpr cl_uint PitchAlignment = 1, BaseAlignment = 1;
} // namespace image_limits

/// One level of a mipmap, or the image itself. Sizes that the type does not have are 1; pitches in bytes.
struct ImageLevel {
  std::size_t offset = 0; ///< of the first texel, bytes from the start of the image's memory
  std::size_t width = 1, height = 1, depth = 1, layers = 1;
  std::size_t rowPitch = 0, slicePitch = 0; ///< slicePitch: of a slice, or a layer; the whole level where there is none
  std::size_t bytes = 0;                    ///< up to the end of the last row's pitch
  void pack(const ImageFormat &format);     ///< nothing lies between rows
};

class Image {
public:
  /// The image that `desc` and `format` describe; mem_object and image_type are not looked at. CL_INVALID_IMAGE_SIZE
  /// for sizes, `pitchError` for pitches that do not follow the rules of cl_image_desc, CL_INVALID_IMAGE_DESCRIPTOR for
  /// rows that are no whole blocks of the format, and for levels of blocks.
  static Result<Image> make(const ImageType &type, const ImageFormat &format, const cl_image_desc &desc,
                            cl_int pitchError);

  const ImageType &type() const { return *type_; }
  const ImageFormat &format() const { return *format_; }
  /// In bytes, of what the image was made from: CL_IMAGE_ROW_PITCH and CL_IMAGE_SLICE_PITCH. The image itself may lie
  /// more closely (base()).
  std::size_t rowPitch() const { return rowPitch_; }
  std::size_t slicePitch() const { return slicePitch_; }
  /// The same texels in another format of their size.
  Image viewedAs(const ImageFormat &format) const;
  /// For memory of its own: nothing lies between its rows.
  void pack();
  /// Level 0 is the image; always there.
  const std::vector<ImageLevel> &levels() const { return levels_; }
  const ImageLevel &base() const { return levels_.front(); }
  /// cl_image_desc::num_mip_levels as given.
  cl_uint mipLevels() const { return mipLevels_; }
  /// Bytes of memory of all levels.
  std::size_t bytes() const { return levels_.back().offset + levels_.back().bytes; }

  /// A checked region: a box of bytes in the image's memory.
  struct Region {
    std::array<std::size_t, 3> origin, size; ///< in texels and layers
    std::size_t level;
    Box box;
    BoxSize boxSize;
    std::size_t bytes() const { return boxSize.width * boxSize.rows(); }
  };
  /// The rules about an origin and a region that all commands on images share: whole blocks of the format, inside of
  /// the image. CL_INVALID_VALUE, or CL_INVALID_MIP_LEVEL. The origin of a mipmap has one number more, its level.
  Result<Region> regionOf(const size_t *origin, const size_t *region) const;
  /// All of level 0.
  Region whole() const;
  /// How such a region lies in memory of its own with the given pitches, 0: packed. CL_INVALID_VALUE when they are too
  /// small, or there is a slice pitch without slices.
  Result<Box> hostBox(const Region &region, std::size_t rowPitch, std::size_t slicePitch) const;

  /// What kernels see (KernelAbi.h) of the image at that memory. The mipmap's further levels, if any, are this
  /// object's: setMemory() comes first.
  ImageDescriptor descriptor(std::byte *memory) const;
  /// Where the image stays for good.
  void setMemory(std::byte *memory);

private:
  Image(const ImageType &type, const ImageFormat &format, const ImageLevel &base, cl_uint mipLevels);
  Region placed(std::size_t level, std::array<std::size_t, 3> origin, std::array<std::size_t, 3> size) const;
  ImageDescriptor describe(const ImageLevel &level, std::byte *memory) const;
  void addLevels();

  const ImageType *type_;
  const ImageFormat *format_;
  std::vector<ImageLevel> levels_;
  std::size_t rowPitch_, slicePitch_;
  cl_uint mipLevels_ = 0;
  std::vector<ImageDescriptor> mipmaps_; ///< of the levels from 1 on
};

} // namespace lanecl
