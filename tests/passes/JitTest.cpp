// The parts of compiler/jit/ that need no compiled kernel: printf's formatting, the copies, the cache, the target.
#include "compiler/jit/Jit.h"
#include "compiler/jit/HostSupport.h"
#include "compiler/jit/HostTarget.h"
#include "compiler/jit/ObjectCache.h"
#include "compiler/jit/PrintfFormat.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

using namespace lanecl::jit;
namespace fs = std::filesystem;

namespace {

class Records {
public:
  template <typename T> Records &add(PrintfKind kind, std::initializer_list<T> values) {
    append(printfHeader(kind, sizeof(T), unsigned(values.size())));
    std::size_t start = bytes_.size();
    bytes_.resize(start + (values.size() * sizeof(T) + 7) / 8 * 8);
    std::memcpy(bytes_.data() + start, values.begin(), values.size() * sizeof(T));
    ++count_;
    return *this;
  }
  std::optional<std::string> format(const char *text) const { return formatPrintf(text, bytes_.data(), count_); }

private:
  void append(uint64_t word) {
    bytes_.resize(bytes_.size() + 8);
    std::memcpy(bytes_.data() + bytes_.size() - 8, &word, 8);
  }
  std::vector<std::byte> bytes_;
  uint32_t count_ = 0;
};

template <typename T> std::string hostPrintf(const char *format, T value) {
  char text[512];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

struct TemporaryFolder {
  std::string path = fs::temp_directory_path() / ("lanecl-cache-test-" + std::to_string(getpid()));
  TemporaryFolder() { fs::remove_all(path); }
  ~TemporaryFolder() { fs::remove_all(path); }
};

} // namespace

TEST(PrintfFormat, NumbersAsTheHostPrintsThem) {
  for (const char *format : {"%d", "%5d|", "%-8d|", "%+d", "%08d", "%.3d", "% d", "%i", "%u", "%x", "%#X", "%o"})
    for (int value : {0, 1, -1, 123456, -2147483647})
      EXPECT_EQ(Records().add(PrintfKind::Integer, {value}).format(format), hostPrintf(format, value)) << format;
  for (const char *format : {"%f", "%10.3f|", "%-12.1e|", "%g", "%A", "%a", "%+.0f", "%F", "%G"})
    for (double value : {0.0, 1.5, -2.25, 1e30, -1e-30, HUGE_VAL})
      EXPECT_EQ(Records().add(PrintfKind::Float, {value}).format(format), hostPrintf(format, value)) << format;
  EXPECT_EQ(Records().add(PrintfKind::Float, {1.5f}).format("%f"), "1.500000");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {int64_t(1) << 40}).format("%ld"), "1099511627776");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {-1}).format("%hhu %%"), "255 %");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {-1}).format("%hx"), "ffff");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {int('A')}).format("<%c>"), "<A>");
  // half 1.5, smallest subnormal, infinity
  EXPECT_EQ(Records().add<uint16_t>(PrintfKind::Float, {0x3e00, 0x0001}).format("%v2hg"), "1.5,5.96046e-08");
}

TEST(PrintfFormat, VectorsAndStrings) {
  EXPECT_EQ(Records().add(PrintfKind::Float, {1.0f, 2.0f, 3.0f, 4.0f}).format("f4 = %2.2v4hlf\n"),
            "f4 = 1.00,2.00,3.00,4.00\n");
  EXPECT_EQ(Records().add<uint8_t>(PrintfKind::Integer, {0xFA, 0xFB, 0xFC}).format("%#v3hhx"), "0xfa,0xfb,0xfc");
  EXPECT_EQ(Records().add<int64_t>(PrintfKind::Integer, {-1, 2}).format("%v2ld"), "-1,2");
  const char *text = "lanes";
  EXPECT_EQ(Records().add(PrintfKind::Pointer, {text}).format("%s|%%"), "lanes|%");
  EXPECT_EQ(Records().add(PrintfKind::Pointer, {text}).format("%7.3s|"), "    lan|");
}

TEST(PrintfFormat, BrokenFormatsFail) {
  for (const char *format : {"%", "%y", "%v5hld", "%v4d", "%hld", "%lld", "%*d", "%n", "%d %d", "%f", "%s"})
    EXPECT_EQ(Records().add(PrintfKind::Integer, {1}).format(format), std::nullopt) << format;
  EXPECT_EQ(Records().format("no arguments"), "no arguments");
}

TEST(HostSupport, Copies) {
  std::vector<int> source(100), target(100, -1);
  std::iota(source.begin(), source.end(), 0);
  auto bytes = [](std::vector<int> &values) { return reinterpret_cast<std::byte *>(values.data()); };
  laneclCopyStrided(bytes(target), bytes(source), 4, 10, 2, 5);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(target[i], i % 2 ? -1 : i / 2 * 5);
  target.assign(100, -1);
  laneclCopyBlock(bytes(target), bytes(source), 4, 3, 2, 2, 10, 50, 4, 20); // 3 x 2 x 2
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 4; ++x)
        EXPECT_EQ(target[20 * z + 4 * y + x], x < 3 ? 50 * z + 10 * y + x : -1);
  std::vector<int> odd(25, -1);
  laneclCopyStrided(bytes(odd), bytes(source), 12, 8, 1, 2); // three at a time
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(odd[i], i / 3 * 6 + i % 3);
}

TEST(ObjectCache, FindsWhatWasStored) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 1 << 20);
  std::string payload(5000, 'x');
  EXPECT_EQ(cache.find("key"), nullptr);
  cache.store("key", payload);
  auto found = cache.find("key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->getBuffer(), payload);
  EXPECT_EQ(ObjectCache(folder.path, 1 << 20).find("other"), nullptr);
  // Damaged and cut files are not found.
  auto file = fs::directory_iterator(folder.path)->path();
  fs::resize_file(file, 4000);
  EXPECT_EQ(cache.find("key"), nullptr);
  cache.store("key", payload);
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(17).put('y');
  EXPECT_EQ(cache.find("key"), nullptr);
}

TEST(ObjectCache, StaysWithinItsSizeAndIsSilentWhenItCannotWrite) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 100000);
  std::string payload(9000, 'x');
  for (int i = 0; i < 60; ++i)
    cache.store("key" + std::to_string(i), payload);
  uint64_t total = 0;
  for (auto &file : fs::directory_iterator(folder.path))
    total += file.file_size();
  EXPECT_LE(total, 100000u + 2 * 9100);
  EXPECT_TRUE(cache.find("key59"));
  ObjectCache nowhere("/proc/lanecl-no-such-folder", 1 << 20);
  nowhere.store("key", payload);
  EXPECT_EQ(nowhere.find("key"), nullptr);
  ObjectCache off("", 1 << 20);
  off.store("key", payload);
  EXPECT_EQ(off.find("key"), nullptr);
}

TEST(ObjectCache, ManyWritersOfOneKey) {
  TemporaryFolder folder;
  ObjectCache cache(folder.path, 1 << 20);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      ObjectCache own(folder.path, 1 << 20);
      for (int i = 0; i < 50; ++i) {
        own.store("key", std::string(3000, char('a' + t)));
        auto found = own.find("key");
        ASSERT_TRUE(found);
        auto text = found->getBuffer();
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

TEST(HostTarget, IsaRestrictsTheFeatures) {
  auto full = hostTarget("");
  EXPECT_FALSE(full.dataLayout.empty());
  auto narrow = hostTarget("sse4");
  EXPECT_EQ(narrow.info.isa, "sse4");
  EXPECT_EQ(narrow.info.nativeVectorBits, 128u);
  EXPECT_EQ(narrow.features.find("+avx"), std::string::npos);
  EXPECT_NE(narrow.features.find("+sse4.1"), std::string::npos);
  if (full.info.nativeVectorBits >= 256) {
    auto middle = hostTarget("avx2");
    EXPECT_EQ(middle.info.isa, "avx2");
    EXPECT_EQ(middle.features.find("+avx512"), std::string::npos);
    EXPECT_NE(middle.features.find("+avx2"), std::string::npos);
  }
  EXPECT_TRUE(createTargetMachine(narrow));
}

TEST(HostTarget, AnUnknownCpuIsItsFeatures) {
  auto target = hostTarget("");
  target.cpu = "x86-64";
  EXPECT_TRUE(createTargetMachine(target));
}

TEST(Jit, UnknownSymbolsAndDamagedObjectsAreErrors) {
  auto jit = llvm::cantFail(Jit::create(false));
  auto library = llvm::cantFail(jit->createLibrary());
  auto missing = library->lookup("lanecl.no.such.function");
  EXPECT_FALSE(bool(missing));
  llvm::consumeError(missing.takeError());
  auto host = library->lookup("laneclCopyBlock");
  ASSERT_TRUE(bool(host));
  EXPECT_EQ(*host, reinterpret_cast<void *>(&laneclCopyBlock));
  auto sine = library->lookup("sinf");
  ASSERT_TRUE(bool(sine));
  EXPECT_EQ(reinterpret_cast<float (*)(float)>(*sine)(0.0f), 0.0f);
  auto error = library->add(llvm::MemoryBuffer::getMemBufferCopy("not an object", "broken"));
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}
