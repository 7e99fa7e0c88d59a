// Vectors of work-items that lie anywhere in memory: one after the other by an index that may wrap (which a test at run
// time finds out), backwards, shuffled; read and written, whole sub-groups and some work-items of them.
#include "Harness.h"
#include <cstring>
using harness::Range;

namespace {

struct Type {
  const char *name;
  unsigned components, bytes; ///< bytes of a component
  const char *reversed;       ///< components backwards
};
constexpr Type Types[] = {{"char2", 2, 1, ".s10"},
                          {"uchar4", 4, 1, ".s3210"},
                          {"uchar8", 8, 1, ".s76543210"},
                          {"short2", 2, 2, ".s10"},
                          {"ushort4", 4, 2, ".s3210"},
                          {"int2", 2, 4, ".s10"},
                          {"float4", 4, 4, ".s3210"},
                          {"uint8", 8, 4, ".s76543210"},
                          {"long2", 2, 8, ".s10"},
                          {"double4", 4, 8, ".s3210"},
                          {"uchar16", 16, 1, ".sfedcba9876543210"}};

/// Where each way puts work-item i of `count`.
struct Way {
  const char *place;
  uint32_t (*of)(uint32_t i, uint32_t count, const std::vector<cl_uint> &order);
};
constexpr uint32_t Base = 65536 - 40;
const Way Ways[] = {
    {"(ushort)(base + i)", [](uint32_t i, uint32_t, const std::vector<cl_uint> &) { return (Base + i) & 0xffff; }},
    {"count - 1 - i", [](uint32_t i, uint32_t count, const std::vector<cl_uint> &) { return count - 1 - i; }},
    {"order[i]", [](uint32_t i, uint32_t, const std::vector<cl_uint> &order) { return order[i]; }}};

std::string sourceOf(const Type &type, const Way &way) {
  const std::string name = type.name, place = way.place;
  const std::string head = "(global const " + name + " *in, global " + name +
                           " *out, global const uint *order, uint base, uint count) {\n"
                           "  uint i = get_global_id(0);\n  size_t at = " +
                           place + ";\n";
  return "kernel void write" + head + "  out[at] = in[i]; }\n" +                                       //
         "kernel void turned" + head + "  out[at] = in[i]" + type.reversed + "; }\n" +                 //
         "kernel void some" + head + "  if (order[i] % 3) out[at] = in[i]" + type.reversed + "; }\n" + //
         "kernel void read" + head + "  out[i] = in[at]; }\n" +                                        //
         "kernel void readTurned" + head + "  if (order[i] % 3) out[i] = in[at]" + type.reversed + "; }\n";
}

struct Case {
  const char *name;
  bool isRead, isTurned, isSome;
};
constexpr Case Cases[] = {{"write", false, false, false},
                          {"turned", false, true, false},
                          {"some", false, true, true},
                          {"read", true, false, false},
                          {"readTurned", true, true, true}};

class Pieces : public testing::TestWithParam<Type> {};

TEST_P(Pieces, LieAnywhere) {
  const Type type = GetParam();
  const uint32_t count = 203, size = type.components * type.bytes, places = 65536;
  std::vector<cl_uint> order(count);
  for (uint32_t i = 0; i < count; ++i)
    order[i] = i * 64 % count;
  std::vector<cl_uchar> in(size_t(places) * size);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = cl_uchar((i * 2654435761U) >> 13 & 0x3f); // no NaN
  for (const Way &way : Ways) {
    harness::Program program(sourceOf(type, way));
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    for (const Case &each : Cases) {
      std::vector<cl_uchar> out(in.size(), 0x55), want = out;
      for (uint32_t i = 0; i < count; ++i) {
        if (each.isSome && order[i] % 3 == 0)
          continue;
        const uint32_t at = way.of(i, count, order), from = each.isRead ? at : i, to = each.isRead ? i : at;
        for (uint32_t c = 0; c < type.components; ++c) {
          const uint32_t other = each.isTurned ? type.components - 1 - c : c;
          std::memcpy(&want[to * size + c * type.bytes], &in[from * size + other * type.bytes], type.bytes);
        }
      }
      harness::Launch launch(program, each.name);
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::inOut(order));
      launch.arg(cl_uint(Base)), launch.arg(cl_uint(count));
      launch.run(Range::of(count, 29));
      EXPECT_TRUE(out == want) << type.name << ' ' << way.place << ' ' << each.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pieces, testing::ValuesIn(Types), [](const auto &info) { return info.param.name; });

} // namespace
