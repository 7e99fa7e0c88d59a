// Program binaries whose hashes and lengths are right, whatever else they say: decoded, linked or loaded from their
// machine code, which is never run.
#include "tests/fuzz/inputs/Target.h"
#include "compiler/image/Bytes.h"
#include "runtime/BinaryFormat.h"
#include "runtime/Modules.h"
#include <array>
#include <memory>
#include <xxhash.h>

namespace lanecl::fuzz {
namespace {

constexpr std::string_view Version = "fuzz";
constexpr std::string_view Sources[] = {"kernel void one(global int *a) { a[get_global_id(0)] = 1; }",
                                        "global int kept[3] = {1}; kernel void two(global float *a, int n) { a[n] = "
                                        "sin(a[n]) + kept[n]++; printf(\"%d\", n); }",
                                        "int other(int n); kernel void three(global int *a, local int *l, sampler_t s) "
                                        "{ l[0] = *a; barrier(1); *a = l[0]; }"};

// Offsets of BinaryFormat.h.
constexpr std::size_t HashAt = 8, HashedFrom = 16, SizeAt = 24;

template <typename T> void patch(Input &bytes, std::size_t at, T value) {
  if (bytes.size() >= at + sizeof value)
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Where the machine code of an executable begins; the end when the bytes end before.
std::size_t keptAt(const Input &bytes) {
  image::Reader reader(std::as_bytes(std::span(bytes)));
  std::array<char, SizeAt + sizeof(uint64_t)> start{};
  reader.raw(start.data(), start.size());
  for (int texts = 0; texts < 3; ++texts)
    reader.text();
  reader.number<uint32_t>();
  const auto modules = reader.number<uint32_t>();
  for (uint32_t i = 0; i < modules && reader.good(); ++i) {
    std::vector<uint32_t> words;
    reader.number<uint32_t>();
    reader(words);
  }
  reader.number<uint64_t>();
  return reader.good() ? bytes.size() - reader.fit(1) : bytes.size();
}

/// As somebody writes a binary who knows how.
Input sealed(std::string_view input) {
  static const Input whole = seeds().front().input;
  Input bytes(input);
  bytes.replace(0, std::min(HashAt, bytes.size()), whole, 0, HashAt); // the mark of the format
  patch(bytes, SizeAt, uint64_t(bytes.size()));
  if (const std::size_t kept = keptAt(bytes); bytes.size() - kept > sizeof(uint64_t)) {
    patch(bytes, kept - sizeof(uint64_t), uint64_t(bytes.size() - kept));
    patch(bytes, kept,
          uint64_t(XXH3_64bits(bytes.data() + kept + sizeof(uint64_t), bytes.size() - kept - sizeof(uint64_t))));
  }
  if (bytes.size() > HashedFrom)
    patch(bytes, HashAt, uint64_t(XXH3_64bits(bytes.data() + HashedFrom, bytes.size() - HashedFrom)));
  return bytes;
}

void useCode(const Build &build) {
  auto made = LoadedProgram::make({build.modules, build.linkOptions}, build.kept);
  refuseCrash(made.log);
  if (!made.program)
    return made.log.empty() ? fail("a binary is not linked, without a reason") : void();
  for (std::size_t kernel = 0; kernel < std::min<std::size_t>(made.program->kernels().size(), 4); ++kernel)
    for (compiler::Tier tier : {compiler::Tier::First, compiler::Tier::Best}) {
      std::string log;
      made.program->variant(kernel, {}, log, tier);
      refuseCrash(log);
    }
  if (auto kept = made.program->keep(); !kept.empty() && !LoadedProgram::isWhole(kept))
    fail("kept code is not whole");
}

Seed seedOf(std::size_t number, const std::string &options, cl_program_binary_type type) {
  std::string log;
  auto module = compileSource({.source = Sources[number],
                               .options = options,
                               .headers = {},
                               .linkable = type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE},
                              log);
  if (!module || module->status != compiler::Status::Ok)
    fail("a seed does not build", module ? module->log : log);
  Build build;
  build.type = type;
  build.options = options;
  build.modules = {std::make_shared<compiler::SpirvModule>(std::move(module->value))};
  if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    build.code = LoadedProgram::make({build.modules, {}}, {}).program;
    if (!build.code || !build.code->variant(0, {}, log, compiler::Tier::Best))
      fail("a seed is not compiled", log);
  }
  auto bytes = encodeBinary(build, Version);
  return {std::string("binary") + std::to_string(number), {reinterpret_cast<const char *>(bytes.data()), bytes.size()}};
}

} // namespace

std::vector<Seed> seeds() {
  static const bool apart = setenv("LANECL_CACHE_DIR", "off", 1) == 0;
  (void)apart;
  return {seedOf(0, "", CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
          seedOf(1, "-cl-mad-enable -cl-std=CL3.0", CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
          seedOf(2, "-cl-std=CL3.0", CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)};
}

void run(std::string_view input) {
  const Input binary = sealed(input);
  auto build = decodeBinary(std::as_bytes(std::span(binary)), Version);
  if (!build)
    return;
  if (!decodeBinary(encodeBinary(*build, Version), Version))
    fail("what was decoded is encoded wrongly");
  useCode(*build);
}

std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 & /*random*/) {
  return changeBytes(data, size, room);
}

} // namespace lanecl::fuzz
