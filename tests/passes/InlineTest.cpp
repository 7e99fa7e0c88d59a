// Functions that work on their caller's variables: inlined wherever they are called, also when the variables come
// through another function, as long as the copies are not too many.
#include "Report.h"

using namespace lanecl;

namespace {

// Longer than what is inlined for its size alone.
std::string rounds() {
  std::string code = "void mix(uint *w, uint *s) {\n";
  for (int i = 0; i < 32; ++i) {
    auto at = [&](int offset, int size) { return "[" + std::to_string((i + offset) % size) + "]"; };
    code += "  s" + at(0, 4) + " += rotate(w" + at(0, 16) + " ^ s" + at(1, 4) + ", 7u) + w" + at(5, 16) + ";\n";
  }
  return code + "}\nvoid twice(uint *w, uint *s) { mix(w, s); w[3] ^= s[1]; mix(w, s); }\n";
}

std::string reportOfCalls(const std::string &calls) {
  compiler::Settings settings;
  settings.clExtensions = "-all,+__opencl_c_int64,+__opencl_c_generic_address_space";
  return test::reportOf(rounds() +
                            "kernel void k(global uint *o, int n) {\n  size_t x = get_global_id(0);\n"
                            "  uint w[16], s[4] = {1, 2, 3, 4};\n  for (int i = 0; i < 16; ++i) w[i] = o[x + i];\n  " +
                            calls + "\n  o[x] = s[0] + s[1] + s[2] + s[3];\n}\n",
                        settings);
}

bool calls(const std::string &report) { return report.find("call of a function with lanes: mix") != std::string::npos; }

TEST(Inline, WorkOnVariablesInLoops) {
  const std::string report = reportOfCalls("for (int i = 0; i < n; ++i) twice(w, s);");
  EXPECT_FALSE(calls(report)) << report;
}

TEST(Inline, WorkOnVariablesThatIsDoneOnce) {
  const std::string report = reportOfCalls("twice(w, s); mix(w, s);");
  EXPECT_FALSE(calls(report)) << report;
}

TEST(Inline, NotManyCopies) {
  std::string many;
  for (int i = 0; i < 64; ++i)
    many += "mix(w, s); ";
  const std::string report = reportOfCalls(many);
  EXPECT_TRUE(calls(report)) << report;
}

} // namespace
