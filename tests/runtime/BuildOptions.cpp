// What the runtime reads of build options must be what the compiler reads (tests/fuzz/options holds them against each
// other at random).
#include "runtime/BuildOptions.h"
#include <gtest/gtest.h>

namespace lanecl {
namespace {

// The value of an option may look like another.
TEST(BuildOptions, ValuesAreNoOptions) {
  EXPECT_FALSE(hasOption("-I -g", "-g"));
  EXPECT_FALSE(hasOption("-D -g", "-g"));
  EXPECT_TRUE(hasOption("-I -g -g", "-g"));
  EXPECT_TRUE(hasOption("-Ifolder -g", "-g"));
  EXPECT_EQ(linkerOptions("-I -cl-mad-enable -cl-fast-relaxed-math"), "-cl-fast-relaxed-math");
  EXPECT_EQ(linkerOptions("-x -cl-mad-enable -D -I -cl-denorms-are-zero"), "-cl-denorms-are-zero");
  EXPECT_TRUE(carriedOptions("-I \"-cl-lanecl-robust\"").empty());
  EXPECT_TRUE(allowsNonUniformGroups("-cl-std=CL3.0 -I -cl-uniform-work-group-size", false));
  EXPECT_FALSE(allowsNonUniformGroups("-D -cl-std=CL3.0", false));
}

// One that later stages need not know of.
TEST(BuildOptions, HintsAreNotCarried) {
  EXPECT_TRUE(carriedOptions("-cl-no-subgroup-ifp").empty());
  EXPECT_EQ(linkerOptions("-cl-no-subgroup-ifp"), "-cl-no-subgroup-ifp");
}

} // namespace
} // namespace lanecl
