// Creating images and asking about them (OpenCL API 5.3.1, 5.3.2, 5.3.8).
#include "runtime/Image.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "icd/api/MemFlags.h"
#include "icd/api/MemProperties.h"
#include "runtime/Context.h"
#include "runtime/Extensions.h"
#include "runtime/MemObject.h"
#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace lanecl::api {
namespace {

/// What clCreateImage* were given.
struct Request {
  const cl_mem_properties *properties;
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *desc;
  void *hostPointer;
  /// The error for a description that breaks a rule: CL_INVALID_IMAGE_DESCRIPTOR, or what the function had before there
  /// were descriptions.
  cl_int descriptionError = CL_INVALID_IMAGE_DESCRIPTOR;
};

/// "Compatible Image Channel Orders": of the view, of the image that it views.
bool isCompatible(cl_channel_order view, cl_channel_order viewed) {
  struct Pair {
    cl_channel_order linear, srgb;
  };
  constexpr Pair Pairs[] = {{CL_BGRA, CL_sBGRA}, {CL_RGBA, CL_sRGBA}, {CL_RGB, CL_sRGB}, {CL_RGBx, CL_sRGBx}};
  if (view == viewed || (view == CL_DEPTH && viewed == CL_R))
    return true;
  return std::ranges::any_of(Pairs, [&](const Pair &pair) {
    return (view == pair.linear && viewed == pair.srgb) || (view == pair.srgb && viewed == pair.linear);
  });
}

/// The object that the image is made of; null when it has memory of its own.
Result<Ref<MemObject>> parentFor(const Context &context, const ImageType &type, const cl_image_desc &desc) {
  // "mem_object can be a buffer memory object if image_type is CL_MEM_OBJECT_IMAGE1D_BUFFER or CL_MEM_OBJECT_IMAGE2D,
  // or any other image_type if the cl_ext_image_from_buffer extension is supported. mem_object can be an image object
  // if image_type is CL_MEM_OBJECT_IMAGE2D. Otherwise it must be NULL."
  if (!desc.mem_object) {
    if (type.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return fail(CL_INVALID_IMAGE_DESCRIPTOR);
    return Ref<MemObject>();
  }
  auto parent = objectOf(desc.mem_object, CL_INVALID_IMAGE_DESCRIPTOR);
  if (!parent)
    return parent;
  const bool isFlat = type.type == CL_MEM_OBJECT_IMAGE2D && (*parent)->type() == CL_MEM_OBJECT_IMAGE2D;
  if (&(*parent)->context() != &context || !((*parent)->isBuffer() || isFlat))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  return parent;
}

/// The rules about flags and host pointer; the flags with the inherited ones.
Result<cl_mem_flags> flagsFor(const Request &request, const MemObject *parent) {
  if (parent) {
    if (auto ok = mem_flags::checkShared(parent->flags(), request.flags); !ok)
      return fail(ok.error());
    // CL_INVALID_HOST_PTR if host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags.
    if (request.hostPointer)
      return fail(CL_INVALID_HOST_PTR);
    return mem_flags::inherited(parent->flags(), request.flags);
  }
  if (mem_flags::isPointerMismatch(request.flags, request.hostPointer))
    return fail(CL_INVALID_HOST_PTR);
  // "If value specified as 0, the default is used which is CL_MEM_READ_WRITE": what queries answer is what was given.
  return request.flags;
}

Result<Image> imageOfBuffer(const MemObject &buffer, const ImageType &type, const ImageFormat &format,
                            const cl_image_desc &desc) {
  // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if an image is created from a buffer and the row pitch, or slice pitch, or base
  // address alignment do not follow the rules described for creating an image from a buffer.
  auto image = Image::make(type, format, desc, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  if (!image)
    return image;
  // CL_INVALID_IMAGE_SIZE if an image is created from a buffer and the buffer passed in mem_object is too small.
  if (image->bytes() > buffer.size())
    return fail(CL_INVALID_IMAGE_SIZE);
  // "If the buffer object specified by mem_object was created with CL_MEM_USE_HOST_PTR, the host_ptr must be aligned to
  // the CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT value", which counts pixels.
  if (reinterpret_cast<uintptr_t>(buffer.data()) % (image_limits::BaseAlignment * format.texelBytes))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  return image;
}

/// A 2D image that views another one. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if a 2D image is created from a 2D image
/// object and the rules are not followed.
Result<Image> imageOfImage(const Image &viewed, const ImageFormat &format, const cl_image_desc &desc) {
  // "All of the values specified in image_desc must match the image descriptor information associated with mem_object,
  // except for mem_object." A pitch of 0 is whatever that image has.
  const ImageLevel &level = viewed.base();
  auto matches = [](std::size_t value, std::size_t own) { return value == 0 || value == own; };
  if (desc.image_width != level.width || desc.image_height != level.height ||
      !matches(desc.image_row_pitch, viewed.rowPitch()) || desc.num_mip_levels != viewed.mipLevels())
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  // "The image channel data type specified in image_format must match"; "the image channel order specified in
  // image_format must be compatible".
  const cl_image_format &view = format.format, &own = viewed.format().format;
  if (view.image_channel_data_type != own.image_channel_data_type ||
      !isCompatible(view.image_channel_order, own.image_channel_order))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  return viewed.viewedAs(format);
}

/// isGiven: in memory that is there already.
Result<Image> imageOfItself(const Request &request, const ImageType &type, const ImageFormat &format, bool isGiven) {
  const cl_image_desc &desc = *request.desc;
  // "The image_row_pitch must be zero if host_ptr is NULL, the image is not an image created from an external memory
  // handle, and the image is not a 2D image created from a buffer"; likewise the image_slice_pitch.
  if (!isGiven && (desc.image_row_pitch || desc.image_slice_pitch))
    return fail(request.descriptionError);
  return Image::make(type, format, desc, request.descriptionError);
}

/// Tells the host what images of texels that share bytes must be like, where this one is not.
void explainBlocks(const Context &context, const ImageFormat &format, const cl_image_desc &desc) {
  if (!format.areBlocks(desc.image_width))
    context.notify(("image_width must be a multiple of " + std::to_string(format.blockTexels) +
                    ": so many pixels of this image_channel_data_type share a byte")
                       .c_str());
  else if (format.blockTexels > 1 && desc.num_mip_levels > 1)
    context.notify("num_mip_levels must be 0 or 1: pixels of this image_channel_data_type share bytes");
}

/// "CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR cannot be specified if a mipmapped image is created. The host_ptr
/// argument to clCreateImage must be a NULL value. Mip-mapped images cannot be created for
/// CL_MEM_OBJECT_IMAGE1D_BUFFER images". Nor of other objects, whose size is of one level. "Depth images" are on that
/// list, but OpenCL C reads and writes their levels, and the OpenCL-CTS makes them; as it makes levels behind one of a
/// single texel, which are of a texel, too: there are no more of them than the largest image can use.
bool mayHaveLevels(const Request &request, const ImageType &type) {
  const cl_image_desc &desc = *request.desc;
  return !(request.flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) && !request.hostPointer && !desc.mem_object &&
         type.type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
         desc.num_mip_levels <= static_cast<cl_uint>(std::bit_width(type.maxWidth));
}

Result<Ref<MemObject>> makeImage(Context &context, const Request &request) {
  // CL_INVALID_OPERATION if there are no devices in context that support images.
  if (!Extensions::get().conditions().images)
    return fail(CL_INVALID_OPERATION);
  auto wanted = MemProperties::read(context, request.properties, false);
  if (!wanted)
    return fail(wanted.error());
  if (auto ok = wanted->checkExternal(request.flags, request.hostPointer); !ok)
    return fail(ok.error());
  const cl_image_desc *desc = request.desc;
  if (auto ok = check({
          // CL_INVALID_VALUE if values specified in flags are not valid.
          {mem_flags::isInvalid(request.flags), CL_INVALID_VALUE},
          // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if values specified in image_format are not valid or if image_format is
          // NULL.
          {!request.format || ImageFormat::validityOf(*request.format) == FormatValidity::Invalid,
           CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
          // CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid or if image_desc is NULL.
          {!desc, CL_INVALID_IMAGE_DESCRIPTOR},
          // "num_samples must be 0".
          {desc && desc->num_samples, CL_INVALID_IMAGE_DESCRIPTOR},
      });
      !ok)
    return fail(ok.error());
  const ImageType *type = ImageType::find(desc->image_type);
  if (!type || (desc->num_mip_levels > 1 && !mayHaveLevels(request, *type)))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  auto parent = parentFor(context, *type, *desc);
  if (!parent)
    return fail(parent.error());
  // An image is made of one memory only.
  if (*parent && wanted->external)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  auto flags = flagsFor(request, parent->get());
  if (!flags)
    return fail(flags.error());
  const bool isImmutable = request.flags & CL_MEM_IMMUTABLE_EXT;
  if (auto ok = check({
          {mem_flags::lacksContents(*flags, *parent || wanted->external), CL_INVALID_VALUE},
          // CL_INVALID_VALUE if CL_MEM_IMMUTABLE_EXT is not set in flags and mem_object was created with
          // CL_MEM_IMMUTABLE_EXT.
          {*parent && (*parent)->isImmutable() && !isImmutable, CL_INVALID_VALUE},
      });
      !ok)
    return fail(ok.error());
  // CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that support image_format.
  const ImageFormat *format = ImageFormat::find(*request.format);
  if (!format || !format->isSupported(type->type, *flags))
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED);
  auto image = !*parent                ? imageOfItself(request, *type, *format, request.hostPointer || wanted->external)
               : (*parent)->isBuffer() ? imageOfBuffer(**parent, *type, *format, *desc)
                                       : imageOfImage(*(*parent)->image(), *format, *desc);
  if (!image) {
    explainBlocks(context, *format, *desc);
    return fail(image.error());
  }
  auto external = wanted->map(*flags, image->bytes());
  // CL_INVALID_IMAGE_SIZE when there is less memory than the image needs.
  if (!external)
    return fail(external.error() == CL_INVALID_BUFFER_SIZE ? CL_INVALID_IMAGE_SIZE : external.error());
  auto made = MemObject::createImage(context, {.flags = *flags,
                                               .image = std::move(*image),
                                               .hostPointer = request.hostPointer,
                                               .parent = parent->get(),
                                               .properties = wanted->list,
                                               .external = std::move(*external)});
  if (made)
    wanted->takeDescriptor();
  return made;
}

cl_mem createImage(cl_context context, const Request &request, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) { return makeImage(object, request); });
}

Result<> writeImageInfo(const MemObject &object, cl_image_info name, const InfoWriter &info) {
  const Image &image = *object.image();
  const ImageType &type = image.type();
  const ImageLevel &level = image.base();
  switch (name) {
  case CL_IMAGE_FORMAT:
    return info.write<cl_image_format>(image.format().format);
  case CL_IMAGE_ELEMENT_SIZE:
    return info.write<size_t>(image.format().elementBytes());
  case CL_IMAGE_ROW_PITCH:
    return info.write<size_t>(image.rowPitch());
  // "For a 1D image, 1D image buffer and 2D image object return 0", and likewise for the sizes that there are not.
  case CL_IMAGE_SLICE_PITCH:
    return info.write<size_t>(type.hasSlices() ? image.slicePitch() : 0);
  case CL_IMAGE_WIDTH:
    return info.write<size_t>(level.width);
  case CL_IMAGE_HEIGHT:
    return info.write<size_t>(type.hasHeight ? level.height : 0);
  case CL_IMAGE_DEPTH:
    return info.write<size_t>(type.hasDepth ? level.depth : 0);
  case CL_IMAGE_ARRAY_SIZE:
    return info.write<size_t>(type.isArray ? level.layers : 0);
  case CL_IMAGE_BUFFER:
    return info.write<cl_mem>(object.parent() && object.parent()->isBuffer() ? handleOf(object.parent()) : nullptr);
  case CL_IMAGE_NUM_MIP_LEVELS:
    return info.write<cl_uint>(image.mipLevels());
  case CL_IMAGE_NUM_SAMPLES:
    return info.write<cl_uint>(0);
  default:
    // CL_INVALID_VALUE if param_name is not one of the supported values.
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                 const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return createImage(context, {nullptr, flags, image_format, image_desc, host_ptr}, errcode_ret);
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *image_format,
                                               const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return createImage(context, {properties, flags, image_format, image_desc, host_ptr}, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                   size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                                   cl_int *errcode_ret) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = image_width;
  desc.image_height = image_height;
  desc.image_row_pitch = image_row_pitch;
  // CL_INVALID_IMAGE_SIZE if values specified by image_row_pitch do not follow rules.
  return createImage(context, {nullptr, flags, image_format, &desc, host_ptr, CL_INVALID_IMAGE_SIZE}, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                   size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE3D;
  desc.image_width = image_width;
  desc.image_height = image_height;
  // CL_INVALID_IMAGE_SIZE if image_depth <= 1: as if it were none.
  desc.image_depth = image_depth > 1 ? image_depth : 0;
  desc.image_row_pitch = image_row_pitch;
  desc.image_slice_pitch = image_slice_pitch;
  return createImage(context, {nullptr, flags, image_format, &desc, host_ptr, CL_INVALID_IMAGE_SIZE}, errcode_ret);
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                              cl_uint num_entries, cl_image_format *image_formats,
                                              cl_uint *num_image_formats) {
  return entry(on(context), [&](Context &) -> Result<> {
    if (auto ok = check({
            // CL_INVALID_VALUE if flags or image_type are not valid, or if num_entries is 0 and image_formats is not
            // NULL.
            {mem_flags::isInvalid(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE)), CL_INVALID_VALUE},
            {!ImageType::find(image_type), CL_INVALID_VALUE},
            {num_entries == 0 && image_formats, CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    cl_uint count = 0;
    if (Extensions::get().conditions().images)
      for (const ImageFormat &format : ImageFormat::all())
        if (format.isSupported(image_type, flags)) {
          if (image_formats && count < num_entries)
            image_formats[count] = format.format;
          ++count;
        }
    if (num_image_formats)
      *num_image_formats = count;
    return {};
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value,
                                  size_t *param_value_size_ret) {
  return entry(on(image), [&](MemObject &object) -> Result<> {
    // CL_INVALID_MEM_OBJECT if image is a not a valid image object.
    if (object.isBuffer())
      return fail(CL_INVALID_MEM_OBJECT);
    return writeImageInfo(object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

} // namespace lanecl::api
