// async_work_group_copy and async_work_group_strided_copy: "every gentype", both directions, "3-component vector types
// behave as ... 4-component vector types".
#include "Common.h"

namespace {

using namespace conformance;
using Bytes = std::vector<unsigned char>;

struct Scalar {
  const char *name;
  std::size_t bytes;
  const char *extension; // that the type needs; null: none
};
const Scalar scalars[] = {
    {"char", 1, nullptr},  {"uchar", 1, nullptr},      {"short", 2, nullptr},        {"ushort", 2, nullptr},
    {"int", 4, nullptr},   {"uint", 4, nullptr},       {"long", 8, nullptr},         {"ulong", 8, nullptr},
    {"float", 4, nullptr}, {"half", 2, "cl_khr_fp16"}, {"double", 8, "cl_khr_fp64"},
};
constexpr unsigned widths[] = {1, 2, 3, 4, 8, 16};

// The offset of a group's slice of global memory is in elements, as the strides are.
const std::string gentypeKernels = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void toLocal(global const T *in, global uchar *out, local T *tile, uint n, uint stride, uint plain, uint bytes) {
  fill((local uchar *)tile, bytes);
  in += GROUP * n * stride;
  event_t e;
  if (plain)
    e = async_work_group_copy(tile, in, n, 0);
  else
    e = async_work_group_strided_copy(tile, in, n, stride, 0);
  wait_group_events(1, &e);
  dump((local uchar *)tile, out + GROUP * bytes, bytes);
}
kernel void toGlobal(global const uchar *in, global T *out, local T *tile, uint n, uint stride, uint plain, uint bytes) {
  load((local uchar *)tile, in + GROUP * bytes, bytes);
  out += GROUP * n * stride;
  event_t e;
  if (plain)
    e = async_work_group_copy(out, tile, n, 0);
  else
    e = async_work_group_strided_copy(out, tile, n, stride, 0);
  wait_group_events(1, &e);
}
)";

/// One copy of `count` elements of `size` bytes in each group, `stride` apart in global memory.
struct Case {
  std::size_t size, count, stride;
  bool plain;
  std::size_t tileBytes() const { return (count + 3) * size; }
  std::size_t globalBytes(std::size_t groups) const { return groups * count * stride * size + 2 * size; }
  std::string text(const std::string &type, const char *shape) const {
    return type + ", " + std::to_string(count) + " elements, stride " + std::to_string(stride) +
           (plain ? " (plain)" : "") + ", " + shape;
  }
};

void run(Session &session, const Program &program, const Case &c, bool toLocal, const copies::Shape &shape,
         const std::string &type) {
  Noise noise(c.count * 31 + c.stride);
  Bytes in = noise.bytes(toLocal ? c.globalBytes(shape.groups) : shape.groups * c.tileBytes());
  Bytes out(toLocal ? shape.groups * c.tileBytes() : c.globalBytes(shape.groups), copies::untouched);
  Bytes expected = out;
  for (std::size_t group = 0; group < shape.groups; ++group)
    for (std::size_t i = 0; i < c.count * c.size; ++i) {
      const std::size_t packed = group * c.tileBytes() + i;
      const std::size_t spread = (group * c.count + i / c.size) * c.stride * c.size + i % c.size;
      expected[toLocal ? packed : spread] = in[toLocal ? spread : packed];
    }
  Launch launch(session, program, toLocal ? "toLocal" : "toGlobal");
  launch.inOut(in).inOut(out).local(c.tileBytes());
  launch.value(cl_uint(c.count)).value(cl_uint(c.stride)).value(cl_uint(c.plain)).value(cl_uint(c.tileBytes()));
  if (launch.run(shape.range))
    compareBytes(session, out, expected, c.text(type, shape.name));
}

void everyGentype(Session &session, bool toLocal, bool plain) {
  for (const Scalar &scalar : scalars) {
    if (scalar.extension && !session.has(scalar.extension)) {
      session.note(std::string("no ") + scalar.name + " without " + scalar.extension);
      continue;
    }
    for (unsigned width : widths) {
      const std::string type = scalar.name + (width == 1 ? "" : std::to_string(width));
      const Program program(session, copies::prelude + gentypeKernels, "-cl-std=CL3.0 -DT=" + type);
      const std::size_t size = scalar.bytes * (width == 3 ? 4 : width);
      for (const copies::Shape &shape : copies::shapes)
        for (std::size_t count : {1, 5, 33})
          for (std::size_t stride : {1, 2, 3, 4, 7})
            if (!plain || stride == 1)
              run(session, program, {size, count, stride, plain}, toLocal, shape, type);
    }
  }
}

} // namespace

CONFORMANCE_TEST(copy_global_to_local) { everyGentype(session, true, true); }
CONFORMANCE_TEST(copy_local_to_global) { everyGentype(session, false, true); }
CONFORMANCE_TEST(strided_copy_global_to_local) { everyGentype(session, true, false); }
CONFORMANCE_TEST(strided_copy_local_to_global) { everyGentype(session, false, false); }

CONFORMANCE_TEST(strided_copy_of_nothing) {
  const Program program(session, copies::prelude + gentypeKernels, "-cl-std=CL3.0 -DT=int4");
  for (bool toLocal : {true, false})
    for (std::size_t stride : {1, 3})
      run(session, program, {16, 0, stride, stride == 1}, toLocal, copies::shapes[0], "int4");
}

CONFORMANCE_TEST(strided_copy_large) {
  // All of local memory but what the platform may keep for itself.
  const Program program(session, copies::prelude + gentypeKernels, "-cl-std=CL3.0 -DT=float");
  const std::size_t count = session.localMemory() / 4 / 2;
  for (bool toLocal : {true, false})
    for (std::size_t stride : {1, 2, 5})
      run(session, program, {4, count, stride, stride == 1}, toLocal, copies::shapes[2], "float");
}
