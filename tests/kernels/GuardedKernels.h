// For kernels on buffers that begin and end where nothing is mapped, which are compared with the same lines as C++ on
// the same memory. Include it after all others.
#pragma once
#include "Edge.h"
#include "Harness.h"
#include <array>

namespace harness {

/// An element type of such kernels, T.
struct ElementType {
  const char *name;
  std::size_t bytes;
};

/// Small whole numbers, so that sums of floating-point numbers are exact in any order.
inline void fillWithSmall(const ElementType &type, char *at, std::size_t bytes, unsigned seed) {
  for (std::size_t i = 0; i < bytes / type.bytes; ++i) {
    const unsigned value = (static_cast<unsigned>(i) * 37 + seed) % 101;
    char *to = at + i * type.bytes;
    if (type.name == std::string("float"))
      new (to) float(static_cast<float>(value));
    else if (type.name == std::string("double"))
      new (to) double(value);
    else
      std::memset(to, static_cast<int>(value), type.bytes);
  }
}

/// Such kernels of one element type as C++, in the order of a table of their forms.
template <typename Kernel, std::size_t Count> struct References {
  ElementType type;
  std::array<Kernel *, Count> kernels;
};

/// Pointers of the host's to give to a kernel, then numbers; and the bytes that it writes to.
struct GuardedLaunch {
  std::vector<void *> pointers;
  std::vector<int> numbers;
  char *out;
  std::size_t outBytes;

  /// The first byte that differs from what `reference` leaves there for the whole range; outBytes: none does.
  template <typename Reference> std::size_t firstWrong(cl_kernel code, const Range &range, Reference reference) const {
    const std::vector<char> before(out, out + outBytes);
    forEachWorkItem(range, reference);
    const std::vector<char> expected(out, out + outBytes);
    std::copy(before.begin(), before.end(), out);
    cl_int error = CL_SUCCESS;
    cl_uint count = 0;
    for (void *pointer : pointers)
      error |= clSetKernelArgSVMPointer(code, count++, pointer);
    for (const int &number : numbers)
      error |= clSetKernelArg(code, count++, sizeof number, &number);
    cl_command_queue queue = Device::get().queue;
    error |= clEnqueueNDRangeKernel(queue, code, range.dimensions, range.offset.data(), range.size.data(),
                                    range.local.data(), 0, nullptr, nullptr);
    EXPECT_EQ(error | clFinish(queue), CL_SUCCESS);
    return static_cast<std::size_t>(std::mismatch(expected.begin(), expected.end(), out).first - expected.begin());
  }
};

} // namespace harness

/// The text as OpenCL C, where T is a macro, and as C++ for each of the types.
#define FOR_TYPES(...)                                                                                                 \
  FOR_TYPE(uchar, __VA_ARGS__)                                                                                         \
  FOR_TYPE(ushort, __VA_ARGS__)                                                                                        \
  FOR_TYPE(int, __VA_ARGS__)                                                                                           \
  FOR_TYPE(long, __VA_ARGS__)                                                                                          \
  FOR_TYPE(float, __VA_ARGS__)                                                                                         \
  FOR_TYPE(double, __VA_ARGS__)                                                                                        \
  const char *const source = #__VA_ARGS__;
#define FOR_TYPE(type, ...)                                                                                            \
  namespace of_##type {                                                                                                \
    using T = type;                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }

/// of_<element>::references, of the rows that FORMS(ROW) makes.
#define REFERENCES(element)                                                                                            \
  namespace of_##element {                                                                                             \
    const References references = {{#element, sizeof(element)}, {FORMS(ROW)}};                                         \
  }
