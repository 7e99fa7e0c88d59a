// The errors of the commands on memory and of native kernels (OpenCL API 5.2, 5.5, 5.10).
#include "tests/api/QueueFixture.h"
#include <array>

using namespace api_test;

namespace {

class EnqueueTest : public WithQueue {
protected:
  static constexpr std::size_t size = 4096;
  void SetUp() override {
    WithQueue::SetUp();
    buffer = makeBuffer(size);
    target = makeBuffer(size);
    cl_device_id one = device();
    foreignContext = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
    foreign = clCreateBuffer(foreignContext, CL_MEM_READ_WRITE, size, nullptr, nullptr);
    wrong = reinterpret_cast<cl_mem>(queue);
  }
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(foreign));
    EXPECT_EQ(CL_SUCCESS, clReleaseContext(foreignContext));
    WithQueue::TearDown();
  }

  cl_int read(cl_mem from, std::size_t offset, std::size_t bytes, void *to) {
    return clEnqueueReadBuffer(queue, from, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr);
  }
  cl_int write(cl_mem to, std::size_t offset, std::size_t bytes, const void *from) {
    return clEnqueueWriteBuffer(queue, to, CL_TRUE, offset, bytes, from, 0, nullptr, nullptr);
  }
  cl_int copy(cl_mem from, cl_mem to, std::size_t fromOffset, std::size_t toOffset, std::size_t bytes) {
    return clEnqueueCopyBuffer(queue, from, to, fromOffset, toOffset, bytes, 0, nullptr, nullptr);
  }
  cl_int fill(cl_mem to, const void *pattern, std::size_t patternSize, std::size_t offset, std::size_t bytes) {
    return clEnqueueFillBuffer(queue, to, pattern, patternSize, offset, bytes, 0, nullptr, nullptr);
  }
  cl_int map(cl_mem what, cl_map_flags flags, std::size_t offset, std::size_t bytes) {
    return errorOf([&](cl_int *error) {
      void *mapped = clEnqueueMapBuffer(queue, what, CL_TRUE, flags, offset, bytes, 0, nullptr, nullptr, error);
      if (mapped) {
        EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, what, mapped, 0, nullptr, nullptr));
      }
      return mapped;
    });
  }

  cl_mem buffer = nullptr, target = nullptr, foreign = nullptr, wrong = nullptr;
  cl_context foreignContext = nullptr;
  std::array<char, size> host{};
};

TEST_F(EnqueueTest, ReadAndWrite) {
  EXPECT_EQ(CL_SUCCESS, read(buffer, 0, size, host.data()));
  EXPECT_EQ(CL_SUCCESS, write(buffer, size, 0, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, read(wrong, 0, 1, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, read(nullptr, 0, 1, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, write(wrong, 0, 1, host.data()));
  EXPECT_EQ(CL_INVALID_CONTEXT, read(foreign, 0, 1, host.data()));
  EXPECT_EQ(CL_INVALID_CONTEXT, write(foreign, 0, 1, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 1, size, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, write(buffer, size + 1, 0, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 8, SIZE_MAX - 4, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, read(buffer, 0, 1, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, write(buffer, 0, 1, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer(reinterpret_cast<cl_command_queue>(buffer), buffer, CL_TRUE,
                                                          0, 1, host.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, host.data(), 1, nullptr, nullptr));
}

TEST_F(EnqueueTest, HostAccessFlags) {
  cl_mem readOnly = makeBuffer(size, CL_MEM_HOST_READ_ONLY), writeOnly = makeBuffer(size, CL_MEM_HOST_WRITE_ONLY),
         none = makeBuffer(size, CL_MEM_HOST_NO_ACCESS);
  const size_t zero[3] = {}, one[3] = {1, 1, 1};
  auto readRect = [&](cl_mem from) {
    return clEnqueueReadBufferRect(queue, from, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host.data(), 0, nullptr, nullptr);
  };
  auto writeRect = [&](cl_mem to) {
    return clEnqueueWriteBufferRect(queue, to, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host.data(), 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, read(readOnly, 0, 1, host.data()));
  EXPECT_EQ(CL_SUCCESS, write(writeOnly, 0, 1, host.data()));
  for (cl_mem hidden : {writeOnly, none}) {
    EXPECT_EQ(CL_INVALID_OPERATION, read(hidden, 0, 1, host.data()));
    EXPECT_EQ(CL_INVALID_OPERATION, readRect(hidden));
    EXPECT_EQ(CL_INVALID_OPERATION, map(hidden, CL_MAP_READ, 0, 1));
  }
  for (cl_mem guarded : {readOnly, none}) {
    EXPECT_EQ(CL_INVALID_OPERATION, write(guarded, 0, 1, host.data()));
    EXPECT_EQ(CL_INVALID_OPERATION, writeRect(guarded));
    EXPECT_EQ(CL_INVALID_OPERATION, map(guarded, CL_MAP_WRITE, 0, 1));
    EXPECT_EQ(CL_INVALID_OPERATION, map(guarded, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1));
  }
  // "The usage information [...] is ignored by clEnqueueCopyBuffer" and clEnqueueFillBuffer.
  EXPECT_EQ(CL_SUCCESS, copy(none, readOnly, 0, 0, size));
  EXPECT_EQ(CL_SUCCESS, fill(none, "x", 1, 0, size));
}

TEST_F(EnqueueTest, Copy) {
  EXPECT_EQ(CL_SUCCESS, copy(buffer, target, 0, 0, size));
  EXPECT_EQ(CL_SUCCESS, copy(buffer, buffer, 0, size / 2, size / 2));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, copy(wrong, target, 0, 0, 1));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, copy(buffer, wrong, 0, 0, 1));
  EXPECT_EQ(CL_INVALID_CONTEXT, copy(foreign, target, 0, 0, 1));
  EXPECT_EQ(CL_INVALID_CONTEXT, copy(buffer, foreign, 0, 0, 1));
  EXPECT_EQ(CL_INVALID_VALUE, copy(buffer, target, 1, 0, size));
  EXPECT_EQ(CL_INVALID_VALUE, copy(buffer, target, 0, 1, size));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer, buffer, 0, 10, 11));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer, buffer, 10, 0, 11));
  EXPECT_EQ(CL_SUCCESS, copy(buffer, buffer, 10, 0, 10));
}

TEST_F(EnqueueTest, SubBuffersOverlapThroughTheirParent) {
  cl_mem low = makeSubBuffer(buffer, 0, 1024), middle = makeSubBuffer(buffer, 512, 1024);
  EXPECT_EQ(CL_SUCCESS, copy(low, middle, 0, 0, 512));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(low, middle, 0, 0, 513));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(middle, buffer, 0, 560, 64));
  EXPECT_EQ(CL_SUCCESS, copy(middle, buffer, 0, 0, 512));
  EXPECT_EQ(CL_INVALID_VALUE, read(middle, 1000, 25, host.data()));
  const size_t zero[3] = {}, at[3] = {496, 0, 0}, region[3] = {32, 2, 1};
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueCopyBufferRect(queue, middle, low, zero, at, region, 100, 0, 100, 0, 0, nullptr, nullptr));
  // Rows of 32 bytes, every 64: the second box lies in the gaps of the first.
  const size_t gap[3] = {32, 8, 0};
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueCopyBufferRect(queue, middle, low, zero, gap, region, 64, 0, 64, 0, 0, nullptr, nullptr));
}

TEST_F(EnqueueTest, Fill) {
  const char pattern[256] = {};
  for (std::size_t bytes = 1; bytes <= 128; bytes *= 2)
    EXPECT_EQ(CL_SUCCESS, fill(buffer, pattern, bytes, bytes, size - bytes));
  EXPECT_EQ(CL_SUCCESS, fill(buffer, pattern, 4, 0, 0));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, fill(wrong, pattern, 1, 0, 1));
  EXPECT_EQ(CL_INVALID_CONTEXT, fill(foreign, pattern, 1, 0, 1));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, nullptr, 1, 0, 1));
  for (std::size_t bytes : {0, 3, 12, 256})
    EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, bytes, 0, size));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, 8, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, 8, 8, 4));
  EXPECT_EQ(CL_INVALID_VALUE, fill(buffer, pattern, 8, 8, size));
}

TEST_F(EnqueueTest, Map) {
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_READ | CL_MAP_WRITE, 0, size));
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, map(wrong, CL_MAP_READ, 0, 1));
  EXPECT_EQ(CL_INVALID_CONTEXT, map(foreign, CL_MAP_READ, 0, 1));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, CL_MAP_READ, 0, size + 1));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, CL_MAP_READ, size, 1));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, CL_MAP_READ, 0, 0));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, 1u << 10, 0, 1));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1));
  EXPECT_EQ(CL_INVALID_VALUE, map(buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1));
  EXPECT_EQ(nullptr, clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, nullptr, nullptr, nullptr));
}

TEST_F(EnqueueTest, RegionsMappedForWritingMustNotOverlap) {
  void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 64, 64, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_OPERATION, map(buffer, CL_MAP_WRITE, 127, 1));
  EXPECT_EQ(CL_INVALID_OPERATION, map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 65));
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_WRITE, 128, 1));
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_WRITE, 0, 64));
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_READ, 0, size));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, map(buffer, CL_MAP_WRITE, 64, 64));
}

TEST_F(EnqueueTest, Unmap) {
  auto unmap = [&](cl_mem what, void *pointer) {
    return clEnqueueUnmapMemObject(queue, what, pointer, 0, nullptr, nullptr);
  };
  void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 16, 16, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, unmap(wrong, mapped));
  EXPECT_EQ(CL_INVALID_CONTEXT, unmap(foreign, mapped));
  EXPECT_EQ(CL_INVALID_VALUE, unmap(target, mapped));
  EXPECT_EQ(CL_INVALID_VALUE, unmap(buffer, static_cast<char *>(mapped) + 1));
  EXPECT_EQ(CL_INVALID_VALUE, unmap(buffer, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueUnmapMemObject(queue, buffer, mapped, 1, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, unmap(buffer, mapped));
  EXPECT_EQ(CL_INVALID_VALUE, unmap(buffer, mapped));
}

TEST_F(EnqueueTest, Migrate) {
  auto migrate = [&](cl_uint count, const cl_mem *list, cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(queue, count, list, flags, 0, nullptr, nullptr);
  };
  cl_mem good[] = {buffer, target}, bad[] = {buffer, wrong}, mixed[] = {buffer, foreign};
  EXPECT_EQ(CL_SUCCESS, migrate(2, good, 0));
  EXPECT_EQ(CL_SUCCESS, migrate(2, good, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(0, good, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, nullptr, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(2, good, 1u << 5));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, migrate(2, bad, 0));
  EXPECT_EQ(CL_INVALID_CONTEXT, migrate(2, mixed, 0));
}

/// One call of clEnqueueCopyBufferRect, and of the same box as a read; the tests change one thing at a time.
struct RectCall {
  std::array<size_t, 3> from{0, 0, 0}, to{0, 0, 0}, region{8, 4, 2};
  size_t fromRow = 16, fromSlice = 64, toRow = 16, toSlice = 64;
  cl_int copy(cl_command_queue queue, cl_mem source, cl_mem target) const {
    return clEnqueueCopyBufferRect(queue, source, target, from.data(), to.data(), region.data(), fromRow, fromSlice,
                                   toRow, toSlice, 0, nullptr, nullptr);
  }
  cl_int read(cl_command_queue queue, cl_mem source, void *memory) const {
    return clEnqueueReadBufferRect(queue, source, CL_TRUE, from.data(), to.data(), region.data(), fromRow, fromSlice,
                                   toRow, toSlice, memory, 0, nullptr, nullptr);
  }
};

TEST_F(EnqueueTest, RectanglesMustMakeSense) {
  EXPECT_EQ(CL_SUCCESS, RectCall().copy(queue, buffer, target));
  EXPECT_EQ(CL_SUCCESS, RectCall().read(queue, buffer, host.data()));
  const RectCall bad[] = {
      {.region = {0, 4, 2}},
      {.region = {8, 0, 2}},
      {.region = {8, 4, 0}},
      {.fromRow = 7},
      {.toRow = 7},
      {.fromSlice = 63},
      {.toSlice = 63},
      {.fromSlice = 72},
      {.toSlice = 72},
      {.from = {size, 0, 0}},
      {.from = {0, 4 * size / 64, 0}},
      {.from = {0, 0, size / 64 - 1}},
      {.from = {SIZE_MAX - 4, 0, 0}},
      {.from = {0, SIZE_MAX / 8, 0}},
      {.from = {0, 0, SIZE_MAX / 32}},
      {.fromRow = SIZE_MAX / 2, .fromSlice = 0},
  };
  for (const RectCall &call : bad) {
    EXPECT_EQ(CL_INVALID_VALUE, call.copy(queue, buffer, target)) << &call - bad;
    EXPECT_EQ(CL_INVALID_VALUE, call.read(queue, buffer, host.data())) << &call - bad;
  }
  EXPECT_EQ(CL_INVALID_VALUE, (RectCall{.to = {size, 0, 0}}).copy(queue, buffer, target));
}

TEST_F(EnqueueTest, RectangleArguments) {
  RectCall call;
  const size_t *none = nullptr;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, call.copy(queue, wrong, target));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, call.copy(queue, buffer, wrong));
  EXPECT_EQ(CL_INVALID_CONTEXT, call.copy(queue, foreign, target));
  EXPECT_EQ(CL_INVALID_CONTEXT, call.copy(queue, buffer, foreign));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, call.read(queue, wrong, host.data()));
  EXPECT_EQ(CL_INVALID_CONTEXT, call.read(queue, foreign, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, call.read(queue, buffer, nullptr));
  for (int missing = 0; missing < 3; ++missing) {
    const size_t *from = missing == 0 ? none : call.from.data(), *to = missing == 1 ? none : call.to.data(),
                 *region = missing == 2 ? none : call.region.data();
    EXPECT_EQ(CL_INVALID_VALUE,
              clEnqueueCopyBufferRect(queue, buffer, target, from, to, region, 0, 0, 0, 0, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, from, to, region, 0, 0, 0, 0,
                                                        host.data(), 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, from, to, region, 0, 0, 0, 0,
                                                         host.data(), 0, nullptr, nullptr));
  }
}

TEST_F(EnqueueTest, RectanglesOfOneBuffer) {
  EXPECT_EQ(CL_INVALID_VALUE, (RectCall{.to = {0, 0, 8}, .toRow = 32, .toSlice = 128}).copy(queue, buffer, buffer));
  EXPECT_EQ(CL_INVALID_VALUE, (RectCall{.to = {0, 0, 8}, .toSlice = 128}).copy(queue, buffer, buffer));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, RectCall().copy(queue, buffer, buffer));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, (RectCall{.to = {7, 3, 1}}).copy(queue, buffer, buffer));
  EXPECT_EQ(CL_SUCCESS, (RectCall{.to = {8, 0, 0}}).copy(queue, buffer, buffer));
  EXPECT_EQ(CL_SUCCESS, (RectCall{.to = {0, 0, 2}}).copy(queue, buffer, buffer));
  EXPECT_EQ(CL_SUCCESS, (RectCall{.to = {0, 4, 1}}).copy(queue, buffer, buffer));
}

TEST_F(EnqueueTest, NativeKernels) {
  auto nothing = [](void *) {};
  void *args[2] = {};
  const void *inside[] = {&args[1]}, *outside[] = {&args[2]}, *across[] = {reinterpret_cast<char *>(&args[1]) + 1};
  auto call = [&](void(CL_CALLBACK * function)(void *), void *arguments, std::size_t bytes, cl_uint count,
                  const cl_mem *list, const void **places) {
    return clEnqueueNativeKernel(queue, function, arguments, bytes, count, list, places, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, call(nothing, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, call(nothing, args, sizeof args, 1, &buffer, inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nullptr, args, sizeof args, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, nullptr, 8, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, nullptr, 0, 1, &buffer, inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 1, nullptr, inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 1, &buffer, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 0, &buffer, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 0, nullptr, inside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 1, &buffer, outside));
  EXPECT_EQ(CL_INVALID_VALUE, call(nothing, args, sizeof args, 1, &buffer, across));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, call(nothing, args, sizeof args, 1, &wrong, inside));
}

TEST_F(EnqueueTest, NativeKernelGetsACopyWithAddresses) {
  struct Arguments {
    int *data;
    void *none;
    int value;
  } arguments{nullptr, &arguments, 5};
  cl_mem list[] = {buffer, nullptr};
  const void *places[] = {&arguments.data, &arguments.none};
  cl_event gate = userEvent();
  EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(
                            queue,
                            [](void *pointer) {
                              auto *mine = static_cast<Arguments *>(pointer);
                              mine->data[3] = mine->none ? -1 : mine->value;
                            },
                            &arguments, sizeof arguments, 2, list, places, 1, &gate, nullptr));
  arguments.value = 6; // too late
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  int value = 0;
  EXPECT_EQ(CL_SUCCESS, read(buffer, 12, 4, &value));
  EXPECT_EQ(5, value);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

} // namespace
