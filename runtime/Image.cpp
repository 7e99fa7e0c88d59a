#include "runtime/Image.h"
#include <algorithm>

namespace lanecl {
namespace {

using namespace image_limits;

constexpr ImageType Types[] = {
    {CL_MEM_OBJECT_IMAGE1D, false, false, false, Width2D, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, false, false, false, BufferTexels, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, false, false, true, Width2D, 1, 1, Layers},
    {CL_MEM_OBJECT_IMAGE2D, true, false, false, Width2D, Height2D, 1, 1},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, true, false, true, Width2D, Height2D, 1, Layers},
    {CL_MEM_OBJECT_IMAGE3D, true, true, false, Extent3D, Extent3D, Extent3D, 1},
};

/// Sizes of a level as regions count them: where a layer is y, or z.
std::array<std::size_t, 3> extentOf(const ImageType &type, const ImageLevel &level) {
  if (!type.hasHeight)
    return {level.width, level.layers, 1};
  return {level.width, level.height, type.isArray ? level.layers : level.depth};
}

/// Bytes from one y, one z to the next.
std::array<std::size_t, 2> stridesOf(const ImageType &type, std::size_t rowPitch, std::size_t slicePitch) {
  return {type.hasHeight || !type.isArray ? rowPitch : slicePitch, slicePitch};
}

bool isSize(std::size_t size, std::size_t most) { return size >= 1 && size <= most; }

} // namespace

std::span<const ImageType> ImageType::all() { return Types; }

const ImageType *ImageType::find(cl_mem_object_type type) {
  const auto *found = std::ranges::find(Types, type, &ImageType::type);
  return found == std::end(Types) ? nullptr : found;
}

Result<Image> Image::make(const ImageType &type, const ImageFormat &format, const cl_image_desc &desc,
                          cl_int pitchError) {
  ImageLevel level;
  level.width = desc.image_width;
  if (type.hasHeight)
    level.height = desc.image_height;
  if (type.hasDepth)
    level.depth = desc.image_depth;
  if (type.isArray)
    level.layers = desc.image_array_size;
  // CL_INVALID_IMAGE_SIZE if the image dimensions specified in image_desc are not valid or exceed the maximum image
  // dimensions.
  if (!isSize(level.width, type.maxWidth) || !isSize(level.height, type.maxHeight) ||
      !isSize(level.depth, type.maxDepth) || !isSize(level.layers, type.maxLayers))
    return fail(CL_INVALID_IMAGE_SIZE);
  // cl_ext_image_raw10_raw12: CL_INVALID_IMAGE_DESCRIPTOR if image_width is not a multiple of the texels that share
  // bytes. The widths of levels would not be such multiples.
  if (!format.areBlocks(level.width) || (format.blockTexels > 1 && desc.num_mip_levels > 1))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  // "If image_row_pitch is non-zero, then it must be greater than or equal to the image_width times the size of an
  // image element in bytes, and must be a multiple of the size of an image element in bytes." Rows of texels that
  // share bytes may lie as far apart as cameras put them.
  const std::size_t leastRow = format.bytesOf(level.width);
  level.rowPitch = desc.image_row_pitch ? desc.image_row_pitch : leastRow;
  if (level.rowPitch < leastRow || level.rowPitch % format.texelBytes)
    return fail(pitchError);
  // "The image slice pitch must be >= the image row pitch x image_height for a 2D image array or a 3D image, must be >=
  // the image row pitch for a 1D image array, and must be a multiple of the image row pitch."
  std::size_t leastSlice;
  if (__builtin_mul_overflow(level.rowPitch, level.height, &leastSlice))
    return fail(CL_INVALID_IMAGE_SIZE);
  level.slicePitch = type.hasSlices() && desc.image_slice_pitch ? desc.image_slice_pitch : leastSlice;
  if (level.slicePitch < leastSlice || level.slicePitch % level.rowPitch)
    return fail(pitchError);
  if (__builtin_mul_overflow(level.slicePitch, level.depth * level.layers, &level.bytes))
    return fail(CL_INVALID_IMAGE_SIZE);
  return Image(type, format, level, desc.num_mip_levels);
}

Image::Image(const ImageType &type, const ImageFormat &format, const ImageLevel &base, cl_uint mipLevels)
    : type_(&type), format_(&format), levels_{base}, rowPitch_(base.rowPitch), slicePitch_(base.slicePitch),
      mipLevels_(mipLevels) {
  addLevels();
}

// "Each successively smaller mipmap level is half the size of the previous level, rounded down to the nearest integer."
void Image::addLevels() {
  while (levels_.size() < mipLevels_) {
    ImageLevel level = levels_.back();
    level.offset += level.bytes;
    for (std::size_t *size : {&level.width, &level.height, &level.depth})
      *size = std::max<std::size_t>(*size / 2, 1);
    level.pack(*format_);
    levels_.push_back(level);
  }
}

void ImageLevel::pack(const ImageFormat &format) {
  rowPitch = format.bytesOf(width);
  slicePitch = rowPitch * height;
  bytes = slicePitch * depth * layers;
}

Image Image::viewedAs(const ImageFormat &format) const {
  Image view = *this;
  view.format_ = &format;
  view.mipmaps_.clear(); // setMemory() makes them
  return view;
}

void Image::pack() {
  levels_.resize(1);
  levels_.front().pack(*format_);
  addLevels();
}

Result<Image::Region> Image::regionOf(const size_t *origin, const size_t *region) const {
  // CL_INVALID_VALUE if origin is NULL, if region is NULL.
  if (!origin || !region)
    return fail(CL_INVALID_VALUE);
  const unsigned dimensions = type_->dimensions();
  std::size_t number = 0;
  // "If image is a 1D image, origin[1] specifies the mip level to use", and so on: the number behind the last.
  if (levels_.size() > 1) {
    number = origin[dimensions];
    // CL_INVALID_MIP_LEVEL if the mip level specified in origin is not a valid level for image.
    if (number >= levels_.size())
      return fail(CL_INVALID_MIP_LEVEL);
  }
  const auto extent = extentOf(*type_, levels_[number]);
  std::array<std::size_t, 3> start{};
  for (unsigned i = 0; i < 3; ++i) {
    // "If image is a 2D image object, origin[2] must be 0", "region[2] must be 1", and so on.
    const bool isLevel = levels_.size() > 1 && i == dimensions;
    const std::size_t at = isLevel ? 0 : origin[i];
    // CL_INVALID_VALUE if the region being read or written specified by origin and region is out of bounds. "The values
    // in region cannot be 0."
    if (region[i] == 0 || at > extent[i] || region[i] > extent[i] - at)
      return fail(CL_INVALID_VALUE);
    start[i] = at;
  }
  if (!format_->areBlocks(start[0]) || !format_->areBlocks(region[0]))
    return fail(CL_INVALID_VALUE);
  return placed(number, start, {region[0], region[1], region[2]});
}

Image::Region Image::whole() const { return placed(0, {}, extentOf(*type_, base())); }

Image::Region Image::placed(std::size_t number, std::array<std::size_t, 3> origin,
                            std::array<std::size_t, 3> size) const {
  const ImageLevel &level = levels_[number];
  const auto strides = stridesOf(*type_, level.rowPitch, level.slicePitch);
  const std::size_t offset =
      level.offset + format_->bytesOf(origin[0]) + origin[1] * strides[0] + origin[2] * strides[1];
  return {origin, size, number, {offset, strides[0], strides[1]}, {format_->bytesOf(size[0]), size[1], size[2]}};
}

Result<Box> Image::hostBox(const Region &region, std::size_t rowPitch, std::size_t slicePitch) const {
  // CL_INVALID_VALUE if image is a 1D or 2D image and slice_pitch is not zero.
  if (slicePitch && !type_->hasSlices())
    return fail(CL_INVALID_VALUE);
  // "If row_pitch is set to 0, the appropriate row pitch is calculated based on the size of each element in bytes
  // multiplied by width"; likewise slice_pitch.
  const std::size_t row = rowPitch ? rowPitch : region.boxSize.width;
  std::size_t leastSlice;
  if (__builtin_mul_overflow(row, type_->hasHeight ? region.size[1] : 1, &leastSlice))
    return fail(CL_INVALID_VALUE);
  const std::size_t slice = slicePitch ? slicePitch : leastSlice;
  if (row < region.boxSize.width || slice < leastSlice)
    return fail(CL_INVALID_VALUE);
  const auto strides = stridesOf(*type_, row, slice);
  return Box{0, strides[0], strides[1]};
}

ImageDescriptor Image::describe(const ImageLevel &level, std::byte *memory) const {
  const auto strides = stridesOf(*type_, level.rowPitch, level.slicePitch);
  ImageDescriptor descriptor{};
  descriptor.texels = memory + level.offset;
  descriptor.rowPitch = strides[0];
  descriptor.slicePitch = strides[1];
  descriptor.width = static_cast<uint32_t>(level.width);
  descriptor.height = static_cast<uint32_t>(level.height);
  descriptor.depth = static_cast<uint32_t>(level.depth);
  descriptor.layers = static_cast<uint32_t>(level.layers);
  descriptor.channelOrder = format_->format.image_channel_order;
  descriptor.channelType = format_->format.image_channel_data_type;
  descriptor.texelBytes = format_->texelBytes;
  descriptor.levels = 1;
  return descriptor;
}

void Image::setMemory(std::byte *memory) {
  for (std::size_t i = 1; i < levels_.size(); ++i)
    mipmaps_.push_back(describe(levels_[i], memory));
}

ImageDescriptor Image::descriptor(std::byte *memory) const {
  ImageDescriptor descriptor = describe(base(), memory);
  descriptor.levels = static_cast<uint32_t>(levels_.size());
  descriptor.mipmaps = mipmaps_.empty() ? nullptr : mipmaps_.data();
  return descriptor;
}

} // namespace lanecl
