// Sub-group operations on vectors of lanes against their definitions, for whole and partial sub-groups.
#include "tests/passes/PacketizeHarness.h"
#include <functional>
#include <gtest/gtest.h>

using namespace lanecl;
using namespace lanecl::test;

namespace {

constexpr unsigned Items = 40, Width = 16; // two whole sub-groups and one of 8

/// out[i] = what `code` leaves in %r, of %x = in[i]; lanes whose %active is false do nothing.
std::vector<int> run(const std::string &declarations, const std::string &code, const std::vector<int> &in) {
  std::string ir = R"(
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_local_id() memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_size() memory(none) nounwind willreturn
declare i32 @lanecl.max_sub_group_size() memory(none) nounwind willreturn
)" + declarations + R"(
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %i = call i64 @lanecl.global_id(i32 0)
  %px = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %x = load i32, ptr addrspace(1) %px
  %active = icmp ne i32 %x, 77
  br i1 %active, label %do, label %end
do:
)" + code + R"(
  store i32 %r, ptr addrspace(1) %po
  br label %end
end:
  ret void
})";
  PacketizeOptions options;
  options.width = Width;
  LaneKernel kernel(ir, "k", options);
  EXPECT_EQ(kernel.error, "");
  std::vector<KernelArgument> arguments = {KernelArgument::buffer(in),
                                           KernelArgument::buffer(std::vector<int>(in.size(), -1))};
  LaunchShape shape;
  shape.global[0] = shape.local[0] = in.size();
  kernel.run(arguments, shape);
  return arguments[1].as<int>();
}

/// The same by definition: `value(lane, values of the active lanes before and with it, all of them)`.
using Definition = std::function<int(unsigned lane, const std::vector<std::pair<unsigned, int>> &active)>;
std::vector<int> define(const std::vector<int> &in, const Definition &definition) {
  std::vector<int> out(in.size(), -1);
  for (unsigned start = 0; start < in.size(); start += Width) {
    std::vector<std::pair<unsigned, int>> active;
    for (unsigned i = start; i < std::min<size_t>(start + Width, in.size()); ++i)
      if (in[i] != 77)
        active.emplace_back(i - start, in[i]);
    for (auto &[lane, value] : active)
      out[start + lane] = definition(lane, active);
  }
  return out;
}

std::vector<int> input() {
  std::vector<int> values(Items);
  for (unsigned i = 0; i < Items; ++i)
    values[i] = i % 7 == 3 ? 77 : static_cast<int>((i * 37 + 11) % 101) - 50;
  return values;
}

struct Fold {
  const char *kind;
  std::function<int(int, int)> step;
  int neutral;
};

const Fold Folds[] = {{"add", [](int a, int b) { return a + b; }, 0},
                      {"mul", [](int a, int b) { return static_cast<int>(unsigned(a) * unsigned(b)); }, 1},
                      {"smin", [](int a, int b) { return std::min(a, b); }, INT32_MAX},
                      {"smax", [](int a, int b) { return std::max(a, b); }, INT32_MIN},
                      {"umin", [](int a, int b) { return unsigned(a) < unsigned(b) ? a : b; }, -1},
                      {"umax", [](int a, int b) { return unsigned(a) > unsigned(b) ? a : b; }, 0},
                      {"xor", [](int a, int b) { return a ^ b; }, 0}};

std::string callOf(const std::string &operation) {
  return "  %r = call i32 @lanecl.sub_group." + operation + ".i32(i32 %x)\n";
}
std::string declarationOf(const std::string &operation) {
  return "declare i32 @lanecl.sub_group." + operation + ".i32(i32) convergent nounwind\n";
}

} // namespace

TEST(SubGroups, ReductionsAndScans) {
  for (const Fold &fold : Folds) {
    SCOPED_TRACE(fold.kind);
    auto foldLanes = [&](const std::vector<std::pair<unsigned, int>> &active, unsigned end) {
      int result = fold.neutral;
      for (auto &[lane, value] : active)
        if (lane < end)
          result = fold.step(result, value);
      return result;
    };
    std::string kind = fold.kind;
    EXPECT_EQ(run(declarationOf("reduce." + kind), callOf("reduce." + kind), input()),
              define(input(), [&](unsigned, auto &active) { return foldLanes(active, Width); }));
    EXPECT_EQ(run(declarationOf("scan_inclusive." + kind), callOf("scan_inclusive." + kind), input()),
              define(input(), [&](unsigned lane, auto &active) { return foldLanes(active, lane + 1); }));
    EXPECT_EQ(run(declarationOf("scan_exclusive." + kind), callOf("scan_exclusive." + kind), input()),
              define(input(), [&](unsigned lane, auto &active) { return foldLanes(active, lane); }));
  }
}

TEST(SubGroups, AnyAllAndBallot) {
  std::string declarations = "declare i1 @lanecl.sub_group.any(i1) convergent nounwind\n"
                             "declare i1 @lanecl.sub_group.all(i1) convergent nounwind\n"
                             "declare <4 x i32> @lanecl.sub_group.ballot(i1) convergent nounwind\n";
  auto code = [](const std::string &call, int bound) {
    return "  %c = icmp slt i32 %x, " + std::to_string(bound) + "\n" + call;
  };
  std::string any = "  %b = call i1 @lanecl.sub_group.any(i1 %c)\n  %r = zext i1 %b to i32\n";
  std::string all = "  %b = call i1 @lanecl.sub_group.all(i1 %c)\n  %r = zext i1 %b to i32\n";
  std::string ballot =
      "  %b = call <4 x i32> @lanecl.sub_group.ballot(i1 %c)\n  %r = extractelement <4 x i32> %b, i32 0\n";
  for (int bound : {-100, -45, 0, 100}) {
    auto holds = [&](auto &entry) { return entry.second < bound; };
    EXPECT_EQ(run(declarations, code(any, bound), input()), define(input(), [&](unsigned, auto &active) {
                return static_cast<int>(std::any_of(active.begin(), active.end(), holds));
              }));
    EXPECT_EQ(run(declarations, code(all, bound), input()), define(input(), [&](unsigned, auto &active) {
                return static_cast<int>(std::all_of(active.begin(), active.end(), holds));
              }));
    EXPECT_EQ(run(declarations, code(ballot, bound), input()), define(input(), [&](unsigned, auto &active) {
                int bits = 0;
                for (auto &entry : active)
                  bits |= holds(entry) ? 1 << entry.first : 0;
                return bits;
              }));
  }
}

TEST(SubGroups, Queries) {
  EXPECT_EQ(run("",
                "  %l = call i32 @lanecl.sub_group_local_id()\n  %m = call i32 @lanecl.max_sub_group_size()\n"
                "  %s = call i32 @lanecl.sub_group_size()\n  %a = mul i32 %l, 10000\n  %b = mul i32 %s, 100\n"
                "  %c = add i32 %a, %b\n  %r = add i32 %c, %m\n",
                std::vector<int>(Items, 1)),
            [] {
              std::vector<int> want;
              for (unsigned i = 0; i < Items; ++i)
                want.push_back(static_cast<int>(i % Width * 10000 + (i < 32 ? 16 : 8) * 100 + Width));
              return want;
            }());
}

TEST(SubGroups, ShufflesAndBroadcasts) {
  std::vector<int> in(32);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(1000 + i * 3);
  auto declared = [](const std::string &name) {
    return "declare i32 @lanecl.sub_group." + name + ".i32(i32, i32) convergent nounwind\n";
  };
  auto check = [&](const std::string &name, const std::string &prepare, auto source) {
    SCOPED_TRACE(name + prepare);
    std::string code = prepare + "  %r = call i32 @lanecl.sub_group." + name + ".i32(i32 %x, i32 %k)\n";
    auto want = in;
    for (unsigned i = 0; i < in.size(); ++i)
      if (unsigned from = source(i % Width); from < Width)
        want[i] = in[i / Width * Width + from];
      else
        want[i] = -2;
    auto got = run(declared(name), code, in);
    for (unsigned i = 0; i < in.size(); ++i)
      if (want[i] != -2)
        EXPECT_EQ(got[i], want[i]) << i;
  };
  std::string five = "  %k = add i32 5, 0\n", byLane = "  %k = and i32 %x, 15\n";
  check("broadcast", five, [](unsigned) { return 5u; });
  check("shuffle", byLane, [&](unsigned lane) { return static_cast<unsigned>(in[lane] & 15); });
  check("shuffle_xor", five, [](unsigned lane) { return lane ^ 5; });
  check("shuffle_up", five, [](unsigned lane) { return lane - 5; });
  check("shuffle_down", five, [](unsigned lane) { return lane + 5; });
}
