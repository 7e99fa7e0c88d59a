// The checking mode (LANECL_CHECK): misaligned pointers of block reads and writes are told to the context's pfn_notify,
// with kernel, line and work-item. Without it nothing is told; the results are the same in both.
#include <cstdlib>
#include <mutex>

#include "Harness.h"

namespace {

bool isChecking() {
  const char *value = std::getenv("LANECL_CHECK");
  return value && std::string(value) == "1";
}

/// A context of its own, whose call-back keeps what it is told.
class Listener {
public:
  Listener() {
    cl_int error = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &harness::Device::get().id, hear, this, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, harness::Device::get().id, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  ~Listener() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Listener(const Listener &) = delete;
  Listener &operator=(const Listener &) = delete;

  /// Runs kernel `name` on `bytes` of memory, which come back changed, with the number `shift`. 64 work-items in groups
  /// of 32, in sub-groups of 8.
  void run(const char *source, const char *name, std::vector<unsigned char> &bytes, cl_uint shift) {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    cl_kernel made = clCreateKernel(program, name, &error);
    cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof shift, &shift), CL_SUCCESS);
    const std::size_t items = 64, local = 32;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &items, &local, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    clReleaseMemObject(memory);
    clReleaseKernel(made);
    clReleaseProgram(program);
  }

  /// What was told, sorted, without the addresses; forgotten then.
  std::vector<std::string> take() {
    std::lock_guard lock(mutex_);
    std::vector<std::string> all = std::move(told_);
    for (std::string &text : all)
      if (auto at = text.find(" at 0x"); at != std::string::npos)
        text.erase(at, text.find(',', at) - at);
    std::ranges::sort(all);
    return all;
  }

  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

private:
  static void CL_CALLBACK hear(const char *text, const void *, std::size_t, void *self) {
    auto *listener = static_cast<Listener *>(self);
    std::lock_guard lock(listener->mutex_);
    listener->told_.emplace_back(text);
  }
  std::mutex mutex_;
  std::vector<std::string> told_;
};

const char *const source = R"(
#define SIZE __attribute__((intel_reqd_sub_group_size(8)))
SIZE kernel void readGlobal(global uchar *bytes, uint shift) {
  uint at = get_group_id(0) * 128 + get_sub_group_id() * 32 + shift;
  uint v =
    intel_sub_group_block_read((global const uint *)(bytes + at));
  bytes[512 + get_global_id(0)] = v;
}
SIZE kernel void writeGlobal(global uchar *bytes, uint shift) {
  uint at = get_group_id(0) * 128 + get_sub_group_id() * 32 + shift;
  intel_sub_group_block_write2((global uint *)(bytes + 512 + at), (uint2)(1, 2));
}
SIZE kernel void local_(global uchar *bytes, uint shift) {
  local uchar memory[1024] __attribute__((aligned(16)));
  local uchar *p = memory + get_sub_group_id() * 128 + shift;
  if (get_group_id(0) == 1 && get_sub_group_id() == 2 && get_sub_group_local_id() > 2) {
    intel_sub_group_block_write_uc((local uchar *)p, get_sub_group_local_id());
    bytes[512 + get_global_id(0)] = intel_sub_group_block_read_uc((local uchar *)p);
  }
}
)";

std::vector<unsigned char> numbers() {
  std::vector<unsigned char> bytes(2048);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(i * 7 % 251);
  return bytes;
}

std::vector<std::string> everySubGroup(const std::string &what) {
  std::vector<std::string> all;
  for (int item = 0; item < 64; item += 8)
    all.push_back(what + " (work-item " + std::to_string(item) + ", 0, 0)");
  std::ranges::sort(all);
  return all;
}

using Texts = std::vector<std::string>;

TEST(Checks, ReadsFromGlobalMemoryWantFourBytes) {
  Listener listener;
  for (cl_uint shift : {0u, 4u, 1u, 2u}) {
    std::vector<unsigned char> bytes = numbers(), want = bytes;
    for (std::size_t i = 0; i < 64; ++i)
      want[512 + i] = bytes[i / 8 * 32 + i % 8 * 4 + shift];
    listener.run(source, "readGlobal", bytes, shift);
    EXPECT_EQ(bytes, want) << shift;
    const bool told = isChecking() && shift % 4;
    EXPECT_EQ(listener.take(),
              told ? everySubGroup("kernel readGlobal, line 6: block read from global memory, not aligned to 4 bytes")
                   : Texts());
  }
}

TEST(Checks, WritesToGlobalMemoryWantSixteenBytes) {
  Listener listener;
  for (cl_uint shift : {0u, 16u, 4u, 1u}) {
    std::vector<unsigned char> bytes = numbers();
    listener.run(source, "writeGlobal", bytes, shift);
    for (std::size_t i = 0; i < 32; i += 4)
      EXPECT_EQ(bytes[512 + shift + i], 1) << shift << ", " << i;
    const bool told = isChecking() && shift % 16;
    EXPECT_EQ(listener.take(),
              told ? everySubGroup("kernel writeGlobal, line 11: block write to global memory, not aligned to 16 bytes")
                   : Texts());
  }
}

// Told once for each access, by the first of the work-items that take part.
TEST(Checks, LocalMemoryWantsSixteenBytes) {
  Listener listener;
  for (cl_uint shift : {0u, 16u, 8u}) {
    std::vector<unsigned char> bytes = numbers(), want = bytes;
    for (std::size_t lane = 3; lane < 8; ++lane)
      want[512 + 32 + 16 + lane] = static_cast<unsigned char>(lane);
    listener.run(source, "local_", bytes, shift);
    EXPECT_EQ(bytes, want) << shift;
    const std::string rest = " local memory, not aligned to 16 bytes (work-item 51, 0, 0)";
    Texts told;
    if (isChecking() && shift % 16)
      told = {"kernel local_, line 17: block write to" + rest, "kernel local_, line 18: block read from" + rest};
    EXPECT_EQ(listener.take(), told);
  }
}

TEST(Checks, ManyReportsOfOneLaunchAreCounted) {
  Listener listener;
  std::vector<unsigned char> bytes = numbers();
  listener.run("__attribute__((intel_reqd_sub_group_size(8))) kernel void k(global uchar *p, uint n) {\n"
               "  for (int i = 0; i < 5; ++i)\n"
               "    p[512 + get_global_id(0)] += intel_sub_group_block_read((global const uint *)(p + n));\n}",
               "k", bytes, 3);
  const Texts told = listener.take();
  ASSERT_EQ(told.size(), isChecking() ? 17u : 0u);
  if (isChecking())
    EXPECT_EQ(told.front(), "and 24 more of this launch");
}

} // namespace
