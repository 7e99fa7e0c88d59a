// Buffers whose address kernels take (cl_ext_buffer_device_address 1.0.2).
#include "runtime/NewerNames.h"
#include "tests/api/MemoryFixture.h"

using namespace api_test;

namespace {

class DeviceAddresses : public WithMemory {
protected:
  cl_mem make(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) {
    const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
    cl_int error = 1;
    buffers.push_back(clCreateBufferWithProperties(context, list, flags, size, host, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return buffers.back();
  }
  static cl_mem_device_address_ext addressOf(cl_mem buffer) {
    return query<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT);
  }
  const clSetKernelArgDevicePointerEXT_fn setPointer = reinterpret_cast<clSetKernelArgDevicePointerEXT_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clSetKernelArgDevicePointerEXT"));
};

TEST_F(DeviceAddresses, PropertyRules) {
  using List = std::vector<cl_mem_properties>;
  auto error = [&](const List &list) {
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateBufferWithProperties(context, list.data(), 0, 64, nullptr, error);
      if (made) {
        EXPECT_EQ(list, queryList<cl_mem_properties>(clGetMemObjectInfo, made, CL_MEM_PROPERTIES));
        buffers.push_back(made);
      }
      return made;
    });
  };
  EXPECT_EQ(CL_SUCCESS, error({0}));
  EXPECT_EQ(CL_SUCCESS, error({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0}));
  EXPECT_EQ(CL_SUCCESS, error({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, error({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 7, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            error({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, error({0x7777, 1, 0}));
}

TEST_F(DeviceAddresses, OnlyThoseThatAskedHaveOne) {
  cl_mem_device_address_ext address = 0;
  EXPECT_EQ(CL_INVALID_OPERATION,
            clGetMemObjectInfo(makeBuffer(64), CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr));
  cl_mem buffer = make(256);
  EXPECT_NE(0u, addressOf(buffer));
  EXPECT_EQ(CL_INVALID_OPERATION, clGetMemObjectInfo(makeSubBuffer(buffer, 128, 64), CL_MEM_DEVICE_ADDRESS_EXT,
                                                     sizeof address, &address, nullptr));
  // Of shared virtual memory it is the pointer.
  void *svm = clSVMAlloc(context, 0, 256, 0);
  cl_mem over = make(256, CL_MEM_USE_HOST_PTR, svm);
  EXPECT_EQ(reinterpret_cast<cl_mem_device_address_ext>(svm), addressOf(over));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(over));
  buffers.pop_back();
  clSVMFree(context, svm);
}

TEST_F(DeviceAddresses, KernelsTakeThem) {
  ASSERT_NE(nullptr, setPointer);
  cl_kernel kernel = makeKernel("kernel void k(global int *a, constant int *c, local int *l, global ulong *where) {"
                                "  a[get_global_id(0)] = 7; *(global int *)*where = 9; }");
  std::vector<int> zeros(64);
  cl_mem buffer = make(256, CL_MEM_COPY_HOST_PTR, zeros.data()), other = make(4);
  cl_mem_device_address_ext holder = addressOf(other);
  cl_mem where = makeBuffer(8, CL_MEM_COPY_HOST_PTR, &holder), constant = makeBuffer(4);
  EXPECT_EQ(CL_INVALID_KERNEL, setPointer(nullptr, 0, holder));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, setPointer(kernel, 4, holder));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, setPointer(kernel, 1, holder));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, setPointer(kernel, 2, holder));
  EXPECT_EQ(CL_SUCCESS, setPointer(kernel, 0, 3)); // nobody looks at it
  EXPECT_EQ(CL_SUCCESS, setPointer(kernel, 0, addressOf(buffer) + 128));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof constant, &constant));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, 4, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof where, &where));
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof holder, &holder));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 10));
  std::vector<int> back(64);
  int nine = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 256, back.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, other, CL_TRUE, 0, 4, &nine, 0, nullptr, nullptr));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(i >= 32 && i < 42 ? 7 : 0, back[i]) << i;
  EXPECT_EQ(9, nine);
}

TEST_F(DeviceAddresses, RobustProgramsKnowTheSize) {
  cl_kernel kernel =
      makeKernel("kernel void k(global int *a) { a[get_global_id(0)] = 7; }", "-cl-std=CL3.0 -cl-lanecl-robust");
  std::vector<int> zeros(64);
  cl_mem buffer = make(128, CL_MEM_COPY_HOST_PTR, zeros.data());
  EXPECT_EQ(CL_SUCCESS, setPointer(kernel, 0, addressOf(buffer) + 64));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 1 << 20)); // far beyond any memory
  std::vector<int> back(32);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 128, back.data(), 0, nullptr, nullptr));
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(i >= 16 ? 7 : 0, back[i]) << i;
}

TEST_F(DeviceAddresses, IntelsNameOfTheCreatingFunction) {
  auto create = reinterpret_cast<clCreateBufferWithPropertiesINTEL_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clCreateBufferWithPropertiesINTEL"));
  ASSERT_NE(nullptr, create);
  const cl_mem_properties_intel none[] = {0}, unknown[] = {0x7777, 0, 0};
  cl_int error = 1;
  buffers.push_back(create(context, none, CL_MEM_READ_ONLY, 64, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(64u, query<size_t>(clGetMemObjectInfo, buffers.back(), CL_MEM_SIZE));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            errorOf([&](cl_int *error) { return create(context, unknown, 0, 64, nullptr, error); }));
}

TEST_F(DeviceAddresses, IntelsAttributes) {
  auto number = [](cl_device_info name) { return query<cl_uint>(clGetDeviceInfo, device(), name); };
  EXPECT_EQ(number(CL_DEVICE_MAX_COMPUTE_UNITS),
            number(CL_DEVICE_NUM_SLICES_INTEL) * number(CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL) *
                number(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL) * number(CL_DEVICE_NUM_THREADS_PER_EU_INTEL));
  query<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_IP_VERSION_INTEL);
  query<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_ID_INTEL);
  query<cl_device_feature_capabilities_intel>(clGetDeviceInfo, device(), CL_DEVICE_FEATURE_CAPABILITIES_INTEL);
}

} // namespace
