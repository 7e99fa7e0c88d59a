// The cache: contents of entries of all kinds, taken as if their signatures were right, and a folder in which somebody
// meddles. An entry that is found is one that was stored under its key; files that are not the cache's stay.
#include "tests/fuzz/inputs/Target.h"
#include "compiler/image/CacheFolder.h"
#include "compiler/image/ImageLoader.h"
#include "compiler/image/ProgramFacts.h"
#include "runtime/CodeStore.h"
#include "runtime/Modules.h"
#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace lanecl::fuzz {
namespace {

namespace fs = std::filesystem;

// --- Contents of entries ---

/// What is read is written as it was read.
template <typename T> std::optional<T> readBack(std::span<const std::byte> bytes) {
  T value, again;
  if (!image::fromBytes(bytes, value))
    return std::nullopt;
  const image::Bytes written = image::toBytes(value);
  if (!image::fromBytes(std::span(written), again) || image::toBytes(again) != written)
    fail("what was read is written wrongly");
  return value;
}

void loadImage(const image::CodeImage &code) {
  static int own = 0;
  std::string log;
  auto loaded = image::LoadedImage::load(code, [](const image::Import &) { return &own; }, log);
  if (!loaded != !log.empty())
    fail("an image is refused without a reason, or taken with one", log);
  if (loaded)
    for (const image::Symbol &symbol : code.symbols)
      static_cast<void>(static_cast<volatile std::byte *>(loaded->symbol(symbol.name)));
}

/// An entry that a build finds. There is no compiler to ask for another.
void importKept(std::span<const std::byte> bytes) {
  static const bool apart = setenv("LANECL_CACHE_DIR", "off", 1) == 0 && setenv("LANECL_COMPILER", "/none", 1) == 0;
  static const std::byte il[4] = {};
  if (!apart)
    return;
  image::CacheKey key;
  CodeStore::get().store(CodeStore::get().begin(key, "il").add(il).hex(), {bytes.begin(), bytes.end()});
  std::string log;
  static_cast<void>(importIl(il, log));
}

// --- The folder ---

class Meddler {
public:
  explicit Meddler(std::string_view script) : script_(script), cache_(folder().string(), MostBytes) {
    fs::remove_all(folder());
    fs::create_directory(folder());
    fs::permissions(folder(), fs::perms::owner_all);
  }

  void run() {
    for (int steps = 0; steps < 64 && !script_.empty(); ++steps)
      step();
    fs::permissions(folder(), fs::perms::owner_all);
  }

private:
  static constexpr uint64_t MostBytes = 2048;
  static constexpr std::size_t Keys = 4;

  /// Of the process.
  static const fs::path &folder() {
    static const fs::path path = fs::temp_directory_path() / ("lanecl-fuzz-cache." + std::to_string(getpid()));
    static const bool removes = std::atexit([] { fs::remove_all(path); }) == 0;
    (void)removes;
    return path;
  }

  unsigned next() {
    if (script_.empty())
      return 0;
    const auto byte = uint8_t(script_.front());
    script_.remove_prefix(1);
    return byte;
  }
  std::string_view piece() {
    const std::size_t size = std::min<std::size_t>(next(), script_.size());
    std::string_view taken = script_.substr(0, size);
    script_.remove_prefix(size);
    return taken;
  }
  static std::string key(unsigned number) {
    return std::string(compiler::CacheKeyDigits, "0123456789abcdef"[number % Keys]);
  }
  static std::string own(unsigned number) { return compiler::cacheEntryName(key(number)); }
  static std::string name(unsigned number) {
    static const std::string names[] = {own(0), own(1), own(2), own(3), own(0) + ".0123456789abcdef", "lanecl.key"};
    static const std::string strange[] = {
        "new",       "new.c", "0.lanecl", own(1) + ".c", own(2) + ".0123456789abcdeF", std::string(32, 'A') + ".lanecl",
        "." + own(0)};
    number %= std::size(names) + std::size(strange);
    return number < std::size(names) ? names[number] : strange[number - std::size(names)];
  }
  static bool isCaches(const std::string &file) {
    return file == "lanecl.key" || compiler::cacheFileOf(file) != compiler::CacheFile::None;
  }
  static bool othersWrite(const fs::path &path) {
    return (fs::status(path).permissions() & (fs::perms::group_write | fs::perms::others_write)) != fs::perms::none;
  }

  void step() {
    switch (next() % 10) {
    case 0:
    case 1:
      return store(next());
    case 2:
    case 3:
      return find(next());
    case 4:
      return write(name(next()));
    case 5:
      return change(folder() / name(next()));
    case 6:
      return makeStrange(folder() / name(next()));
    case 7: {
      std::error_code ignored;
      return fs::rename(folder() / name(next()), folder() / name(next()), ignored);
    }
    case 8:
      return fs::permissions(folder(), fs::perms(0700 | (next() & 022)));
    default:
      return static_cast<void>(chmod((folder() / name(next())).c_str(), 0600 | (next() & 0177)));
    }
  }

  std::set<std::string> strangers() const {
    std::set<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder()))
      if (!isCaches(entry.path().filename()))
        names.insert(entry.path().filename());
    return names;
  }

  void store(unsigned number) {
    const std::string_view contents = piece();
    const auto before = strangers();
    stored_[number % Keys].emplace(contents);
    cache_.store(key(number), contents);
    if (strangers() != before)
      fail("the cache changed files that are not its own");
  }

  void find(unsigned number) {
    const auto before = strangers();
    auto found = cache_.find(key(number));
    if (strangers() != before)
      fail("the cache changed files that are not its own");
    if (!found)
      return;
    if (!stored_[number % Keys].contains(*found))
      fail("an entry that nobody stored", *found);
    if (othersWrite(folder()) || othersWrite(folder() / own(number)) || fs::is_symlink(folder() / own(number)))
      fail("an entry that others may have written");
  }

  /// Through links, as anybody might.
  void write(const std::string &name) {
    const std::string_view contents = piece();
    const int file = open((folder() / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK, 0600);
    if (file < 0)
      return;
    static_cast<void>(!::write(file, contents.data(), contents.size()));
    close(file);
  }

  void change(const fs::path &path) {
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(path, ignored)))
      return;
    const auto size = fs::file_size(path, ignored);
    if (next() % 2)
      return fs::resize_file(path, size ? next() % (size + 3) : 0, ignored);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary); // a regular file
    file.seekp(size ? std::streamoff(next() % size) : 0);
    file.put(char(next()));
  }

  void makeStrange(const fs::path &path) {
    std::error_code ignored;
    fs::remove(path, ignored);
    switch (next() % 3) {
    case 0:
      return fs::create_symlink(name(next()), path, ignored);
    case 1:
      return static_cast<void>(mkfifo(path.c_str(), 0600));
    default:
      fs::create_directory(path, ignored);
    }
  }

  std::string_view script_;
  image::ObjectCache cache_;
  std::map<std::size_t, std::set<std::string>> stored_;
};

image::CodeImage someImage() {
  image::CodeImage code;
  code.variant.subGroupSize = 8;
  code.segments = {{image::Segment::Protection::Code, 0, 0, image::Bytes(6, std::byte(0xC3))},
                   {image::Segment::Protection::ReadOnly, PageBytes, 0, image::Bytes(16)},
                   {image::Segment::Protection::Writable, 2 * PageBytes, 100, image::Bytes(2)}};
  code.imports = {{image::Origin::Program, "own"}, {image::Origin::Math, "cos"}};
  code.relocations = {{PageBytes, 5, image::Relocation::Block}, {PageBytes + 8, 4, 1}};
  code.symbols = {{"entry", 0}, {"variable", 2 * PageBytes}};
  return code;
}

compiler::ProgramFacts someFacts() {
  compiler::ProgramFacts facts;
  facts.kernels.resize(2);
  facts.kernels[0].name = "k";
  facts.kernels[0].args.resize(3);
  facts.kernels[0].args[1].name = "argument";
  facts.kernels[0].attributes = "vec_type_hint(int)";
  facts.variables = {{"named", "symbol", 8}};
  facts.functions = {"f", "g"};
  facts.variablesImage = image::toBytes(someImage());
  return facts;
}

Input seed(char kind, const image::Bytes &bytes) {
  return kind + Input(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

} // namespace

std::vector<Seed> seeds() {
  image::Writer module; // as Modules.cpp writes it
  module(std::vector<uint32_t>{1, 2, 3}, std::string("log"),
         std::vector<compiler::FileUse>{{"/etc/hostname", "?5", ""}}, std::vector<uint32_t>{7, 4});
  using namespace std::string_literals;
  return {{"image", seed('i', image::toBytes(someImage()))},
          {"facts", seed('f', image::toBytes(someFacts()))},
          {"module", seed('m', module.out)},
          {"folder", "d\0\1\4abcd\2\1\1\1\5hello\2\1\4\6\3new\0\2\7content\2\2"s},
          {"meddled", "d\0\0\3abc\5\0\1\2\2\0\0\1\3abc\7\1\2\2\2\x6\3\1\2\3\x8\2\2\1\4\5\x20key"s},
          {"trimmed", "d\4\6\2ab\4\7\1c"s + [] {
             Input many;
             for (char i = 0; i < 12; ++i)
               many += Input("\0\0\xc8"s).replace(1, 1, 1, i) + Input(200, 'x');
             return many;
           }()}};
}

void run(std::string_view input) {
  if (input.empty())
    return;
  const auto rest = std::as_bytes(std::span(input.substr(1)));
  switch (input.front()) {
  case 'i':
    if (auto code = readBack<image::CodeImage>(rest))
      loadImage(*code);
    return;
  case 'f':
    if (auto facts = readBack<compiler::ProgramFacts>(rest))
      if (auto code = readBack<image::CodeImage>(facts->variablesImage))
        loadImage(*code);
    return;
  case 'm':
    return importKept(rest);
  case 'd':
    return Meddler(input.substr(1)).run();
  default:
    return;
  }
}

std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 & /*random*/) {
  return changeBytes(data, size, room);
}

} // namespace lanecl::fuzz
