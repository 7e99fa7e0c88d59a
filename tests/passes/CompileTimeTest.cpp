// Kernels of 3,000 lines and how much work they are: lanes up to the budget, in the best code beyond it, one work-item
// at a time where that is too much, never more than what is linear. Work is counted in allocations and instructions,
// which are the same on a busy machine.
#include "compiler/CompilerImpl.h"
#include "compiler/frontend/Guard.h"
#include "compiler/image/Bytes.h"
#include "compiler/image/CodeImage.h"
#include "tests/Sanitized.h"
#include "tests/passes/CountedWork.h"
#include "tests/passes/PacketizeHarness.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace lanecl;
using namespace lanecl::compiler;
using namespace lanecl::test;

namespace {

constexpr unsigned Lines = 3000;
constexpr unsigned Budget = 20000;

/// Lines over eight variables: "$" any of them, "#" the line's number.
std::string repeat(unsigned count, const std::string &pattern) {
  std::mt19937 random(1);
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    for (char c : pattern)
      text += c == '$' ? "x" + std::to_string(random() % 8) : c == '#' ? std::to_string(i) : std::string(1, c);
    text += '\n';
  }
  return text;
}

std::string kernelOf(const std::string &type, const std::string &body) {
  std::string text = "kernel void k(global float *o, global const float *a, global const int *b, int n) {\n"
                     "  int gid = get_global_id(0);\n";
  for (unsigned i = 0; i < 8; ++i)
    text += "  " + type + " x" + std::to_string(i) + " = b[gid + " + std::to_string(i) + "];\n";
  std::string sum =
      type.ends_with("16") ? "(x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7).s3" : "x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7";
  return text + body + "  o[gid] = " + sum + ";\n}\n";
}

Outcome<std::unique_ptr<ProgramCode>> build(Compiler &compiler, const std::string &source) {
  auto module = compiler.compile({source, "-cl-std=CL3.0", {}, false});
  EXPECT_EQ(module.status, Status::Ok) << module.log;
  const SpirvModule *modules[] = {&module.value};
  return compiler.link({modules, "", false});
}

struct Kind {
  const char *name;
  std::string source;
  bool lanes;           ///< in the first code
  uint64_t allocations; ///< at most; on the instruction set that takes most it is two thirds of it
  bool lanesInBest = lanes;
  uint64_t allocationsOfBest = allocations;
};
constexpr uint64_t BytesPerAllocation = 2000;

/// Of so many lines that reach private arrays at places of their own.
std::string arraysOf(unsigned lines) {
  std::string arrays, sums;
  for (unsigned i = 0; i < 50; ++i) {
    std::string p = "p" + std::to_string(i);
    arrays += "int " + p + "[16];\nfor (int i = 0; i < 16; i++) " + p + "[i] = b[gid + i];\n";
    sums += "x0 += " + p + "[b[gid] & 15];\n";
  }
  return kernelOf("int", arrays + repeat(lines - 150, "p3[b[#] & 15] += p7[$ & 15]; $ = p4[$ & 15];") + sums);
}

std::vector<Kind> kinds() {
  // It counts less for masked accesses, so that what is too large for lanes elsewhere has them.
  const bool isAvx512 = llvm::sys::getHostCPUFeatures().lookup("avx512f");
  std::string cases = repeat(Lines / 3, "case #:\n  $ = $ * # + $;\n  pc = $ & 1023; break;");
  return {
      {"straight", kernelOf("float", repeat(Lines, "$ = $ * $ + #.5f - $;")), true, 460000},
      {"branches", kernelOf("int", repeat(Lines / 3, "if (($ ^ #) > $) {\n  $ += b[$ & 1023] * #;\n}")), true, 860000},
      {"loops",
       kernelOf("int", repeat(Lines / 3, "for (int i = 0; i < ($ & 15); i++) {\n  $ += b[($ + i) & 1023];\n}")), true,
       1300000},
      {"uniform loops",
       kernelOf("int", repeat(Lines / 3, "for (int i = 0; i < (n & #); i++) {\n  $ += b[($ + i) & 1023];\n}")), true,
       960000},
      {"switch", kernelOf("int", "for (int pc = gid & 255, k = 0; k < n; k++) switch (pc) {\n" + cases + "}\n"), true,
       isAvx512 ? 1230000U : 1290000U},
      {"arrays", arraysOf(Lines), false, 1020000, true, 2350000},
      {"loops over arrays",
       kernelOf("int", "int p[64];\nfor (int i = 0; i < 64; i++) p[i] = b[gid + i];\nfor (int k = 0; k < n; k++) {\n" +
                           repeat(Lines / 3, "for (int i = 0; i < ($ & 15); i++) {\n  $ += p[(i + #) & 63] * #;\n}") +
                           "}\n"),
       true, 1550000},
      {"memory", kernelOf("int", repeat(Lines, "o[gid * 3 + #] = a[b[gid + #]] + a[gid ^ #];")), false, 1170000,
       isAvx512, isAvx512 ? 2810000U : 1170000U},
      {"vectors of 16", kernelOf("float16", repeat(Lines, "$ = $.sfedcba9876543210 * $ + $.s1032547698badcfe;")), false,
       360000},
      {"barriers",
       kernelOf("int", "local int l[256];\nint lid = get_local_id(0);\n" +
                           repeat(Lines / 4, "l[lid] = $;\nbarrier(CLK_LOCAL_MEM_FENCE);\n$ += l[(lid + #) & 255];\n"
                                             "barrier(CLK_LOCAL_MEM_FENCE);")),
       true, 520000},
      {"scattered bytes",
       kernelOf("int", repeat(200, "$ = ($ * # ^ $) * $ + ($ ^ #) * $ - ($ | #) * ($ ^ $) + $;\n"
                                   "((global char *)o)[b[gid + #]] = $;")),
       true, 400000, true, isAvx512 ? 600000U : 400000U},
      {"hashed atomics",
       kernelOf("uint", repeat(60, "x0 ^= x0 << 13;\nx0 ^= x0 >> 17;\nx0 ^= x0 << 5;") +
                            "atomic_inc((global int *)o + (x0 & 255));\nx1 = 0x9E3779B9 ^ n;\n" +
                            repeat(60, "x1 ^= x1 << 13;\nx1 ^= x1 >> 17;\nx1 ^= x1 << 5;") +
                            "atomic_inc((global int *)o + (x1 & 255));"),
       true, 91000},
      {"calls", kernelOf("float", repeat(Lines, "$ = sin($) + exp($) * $;")), true, 1360000},
  };
}

Settings settings(unsigned budget = Budget) {
  Settings result;
  result.clExtensions = "-all,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_int64";
  result.compileBudget = budget;
  return result;
}

/// That no code has lanes, as it is written.
bool isTold(const std::string &log) { return log.find("one work-item at a time, for it has ") != std::string::npos; }

class CompileTime : public testing::TestWithParam<Kind> {};

} // namespace

TEST_P(CompileTime, IsBounded) {
  const auto &kind = GetParam();
  for (bool isFirst : {true, false}) {
    Settings how = settings();
    how.onlyFirst = isFirst;
    auto compiler = CompilerImpl::create(how);
    Work before = workDone();
    auto program = build(*compiler, kind.source);
    ASSERT_EQ(program.status, Status::Ok) << program.log;
    std::string log;
    const Variant *variant = program.value->variant(0, {}, log);
    ASSERT_TRUE(variant) << log;
    Work work = workDone() - before;
    std::printf("%-16s %s %7zu allocations, %4zu MiB, %u lanes\n", kind.name, isFirst ? "first" : "best ",
                work.allocations, work.bytes >> 20, variant->subGroupSize);
    const uint64_t most = isFirst ? kind.allocations : kind.allocationsOfBest;
    EXPECT_LT(work.allocations, most);
    EXPECT_LT(work.bytes, most * BytesPerAllocation);
    EXPECT_EQ(variant->subGroupSize > 1, isFirst ? kind.lanes : kind.lanesInBest);
    // What is known of the text is in the build log, and in what the host is told of the kernel.
    EXPECT_FALSE(isTold(program.log)) << program.log;
    EXPECT_GT(program.value->kernels()[0].subGroupSize, 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CompileTime, testing::ValuesIn(kinds()), [](const auto &info) {
  std::string name = info.param.name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

/// The kind's kernel by `compiler`, of that tier.
image::CodeImage imageOf(ProgramCode &program, Tier &tier, std::string &log) {
  image::CodeImage made;
  EXPECT_TRUE(image::fromBytes(program.image(0, {}, tier, log), made)) << log;
  return made;
}

const std::string &sourceOf(const char *name) {
  static const auto all = kinds();
  return std::ranges::find_if(all, [&](const auto &kind) { return std::string(name) == kind.name; })->source;
}

/// With a budget of so many operations.
std::unique_ptr<ProgramCode> programOf(const char *name, unsigned budget, std::string &log) {
  auto compiler = CompilerImpl::create(settings(budget));
  auto program = build(*compiler, sourceOf(name));
  EXPECT_EQ(program.status, Status::Ok) << program.log;
  log = program.log;
  return std::move(program.value);
}

// What nobody waits for may take longer; the first code says that there will be better.
TEST(LargeCode, HasLanesInItsBestCode) {
  std::string log;
  auto program = programOf("straight", Budget / 4, log);
  Tier tier = Tier::First;
  const image::CodeImage first = imageOf(*program, tier, log);
  EXPECT_EQ(tier, Tier::First);
  EXPECT_EQ(first.variant.subGroupSize, 1U);
  tier = Tier::Best;
  EXPECT_GT(imageOf(*program, tier, log).variant.subGroupSize, 1U);
}

TEST(LargeCode, IsToldOfWhereNoCodeHasLanes) {
  std::string log;
  auto program = programOf("vectors of 16", Budget / 10, log);
  EXPECT_TRUE(isTold(log)) << log;
  EXPECT_EQ(program->kernels()[0].subGroupSize, 1U);
}

// Code that LLVM comes to no end with, as far as anybody waits. How much less is asked is the machine's: on a fast one
// what is meant for the first launches, a third of the work, is there in time, with lanes; on others one lane is. A
// busy machine gets longer by what that takes there.
TEST(LargeCode, IsMadeWithLessWhereBetterTakesTooLong) {
  auto compiler = CompilerImpl::create(settings(2 * Budget));
  auto program = build(*compiler, arraysOf(Lines + Lines / 2));
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  std::string log;
  Tier tier = Tier::First;
  const auto start = std::chrono::steady_clock::now();
  (void)imageOf(*program.value, tier, log);
  const std::chrono::duration<double> first = std::chrono::steady_clock::now() - start;
  frontend::setLimits({std::max(isSanitized ? 5U : 2U, static_cast<unsigned>(4 * first.count())), 0, 0});
  log.clear();
  tier = Tier::Best;
  const image::CodeImage made = imageOf(*program.value, tier, log);
  frontend::setLimits(settings().limits);
  unsigned attempts = 0;
  constexpr std::string_view Again = "tried again with less optimisation";
  for (auto at = log.find(Again); at != std::string::npos; at = log.find(Again, at + 1))
    ++attempts;
  EXPECT_GE(attempts, 1U) << log;
  EXPECT_NE(log.find("LANECL_COMPILE_SECONDS"), std::string::npos) << log;
  EXPECT_EQ(tier, Tier::Best) << "there will be no better";
  EXPECT_EQ(made.variant.subGroupSize == 1, attempts > 1) << log;
}

// Lanes may lose by what large code reads apart: without them it is made once more, if it runs long. Nothing else is.
TEST(LargeCode, IsTriedWithoutLanesAlone) {
  auto compiler = CompilerImpl::create(settings());
  auto program = build(*compiler, kinds()[1].source);
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  std::string log;
  const Variant *variant = program.value->variant(0, {}, log);
  ASSERT_TRUE(variant) << log;
  EXPECT_GT(variant->subGroupSize, 1U);
  EXPECT_EQ(variant->rivals, (std::array<uint8_t, 3>{1, 0, 0}));
}

// Instruction sets without masked accesses: their code must not be a branch for each lane.
TEST(NarrowMachines, CompileMaskedAccessesOfManyLanes) {
  constexpr unsigned Pairs = 50, Accesses = 4 * Pairs;
  std::string source =
      "__attribute__((intel_reqd_sub_group_size(64)))\n"
      "kernel void k(global uchar *a, global const uchar *b, global int *c, global const int *d, int n) {\n"
      "  int gid = get_global_id(0);\n  if (d[gid] > n) {\n";
  source += repeat(Pairs, "a[gid + n * #] = b[gid + n * #] ^ #;\nc[gid - n * #] = d[gid * 5 - n * #] ^ #;") + "}\n}\n";
  for (const char *isa : {"sse4", "avx2"}) {
    Settings narrow = settings();
    narrow.isa = isa;
    narrow.clExtensions += ",+cl_intel_required_subgroup_size";
    auto compiler = CompilerImpl::create(narrow);
    auto module = compiler->compile({source, "-cl-std=CL3.0", {}, false});
    ASSERT_EQ(module.status, Status::Ok) << module.log;
    auto assembly = compiler->show(module.value, Emit::Asm, "k", "");
    ASSERT_EQ(assembly.status, Status::Ok) << assembly.log;
    unsigned jumps = 0;
    for (std::size_t at = 0; (at = assembly.value.find("\n\tj", at)) != std::string::npos; ++at)
      ++jumps;
    std::printf("masked, %s: %u jumps for %u accesses\n", isa, jumps, Accesses);
    EXPECT_GT(jumps, 0u) << isa;
    EXPECT_LT(jumps, 8 * Accesses) << isa;
  }
}

// More regions than get code of their own: one loop over all of them.
TEST(ManyBarriers, GiveTheSameResult) {
  std::string source =
      "kernel void k(global int *out, int n) {\nlocal int l[96];\nint lid = get_local_id(0), x = lid, y = 0;\n"
      "int array[3] = {lid, n, 5};\n";
  for (int i = 0; i < 50; ++i) {
    std::string number = std::to_string(i);
    source += "l[lid] = x * 3 + " + number +
              "; barrier(CLK_LOCAL_MEM_FENCE);\n"
              "if (n > " +
              number + ") { y ^= l[(lid + " + number +
              ") % 96]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
              "else barrier(CLK_LOCAL_MEM_FENCE);\nx += y & 1023; array[" +
              std::to_string(i % 3) + "] += x;\n";
  }
  source += "out[get_global_id(0)] = x ^ y ^ array[x % 3u];\n}\n";
  std::vector<int> want(192);
  for (int group = 0; group < 2; ++group) {
    std::vector<int> x(96), y(96, 0), l(96);
    std::vector<std::array<int, 3>> array(96);
    for (int i = 0; i < 96; ++i)
      x[i] = i, array[i] = {i, 30, 5};
    for (int k = 0; k < 50; ++k) {
      for (int i = 0; i < 96; ++i)
        l[i] = x[i] * 3 + k;
      for (int i = 0; i < 96; ++i) {
        if (30 > k)
          y[i] ^= l[(i + k) % 96];
        x[i] += y[i] & 1023;
        array[i][k % 3] += x[i];
      }
    }
    for (int i = 0; i < 96; ++i)
      want[group * 96 + i] = x[i] ^ y[i] ^ array[i][unsigned(x[i]) % 3u];
  }
  for (unsigned width : {1, 4, 16, 64})
    for (unsigned budget : {0, 4000}) {
      Settings options = settings();
      options.width = width;
      options.compileBudget = budget;
      auto compiler = CompilerImpl::create(options);
      auto program = build(*compiler, source);
      ASSERT_EQ(program.status, Status::Ok) << program.log;
      std::string log;
      const Variant *variant = program.value->variant(0, {}, log);
      ASSERT_TRUE(variant) << log;
      EXPECT_EQ(variant->subGroupSize > 1, width > 1);
      std::vector<int> out(192, -1);
      struct {
        int *out;
        int n;
      } arguments{out.data(), 30};
      LaunchInfo launch = {{192, 1, 1}, {}, {96, 1, 1}, {2, 1, 1}, 1, 0};
      auto aligned = [](std::vector<std::byte> &bytes) {
        return reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(bytes.data()) + 127) & ~uintptr_t(127));
      };
      std::vector<std::byte> local(1024), context(variant->contextBytes(launch.localSize) + 128),
          scratch(variant->scratchBytes + 128);
      WorkerInfo worker{aligned(local), aligned(context), aligned(scratch), nullptr};
      variant->entry(&arguments, &launch, &worker, 0, 2);
      EXPECT_EQ(out, want) << "width " << width;
    }
}

// What is done for each value of a function must not be in the order of the function: four times the loops are four
// times the work.
TEST(ManyLoops, PacketizeInLinearTime) {
  auto workOf = [](unsigned loops) {
    std::string ir = compileOpenCl(
        kernelOf("int", repeat(loops, "for (int i = 0; i < ($ & 15); i++) {\n  $ += b[($ + i) & 1023];\n}")));
    KernelModule module(ir, "k");
    PacketizeOptions options;
    options.machine = lanecl::test::testMachine();
    options.quick = true;
    preparePacketize(module.kernel(), options);
    Work before = workDone();
    auto result = packetize(module.kernel(), options);
    EXPECT_TRUE(static_cast<bool>(result));
    if (!result)
      llvm::consumeError(result.takeError());
    return workDone() - before;
  };
  Work few = workOf(500), many = workOf(2000);
  EXPECT_GT(few.allocations, 500u);
  EXPECT_LT(many.allocations, few.allocations * 5);
  EXPECT_LT(many.bytes, few.bytes * 5);
  // Promotion of so many slots at once would walk over slots times blocks.
  EXPECT_LT(many.promotion, 1U << 20);
  EXPECT_GT(workOf(20).promotion, 0u); // it is counted
}
