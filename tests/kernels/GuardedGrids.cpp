// As GuardedAccesses.cpp: neighbourhoods in two and three dimensions, at the edges of pictures that begin and end where
// nothing is mapped, with groups of all shapes.
#include "GuardedKernels.h"
using harness::Edge, harness::Range;

namespace {

// Pictures of w x h elements; p is small.
FOR_TYPES(
    kernel void clamped(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      T sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -p; dx <= p; ++dx) {
          int sx = x + dx < 0 ? 0 : x + dx >= w ? w - 1 : x + dx;
          int sy = y + dy < 0 ? 0 : y + dy >= h ? h - 1 : y + dy;
          sum += in[sy * w + sx];
        }
      out[y * w + x] = sum;
    } kernel void inside(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
      int i = y * w + x;
      out[i] = in[i - w - 1] + in[i - w + 1] + in[i + w - 1] + in[i + w + 1] + in[i];
    } kernel void insideUnsigned(global const T *in, global T *out, int w, int h, int p) {
      uint x = (uint)get_global_id(0) - 1u;
      uint y = (uint)get_global_id(1) - 1u;
      if (x < (uint)w - 2u && y < (uint)h - 2u && w > 2 && h > 2)
        out[(y + 1) * w + x + 1] = in[y * w + x] + in[(y + 2) * w + x + 2] + in[(y + 1) * w + x];
    } kernel void eachNeighbour(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      T sum = in[y * w + x];
      if (x > 0)
        sum += in[y * w + x - 1];
      if (x < w - 1)
        sum += in[y * w + x + 1];
      if (y > 0)
        sum += in[(y - 1) * w + x];
      if (y < h - 1)
        sum += in[(y + 1) * w + x];
      out[y * w + x] = sum;
    } kernel void around(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      out[y * w + x] =
          in[y * w + (x + p) % w] + in[y * w + (x + w - 1) % w] + in[(y + 1) % h * w + x] + in[(y + h - 1) % h * w + x];
    } kernel void shortCoordinates(global const T *in, global T *out, int w, int h, int p) {
      ushort x = (ushort)get_global_id(0);
      ushort y = (ushort)get_global_id(1);
      uchar before = (uchar)(x - 1);
      if (x < w && y < h)
        out[y * w + x] = (before < w ? in[y * w + before] : (T)3) + in[y * w + w - 1 - x];
    } kernel void transposed(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
    } kernel void turned(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < w && y < h)
        out[(h - 1 - y) * w + (w - 1 - x)] = in[y * w + x];
    } kernel void smaller(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < w / 2 && y < h / 2) {
        global const T *up = in + 2 * y * w + 2 * x;
        global const T *down = up + w;
        out[y * w + x] = up[0] + up[1] + down[0] + down[1];
      }
    } kernel void larger(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int sx = x * 7 / 10;
      int sy = y / 2;
      T right = sx + 1 < w ? in[sy * w + sx + 1] : (T)0;
      out[y * w + x] = in[sy * w + sx] + right + in[sy * w + w - 1 - sx];
    } kernel void threeChannels(global const T *in, global T *out, int w, int h, int p) { // w is w / 3 picture elements
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < w / 3 && y < h) {
        global const T *from = in + y * w + 3 * x;
        global T *to = out + y * w + 3 * x;
        to[0] = from[2];
        to[1] = from[1] + from[0];
        to[2] = from[0];
      }
    } kernel void blocks(global const T *in, global T *out, int w, int h, int p) { // 4 elements of a row each
      int x = (int)get_global_id(0) * 4;
      int y = get_global_id(1);
      T own[4] = {1, 2, 3, 4};
      if (y >= h)
        return;
      for (int k = 0; k < 4; ++k)
        if (x + k < w)
          own[k] = in[y * w + x + k];
      for (int k = 0; k < 4; ++k)
        if (x + k < w)
          out[y * w + x + k] = own[3 - k] + own[k];
    } kernel void sumsOfRows(global const T *in, global T *out, int w, int h, int p) {
      int y = (int)get_global_id(0) + (int)get_global_id(1) * (int)get_global_size(0);
      if (y >= h)
        return;
      T sum = 0;
      for (int x = 0; x < w; ++x) {
        sum += in[y * w + x];
        out[y * w + x] = sum;
      }
    } kernel void sumsOfColumns(global const T *in, global T *out, int w, int h, int p) {
      int x = (int)get_global_id(0) + (int)get_global_id(1) * (int)get_global_size(0);
      if (x >= w)
        return;
      T sum = 0;
      for (int y = h - 1; y >= 0; --y) {
        sum += in[y * w + x];
        out[y * w + x] = sum;
      }
    } kernel void separable(global const T *in, global T *out, int w, int h, int p) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      T sum = 0;
      int first = x - p > 0 ? x - p : 0;
      int last = x + p < w - 1 ? x + p : w - 1;
      for (int k = first; k <= last; ++k)
        sum += in[y * w + k];
      out[y * w + x] = sum;
    } kernel void boxes(global const T *in, global T *out, int w, int h, int p) { // h is two layers of h / 2
      int x = get_global_id(0);
      int y = get_global_id(1);
      int z = get_global_id(2);
      int rows = h / 2;
      if (x >= w || y >= rows || z >= 2)
        return;
      int i = (z * rows + y) * w + x;
      T sum = in[i];
      if (x > 0 && y > 0 && z > 0)
        sum += in[i - 1 - w - rows * w];
      if (x + 1 < w && y + 1 < rows && z < 1)
        sum += in[i + 1 + w + rows * w];
      out[i] = sum;
    })

#define FORMS(ROW)                                                                                                     \
  ROW(clamped)                                                                                                         \
  ROW(inside)                                                                                                          \
  ROW(insideUnsigned)                                                                                                  \
  ROW(eachNeighbour)                                                                                                   \
  ROW(around)                                                                                                          \
  ROW(shortCoordinates)                                                                                                \
  ROW(transposed)                                                                                                      \
  ROW(turned)                                                                                                          \
  ROW(smaller)                                                                                                         \
  ROW(larger)                                                                                                          \
  ROW(threeChannels)                                                                                                   \
  ROW(blocks)                                                                                                          \
  ROW(sumsOfRows)                                                                                                      \
  ROW(sumsOfColumns)                                                                                                   \
  ROW(separable)                                                                                                       \
  ROW(boxes)

using Kernel = void(const void *in, void *out, int w, int h, int p);
#define ROW(name) #name,
constexpr const char *forms[] = {FORMS(ROW)};
#undef ROW

using References = harness::References<Kernel, std::size(forms)>;

#define ROW(name)                                                                                                      \
  [](const void *from, void *to, int w, int h, int p) {                                                                \
    name(static_cast<const T *>(from), static_cast<T *>(to), w, h, p);                                                 \
  },
REFERENCES(uchar)
REFERENCES(ushort)
REFERENCES(int)
REFERENCES(float)
#undef ROW

class GuardedGrids : public testing::TestWithParam<References> {
protected:
  void launch(cl_kernel code, size_t number, int w, int h, int p, const Range &range, bool atEnd) const {
    const harness::ElementType &type = GetParam().type;
    const size_t bytes = static_cast<size_t>(w * h) * type.bytes;
    Edge in(bytes, atEnd), out(bytes, atEnd);
    fillWithSmall(type, in.start, bytes, 1), fillWithSmall(type, out.start, bytes, 50);
    const harness::GuardedLaunch run{{in.start, out.start}, {w, h, p}, out.start, bytes};
    const size_t wrong = run.firstWrong(code, range, [&] { GetParam().kernels[number](in.start, out.start, w, h, p); });
    ASSERT_EQ(wrong, bytes) << forms[number] << ": byte " << wrong << ", " << w << " x " << h << ", p " << p
                            << ", groups of " << range.local[0] << " x " << range.local[1]
                            << (atEnd ? ", at the end" : ", at the begin");
  }
};

} // namespace

TEST_P(GuardedGrids, StayInside) {
  const harness::Program program(source, (std::string("-cl-std=CL3.0 -DT=") + GetParam().type.name).c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (size_t number = 0; number < std::size(forms); ++number) {
    cl_int error = CL_SUCCESS;
    cl_kernel code = clCreateKernel(program.program, forms[number], &error);
    ASSERT_EQ(error, CL_SUCCESS) << forms[number];
    for (auto [w, h] : {std::pair(1, 1), {2, 5}, {3, 3}, {8, 2}, {17, 17}, {64, 6}, {101, 7}, {5, 70}})
      for (auto [local, rows] : {std::pair<size_t, size_t>{1, 1}, {3, 5}, {16, 1}, {1, 16}, {8, 8}, {17, 3}, {64, 2}})
        for (bool isExact : {false, true}) {
          // A multiple of the groups', or as much as there is.
          const auto columns = static_cast<size_t>(w), lines = static_cast<size_t>(h);
          Range range{{columns, lines, 2}, {local, rows, 1}, {0, 0, 0}, 3};
          if (!isExact)
            range.size = {(columns + local) / local * local, (lines + rows) / rows * rows, 2};
          for (bool atEnd : {true, false})
            launch(code, number, w, h, w % 3 + 1, range, atEnd);
        }
    clReleaseKernel(code);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, GuardedGrids,
                         testing::Values(of_uchar::references, of_ushort::references, of_int::references,
                                         of_float::references),
                         [](const auto &info) { return std::string(info.param.type.name); });
