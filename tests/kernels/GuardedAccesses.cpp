// Accesses of many forms to buffers that begin and end where nothing is mapped: vectors of lanes touch no page that the
// work-items themselves do not. The same lines as C++ say what is right, on the same memory.
#include "GuardedKernels.h"
#include <climits>
using harness::Edge, harness::Range;

namespace {

// `at` has an index, or a negative number, for each work-item: n of them. `p` is small.
FOR_TYPES(
    typedef struct {
      T a;
      T b;
      T c;
    } Three;
    typedef struct {
      T a;
      char b;
    } Padded;

    kernel void reversed(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = (int)get_global_id(0) - p;
      if (i >= 0 && i < n)
        out[n - 1 - i] = in[n - 1 - i];
    } kernel void twoOfThree(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n) {
        out[2 * i] = in[3 * i] + in[3 * i + 1];
        out[2 * i + 1] = in[3 * i + 1];
      }
    } kernel void lastOfThree(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      global const Three *all = (global const Three *)(in - 1);
      global Three *to = (global Three *)(out - 1);
      if (i < n) {
        to[i].b = all[i].c;
        to[i].c = all[i].b;
      }
    } kernel void gaps(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n) {
        out[4 * i] = in[5 * i];
        out[4 * i + 1] = in[5 * i + 2];
      }
    } kernel void whole(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0); // no work-item is left out
      out[3 * i] = in[2 * i];
      out[3 * i + 1] = in[2 * i + 1];
      out[3 * i + 2] = in[2 * i];
    } kernel void wholeGaps(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      out[4 * i] = in[3 * i];
      out[4 * i + 1] = in[3 * i + 1];
    } kernel void padded(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n)
        out[2 * i] = ((global const Padded *)in)[i].a;
    } kernel void neighbours(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      T left = 0;
      if (i > 0)
        left = in[i - 1];
      out[i] = left + in[i] + (i + 1 < n ? in[i + 1] : (T)0);
    } kernel void window(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      T sum = 0;
      for (int d = -p; d <= p; ++d) {
        int place = i + d < 0 ? 0 : i + d;
        sum += in[place < n ? place : n - 1];
      }
      out[i] = sum;
    } kernel void windowInside(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < p || i >= n - p)
        return;
      T sum = 0;
      for (int d = -p; d <= p; ++d)
        sum += in[i + d];
      out[i] = sum;
    } kernel void halves(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n)
        out[i] = in[i / 2] + in[i / 3] + in[(n - 1 - i) / 2];
    } kernel void looked(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n) {
        int place = at[i];
        if (place >= 0)
          out[i] = in[place] + 1;
      }
    } kernel void lookedPairs(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n) {
        int place = at[i];
        if (place >= 0 && place + 1 < n)
          out[i] = in[place] + in[place + 1];
      }
    } kernel void lookedPairsEach(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      int place = at[i];
      if (place >= 0 && place + 1 < n) {
        T sum = 0;
        for (int k = 0; k < p; ++k)
          sum += in[place] + in[place + 1];
        out[i] = sum;
      }
    } kernel void lookedFours(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n && at[i] >= 0 && at[i] + 3 < n) {
        global const T *piece = in + at[i];
        out[i] = piece[0] + piece[3] + piece[1] + piece[2];
      }
    } kernel void lookedSixteens(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n && at[i] >= 0) {
        global const T *piece = in + 16 * at[i];
        T sum = 0;
        for (int k = 0; k < 16; ++k)
          sum += piece[k];
        out[i] = sum;
      }
    } kernel void scattered(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n && at[i] >= 0 && at[i] % 2 == i % 2 && at[i] / 2 == i / 2) {
        out[2 * at[i]] = in[i];
        out[2 * at[i] + 1] = in[i] + 1;
      }
    } kernel void bytesWrap(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n)
        out[i] = in[(uchar)(i + 250)] + in[(uchar)(i * p)] + in[(uchar)(255 - i)];
    } kernel void shortsWrap(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      ushort low = (ushort)(i - 3);
      if (i < n)
        out[i] = low < n ? in[low] : (T)7;
    } kernel void intsWrap(global const T *in, global T *out, global const int *at, int n, int p) {
      uint i = get_global_id(0);
      uint up = i - 3u;
      uint down = (uint)n + 2u - i;
      if (up < (uint)n)
        out[up] = in[up] + (down < (uint)n ? in[down] : (T)1);
    } kernel void untilFound(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      int k = i;
      while (k < n && in[k] != in[n - 1])
        ++k;
      out[i] = (T)k;
    } kernel void asManyAsEach(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      T sum = 0;
      for (int k = i; k < n && k < i + at[i] % 9; ++k)
        sum += in[k];
      for (int k = i; k >= 0 && k > i - 5; --k)
        sum += in[k];
      out[i] = sum;
    } kernel void rows(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      T sum = 0;
      for (int k = 0; k < p; ++k)
        sum += in[i * p + k];
      for (int k = p - 1; k >= 0; --k)
        out[i * p + k] = in[i * p + k] + sum;
    } kernel void columns(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      T sum = 0;
      for (int k = 0; k < p; ++k)
        sum += in[k * n + i];
      out[(n - 1 - i) * p] = sum;
    } kernel void rowsKept(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      T own[8];
      if (i >= n)
        return;
      for (int k = 0; k < p; ++k)
        own[k & 7] = in[i * p + k];
      for (int k = 0; k < p; ++k)
        out[i * p + k] = own[(p - 1 - k) & 7] + own[i % p];
    } kernel void rowsOfMatrix(global const T *in, global T *out, global const int *at, int n, int p) {
      int x = get_global_id(0);
      if (x >= n)
        return;
      T before = 0;
      for (int y = 0; y < p; ++y) { // p rows of n
        T here = in[y * n + x];
        out[y * n + x] = here + before + (x > 0 ? in[y * n + x - 1] : (T)0) + (x + 1 < n ? in[y * n + x + 1] : (T)0);
        before = here;
      }
    } kernel void someLanes(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      if (i % 2)
        out[i] = in[i - 1] + in[i];
      if (i == p)
        out[i] = in[i] + 3;
      if (i == n - 1)
        out[i] = in[0] + 5;
      if (i > n) // nobody
        out[2 * i] = in[3 * i] + in[3 * i + 1];
    } kernel void cases(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      switch (i % 4) {
      case 0:
        out[i] = in[i];
        break;
      case 1:
        out[i] = in[i - 1];
        break;
      case 2:
        if (i + 1 < n)
          out[i] = in[i + 1];
        break;
      default:
        out[i] = in[n - 1 - i];
      }
    } kernel void swapped(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n && (i ^ 1) < n)
        out[i ^ 1] = in[i];
    } kernel void uniform(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      T sum = 0;
      for (int k = 0; k + 1 < n; k += 2)
        sum += in[k] + in[k + 1];
      if (i < n)
        out[i] = sum + (n & 1 ? in[n - 1] : (T)0);
    } kernel void farApart(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i < n)
        out[(long)(n - 1 - i) * 11] = in[(long)i * 7 * p];
    } kernel void bytes(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      global const uchar *from = (global const uchar *)in;
      global uchar *to = (global uchar *)out;
      if (i < n) {
        to[i * sizeof(T)] = from[i * sizeof(T) + sizeof(T) - 1];
        to[i * sizeof(T) + sizeof(T) - 1] = from[(n - 1 - i) * sizeof(T)];
      }
    } kernel void movedOver(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      global T *own = out + 9 * i;
      __builtin_memcpy(own, in + 8 * i, (i * 5 + p) % 9 * sizeof(T));
      __builtin_memmove(own + 1, own, (at[i] & 7) * sizeof(T));
      __builtin_memmove(own, own + 2, (i & 7) * sizeof(T));
      __builtin_memset(own + (i & 7), 5 + i, (at[i] & 1) * sizeof(T));
    } kernel void truths(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      bool isMore = in[i] > in[n - 1 - i];
      bool all[3] = {isMore, !isMore, i % 3 == 0};
      out[i] = all[i % 3] ? in[i] : in[n - 1 - i];
    } kernel void volatiles(global const T *in, global T *out, global const int *at, int n, int p) {
      int i = get_global_id(0);
      global volatile const T *from = in;
      global volatile T *to = out;
      if (i < n && at[i] >= 0)
        to[i] = from[i] + from[at[i]];
    })

using Kernel = void(const void *in, void *out, const int *at, int n, int p);

enum Flags : unsigned {
  None = 0,
  ForAll = 1, ///< every work-item of the range has an element
  UsesIndices = 2
};
struct Form {
  const char *name;
  size_t (*in)(size_t n, size_t p), (*out)(size_t n, size_t p); ///< elements of the buffers
  unsigned flags;
};

size_t one(size_t n, size_t) { return n; }
template <size_t Times, size_t Less> size_t linear(size_t n, size_t) { return n * Times - Less; }
size_t table(size_t n, size_t p) { return n * p; }
size_t first(size_t n, size_t p) { return (n - 1) * p + 1; }
size_t farFirst(size_t n, size_t p) { return first(n, 7 * p); }
size_t half(size_t n, size_t) { return (n - 1) / 2 + 1; }
size_t pairs(size_t n, size_t) { return (n + 1) / 2 * 4; }
size_t byBytes(size_t, size_t) { return 256; }

/// Elements that the buffers have, and who takes part.
#define FORMS(ROW)                                                                                                     \
  ROW(reversed, one, one, None)                                                                                        \
  ROW(twoOfThree, (linear<3, 1>), (linear<2, 0>), None)                                                                \
  ROW(lastOfThree, (linear<3, 1>), (linear<3, 1>), None)                                                               \
  ROW(gaps, (linear<5, 2>), (linear<4, 2>), None)                                                                      \
  ROW(whole, (linear<2, 0>), (linear<3, 0>), ForAll)                                                                   \
  ROW(wholeGaps, (linear<3, 1>), (linear<4, 2>), ForAll)                                                               \
  ROW(padded, (linear<2, 1>), (linear<2, 1>), None)                                                                    \
  ROW(neighbours, one, one, None)                                                                                      \
  ROW(window, one, one, None)                                                                                          \
  ROW(windowInside, one, one, None)                                                                                    \
  ROW(halves, half, one, None)                                                                                         \
  ROW(looked, one, one, UsesIndices)                                                                                   \
  ROW(lookedPairs, one, one, UsesIndices)                                                                              \
  ROW(lookedPairsEach, one, one, ForAll | UsesIndices)                                                                 \
  ROW(lookedFours, one, one, UsesIndices)                                                                              \
  ROW(lookedSixteens, (linear<16, 0>), one, UsesIndices)                                                               \
  ROW(scattered, one, pairs, UsesIndices)                                                                              \
  ROW(bytesWrap, byBytes, one, None)                                                                                   \
  ROW(shortsWrap, one, one, None)                                                                                      \
  ROW(intsWrap, one, one, None)                                                                                        \
  ROW(untilFound, one, one, None)                                                                                      \
  ROW(asManyAsEach, one, one, UsesIndices)                                                                             \
  ROW(rows, table, table, None)                                                                                        \
  ROW(columns, table, first, None)                                                                                     \
  ROW(rowsKept, table, table, None)                                                                                    \
  ROW(rowsOfMatrix, table, table, None)                                                                                \
  ROW(someLanes, one, one, None)                                                                                       \
  ROW(cases, one, one, None)                                                                                           \
  ROW(swapped, one, one, None)                                                                                         \
  ROW(uniform, one, one, None)                                                                                         \
  ROW(farApart, farFirst, (linear<11, 10>), None)                                                                      \
  ROW(bytes, one, one, None)                                                                                           \
  ROW(movedOver, (linear<8, 0>), (linear<9, 0>), UsesIndices)                                                          \
  ROW(truths, one, one, None)                                                                                          \
  ROW(volatiles, one, one, UsesIndices)

#define ROW(name, in, out, flags) {#name, in, out, flags},
constexpr Form forms[] = {FORMS(ROW)};
#undef ROW

using References = harness::References<Kernel, std::size(forms)>;

#define ROW(name, in, out, flags)                                                                                      \
  [](const void *from, void *to, const int *at, int n, int p) {                                                        \
    name(static_cast<const T *>(from), static_cast<T *>(to), at, n, p);                                                \
  },
REFERENCES(uchar)
REFERENCES(ushort)
REFERENCES(int)
REFERENCES(long)
REFERENCES(float)
REFERENCES(double)
#undef ROW

/// For each work-item an index below n, or some other negative number.
using Indices = int(int i, int n);
constexpr Indices *indices[] = {
    [](int i, int) { return i; },
    [](int i, int n) { return n - 1 - i; },
    [](int i, int n) { return (i * 7 + 3) % n; },
    [](int i, int) { return i % 5 < 3 ? i / 2 : INT_MIN + i; },
    [](int, int) { return -100000000; },
    [](int i, int n) { return i == n / 2 ? n - 1 : -1 - i * 123457; },
};

class GuardedAccesses : public testing::TestWithParam<References> {
protected:
  struct Case {
    int n, p, local;
    size_t pattern;
    bool atEnd;
  };
  void launch(cl_kernel code, size_t number, const Case &c) const {
    const Form &form = forms[number];
    const harness::ElementType &type = GetParam().type;
    const auto n = static_cast<size_t>(c.n), p = static_cast<size_t>(c.p);
    const size_t inBytes = form.in(n, p) * type.bytes, outBytes = form.out(n, p) * type.bytes;
    Edge in(inBytes, c.atEnd), out(outBytes, c.atEnd), at(n * sizeof(int), c.atEnd);
    fillWithSmall(type, in.start, inBytes, 1), fillWithSmall(type, out.start, outBytes, 50);
    auto *places = reinterpret_cast<int *>(at.start);
    for (int i = 0; i < c.n; ++i)
      places[i] = indices[c.pattern](i, c.n);
    const auto local = static_cast<size_t>(c.local);
    const size_t up = (n + p + local - 1) / local * local;
    const Range range = Range::of(form.flags & ForAll ? n : up, local);
    const harness::GuardedLaunch run{{in.start, out.start, at.start}, {c.n, c.p}, out.start, outBytes};
    const size_t wrong =
        run.firstWrong(code, range, [&] { GetParam().kernels[number](in.start, out.start, places, c.n, c.p); });
    ASSERT_EQ(wrong, outBytes) << form.name << ": byte " << wrong << ", " << c.n << " elements, p " << c.p
                               << ", groups of " << c.local << ", indices " << c.pattern
                               << (c.atEnd ? ", at the end" : ", at the begin");
  }
};

} // namespace

TEST_P(GuardedAccesses, StayInside) {
  const harness::Program program(source, (std::string("-cl-std=CL3.0 -DT=") + GetParam().type.name).c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (size_t number = 0; number < std::size(forms); ++number) {
    cl_int error = CL_SUCCESS;
    cl_kernel made = clCreateKernel(program.program, forms[number].name, &error);
    ASSERT_EQ(error, CL_SUCCESS) << forms[number].name;
    for (int n : {1, 2, 3, 15, 16, 17, 33, 64, 257})
      for (auto [p, local] : {std::pair(1, 1), {3, 3}, {3, 16}, {5, 64}, {8, 50}})
        for (size_t pattern = 0; pattern < (forms[number].flags & UsesIndices ? std::size(indices) : 1); ++pattern)
          for (bool atEnd : {true, false})
            launch(made, number, {n, p, local, pattern, atEnd});
    clReleaseKernel(made);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, GuardedAccesses,
                         testing::Values(of_uchar::references, of_ushort::references, of_int::references,
                                         of_long::references, of_float::references, of_double::references),
                         [](const auto &info) { return std::string(info.param.type.name); });
