// What an image would need, before there is one (cl_ext_image_requirements_info, cl_ext_image_from_buffer).
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "icd/api/MemFlags.h"
#include "runtime/Context.h"
#include "runtime/Image.h"
#include <algorithm>
#include <array>

namespace lanecl::api {
namespace {

/// A query about the largest size: which it is, the limit of a type of image, and whether the type has it at all.
struct SizeQuery {
  cl_image_requirements_info_ext name;
  size_t cl_image_desc::*size;
  std::size_t ImageType::*most;
  bool (*applies)(const ImageType &);
};
constexpr SizeQuery SizeQueries[] = {
    {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &cl_image_desc::image_width, &ImageType::maxWidth,
     [](const ImageType &) { return true; }},
    {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, &cl_image_desc::image_height, &ImageType::maxHeight,
     [](const ImageType &type) { return type.hasHeight; }},
    {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &cl_image_desc::image_depth, &ImageType::maxDepth,
     [](const ImageType &type) { return type.hasDepth; }},
    {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &cl_image_desc::image_array_size, &ImageType::maxLayers,
     [](const ImageType &type) { return type.isArray; }},
};

/// The largest size of one image type, or what all of them have that know it.
Result<std::size_t> largestSize(const SizeQuery &query, const cl_image_desc *desc) {
  if (!desc || desc->image_type == 0) {
    std::size_t most = SIZE_MAX;
    for (const ImageType &type : ImageType::all())
      if (query.applies(type))
        most = std::min(most, type.*query.most);
    return most;
  }
  const ImageType *type = ImageType::find(desc->image_type);
  // "image_type must be either 0, CL_MEM_OBJECT_IMAGE2D, [...] otherwise CL_INVALID_IMAGE_DESCRIPTOR is returned."
  if (!type || !query.applies(*type))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  // "The value of all other members may be 0": any value.
  for (const SizeQuery &other : SizeQueries)
    if (&other != &query && other.applies(*type) && desc->*other.size > type->*other.most)
      return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  return type->*query.most;
}

/// An image of that description, or, without a format, of any.
Result<Image> imageFor(const ImageFormat *format, cl_image_desc desc) {
  const ImageType *type = ImageType::find(desc.image_type);
  // CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid.
  if (!type || desc.num_mip_levels > 1 || desc.num_samples)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  if (!format) {
    format = &ImageFormat::all().front();
    desc.image_row_pitch = desc.image_slice_pitch = 0;
  }
  auto image = Image::make(*type, *format, desc, CL_INVALID_IMAGE_DESCRIPTOR);
  return image ? std::move(image) : fail(CL_INVALID_IMAGE_DESCRIPTOR);
}

Result<> writeRequirement(const ImageFormat *format, const cl_image_desc *desc, cl_image_requirements_info_ext name,
                          const InfoWriter &info) {
  const auto *sizeQuery = std::ranges::find(SizeQueries, name, &SizeQuery::name);
  if (sizeQuery != std::end(SizeQueries)) {
    auto most = largestSize(*sizeQuery, desc);
    return most ? info.write<cl_uint>(static_cast<cl_uint>(*most)) : fail(most.error());
  }
  std::size_t bytes = 0;
  if (desc) {
    auto image = imageFor(format, *desc);
    if (!image)
      return fail(image.error());
    bytes = image->bytes();
  }
  const std::size_t texelBytes = format ? format->texelBytes : ImageFormat::MostTexelBytes;
  switch (name) {
  case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    return info.write<size_t>(image_limits::BaseAlignment * texelBytes);
  case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
  case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
    return info.write<size_t>(image_limits::PitchAlignment * texelBytes);
  case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
    // "Both image_format and image_desc must be non-NULL, otherwise CL_INVALID_VALUE is returned."
    return format && desc ? info.write<size_t>(bytes) : fail(CL_INVALID_VALUE);
  default:
    // CL_INVALID_VALUE if param_name is not valid.
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties,
                                                 cl_mem_flags flags, const cl_image_format *image_format,
                                                 const cl_image_desc *image_desc,
                                                 cl_image_requirements_info_ext param_name, size_t param_value_size,
                                                 void *param_value, size_t *param_value_size_ret) {
  return entry(on(context), [&](Context &) -> Result<> {
    const ImageFormat *format = image_format ? ImageFormat::find(*image_format) : nullptr;
    if (auto ok = check({
            // CL_INVALID_PROPERTY if a property name in properties is not a supported property name: none is.
            {properties && *properties, CL_INVALID_PROPERTY},
            // CL_INVALID_VALUE if values specified in flags are not valid.
            {mem_flags::isInvalid(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE)), CL_INVALID_VALUE},
            // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format are not valid.
            {image_format && !format, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        });
        !ok)
      return ok;
    return writeRequirement(format, image_desc, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

} // namespace lanecl::api
