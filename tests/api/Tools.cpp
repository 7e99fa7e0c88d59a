// The program `lanecl`: run, cc, info, cache.
#include "tests/api/Api.h"
#include <filesystem>
#include <fstream>
#include <sys/wait.h>

namespace apitest {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  int status;
  std::string output; ///< standard output and error
};

Outcome lanecl(const std::string &arguments, const std::string &environment = "") {
  std::string command = environment + " '" LANECL_BUILD_DIR "/bin/lanecl' " + arguments + " 2>&1";
  FILE *pipe = popen(command.c_str(), "r");
  std::string output;
  char block[4096];
  for (size_t got; pipe && (got = fread(block, 1, sizeof block, pipe));)
    output.append(block, got);
  int status = pipe ? pclose(pipe) : -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

class Tools : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "lanecl-tools-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    std::ofstream(folder / "add.cl") << "kernel void add(global int *a) { a[get_global_id(0)] += NUMBER; }\n";
  }
  void TearDown() override { fs::remove_all(folder); }
  std::string file(const char *name) const { return "'" + (folder / name).string() + "'"; }
  fs::path folder;
};

TEST_F(Tools, NeedACommand) {
  EXPECT_NE(lanecl("").status, 0);
  EXPECT_NE(lanecl("dance").status, 0);
  EXPECT_EQ(lanecl("--help").status, 0);
}

TEST_F(Tools, InfoShowsOptionsWithTheirValues) {
  Outcome run = lanecl("info", "LANECL_WIDTH=4");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.output.find("LANECL_WIDTH = 4"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("cl_khr_icd"), std::string::npos);
  EXPECT_NE(run.output.find("compute units"), std::string::npos);
}

TEST_F(Tools, CcShowsEveryStage) {
  Outcome spirv = lanecl("cc " + file("add.cl") + " --emit=spirv -o " + file("add.spv") + " -- -DNUMBER=3");
  ASSERT_EQ(spirv.status, 0) << spirv.output;
  ASSERT_GT(fs::file_size(folder / "add.spv"), 20U);
  for (const char *input : {"add.cl", "add.spv"}) {
    const std::pair<const char *, const char *> stages[] = {
        {"spirv-text", "OpEntryPoint Kernel"}, {"llvm", "define "}, {"asm", ".text"}};
    for (auto [stage, mark] : stages) {
      Outcome run = lanecl("cc " + file(input) + " --emit=" + stage + " -- -DNUMBER=3");
      EXPECT_EQ(run.status, 0) << run.output;
      EXPECT_NE(run.output.find(mark), std::string::npos) << stage << '\n' << run.output;
    }
  }
  Outcome object =
      lanecl("cc " + file("add.cl") + " --emit=object --kernel=add -o " + file("add.o") + " -- -DNUMBER=3");
  ASSERT_EQ(object.status, 0) << object.output;
  std::string start(4, 0);
  std::ifstream(folder / "add.o", std::ios::binary).read(start.data(), 4);
  EXPECT_EQ(start, "\x7f"
                   "ELF");
}

TEST_F(Tools, CcTellsWhatIsWrong) {
  Outcome error = lanecl("cc " + file("add.cl") + " --emit=llvm");
  EXPECT_EQ(error.status, 1);
  EXPECT_NE(error.output.find("NUMBER"), std::string::npos) << error.output;
  EXPECT_EQ(lanecl("cc " + file("add.cl") + " -- -no-such-option").status, 1);
  EXPECT_EQ(lanecl("cc " + file("absent.cl")).status, 1);
  EXPECT_NE(lanecl("cc " + file("add.cl") + " --emit=poetry").status, 0);
  std::ofstream(folder / "bad.spv") << "no SPIR-V";
  EXPECT_EQ(lanecl("cc " + file("bad.spv") + " --emit=llvm").status, 1);
  Outcome none = lanecl("cc " + file("add.cl"), "LANECL_COMPILER=/no/such/file.so");
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.output.find("/no/such/file.so"), std::string::npos) << none.output;
}

TEST_F(Tools, RunSetsTheLoaderUp) {
  Outcome run = lanecl("run -- sh -c 'cat \"$OCL_ICD_VENDORS\"/*.icd; exit 7' --flag", "OCL_ICD_VENDORS=/nowhere");
  EXPECT_EQ(run.status, 7);
  EXPECT_NE(run.output.find("/liblanecl.so"), std::string::npos) << run.output;
  EXPECT_EQ(lanecl("run -- /no/such/program").status, 127);
  EXPECT_NE(lanecl("run").status, 0);
}

TEST_F(Tools, CacheIsShownAndCleared) {
  fs::path entry = folder / "cache" / (std::string(32, 'a') + ".lanecl"), other = folder / "cache" / "thesis" / "entry";
  fs::create_directories(other.parent_path());
  std::ofstream(entry) << "12345";
  std::ofstream(other) << "the user's";
  std::ofstream(folder / "cache" / "new.txt") << "the user's";
  std::string environment = "LANECL_CACHE_DIR=" + file("cache");
  EXPECT_NE(lanecl("cache", environment).output.find("1 files, 5 bytes"), std::string::npos);
  EXPECT_EQ(lanecl("cache clear", environment).status, 0);
  EXPECT_FALSE(fs::exists(entry));
  EXPECT_TRUE(fs::exists(other) && fs::exists(folder / "cache" / "new.txt"));
  EXPECT_NE(lanecl("cache show", environment).output.find("0 files, 0 bytes"), std::string::npos);
  EXPECT_NE(lanecl("cache", "LANECL_CACHE_DIR=off").output.find("off"), std::string::npos);
}

} // namespace
} // namespace apitest
