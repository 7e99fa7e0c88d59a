// What becomes of the built-in functions on images: here of those that the SPIR-V back end leaves operands out of.
#include "compiler/spirv/Validate.h"
#include "tests/frontend/Support.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

using namespace lanecl;
using namespace lanecl::test;

static std::vector<std::string> operandsFrom(const Line &line, size_t first) {
  return {line.operands.begin() + ptrdiff_t(std::min(first, line.operands.size())), line.operands.end()};
}

/// OpenCL C 6.15.15.2: reads of a level of a mipmap, or of the one that gradients give.
TEST(Images, ReadsKeepTheirLevelsAndGradients) {
  Module module = compileUnchecked(
      "kernel void k(read_only image2d_t i, read_only image1d_array_t a, sampler_t s, global float4 *o, float2 c,\n"
      "              float lod, float2 gx, float2 gy) {\n"
      "  o[0] = read_imagef(i, s, c, lod);\n"
      "  o[1] = read_imagef(i, s, c, gx, gy);\n"
      "  o[2] = read_imagef(a, s, c, lod, lod);\n"
      "  o[3] = read_imagef(i, s, c); }",
      "-cl-std=CL3.0");
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  EXPECT_EQ(llvm::toString(spirv::validate(module.words, {})), "");
  std::vector<Line> reads = module.all("OpImageSampleExplicitLod");
  ASSERT_EQ(reads.size(), 4u);
  using Operands = std::vector<std::string>;
  EXPECT_EQ(operandsFrom(reads[0], 2), (Operands{"%c", "Lod", "%lod"}));
  EXPECT_EQ(operandsFrom(reads[1], 2), (Operands{"%c", "Grad", "%gx", "%gy"}));
  EXPECT_EQ(operandsFrom(reads[2], 2), (Operands{"%c", "Grad", "%lod", "%lod"}));
  EXPECT_EQ(operandsFrom(reads[3], 2)[1], "Lod");
  EXPECT_EQ(module.all("OpTypeSampledImage").size(), 2u);
  EXPECT_FALSE(module.has("__lanecl_"));
}

/// 6.15.15.4.
TEST(Images, WritesKeepTheirLevel) {
  Module module = compileUnchecked("kernel void k(write_only image2d_t i, int2 c, int lod, float4 v, uint4 u) {\n"
                                   "  write_imagef(i, c, lod, v);\n  write_imageui(i, c, 3, u);\n"
                                   "  write_imagef(i, c, v); }",
                                   "-cl-std=CL3.0");
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  std::vector<Line> writes = module.all("OpImageWrite");
  ASSERT_EQ(writes.size(), 3u);
  using Operands = std::vector<std::string>;
  EXPECT_EQ(operandsFrom(writes[0], 1), (Operands{"%c", "%v", "Lod", "%lod"}));
  EXPECT_EQ(operandsFrom(writes[1], 1), (Operands{"%c", "%u", "Lod", "%uint_3"}));
  EXPECT_EQ(operandsFrom(writes[2], 1), (Operands{"%c", "%v"}));
}
