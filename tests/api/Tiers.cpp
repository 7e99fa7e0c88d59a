// Code that is made fast, and what takes its place. The DISABLED_ tests run in fresh processes; what was compiled is
// counted in the folder of their cache, which has a file for each code of a kernel beside those of the program.
#include "tests/TemporaryFolder.h"
#include "tests/api/ProgramFixture.h"
#include "tests/api/Tool.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace apitest {
namespace {

using api_test::valuesIn;
namespace fs = std::filesystem;

std::string cacheFolder() { return getenv("LANECL_CACHE_DIR"); }

/// What the cache has of a program with one kernel: its SPIR-V, the link, and one file for each code.
constexpr size_t OneCode = 3, TwoCodes = 4;

size_t countFiles(const std::string &folder) {
  size_t count = 0;
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    count += entry.path().extension() == ".lanecl";
  return count;
}

/// Waits for what is made in the background; in vain, for the rest of a minute.
bool becomes(size_t files) {
  for (int i = 0; i < 6000 && countFiles(cacheFolder()) < files; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return countFiles(cacheFolder()) >= files;
}

/// Sums of products of every kind that a machine may round once or twice, near to and far from one another.
std::string sums(const char *real) {
  return std::string("typedef ") + real + R"( real;
    real far(real a, real b, real c, int n) {
      real product = a * b;
      for (int i = 0; i < n; ++i)
        c = c * a + b;
      return n & 1 ? product + c : c - product;
    }
    kernel void fill(global int *out) {
      int i = get_global_id(0);
      real a = 1 + i * (real)0.1, b = (real)1.7 - i * (real)0.03, c = -a * b, sum = 0, old = 0;
      local real part[256];
      for (int j = 0; j < 9; ++j) {
        sum += a * b + c * sum;
        old = sum - a * old;
        sum = j & 1 ? fma(sum, b, c) : b * c - sum;
        sum /= 3 + a;
      }
      int l = get_local_id(0), other = (l ^ 1) < get_local_size(0) ? l ^ 1 : l;
      part[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      real all = part[other] + sum * old + far(a, sum, c, i % 7) + sin(sum) * exp(-a) - (-a) * b;
      all += rsqrt(a) * mad(a, b, c) - native_divide(a, b) * sum;
      union { real number; int words[2]; } bits = {all};
      if (isnan(all))
        out[i] = 1; // of whatever sign
      else
        out[i] = sizeof(real) == 4 ? bits.words[0] : bits.words[0] ^ bits.words[1] * 31;
    })";
}

constexpr const char *Simple = "kernel void fill(global int *out) { out[get_global_id(0)] = get_global_id(0) * 3; }";

class Tiers : public ProgramTest {
protected:
  /// Runs the test Tiers.DISABLED_`name` in a fresh process, with a cache of its own.
  std::string fresh(const std::string &name, const std::string &environment) {
    fs::create_directory(folder + "/cache");
    return api_test::runFresh("LANECL_THREADS=4 LANECL_CACHE_DIR='" + folder + "/cache' " + environment,
                              "Tiers.DISABLED_" + name);
  }
  size_t files() { return countFiles(folder + "/cache"); }
  const lanecl::test::TemporaryFolder made;
  const std::string folder = made.path();
};

TEST_F(Tiers, DISABLED_Sums) {
  std::vector<cl_int> values;
  for (const char *real : {"float", "double", "half"})
    for (const char *options : {"", "-cl-mad-enable", "-cl-std=CL3.0 -cl-no-signed-zeros", "-cl-fast-relaxed-math"}) {
      const std::string enable = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
      for (cl_int value : outputOf(built(enable + sums(real), options), "fill", 203))
        values.push_back(value);
    }
  api_test::sayValues(values);
}

TEST_F(Tiers, ComputeTheSame) {
  for (const std::string isa : {"", "LANECL_ISA=sse4 ", "LANECL_ISA=avx2 ", "LANECL_ISA=portable "}) {
    fs::remove_all(folder + "/cache");
    const std::string best = fresh("Sums", isa + "LANECL_TIERS=off");
    const size_t bestFiles = files();
    fs::remove_all(folder + "/cache");
    EXPECT_EQ(valuesIn(best), valuesIn(fresh("Sums", isa + "LANECL_TIERS=first"))) << isa;
    EXPECT_EQ(bestFiles, files());
  }
}

TEST_F(Tiers, DISABLED_SecondLaunch) {
  Program program = built(Simple);
  auto once = outputOf(program, "fill", 1000);
  EXPECT_EQ(OneCode, countFiles(cacheFolder()));
  EXPECT_EQ(once, outputOf(program, "fill", 1000));
  EXPECT_TRUE(becomes(TwoCodes));
  EXPECT_EQ(once, outputOf(program, "fill", 1000));
  EXPECT_EQ(TwoCodes, countFiles(cacheFolder()));
}

TEST_F(Tiers, WhatIsUsedAgainIsMadeBetter) { fresh("SecondLaunch", "LANECL_TIERS=auto"); }

TEST_F(Tiers, DISABLED_ManyLaunches) {
  Program program = built(Simple, getenv("TIERS_TEST_OPTIONS"));
  const auto once = outputOf(program, "fill", 1000);
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(once, outputOf(program, "fill", 1000));
  std::this_thread::sleep_for(std::chrono::milliseconds(500)); // for what is made in the background all the same
}

TEST_F(Tiers, TheOptionDecides) {
  for (const char *mode : {"off", "first"}) {
    fresh("ManyLaunches", std::string("LANECL_TIERS=") + mode);
    EXPECT_EQ(OneCode, files()) << mode;
    fs::remove_all(folder + "/cache");
  }
  fresh("ManyLaunches", "LANECL_TIERS=auto LANECL_COMPILE_ALL=1");
  const size_t usual = files();
  fresh("ManyLaunches", "LANECL_TIERS=auto LANECL_COMPILE_ALL=1");
  EXPECT_EQ(usual, files());
  fs::remove_all(folder + "/cache");
  fresh("ManyLaunches", "LANECL_TIERS=auto LANECL_THREADS=1"); // nothing is made beside what runs
  EXPECT_EQ(OneCode, files());
}

TEST_F(Tiers, WhatIsNotOptimisedIsMadeOnce) {
  for (const char *why : {"TIERS_TEST_OPTIONS=-cl-opt-disable", "LANECL_COMPILE_BUDGET=1"}) {
    fresh("ManyLaunches", std::string("LANECL_TIERS=auto ") + why);
    EXPECT_EQ(OneCode, files()) << why;
    fs::remove_all(folder + "/cache");
  }
}

/// After a launch of the first code, where TIERS_TEST_BEFORE says so.
TEST_F(Tiers, DISABLED_Profiling) {
  Program program = built(Simple);
  if (getenv("TIERS_TEST_BEFORE"))
    outputOf(program, "fill", 1000);
  const size_t before = countFiles(cacheFolder());
  Kernel kernel = this->kernel(program, "fill");
  Buffer out = buffer(4000);
  cl_mem handle = out.get();
  ASSERT_EQ(clSetKernelArg(kernel.get(), 0, sizeof handle, &handle), CL_SUCCESS);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error = -1;
  Queue queue(clCreateCommandQueueWithProperties(context.get(), device, properties, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const size_t count = 1000;
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(before + 1, countFiles(cacheFolder()));
  }
  ASSERT_EQ(clFinish(queue.get()), CL_SUCCESS);
}

TEST_F(Tiers, WhoMeasuresGetsTheBest) {
  fresh("Profiling", "LANECL_TIERS=auto");
  EXPECT_EQ(OneCode, files());
  fs::remove_all(folder + "/cache");
  fresh("Profiling", "LANECL_TIERS=auto TIERS_TEST_BEFORE=1");
  EXPECT_EQ(TwoCodes, files());
}

// Each work-item runs once, with whatever code.
TEST_F(Tiers, DISABLED_LongLaunch) {
  Program program = built(R"(
    kernel void fill(global int *out, int turns) {
      uint x = get_global_id(0);
      for (int i = 0; i < turns; ++i)
        x = x * 1664525u + 1013904223u + (x >> 7);
      out[get_global_id(0)] += x | 1;
    })");
  constexpr size_t Count = 1 << 18, Group = 64;
  constexpr cl_int Turns = 20000;
  Kernel kernel = this->kernel(program, "fill");
  Buffer out = buffer(Count * sizeof(cl_int));
  cl_mem handle = out.get();
  Queue queue = makeQueue();
  const cl_int zero = 0;
  ASSERT_EQ(clEnqueueFillBuffer(queue.get(), handle, &zero, sizeof zero, 0, Count * sizeof zero, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel.get(), 0, sizeof handle, &handle), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel.get(), 1, sizeof Turns, &Turns), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &Count, &Group, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<cl_int> values(Count);
  ASSERT_EQ(
      clEnqueueReadBuffer(queue.get(), handle, CL_TRUE, 0, Count * sizeof(cl_int), values.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_TRUE(becomes(TwoCodes)); // by one launch
  for (size_t at = 0; at < Count; at += 997) {
    cl_uint x = at;
    for (int i = 0; i < Turns; ++i)
      x = x * 1664525u + 1013904223u + (x >> 7);
    ASSERT_EQ(cl_int(x | 1), values[at]) << at;
  }
}

TEST_F(Tiers, LongLaunchesAreMadeBetterUnderWay) { fresh("LongLaunch", "LANECL_TIERS=auto"); }

/// A kernel whose best code takes seconds.
std::string large() {
  std::string text = "kernel void fill(global int *out) { float x[32]; int i = get_global_id(0);\n"
                     "for (int j = 0; j < 32; ++j) x[j] = i + j;\n";
  for (int i = 0; i < 200; ++i) {
    const auto at = [&](int k) { return "x[" + std::to_string(k % 32) + "]"; };
    text += "if (" + at(i) + " > " + std::to_string(i) + ") " + at(i + 5) + " += sin(" + at(i * 7) + ") * " +
            at(i + 1) + "; else " + at(i + 9) + " = sqrt(fabs(" + at(i * 3) + "));\n";
  }
  return text + "out[i] = x[3] > x[4]; }\n";
}

TEST_F(Tiers, DISABLED_ExitEarly) {
  Program program = built(large());
  auto once = outputOf(program, "fill", 100);
  EXPECT_EQ(OneCode, countFiles(cacheFolder()));
  EXPECT_EQ(once, outputOf(program, "fill", 100));
}

TEST_F(Tiers, NothingIsMadeWhenTheProcessExits) {
  fresh("ExitEarly", "LANECL_TIERS=auto LANECL_COMPILE_BUDGET=100000000");
  EXPECT_EQ(OneCode, files());
}

TEST_F(Tiers, DISABLED_Fork) {
  Program program = built(Simple);
  auto once = outputOf(program, "fill", 1000);
  outputOf(program, "fill", 1000);
  const pid_t child = fork(); // while the best code is made, or not
  if (child == 0)
    _exit(0);
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_TRUE(becomes(TwoCodes));
  EXPECT_EQ(once, outputOf(program, "fill", 1000));
}

TEST_F(Tiers, ProcessesMayFork) { fresh("Fork", "LANECL_TIERS=auto"); }

TEST_F(Tiers, DISABLED_Released) {
  for (int i = 0; i < 20; ++i) {
    Program program =
        built(Simple + std::string("\n//") + std::to_string(i) + "\nconstant int unused = " + std::to_string(i) + ";");
    outputOf(program, "fill", 10);
    outputOf(program, "fill", 10);
  }
}

TEST_F(Tiers, ProgramsMayGoWhileTheyAreMadeBetter) { fresh("Released", "LANECL_TIERS=auto"); }

TEST_F(Tiers, DISABLED_Binary) {
  Program program = built(Simple);
  const auto once = outputOf(program, "fill", 1000);
  std::vector<unsigned char> first = binaryOf(program);
  outputOf(program, "fill", 1000);
  ASSERT_TRUE(becomes(TwoCodes));
  EXPECT_EQ(once, outputOf(program, "fill", 1000));
  for (const auto &binary : {first, binaryOf(program)}) {
    cl_int error = -1;
    Program loaded = fromBinary(binary, error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(loaded.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(once, outputOf(loaded, "fill", 1000));
  }
  EXPECT_LT(binaryOf(program).size(), first.size() * 2); // it holds the best code alone
}

TEST_F(Tiers, BinariesHoldWhatThereIs) { fresh("Binary", "LANECL_TIERS=auto"); }

/// A kernel that sees its groups, and what it writes in groups of `local`.
constexpr const char *Turned = R"(
  kernel void fill(global int *out) {
    local int part[1024];
    int l = get_local_id(0), n = get_local_size(0), sum = 0;
    part[l] = get_global_id(0) * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; ++i)
      sum = sum * 3 + part[(l + i) % n];
    out[get_global_id(0)] = sum + part[n - 1 - l];
  })";
constexpr size_t TurnedCount = 8192;

std::vector<cl_int> turned(size_t local) {
  std::vector<cl_int> out;
  for (size_t first = 0; first < TurnedCount; first += local)
    for (size_t l = 0; l < local; ++l) {
      cl_uint sum = 0;
      for (size_t i = 0; i < local; ++i)
        sum = sum * 3 + cl_uint(first + (l + i) % local) * 3;
      out.push_back(cl_int(sum + cl_uint(first + local - 1 - l) * 3));
    }
  return out;
}

TEST_F(Tiers, DISABLED_LocalSizes) {
  Program program = built(Turned);
  Kernel fill = kernel(program, "fill");
  for (size_t local : {64, 128, 256, 64, 128})
    EXPECT_EQ(turned(local), outputOf(fill, TurnedCount, local)) << local;
}

TEST_F(Tiers, TheFirstLocalSizeHasCodeOfItsOwn) {
  for (const char *sizes : {"auto", "off", "always"}) {
    const std::string mode = std::string("LANECL_TIERS=off LANECL_LOCAL_SIZES=") + sizes;
    fresh("LocalSizes", mode);
    EXPECT_EQ(sizes == std::string("auto") ? TwoCodes : sizes == std::string("off") ? OneCode : OneCode + 2, files());
    const size_t made = files();
    fresh("LocalSizes", mode);
    EXPECT_EQ(made, files());
    fs::remove_all(folder + "/cache");
  }
  fresh("LocalSizes", "LANECL_TIERS=off LANECL_LOCAL_SIZES=off");
  fresh("LocalSizes", "LANECL_TIERS=off");
  EXPECT_EQ(OneCode, files()) << "there is code for all";
}

/// A kernel with a number of channels and a mode, in groups of 64.
constexpr const char *Channels = R"(
  kernel void fill(global int *out, int channels, int mode) {
    local int part[64];
    int l = get_local_id(0);
    part[l] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = part[63 - l];
    out[get_global_id(0)] = i / channels * 3 + i % channels + (mode == 2 ? 5 : i);
  })";

TEST_F(Tiers, DISABLED_ArgumentValues) {
  Program program = built(Channels);
  Kernel fill = kernel(program, "fill");
  for (cl_int mode : {2, 7, 2})
    for (cl_int channels : {3, 4, 3, 1000}) {
      std::vector<cl_int> want;
      for (cl_int at = 0; at < 8192; ++at) {
        const cl_int i = at ^ 63;
        want.push_back(i / channels * 3 + i % channels + (mode == 2 ? 5 : i));
      }
      ASSERT_EQ(clSetKernelArg(fill.get(), 1, sizeof channels, &channels), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArg(fill.get(), 2, sizeof mode, &mode), CL_SUCCESS);
      EXPECT_EQ(want, outputOf(fill, want.size(), 64)) << channels << ' ' << mode;
    }
}

TEST_F(Tiers, TheFirstValuesOfArgumentsHaveCodeOfTheirOwn) {
  for (const auto &[values, codes] : {std::pair("auto", TwoCodes), {"off", OneCode}, {"always", OneCode + 5}}) {
    fresh("ArgumentValues", std::string("LANECL_TIERS=off LANECL_ARGUMENT_VALUES=") + values);
    EXPECT_EQ(codes, files()) << values;
    fs::remove_all(folder + "/cache");
  }
  fresh("ArgumentValues", "LANECL_TIERS=auto");
  fs::remove_all(folder + "/cache");
  fresh("ArgumentValues", "LANECL_TIERS=off LANECL_LOCAL_SIZES=off LANECL_ARGUMENT_VALUES=off");
  fresh("ArgumentValues", "LANECL_TIERS=off");
  EXPECT_EQ(OneCode, files()) << "there is code for all";
}

/// Work-items that go on for different times.
constexpr const char *Apart = R"(
  kernel void fill(global int *out) {
    int i = get_global_id(0), sum = i;
    for (int j = 0; j < i % 7; ++j)
      sum = sum * 5 + j;
    out[i] = sum;
  })";

/// How many lanes won a trial is kept in a file of its own, which holds hardly anything.
size_t winners(const std::string &folder) {
  return static_cast<size_t>(std::ranges::count_if(fs::recursive_directory_iterator(folder), [](const auto &entry) {
    return entry.path().extension() == ".lanecl" && entry.file_size() < 128;
  }));
}

TEST_F(Tiers, DISABLED_Trial) {
  Program program = built(Apart);
  Kernel fill = kernel(program, "fill");
  std::vector<cl_int> expected;
  for (size_t i = 0; i < TurnedCount; ++i) {
    cl_uint sum = cl_uint(i);
    for (cl_uint j = 0; j < i % 7; ++j)
      sum = sum * 5 + j;
    expected.push_back(cl_int(sum));
  }
  for (int launch = 0; launch < 3; ++launch)
    EXPECT_EQ(expected, outputOf(fill, TurnedCount));
  const std::string_view trials = getenv("LANECL_TRIALS") ? getenv("LANECL_TRIALS") : "";
  for (int i = 0; i < 6000 && trials == "always" && !winners(cacheFolder()); ++i) // kept in the background
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// What runs fastest is found once: the cache has the code of each plan and which won, and later processes only need
// the winner.
TEST_F(Tiers, ATrialIsKept) {
  fresh("Trial", "LANECL_TIERS=off LANECL_TRIALS=off");
  EXPECT_EQ(OneCode, files());
  EXPECT_EQ(0U, winners(folder + "/cache"));
  fresh("Trial", "LANECL_TIERS=off LANECL_TRIALS=always");
  const size_t made = files();
  EXPECT_EQ(1U, winners(folder + "/cache"));
  EXPECT_GE(made, OneCode + 2) << "there was no rival";
  const std::string told = lanecl("cache trials", "LANECL_CACHE_DIR='" + folder + "/cache'").output;
  EXPECT_TRUE(told.starts_with("fill: ") && told.ends_with("\n1 trials\n")) << told;
  fresh("Trial", "LANECL_TIERS=off LANECL_TRIALS=always");
  fresh("Trial", "LANECL_TIERS=off");
  EXPECT_EQ(made, files());
}

// Code for all sizes runs until there is some for the one.
TEST_F(Tiers, DISABLED_LocalSizeLater) {
  Program program = built(Turned);
  Kernel fill = kernel(program, "fill");
  EXPECT_EQ(turned(64), outputOf(fill, TurnedCount, 64));
  EXPECT_EQ(OneCode, countFiles(cacheFolder()));
  EXPECT_EQ(turned(64), outputOf(fill, TurnedCount, 64));
  EXPECT_TRUE(becomes(TwoCodes));
  EXPECT_EQ(turned(64), outputOf(fill, TurnedCount, 64));
  EXPECT_EQ(turned(128), outputOf(fill, TurnedCount, 128));
  EXPECT_EQ(TwoCodes, countFiles(cacheFolder()));
}

TEST_F(Tiers, LocalSizesAreMadeInTheBackground) { fresh("LocalSizeLater", "LANECL_TIERS=auto"); }

// Other sizes wait until they have run for long, here a second in all.
TEST_F(Tiers, DISABLED_LocalSizeInTheEnd) {
  Program program = built(Turned);
  Kernel fill = kernel(program, "fill");
  outputOf(fill, TurnedCount, 64);
  const std::vector<cl_int> want = turned(1024);
  for (int i = 0; i < 100'000 && countFiles(cacheFolder()) < TwoCodes + 1; ++i)
    ASSERT_EQ(want, outputOf(fill, TurnedCount, 1024));
  EXPECT_EQ(want, outputOf(fill, TurnedCount, 1024));
  EXPECT_EQ(TwoCodes + 1, countFiles(cacheFolder()));
}

TEST_F(Tiers, LocalSizesThatRunLongHaveCodeOfTheirOwn) { fresh("LocalSizeInTheEnd", "LANECL_TIERS=off"); }

} // namespace
} // namespace apitest
