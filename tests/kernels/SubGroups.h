// Sub-group operations against their definitions, one lane at a time in plain C++. An Operation is a line of OpenCL C
// and what it gives each lane; runOperations puts them all into one kernel and compares.
#pragma once
#include "Harness.h"
#include <bit>
#include <limits>
#include <optional>

namespace subgroups {

// OpenCL C's words are macros in Harness.h.
template <typename T> struct Lanes {
  unsigned size = 1; ///< get_max_sub_group_size()
  unsigned c = 0;    ///< a number that all lanes share
  struct Lane {
    T x, y, p; ///< two inputs; p: a power of two
    unsigned index = 0;
    bool active = false;
  };
  std::vector<Lane> lanes; ///< `size` of them; those that do not exist are not active

  /// The value of another lane, nothing when it is undefined.
  std::optional<T> at(unsigned lane) const {
    return lane < size && lanes[lane].active ? std::optional<T>(lanes[lane].x) : std::nullopt;
  }
  unsigned first() const {
    unsigned lane = 0;
    while (!lanes[lane].active)
      ++lane;
    return lane;
  }
  /// Folds `of` over the active lanes in [begin, end).
  template <typename Step> T fold(unsigned begin, unsigned end, T start, T Lane::*of, const Step &step) const {
    for (unsigned lane = begin; lane < std::min(end, size); ++lane)
      if (lanes[lane].active)
        start = step(start, lanes[lane].*of);
    return start;
  }
};

/// What minima and maxima begin with.
template <typename T> T largest() {
  if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::max();
  else
    return static_cast<T>(HUGE_VALF);
}
template <typename T> T smallest() {
  if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::lowest();
  else
    return static_cast<T>(-HUGE_VALF);
}

template <typename T> struct Operation {
  std::string code; ///< an expression of type T; x, y, p, index, c, lane are there
  std::function<std::optional<T>(const Lanes<T> &, unsigned lane)> expected; ///< nothing: undefined
  unsigned components = 1; ///< the expression is a vector of so many, component i of which is (T)(expected + i)
};

struct Shape {
  const char *name;
  std::size_t local, groups;
  bool divergent;
};

/// Whole and partial sub-groups, all work-items or some. A group with a partial sub-group has whole ones, too, and the
/// same code; groups without get code of their own, which one size tests for all: compiling is what takes time.
inline std::vector<Shape> shapes(unsigned size) {
  const std::size_t odd = 2 * size + size / 2 + 1;
  std::vector<Shape> all = {{"partial", odd, 2, false}, {"partial and divergent", odd, 3, true}};
  if (size == 16)
    all.insert(all.end(), {{"whole", 2 * size, 2, false}, {"divergent", 2 * size, 3, true}});
  return all;
}

/// The sizes to test: all that a kernel may ask for, or the one that LANECL_WIDTH forces (0: do not ask).
inline std::vector<unsigned> sizesToTest() {
  if (std::getenv("LANECL_WIDTH"))
    return {0};
  return {4, 8, 16, 32, 64};
}

inline std::string attribute(unsigned size) {
  return size ? "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) " : "";
}

/// CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
inline unsigned sizeOf(const harness::Program &program, const char *name) {
  cl_int error = program.status;
  cl_kernel made = error == CL_SUCCESS ? clCreateKernel(program.program, name, &error) : nullptr;
  EXPECT_EQ(error, CL_SUCCESS) << program.log;
  std::size_t local = 1024, size = 1;
  if (made) {
    EXPECT_EQ(clGetKernelSubGroupInfo(made, harness::Device::get().id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof local, &local, sizeof size, &size, nullptr),
              CL_SUCCESS);
    clReleaseKernel(made);
  }
  return static_cast<unsigned>(size);
}

template <typename T> struct Inputs {
  std::vector<T> x, y, p;
  std::vector<unsigned> index;
  std::vector<unsigned char> active;

  /// Numbers whose sums are exact in every type; active[] has someone in every sub-group.
  Inputs(std::size_t count, unsigned size, bool divergent) {
    auto numbers = harness::noise<unsigned>(count, 3), others = harness::noise<unsigned>(count, 5);
    for (std::size_t i = 0; i < count; ++i) {
      x.push_back(static_cast<T>(static_cast<int>(numbers[i] % 15) - (T(-1) < T(0) ? 7 : 0)));
      y.push_back(static_cast<T>(others[i] % 16));
      p.push_back(std::is_integral_v<T> ? static_cast<T>(numbers[i] >> 3)
                                        : static_cast<T>((i & 1 ? 0.5 : 2.0) * (numbers[i] & 64 ? -1 : 1)));
      index.push_back(others[i] / 16 % size);
      active.push_back(!divergent || numbers[i] / 16 % 3 != 0);
    }
  }

  /// The sub-group of work-item i, its lanes, where it starts.
  std::pair<Lanes<T>, std::size_t> around(std::size_t i, std::size_t local, unsigned size, unsigned c) const {
    const std::size_t group = i / local * local, start = group + (i - group) / size * size;
    Lanes<T> result;
    result.size = size;
    result.c = c;
    result.lanes.resize(size);
    for (std::size_t at = start; at < std::min({start + size, group + local, x.size()}); ++at)
      result.lanes[at - start] = {x[at], y[at], p[at], index[at], active[at] != 0};
    return {result, start};
  }
};

template <typename T>
std::string kernelOf(const std::vector<Operation<T>> &operations, const char *type, unsigned size) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define T " + std::string(type) + "\n";
  text += "#define JOIN_(a, b) a##b\n#define JOIN(a, b) JOIN_(a, b)\n#define VEC(n) JOIN(T, n)\n";
  text += "kernel " + attribute(size) +
          "void k(global const T *xs, global const T *ys, global const T *ps, global const uint *indices,\n"
          "       global const uchar *active, global T *out, uint n, uint c) {\n"
          "  size_t g = get_global_id(0);\n  uint lane = get_sub_group_local_id(), index = indices[g];\n"
          "  T x = xs[g], y = ys[g], p = ps[g];\n  if (active[g]) {\n";
  unsigned row = 0;
  for (const Operation<T> &operation : operations) {
    const std::string count = operation.components == 1 ? "" : std::to_string(operation.components);
    text += "    { " + (count.empty() ? "T" : "VEC(" + count + ")") + " r = " + operation.code + ";";
    for (unsigned i = 0; i < operation.components; ++i)
      text += " out[" + std::to_string(row++) + " * n + g] = r" +
              (count.empty() ? std::string() : std::string(".s") + "0123456789abcdef"[i]) + ";";
    text += " }\n";
  }
  return text + "  }\n}\n";
}

/// Every operation in every shape; `asked`: the size that the kernel requires, 0: none.
template <typename T>
void checkResults(const harness::Program &program, const std::vector<Operation<T>> &operations, unsigned asked) {
  const unsigned size = sizeOf(program, "k");
  if (asked)
    ASSERT_EQ(size, asked);
  unsigned rows = 0;
  for (auto &operation : operations)
    rows += operation.components;
  for (const Shape &shape : shapes(size))
    for (unsigned c : {0u, 3u % size, size - 1}) {
      const std::size_t count = shape.local * shape.groups;
      Inputs<T> in(count, size, shape.divergent);
      const T untouched = static_cast<T>(99);
      std::vector<T> out(rows * count, untouched);
      harness::Launch launch(program, "k");
      launch.arg(harness::inOut(in.x)), launch.arg(harness::inOut(in.y)), launch.arg(harness::inOut(in.p));
      launch.arg(harness::inOut(in.index)), launch.arg(harness::inOut(in.active)), launch.arg(harness::inOut(out));
      launch.arg(static_cast<cl_uint>(count)), launch.arg(static_cast<cl_uint>(c));
      launch.run(harness::Range::of(count, shape.local));
      ASSERT_FALSE(launch.failed());
      for (std::size_t i = 0; i < count; ++i) {
        auto [lanes, start] = in.around(i, shape.local, size, c);
        std::size_t row = 0;
        for (auto &operation : operations) {
          const std::optional<T> base =
              in.active[i] ? operation.expected(lanes, static_cast<unsigned>(i - start)) : std::optional(untouched);
          for (unsigned part = 0; part < operation.components; ++part, ++row)
            if (base) {
              const T want = in.active[i] ? static_cast<T>(*base + static_cast<T>(part)) : untouched;
              ASSERT_EQ(double(out[row * count + i]), double(want))
                  << operation.code << ", sub-groups of " << size << ", " << shape.name << ", c = " << c
                  << ", work-item " << i << ", component " << part;
            }
        }
      }
    }
}

} // namespace subgroups
