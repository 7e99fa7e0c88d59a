// What programs and hosts must not come to: names of the host's, builds without end, a process that cannot go on.
#include "tests/api/ProgramFixture.h"

namespace apitest {
namespace {

using Security = ProgramTest;

// A variable or a function that no part of the program defines is the host's by no name.
TEST_F(Security, NamesOfTheHostAreUndefined) {
  const std::pair<const char *, const char *> programs[] = {
      {"environ", "extern global char *global environ; kernel void k(global char *a) { a[0] = environ[0]; }"},
      {"environ", "extern constant char environ[]; kernel void k(global char *a) { a[0] = environ[9]; }"},
      {"stdout", "extern global ulong stdout; kernel void k(global ulong *a) { stdout = a[0]; }"},
      {"system", "extern global uchar system[64]; kernel void k(global ulong *a) { a[0] = (ulong)system; }"},
      {"exit", "void exit(int); kernel void k(global int *a) { if (a[0] == 0) exit(3); }"},
      {"puts", "int puts(constant char *); kernel void k(global ulong *a) { a[0] = puts(\"x\"); }"},
      {"laneclPrintf", "int laneclPrintf(global void *s, constant char *f, global void *a, uint n);"
                       "kernel void k(global int *a) { a[0] = laneclPrintf(a, \"x\", a, 3); }"}};
  for (auto [name, source] : programs) {
    Program program = fromSource(source);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE) << source;
    EXPECT_NE(log(program).find(name), std::string::npos) << log(program);
  }
}

} // namespace
} // namespace apitest
