// Vectors and structures of neighbouring work-items: what is done alike to all fields, to some of them, in loops and
// behind branches; buffers that are apart, and one buffer under two names.
#include "Harness.h"
#include <functional>
using harness::Range;

namespace {

// Whole numbers, small enough that float is exact.
const char *const source = R"(
  typedef struct { T x, y, z; } Three;
  typedef struct { T a; S b; T c; S d; } Mixed;
  kernel void straight(global const T *in, global T *out, int n) {
    int i = get_global_id(0);
    vstore4(vload4(i, in) * (T)3 + (T)1, i, out);
  }
  kernel void guarded(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    if (i < n)
      out[i] = in[i].wxyz * (T4)(5, 2, 3, 4);
  }
  kernel void sometimes(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    if (in[i].x > (T)3)
      out[i] = in[i] + (T)2;
    else if (i % 3)
      out[i].xz = in[i].zx;
  }
  kernel void partly(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    T4 v = in[i];
    v.xyz += in[i + 1].xyz;
    out[i] = (T4)(v.xy, 7, v.w);
  }
  kernel void sixteen(global const T16 *in, global T16 *out, int n) {
    int i = get_global_id(0);
    out[i] = in[i].s3210fedcba987654 * (T)2;
  }
  kernel void turned(global const T *in, global T *out, int n) {
    int i = get_global_id(0);
    global const T *p = in + 3 * i;
    global T *q = out + 3 * i;
    q[0] = (T)9 - p[2];
    q[1] = (T)9 - p[1];
    q[2] = (T)9 - p[0];
  }
  kernel void widened(global const T *in, global T4 *out, int n) {
    int i = get_global_id(0);
    out[i] = (T4)(in[3 * i], in[3 * i + 1], in[3 * i + 2], 5);
  }
  kernel void same(global const T *in, global Three *out, int n) {
    int i = get_global_id(0);
    T t = in[i];
    out[i] = (Three){t, t, t};
  }
  kernel void mixed(global const Mixed *in, global Mixed *out, int n) {
    int i = get_global_id(0);
    Mixed m = in[i];
    m.a += m.c;
    m.d += 3;
    out[i] = m;
  }
  kernel void summed(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    T4 sum = 0;
    for (int k = 0; k < n % 7; ++k)
      sum += in[i + k] * (T)(k + 1);
    out[i] = sum;
  }
  kernel void apart(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    T4 sum = in[i];
    for (int k = 0; k < i % 5; ++k) {
      if (sum.x == (T)4)
        break;
      sum = sum.yzwx + (T)1;
    }
    out[i] = sum;
  }
  kernel void both(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0);
    T4 v = in[i] + (T)1;
    out[i] = v * (T)2 + v.x;
  }
  kernel void anywhere(global const T4 *in, global T4 *out, int n) {
    int i = get_global_id(0), at = (int)((global const T *)in)[i] * 5 + i % 11;
    T4 next = in[at + 1], v = in[at] + (at % 3 ? next * (T)2 : (T4)1);
    if (at & 1)
      out[i] = v;
  })";

template <typename T> struct TypeNames;
#define NAMED(type, name, other)                                                                                       \
  template <> struct TypeNames<type> {                                                                                 \
    static constexpr const char *options = "-DT=" name " -DT4=" name "4 -DT16=" name "16 -DS=" other;                  \
  };
NAMED(cl_uchar, "uchar", "char")
NAMED(cl_short, "short", "ushort")
NAMED(cl_int, "int", "float")
NAMED(cl_float, "float", "int")
NAMED(cl_double, "double", "long")
#undef NAMED

template <typename T> struct Packs : testing::Test {
  static constexpr int Count = 211, Bound = 190, Fields = 16;
  using Row = std::vector<T>;
  harness::Program program{source, TypeNames<T>::options};
  std::vector<T> in, out, expected;

  void SetUp() override {
    auto noise = harness::noise<uint32_t>((Count + 8) * Fields);
    for (uint32_t number : noise)
      in.push_back(static_cast<T>(number % 7));
    out.assign(Count * Fields, T(1));
    expected = out;
  }
  T at(int index) const { return in[static_cast<std::size_t>(index)]; }
  void set(int index, int value) { expected[static_cast<std::size_t>(index)] = static_cast<T>(value); }
  /// `each` sets what work-item i is to write.
  void check(const char *name, const std::function<void(int)> &each) {
    SetUp();
    harness::Launch launch(program, name);
    launch.arg(harness::inOut(in));
    launch.arg(harness::inOut(out));
    launch.arg(cl_int(Bound));
    launch.run(Range::of(Count));
    for (int i = 0; i < Count; ++i)
      each(i);
    EXPECT_EQ(out, expected) << name;
    in.clear();
  }
};

using Numbers = testing::Types<cl_uchar, cl_short, cl_int, cl_float, cl_double>;
TYPED_TEST_SUITE(Packs, Numbers);

} // namespace

TYPED_TEST(Packs, Vectors) {
  this->in.clear();
  auto at = [this](int i, int field) { return static_cast<int>(this->at(4 * i + field)); };
  auto set = [this](int i, int field, int value) { this->set(4 * i + field, value); };
  this->check("straight", [&](int i) {
    for (int f = 0; f < 4; ++f)
      set(i, f, at(i, f) * 3 + 1);
  });
  this->check("guarded", [&](int i) {
    constexpr int factors[] = {5, 2, 3, 4};
    for (int f = 0; f < 4 && i < this->Bound; ++f)
      set(i, f, at(i, (f + 3) % 4) * factors[f]);
  });
  this->check("sometimes", [&](int i) {
    bool first = at(i, 0) > 3;
    for (int f = 0; f < 4 && first; ++f)
      set(i, f, at(i, f) + 2);
    if (!first && i % 3) {
      set(i, 0, at(i, 2));
      set(i, 2, at(i, 0));
    }
  });
  this->check("partly", [&](int i) {
    for (int f = 0; f < 4; ++f)
      set(i, f, f == 2 ? 7 : at(i, f) + (f < 3 ? at(i + 1, f) : 0));
  });
  this->check("sixteen", [&](int i) {
    for (int f = 0; f < 16; ++f)
      this->set(16 * i + f, static_cast<int>(this->at(16 * i + (f < 4 ? 3 - f : 19 - f))) * 2);
  });
}

// Pieces of memory, and conditions that all fields of a lane have alike.
TYPED_TEST(Packs, Anywhere) {
  this->in.clear();
  this->check("anywhere", [&](int i) {
    const int place = static_cast<int>(this->at(i)) * 5 + i % 11;
    auto field = [&](int at, int f) { return static_cast<int>(this->at(4 * at + f)); };
    for (int f = 0; f < 4 && place % 2; ++f)
      this->set(4 * i + f, field(place, f) + (place % 3 ? field(place + 1, f) * 2 : 1));
  });
}

TYPED_TEST(Packs, Structures) {
  this->in.clear();
  this->check("turned", [&](int i) {
    for (int f = 0; f < 3; ++f)
      this->set(3 * i + f, 9 - static_cast<int>(this->at(3 * i + 2 - f)));
  });
  this->check("widened", [&](int i) {
    for (int f = 0; f < 4; ++f)
      this->set(4 * i + f, f == 3 ? 5 : static_cast<int>(this->at(3 * i + f)));
  });
  this->check("same", [&](int i) {
    for (int f = 0; f < 3; ++f)
      this->set(3 * i + f, static_cast<int>(this->at(i)));
  });
}

TYPED_TEST(Packs, Loops) {
  this->in.clear();
  auto at = [this](int i, int field) { return static_cast<int>(this->at(4 * i + field)); };
  this->check("summed", [&](int i) {
    for (int f = 0; f < 4; ++f) {
      int sum = 0;
      for (int k = 0; k < this->Bound % 7; ++k)
        sum += at(i + k, f) * (k + 1);
      this->set(4 * i + f, sum);
    }
  });
  this->check("apart", [&](int i) {
    std::array<int, 4> sum{at(i, 0), at(i, 1), at(i, 2), at(i, 3)};
    for (int k = 0; k < i % 5 && sum[0] != 4; ++k)
      sum = {sum[1] + 1, sum[2] + 1, sum[3] + 1, sum[0] + 1};
    for (int f = 0; f < 4; ++f)
      this->set(4 * i + f, sum[static_cast<std::size_t>(f)]);
  });
  this->check("both", [&](int i) {
    for (int f = 0; f < 4; ++f)
      this->set(4 * i + f, (at(i, f) + 1) * 2 + at(i, 0) + 1);
  });
}

namespace {

struct IntFloat {
  cl_int a;
  cl_float b;
  cl_int c;
  cl_float d;
  bool operator==(const IntFloat &) const = default;
};

/// One buffer for both arguments, the second `shift` bytes behind the first.
template <typename T>
std::vector<T> inPlace(const harness::Program &program, const char *name, std::vector<T> values, std::size_t shift) {
  harness::Device &device = harness::Device::get();
  const std::size_t bytes = values.size() * sizeof(T);
  cl_mem memory = clCreateBuffer(device.context, CL_MEM_COPY_HOST_PTR, bytes, values.data(), nullptr), part = memory;
  cl_buffer_region region = {shift, bytes - shift};
  if (shift)
    part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  harness::Launch launch(program, name);
  launch.arg(memory);
  launch.arg(part);
  launch.arg(cl_int(0));
  launch.run(Range::of(64));
  clEnqueueReadBuffer(device.queue, memory, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr);
  if (shift)
    clReleaseMemObject(part);
  clReleaseMemObject(memory);
  return values;
}

} // namespace

TEST(PacksOfStructures, FieldsOfTwoTypes) {
  harness::Program program(source, TypeNames<cl_int>::options);
  std::vector<IntFloat> in, out(100), expected;
  for (int i = 0; i < 100; ++i) {
    in.push_back({i, 0.5f * float(i), -3 * i, float(1 << (i % 20))});
    expected.push_back({in.back().a + in.back().c, in.back().b, in.back().c, in.back().d + 3});
  }
  harness::Launch launch(program, "mixed");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.arg(cl_int(0));
  launch.run(Range::of(100));
  EXPECT_TRUE(out == expected);
}

// Stores of a work-item come before its own later loads from the same memory.
// Of a sub-group's eight bytes in every other one, a store writes one: the code generator for AVX-512 wrote four.
TEST(PacksOfStructures, OneLaneWritesAByte) {
  const char *source = R"(
    struct Cell { uchar at, tag; };
    __attribute__((intel_reqd_sub_group_size(8))) kernel void k(global uint *out) {
      local struct Cell cells[64];
      int l = get_local_id(0);
      cells[1].at = 1;
      if ((l & 3) == 0)
        cells[l].at = l % 10;
      out[get_global_id(0)] = cells[1].at;
    })";
  for (unsigned local : {8, 64}) {
    std::vector<uint32_t> out(64);
    ASSERT_TRUE(harness::run(source, "k", Range::of(64, local), harness::inOut(out)));
    EXPECT_EQ(out, std::vector<uint32_t>(64, 1)) << local;
  }
}

TEST(PacksInPlace, OneBufferTwice) {
  harness::Program program(source, TypeNames<cl_int>::options);
  auto values = harness::noise<cl_int>(192), expected = values;
  for (std::size_t i = 0; i < 192; i += 3) {
    expected[i] = 9 - values[i + 2];
    expected[i + 1] = 9 - values[i + 1];
    expected[i + 2] = 9 - expected[i];
  }
  EXPECT_EQ(inPlace(program, "turned", values, 0), expected);
}

// Sub-buffers of one buffer: those that meet, and those that do not.
TEST(PacksInPlace, PartsOfABuffer) {
  const char *text = R"(
    kernel void k(global int *a, global int *b, int unused) {
      int i = get_global_id(0);
      if (i < 2) {
        a[i * 512 + 256] = i + 5;
        int seen = b[i * 512];
        a[i * 512 + 256] = seen + 100;
      }
    })";
  harness::Program program(text);
  std::vector<cl_int> values(1024, 1);
  auto result = inPlace(program, "k", values, 1024); // b is a + 256
  EXPECT_EQ(result[256], 105);
  EXPECT_EQ(result[768], 106);
}

// To a short number with bounds; halves, on machines without arithmetic of theirs.
TEST(PacksConverted, Saturating) {
  const char *text = R"(
    kernel void k(global const float4 *in, global uchar4 *bytes, global short4 *shorts, global char4 *chars) {
      int i = get_global_id(0);
      bytes[i] = convert_uchar4_sat(in[i]);
      shorts[i] = convert_short4_sat_rte(in[i] * 16.0f);
      chars[i].xy = convert_char2_sat(in[i].zw);
    }
    kernel void halves(global const half *in, global half *out) {
      int i = get_global_id(0);
      vstore_half4(vload_half4(i, in) * 2.0f, i, out);
    })";
  constexpr std::size_t Count = 133;
  const float special[] = {NAN, INFINITY, -INFINITY, -0.0f, 255.5f, 256, -128.5f, -129, 127.9f, 3e9f, -3e9f, 2047.97f};
  auto noise = harness::noise<uint32_t>(Count * 4);
  std::vector<float> in;
  for (uint32_t number : noise)
    in.push_back(number % 4 ? float(number % 100000) / 100 - 400 : special[number / 4 % std::size(special)]);
  std::vector<cl_uchar> bytes(Count * 4), rightBytes;
  std::vector<cl_short> shorts(Count * 4), rightShorts;
  std::vector<cl_char> chars(Count * 4, 77), rightChars = chars;
  auto bounded = [](float value, double least, double most) {
    return std::isnan(value) ? 0.0 : std::clamp(double(value), least, most);
  };
  for (std::size_t i = 0; i < in.size(); ++i) {
    rightBytes.push_back(static_cast<cl_uchar>(bounded(in[i], 0, 255)));
    rightShorts.push_back(static_cast<cl_short>(std::nearbyint(bounded(in[i] * 16, -32768, 32767))));
    if (i % 4 < 2)
      rightChars[i] = static_cast<cl_char>(bounded(in[i + 2], -128, 127));
  }
  ASSERT_TRUE(harness::run(text, "k", Range::of(Count), harness::inOut(in), harness::inOut(bytes),
                           harness::inOut(shorts), harness::inOut(chars)));
  EXPECT_EQ(bytes, rightBytes);
  EXPECT_EQ(shorts, rightShorts);
  EXPECT_EQ(chars, rightChars);
  std::vector<cl_ushort> halves(Count * 4), doubled(Count * 4), expected;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    halves[i] = static_cast<cl_ushort>(0x0400 + noise[i] % 0x7000); // normal, doubled below infinity
    expected.push_back(static_cast<cl_ushort>(halves[i] + 0x0400));
  }
  ASSERT_TRUE(harness::run(text, "halves", Range::of(Count), harness::inOut(halves), harness::inOut(doubled)));
  EXPECT_EQ(doubled, expected);
}

// Sums over vectors, whose components go different ways behind the loop; a second loop goes on with them.
TEST(PacksOfLoops, FieldsGoApartBehindThem) {
  const char *text = R"(
    kernel void four(global const T4 *in, global T *out, int n, int m) {
      int i = get_global_id(0);
      T4 a = (T4)0, b = (T4)(1, 2, 3, 4);
      if (i < n) {
        for (int j = 0; j < m; ++j) {
          a += in[i + j] * (T)(j & 3);
          b -= in[i + j];
        }
        if (a.x > a.z)
          for (int j = 0; j < m - 1; j += 2)
            a += in[i + j].wzyx;
        out[i] = a.x + 2 * a.y - 3 * a.w * (b.z > (T)0 ? 1 : 2) + b.x * a.z + b.y;
      }
    }
    kernel void three(global const T *in, global T *out, int n, int m) {
      int i = get_global_id(0);
      T x = 0, y = 1, z = 2;
      for (int j = 0; j < m; ++j)
        for (int k = 0; k < 2; ++k) {
          global const T *p = in + 3 * (i + j + k);
          x += p[0] * (T)(k + 1), y += p[1] * (T)(k + 1), z += p[2] * (T)(k + 1);
        }
      out[i] = x > y ? z : y > z ? x - y : x;
    })";
  constexpr int Count = 77, Most = 6;
  auto noise = harness::noise<uint32_t>((Count + Most + 2) * 4);
  std::vector<int> in;
  for (uint32_t number : noise)
    in.push_back(int(number % 41) - 20);
  auto four = [&](int i, int m) {
    std::array<int, 4> a = {}, b = {1, 2, 3, 4};
    auto at = [&](int item, int field) {
      return in[static_cast<size_t>(4) * static_cast<size_t>(item) + static_cast<size_t>(field)];
    };
    for (int j = 0; j < m; ++j)
      for (int f = 0; f < 4; ++f)
        a[f] += at(i + j, f) * (j & 3), b[f] -= at(i + j, f);
    if (a[0] > a[2])
      for (int j = 0; j < m - 1; j += 2)
        for (int f = 0; f < 4; ++f)
          a[f] += at(i + j, 3 - f);
    return a[0] + 2 * a[1] - 3 * a[3] * (b[2] > 0 ? 1 : 2) + b[0] * a[2] + b[1];
  };
  auto three = [&](int i, int m) {
    std::array<int, 3> a = {0, 1, 2};
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 2; ++k)
        for (int f = 0; f < 3; ++f)
          a[f] += in[static_cast<size_t>(3) * static_cast<size_t>(i + j + k) + static_cast<size_t>(f)] * (k + 1);
    return a[0] > a[1] ? a[2] : a[1] > a[2] ? a[0] - a[1] : a[0];
  };
  auto check = [&]<typename T>(T, const char *type) {
    const std::vector<T> values(in.begin(), in.end());
    const std::string options = std::string("-DT=") + type + " -DT4=" + type + "4";
    harness::Program program(text, options.c_str());
    for (int m : {0, 1, Most}) {
      std::vector<T> out4(Count, T(-1)), out3(Count), right4(Count, T(-1)), right3(Count);
      for (int i = 0; i < Count; ++i) {
        right3[static_cast<size_t>(i)] = T(three(i, m));
        if (i < Count - 3)
          right4[static_cast<size_t>(i)] = T(four(i, m));
      }
      for (auto [name, out] : {std::pair{"four", &out4}, std::pair{"three", &out3}}) {
        harness::Launch launch(program, name);
        auto read = values;
        launch.arg(harness::inOut(read)), launch.arg(harness::inOut(*out));
        launch.arg(out == &out4 ? Count - 3 : Count), launch.arg(m);
        launch.run(Range::of(Count));
        ASSERT_FALSE(launch.failed());
      }
      EXPECT_EQ(out4, right4) << type << ", " << m << " iterations";
      EXPECT_EQ(out3, right3) << type << ", " << m << " iterations";
    }
  };
  check(0.0F, "float");
  check(0, "int");
  check(0.0, "double");
  check(cl_short(0), "short");
}

// A structure that all work-items get, each in memory of its own. Code generation came to no end with eight words of it
// for eight lanes where nothing is optimised.
TEST(Packs, FieldsThatAllLanesAgreeOn) {
  const std::string text = R"(
typedef struct { uint w[6]; ulong end; } Fields;
__attribute__((intel_reqd_sub_group_size(8)))
kernel void k(global ulong *out, global const uchar *c, int n, Fields s) {
  for (int j = 0; j < 2; ++j)
    s.w[(add_sat(c[3], (uchar)n) << 1) & 3] = c[3];
  out[get_global_id(0)] = s.end + s.w[1] + s.w[2];
}
)";
  struct Fields {
    std::array<cl_uint, 6> w;
    cl_ulong end;
  };
  const Fields fields = {{10, 20, 30, 40, 50, 60}, 1000};
  for (const char *options : {"", "-cl-opt-disable", "-cl-opt-disable -cl-lanecl-robust"}) {
    harness::Program program(text, options);
    std::vector<cl_ulong> out(96);
    std::vector<cl_uchar> c = {1, 2, 3, 4};
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(out)), launch.arg(harness::inOut(c)), launch.arg(cl_int(5)), launch.arg(fields);
    launch.run(Range::of(out.size(), 16));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, std::vector<cl_ulong>(96, 1000 + 20 + 4)) << options; // (4 + 5) << 1 & 3 is 2
  }
}

// Of a structure with a gap that is longer than the lanes are many, some stores are under masks and some are not: what
// is joined must begin where it belongs.
TEST(Packs, LongStructuresWithGaps) {
  const char *const text = R"(
    __attribute__((intel_reqd_sub_group_size(4))) kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      out[10 * i] = 0;
      out[10 * i + 1] = in[8 * i], out[10 * i + 2] = in[8 * i + 1];
      out[10 * i + 3] = in[8 * i + 2], out[10 * i + 4] = in[8 * i + 3];
      out[10 * i + 5] = in[8 * i + 4], out[10 * i + 6] = in[8 * i + 5];
      out[10 * i + 7] = in[8 * i + 6], out[10 * i + 8] = in[8 * i + 7];
    })";
  constexpr size_t Items = 64;
  auto in = harness::noise<int>(8 * Items), out = harness::noise<int>(10 * Items, 2), expected = out;
  for (size_t i = 0; i < Items; ++i) {
    expected[10 * i] = 0;
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(8 * i), 8,
                expected.begin() + static_cast<std::ptrdiff_t>(10 * i + 1));
  }
  ASSERT_TRUE(harness::run(text, "k", Range::of(Items, 16), harness::inOut(in), harness::inOut(out)));
  EXPECT_EQ(out, expected);
}
