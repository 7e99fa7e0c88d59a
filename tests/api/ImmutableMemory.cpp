// Memory objects that nothing changes once they are made (cl_ext_immutable_memory_objects 1.0).
#include "runtime/NewerNames.h"
#include "tests/api/MemoryFixture.h"
#include <cstring>
#include <numeric>

using namespace api_test;

namespace {

constexpr cl_image_format UnsignedRgba8{CL_RGBA, CL_UNSIGNED_INT8};
constexpr size_t Origin[3] = {}, Region[3] = {4, 4, 1};

class ImmutableMemory : public WithMemory {
protected:
  void SetUp() override {
    WithMemory::SetUp();
    std::iota(values.begin(), values.end(), 100);
  }
  cl_int bufferError(cl_mem_flags flags, void *host) {
    cl_int error = 1;
    cl_mem made = clCreateBuffer(context, flags, bytes, host, &error);
    EXPECT_EQ(error == CL_SUCCESS, made != nullptr);
    if (made) {
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(made));
    }
    return error;
  }
  cl_mem image(cl_mem_flags flags, void *host, cl_int *error, cl_mem parent = nullptr) {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = 4;
    desc.mem_object = parent;
    cl_mem made = clCreateImage(context, flags, &UnsignedRgba8, &desc, host, error);
    if (made)
      buffers.push_back(made);
    return made;
  }

  std::vector<cl_uint> values = std::vector<cl_uint>(16);
  const std::size_t bytes = values.size() * sizeof(cl_uint);
};

TEST_F(ImmutableMemory, DeviceKnowsIt) {
  auto names = " " + queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(std::string::npos, names.find(" cl_ext_immutable_memory_objects "));
}

TEST_F(ImmutableMemory, BuffersAreMadeByTheRules) {
  for (cl_mem_flags from : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    const cl_mem_flags flags = CL_MEM_IMMUTABLE_EXT | from;
    EXPECT_EQ(CL_SUCCESS, bufferError(flags, values.data()));
    EXPECT_EQ(CL_SUCCESS, bufferError(flags | CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, values.data()));
    EXPECT_EQ(CL_INVALID_VALUE, bufferError(flags | CL_MEM_READ_WRITE, values.data()));
    EXPECT_EQ(CL_INVALID_VALUE, bufferError(flags | CL_MEM_WRITE_ONLY, values.data()));
    EXPECT_EQ(CL_INVALID_VALUE, bufferError(flags | CL_MEM_HOST_WRITE_ONLY, values.data()));
  }
  EXPECT_EQ(CL_INVALID_VALUE, bufferError(CL_MEM_IMMUTABLE_EXT, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, bufferError(CL_MEM_IMMUTABLE_EXT | CL_MEM_ALLOC_HOST_PTR, nullptr));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_IMMUTABLE_EXT, 64, 0));
}

TEST_F(ImmutableMemory, PartsAreImmutableToo) {
  cl_mem parent = makeBuffer(bytes, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, values.data());
  const cl_buffer_region region{0, bytes};
  for (cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *error) {
                return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
              }));
  cl_mem mutableOne = makeBuffer(bytes);
  for (cl_mem_flags flags : {cl_mem_flags{0}, CL_MEM_IMMUTABLE_EXT, cl_mem_flags{CL_MEM_READ_ONLY}}) {
    cl_int error = 1;
    buffers.push_back(clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(flags | CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR,
              query<cl_mem_flags>(clGetMemObjectInfo, buffers.back(), CL_MEM_FLAGS));
    EXPECT_EQ(CL_INVALID_OPERATION,
              clEnqueueCopyBuffer(queue, mutableOne, buffers.back(), 0, 0, bytes, 0, nullptr, nullptr));
  }
}

TEST_F(ImmutableMemory, CommandsCannotChangeABuffer) {
  cl_mem fixed = makeBuffer(bytes, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, values.data());
  cl_mem other = makeBuffer(bytes);
  const cl_uint one = 1;
  const size_t rect[3] = {4, 4, 1};
  cl_int error = 1;
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueWriteBuffer(queue, fixed, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueWriteBufferRect(queue, fixed, CL_TRUE, Origin, Origin, rect, 0, 0, 0, 0,
                                                           values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueCopyBuffer(queue, other, fixed, 0, 0, bytes, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueCopyBufferRect(queue, other, fixed, Origin, Origin, rect, 0, 0, 0, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueFillBuffer(queue, fixed, &one, sizeof one, 0, bytes, 0, nullptr, nullptr));
  for (cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE}) {
    EXPECT_EQ(nullptr, clEnqueueMapBuffer(queue, fixed, CL_TRUE, flags, 0, bytes, 0, nullptr, nullptr, &error));
    EXPECT_EQ(CL_INVALID_OPERATION, error);
  }
  // What only reads goes on as ever.
  std::vector<cl_uint> read(values.size());
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, fixed, other, 0, 0, bytes, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, other, CL_TRUE, 0, bytes, read.data(), 0, nullptr, nullptr));
  EXPECT_EQ(values, read);
  void *mapped = clEnqueueMapBuffer(queue, fixed, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(0, std::memcmp(mapped, values.data(), bytes));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, fixed, mapped, 0, nullptr, nullptr));
}

TEST_F(ImmutableMemory, KernelsReadIt) {
  cl_mem fixed = makeBuffer(bytes, CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR, values.data());
  cl_mem out = makeBuffer(bytes);
  cl_kernel kernel = makeKernel("kernel void k(global const uint *in, global uint *out) { size_t i = "
                                "get_global_id(0); out[i] = in[i] * 3; }");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof fixed, &fixed));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof out, &out));
  EXPECT_EQ(CL_SUCCESS, run(kernel, values.size()));
  std::vector<cl_uint> read(values.size());
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, read.data(), 0, nullptr, nullptr));
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(values[i] * 3, read[i]);
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, sizeof fixed, &fixed));
  cl_kernel constant = makeKernel("kernel void k(constant uint *in) {}");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(constant, 0, sizeof fixed, &fixed));
}

TEST_F(ImmutableMemory, ImagesKeepTheRulesToo) {
  ASSERT_TRUE(query<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT));
  cl_int error = 1;
  EXPECT_EQ(nullptr, image(CL_MEM_IMMUTABLE_EXT, nullptr, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(nullptr, image(CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_WRITE_ONLY, values.data(), &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  cl_mem fixed = image(CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, values.data(), &error);
  ASSERT_EQ(CL_SUCCESS, error);
  cl_mem buffer = makeBuffer(bytes), other = image(CL_MEM_READ_WRITE, nullptr, &error);
  const cl_uint color[4] = {1, 2, 3, 4};
  size_t pitch = 0;
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueWriteImage(queue, fixed, CL_TRUE, Origin, Region, 0, 0, values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueCopyImage(queue, other, fixed, Origin, Origin, Region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueFillImage(queue, fixed, color, Origin, Region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueCopyBufferToImage(queue, buffer, fixed, 0, Origin, Region, 0, nullptr, nullptr));
  EXPECT_EQ(nullptr, clEnqueueMapImage(queue, fixed, CL_TRUE, CL_MAP_WRITE, Origin, Region, &pitch, nullptr, 0, nullptr,
                                       nullptr, &error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
  // The flags are looked at before the pitches.
  EXPECT_EQ(nullptr, clEnqueueMapImage(queue, fixed, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, Origin, Region, nullptr,
                                       nullptr, 0, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyImageToBuffer(queue, fixed, buffer, Origin, Region, 0, 0, nullptr, nullptr));
  std::vector<cl_uint> read(values.size());
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, read.data(), 0, nullptr, nullptr));
  EXPECT_EQ(values, read);
  // Into an immutable buffer, and of one.
  cl_mem source = makeBuffer(bytes, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, values.data());
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueCopyImageToBuffer(queue, fixed, source, Origin, Region, 0, 0, nullptr, nullptr));
  EXPECT_EQ(nullptr, image(CL_MEM_READ_ONLY, nullptr, &error, source));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_NE(nullptr, image(CL_MEM_IMMUTABLE_EXT, nullptr, &error, source));
  EXPECT_EQ(CL_SUCCESS, error);
}

TEST_F(ImmutableMemory, KernelsReadImagesAndDoNotWriteThem) {
  ASSERT_TRUE(query<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT));
  cl_int error = 1;
  cl_mem fixed = image(CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, values.data(), &error);
  cl_kernel reads = makeKernel("kernel void k(read_only image2d_t i) {}");
  cl_kernel writes = makeKernel("kernel void k(write_only image2d_t i) {}");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(reads, 0, sizeof fixed, &fixed));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(writes, 0, sizeof fixed, &fixed));
  // Every format that can be read may be of an immutable image.
  auto formats = [&](cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
    return count;
  };
  EXPECT_EQ(formats(CL_MEM_READ_ONLY), formats(CL_MEM_IMMUTABLE_EXT));
}

} // namespace
