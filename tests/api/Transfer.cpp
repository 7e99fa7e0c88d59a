// What transfers do to memory, compared with the same loops in plain C++ (OpenCL API 5.2).
#include "tests/api/QueueFixture.h"
#include <array>
#include <cstring>
#include <numeric>
#include <random>

using namespace api_test;

namespace {

using Bytes = std::vector<unsigned char>;

class TransferTest : public WithQueue {
protected:
  Bytes noise(std::size_t size) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<unsigned char>(random() >> 7);
    return bytes;
  }
  cl_mem bufferOf(const Bytes &bytes) {
    return makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR, const_cast<unsigned char *>(bytes.data()));
  }
  Bytes contents(cl_mem buffer, std::size_t size) {
    Bytes bytes(size, 0xEE);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, bytes.data(), 0, nullptr, nullptr));
    return bytes;
  }
  std::size_t pick(std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random);
  }
  std::mt19937 random{12345};
};

// Nothing is promised of new memory, but programs trust in zeros where they keep counters: ffmpeg's tonemap_opencl
// takes places of its buffer from there.
TEST_F(TransferTest, NewBuffersOfFewBytesAreZeros) {
  for (std::size_t size : {4u, 532u, 1024u}) {
    const Bytes ones(size, 0xEE);
    for (int i = 0; i < 4; ++i) { // what is given back comes again
      cl_int error = 1;
      cl_mem used =
          clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, const_cast<unsigned char *>(ones.data()), &error);
      ASSERT_EQ(CL_SUCCESS, error);
      ASSERT_EQ(CL_SUCCESS, clReleaseMemObject(used));
      ASSERT_EQ(Bytes(size), contents(makeBuffer(size), size)) << size;
    }
  }
}

// The last two are more than caches keep: they are copied past them.
TEST_F(TransferTest, WriteThenReadPiecesOfAllSizes) {
  for (std::size_t size : {1u, 63u, 4096u, 1u << 20, (3u << 20) + 17, (20u << 20) + 5, (36u << 20) + 11}) {
    Bytes reference = noise(size);
    cl_mem buffer = bufferOf(reference);
    for (int i = 0; i < 4; ++i) {
      std::size_t offset = pick(0, size - 1), bytes = pick(1, size - offset);
      Bytes piece = noise(bytes);
      std::memcpy(reference.data() + offset, piece.data(), bytes);
      EXPECT_EQ(CL_SUCCESS,
                clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, bytes, piece.data(), 0, nullptr, nullptr));
      offset = pick(0, size - 1), bytes = pick(1, size - offset);
      Bytes back(bytes);
      EXPECT_EQ(CL_SUCCESS,
                clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, back.data(), 0, nullptr, nullptr));
      EXPECT_EQ(0, std::memcmp(back.data(), reference.data() + offset, bytes));
    }
    EXPECT_EQ(reference, contents(buffer, size));
  }
}

TEST_F(TransferTest, CopyBetweenAndWithinBuffers) {
  const std::size_t size = (20u << 20) + 333;
  Bytes source = noise(size), target = noise(size);
  cl_mem from = bufferOf(source), to = bufferOf(target);
  for (std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{2} << 20, size - 7}) {
    std::size_t fromOffset = pick(0, size - bytes), toOffset = pick(0, size - bytes);
    std::memcpy(target.data() + toOffset, source.data() + fromOffset, bytes);
    EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, from, to, fromOffset, toOffset, bytes, 0, nullptr, nullptr));
  }
  std::memcpy(source.data() + size / 2, source.data(), size / 2);
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, from, from, 0, size / 2, size / 2, 0, nullptr, nullptr));
  EXPECT_EQ(target, contents(to, size));
  EXPECT_EQ(source, contents(from, size));
}

TEST_F(TransferTest, FillAllPatternSizes) {
  for (std::size_t size : {std::size_t{8192}, std::size_t{3} << 20, std::size_t{20} << 20}) {
    Bytes reference(size, 0);
    cl_mem buffer = bufferOf(reference);
    for (std::size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
      Bytes pattern = noise(patternBytes);
      std::size_t offset = pick(0, 20) * patternBytes;
      std::size_t bytes = (size - offset - pick(0, 1000)) / patternBytes * patternBytes;
      for (std::size_t i = 0; i < bytes; ++i)
        reference[offset + i] = pattern[i % patternBytes];
      EXPECT_EQ(CL_SUCCESS,
                clEnqueueFillBuffer(queue, buffer, pattern.data(), patternBytes, offset, bytes, 0, nullptr, nullptr));
      std::ranges::fill(pattern, 0); // "The memory associated with pattern can be reused after the function returns"
      ASSERT_EQ(reference, contents(buffer, size)) << patternBytes;
    }
  }
}

TEST_F(TransferTest, FillOfUnalignedHostMemory) {
  std::vector<unsigned char> memory(4096 + 64, 0);
  for (std::size_t skew : {1, 3, 8, 20, 63}) {
    cl_mem buffer = makeBuffer(4096, CL_MEM_USE_HOST_PTR, memory.data() + skew);
    std::array<unsigned char, 32> pattern;
    std::iota(pattern.begin(), pattern.end(), static_cast<unsigned char>(skew));
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, pattern.data(), 32, 64, 3200, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    for (std::size_t i = 0; i < 3200; ++i)
      ASSERT_EQ(pattern[i % 32], memory[skew + 64 + i]) << i;
  }
}

/// A box in memory as the specification describes it.
struct Layout {
  std::array<size_t, 3> origin;
  size_t rowPitch, slicePitch; ///< as given: 0 is allowed
  std::size_t at(const std::array<size_t, 3> &region, std::size_t x, std::size_t y, std::size_t z) const {
    std::size_t row = rowPitch ? rowPitch : region[0], slice = slicePitch ? slicePitch : region[1] * row;
    return origin[2] * slice + origin[1] * row + origin[0] + z * slice + y * row + x;
  }
};

class TransferRectTest : public TransferTest {
protected:
  Layout layout(const std::array<size_t, 3> &region) {
    Layout made{{pick(0, 9), pick(0, 9), pick(0, 3)}, 0, 0};
    if (pick(0, 3))
      made.rowPitch = region[0] + pick(0, 20);
    std::size_t row = made.rowPitch ? made.rowPitch : region[0];
    if (pick(0, 3))
      made.slicePitch = row * (region[1] + pick(0, 5));
    return made;
  }
  static std::size_t end(const Layout &made, const std::array<size_t, 3> &region) {
    return made.at(region, region[0] - 1, region[1] - 1, region[2] - 1) + 1;
  }
};

TEST_F(TransferRectTest, RandomBoxes) {
  for (int round = 0; round < 200; ++round) {
    std::array<size_t, 3> region{pick(1, 40), pick(1, 12), pick(1, 6)};
    if (round % 50 == 49) // big enough for all cores
      region = {3000, 200, 6};
    Layout from = layout(region), to = layout(region);
    Bytes source = noise(end(from, region) + pick(0, 9)), target = noise(end(to, region) + pick(0, 9));
    cl_mem sourceBuffer = bufferOf(source), targetBuffer = bufferOf(target), readBuffer = bufferOf(source);
    Bytes read = target;
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBufferRect(queue, readBuffer, CL_TRUE, from.origin.data(), to.origin.data(),
                                                  region.data(), from.rowPitch, from.slicePitch, to.rowPitch,
                                                  to.slicePitch, read.data(), 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBufferRect(queue, sourceBuffer, targetBuffer, from.origin.data(),
                                                  to.origin.data(), region.data(), from.rowPitch, from.slicePitch,
                                                  to.rowPitch, to.slicePitch, 0, nullptr, nullptr));
    cl_mem written = bufferOf(target);
    EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBufferRect(queue, written, CL_TRUE, to.origin.data(), from.origin.data(),
                                                   region.data(), to.rowPitch, to.slicePitch, from.rowPitch,
                                                   from.slicePitch, source.data(), 0, nullptr, nullptr));
    for (std::size_t z = 0; z < region[2]; ++z)
      for (std::size_t y = 0; y < region[1]; ++y)
        for (std::size_t x = 0; x < region[0]; ++x)
          target[to.at(region, x, y, z)] = source[from.at(region, x, y, z)];
    ASSERT_EQ(target, read) << round;
    ASSERT_EQ(target, contents(targetBuffer, target.size())) << round;
    ASSERT_EQ(target, contents(written, target.size())) << round;
  }
}

TEST_F(TransferRectTest, OverlapIsFoundExactly) {
  // Boxes in one buffer with the same pitches: overlapping exactly when some byte belongs to both.
  int overlapping = 0;
  for (int round = 0; round < 500; ++round) {
    std::array<size_t, 3> region{pick(1, 8), pick(1, 4), pick(1, 3)};
    size_t row = region[0] + pick(0, 8), slice = row * (region[1] + pick(0, 3));
    Layout from{{pick(0, 12), pick(0, 6), pick(0, 4)}, row, slice},
        to{{pick(0, 12), pick(0, 6), pick(0, 4)}, row, slice};
    Bytes bytes = noise(std::max(end(from, region), end(to, region)));
    std::vector<bool> used(bytes.size());
    bool overlaps = false;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t z = 0; z < region[2]; ++z)
        for (std::size_t y = 0; y < region[1]; ++y)
          for (std::size_t x = 0; x < region[0]; ++x) {
            if (pass == 0)
              used[from.at(region, x, y, z)] = true;
            else
              overlaps |= used[to.at(region, x, y, z)];
          }
    overlapping += overlaps;
    cl_mem buffer = bufferOf(bytes);
    EXPECT_EQ(overlaps ? CL_MEM_COPY_OVERLAP : CL_SUCCESS,
              clEnqueueCopyBufferRect(queue, buffer, buffer, from.origin.data(), to.origin.data(), region.data(), row,
                                      slice, row, slice, 0, nullptr, nullptr));
  }
  EXPECT_GT(overlapping, 50);
  EXPECT_LT(overlapping, 450);
}

TEST_F(TransferTest, MapIsTheMemoryItself) {
  std::vector<int> host(1024);
  std::iota(host.begin(), host.end(), 0);
  cl_mem buffer = makeBuffer(4096, CL_MEM_USE_HOST_PTR, host.data());
  cl_int error = 1;
  auto *mapped = static_cast<int *>(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 400, 800, 0, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(host.data() + 100, mapped);
  auto *again = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 400, 4, 0, nullptr, nullptr, &error);
  EXPECT_EQ(mapped, again);
  EXPECT_EQ(2u, query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT));
  mapped[0] = -1;
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, again, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(0u, query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT));
  int value = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 400, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(-1, value);
}

TEST_F(TransferTest, NonBlockingMapCompletesAfterEarlierCommands) {
  cl_mem buffer = makeBuffer(1 << 20);
  cl_event gate = userEvent(), mapDone = nullptr, unmapDone = nullptr;
  int seven = 7;
  cl_int error = 1;
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, &seven, 4, 0, 1 << 20, 1, &gate, nullptr));
  auto *mapped = static_cast<int *>(
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 1 << 20, 0, nullptr, &mapDone, &error));
  ASSERT_NE(nullptr, mapped);
  EXPECT_NE(CL_COMPLETE, statusOf(mapDone));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &mapDone));
  EXPECT_EQ(7, mapped[0]);
  EXPECT_EQ(7, mapped[(1 << 18) - 1]);
  EXPECT_EQ(cl_command_type(CL_COMMAND_MAP_BUFFER),
            query<cl_command_type>(clGetEventInfo, mapDone, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, &unmapDone));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &unmapDone));
  for (cl_event event : {gate, mapDone, unmapDone})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

// The command ends without having run: nothing is mapped, and what else is mapped there stays so.
TEST_F(TransferTest, FailedMapsAreNone) {
  for (cl_command_queue each : {queue, unordered}) {
    cl_mem buffer = makeBuffer(4096);
    auto count = [&] { return query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); };
    cl_int error = 1;
    auto map = [&](cl_bool blocking, cl_map_flags flags, const cl_event *gate, cl_event *event) {
      return clEnqueueMapBuffer(each, buffer, blocking, flags, 256, 64, gate ? 1 : 0, gate, event, &error);
    };
    void *kept = map(CL_TRUE, CL_MAP_READ, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS, error);
    cl_event gate = userEvent(), mapped = nullptr;
    EXPECT_EQ(kept, map(CL_FALSE, CL_MAP_WRITE, &gate, &mapped));
    EXPECT_EQ(2u, count());
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -5));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &mapped));
    EXPECT_EQ(1u, count());
    EXPECT_EQ(nullptr, map(CL_TRUE, CL_MAP_WRITE, &gate, nullptr)) << "blocking, and its wait list has failed already";
    EXPECT_EQ(1u, count());
    EXPECT_EQ(kept, map(CL_TRUE, CL_MAP_WRITE, nullptr, nullptr)) << "the region is free to write";
    for (unsigned left : {1u, 0u}) {
      EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(each, buffer, kept, 0, nullptr, nullptr));
      EXPECT_EQ(left, count());
    }
    EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(each, buffer, kept, 0, nullptr, nullptr));
    for (cl_event event : {gate, mapped})
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  }
}

// An unmap of a pointer that is mapped twice is of the map that has run; the other one may still fail.
TEST_F(TransferTest, UnmapsAreOfMapsThatHaveRun) {
  cl_mem buffer = makeBuffer(4096);
  auto count = [&] { return query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); };
  cl_event gate = userEvent(), mapped = nullptr;
  cl_int error = 1;
  clEnqueueMapBuffer(unordered, buffer, CL_FALSE, CL_MAP_READ, 0, 64, 1, &gate, &mapped, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  void *pointer = clEnqueueMapBuffer(unordered, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(unordered, buffer, pointer, 0, nullptr, nullptr));
  EXPECT_EQ(1u, count());
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &mapped));
  EXPECT_EQ(0u, count());
  for (cl_event event : {gate, mapped})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

// In order, the host may enqueue the unmap before the map has run: it is the map's, whether that fails or not.
TEST_F(TransferTest, UnmapsMayBeEnqueuedAheadOfTheirMaps) {
  for (cl_int status : {CL_COMPLETE, -5}) {
    cl_mem buffer = makeBuffer(4096);
    cl_event gate = userEvent();
    cl_int error = 1;
    void *pointer = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 64, 1, &gate, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, status));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(0u, query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

TEST_F(TransferTest, CommandsKeepTheirBuffersAlive) {
  cl_int error = 1;
  Bytes back(1 << 16);
  for (int i = 0; i < 20; ++i) {
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, back.size(), nullptr, &error);
    cl_event gate = userEvent();
    unsigned char pattern = static_cast<unsigned char>(i + 1);
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, &pattern, 1, 0, back.size(), 1, &gate, nullptr));
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, back.size(), back.data(), 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(Bytes(back.size(), pattern), back);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

} // namespace
