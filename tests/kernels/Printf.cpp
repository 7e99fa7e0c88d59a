// printf: what reaches the standard output, compared with the host's own printf.
#include "Assemble.h"
#include "Harness.h"
#include <cstdio>
#include <unistd.h>
using harness::Range;

namespace {

/// Runs a kernel with the standard output going to a file, and gives back what was written.
template <typename Source, typename... Args>
std::string printed(const Source &source, const Range &range, const Args &...args) {
  std::fflush(stdout);
  std::FILE *file = std::tmpfile();
  const int saved = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  {
    harness::Program program(source);
    harness::Launch launch(program, "k");
    (launch.arg(args), ...);
    launch.run(range);
  }
  clFinish(harness::Device::get().queue);
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::string text(1 << 20, '\0');
  std::fseek(file, 0, SEEK_SET);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

template <typename... Args> std::string format(const char *pattern, Args... args) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

} // namespace

TEST(Printf, EverySpecifier) {
  const char *source = R"(kernel void k(int i, uint u, float f) {
    printf("%d|%5i|%-5d|%+d|%05d\n", i, i, i, i, i);
    printf("%u %o %x %X %#x\n", u, u, u, u, u);
    printf("%f %.2f %10.3e %g %G %a\n", f, f, f, f, f, f);
    printf("%c %s %% %5s|%-6s|\n", 'x', "text", "ab", "cd");
    printf("%hhd %hd %ld %lu %hx\n", (char)-5, (short)-300, -5000000000L, 18000000000000000000UL, (ushort)65535);
    printf("%d %f\n", (char)i, (double)f);
    printf("no arguments\n");
  })";
  const int i = -42;
  const unsigned u = 3735928559U;
  const float f = 1234.5678F;
  const double d = f;
  std::string expected = format("%d|%5i|%-5d|%+d|%05d\n", i, i, i, i, i) + format("%u %o %x %X %#x\n", u, u, u, u, u) +
                         format("%f %.2f %10.3e %g %G %a\n", d, d, d, d, d, d) + "x text %    ab|cd    |\n" +
                         "-5 -300 -5000000000 18000000000000000000 ffff\n" + format("%d %f\n", i, d) + "no arguments\n";
  EXPECT_EQ(printed(source, Range::of(1), i, u, f), expected);
}

TEST(Printf, Vectors) {
  const char *source = R"(kernel void k(int i) {
    int4 v = (int4)(i, 2, -3, 4);
    float2 f = (float2)(1.5f, -2.25f);
    uchar16 c = (uchar16)(1);
    short3 s = (short3)(7, 8, 9);
    printf("%v4hld\n", v);
    printf("%5.2v2hlf|\n", f);
    printf("%v16hhu\n", c);
    printf("%v3hd %d\n", s, 5);
  })";
  EXPECT_EQ(printed(source, Range::of(1), 1), "1,2,-3,4\n 1.50,-2.25|\n1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1\n7,8,9 5\n");
}

// OpenCL C 3.1: size_t and ptrdiff_t.
TEST(Printf, SizesAndDifferences) {
  const char *source = R"(kernel void k(int i) {
    size_t s = (size_t)i * 0x100000001ul;
    ptrdiff_t d = -(ptrdiff_t)s;
    printf("%zu %zx %5zo|%zd %zi\n", s, s, (size_t)i, s, d);
    printf("%td %+ti %tx %tu\n", d, d, d, s);
  })";
  EXPECT_EQ(printed(source, Range::of(1), 3),
            format("%zu %zx %5zo|%zd %zi\n", size_t(0x300000003), size_t(0x300000003), size_t(3), ssize_t(0x300000003),
                   ssize_t(-0x300000003)) +
                format("%td %+ti %tx %tu\n", ptrdiff_t(-0x300000003), ptrdiff_t(-0x300000003), size_t(-0x300000003),
                       size_t(0x300000003)));
}

TEST(Printf, FormatsAndStringsChosenAtRunTime) {
  const char *source = R"(
    constant char *constant table[2] = {"one %d\n", "two %d\n"};
    void say(constant char *format, int i) { printf(format, i); }
    kernel void k(int i) {
      say(i ? "x %d\n" : "y %d\n", i);
      say(table[i & 1], 4);
      printf("%s %s\n", i ? "u" : "v", table[0]);
      printf("%d\n", printf("%p\n", (void *)0) != 0);
    })";
  EXPECT_EQ(printed(source, Range::of(1), 3), "x 3\ntwo 4\nu one %d\n\n" + format("%p\n", nullptr) + "0\n");
}

// SPV_EXT_relaxed_printf_string_address_space: the format may be in any memory.
TEST(Printf, FormatInPrivateMemory) {
  const std::string head =
      spirvtext::head({"Int8"}, {"SPV_EXT_relaxed_printf_string_address_space"}, spirvtext::StandardSet);
  const auto words =
      spirvtext::assemble(head + R"(OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%uchar = OpTypeInt 8 0
%c0 = OpConstant %uint 0
%c4 = OpConstant %uint 4
%percent = OpConstant %uchar 37
%u = OpConstant %uchar 117
%line = OpConstant %uchar 10
%end = OpConstant %uchar 0
%text = OpTypeArray %uchar %c4
%value = OpConstantComposite %text %percent %u %line %end
%p_text = OpTypePointer Function %text
%p_uchar = OpTypePointer Function %uchar
%fn = OpTypeFunction %void %uint
%k = OpFunction %void None %fn
%n = OpFunctionParameter %uint
%entry = OpLabel
%format = OpVariable %p_text Function
OpStore %format %value
%first = OpInBoundsAccessChain %p_uchar %format %c0
%printed = OpExtInst %uint %set printf %first %n
%again = OpExtInst %uint %set printf %first %printed
OpReturn
OpFunctionEnd)",
                          SPV_ENV_UNIVERSAL_1_2, false); // a validator of before the extension refuses it
  EXPECT_EQ(printed(words, Range::of(1), cl_uint{7}), "7\n0\n");
}

TEST(Printf, UnderDivergenceEachActiveWorkItemPrintsOnce) {
  const char *source = "kernel void k(int n) { int i = get_global_id(0);"
                       "  if (i % 3 == 1) for (int j = 0; j < i % 4; ++j) printf(\"<%d:%d>\", i, j); }";
  std::string text = printed(source, Range::of(90, 30), 90);
  for (int i = 0; i < 90; ++i)
    for (int j = 0; j < 4; ++j) {
      const std::string piece = format("<%d:%d>", i, j);
      const bool expected = i % 3 == 1 && j < i % 4;
      std::size_t at = text.find(piece);
      EXPECT_EQ(at != std::string::npos, expected) << piece;
      if (at != std::string::npos) {
        EXPECT_EQ(text.find(piece, at + 1), std::string::npos) << piece;
      }
    }
}

TEST(Printf, ResultIsZero) {
  std::vector<int> out(2, 7);
  printed("kernel void k(global int *out) { out[0] = printf(\"\"); out[1] = printf(\"a %d\\n\", 1); }", Range::of(1),
          harness::inOut(out));
  EXPECT_EQ(out, (std::vector<int>{0, 0}));
}
