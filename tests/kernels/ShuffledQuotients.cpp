// Quotients and remainders by constants that are stored as narrower numbers, of rows that are shorter than a sub-group.
#include "Harness.h"

namespace {

// Only the first work-items of a group come to the quotient, which is of what they have put into local memory.
std::string sourceOf(const std::string &expression) {
  return "kernel void k(global short *out, int active) {\n"
         "  int l = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));\n"
         "  if (l >= active)\n"
         "    return;\n"
         "  local int t[128];\n"
         "  for (int i = l; i < 128; i += 1)\n"
         "    t[i] = i * 37 - 1000;\n"
         "  int value = t[l * 4];\n"
         "  out[get_global_linear_id()] = " +
         expression + ";\n}\n";
}

struct Form {
  const char *expression;
  int (*of)(int);
};
const Form forms[] = {
    {"value % 3", [](int value) { return value % 3; }},
    {"value / 7", [](int value) { return value / 7; }},
    {"(uint)value % 10u", [](int value) { return static_cast<int>(static_cast<unsigned>(value) % 10U); }},
    {"(uint)value / 1000u", [](int value) { return static_cast<int>(static_cast<unsigned>(value) / 1000U); }},
};

struct Group {
  unsigned width, height;
  int active;
};

} // namespace

class ShuffledQuotients : public testing::TestWithParam<Group> {};

TEST_P(ShuffledQuotients, AreThose) {
  const auto [width, height, active] = GetParam();
  constexpr unsigned GroupsInRow = 2;
  const unsigned rowLength = GroupsInRow * width, items = rowLength * height;
  for (const Form &form : forms) {
    harness::Program program(sourceOf(form.expression));
    std::vector<short> out(items, -9), expected = out;
    for (unsigned g = 0; g < items; ++g)
      if (const int l = static_cast<int>(g / rowLength * width + g % rowLength % width); l < active)
        expected[g] = static_cast<short>(form.of(l * 4 * 37 - 1000));
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(out)), launch.arg(active);
    launch.run({{rowLength, height, 1}, {width, height, 1}, {0, 0, 0}, 2});
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << form.expression;
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, ShuffledQuotients,
                         testing::Values(Group{2, 16, 1}, Group{2, 16, 32}, Group{3, 8, 5}, Group{16, 2, 9},
                                         Group{1, 32, 32}));
