#include "runtime/Config.h"
#include "tests/runtime/Variable.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace lanecl;

namespace {

TEST(Config, Numbers) {
  Variable unset("LANECL_WIDTH", nullptr);
  EXPECT_EQ(0u, Config::fromEnvironment().width);
  Variable good("LANECL_WIDTH", "16");
  EXPECT_EQ(16u, Config::fromEnvironment().width);
  for (const char *bad : {"", "x", "-1", "1x", "16K", "99999999999999999999999"}) {
    Variable variable("LANECL_WIDTH", bad);
    EXPECT_EQ(0u, Config::fromEnvironment().width) << bad;
  }
}

TEST(Config, Bytes) {
  struct Case {
    const char *text;
    uint64_t bytes;
  };
  for (Case one : {Case{"123", 123}, {"4K", 4096}, {"4k", 4096}, {"2M", 2 << 20}, {"3G", uint64_t{3} << 30}}) {
    Variable variable("LANECL_CACHE_SIZE", one.text);
    EXPECT_EQ(one.bytes, Config::fromEnvironment().cacheBytes) << one.text;
  }
  uint64_t initial = Config{}.cacheBytes;
  for (const char *bad : {"4T", "4KB", "K", "18446744073709551615G"}) {
    Variable variable("LANECL_CACHE_SIZE", bad);
    EXPECT_EQ(initial, Config::fromEnvironment().cacheBytes) << bad;
  }
}

TEST(Config, Flags) {
  for (const char *yes : {"1", "on", "yes", "true"}) {
    Variable variable("LANECL_DEBUG_JIT", yes);
    EXPECT_TRUE(Config::fromEnvironment().debugJit) << yes;
  }
  for (const char *no : {"0", "off", "no", "false", "maybe"}) {
    Variable variable("LANECL_DEBUG_JIT", no);
    EXPECT_FALSE(Config::fromEnvironment().debugJit) << no;
  }
}

TEST(Config, Tiers) {
  const std::pair<const char *, Config::Tiers> cases[] = {{"auto", Config::Tiers::Auto},
                                                          {"off", Config::Tiers::Off},
                                                          {"first", Config::Tiers::First},
                                                          {"First", Config::Tiers::Auto},
                                                          {"0", Config::Tiers::Auto}};
  for (auto [text, expected] : cases) {
    Variable variable("LANECL_TIERS", text);
    EXPECT_EQ(expected, Config::fromEnvironment().tiers) << text;
  }
}

TEST(Config, LocalSizes) {
  const std::pair<const char *, Config::When> cases[] = {{"auto", Config::When::Auto},
                                                         {"off", Config::When::Off},
                                                         {"always", Config::When::Always},
                                                         {"1", Config::When::Auto}};
  for (auto [text, expected] : cases) {
    Variable variable("LANECL_LOCAL_SIZES", text);
    EXPECT_EQ(expected, Config::fromEnvironment().localSizes) << text;
  }
}

TEST(Config, CacheFolder) {
  Variable named("LANECL_CACHE_DIR", nullptr), xdg("XDG_CACHE_HOME", "/x"), home("HOME", "/h"),
      size("LANECL_CACHE_SIZE", nullptr);
  EXPECT_EQ("/x/lanecl", Config::fromEnvironment().effectiveCacheDir());
  {
    Variable relative("XDG_CACHE_HOME", "x");
    EXPECT_EQ("/h/.cache/lanecl", Config::fromEnvironment().effectiveCacheDir());
    Variable nowhere("HOME", nullptr);
    EXPECT_EQ("", Config::fromEnvironment().effectiveCacheDir());
  }
  {
    Variable own("LANECL_CACHE_DIR", "/c");
    EXPECT_EQ("/c", Config::fromEnvironment().effectiveCacheDir());
    Variable none("LANECL_CACHE_SIZE", "0");
    EXPECT_EQ("", Config::fromEnvironment().effectiveCacheDir());
  }
  Variable off("LANECL_CACHE_DIR", "off");
  EXPECT_EQ("", Config::fromEnvironment().effectiveCacheDir());
}

// Runs in the child of the next test.
TEST(Config, DISABLED_PrintsWhatItTook) {
  const Config config = Config::fromEnvironment();
  std::printf("compiler '%s' cache '%s' width %d\n", config.compilerPath.c_str(), config.effectiveCacheDir().c_str(),
              int(config.width));
}

// What a caller without rights put into the environment of a program with more of them is not looked at.
TEST(Config, SetUserIdProgramsTakeNothing) {
  namespace fs = std::filesystem;
  // Its own name in each process: two runs at a time of one build tree do not write over what the other executes.
  fs::path copy = fs::read_symlink("/proc/self/exe").string() + ".setuid" + std::to_string(getpid());
  fs::copy_file("/proc/self/exe", copy, fs::copy_options::overwrite_existing);
  std::unique_ptr<fs::path, void (*)(fs::path *)> remover(&copy, [](fs::path *path) { fs::remove(*path); });
  if (chown(copy.c_str(), 12345, gid_t(-1)) != 0)
    GTEST_SKIP() << "only root can give files away";
  Variable compiler("LANECL_COMPILER", "/evil.so"), cache("LANECL_CACHE_DIR", "/evil"), home("HOME", "/evil"),
      width("LANECL_WIDTH", "16");
  auto printed = [&] {
    std::string command =
        copy.string() + " --gtest_also_run_disabled_tests --gtest_filter=Config.DISABLED_PrintsWhatItTook";
    FILE *pipe = popen(command.c_str(), "r");
    std::string text(4096, 0);
    text.resize(pipe ? fread(text.data(), 1, text.size(), pipe) : 0);
    pclose(pipe);
    std::size_t from = text.find("compiler '");
    return from == text.npos ? text : text.substr(from, text.find('\n', from) - from);
  };
  ASSERT_EQ(0, chmod(copy.c_str(), 0755));
  EXPECT_EQ(printed(), "compiler '/evil.so' cache '/evil' width 16");
  ASSERT_EQ(0, chmod(copy.c_str(), 04755));
  std::string safe = printed();
  if (safe == "compiler '/evil.so' cache '/evil' width 16")
    GTEST_SKIP() << "the file system ignores the bit";
  EXPECT_EQ(safe, "compiler '' cache '' width 0");
}

// 0 means "no bound" and "chosen": what is too large for the compiler must not become it.
TEST(Config, LargeNumbersStayLarge) {
  Variable width("LANECL_WIDTH", "4294967297"), budget("LANECL_COMPILE_BUDGET", "4294967296");
  const compiler::Settings settings = compilerSettings(Config::fromEnvironment());
  EXPECT_EQ(settings.width, UINT32_MAX);
  EXPECT_EQ(settings.compileBudget, UINT32_MAX);
}

TEST(Config, EveryOptionHasItsHelp) {
  std::set<std::string_view> names;
  for (const ConfigOption &option : configOptions()) {
    EXPECT_TRUE(option.variable.starts_with("LANECL_")) << option.variable;
    EXPECT_FALSE(option.help.empty()) << option.variable;
    EXPECT_TRUE(names.insert(option.variable).second) << option.variable;
  }
  EXPECT_TRUE(names.contains("LANECL_ISA"));
}

} // namespace
