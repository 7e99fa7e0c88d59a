// Numbers that are divided by constants, and sums of what becomes of them: as in C++, whatever is put together again,
// and of 64 bits whether or not they fit in 32.
#include "Harness.h"
#include <limits>

namespace {

// The same text as OpenCL C and as C++.
#define FORMS(FORM)                                                                                                    \
  FORM(i / 81 * 81 + i % 81)                                                                                           \
  FORM(i / 6561 * 6561 + i % 6561 / 81 * 81 + i % 81)                                                                  \
  FORM(i / 6561 * 81 * 81 + i % 6561 / 81 * 81 + i % 6561 % 81)                                                        \
  FORM(i % 81 - 5 + i % 6561 / 81 * 81)                                                                                \
  FORM(i % 531441 / 6561 * 6561 + i % 531441 % 6561 / 81 * 81 + i % 531441 % 6561 % 81)                                \
  FORM(i / 81 % 9 * 9 + i / 81 / 9 * 81 + 3 * (i % 81))                                                                \
  FORM(i / 81 * 80 + i % 81)                                                                                           \
  FORM(i / 80 * 81 + i % 81)                                                                                           \
  FORM(i % 81 + i % 80 * 81)                                                                                           \
  FORM(i / 64 * 64 + i % 64)                                                                                           \
  FORM(i / 64 % 8 + i % 64 * 8)                                                                                        \
  FORM((i / 64 * 64 | i % 64) - i / 1000 * 1000)                                                                       \
  FORM(i / 65536 / 65536 * 65536 + i / 65536 % 65536)                                                                  \
  FORM(7 * (i / 12 * 4 + i % 12 / 3) + i % 3)                                                                          \
  FORM((uint)(i / 6561) * 6561 + (uint)(i % 6561 / 81) * 81 + (uint)(i % 81))                                          \
  FORM((ulong)(i / 6561) * 6561 + (ulong)(i % 6561 / 81 - 1) * 81 + (ulong)(i % 81))                                   \
  FORM((long)(i / 81) * 81 + (long)(i % 81))                                                                           \
  FORM((uint)(i / 81) * 81 + (uint)(i % 81) - (uchar)(i % 81))                                                         \
  FORM(i / 1000 % 77 + i % 2147483647 - i / 2147483647)
#define TEXT(form) "o[at++ * n + g] = " #form ";\n"
#define VALUE(form) static_cast<cl_ulong>(form),

using uint = cl_uint;
using uchar = cl_uchar;
using ulong = cl_ulong;

/// Of the number in all forms, as the kernel stores them: with its sign to 64 bits.
template <typename T> std::vector<cl_ulong> formsOf(T i) { return {FORMS(VALUE)}; }

template <typename T> std::vector<T> numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all = {0, 1, 80, 81, 82, 6560, 6561, 531440, 531441, T(2147483646), T(2147483647)};
  for (T step : {T(0), T(1), T(81), T(100000)})
    for (T edge : {T(Limits::max() - step), T(Limits::min() + step)})
      all.push_back(edge);
  for (int bit = 0; bit < Limits::digits; ++bit)
    for (int less : {0, 1, 2}) {
      all.push_back(T((T(1) << bit) - T(less)));
      all.push_back(T(T(0) - all.back()));
    }
  std::vector<T> side = all; // and each number with its neighbours in all lanes
  for (T number : side)
    for (int lane = 0; lane < 64; ++lane)
      all.push_back(T(cl_ulong(number) + cl_ulong(lane)));
  if constexpr (Limits::is_signed && sizeof(T) < 8) // no form may overflow
    std::erase_if(all, [](T number) { return number > Limits::max() / 8 || number < Limits::min() / 8; });
  if constexpr (Limits::is_signed && sizeof(T) == 8)
    std::erase_if(all, [](T number) { return number > Limits::max() / 32 || number < Limits::min() / 32; });
  return all;
}

template <typename T> void check(const char *type) {
  const std::string text = std::string("kernel void k(global const T *in, global ulong *o) {\n") +
                           "const size_t g = get_global_id(0), n = get_global_size(0);\nsize_t at = 0;\n"
                           "const T i = in[g];\n" FORMS(TEXT) "}\n";
  std::vector<T> in = numbers<T>();
  const std::size_t count = in.size(), forms = formsOf(T(0)).size();
  std::vector<cl_ulong> right(count * forms);
  for (std::size_t g = 0; g < count; ++g) {
    const auto values = formsOf(in[g]);
    for (std::size_t f = 0; f < forms; ++f)
      right[f * count + g] = values[f];
  }
  harness::Program program(text, (std::string("-DT=") + type).c_str());
  for (std::size_t local : {std::size_t(0), std::size_t(1)}) {
    std::vector<cl_ulong> out(right.size());
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.run(harness::Range::of(count, local));
    ASSERT_FALSE(launch.failed());
    for (std::size_t at = 0; at < out.size(); ++at)
      ASSERT_EQ(out[at], right[at]) << type << ' ' << in[at % count] << ", form " << at / count;
  }
}

} // namespace

TEST(Digits, MakeTheirNumber) {
  check<cl_int>("int");
  check<cl_uint>("uint");
  check<cl_long>("long");
  check<cl_ulong>("ulong");
}

// One number on both sides of a branch that all lanes take alike, and round a loop.
TEST(Digits, OfOneNumberInSeveralBlocks) {
  harness::Program program(R"(
kernel void k(global const long *in, global long *out, int way) {
  const size_t g = get_global_id(0);
  long i = in[g], sum = 0;
  if (way & 1)
    sum = i / 1000;
  else if (way & 2)
    sum = i % 77 + out[g];
  for (int turn = 0; turn < way; ++turn, i = i / 10 + 3)
    sum += i % 9;
  out[g] = sum + i / 1000;
})");
  std::vector<cl_long> in = numbers<cl_long>();
  for (int way : {0, 1, 2, 5}) {
    std::vector<cl_long> out(in.size(), 4), right;
    for (cl_long i : in) {
      cl_long sum = way & 1 ? i / 1000 : way & 2 ? i % 77 + 4 : 0;
      for (int turn = 0; turn < way; ++turn, i = i / 10 + 3)
        sum += i % 9;
      right.push_back(sum + i / 1000);
    }
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(cl_int(way));
    launch.run(harness::Range::of(in.size()));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, right) << way;
  }
}
