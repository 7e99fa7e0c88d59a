// Memory that others share by file descriptors (cl_khr_external_memory 1.0.1, with opaque_fd and dma_buf). A memfd that
// the test maps for itself stands for the other side; what the system lets it make of /dev/udmabuf is a true dma_buf.
#include "runtime/NewerNames.h"
#include "tests/api/MemoryFixture.h"
#include "tests/api/PosedDmaBuf.h"
#include <cstring>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <numeric>
#include <sys/ioctl.h>
#include <sys/mman.h>

using namespace api_test;

namespace {

constexpr cl_mem_properties OpaqueFd = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
constexpr cl_mem_properties DmaBuf = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
constexpr std::size_t Page = 4096;

/// The other side: memory of its own, whose descriptor it gives away.
class SharedMemory {
public:
  explicit SharedMemory(std::size_t bytes, unsigned flags = 0) : bytes_(bytes), given_(memfd_create("shared", flags)) {
    EXPECT_EQ(0, ftruncate(given_, static_cast<off_t>(bytes)));
    data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, given_, 0);
    EXPECT_NE(MAP_FAILED, data_);
  }
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory() {
    munmap(data_, bytes_);
    if (isOpen())
      close(given_);
  }
  int fd() const { return given_; }
  cl_mem_properties value() const { return static_cast<cl_mem_properties>(given_); }
  bool isOpen() const { return fcntl(given_, F_GETFD) >= 0; }
  cl_uint *words() const { return static_cast<cl_uint *>(data_); }
  std::size_t count() const { return bytes_ / sizeof(cl_uint); }

private:
  std::size_t bytes_;
  int given_;
  void *data_;
};

class ExternalMemory : public WithMemory {
protected:
  using Properties = std::vector<cl_mem_properties>;

  void SetUp() override {
    WithMemory::SetUp();
    auto load = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          clGetExtensionFunctionAddressForPlatform(platform(), name));
      ASSERT_NE(nullptr, function);
    };
    load(acquire, "clEnqueueAcquireExternalMemObjectsKHR");
    load(release, "clEnqueueReleaseExternalMemObjectsKHR");
  }
  cl_int bufferError(const Properties &properties, cl_mem_flags flags, std::size_t size, void *host = nullptr,
                     cl_context in = nullptr) {
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateBufferWithProperties(in ? in : context, properties.data(), flags, size, host, error);
      if (made)
        buffers.push_back(made);
      return made;
    });
  }
  cl_int imageError(const Properties &properties, const cl_image_desc &desc, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    return errorOf([&](cl_int *error) {
      cl_mem made = clCreateImageWithProperties(context, properties.data(), flags, &format, &desc, nullptr, error);
      if (made)
        buffers.push_back(made);
      return made;
    });
  }
  static cl_image_desc flat(std::size_t width, std::size_t height, std::size_t rowPitch = 0) {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = width;
    desc.image_height = height;
    desc.image_row_pitch = rowPitch;
    return desc;
  }
  /// Adds 1 to each word of the buffer between taking it over and handing it back.
  void increment(cl_mem buffer, std::size_t count) {
    cl_kernel kernel = makeKernel("kernel void k(global uint *p) { p[get_global_id(0)] += 1; }");
    cl_event events[2] = {};
    EXPECT_EQ(CL_SUCCESS, acquire(queue, 1, &buffer, 0, nullptr, &events[0]));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    EXPECT_EQ(CL_SUCCESS, run(kernel, count));
    EXPECT_EQ(CL_SUCCESS, release(queue, 1, &buffer, 0, nullptr, &events[1]));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(2, events));
    EXPECT_EQ(cl_command_type{CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR}, typeOf(events[0]));
    EXPECT_EQ(cl_command_type{CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR}, typeOf(events[1]));
  }

  clEnqueueAcquireExternalMemObjectsKHR_fn acquire = nullptr;
  clEnqueueReleaseExternalMemObjectsKHR_fn release = nullptr;
};

TEST_F(ExternalMemory, PlatformAndDeviceSayWhatTheyImport) {
  using Types = std::vector<cl_external_memory_handle_type_khr>;
  using Type = Types::value_type;
  const Types both{OpaqueFd, DmaBuf};
  EXPECT_EQ(both, queryList<Type>(clGetDeviceInfo, device(), CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(both, queryList<Type>(clGetDeviceInfo, device(),
                                  CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR));
  EXPECT_EQ(both, queryList<Type>(clGetPlatformInfo, platform(), CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR));
}

TEST_F(ExternalMemory, KernelsAndTheOtherSideSeeOneMemory) {
  const SharedMemory shared(3 * Page);
  std::iota(shared.words(), shared.words() + shared.count(), 7u);
  const Properties list{OpaqueFd, shared.value(), 0};
  ASSERT_EQ(CL_SUCCESS, bufferError(list, CL_MEM_READ_WRITE, 3 * Page));
  EXPECT_FALSE(shared.isOpen()); // "transfers ownership of the file descriptor"
  cl_mem buffer = buffers.back();
  EXPECT_EQ(list, queryList<cl_mem_properties>(clGetMemObjectInfo, buffer, CL_MEM_PROPERTIES));
  increment(buffer, shared.count());
  for (std::size_t i = 0; i < shared.count(); ++i)
    ASSERT_EQ(8 + i, shared.words()[i]);
  shared.words()[5] = 99;
  cl_uint read = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 20, 4, &read, 0, nullptr, nullptr));
  EXPECT_EQ(99u, read);
}

TEST_F(ExternalMemory, TheMemoryOutlivesTheOtherSide) {
  {
    const SharedMemory shared(Page);
    shared.words()[1] = 5;
    ASSERT_EQ(CL_SUCCESS, bufferError({OpaqueFd, shared.value(), 0}, 0, Page));
  }
  increment(buffers.back(), 2);
  cl_uint read = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffers.back(), CL_TRUE, 4, 4, &read, 0, nullptr, nullptr));
  EXPECT_EQ(6u, read);
}

TEST_F(ExternalMemory, SizesAreWithinTheMemory) {
  // Odd sizes: vectors at the end of the buffer read on within the page.
  const SharedMemory shared(Page + 100);
  const int again = dup(shared.fd());
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, bufferError({OpaqueFd, shared.value(), 0}, 0, 0));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, bufferError({OpaqueFd, shared.value(), 0}, 0, Page + 101));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, bufferError({OpaqueFd, shared.value(), 0}, 0, 2 * Page));
  EXPECT_TRUE(shared.isOpen());
  ASSERT_EQ(CL_SUCCESS, bufferError({OpaqueFd, shared.value(), 0}, 0, Page + 100));
  increment(buffers.back(), (Page + 100) / 4);
  EXPECT_EQ(1u, shared.words()[(Page + 96) / 4]);
  ASSERT_EQ(CL_SUCCESS, bufferError({OpaqueFd, static_cast<cl_mem_properties>(again), 0}, 0, 36));
  EXPECT_EQ(36u, query<size_t>(clGetMemObjectInfo, buffers.back(), CL_MEM_SIZE));
  increment(buffers.back(), 9);
  EXPECT_EQ(2u, shared.words()[8]);
  EXPECT_EQ(1u, shared.words()[9]);
}

TEST_F(ExternalMemory, BuffersKeepTheRules) {
  const SharedMemory shared(Page);
  const cl_mem_properties fd = shared.value(), one = reinterpret_cast<cl_mem_properties>(device());
  cl_uint host[Page / 4];
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({OpaqueFd, fd, OpaqueFd, fd, 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({OpaqueFd, fd, DmaBuf, fd, 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR, fd, 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({CL_MEM_DEVICE_HANDLE_LIST_KHR, one, 0, 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({OpaqueFd, 1 << 20, 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({OpaqueFd, cl_mem_properties(-1), 0}, 0, Page));
  EXPECT_NE(CL_SUCCESS, bufferError({OpaqueFd, cl_mem_properties(ends[0]), 0}, 0, Page));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({DmaBuf, fd, 0}, 0, Page)); // a memfd is none
  EXPECT_EQ(CL_INVALID_DEVICE, bufferError({OpaqueFd, fd, CL_MEM_DEVICE_HANDLE_LIST_KHR, 0x10, 0, 0}, 0, Page));
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR})
    EXPECT_EQ(CL_INVALID_VALUE, bufferError({OpaqueFd, fd, 0}, flags, Page, host));
  EXPECT_EQ(CL_INVALID_HOST_PTR, bufferError({OpaqueFd, fd, 0}, 0, Page, host));
  EXPECT_TRUE(shared.isOpen());
  EXPECT_EQ(CL_SUCCESS, bufferError({CL_MEM_DEVICE_HANDLE_LIST_KHR, one, 0, OpaqueFd, fd, 0}, 0, Page));
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ExternalMemory, CommandsKeepTheRules) {
  const SharedMemory shared(Page);
  ASSERT_EQ(CL_SUCCESS, bufferError({OpaqueFd, shared.value(), 0}, 0, Page));
  cl_mem external = buffers.back(), plain = makeBuffer(Page), part = makeSubBuffer(external, 0, 128);
  cl_event failed = userEvent(), none = nullptr;
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -5));
  cl_device_id one = device();
  cl_int error = 1;
  cl_context other = clCreateContext(nullptr, 1, &one, nullptr, nullptr, &error);
  cl_command_queue foreign = clCreateCommandQueueWithProperties(other, one, nullptr, &error);
  for (auto call : {acquire, release}) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(nullptr, 1, &external, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 1, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 0, &external, 0, nullptr, nullptr));
    for (cl_mem bad : {plain, part, cl_mem{}})
      EXPECT_EQ(CL_INVALID_MEM_OBJECT, call(queue, 1, &bad, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_CONTEXT, call(foreign, 1, &external, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue, 1, &external, 1, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue, 1, &external, 1, &none, nullptr));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, call(queue, 1, &external, 1, &failed, nullptr));
    // "If num_mem_objects is 0 and mem_objects is NULL, the command will trivially succeed."
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, call(queue, 0, nullptr, 0, nullptr, &event));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(failed));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(foreign));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(other));
}

TEST_F(ExternalMemory, BelongsToTheDevicesOfItsList) {
  const cl_device_partition_property single[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64] = {};
  cl_uint count = 0;
  if (clCreateSubDevices(device(), single, 64, parts, &count) != CL_SUCCESS || count < 2)
    GTEST_SKIP() << "one compute unit has no parts";
  cl_int error = 1;
  cl_context both = clCreateContext(nullptr, 2, parts, nullptr, nullptr, &error);
  cl_command_queue first = clCreateCommandQueueWithProperties(both, parts[0], nullptr, &error);
  cl_command_queue second = clCreateCommandQueueWithProperties(both, parts[1], nullptr, &error);
  const SharedMemory shared(Page);
  const Properties list{
      OpaqueFd, shared.value(), CL_MEM_DEVICE_HANDLE_LIST_KHR, reinterpret_cast<cl_mem_properties>(parts[0]), 0, 0};
  ASSERT_EQ(CL_SUCCESS, bufferError(list, 0, Page, nullptr, both));
  cl_mem buffer = buffers.back();
  EXPECT_EQ(list, queryList<cl_mem_properties>(clGetMemObjectInfo, buffer, CL_MEM_PROPERTIES));
  for (auto call : {acquire, release}) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(second, 1, &buffer, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(queue, 1, &buffer, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, call(first, 1, &buffer, 0, nullptr, nullptr));
  }
  for (cl_command_queue each : {first, second}) {
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(each));
  }
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_EQ(CL_SUCCESS, clReleaseDevice(parts[i]));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(both));
}

TEST_F(ExternalMemory, ImagesLieInRowsOfIt) {
  ASSERT_TRUE(query<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT));
  constexpr std::size_t Width = 9, Height = 7, Pitch = 64;
  const SharedMemory shared(Height * Pitch);
  const int again = dup(shared.fd());
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError({OpaqueFd, shared.value(), 0}, flat(Width, Height + 1, Pitch)));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError({OpaqueFd, shared.value(), 0}, flat(Width, Height, 30)));
  EXPECT_EQ(CL_INVALID_VALUE,
            imageError({OpaqueFd, shared.value(), 0}, flat(Width, Height, Pitch), CL_MEM_ALLOC_HOST_PTR));
  cl_image_desc ofBuffer = flat(Width, Height, Pitch);
  ofBuffer.mem_object = makeBuffer(Height * Pitch);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError({OpaqueFd, shared.value(), 0}, ofBuffer));
  EXPECT_TRUE(shared.isOpen());
  ASSERT_EQ(CL_SUCCESS, imageError({OpaqueFd, shared.value(), 0}, flat(Width, Height, Pitch)));
  EXPECT_FALSE(shared.isOpen());
  cl_mem image = buffers.back();
  EXPECT_EQ(Pitch, query<size_t>(clGetImageInfo, image, CL_IMAGE_ROW_PITCH));
  cl_kernel kernel = makeKernel("kernel void k(write_only image2d_t i) { int2 at = (int2)(get_global_id(0), "
                                "get_global_id(1)); write_imageui(i, at, (uint4)(at.x, at.y, 3, 4)); }");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof image, &image));
  EXPECT_EQ(CL_SUCCESS, acquire(queue, 1, &image, 0, nullptr, nullptr));
  const size_t items[] = {Width, Height};
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, release(queue, 1, &image, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  const auto *bytes = reinterpret_cast<const unsigned char *>(shared.words());
  for (std::size_t y = 0; y < Height; ++y)
    for (std::size_t x = 0; x < Pitch / 4; ++x) {
      const unsigned char texel[4] = {static_cast<unsigned char>(x), static_cast<unsigned char>(y), 3, 4}, gap[4] = {};
      EXPECT_EQ(0, std::memcmp(bytes + y * Pitch + x * 4, x < Width ? texel : gap, 4)) << x << ' ' << y;
    }
  // Rows without gaps when no pitch is given.
  ASSERT_EQ(CL_SUCCESS, imageError({OpaqueFd, static_cast<cl_mem_properties>(again), 0}, flat(Width, Height)));
  EXPECT_EQ(Width * 4, query<size_t>(clGetImageInfo, buffers.back(), CL_IMAGE_ROW_PITCH));
}

TEST_F(ExternalMemory, ReadOnlyDescriptorsServeWhoOnlyReads) {
  const SharedMemory shared(Page);
  shared.words()[3] = 42;
  const std::string path = "/proc/self/fd/" + std::to_string(shared.fd());
  auto open = [&] { return static_cast<cl_mem_properties>(::open(path.c_str(), O_RDONLY | O_CLOEXEC)); };
  const cl_mem_properties refused = open();
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({OpaqueFd, refused, 0}, CL_MEM_READ_ONLY, Page));
  close(static_cast<int>(refused));
  for (cl_mem_flags flags :
       {cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY}, cl_mem_flags{CL_MEM_IMMUTABLE_EXT}}) {
    ASSERT_EQ(CL_SUCCESS, bufferError({OpaqueFd, open(), 0}, flags, Page));
    cl_uint read = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffers.back(), CL_TRUE, 12, 4, &read, 0, nullptr, nullptr));
    EXPECT_EQ(42u, read);
    EXPECT_EQ(CL_INVALID_OPERATION,
              clEnqueueWriteBuffer(queue, buffers.back(), CL_TRUE, 0, 4, &read, 0, nullptr, nullptr));
  }
}

// Where the system makes no dma_buf: which requests it gets, and when.
TEST_F(ExternalMemory, ADmaBufIsToldOfEachUse) {
  using Flags = std::vector<uint64_t>;
  for (const bool writes : {true, false}) {
    const SharedMemory memory(Page);
    PosedDmaBuf posed(memory.fd());
    ASSERT_EQ(CL_SUCCESS, bufferError({DmaBuf, memory.value(), 0},
                                      writes ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, Page));
    EXPECT_FALSE(memory.isOpen()) << "the descriptor is the platform's now";
    const cl_mem buffer = buffers.back();
    const uint64_t use = writes ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ;
    EXPECT_EQ(Flags{}, posed.takeSyncs());
    EXPECT_EQ(CL_SUCCESS, acquire(queue, 1, &buffer, 0, nullptr, nullptr));
    clFinish(queue);
    EXPECT_EQ(Flags{DMA_BUF_SYNC_START | use}, posed.takeSyncs());
    posed.failNext({EINTR, EAGAIN});
    EXPECT_EQ(CL_SUCCESS, release(queue, 1, &buffer, 0, nullptr, nullptr));
    clFinish(queue);
    EXPECT_EQ(Flags{DMA_BUF_SYNC_END | use}, posed.takeSyncs());
    posed.failNext({EIO});
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, acquire(queue, 1, &buffer, 0, nullptr, &event));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, statusOf(event));
    clReleaseEvent(event);
  }
  const SharedMemory plain(Page);
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({DmaBuf, plain.value(), 0}, 0, Page)) << "no dma_buf";
}

TEST_F(ExternalMemory, ADmaBufIsKeptInStep) {
  const int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
  if (device < 0)
    GTEST_SKIP() << "/dev/udmabuf cannot be opened: " << std::strerror(errno);
  const SharedMemory pages(2 * Page, MFD_ALLOW_SEALING);
  ASSERT_EQ(0, fcntl(pages.fd(), F_ADD_SEALS, F_SEAL_SHRINK));
  udmabuf_create request{};
  request.memfd = static_cast<__u32>(pages.fd());
  request.flags = UDMABUF_FLAGS_CLOEXEC;
  request.size = 2 * Page;
  const int dmaBuf = ioctl(device, UDMABUF_CREATE, &request);
  close(device);
  ASSERT_GE(dmaBuf, 0) << std::strerror(errno);
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, bufferError({DmaBuf, static_cast<cl_mem_properties>(dmaBuf), 0}, 0, 2 * Page + 1));
  ASSERT_EQ(CL_SUCCESS, bufferError({DmaBuf, static_cast<cl_mem_properties>(dmaBuf), 0}, 0, 2 * Page));
  EXPECT_LT(fcntl(dmaBuf, F_GETFD), 0);
  increment(buffers.back(), pages.count());
  for (std::size_t i = 0; i < pages.count(); ++i)
    ASSERT_EQ(1u, pages.words()[i]);
}

} // namespace
