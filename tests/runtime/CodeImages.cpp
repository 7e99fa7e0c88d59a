// Kept code: what the loader makes of it, and that an image that contradicts itself is refused.
#include "compiler/image/ImageLoader.h"
#include "compiler/image/ProgramFacts.h"
#include "runtime/CodeStore.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace lanecl {
namespace {

using namespace image;

int ownVariable = 5;

void *resolveOwn(const Import &import) {
  return import.origin == Origin::Program && import.name == "own" ? &ownVariable : nullptr;
}

std::vector<std::byte> bytesOf(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (unsigned value : values)
    bytes.push_back(std::byte(value));
  return bytes;
}

/// Code, four addresses (of itself, of `own` and behind it, of a function of libm) and memory that starts as zeros.
CodeImage sample() {
  CodeImage image;
  image.variant.subGroupSize = 8;
  image.segments = {{Segment::Protection::Code, 0, 0, bytesOf({0xB8, 7, 0, 0, 0, 0xC3})}, // mov eax, 7; ret
                    {Segment::Protection::ReadOnly, PageBytes, 0, std::vector<std::byte>(32)},
                    {Segment::Protection::Writable, 2 * PageBytes, 100, bytesOf({1, 2})}};
  image.imports = {{Origin::Program, "own"}, {Origin::Math, "cos"}};
  image.relocations = {
      {PageBytes, 5, Relocation::Block}, {PageBytes + 8, 0, 0}, {PageBytes + 16, 4, 0}, {PageBytes + 24, 0, 1}};
  image.symbols = {{"entry", 0}, {"table", PageBytes}, {"memory", 2 * PageBytes}};
  return image;
}

std::unique_ptr<LoadedImage> load(const CodeImage &image) {
  std::string log;
  auto loaded = LoadedImage::load(image, resolveOwn, log);
  EXPECT_EQ(loaded == nullptr, !log.empty());
  return loaded;
}

TEST(CodeImages, AreLoaded) {
  CodeImage read;
  ASSERT_TRUE(fromBytes(toBytes(sample()), read)); // as it comes from a cache
  EXPECT_EQ(read.variant.subGroupSize, 8U);
  auto loaded = load(read);
  ASSERT_TRUE(loaded);
  std::byte *table = loaded->symbol("table"), *addresses[4];
  std::memcpy(addresses, table, sizeof addresses);
  EXPECT_EQ(addresses[0], loaded->entry() + 5);
  EXPECT_EQ(static_cast<void *>(addresses[1]), &ownVariable);
  EXPECT_EQ(static_cast<void *>(addresses[2]), &ownVariable + 1);
  EXPECT_EQ(reinterpret_cast<double (*)(double)>(addresses[3])(1.0), std::cos(1.0));
  std::byte *memory = loaded->symbol("memory");
  EXPECT_EQ(memory[1], std::byte{2});
  EXPECT_EQ(memory[101], std::byte{0});
  memory[101] = std::byte{9};
  EXPECT_EQ(loaded->symbol("nothing"), nullptr);
#if defined(__x86_64__)
  EXPECT_EQ(reinterpret_cast<int (*)()>(loaded->entry())(), 7);
#endif
}

TEST(CodeImages, ThatContradictThemselvesAreRefused) {
  ASSERT_TRUE(load(sample()));
  const std::function<void(CodeImage &)> damages[] = {
      [](CodeImage &image) { image.segments[1].offset = 8; },
      [](CodeImage &image) { image.segments[1].offset = 0; },
      [](CodeImage &image) { image.segments[2].offset = ~uint64_t(0) / PageBytes * PageBytes; },
      [](CodeImage &image) { image.segments[2].zeroBytes = ~uint64_t(0); },
      [](CodeImage &image) { image.segments.clear(); },
      [](CodeImage &image) { image.relocations[0].offset = 3 * PageBytes - 7; },
      [](CodeImage &image) { image.relocations[0].offset = ~uint64_t(0); },
      [](CodeImage &image) { image.relocations[1].import = 2; },
      [](CodeImage &image) { image.symbols[0].offset = 3 * PageBytes; },
      [](CodeImage &image) { image.imports[0].name = "other"; },
      [](CodeImage &image) { image.imports[1].name = "puts"; }, // libm has none of its own
      [](CodeImage &image) { image.imports[1].origin = Origin(77); },
  };
  for (const auto &damage : damages) {
    CodeImage image = sample();
    damage(image);
    EXPECT_FALSE(load(image)) << &damage - damages;
  }
}

TEST(CodeImages, TruncatedBytesAreNone) {
  const Bytes whole = toBytes(sample());
  CodeImage image;
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(fromBytes(std::span(whole).first(length), image)) << length;
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(fromBytes(longer, image));
}

TEST(CodeImages, VariantsHaveKeysOfTheirOwn) {
  std::vector<compiler::VariantKey> variants(12);
  variants[1].tails = false;
  variants[2].wideIds = true;
  variants[3].singleItemGroups = true;
  variants[4].lanes = 1;
  variants[5].linear = true;
  variants[6].laneDimension = 1;
  variants[7].noAliasBuffers = true;
  variants[8].images = {1};
  variants[9].freeLanes = true;
  variants[10].localSize = {16, 1, 1};
  variants[11].images = {16, 1, 1};
  std::set<std::string> keys;
  for (const compiler::VariantKey &variant : variants) {
    CacheKey key;
    keys.insert(addVariant(key, "kernel", variant).hex());
  }
  CacheKey other;
  keys.insert(addVariant(other, "other", variants[0]).hex());
  EXPECT_EQ(keys.size(), variants.size() + 1);
}

TEST(CodeStore, KeepsInMemoryWhatWasUsedLast) {
  CodeStore &store = CodeStore::get();
  auto keyOf = [&](int number) {
    CacheKey key;
    return store.begin(key, "test of memory").add(uint64_t(number)).hex();
  };
  EXPECT_EQ(store.find(keyOf(-1)), nullptr);
  auto entry = store.store(keyOf(0), Bytes(100, std::byte{1}));
  EXPECT_EQ(store.find(keyOf(0)), entry);
  store.store(keyOf(0), Bytes(100, std::byte{1}));
  EXPECT_EQ(*store.find(keyOf(0)), Bytes(100, std::byte{1}));
}

} // namespace
} // namespace lanecl
