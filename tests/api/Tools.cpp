// The program `lanecl`: run, cc, info, cache, setup.
#include "tests/TemporaryFolder.h"
#include "tests/api/Api.h"
#include "tests/api/Tool.h"
#include <filesystem>
#include <fstream>
#include <vector>

namespace apitest {
namespace {

namespace fs = std::filesystem;

class Tools : public testing::Test {
protected:
  void SetUp() override {
    std::ofstream(folder / "add.cl") << "kernel void add(global int *a) { a[get_global_id(0)] += NUMBER; }\n";
  }
  std::string file(const char *name) const { return "'" + (folder / name).string() + "'"; }
  const lanecl::test::TemporaryFolder made;
  const fs::path folder = made.path();
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
  Outcome run = lanecl("run -- sh -c 'echo $OCL_ICD_VENDORS,$OCL_ICD_FILENAMES; exit 7' --flag",
                       "OCL_ICD_VENDORS=/nowhere OCL_ICD_FILENAMES=/none");
  EXPECT_EQ(run.status, 7);
  std::string driver = fs::canonical(LANECL_BUILD_DIR "/lib/liblanecl.so").string();
  EXPECT_EQ(run.output, driver + ',' + driver + '\n');
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

TEST_F(Tools, CacheIsFilledAndVerified) {
  const std::string environment = "LANECL_CACHE_DIR=" + file("cache");
  EXPECT_NE(lanecl("cache verify", environment).status, 0) << "there is none";
  Outcome filled = lanecl("cc --cache " + file("add.cl") + " -- -DNUMBER=3", environment);
  EXPECT_EQ(filled.status, 0) << filled.output;
  EXPECT_NE(filled.output.find("1 kernels in"), std::string::npos) << filled.output;
  EXPECT_NE(lanecl("cc --cache " + file("add.cl"), environment).status, 0) << "NUMBER is nothing";
  EXPECT_NE(lanecl("cc --cache " + file("add.cl") + " -- -DNUMBER=3", "LANECL_CACHE_DIR=off").status, 0);
  Outcome whole = lanecl("cache verify", environment);
  EXPECT_EQ(whole.status, 0) << whole.output;
  EXPECT_NE(whole.output.find("as they were written"), std::string::npos) << whole.output;

  std::vector<fs::path> entries;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder / "cache"))
    if (entry.path().extension() == ".lanecl")
      entries.push_back(entry.path());
  ASSERT_GE(entries.size(), 3u) << "a module, a program and a kernel";
  std::fstream(entries[0], std::ios::in | std::ios::out).seekp(20).put('x').put('y').put('z');
  Outcome damaged = lanecl("cache verify", environment);
  EXPECT_NE(damaged.status, 0);
  EXPECT_NE(damaged.output.find(entries[0].filename().string() + ": damaged"), std::string::npos) << damaged.output;
  EXPECT_TRUE(fs::exists(entries[0]));
  EXPECT_NE(lanecl("cache verify --remove", environment).status, 0);
  EXPECT_FALSE(fs::exists(entries[0]));
  EXPECT_EQ(lanecl("cache verify", environment).status, 0);
}

std::string contents(const fs::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_F(Tools, SetupNamesTheDriverInAFolder) {
  fs::path vendors = folder / "etc" / "vendors", entry = vendors / "lanecl.icd";
  std::string driver = fs::canonical(LANECL_BUILD_DIR "/lib/liblanecl.so").string();
  std::string command = "setup --vendors " + file("etc/vendors");
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(lanecl(command).status, 0);
    EXPECT_EQ(contents(entry), driver + '\n');
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(vendors), {}), 1);
  EXPECT_EQ(lanecl(command + " --remove").status, 0);
  EXPECT_TRUE(fs::is_empty(vendors));
  EXPECT_EQ(lanecl(command + " --remove").status, 0);
}

TEST_F(Tools, SetupLeavesAnotherInstallationAlone) {
  fs::path vendors = folder / "vendors", other = folder / "add.cl";
  std::string command = "setup --vendors " + file("vendors");
  fs::create_directory(vendors);
  std::ofstream(vendors / "other.icd") << "libother.so\n";
  std::ofstream(vendors / "lanecl.icd") << other.string() << '\n';
  Outcome refused = lanecl(command);
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.output.find(other.string()), std::string::npos) << refused.output;
  EXPECT_EQ(lanecl(command + " --remove").status, 1);
  EXPECT_EQ(contents(vendors / "lanecl.icd"), other.string() + '\n');
  // One that is gone, and one by force.
  fs::remove(other);
  EXPECT_EQ(lanecl(command).status, 0);
  std::ofstream(vendors / "lanecl.icd") << "/bin/sh\n";
  EXPECT_EQ(lanecl(command + " --force").status, 0);
  EXPECT_NE(contents(vendors / "lanecl.icd"), "/bin/sh\n");
  EXPECT_EQ(lanecl(command + " --remove").status, 0);
  EXPECT_TRUE(fs::exists(vendors / "other.icd"));
  EXPECT_FALSE(fs::exists(vendors / "lanecl.icd"));
}

TEST_F(Tools, SetupOfOneUserIsUndone) {
  fs::path home = folder / "home";
  fs::create_directory(home);
  std::string environment = "env -u XDG_DATA_HOME -u XDG_CONFIG_HOME HOME=" + file("home");
  Outcome run = lanecl("setup --user", environment);
  ASSERT_EQ(run.status, 0) << run.output;
  std::string setting = "OCL_ICD_VENDORS=" + (home / ".local/share/lanecl/vendors").string();
  EXPECT_NE(run.output.find("export " + setting), std::string::npos) << run.output;
  EXPECT_EQ(contents(home / ".config/environment.d/60-lanecl.conf"), setting + '\n');
  // What a loader that is so told finds.
  Outcome found = lanecl("setup --user >'" + (home / "log").string() + "'; " + setting + " clinfo -l", environment);
  if (!lanecl::test::isSanitized) // into clinfo, which is built without the sanitizer, the driver cannot be loaded
    EXPECT_NE(found.output.find("LaneCL"), std::string::npos) << found.output;
  EXPECT_EQ(lanecl("setup --user --remove", environment).status, 0);
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(home))
    EXPECT_TRUE(entry.is_directory() || entry.path().filename() == "log") << entry.path();
  EXPECT_NE(lanecl("setup --user --system", environment).status, 0);
  EXPECT_EQ(lanecl("setup --user", "env -u HOME -u XDG_DATA_HOME").status, 1);
}

} // namespace
} // namespace apitest
