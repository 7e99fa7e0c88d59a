// Lanes that take no part must not touch memory: buffers here end, or begin, where nothing is mapped.
#include "Edge.h"
#include "Harness.h"
using harness::Edge, harness::Range;

namespace {

cl_mem bufferAt(const Edge &edge, std::size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(harness::Device::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                 edge.start, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return memory;
}

// The element of work-item i of a range of 200 is i - low, if there is one; some are left out between.
const char *const source = R"(
  kernel void direct(global const T *in, global T *out, int low, int count, uint pattern) {
    int i = (int)get_global_id(0) - low;
    if (i >= 0 && i < count && (pattern >> (i & 31) & 1))
      out[i] = in[i] + (T)1;
  }
  kernel void indirect(global const T *in, global T *out, int low, int count, uint pattern) {
    int i = (int)get_global_id(0) - low;
    if (i >= 0 && i < count && (pattern >> (i & 31) & 1)) {
      int other = count - 1 - (i ^ 1) % count;
      out[i] = in[other] + (T)1;
      out[i] += in[count - 1 - i];
    }
  }
  kernel void apart(global const T *in, global T *out, int low, int count, uint pattern) {
    int one = get_work_dim() & 1, i = ((int)get_global_id(0) - low) ^ one; // nobody knows how far lanes are apart
    if (i >= 0 && i < count && (pattern >> (i & 31) & 1))
      out[i] = in[i] + (T)1;
  }
  kernel void pairs(global const T *in, global T *out, int low, int count, uint pattern) {
    int i = (int)get_global_id(0) - low;
    if (i >= 0 && i < count && (pattern >> (i & 31) & 1)) {
      T value = 1;
      if (count > 1) {
        int up = i * 7 / 10, down = count - 2 - up;
        value |= in[up] + in[up + 1];
        value |= in[down] + in[down + 1];
      }
      out[i] = value;
    }
  })";

class MemoryEnds : public testing::TestWithParam<std::pair<const char *, std::size_t>> {
protected:
  void launch(const harness::Program &program, const char *name, bool atEnd, int low, int count, cl_uint pattern) {
    const std::size_t bytes = static_cast<std::size_t>(count) * GetParam().second;
    Edge in(bytes, atEnd), out(bytes, atEnd);
    for (std::size_t i = 0; i < bytes; ++i)
      in.start[i] = static_cast<char>(i % 3 == 0), out.start[i] = 0;
    std::vector<char> before(in.start, in.start + bytes);
    cl_mem from = bufferAt(in, bytes), to = bufferAt(out, bytes);
    {
      harness::Launch run(program, name);
      run.arg(from);
      run.arg(to);
      run.arg(low);
      run.arg(count);
      run.arg(pattern);
      run.run(Range::of(200));
    }
    clFinish(harness::Device::get().queue);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    for (int i = 0; i < count; ++i) {
      bool isWritten = pattern >> (i & 31) & 1;
      const char *at = out.start + static_cast<std::size_t>(i) * GetParam().second;
      bool isZero = std::all_of(at, at + GetParam().second, [](char c) { return c == 0; });
      ASSERT_NE(isZero, isWritten) << name << ", element " << i << " of " << count << ", first at " << low;
    }
    EXPECT_TRUE(std::equal(before.begin(), before.end(), in.start));
  }
};

} // namespace

TEST_P(MemoryEnds, AreNotCrossed) {
  harness::Program program(source, (std::string("-DT=") + GetParam().first).c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (const char *name : {"direct", "indirect", "apart", "pairs"})
    for (bool atEnd : {true, false})
      for (int low : {0, 1, 7, 30})
        for (int count : {1, 2, 15, 16, 31, 33, 64, 100})
          for (cl_uint pattern : {~0U, 0x55555555U, 0x80000001U, 0xfff0U})
            launch(program, name, atEnd, low, count, pattern);
}

INSTANTIATE_TEST_SUITE_P(Types, MemoryEnds,
                         testing::Values(std::pair("uchar", 1), std::pair("ushort", 2), std::pair("uint", 4),
                                         std::pair("ulong", 8)),
                         [](const auto &info) { return std::string(info.param.first); });
