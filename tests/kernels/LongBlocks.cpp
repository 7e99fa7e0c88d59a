// Long blocks of dependent steps (a hash): their work-items may run many registers wide, also where each work-group is
// a single work-item. All sizes of the last, partial sub-group.
#include "Harness.h"
#include <array>
#include <bit>
using harness::Range;

namespace {

constexpr int Steps = 64;

std::string sourceOf(const std::string &before, const std::string &id) {
  std::string source = "kernel void mix(global const uint *in, global uint *out, int iterations) {\n" + before +
                       "  size_t i = " + id + ";\n  uint a = in[i], b = a ^ 5, c = 7, d = (uint)i;\n" +
                       "  for (int t = 0; t < iterations; ++t) {\n";
  for (int step = 0; step < Steps; ++step)
    source += "    a = b + rotate(a + ((b & c) | (~b & d)) + " + std::to_string(step * 77777) +
              "u, 7u); d = c; c = b; b = a;\n";
  return source + "  }\n  out[i] = a + b + c + d;\n}\n";
}

/// The values of 64 bits that are alive at a time, with two registers each, are more than a machine has.
constexpr int Words = 16, WordSteps = 160;

std::string sourceOfWords(const std::string &before, const std::string &id) {
  auto word = [](int at) { return "w" + std::to_string(at % Words); };
  std::string source = "kernel void mix(global const ulong *in, global ulong *out, int iterations) {\n" + before +
                       "  size_t i = " + id + ";\n";
  for (int at = 0; at < Words; ++at)
    source += "  ulong " + word(at) + " = in[i] * " + std::to_string(at + 3) + ";\n";
  source += "  for (int t = 0; t < iterations; ++t) {\n";
  for (int step = 0; step < WordSteps; ++step)
    source += "    " + word(step) + " += rotate(" + word(step + Words / 2) + " ^ " + word(step + 1) + ", (ulong)" +
              std::to_string(step % 31 + 1) + ");\n";
  source += "  }\n  out[i] = i";
  for (int at = 0; at < Words; ++at)
    source += " ^ " + word(at);
  return source + ";\n}\n";
}

ulong mixed(ulong value, ulong id, int iterations) {
  std::array<ulong, Words> words{};
  for (int at = 0; at < Words; ++at)
    words[at] = value * (at + 3);
  for (int t = 0; t < iterations; ++t)
    for (int step = 0; step < WordSteps; ++step)
      words[step % Words] += std::rotl(words[(step + Words / 2) % Words] ^ words[(step + 1) % Words], step % 31 + 1);
  for (ulong word : words)
    id ^= word;
  return id;
}

uint mixed(uint value, uint id, int iterations) {
  uint a = value, b = a ^ 5, c = 7, d = id;
  for (int t = 0; t < iterations; ++t)
    for (int step = 0; step < Steps; ++step) {
      const uint sum = a + ((b & c) | (~b & d)) + static_cast<uint>(step) * 77777;
      a = b + ((sum << 7) | (sum >> 25));
      d = c, c = b, b = a;
    }
  return a + b + c + d;
}

template <typename T> void testMixing(const std::string &source, std::size_t local) {
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (std::size_t size : {1, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 4096, 5000}) {
    auto in = harness::noise<T>(size);
    std::vector<T> out(size), expected(size);
    for (std::size_t i = 0; i < size; ++i)
      expected[i] = mixed(in[i], static_cast<T>(i), 3);
    harness::Launch launch(program, "mix");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(3);
    launch.run(Range::of(size, local));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << size;
  }
}

TEST(LongBlocks, OfWorkItemsInAnyGroups) {
  testMixing<uint>(sourceOf("", "get_global_id(0)"), 0);
  testMixing<ulong>(sourceOfWords("", "get_global_id(0)"), 0);
}

// Groups that the kernel sees, whose rows are or are not whole with as many lanes; each work-item gives its number to
// another one behind a barrier.
TEST(LongBlocks, OfGroupsThatAreSeen) {
  const std::string source = R"(
    kernel void pass(global const uint *in, global uint *out, int iterations, local uint *part) {
      uint a = in[get_global_id(0)];
      for (int t = 0; t < iterations; ++t)
        a = a * a + 12345u;
      const size_t l = get_local_id(0), next = (l + 1) % get_local_size(0);
      part[l] = a;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = part[next] ^ (uint)get_group_id(0);
    })";
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (std::size_t local : {8, 16, 32, 33, 48, 64, 96, 128})
    for (std::size_t size : {local, 3 * local, 3 * local + local / 2}) {
      auto in = harness::noise<uint>(size);
      std::vector<uint> out(size), expected(size), made(in);
      for (uint &a : made)
        for (int t = 0; t < 50; ++t)
          a = a * a + 12345U;
      for (std::size_t i = 0; i < size; ++i) {
        const std::size_t first = i / local * local, length = std::min(local, size - first);
        expected[i] = made[first + (i - first + 1) % length] ^ static_cast<uint>(i / local);
      }
      harness::Launch launch(program, "pass");
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(50);
      launch.arg(harness::Local{local * sizeof(uint)});
      launch.run(Range::of(size, local));
      ASSERT_FALSE(launch.failed());
      EXPECT_EQ(out, expected) << size << " by " << local;
    }
}

TEST(LongBlocks, OfGroupsOfOneWorkItem) {
  const std::string before = "  barrier(CLK_GLOBAL_MEM_FENCE);\n";
  const std::string id = "get_group_id(0) * get_local_size(0) + get_local_id(0)";
  testMixing<uint>(sourceOf(before, id), 1);
  testMixing<ulong>(sourceOfWords(before, id), 1);
}

} // namespace
