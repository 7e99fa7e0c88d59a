// For tests of robust programs: buffers in the middle of larger ones, in which all elements differ, so that what a
// kernel hits outside, and what it takes for something else, is seen. Include it after all others.
#pragma once
#include "Harness.h"
#include <cstdlib>

namespace harness {

/// LANECL_ROBUST=1 makes all programs robust; without it each asks for it.
inline std::string robustOptions(const std::string &options = "-cl-std=CL3.0") {
  const char *all = std::getenv("LANECL_ROBUST");
  return all && std::string(all) == "1" ? options : options + " -cl-lanecl-robust";
}

/// 64 ints, or what fits into their 256 bytes, with 4096 bytes of others before and behind them.
class Guarded {
public:
  static constexpr std::size_t Elements = 64, Around = 1024; // ints; a sub-buffer's origin is aligned to 128 bytes
  using ValueOf = int(int index);
  static int number(int index) { return index + 1; }
  static int nothing(int) { return 0; }

  explicit Guarded(ValueOf *valueOf = nothing) : values_(2 * Around + Elements) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = isOutside(i) ? guardAt(i) : valueOf(static_cast<int>(i - Around));
    fill();
  }
  template <typename T> explicit Guarded(const std::vector<T> &values) : Guarded() {
    EXPECT_EQ(values.size() * sizeof(T), Elements * sizeof(int));
    std::memcpy(values_.data() + Around, values.data(), Elements * sizeof(int));
    clEnqueueWriteBuffer(Device::get().queue, part, CL_TRUE, 0, Elements * sizeof(int), values.data(), 0, nullptr,
                         nullptr);
  }
  ~Guarded() {
    clReleaseMemObject(part);
    clReleaseMemObject(memory_);
  }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;

  /// What the kernel left; what it left outside is as it was.
  template <typename T = int> std::vector<T> read() {
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(Device::get().queue, memory_, CL_TRUE, 0, values_.size() * sizeof(int),
                                              values_.data(), 0, nullptr, nullptr));
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (isOutside(i))
        EXPECT_EQ(values_[i], guardAt(i)) << "outside, at " << static_cast<long>(i) - static_cast<long>(Around);
    std::vector<T> inside(Elements * sizeof(int) / sizeof(T));
    std::memcpy(inside.data(), values_.data() + Around, Elements * sizeof(int));
    return inside;
  }

  cl_mem part = nullptr;

private:
  static bool isOutside(std::size_t i) { return i < Around || i >= Around + Elements; }
  static int guardAt(std::size_t i) { return 0x51A50000 + static_cast<int>(i); }
  void fill() {
    cl_int error = CL_SUCCESS;
    memory_ = clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                             values_.size() * sizeof(int), values_.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_buffer_region region{Around * sizeof(int), Elements * sizeof(int)};
    part = clCreateSubBuffer(memory_, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }

  std::vector<int> values_;
  cl_mem memory_ = nullptr;
};

/// Two guarded buffers, `in` of the numbers from 1 on and `out` of zeros, for kernels
/// k(global int *in, global int *out, local int *l, ...).
struct Robust {
  Guarded in{Guarded::number}, out;
  const char *name = "k"; ///< the kernel's
  template <typename... More>
  void run(const std::string &source, std::size_t items = 256, std::size_t group = 32, std::size_t local = 64,
           const More &...more) {
    Program program(source, robustOptions().c_str());
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    launch(program, items, group, local, more...);
  }
  template <typename... More>
  void launch(const Program &program, std::size_t items, std::size_t group, std::size_t local, const More &...more) {
    Launch launch(program, name);
    launch.arg(in.part);
    launch.arg(out.part);
    launch.arg(Local{local});
    (launch.arg(more), ...);
    launch.run(Range::of(items, group));
    ASSERT_FALSE(launch.failed());
  }
  /// Both against the elements that `in` and `out` are to have.
  template <typename In, typename Out> void expect(In inAt, Out outAt, const std::string &what = "") {
    const auto ins = in.read(), outs = out.read();
    for (int i = 0; i < static_cast<int>(Guarded::Elements); ++i) {
      EXPECT_EQ(ins[i], inAt(i)) << "in[" << i << "] " << what;
      EXPECT_EQ(outs[i], outAt(i)) << "out[" << i << "] " << what;
    }
  }
};

/// Of element `index` of a buffer of the numbers from 1 on.
inline int numberOrZero(int64_t index) { return index >= 0 && index < 64 ? static_cast<int>(index) + 1 : 0; }

} // namespace harness
