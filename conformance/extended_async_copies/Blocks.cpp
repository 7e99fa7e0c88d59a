// async_work_group_copy_2D2D and _3D3D against the sentences of their specification, byte by byte.
#include "Common.h"

namespace {

using namespace conformance;
using Bytes = std::vector<unsigned char>;

/// The arguments of a copy; one of 2D has a single plane.
struct Block {
  std::size_t bytes, perLine, lines, planes;
  std::size_t dstOffset, srcOffset, srcLine, srcPlane, dstLine, dstPlane;

  /// "Perform an async copy of (num_elements_per_line * num_lines) elements of size num_bytes_per_element from (src +
  /// (src_offset * num_bytes_per_element)) to (dst + (dst_offset * num_bytes_per_element)) ... After each line of
  /// transfer, the src address is incremented by src_total_line_length elements" and each plane begins a plane area
  /// behind the one before.
  void copy(unsigned char *dst, const unsigned char *src) const {
    for (std::size_t plane = 0; plane < planes; ++plane)
      for (std::size_t line = 0; line < lines; ++line)
        std::memcpy(dst + (dstOffset + plane * dstPlane + line * dstLine) * bytes,
                    src + (srcOffset + plane * srcPlane + line * srcLine) * bytes, perLine * bytes);
  }
  static std::size_t extent(std::size_t offset, std::size_t planes, std::size_t plane, std::size_t lines,
                            std::size_t line, std::size_t perLine, std::size_t bytes) {
    return (offset + planes * plane + lines * line + perLine) * bytes + 16;
  }
  std::size_t dstBytes() const { return extent(dstOffset, planes, dstPlane, lines, dstLine, perLine, bytes); }
  std::size_t srcBytes() const { return extent(srcOffset, planes, srcPlane, lines, srcLine, perLine, bytes); }
  std::string text() const {
    std::string all = "bytes, line, lines, planes, offsets, source line, plane, destination line, plane:";
    for (auto value : {bytes, perLine, lines, planes, dstOffset, srcOffset, srcLine, srcPlane, dstLine, dstPlane})
      all += " " + std::to_string(value);
    return all;
  }
};

const std::string kernels = R"(
#define SIZES ulong bytes, ulong perLine, ulong lines, ulong planes, ulong dstOffset, ulong srcOffset, ulong srcLine, \
              ulong srcPlane, ulong dstLine, ulong dstPlane, ulong srcSize, ulong dstSize
#define COPY2(dst, src) async_work_group_copy_2D2D(dst, dstOffset, src, srcOffset, bytes, perLine, lines, srcLine, \
                                                   dstLine, 0)
#define COPY3(dst, src) async_work_group_copy_3D3D(dst, dstOffset, src, srcOffset, bytes, perLine, lines, planes, \
                                                   srcLine, srcPlane, dstLine, dstPlane, 0)
#define KERNELS(D)                                                                                    \
  kernel void toLocal##D(global const uchar *in, global uchar *out, local uchar *tile, SIZES) {       \
    fill(tile, dstSize);                                                                              \
    event_t e = COPY##D(tile, in + GROUP * srcSize);                                                  \
    wait_group_events(1, &e);                                                                         \
    dump(tile, out + GROUP * dstSize, dstSize);                                                       \
  }                                                                                                   \
  kernel void toGlobal##D(global const uchar *in, global uchar *out, local uchar *tile, SIZES) {      \
    load(tile, in + GROUP * srcSize, srcSize);                                                        \
    event_t e = COPY##D(out + GROUP * dstSize, tile);                                                 \
    wait_group_events(1, &e);                                                                         \
  }
KERNELS(2)
KERNELS(3)
)";

struct Direction {
  bool toLocal;
  int dimensions;
  std::string kernel() const { return (toLocal ? "toLocal" : "toGlobal") + std::to_string(dimensions); }
};

void run(Session &session, const Program &program, const Direction &direction, const Block &b,
         const copies::Shape &shape) {
  if ((direction.toLocal ? b.dstBytes() : b.srcBytes()) > session.localMemory() / 2)
    return session.note("too large for the local memory: " + b.text());
  Bytes in = Noise(b.perLine + b.lines).bytes(shape.groups * b.srcBytes());
  Bytes out(shape.groups * b.dstBytes(), copies::untouched), expected = out;
  for (std::size_t group = 0; group < shape.groups; ++group)
    b.copy(expected.data() + group * b.dstBytes(), in.data() + group * b.srcBytes());
  Launch launch(session, program, direction.kernel());
  launch.inOut(in).inOut(out).local(direction.toLocal ? b.dstBytes() : b.srcBytes());
  for (auto value : {b.bytes, b.perLine, b.lines, b.planes, b.dstOffset, b.srcOffset, b.srcLine, b.srcPlane, b.dstLine,
                     b.dstPlane, b.srcBytes(), b.dstBytes()})
    launch.value(cl_ulong(value));
  if (launch.run(shape.range))
    compareBytes(session, out, expected, direction.kernel() + ", " + shape.name + ", " + b.text());
}

/// Any block that the specification defines: lines and planes do not overlap.
Block randomBlock(Noise &noise, int dimensions) {
  Block b{};
  const std::size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 32, 64, 100, 128};
  b.bytes = sizes[noise.between(0, std::size(sizes) - 1)];
  b.perLine = noise.between(1, 24);
  b.lines = noise.between(1, 9);
  b.planes = dimensions == 3 ? noise.between(1, 5) : 1;
  b.dstOffset = noise.between(0, 9);
  b.srcOffset = noise.between(0, 9);
  b.srcLine = b.perLine + noise.between(0, 3);
  b.dstLine = b.perLine + noise.between(0, 3);
  if (dimensions == 3) {
    b.srcPlane = b.lines * b.srcLine + noise.between(0, 5);
    b.dstPlane = b.lines * b.dstLine + noise.between(0, 5);
  }
  return b;
}

void randomBlocks(Session &session, const Direction &direction) {
  session.need(copies::extension);
  const Program program(session, copies::prelude + kernels);
  Noise noise(direction.dimensions * 2 + direction.toLocal);
  for (int round = 0; round < 60; ++round)
    for (const copies::Shape &shape : copies::shapes)
      run(session, program, direction, randomBlock(noise, direction.dimensions), shape);
}

/// Every element size to 17 and those of vectors, packed and with gaps on either side.
void elementSizes(Session &session, int dimensions) {
  session.need(copies::extension);
  const Program program(session, copies::prelude + kernels);
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size <= 17; ++size)
    sizes.push_back(size);
  sizes.insert(sizes.end(), {24, 32, 64, 128, 256});
  for (std::size_t size : sizes)
    for (std::size_t srcGap : {0, 2})
      for (std::size_t dstGap : {0, 3}) {
        Block b{size, 5, 4, 1, 1, 2, 5 + srcGap, 0, 5 + dstGap, 0};
        if (dimensions == 3)
          b.planes = 3, b.srcPlane = 4 * b.srcLine + srcGap, b.dstPlane = 4 * b.dstLine + dstGap;
        for (bool toLocal : {true, false})
          run(session, program, {toLocal, dimensions}, b, copies::shapes[0]);
      }
}

/// A count of 0 copies nothing, whatever the others are.
void zeroCounts(Session &session, int dimensions) {
  session.need(copies::extension);
  const Program program(session, copies::prelude + kernels);
  for (int zero = 0; zero < dimensions; ++zero)
    for (bool toLocal : {true, false}) {
      Block b{4, 5, 3, dimensions == 3 ? 2u : 1u, 1, 1, 7, 30, 6, 40};
      (zero == 0 ? b.perLine : zero == 1 ? b.lines : b.planes) = 0;
      run(session, program, {toLocal, dimensions}, b, copies::shapes[0]);
    }
}

/// One element, one line, one plane, one column: the shapes that a platform may treat apart.
void thinBlocks(Session &session, int dimensions) {
  session.need(copies::extension);
  const Program program(session, copies::prelude + kernels);
  const std::size_t counts[][3] = {{1, 1, 1}, {64, 1, 1}, {1, 64, 1}, {1, 1, 7}, {16, 1, 4}, {1, 16, 4}, {300, 3, 1}};
  for (const auto &[perLine, lines, planes] : counts)
    for (std::size_t size : {1, 4, 16})
      for (std::size_t gap : {0, 1, 15})
        for (bool toLocal : {true, false}) {
          Block b{size, perLine, lines, dimensions == 3 ? planes : 1, 0, 0, perLine + gap, 0, perLine, 0};
          if (dimensions == 3)
            b.srcPlane = b.lines * b.srcLine + gap, b.dstPlane = b.lines * b.dstLine;
          run(session, program, {toLocal, dimensions}, b, copies::shapes[2]);
        }
}

} // namespace

CONFORMANCE_TEST(copy_2D2D_global_to_local) { randomBlocks(session, {true, 2}); }
CONFORMANCE_TEST(copy_2D2D_local_to_global) { randomBlocks(session, {false, 2}); }
CONFORMANCE_TEST(copy_3D3D_global_to_local) { randomBlocks(session, {true, 3}); }
CONFORMANCE_TEST(copy_3D3D_local_to_global) { randomBlocks(session, {false, 3}); }
CONFORMANCE_TEST(copy_2D2D_element_sizes) { elementSizes(session, 2); }
CONFORMANCE_TEST(copy_3D3D_element_sizes) { elementSizes(session, 3); }
CONFORMANCE_TEST(copy_2D2D_zero_counts) { zeroCounts(session, 2); }
CONFORMANCE_TEST(copy_3D3D_zero_counts) { zeroCounts(session, 3); }
CONFORMANCE_TEST(copy_2D2D_thin_blocks) { thinBlocks(session, 2); }
CONFORMANCE_TEST(copy_3D3D_thin_blocks) { thinBlocks(session, 3); }
