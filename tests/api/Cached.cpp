// What was compiled once runs again without the compiler: in other processes by the cache or a binary, in this one by
// memory. The DISABLED_ tests run in fresh processes and say in their output whether the compiler library was loaded.
#include "tests/TemporaryFolder.h"
#include "tests/api/ProgramFixture.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

namespace apitest {
namespace {

using api_test::valuesIn;
namespace fs = std::filesystem;

bool isCompilerLoaded() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("liblanecl-compiler") != std::string::npos || line.find("libLLVM") != std::string::npos)
      return true;
  return false;
}

std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Of the environment; what a fresh process is to build with.
const char *options(const char *standard) {
  const char *given = getenv("CACHED_TEST_OPTIONS");
  return given ? given : standard;
}

/// Every kind of thing that code needs of its process: math functions, variables, constants, local memory, several
/// shapes of launch.
constexpr const char *Everything = R"(
  constant float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};
  global int counter = 30;
  global int *global place = &counter;
  kernel void fill(global int *out) {
    local int part[64];
    size_t i = get_global_id(0);
    part[get_local_id(0)] = (int)(pow((float)i + 1.0f, table[i % 4]) + lgamma((float)i + 2.0f));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = part[get_local_id(0)] + *place;
  }
  kernel void count(global int *out) { out[get_global_id(0)] = atomic_add(&counter, 1); }
)";

class Cached : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (const char *inherited = getenv("CACHED_TEST_FOLDER"))
      folder = inherited;
    else
      folder = own.emplace().path();
  }

  /// Runs the test Cached.DISABLED_`name` in a fresh process; its output.
  std::string fresh(const std::string &name, const std::string &environment = "") {
    return api_test::runFresh("CACHED_TEST_FOLDER='" + folder.string() + "' LANECL_CACHE_DIR='" +
                                  (folder / "cache").string() + "' " + environment,
                              "Cached.DISABLED_" + name);
  }
  /// What fresh processes said.
  static bool usedCompiler(const std::string &output) {
    bool used = output.find("[compiler: loaded]") != std::string::npos;
    EXPECT_NE(used, output.find("[compiler: not loaded]") != std::string::npos) << output;
    return used;
  }
  void report(const std::vector<cl_int> &values) {
    std::cout << "[compiler: " << (isCompilerLoaded() ? "loaded" : "not loaded") << "]\n";
    api_test::sayValues(values);
  }
  std::vector<cl_int> outputsOf(const Program &program) {
    std::vector<cl_int> values = outputOf(program, "fill", 70); // full sub-groups, and a part of one
    for (cl_int value : outputOf(program, "fill", 1))
      values.push_back(value);
    return values;
  }
  void save(const char *name, const std::string &text) { std::ofstream(folder / name, std::ios::binary) << text; }

  std::optional<lanecl::test::TemporaryFolder> own; ///< not in the fresh processes
  fs::path folder;
};

TEST_F(Cached, DISABLED_Source) {
  Program program = built(readFile(folder / "source.cl"), ("-cl-std=CL3.0 -I " + folder.string()).c_str());
  report(outputsOf(program));
}

TEST_F(Cached, DISABLED_Il) {
  cl_int error = -1;
  Program program = fromIl(readFile(folder / "module.spv"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "-cl-mad-enable", nullptr, nullptr), CL_SUCCESS);
  report(outputsOf(program));
}

TEST_F(Cached, DISABLED_MakeBinary) {
  Program program = built(readFile(folder / "source.cl"), options("-cl-std=CL3.0"));
  report(outputsOf(program));
  auto binary = binaryOf(program);
  save("program.bin", std::string(binary.begin(), binary.end()));
}

TEST_F(Cached, DISABLED_BuildBinary) {
  auto binary = binaryOf(built(readFile(folder / "source.cl"), options("-cl-std=CL3.0")));
  save("program.bin", std::string(binary.begin(), binary.end()));
}

TEST_F(Cached, DISABLED_Binary) {
  std::string bytes = readFile(folder / "program.bin");
  cl_int error = -1;
  Program program = fromBinary({bytes.begin(), bytes.end()}, error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, options("-cl-std=CL3.0"), nullptr, nullptr), CL_SUCCESS)
      << log(program);
  report(outputsOf(program));
  auto again = binaryOf(program);
  if (!isCompilerLoaded() && !getenv("CACHED_TEST_OPTIONS")) // all of its code came from the binary
    EXPECT_EQ(std::string(again.begin(), again.end()), bytes);
}

TEST_F(Cached, SourcesNeedNoCompiler) {
  save("source.cl", Everything);
  std::string first = fresh("Source"), second = fresh("Source");
  EXPECT_TRUE(usedCompiler(first));
  EXPECT_FALSE(usedCompiler(second));
  EXPECT_EQ(valuesIn(first), valuesIn(second));
  // Without a cache, with the compiler's own loader, and with other settings: compiled again, to the same.
  for (const char *environment : {"LANECL_CACHE_DIR=off", "LANECL_DEBUG_JIT=1", "LANECL_WIDTH=1", "LANECL_ROBUST=1"}) {
    std::string other = fresh("Source", environment);
    EXPECT_TRUE(usedCompiler(other)) << environment;
    EXPECT_EQ(valuesIn(first), valuesIn(other)) << environment;
  }
}

TEST_F(Cached, IlNeedsNoCompiler) {
  save("source.cl", Everything);
  std::string command = "'" LANECL_BUILD_DIR "/bin/lanecl' cc -o '" + (folder / "module.spv").string() + "' '" +
                        (folder / "source.cl").string() + "' -- -cl-std=CL3.0";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::string first = fresh("Il"), second = fresh("Il");
  EXPECT_TRUE(usedCompiler(first));
  EXPECT_FALSE(usedCompiler(second));
  EXPECT_EQ(valuesIn(first), valuesIn(second));
}

TEST_F(Cached, BinariesHoldWhatRan) {
  save("source.cl", Everything);
  std::string made = fresh("MakeBinary", "LANECL_CACHE_DIR=off");
  std::string loaded = fresh("Binary", "LANECL_CACHE_DIR=off");
  EXPECT_TRUE(usedCompiler(made));
  EXPECT_FALSE(usedCompiler(loaded));
  EXPECT_EQ(valuesIn(made), valuesIn(loaded));
  // For other settings, as for other processors, from the SPIR-V.
  for (const char *environment : {"LANECL_CACHE_DIR=off LANECL_ISA=portable", "LANECL_CACHE_DIR=off LANECL_ROBUST=1"}) {
    std::string other = fresh("Binary", environment);
    EXPECT_TRUE(usedCompiler(other)) << environment;
    EXPECT_EQ(valuesIn(made), valuesIn(other)) << environment;
  }
}

// All that builds can know of, before anything was launched.
TEST_F(Cached, BuildsCompileAllWhereToldTo) {
  save("source.cl", Everything);
  const std::string off = "LANECL_CACHE_DIR=off ";
  fresh("BuildBinary", off);
  const std::string made = fresh("Binary", off);
  EXPECT_TRUE(usedCompiler(made));
  fresh("BuildBinary", off + "LANECL_COMPILE_ALL=1");
  const std::string loaded = fresh("Binary", off);
  EXPECT_FALSE(usedCompiler(loaded));
  EXPECT_EQ(valuesIn(made), valuesIn(loaded));
}

// `lanecl cc --cache` makes what the application finds.
TEST_F(Cached, CcFillsTheCache) {
  save("source.cl", Everything);
  const std::string command = "LANECL_CACHE_DIR='" + (folder / "cache").string() +
                              "' '" LANECL_BUILD_DIR "/bin/lanecl' cc --cache '" + (folder / "source.cl").string() +
                              "' -- '-cl-std=CL3.0 -I " + folder.string() + "' > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string first = fresh("Source");
  EXPECT_FALSE(usedCompiler(first));
  EXPECT_EQ(valuesIn(first), valuesIn(fresh("Source", "LANECL_CACHE_DIR=off")));
}

TEST_F(Cached, BinariesBuiltWithTheSameOptionsNeedNoCompiler) {
  save("source.cl", Everything);
  const std::string off = "LANECL_CACHE_DIR=off ",
                    fast = off + "CACHED_TEST_OPTIONS='-cl-std=CL3.0 -cl-mad-enable -cl-no-signed-zeros' ";
  fresh("MakeBinary", fast);
  for (const std::string &same :
       {fast, off + "CACHED_TEST_OPTIONS= ", off + "CACHED_TEST_OPTIONS=-cl-no-subgroup-ifp "})
    EXPECT_FALSE(usedCompiler(fresh("Binary", same))) << same;
  EXPECT_TRUE(usedCompiler(fresh("Binary", off + "CACHED_TEST_OPTIONS=-cl-fast-relaxed-math ")));
}

// Where programs are not trusted, binaries are not: what they say is their code is not run.
TEST_F(Cached, CodeOfBinariesIsNotTakenForRobustPrograms) {
  save("source.cl", Everything);
  const std::string off = "LANECL_CACHE_DIR=off ",
                    robust = off + "CACHED_TEST_OPTIONS='-cl-std=CL3.0 -cl-lanecl-robust' ";
  std::string plain = fresh("MakeBinary", off);
  EXPECT_TRUE(usedCompiler(fresh("Binary", robust)));
  std::string made = fresh("MakeBinary", robust);
  EXPECT_EQ(valuesIn(plain), valuesIn(made));
  for (const std::string &environment : {off, robust}) {
    std::string loaded = fresh("Binary", environment);
    EXPECT_TRUE(usedCompiler(loaded)) << environment;
    EXPECT_EQ(valuesIn(loaded), valuesIn(made)) << environment;
  }
}

TEST_F(Cached, FilesThatAreNotReadAreLookedAt) {
  const std::string data = (folder / "data.bin").string();
  save("source.cl", "#if __has_embed(\"" + data +
                        "\") == __STDC_EMBED_EMPTY__\n#define VALUE 2\n#else\n"
                        "#define VALUE 1\n#endif\n"
                        "kernel void fill(global int *out) { out[get_global_id(0)] = VALUE; }\n");
  save("data.bin", "");
  std::string empty = fresh("Source");
  EXPECT_FALSE(usedCompiler(fresh("Source")));
  save("data.bin", "a");
  std::string full = fresh("Source");
  EXPECT_TRUE(usedCompiler(full));
  EXPECT_NE(valuesIn(empty), valuesIn(full));
}

// #pragma once is of the file, whatever its name.
TEST_F(Cached, FilesOfSeveralNamesAreLookedAt) {
  save("source.cl", "#include \"one.h\"\n#include \"two.h\"\n"
                    "kernel void fill(global int *out) { out[get_global_id(0)] = VALUE; }\n");
  const char *header = "#pragma once\n#ifdef VALUE\n#undef VALUE\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n";
  save("one.h", header);
  save("two.h", header);
  std::string apart = fresh("Source");
  EXPECT_FALSE(usedCompiler(fresh("Source")));
  fs::remove(folder / "two.h");
  fs::create_hard_link(folder / "one.h", folder / "two.h");
  std::string same = fresh("Source");
  EXPECT_NE(valuesIn(apart), valuesIn(same));
  EXPECT_FALSE(usedCompiler(fresh("Source")));
  fs::remove(folder / "one.h");
  save("one.h", header);
  EXPECT_EQ(valuesIn(apart), valuesIn(fresh("Source")));
}

TEST_F(Cached, FilesOfASourceAreLookedAt) {
  save("source.cl", "#include \"sub/value.h\"\n"
                    "#if __has_include(\"other.h\")\n#include \"other.h\"\n#else\n#define OTHER 0\n#endif\n"
                    "kernel void fill(global int *out) { out[get_global_id(0)] = VALUE + OTHER; }\n");
  fs::create_directory(folder / "sub");
  save("sub/value.h", "#define VALUE 1\n");
  std::string one = fresh("Source"), same = fresh("Source");
  EXPECT_TRUE(usedCompiler(one));
  EXPECT_FALSE(usedCompiler(same));
  save("sub/value.h", "#define VALUE 2\n");
  std::string two = fresh("Source");
  EXPECT_TRUE(usedCompiler(two));
  EXPECT_NE(valuesIn(one), valuesIn(two));
  save("other.h", "#define OTHER 10\n"); // which was not there
  std::string other = fresh("Source");
  EXPECT_TRUE(usedCompiler(other));
  EXPECT_NE(valuesIn(two), valuesIn(other));
  EXPECT_FALSE(usedCompiler(fresh("Source")));
  fs::remove(folder / "other.h");
  EXPECT_EQ(valuesIn(fresh("Source")), valuesIn(two));
}

TEST_F(Cached, TheTimeIsNotKept) {
  save("source.cl", "#define PASTE(a, b) a##b\n"
                    "kernel void fill(global int *out) { out[get_global_id(0)] = PASTE(__TI, ME__)[0] != 0; }\n");
  fresh("Source");
  EXPECT_TRUE(usedCompiler(fresh("Source")));
}

// Programs of other contexts have variables of their own, whoever compiled the code.
TEST_F(Cached, ProgramsShareCodeAndNoVariables) {
  Program one = built(Everything, "-cl-std=CL3.0"), two = built(Everything, "-cl-std=CL3.0");
  EXPECT_EQ(outputOf(one, "count", 1), std::vector<cl_int>{30});
  EXPECT_EQ(outputOf(one, "count", 1), std::vector<cl_int>{31});
  EXPECT_EQ(outputOf(two, "count", 1), std::vector<cl_int>{30});
  EXPECT_EQ(outputOf(one, "count", 1), std::vector<cl_int>{32});
}

// A host asks for the size first: what is compiled before it asks for the bytes must not make them more.
TEST_F(Cached, BinariesKeepTheirSizeBetweenTheQueries) {
  Program program = built(std::string(Everything) + "kernel void own() {}\n", "-cl-std=CL3.0");
  auto size = info<size_t>(program, CL_PROGRAM_BINARY_SIZES);
  outputsOf(program);
  std::vector<unsigned char> bytes(size + (1 << 20), 0xA5);
  unsigned char *to = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof to, &to, nullptr), CL_SUCCESS);
  EXPECT_EQ(std::count(bytes.begin() + size, bytes.end(), 0xA5), 1 << 20);
  EXPECT_GT(info<size_t>(program, CL_PROGRAM_BINARY_SIZES), size);
}

} // namespace
} // namespace apitest
