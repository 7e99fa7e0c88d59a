// How many registers a value gets: by the lanes that the report names, beside those of one register.
#include "Report.h"
#include "llvm/TargetParser/Host.h"

using namespace lanecl;
using namespace lanecl::compiler;

namespace {

std::string reportOf(const std::string &code, const char *isa) {
  Settings settings;
  settings.isa = isa;
  settings.clExtensions = "-all,+__opencl_c_int64,+cl_khr_fp16";
  return test::reportOf(code, settings);
}

// `steps` of a hash in a loop; of `state` words each changes one, and waits for what was made `back` steps ago.
std::string hash(unsigned steps, unsigned state, unsigned back = 1, const std::string &type = "uint") {
  auto word = [&](unsigned at) { return "s" + std::to_string(at % state); };
  std::string code = "kernel void k(global " + type + " *o, int n) {\n size_t x = get_global_id(0);\n";
  for (unsigned i = 0; i < state; ++i)
    code += " " + type + " " + word(i) + " = o[x] * " + std::to_string(i + 3) + ";\n";
  code += " for (int t = 0; t < n; ++t) {\n";
  for (unsigned i = 0; i < steps; ++i)
    code += "  " + word(i) + " += rotate(" + word(i + state - back) + " ^ " + word(i + 1) + ", (" + type + ")" +
            std::to_string(i % 31 + 1) + ");\n";
  code += " }\n o[x] = s0";
  for (unsigned i = 1; i < state; ++i)
    code += " ^ " + word(i);
  return code + ";\n}\n";
}

constexpr const char *One = "one register for each value", *Two = "2 registers of", *Four = "4 registers of",
                     *Half = "bits for each value of 64 bits";

TEST(LongBlocks, OfFewWordsAreManyRegistersWide) {
  for (const char *isa : {"avx512", "avx2"})
    EXPECT_NE(reportOf(hash(128, 4), isa).find(Four), std::string::npos) << isa;
}

TEST(LongBlocks, OfManyWordsThatDoNotWaitAreNot) {
  for (unsigned state : {24U, 40U})
    for (const char *isa : {"avx512", "avx2"}) {
      const std::string report = reportOf(hash(160, state, state / 2), isa);
      EXPECT_NE(report.find(One), std::string::npos) << report;
    }
}

struct Words {
  unsigned back, count;
  const char *registers;
};

void expectRegisters(const char *isa, std::initializer_list<Words> kinds) {
  for (const Words &words : kinds) {
    const std::string report = reportOf(hash(160, words.count, words.back), isa);
    EXPECT_NE(report.find(words.registers), std::string::npos) << words.back << ", " << words.count << report;
  }
}

// The same operations, which wait alike: what differs is how many words are to be kept in registers. Those that are put
// aside and read again cost more than further lanes gain.
TEST(LongBlocks, OfMoreWordsThanRegistersAreFewerRegistersWide) {
  expectRegisters("avx2", {{1, 8, Four}, {1, 12, Two}, {2, 8, Two}, {2, 12, One}});
}

TEST(LongBlocks, OfMoreWordsThan32RegistersAreFewerRegistersWide) {
  if (!llvm::sys::getHostCPUFeatures().lookup("avx512f"))
    GTEST_SKIP() << "this processor has no AVX-512, and gets its own instruction set instead";
  expectRegisters("avx512", {{3, 8, Four}, {3, 12, Two}});
}

TEST(LongBlocks, OfManyLongsHaveHalfAsManyLanes) {
  for (const char *isa : {"avx512", "avx2"}) {
    const std::string report = reportOf(hash(160, 16, 8, "ulong"), isa);
    EXPECT_NE(report.find(Half), std::string::npos) << report;
  }
  EXPECT_EQ(reportOf(hash(160, 4, 1, "ulong"), "avx2").find(Half), std::string::npos);
}

// Half as many lanes are twice as much work for the values of 32 bits.
TEST(LongBlocks, OfLongsBesideMoreWordsKeepTheirLanes) {
  auto around = [](unsigned steps) {
    std::string code = hash(160, 16, 8, "ulong");
    std::string before = " uint w = x;\n for (int t = 0; t < n; ++t) {\n";
    for (unsigned i = 0; i < steps; ++i) // too many accesses for a long block
      before += "  w = (w ^ (uint)o[" + std::to_string(i) + "]) * (w >> " + std::to_string(i % 5 + 1) + ");\n";
    const std::string loop = " for (int t";
    code.insert(code.find(loop), before + " }\n");
    return code.replace(code.find(" o[x] = "), 8, " o[x] = w ^ ");
  };
  for (const char *isa : {"avx512", "avx2"}) {
    EXPECT_NE(reportOf(around(16), isa).find(Half), std::string::npos) << isa;
    EXPECT_EQ(reportOf(around(200), isa).find(Half), std::string::npos) << isa;
  }
}

/// A loop that makes one number of another, `iterations` times.
std::string chain(const std::string &iterations, const std::string &step, const std::string &type = "float",
                  const std::string &before = "", const std::string &behind = "") {
  return "kernel void k(global " + type + " *o, int n) {\n size_t x = get_global_id(0);\n " + type +
         " a = o[x], b = o[0];\n " + before + "\n for (int t = 0; t < " + iterations + "; ++t) {\n  " + step +
         "\n }\n " + behind + "\n o[x] = a;\n}\n";
}

TEST(LongBlocks, ChainsOfLoopsAreManyRegistersWide) {
  for (const char *isa : {"avx512", "avx2"})
    for (const char *iterations : {"n", "1000"}) {
      EXPECT_NE(reportOf(chain(iterations, "a = a * a + b;"), isa).find(Four), std::string::npos) << isa << iterations;
      EXPECT_NE(reportOf(chain(iterations, "a = mad(a, a, b);"), isa).find(Four), std::string::npos)
          << isa << iterations;
      EXPECT_NE(reportOf(chain(iterations, "a = a * a + b;", "int"), isa).find(Four), std::string::npos)
          << isa << iterations;
    }
}

// A processor that has so many instructions in view keeps fewer that wait: of the loop behind it begins little.
TEST(LongBlocks, ChainsThatAreSeenButWaitAreManyRegistersWide) {
  for (const char *isa : {"avx512", "avx2"}) {
    EXPECT_NE(reportOf(chain("40", "a = a * a + b;", "int"), isa).find(Four), std::string::npos) << isa;
    EXPECT_NE(reportOf(chain("96", "a = a * a + b;"), isa).find(Four), std::string::npos) << isa;
  }
}

// Each operation is float's between two conversions, but on machines that have it themselves.
TEST(LongBlocks, ChainsOfHalfTakeLonger) {
  const bool hasHalf = llvm::sys::getHostCPUFeatures().lookup("avx512fp16");
  const std::string code = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + chain("16", "a = a * a + b;", "half");
  EXPECT_EQ(reportOf(code, "avx512").find(Four) == std::string::npos, hasHalf);
  EXPECT_NE(reportOf(code, "avx2").find(Four), std::string::npos);
}

TEST(LongBlocks, OtherLoopsAreNot) {
  const std::string seen = chain("16", "a = a * a + b;"), memory = chain("n", "a = a * a + o[t];"),
                    apart = chain("o[x]", "a = a * a + b;");
  for (const std::string &code : {seen, memory, apart})
    EXPECT_EQ(reportOf(code, "avx2").find(Four), std::string::npos) << code;
}

// The more work-items are together, the less often they all go one way.
TEST(LongBlocks, ChainsAmongBranchesAreTwoRegistersWide) {
  const std::string ways = "if (o[x + 1] > 2.0f) a *= o[2 * x]; else o[x + 7] = a;", loop = "a = a * a + b;";
  for (const char *isa : {"avx512", "avx2"}) {
    const std::string before = reportOf(chain("n", loop, "float", ways), isa);
    EXPECT_EQ(before.find(Four), std::string::npos) << before;
    const std::string behind = reportOf(chain("n", loop, "float", "", ways), isa);
    EXPECT_EQ(behind.find(Four), std::string::npos) << behind;
    const std::string guard = reportOf(chain("n", loop, "float", "if (x >= n) return;"), isa);
    EXPECT_NE(guard.find(Four), std::string::npos) << guard;
  }
}

/// A loop with a memory of its own for each work-item to begin and end at.
std::string sums(const std::string &head, const std::string &step) {
  return "kernel void k(global const float *v, global const int *at, global float *o, int n, int w) {\n"
         " int x = get_global_id(0);\n float a = 0;\n for (" +
         head + ") {\n  " + step + "\n }\n o[x] = a;\n}\n";
}

// Whether lanes count to one limit, to limits beside one another, or each to its own.
TEST(LongBlocks, LoopsWithDivergentExitsAreTwoRegistersWide) {
  for (auto [head, step] : {std::pair("int t = 0; t < n; ++t", "a += v[t];"),
                            {"int t = x; t < n; t += w", "a += v[t];"},
                            {"int t = 0; t <= x; ++t", "a += v[t];"},
                            {"int t = 0; t < at[x]; ++t", "a += v[t * w];"},
                            {"int t = at[x]; t < n; ++t", "a += v[t * w];"}}) {
    const std::string report = reportOf(sums(head, step), "avx2");
    EXPECT_NE(report.find(Two), std::string::npos) << head << report;
  }
}

TEST(LongBlocks, ThoseWithGathersAreNot) {
  const std::string report = reportOf(sums("int t = 0; t < at[x / 32]; ++t", "a += v[at[t * n + x]];"), "avx2");
  EXPECT_EQ(report.find(Two), std::string::npos) << report;
}

// One number becomes the next, and lanes go on by what it is.
TEST(LongBlocks, LanesThatWaitAreTwoRegistersWide) {
  const std::string search = "int m = (t + a) / 2; if (v[m] < w) t = m; else a = m;";
  for (const std::string &code :
       {chain("o[x]", "a = a * a + b;"), sums("int t = 0; t < n && a < 4; ++t", "a = a * a * 0.5f + w;"),
        sums("int t = 0, a = n; a > t + 1;", search)}) {
    const std::string report = reportOf(code, "avx2");
    EXPECT_NE(report.find(Two), std::string::npos) << code << report;
  }
}

TEST(LongBlocks, ShortOnesAreAsBefore) {
  const std::string report = reportOf(hash(16, 4), "avx512");
  EXPECT_EQ(report.find(Four), std::string::npos) << report;
  EXPECT_NE(report.find(Two), std::string::npos);
}

} // namespace
