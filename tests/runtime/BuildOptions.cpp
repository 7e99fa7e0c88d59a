// What the runtime reads of build options must be what the compiler reads (tests/fuzz/options holds them against each
// other at random).
#include "runtime/BuildOptions.h"
#include "compiler/image/OptionWords.h"
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

TEST(BuildOptions, WordsAsInAShell) {
  EXPECT_EQ(splitWords(" -a\t\"b c\"d \\\"e\\ f \\g\n").words,
            (std::vector<std::string>{"-a", "b cd", "\"e f", "\\g"}));
  EXPECT_EQ(splitWords("-a \"\" b").words, (std::vector<std::string>{"-a", "", "b"}));
  EXPECT_EQ(splitWords(std::string_view("-a\0-b", 5)).words, (std::vector<std::string>{"-a"}));
  EXPECT_TRUE(splitWords("-a \"b c").endsInQuotes);
  EXPECT_FALSE(splitWords("-a \"b\" \\\"c").endsInQuotes);
}

// One that later stages need not know of.
TEST(BuildOptions, HintsAreNotCarried) {
  EXPECT_TRUE(carriedOptions("-cl-no-subgroup-ifp").empty());
  EXPECT_EQ(linkerOptions("-cl-no-subgroup-ifp"), "-cl-no-subgroup-ifp");
}

} // namespace
} // namespace lanecl
