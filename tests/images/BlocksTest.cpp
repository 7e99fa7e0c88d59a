// Blocks of images that sub-groups read and write (cl_intel_subgroups, _char, _short, _long): every type and number of
// rows against one byte after another.
#include "tests/images/BlockBytes.h"
#include <CL/cl.h>
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace lanecl;
using namespace lanecl::test;

namespace {

constexpr size_t Lanes = 8;
constexpr std::array<uint64_t, 2> Items = {32, 12};
constexpr size_t Blocks = Items[0] / Lanes * Items[1];
constexpr std::array<uint32_t, 3> Size = {60, 23, 1}; // whole blocks of texels that share bytes

struct BlockType {
  const char *name, *suffix;
  unsigned bytes, most; ///< of a number; rows
};
constexpr BlockType types[] = {{"uint", "", 4, 8},
                               {"uint", "_ui", 4, 8},
                               {"uchar", "_uc", 1, 16},
                               {"ushort", "_us", 2, 16},
                               {"ulong", "_ul", 8, 8}};

std::string rowsOf(unsigned rows) { return rows == 1 ? "" : std::to_string(rows); }

/// r<suffix><rows> reads, w<suffix><rows> writes, b<suffix><rows> does both: a block for each sub-group.
const ImageProgram &program() {
  static const ImageProgram made([] {
    std::string text;
    for (const BlockType &type : types)
      for (unsigned rows = 1; rows <= type.most; rows *= 2) {
        std::string name = type.suffix + rowsOf(rows), vector = type.name + rowsOf(rows);
        std::string head = "__attribute__((intel_reqd_sub_group_size(8))) kernel void ";
        std::string place = "size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n";
        text += head + "r" + name + "(read_only image2d_t image, global const int2 *at, global " + vector + " *out) {" +
                place + "out[i] = intel_sub_group_block_read" + name + "(image, at[i / 8]); }\n";
        text += head + "w" + name + "(write_only image2d_t image, global const int2 *at, global const " + vector +
                " *in) {" + place + "intel_sub_group_block_write" + name + "(image, at[i / 8], in[i]); }\n";
        text += head + "b" + name + "(read_write image2d_t image, global const int2 *at, global " + vector +
                " *inOut) {" + place + vector + " old = intel_sub_group_block_read" + name +
                "(image, at[i / 8]); intel_sub_group_block_write" + name + "(image, at[i / 8], inOut[i]);" +
                "inOut[i] = old; }\n";
      }
    return text;
  }());
  return made;
}

/// Inside, across every border and far away.
std::vector<std::array<int, 2>> places(const TestImage &image, const BlockType &type, unsigned rows) {
  std::mt19937 random(type.bytes * rows);
  int bytes = int(image.size()[0] * image.descriptor().texelBytes), height = int(image.size()[1]);
  int width = int(Lanes * type.bytes);
  std::vector<std::array<int, 2>> at(Blocks);
  for (auto &[x, y] : at) {
    x = int(random() % unsigned(bytes + 2 * width)) - width;
    y = int(random() % unsigned(height + 8)) - 4;
  }
  constexpr int Most = std::numeric_limits<int>::max(), Least = std::numeric_limits<int>::min();
  at[0] = {Most, Most}, at[1] = {Least, Least}, at[2] = {0, Least}, at[3] = {Most - 3, 1}, at[4] = {0, 0};
  return at;
}

using Bytes = std::vector<std::byte>;
Bytes noise(size_t count) {
  std::mt19937 random(99);
  Bytes bytes(count);
  for (std::byte &one : bytes)
    one = std::byte(random() >> 5);
  return bytes;
}

/// Calls use(index into the data, x, y) for all bytes of all blocks, sub-group after sub-group.
void forEachByte(const std::vector<std::array<int, 2>> &at, const BlockType &type, unsigned rows, auto use) {
  for (size_t block = 0; block < Blocks; ++block)
    for (size_t lane = 0; lane < Lanes; ++lane)
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned i = 0; i < type.bytes; ++i)
          use(((block * Lanes + lane) * rows + row) * type.bytes + i,
              int64_t(at[block][0]) + int64_t(lane * type.bytes + i), int64_t(at[block][1]) + row);
}

void readBlocks(const Format &format, const BlockType &type, unsigned rows, bool special) {
  TestImage image(Shape::TwoD, format, Size, 3);
  auto at = places(image, type, rows);
  Bytes out(Blocks * Lanes * rows * type.bytes);
  program().run("r" + (type.suffix + rowsOf(rows)), {image.descriptor(), at.data(), out.data()}, Items, special);
  size_t wrong = 0;
  forEachByte(at, type, rows, [&](size_t i, int64_t x, int64_t y) { wrong += out[i] != byteAt(image, x, y); });
  ASSERT_EQ(wrong, 0) << nameOf(format) << ' ' << type.suffix << rows << (special ? " special" : "");
}

void writeBlocks(const Format &format, const BlockType &type, unsigned rows, bool special) {
  TestImage image(Shape::TwoD, format, Size, 3), before(Shape::TwoD, format, Size, 3);
  auto at = places(image, type, rows);
  Bytes in = noise(Blocks * Lanes * rows * type.bytes);
  program().run("w" + (type.suffix + rowsOf(rows)), {image.descriptor(), at.data(), in.data()}, Items, special);
  ASSERT_TRUE(image.isIntact()) << nameOf(format) << ' ' << type.suffix << rows;
  PossibleBytes possible(before);
  forEachByte(at, type, rows, [&](size_t i, int64_t x, int64_t y) { possible.write(x, y, in[i]); });
  ASSERT_EQ(possible.wrongIn(image), 0) << nameOf(format) << ' ' << type.suffix << rows << (special ? " special" : "");
}

constexpr Format formats[] = {
    {CL_R, CL_UNSIGNED_INT8}, {CL_R, CL_HALF_FLOAT}, {CL_RGBA, CL_UNORM_INT8}, {CL_RG, CL_FLOAT}};

void forEachType(auto test) {
  ASSERT_TRUE(program().ok()) << program().log();
  for (const Format &format : formats)
    for (const BlockType &type : types)
      for (unsigned rows = 1; rows <= type.most; rows *= 2)
        for (bool special : {false, true})
          ASSERT_NO_FATAL_FAILURE(test(format, type, rows, special));
}

} // namespace

TEST(ImageBlocks, ReadsClampToTheEdge) { forEachType(readBlocks); }
/// Their rows have more bytes than texels.
TEST(ImageBlocks, ReadsOfTexelsThatShareBytes) {
  ASSERT_TRUE(program().ok()) << program().log();
  for (const Format &format : sharingFormats())
    for (const BlockType &type : types)
      for (bool special : {false, true})
        ASSERT_NO_FATAL_FAILURE(readBlocks(format, type, 2, special));
}

TEST(ImageBlocks, WritesOutsideAreDropped) { forEachType(writeBlocks); }

/// One sub-group after another moves its own strip of an image that it reads and writes.
TEST(ImageBlocks, ReadWriteImages) {
  ASSERT_TRUE(program().ok()) << program().log();
  TestImage image(Shape::TwoD, {CL_RGBA, CL_UNORM_INT8}, {32, 96, 1}, 3),
      before(Shape::TwoD, {CL_RGBA, CL_UNORM_INT8}, {32, 96, 1}, 3);
  std::vector<std::array<int, 2>> at(Blocks);
  for (size_t i = 0; i < Blocks; ++i)
    at[i] = {int(i % 4 * 32), int(i / 4 * 8)};
  const BlockType &type = types[0];
  Bytes in = noise(Blocks * Lanes * 8 * 4), inOut = in;
  program().run("b8", {image.descriptor(), at.data(), inOut.data()}, Items, false);
  size_t wrong = 0;
  forEachByte(at, type, 8, [&](size_t i, int64_t x, int64_t y) {
    wrong += inOut[i] != byteAt(before, x, y);
    wrong += byteAt(image, x, y) != in[i];
  });
  EXPECT_EQ(wrong, 0);
}
