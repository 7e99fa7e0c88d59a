// Predicates of votes are zero or not (OpenCL C 6.15.16, 6.15.19), constants too.
#include "Harness.h"
using harness::Range;

namespace {

TEST(Predicates, OfVotesAreZeroOrNot) {
  for (const char *vote : {"work_group_any", "work_group_all", "sub_group_any", "sub_group_all",
                           "sub_group_non_uniform_any", "sub_group_non_uniform_all", "sub_group_ballot",
                           "sub_group_non_uniform_reduce_logical_and", "sub_group_non_uniform_reduce_logical_or",
                           "sub_group_non_uniform_scan_inclusive_logical_or", "sub_group_clustered_reduce_logical_or"})
    for (const char *number : {"0", "1", "2", "4", "-2", "256", "1 << 30", "n & 12", "n - 12"}) {
      const std::string name = vote, size = name.contains("clustered") ? ", 1u" : "";
      const std::string result = name.contains("ballot") ? "any(sub_group_ballot(" + std::string(number) + ") != 0)"
                                                         : name + "(" + number + size + ")";
      std::vector<int> out(32), want(32, std::string_view(number) != "0" && std::string_view(number) != "n - 12");
      const std::string source = "kernel void k(global int *o, int n) { o[get_global_id(0)] = (" + result + ") != 0; }";
      ASSERT_TRUE(harness::run(source, "k", Range::of(32, 32), harness::inOut(out), 12)) << source;
      EXPECT_EQ(out, want) << source;
    }
}

} // namespace
