// Mipmaps (OpenCL API 5.3.1, "Mipmap Images"; 5.3.7, "Specifying Mipmap Levels to Image Operations"; 5.7).
#include "tests/api/ImageFixture.h"
#include <algorithm>
#include <bit>

namespace {

using namespace api_test;

constexpr cl_image_format Words = {CL_R, CL_UNSIGNED_INT32};
constexpr cl_mem_object_type Types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                        CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

class ImageMipmaps : public WithImages {
protected:
  static constexpr Size3 Base = {21, 10, 6};
  static Size3 baseOf(cl_mem_object_type type) {
    Size3 size = Base;
    for (unsigned i = dimensionsOf(type); i < 3; ++i)
      size[i] = 1;
    return size;
  }
  /// "Half the size of the previous level, rounded down"; layers stay.
  static Size3 sizeOf(cl_mem_object_type type, unsigned level) {
    Size3 size = baseOf(type);
    bool isArray = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    for (unsigned i = 0; i < dimensionsOf(type) - isArray; ++i)
      size[i] = std::max<size_t>(size[i] >> level, 1);
    return size;
  }
  /// An origin with the level behind its last number.
  static std::array<size_t, 4> at(cl_mem_object_type type, unsigned level) {
    std::array<size_t, 4> origin{};
    origin[dimensionsOf(type)] = level;
    return origin;
  }
  cl_mem make(cl_mem_object_type type, cl_uint levels) {
    cl_image_desc desc = descOf(type, baseOf(type));
    desc.num_mip_levels = levels;
    return makeImage(Words, desc);
  }
  Bytes levelOf(cl_mem image, cl_mem_object_type type, unsigned level) {
    Size3 size = sizeOf(type, level);
    Bytes bytes(size[0] * size[1] * size[2] * 4, 0xEE);
    auto origin = at(type, level);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), size.data(), 0, 0, bytes.data(), 0,
                                             nullptr, nullptr));
    return bytes;
  }
  /// Every level other noise, which it returns.
  std::vector<Bytes> fillLevels(cl_mem image, cl_mem_object_type type, unsigned levels) {
    std::vector<Bytes> all;
    for (unsigned i = 0; i < levels; ++i) {
      Size3 size = sizeOf(type, i);
      all.push_back(noise(size[0] * size[1] * size[2] * 4));
      auto origin = at(type, i);
      EXPECT_EQ(CL_SUCCESS, clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), size.data(), 0, 0,
                                                all.back().data(), 0, nullptr, nullptr));
    }
    return all;
  }
};

} // namespace

TEST_F(ImageMipmaps, EveryLevelHoldsItsOwnTexels) {
  for (cl_mem_object_type type : Types) {
    cl_mem image = make(type, 4);
    EXPECT_EQ(4u, imageInfo<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS));
    std::vector<Bytes> all = fillLevels(image, type, 4);
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(all[i], levelOf(image, type, i)) << type << ' ' << i;
  }
}

TEST_F(ImageMipmaps, CommandsWorkOnALevel) {
  for (cl_mem_object_type type : Types) {
    cl_mem image = make(type, 4), other = make(type, 3);
    std::vector<Bytes> all = fillLevels(image, type, 4);
    // Copies from one level to the same of another image, to a buffer and back to the first of the other image.
    auto two = at(type, 2), one = at(type, 1), zero = at(type, 0);
    Size3 size = sizeOf(type, 2), sizeOne = sizeOf(type, 1);
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueCopyImage(queue, image, other, two.data(), two.data(), size.data(), 0, nullptr, nullptr));
    EXPECT_EQ(all[2], levelOf(other, type, 2));
    cl_mem buffer = makeBuffer(all[1].size());
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueCopyImageToBuffer(queue, image, buffer, one.data(), sizeOne.data(), 0, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueCopyBufferToImage(queue, buffer, other, 0, one.data(), sizeOne.data(), 0, nullptr, nullptr));
    EXPECT_EQ(all[1], levelOf(other, type, 1));
    const cl_uint colour[4] = {0x01020304, 0, 0, 0};
    ASSERT_EQ(CL_SUCCESS, clEnqueueFillImage(queue, image, colour, one.data(), sizeOne.data(), 0, nullptr, nullptr));
    Bytes filled = levelOf(image, type, 1);
    for (size_t i = 0; i < filled.size(); ++i)
      ASSERT_EQ(4 - i % 4, filled[i]);
    // The others are as they were.
    EXPECT_EQ(all[0], levelOf(image, type, 0));
    EXPECT_EQ(all[2], levelOf(image, type, 2));
    size_t row = 0, slice = 0;
    cl_int error;
    void *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, two.data(), size.data(), &row, &slice, 0,
                                     nullptr, nullptr, &error);
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(0, std::memcmp(mapped, all[2].data(), size[0] * 4));
    // Another level is another region.
    Size3 texel{1, 1, 1};
    void *apart = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, zero.data(), texel.data(), &row, &slice, 0,
                                    nullptr, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, image, apart, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr));
    auto none = at(type, 4);
    Bytes room(all[0].size());
    EXPECT_EQ(CL_INVALID_MIP_LEVEL, clEnqueueReadImage(queue, image, CL_TRUE, none.data(), texel.data(), 0, 0,
                                                       room.data(), 0, nullptr, nullptr));
    Size3 large = sizeOf(type, 0); // does not fit the level
    EXPECT_EQ(CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, one.data(), large.data(), 0, 0, room.data(),
                                                   0, nullptr, nullptr));
  }
}

TEST_F(ImageMipmaps, WhatCannotHaveLevels) {
  auto withLevels = [&](cl_mem_object_type type, cl_uint levels, cl_mem parent = nullptr) {
    cl_image_desc desc = descOf(type, baseOf(type));
    desc.num_mip_levels = levels;
    desc.mem_object = parent;
    return desc;
  };
  Bytes host(21 * 10 * 4);
  cl_image_desc flat = withLevels(CL_MEM_OBJECT_IMAGE2D, 2);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(CL_MEM_USE_HOST_PTR, Words, flat, host.data()));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(CL_MEM_COPY_HOST_PTR, Words, flat, host.data()));
  EXPECT_EQ(CL_SUCCESS, createError(0, {CL_DEPTH, CL_FLOAT}, flat)); // OpenCL C reads levels of these
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, Words, withLevels(CL_MEM_OBJECT_IMAGE2D, 2, makeBuffer(4096))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            createError(0, Words, withLevels(CL_MEM_OBJECT_IMAGE1D_BUFFER, 2, makeBuffer(4096))));
  EXPECT_EQ(CL_SUCCESS, createError(0, Words, withLevels(CL_MEM_OBJECT_IMAGE2D, 6))); // 21, 10, 5, 2, 1, 1
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, Words, withLevels(CL_MEM_OBJECT_IMAGE2D, 100)));
}

TEST_F(ImageMipmaps, SamplersHaveAFilterAndBounds) {
  auto bitsOf = [](float value) { return cl_sampler_properties(std::bit_cast<cl_uint>(value)); };
  auto make = [&](cl_sampler_properties name, cl_sampler_properties value, cl_int *error) {
    const cl_sampler_properties list[] = {name, value, 0};
    return clCreateSamplerWithProperties(context, list, error);
  };
  cl_int error;
  cl_sampler plain = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error);
  EXPECT_EQ(cl_filter_mode(CL_FILTER_NEAREST),
            query<cl_filter_mode>(clGetSamplerInfo, plain, CL_SAMPLER_MIP_FILTER_MODE_KHR));
  EXPECT_EQ(0.0f, query<cl_float>(clGetSamplerInfo, plain, CL_SAMPLER_LOD_MIN_KHR));
  EXPECT_EQ(CL_MAXFLOAT, query<cl_float>(clGetSamplerInfo, plain, CL_SAMPLER_LOD_MAX_KHR));
  clReleaseSampler(plain);
  cl_sampler linear = make(CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR, &error);
  EXPECT_EQ(cl_filter_mode(CL_FILTER_LINEAR),
            query<cl_filter_mode>(clGetSamplerInfo, linear, CL_SAMPLER_MIP_FILTER_MODE_KHR));
  clReleaseSampler(linear);
  cl_sampler bounded = make(CL_SAMPLER_LOD_MAX_KHR, bitsOf(2.5f), &error);
  EXPECT_EQ(2.5f, query<cl_float>(clGetSamplerInfo, bounded, CL_SAMPLER_LOD_MAX_KHR));
  clReleaseSampler(bounded);
  EXPECT_EQ(nullptr, make(CL_SAMPLER_MIP_FILTER_MODE_KHR, 7, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, make(CL_SAMPLER_LOD_MIN_KHR, bitsOf(-1.0f), &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
}

/// A kernel sees the levels, and the sampler's bounds.
TEST_F(ImageMipmaps, KernelsReadAndWriteLevels) {
  const char *source = "kernel void fetch(read_only image2d_t image, sampler_t s, write_only image2d_t to,\n"
                       "                  global uint *out) {\n"
                       "  int i = get_global_id(0);\n"
                       "  out[i] = read_imageui(image, s, (float2)(0.01f, 0.01f), (float)i).x;\n"
                       "  write_imageui(to, (int2)(0, 0), i, (uint4)(100 + i)); }";
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  cl_kernel fetch = clCreateKernel(program, "fetch", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  cl_mem image = make(CL_MEM_OBJECT_IMAGE2D, 4), to = make(CL_MEM_OBJECT_IMAGE2D, 4), out = makeBuffer(16);
  std::vector<Bytes> all = fillLevels(image, CL_MEM_OBJECT_IMAGE2D, 4);
  fillLevels(to, CL_MEM_OBJECT_IMAGE2D, 4);
  const cl_sampler_properties list[] = {CL_SAMPLER_LOD_MAX_KHR, cl_sampler_properties(std::bit_cast<cl_uint>(2.0f)), 0};
  cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(fetch, 0, sizeof image, &image));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(fetch, 1, sizeof sampler, &sampler));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(fetch, 2, sizeof to, &to));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(fetch, 3, sizeof out, &out));
  const size_t items = 4;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, fetch, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  cl_uint result[4];
  ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, result, 0, nullptr, nullptr));
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(0, std::memcmp(&result[i], all[std::min(i, 2u)].data(), 4)) << i;
    cl_uint first;
    std::memcpy(&first, levelOf(to, CL_MEM_OBJECT_IMAGE2D, i).data(), sizeof first);
    EXPECT_EQ(100 + i, first);
  }
  clReleaseSampler(sampler);
  clReleaseKernel(fetch);
  clReleaseProgram(program);
}
