// What the tests of images share: a queue, images that are released at the end, and a model of an image in plain C++,
// texel by texel, as OpenCL API 5.3.1 describes its memory.
#pragma once
#include "tests/api/QueueFixture.h" // first: it names the deprecated functions that are meant

#include "runtime/NewerNames.h"
#include <array>
#include <cstring>
#include <random>

namespace api_test {

using Bytes = std::vector<unsigned char>;
using Size3 = std::array<size_t, 3>;

inline constexpr cl_mem_object_type AllImageTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                                       CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                                       CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

/// cl_image_desc of a size as regions count it: layers are y of a 1D array, z of a 2D array.
inline cl_image_desc descOf(cl_mem_object_type type, const Size3 &size) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = size[0];
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    desc.image_array_size = size[1];
    break;
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    desc.image_height = size[1];
    desc.image_array_size = size[2];
    break;
  case CL_MEM_OBJECT_IMAGE3D:
    desc.image_depth = size[2];
    [[fallthrough]];
  case CL_MEM_OBJECT_IMAGE2D:
    desc.image_height = size[1];
    break;
  default:
    break;
  }
  return desc;
}

/// Dimensions of an origin that the type uses.
inline unsigned dimensionsOf(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER  ? 1
         : type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D ? 2
                                                                                : 3;
}

/// How many texels share bytes, and may only be moved together.
inline size_t blockOf(const cl_image_format &format) {
  switch (format.image_channel_data_type) {
  case CL_UNSIGNED_INT_RAW10_EXT:
    return 4;
  case CL_UNSIGNED_INT_RAW12_EXT:
    return 2;
  default:
    return 1;
  }
}

/// Texels that share bytes are of cameras' pictures: no volumes.
inline bool mayHave(cl_mem_object_type type, const cl_image_format &format) {
  return type != CL_MEM_OBJECT_IMAGE3D || blockOf(format) == 1;
}

/// The texels of an image, one after another; those that share bytes count as one.
struct ImageModel {
  Size3 size{};
  size_t texelBytes = 1;
  size_t block = 1;
  Bytes bytes;

  ImageModel(const Size3 &size, size_t texelBytes, size_t block = 1)
      : size(size), texelBytes(texelBytes), block(block), bytes(size[0] * size[1] * size[2] * texelBytes) {}
  /// An origin or a region as OpenCL counts it.
  Size3 forCommands(const Size3 &blocks) const { return {blocks[0] * block, blocks[1], blocks[2]}; }
  unsigned char *at(size_t x, size_t y, size_t z) {
    return bytes.data() + ((z * size[1] + y) * size[0] + x) * texelBytes;
  }
  /// Calls body(x, y, z) for the texels of a region, from its own origin.
  template <typename Body> static void forEach(const Size3 &region, Body body) {
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          body(x, y, z);
  }
};

class WithImages : public WithQueue {
protected:
  void SetUp() override {
    WithQueue::SetUp();
    ASSERT_TRUE(query<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT));
  }
  size_t pick(size_t low, size_t high) { return std::uniform_int_distribution<size_t>(low, high)(random); }
  Bytes noise(size_t size) {
    Bytes bytes(size);
    for (unsigned char &byte : bytes)
      byte = static_cast<unsigned char>(random() >> 7);
    return bytes;
  }
  /// Some size that an image of that type can have.
  Size3 someSize(cl_mem_object_type type) {
    Size3 size{pick(1, 70), pick(1, 20), pick(1, 7)};
    for (unsigned i = dimensionsOf(type); i < 3; ++i)
      size[i] = 1;
    return size;
  }
  /// Some region inside of it.
  void someRegion(const Size3 &size, Size3 &origin, Size3 &region) {
    for (unsigned i = 0; i < 3; ++i) {
      origin[i] = pick(0, size[i] - 1);
      region[i] = pick(1, size[i] - origin[i]);
    }
  }
  cl_int createError(cl_mem_flags flags, const cl_image_format &format, const cl_image_desc &desc,
                     void *host = nullptr) {
    cl_int error = 1;
    cl_mem made = clCreateImage(context, flags, &format, &desc, host, &error);
    EXPECT_EQ(error == CL_SUCCESS, made != nullptr);
    if (made)
      buffers.push_back(made);
    return error;
  }
  /// Released at the end of the test. A 1D image from a buffer gets one.
  cl_mem makeImage(const cl_image_format &format, cl_image_desc desc, cl_mem_flags flags = CL_MEM_READ_WRITE,
                   void *host = nullptr) {
    if (desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && !desc.mem_object)
      desc.mem_object = makeBuffer(desc.image_width * 16);
    EXPECT_EQ(CL_SUCCESS, createError(flags, format, desc, host));
    return buffers.back();
  }
  template <typename T> static T imageInfo(cl_mem image, cl_image_info what) {
    return query<T>(clGetImageInfo, image, what);
  }
  Bytes contents(cl_mem image, const Size3 &size, size_t texelBytes) {
    return contents(image, ImageModel(size, texelBytes));
  }
  Bytes contents(cl_mem image, const ImageModel &model) {
    Bytes bytes(model.bytes.size(), 0xEE);
    const Size3 origin{}, region = model.forCommands(model.size);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0, bytes.data(), 0,
                                             nullptr, nullptr));
    return bytes;
  }
  void fillWith(cl_mem image, const ImageModel &model) {
    const Size3 origin{}, region = model.forCommands(model.size);
    EXPECT_EQ(CL_SUCCESS, clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                                              model.bytes.data(), 0, nullptr, nullptr));
  }
  std::mt19937 random{4711};
};

} // namespace api_test
