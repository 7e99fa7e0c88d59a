#include "tests/api/ProgramFixture.h"

namespace apitest {

std::string assemble(const std::string &name) {
  std::string command = "spirv-as --target-env spv1.2 -o - '" LANECL_TEST_DATA "/data/" + name + "'";
  FILE *pipe = popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string words;
  char block[4096];
  for (size_t got; pipe && (got = fread(block, 1, sizeof block, pipe));)
    words.append(block, got);
  EXPECT_EQ(pipe ? pclose(pipe) : -1, 0) << command;
  EXPECT_GT(words.size(), 20U);
  return words;
}

} // namespace apitest
