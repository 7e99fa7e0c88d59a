#include "Api.h"
#include <cstring>
#include <numeric>

using namespace api_test;

namespace {

class Buffer : public WithContext {
protected:
  cl_int createError(cl_mem_flags flags, size_t size, void *host = nullptr) {
    cl_int error = 1;
    cl_mem buffer = clCreateBuffer(context, flags, size, host, &error);
    EXPECT_EQ(error == CL_SUCCESS, buffer != nullptr);
    if (buffer)
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
    return error;
  }
  cl_mem create(cl_mem_flags flags, size_t size = 1024, void *host = nullptr) {
    cl_int error = 1;
    cl_mem buffer = clCreateBuffer(context, flags, size, host, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return buffer;
  }
  cl_int subError(cl_mem buffer, cl_mem_flags flags, cl_buffer_region region = {0, 128}) {
    cl_int error = 1;
    cl_mem part = clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error == CL_SUCCESS, part != nullptr);
    if (part)
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(part));
    return error;
  }
};

TEST_F(Buffer, FlagsAndSizes) {
  char host[64] = {};
  for (cl_mem_flags flags : {0, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                             CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY})
    EXPECT_EQ(CL_SUCCESS, createError(flags, sizeof(host))) << flags;
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR}) {
    EXPECT_EQ(CL_SUCCESS, createError(flags, sizeof(host), host)) << flags;
    EXPECT_EQ(CL_INVALID_HOST_PTR, createError(flags, sizeof(host))) << flags;
  }
  for (cl_mem_flags flags :
       {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
        CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
        CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, 1 << 30})
    EXPECT_EQ(CL_INVALID_VALUE, createError(flags, sizeof(host), host)) << flags;
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(0, sizeof(host), host));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(0, 0));
  cl_ulong most = query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(0, most + 1));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(0, SIZE_MAX));
}

TEST_F(Buffer, Properties) {
  cl_int error = 1;
  const cl_mem_properties none[] = {0}, unknown[] = {0x7777, 1, 0};
  cl_mem buffer = clCreateBufferWithProperties(context, none, CL_MEM_READ_ONLY, 64, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(std::vector<cl_mem_properties>{0},
            queryList<cl_mem_properties>(clGetMemObjectInfo, buffer, CL_MEM_PROPERTIES));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  buffer = clCreateBufferWithProperties(context, nullptr, 0, 64, nullptr, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_TRUE(queryList<cl_mem_properties>(clGetMemObjectInfo, buffer, CL_MEM_PROPERTIES).empty());
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(nullptr, clCreateBufferWithProperties(context, unknown, 0, 64, nullptr, &error));
  EXPECT_EQ(CL_INVALID_PROPERTY, error);
}

TEST_F(Buffer, Info) {
  char host[256] = {};
  cl_mem buffer = create(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof(host), host);
  auto get = clGetMemObjectInfo;
  EXPECT_EQ(cl_mem_object_type(CL_MEM_OBJECT_BUFFER), query<cl_mem_object_type>(get, buffer, CL_MEM_TYPE));
  EXPECT_EQ(cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR), query<cl_mem_flags>(get, buffer, CL_MEM_FLAGS));
  EXPECT_EQ(sizeof(host), query<size_t>(get, buffer, CL_MEM_SIZE));
  EXPECT_EQ(host, query<void *>(get, buffer, CL_MEM_HOST_PTR));
  EXPECT_EQ(0u, query<cl_uint>(get, buffer, CL_MEM_MAP_COUNT));
  EXPECT_EQ(1u, query<cl_uint>(get, buffer, CL_MEM_REFERENCE_COUNT));
  EXPECT_EQ(context, query<cl_context>(get, buffer, CL_MEM_CONTEXT));
  EXPECT_EQ(nullptr, query<cl_mem>(get, buffer, CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(0u, query<size_t>(get, buffer, CL_MEM_OFFSET));
  EXPECT_EQ(cl_bool(CL_FALSE), query<cl_bool>(get, buffer, CL_MEM_USES_SVM_POINTER));
  EXPECT_EQ(CL_INVALID_VALUE, get(buffer, 0x7777, 0, nullptr, nullptr));
  char small;
  EXPECT_EQ(CL_INVALID_VALUE, get(buffer, CL_MEM_SIZE, sizeof(small), &small, nullptr));

  cl_mem plain = create(CL_MEM_COPY_HOST_PTR, sizeof(host), host);
  EXPECT_EQ(nullptr, query<void *>(get, plain, CL_MEM_HOST_PTR));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(plain));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
}

TEST_F(Buffer, DeadHandleIsAnError) {
  cl_mem buffer = create(0);
  EXPECT_EQ(CL_SUCCESS, clRetainMemObject(buffer));
  EXPECT_EQ(2u, query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  // A part keeps the whole's memory, so the handle can be tried without reading freed memory in the loader.
  cl_buffer_region region = {0, 128};
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clReleaseMemObject(buffer));
  EXPECT_EQ(buffer, query<cl_mem>(clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(part));
}

TEST_F(Buffer, SubBufferInfo) {
  std::vector<char> host(1024);
  cl_mem whole = create(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, host.size(), host.data());
  cl_buffer_region region = {256, 512};
  cl_int error = 1;
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  auto get = clGetMemObjectInfo;
  EXPECT_EQ(whole, query<cl_mem>(get, part, CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(256u, query<size_t>(get, part, CL_MEM_OFFSET));
  EXPECT_EQ(512u, query<size_t>(get, part, CL_MEM_SIZE));
  EXPECT_EQ(host.data() + 256, query<void *>(get, part, CL_MEM_HOST_PTR));
  // Inherited where not given.
  EXPECT_EQ(cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY),
            query<cl_mem_flags>(get, part, CL_MEM_FLAGS));
  // A part of a part is no buffer to cut.
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, subError(part, 0));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(part));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(whole));
}

TEST_F(Buffer, SubBufferRegions) {
  cl_mem whole = create(0, 1000);
  EXPECT_EQ(CL_SUCCESS, subError(whole, 0, {128, 872}));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, subError(whole, 0, {128, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, subError(whole, 0, {128, 873}));
  EXPECT_EQ(CL_INVALID_VALUE, subError(whole, 0, {1024, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, subError(whole, 0, {128, SIZE_MAX - 64}));
  EXPECT_EQ(CL_MISALIGNED_SUB_BUFFER_OFFSET, subError(whole, 0, {64, 64}));
  cl_int error = 1;
  cl_buffer_region region = {0, 64};
  EXPECT_EQ(nullptr, clCreateSubBuffer(whole, 0, 0x7777, &region, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(whole));
}

TEST_F(Buffer, SubBufferFlags) {
  struct Case {
    cl_mem_flags whole, part;
    cl_int error;
  };
  const Case cases[] = {
      {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_SUCCESS},
      {CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY, CL_SUCCESS},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
      {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
      {0, CL_MEM_ALLOC_HOST_PTR, CL_INVALID_VALUE},
      {0, CL_MEM_COPY_HOST_PTR, CL_INVALID_VALUE},
      {0, CL_MEM_USE_HOST_PTR, CL_INVALID_VALUE},
      {0, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_INVALID_VALUE},
  };
  for (const Case &one : cases) {
    cl_mem whole = create(one.whole);
    EXPECT_EQ(one.error, subError(whole, one.part)) << one.whole << " " << one.part;
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(whole));
  }
}

TEST_F(Buffer, TheDevicesMemoryHasAnEnd) {
  cl_ulong most = query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  cl_ulong all = query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_SIZE);
  std::vector<cl_mem> buffers;
  cl_int error = CL_SUCCESS;
  while (error == CL_SUCCESS && buffers.size() * most <= all)
    if (cl_mem buffer = clCreateBuffer(context, 0, most, nullptr, &error))
      buffers.push_back(buffer);
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, error);
  EXPECT_LE(buffers.size() * most, all);
  for (cl_mem buffer : buffers)
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(CL_SUCCESS, createError(0, most)); // given back
}

TEST_F(Buffer, DISABLED_LargestAllocation) {
  cl_ulong most = query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  printf("error %d\n", createError(0, most));
  printf("small %d\n", createError(0, 4096));
}

TEST_F(Buffer, TheSystemsRefusalIsAnError) {
  if (isSanitized)
    GTEST_SKIP() << "a sanitizer needs the address space";
  // Address space for the program, but not for half of the machine's memory.
  std::string output = runFresh("ulimit -v 1500000;", "Buffer.DISABLED_LargestAllocation");
  EXPECT_NE(std::string::npos, output.find("error " + std::to_string(CL_MEM_OBJECT_ALLOCATION_FAILURE) + "\n"))
      << output;
  EXPECT_NE(std::string::npos, output.find("small 0\n")) << output;
}

TEST_F(Buffer, DestructorCallbacksRunLastFirst) {
  destroyed.clear();
  cl_mem buffer = create(0);
  EXPECT_EQ(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
  for (intptr_t i = 1; i <= 3; ++i)
    EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, noteDestroyed, reinterpret_cast<void *>(i)));
  EXPECT_TRUE(destroyed.empty());
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ((std::vector<int>{3, 2, 1}), destroyed);
}

} // namespace
