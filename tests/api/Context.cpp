#include "Api.h"

using namespace api_test;

namespace {

template <typename... Rest>
cl_int createError(const cl_context_properties *properties, std::vector<cl_device_id> devices,
                   void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *) = nullptr,
                   void *data = nullptr) {
  cl_int error = 1;
  cl_context context = clCreateContext(properties, static_cast<cl_uint>(devices.size()),
                                       devices.empty() ? nullptr : devices.data(), notify, data, &error);
  EXPECT_EQ(error == CL_SUCCESS, context != nullptr);
  if (context)
    EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  return error;
}

cl_context_properties platformValue() { return reinterpret_cast<cl_context_properties>(platform()); }

TEST(Context, CreateErrors) {
  cl_device_id one = device();
  cl_context_properties good[] = {CL_CONTEXT_PLATFORM, platformValue(), CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  EXPECT_EQ(CL_SUCCESS, createError(good, {one}));
  cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, platformValue(), 0x7777, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, createError(unknown, {one}));
  cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platformValue(), CL_CONTEXT_PLATFORM, platformValue(), 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, createError(twice, {one}));
  cl_context_properties badValue[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, createError(badValue, {one}));
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, createError(nullptr, {one}, nullptr, &data));
  alignas(16) char foreign[64] = {};
  // The first device leads the loader here; the second is ours to find out.
  EXPECT_EQ(CL_INVALID_DEVICE, createError(nullptr, {one, reinterpret_cast<cl_device_id>(foreign)}));
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(nullptr, clCreateContext(good, 0, &one, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, clCreateContext(good, 1, nullptr, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
}

TEST(Context, FromType) {
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platformValue(), 0};
  cl_int error = 1;
  cl_context context = clCreateContextFromType(properties, CL_DEVICE_TYPE_DEFAULT, nullptr, nullptr, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(std::vector<cl_device_id>{device()},
            queryList<cl_device_id>(clGetContextInfo, context, CL_CONTEXT_DEVICES));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  EXPECT_EQ(nullptr, clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error));
  EXPECT_EQ(CL_DEVICE_NOT_FOUND, error);
  EXPECT_EQ(nullptr, clCreateContextFromType(properties, 1 << 20, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, error);
  EXPECT_EQ(nullptr, clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, &error, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, platformValue(), 0x7777, 1, 0};
  EXPECT_EQ(nullptr, clCreateContextFromType(unknown, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_PROPERTY, error);
}

TEST(Context, Info) {
  cl_device_id twice[] = {device(), device()};
  std::vector<cl_context_properties> properties = {CL_CONTEXT_PLATFORM, platformValue(), 0};
  cl_context context = clCreateContext(properties.data(), 2, twice, nullptr, nullptr, nullptr);
  ASSERT_NE(nullptr, context);
  // A device named twice is one device.
  EXPECT_EQ(1u, query<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES));
  EXPECT_EQ(properties, queryList<cl_context_properties>(clGetContextInfo, context, CL_CONTEXT_PROPERTIES));
  EXPECT_EQ(1u, query<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clRetainContext(context));
  EXPECT_EQ(2u, query<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  EXPECT_EQ(CL_INVALID_VALUE, clGetContextInfo(context, 0x7777, 0, nullptr, nullptr));
  char small;
  EXPECT_EQ(CL_INVALID_VALUE, clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, 1, &small, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));

  cl_context plain = clCreateContext(nullptr, 1, twice, nullptr, nullptr, nullptr);
  EXPECT_TRUE(queryList<cl_context_properties>(clGetContextInfo, plain, CL_CONTEXT_PROPERTIES).empty());
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(plain));
}

TEST(Context, DestructorCallbacksRunLastFirstWhenAllIsGone) {
  destroyed.clear();
  cl_device_id one = device();
  cl_context context = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_VALUE, clSetContextDestructorCallback(context, nullptr, nullptr));
  for (intptr_t i = 1; i <= 3; ++i)
    EXPECT_EQ(CL_SUCCESS, clSetContextDestructorCallback(context, noteDestroyed, reinterpret_cast<void *>(i)));
  cl_mem buffer = clCreateBuffer(context, 0, 16, nullptr, nullptr);
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  EXPECT_TRUE(destroyed.empty()); // the buffer keeps it
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ((std::vector<int>{3, 2, 1}), destroyed);
}

TEST(Context, LivesAsLongAsItsObjects) {
  cl_device_id one = device();
  cl_context context = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  cl_mem buffer = clCreateBuffer(context, 0, 16, nullptr, nullptr);
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  // The host has no reference left to give back, but may ask the buffer for the context and retain it again.
  EXPECT_EQ(CL_INVALID_CONTEXT, clReleaseContext(context));
  EXPECT_EQ(context, query<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT));
  EXPECT_EQ(CL_SUCCESS, clRetainContext(context));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(1u, query<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
}

} // namespace
