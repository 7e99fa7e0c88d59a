// Regions of images that sub-groups read and write (cl_intel_media_block_io): every type, regions of many sizes, inside
// and across all borders, against one byte after another in the order of the specification.
#include "tests/images/BlockBytes.h"
#include <CL/cl.h>
#include <algorithm>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace lanecl;
using namespace lanecl::test;

namespace {

// ImageProgram::run makes work-groups of 16 x 2.
constexpr std::array<uint64_t, 2> Items = {64, 12};
constexpr size_t Groups = 4 * 6, MostSubGroups = 32, MostBlocks = Groups * MostSubGroups, MostLanes = 64;
constexpr std::array<uint32_t, 3> Size = {60, 37, 1};

struct Numbers {
  const char *name, *suffix;
  unsigned bytes, most; ///< of one number; numbers of a work-item
};
constexpr Numbers types[] = {{"uchar", "_uc", 1, 16}, {"ushort", "_us", 2, 16}, {"uint", "_ui", 4, 8}};

/// The table of the extension: bytes of a row, rows.
struct Region {
  unsigned bytes, rows;
};
constexpr Region regions[] = {{4, 64}, {8, 32}, {12, 16}, {16, 16}, {20, 8}, {24, 8}, {28, 8},
                              {32, 8}, {4, 16}, {16, 2},  {8, 1},   {32, 3}, {28, 1}};

/// One kind of kernel: what a work-item has, of which region.
struct Form {
  Numbers type;
  unsigned count;
  Region region;
  bool sizeIsConstant;

  unsigned width() const { return region.bytes / type.bytes; }
  size_t itemBytes() const { return size_t(count) * type.bytes; }
  std::string vector() const { return type.name + (count == 1 ? "" : std::to_string(count)); }
  std::string name() const {
    return type.suffix + std::to_string(count) + "_" + std::to_string(region.bytes) + "x" +
           std::to_string(region.rows) + (sizeIsConstant ? "" : "v");
  }
};

/// All types and counts, each with `each` of the regions in turn; the third's size only the launch knows.
std::vector<Form> formsWith(unsigned each) {
  std::vector<Form> made;
  size_t next = 0;
  for (const Numbers &type : types)
    for (unsigned count = 1; count <= type.most; count *= 2)
      for (unsigned i = 0; i < each; ++i)
        made.push_back({type, count, regions[next++ % std::size(regions)], i != 2});
  return made;
}

/// A region's size, for the kernel; how it was run, from it.
struct Launch {
  std::array<int, 2> size;
  uint32_t lanes = 0, perGroup = 0;                 ///< of a whole sub-group; sub-groups
  std::array<uint32_t, MostSubGroups> present = {}; ///< lanes of each sub-group of a work-group

  size_t blocks() const { return perGroup * Groups; }
};

/// r<form> reads, w<form> writes, b<form> does both: a region for each sub-group, whose place among all is `block`.
std::string kernelsOf(const Form &form, const std::string &attribute) {
  std::string name = form.name(), vector = form.vector(), suffix = form.type.suffix;
  if (form.count > 1)
    suffix += std::to_string(form.count);
  std::string size = form.sizeIsConstant ? std::to_string(form.width()) + ", " + std::to_string(form.region.rows)
                                         : std::string("size[0], size[1]");
  std::string head = attribute + "kernel void ", tail = "global const int2 *at, global int *size, global ";
  std::string start = ") {\n  size_t block = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * "
                      "get_enqueued_num_sub_groups() + get_sub_group_id();\n"
                      "  size_t i = block * get_max_sub_group_size() + get_sub_group_local_id();\n"
                      "  size[2] = get_max_sub_group_size(), size[3] = get_enqueued_num_sub_groups();\n"
                      "  size[4 + get_sub_group_id()] = get_sub_group_size();\n";
  std::string where = "(at[block], " + size;
  std::string read = "intel_sub_group_media_block_read" + suffix + where + ", image)";
  std::string write = "intel_sub_group_media_block_write" + suffix + where + ", data[i], image);\n";
  return head + "r" + name + "(read_only image2d_t image, " + tail + vector + " *data" + start + "  data[i] = " + read +
         ";\n}\n" + head + "w" + name + "(write_only image2d_t image, " + tail + vector + " *data" + start + "  " +
         write + "}\n" + head + "b" + name + "(read_write image2d_t image, " + tail + vector + " *data" + start + "  " +
         vector + " old = " + read + ";\n  " + write + "  data[i] = old;\n}\n";
}

std::string sourceOf(const std::vector<Form> &forms, unsigned asked) {
  std::string attribute =
      asked ? "__attribute__((intel_reqd_sub_group_size(" + std::to_string(asked) + "))) " : std::string();
  std::string text;
  for (const Form &form : forms)
    text += kernelsOf(form, attribute);
  return text;
}

using Places = std::vector<std::array<int, 2>>;

/// Aligned for the widest vectors.
struct Bytes {
  explicit Bytes(size_t count) : lines((count + 127) / 128) {}
  std::byte &operator[](size_t i) { return lines[i / 128].bytes[i % 128]; }
  std::byte operator[](size_t i) const { return lines[i / 128].bytes[i % 128]; }

  struct alignas(128) Line {
    std::array<std::byte, 128> bytes;
  };
  std::vector<Line> lines;
};

/// Inside, across every border and far away; "the source byte x-offset must be 4 byte aligned".
Places places(const TestImage &image, const Form &form) {
  std::mt19937 random(form.region.bytes * 100 + form.region.rows);
  int bytes = int(image.size()[0] * image.descriptor().texelBytes), height = int(image.size()[1]);
  auto at = [&](unsigned extent, int size, int before) {
    return int(random() % unsigned(size + 2 * before + int(extent))) - before;
  };
  Places result(MostBlocks);
  for (auto &[x, y] : result) {
    x = at(0, bytes, int(form.region.bytes)) & ~3;
    y = at(form.region.rows, height, int(form.region.rows));
  }
  constexpr int Most = std::numeric_limits<int>::max(), Least = std::numeric_limits<int>::min();
  const std::array<int, 2> special[] = {{Most - 3, Most}, {Least, Least}, {0, Least}, {Most - 3, 1}, {0, 0}, {4, 2}};
  std::ranges::copy(special, result.begin());
  return result;
}

/// Calls use(index into the data, x, y) for all bytes of all regions that some work-item has. SPV_INTEL_media_block_io:
/// rows of as many bytes as the next power of two, one behind the other, are the lanes' components one by one.
void forEachByte(const Launch &launch, const Places &at, const Form &form, auto use) {
  size_t stride = std::bit_ceil(form.region.bytes) / form.type.bytes;
  for (size_t block = 0; block < launch.blocks(); ++block)
    for (size_t row = 0; row < form.region.rows; ++row)
      for (size_t column = 0; column < form.width(); ++column) {
        size_t number = row * stride + column, component = number / launch.lanes, lane = number % launch.lanes;
        if (component >= form.count || lane >= launch.present[block % launch.perGroup])
          continue;
        for (size_t i = 0; i < form.type.bytes; ++i)
          use(((block * launch.lanes + lane) * form.count + component) * form.type.bytes + i,
              int64_t(at[block][0]) + int64_t(column * form.type.bytes + i), int64_t(at[block][1]) + int64_t(row));
      }
}

struct Case {
  const ImageProgram &program;
  const Form &form;
  Format format;
  bool special;

  Launch run(char kernel, const TestImage &image, const Places &at, Bytes &data) const {
    Launch launch = {{int(form.width()), int(form.region.rows)}};
    program.run(kernel + form.name(), {image.descriptor(), at.data(), &launch, data.lines.data()}, Items, special);
    return launch;
  }
  Bytes data() const {
    std::mt19937 random(99);
    size_t count = MostBlocks * MostLanes * form.itemBytes();
    Bytes bytes(count);
    for (size_t i = 0; i < count; ++i)
      bytes[i] = std::byte(random() >> 5);
    return bytes;
  }
  std::string name() const { return nameOf(format) + ' ' + form.name() + (special ? " special" : ""); }
};

void readRegions(const Case &c) {
  TestImage image(Shape::TwoD, c.format, Size, 3);
  Places at = places(image, c.form);
  Bytes data = c.data();
  const Launch launch = c.run('r', image, at, data);
  size_t wrong = 0, checked = 0;
  forEachByte(launch, at, c.form,
              [&](size_t i, int64_t x, int64_t y) { ++checked, wrong += data[i] != byteAt(image, x, y); });
  ASSERT_EQ(wrong, 0) << c.name();
  ASSERT_GT(checked, 0) << c.name();
}

void writeRegions(const Case &c) {
  TestImage image(Shape::TwoD, c.format, Size, 3), before(Shape::TwoD, c.format, Size, 3);
  Places at = places(image, c.form);
  Bytes data = c.data();
  const Launch launch = c.run('w', image, at, data);
  ASSERT_TRUE(image.isIntact()) << c.name();
  PossibleBytes possible(before);
  forEachByte(launch, at, c.form, [&](size_t i, int64_t x, int64_t y) { possible.write(x, y, data[i]); });
  ASSERT_EQ(possible.wrongIn(image), 0) << c.name();
}

/// Each sub-group exchanges a strip of its own, whole inside.
void exchangeRegions(const Case &c) {
  std::array<uint32_t, 3> size = {8, uint32_t(MostBlocks * c.form.region.rows), 1};
  TestImage image(Shape::TwoD, c.format, size, 3), before(Shape::TwoD, c.format, size, 3);
  Places at(MostBlocks);
  for (size_t i = 0; i < at.size(); ++i)
    at[i] = {int(8 * image.descriptor().texelBytes - c.form.region.bytes), int(i * c.form.region.rows)};
  const Bytes in = c.data();
  Bytes inOut = in;
  const Launch launch = c.run('b', image, at, inOut);
  size_t wrong = 0;
  forEachByte(launch, at, c.form, [&](size_t i, int64_t x, int64_t y) {
    wrong += inOut[i] != byteAt(before, x, y);
    wrong += byteAt(image, x, y) != in[i];
  });
  ASSERT_EQ(wrong, 0) << c.name();
}

class MediaBlocks : public testing::TestWithParam<unsigned> {
protected:
  /// Every `step`th form, some with code for the first format. Texels of up to 4 bytes: outside of larger ones nothing
  /// is defined.
  void forEachForm(std::initializer_list<Format> formats, size_t step, auto test) {
    const std::vector<Form> forms = formsWith(GetParam() ? 1 : 3);
    ImageProgram program(sourceOf(forms, GetParam()));
    ASSERT_TRUE(program.ok()) << program.log();
    for (size_t i = 0; i < forms.size(); i += step) {
      for (const Format &format : formats)
        ASSERT_NO_FATAL_FAILURE(test(Case{program, forms[i], format, false}));
      if (i % 4 == 0)
        ASSERT_NO_FATAL_FAILURE(test(Case{program, forms[i], *formats.begin(), true}));
    }
  }
};

constexpr Format R8 = {CL_R, CL_UNSIGNED_INT8}, R16 = {CL_R, CL_HALF_FLOAT}, RGBA8 = {CL_RGBA, CL_UNORM_INT8};

TEST_P(MediaBlocks, ReadsClampToTheEdge) { forEachForm({RGBA8, R8, R16}, 1, readRegions); }
TEST_P(MediaBlocks, WritesOutsideAreDropped) { forEachForm({RGBA8, R8, R16}, 1, writeRegions); }
TEST_P(MediaBlocks, ReadWriteImages) { forEachForm({RGBA8}, 5, exchangeRegions); }

INSTANTIATE_TEST_SUITE_P(SubGroups, MediaBlocks, testing::Values(0u, 8u, 16u), [](const auto &info) {
  return info.param ? "Of" + std::to_string(info.param) : std::string("OfTheDevice");
});

} // namespace
