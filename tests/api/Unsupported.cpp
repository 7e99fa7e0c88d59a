// What the device does not support says so with the specification's error.
#include "Api.h"

using namespace api_test;

namespace {

using Unsupported = WithContext;

TEST_F(Unsupported, Images) {
  cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *error) {
              return clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *error) {
              return clCreateImageWithProperties(context, nullptr, CL_MEM_READ_ONLY, &format, &desc, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *error) {
              return clCreateImage2D(context, CL_MEM_READ_ONLY, &format, 4, 4, 0, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *error) {
              return clCreateImage3D(context, CL_MEM_READ_ONLY, &format, 4, 4, 4, 0, 0, nullptr, error);
            }));
  cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clGetPipeInfo(buffer, CL_PIPE_MAX_PACKETS, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
}

TEST_F(Unsupported, ImageFormats) {
  cl_uint count = 77;
  cl_image_format format;
  EXPECT_EQ(CL_SUCCESS,
            clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_EQ(0u, count);
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context, cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count));
}

TEST_F(Unsupported, SamplersPipesAndSvm) {
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *error) {
              return clCreateSampler(context, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, error);
            }));
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOf([&](cl_int *error) { return clCreateSamplerWithProperties(context, nullptr, error); }));
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOf([&](cl_int *error) { return clCreatePipe(context, 0, 4, 4, nullptr, error); }));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  clSVMFree(context, nullptr);
}

} // namespace
