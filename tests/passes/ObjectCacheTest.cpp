// The cache of compiled objects on disk: what it finds, what it keeps, and whom it trusts.
#include "compiler/image/ObjectCache.h"
#include "compiler/Compiler.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace lanecl::image;
namespace fs = std::filesystem;

namespace {

std::string keyOf(const std::string &text) { return CacheKey().add(text).hex(); }

struct TemporaryFolder {
  fs::path path = fs::temp_directory_path() / ("lanecl-cache-test-" + std::to_string(getpid()));
  TemporaryFolder() { fs::remove_all(path); }
  ~TemporaryFolder() { fs::remove_all(path); }
  fs::path entry(const std::string &key) const { return path / lanecl::compiler::cacheEntryName(key); }
};

/// A folder with one entry, which is found before the test spoils it.
class CacheTrust : public testing::Test {
protected:
  void SetUp() override {
    cache.store(keyOf("one"), payload);
    ASSERT_TRUE(isFound());
  }
  bool isFound(const std::string &key = keyOf("one")) const { return cache.find(key) != nullptr; }

  TemporaryFolder folder;
  ObjectCache cache{folder.path.string(), 1 << 20};
  std::string payload = std::string(5000, 'x');
  fs::path entry = folder.entry(keyOf("one"));
};

constexpr uid_t SomebodyElse = 12345;

} // namespace

TEST(ObjectCache, FindsWhatWasStored) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 1 << 20);
  std::string payload(5000, 'x');
  EXPECT_EQ(cache.find(keyOf("one")), nullptr);
  cache.store(keyOf("one"), payload);
  auto found = cache.find(keyOf("one"));
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, payload);
  EXPECT_EQ(ObjectCache(folder.path, 1 << 20).find(keyOf("other")), nullptr);
  // Damaged and truncated files are not found.
  fs::path file = folder.entry(keyOf("one"));
  fs::resize_file(file, 4000);
  EXPECT_EQ(cache.find(keyOf("one")), nullptr);
  cache.store(keyOf("one"), payload);
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(17).put('y');
  EXPECT_EQ(cache.find(keyOf("one")), nullptr);
}

TEST(ObjectCache, FindsEntriesOfAllSizes) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 1 << 20);
  for (std::size_t bytes = 0; bytes < 200; ++bytes) {
    const std::string key = keyOf(std::to_string(bytes)), text(bytes, 'x');
    cache.store(key, text);
    const auto found = cache.find(key);
    ASSERT_TRUE(found) << bytes;
    EXPECT_EQ(*found, text);
  }
}

TEST(ObjectCache, StaysWithinItsSizeAndIsSilentWhenItCannotWrite) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 100000);
  std::string payload(9000, 'x');
  for (int i = 0; i < 60; ++i)
    cache.store(keyOf(std::to_string(i)), payload);
  uint64_t total = 0;
  for (auto &file : fs::directory_iterator(folder.path))
    total += file.file_size();
  EXPECT_LE(total, 100000u + 2 * 9100);
  EXPECT_TRUE(cache.find(keyOf("59")));
  ObjectCache nowhere("/proc/lanecl-no-such-folder", 1 << 20);
  nowhere.store(keyOf("one"), payload);
  EXPECT_EQ(nowhere.find(keyOf("one")), nullptr);
  ObjectCache off("", 1 << 20);
  off.store(keyOf("one"), payload);
  EXPECT_EQ(off.find(keyOf("one")), nullptr);
}

// A write beyond it would be SIGXFSZ.
TEST(ObjectCache, ALimitOfTheSizeOfFilesEndsNoProcess) {
  const TemporaryFolder folder;
  for (const rlim_t most : {rlim_t(0), rlim_t(100), rlim_t(5000)}) {
    auto store = [&] {
      const rlimit limit{most, most};
      setrlimit(RLIMIT_FSIZE, &limit);
      ObjectCache cache(folder.path, 1 << 20);
      cache.store(keyOf("large"), std::string(5000, 'x'));
      _exit(cache.find(keyOf("large")) ? 1 : 0);
    };
    EXPECT_EXIT(store(), testing::ExitedWithCode(0), "") << most;
  }
}

TEST(ObjectCache, ManyWritersOfOneKey) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 1 << 20);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      ObjectCache own(folder.path, 1 << 20);
      for (int i = 0; i < 50; ++i) {
        own.store(keyOf("one"), std::string(3000, char('a' + t)));
        auto found = own.find(keyOf("one"));
        ASSERT_TRUE(found);
        const auto &text = *found;
        EXPECT_EQ(text, std::string(3000, text[0]));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ObjectCache, KeysDependOnEveryPart) {
  EXPECT_EQ(CacheKey().add("ab").add("c").hex(), CacheKey().add("ab").add("c").hex());
  EXPECT_NE(CacheKey().add("ab").add("c").hex(), CacheKey().add("a").add("bc").hex());
  EXPECT_NE(CacheKey().add(uint64_t(1)).hex(), CacheKey().add(uint64_t(2)).hex());
}

TEST_F(CacheTrust, NothingWhereOthersMayWrite) {
  for (mode_t mode : {0777, 01777, 0775, 0707}) {
    chmod(folder.path.c_str(), mode);
    EXPECT_FALSE(isFound()) << std::oct << mode;
    cache.store(keyOf("other"), payload);
    chmod(folder.path.c_str(), 0755);
    EXPECT_FALSE(isFound(keyOf("other"))) << std::oct << mode;
  }
  EXPECT_TRUE(isFound());
  for (mode_t mode : {0620, 0602}) {
    chmod(entry.c_str(), mode);
    EXPECT_FALSE(isFound()) << std::oct << mode;
  }
  chmod(entry.c_str(), 0644);
  EXPECT_TRUE(isFound());
}

TEST_F(CacheTrust, NothingOfAnotherUser) {
  if (chown(entry.c_str(), SomebodyElse, gid_t(-1)) != 0)
    GTEST_SKIP() << "only root can give files away";
  EXPECT_FALSE(isFound());
  ASSERT_EQ(0, chown(entry.c_str(), geteuid(), gid_t(-1)));
  EXPECT_TRUE(isFound());
  ASSERT_EQ(0, chown(folder.path.c_str(), SomebodyElse, gid_t(-1)));
  EXPECT_FALSE(isFound());
  fs::path link = folder.path.string() + ".link";
  ASSERT_EQ(0, chown(folder.path.c_str(), geteuid(), gid_t(-1)));
  fs::remove(link);
  fs::create_directory_symlink(folder.path, link);
  ObjectCache linked(link.string(), 1 << 20);
  EXPECT_TRUE(linked.find(keyOf("one"))); // the user's own link
  ASSERT_EQ(0, lchown(link.c_str(), SomebodyElse, gid_t(-1)));
  EXPECT_FALSE(linked.find(keyOf("one")));
  fs::remove(link);
}

TEST_F(CacheTrust, OnlyRegularFilesOfTheFolder) {
  fs::path moved = folder.path / "moved";
  fs::rename(entry, moved);
  fs::create_symlink(moved, entry);
  EXPECT_FALSE(isFound());
  fs::remove(entry);
  ASSERT_EQ(0, mkfifo(entry.c_str(), 0600)); // nobody will ever write to it
  EXPECT_FALSE(isFound());
  fs::remove(entry);
  fs::create_symlink("/dev/zero", entry);
  EXPECT_FALSE(isFound());
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_FALSE(isFound());
  fs::remove(entry);
  fs::rename(moved, entry);
  EXPECT_TRUE(isFound());
  fs::resize_file(entry, uint64_t(1) << 40); // sparse; not a byte of it is read
  EXPECT_FALSE(isFound());
}

TEST_F(CacheTrust, OnlyWhatItSigned) {
  fs::copy_file(entry, folder.entry(keyOf("other"))); // another name
  EXPECT_FALSE(isFound(keyOf("other")));
  fs::path keyFile = folder.path / "lanecl.key", kept = folder.path / "kept";
  struct stat file;
  ASSERT_EQ(0, stat(keyFile.c_str(), &file));
  EXPECT_EQ(file.st_mode & 0777, 0600u);
  chmod(keyFile.c_str(), 0640); // others have read it
  EXPECT_FALSE(isFound());
  chmod(keyFile.c_str(), 0600);
  EXPECT_TRUE(isFound());
  fs::rename(keyFile, kept);
  EXPECT_FALSE(isFound());
  cache.store(keyOf("third"), payload); // with a new key
  EXPECT_TRUE(isFound(keyOf("third")));
  EXPECT_FALSE(isFound());
  fs::rename(kept, keyFile);
  EXPECT_TRUE(isFound());
  for (uintmax_t left : {0, 5}) { // a power failure truncated it: what it signed is lost, the cache is not
    fs::resize_file(keyFile, left);
    EXPECT_FALSE(isFound());
    cache.store(keyOf("third"), payload);
    EXPECT_TRUE(isFound(keyOf("third"))) << left;
    EXPECT_FALSE(isFound());
  }
}

TEST_F(CacheTrust, RemovesOnlyWhatItMade) {
  const std::string unfinished = entry.string() + ".0123456789abcdef";
  std::vector<fs::path> others;
  for (const char *name : {"new", "new.c", "new.txt", "new.abcdef", "notes.lanecl", "0123.lanecl", "thesis.tex"})
    others.push_back(folder.path / name);
  others.push_back(entry.string() + ".txt");
  for (const fs::path &other : others)
    std::ofstream(other) << "the user's";
  std::ofstream(unfinished) << "half";
  auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(48);
  for (const fs::path &file : fs::directory_iterator(folder.path))
    fs::last_write_time(file, longAgo);
  ObjectCache small(folder.path.string(), 8000); // room for one; the first store looks at the folder
  small.store(keyOf("other"), payload);
  for (const fs::path &other : others)
    EXPECT_TRUE(fs::exists(other)) << other;
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_FALSE(fs::exists(entry));
  EXPECT_TRUE(small.find(keyOf("other")));
}

TEST_F(CacheTrust, AFolderItMakesIsTheUsersAlone) {
  mode_t before = umask(0);
  ObjectCache deep((folder.path / "a" / "b").string(), 1 << 20);
  deep.store(keyOf("one"), payload);
  umask(before);
  EXPECT_TRUE(deep.find(keyOf("one")));
  struct stat file;
  ASSERT_EQ(0, stat((folder.path / "a" / "b").c_str(), &file));
  EXPECT_EQ(file.st_mode & 0777, 0700u);
}
