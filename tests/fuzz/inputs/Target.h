// What a fuzzer of one kind of input consists of. With libFuzzer (preset `fuzz`) Hooks.cpp drives it, guided by
// coverage; Main.cpp runs the same over seeds, kept findings and some mutants, in any build.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::fuzz {

using Input = std::string; ///< bytes
struct Seed {
  std::string name;
  Input input;
};

// --- Of each target ---

/// Valid inputs to begin with, made anew at each start.
std::vector<Seed> seeds();
/// Takes one input, valid or not. What must never be ends the process, by fail() if by nothing else.
void run(std::string_view input);
/// Changes an input of `size` bytes in its place; its new size, at most `room`. Calls changeBytes(), or knows more of
/// what inputs are.
std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 &random);

// --- For targets ---

/// libFuzzer's mutations, or few like them.
std::size_t changeBytes(uint8_t *data, std::size_t size, std::size_t room);

[[noreturn]] inline void fail(std::string_view what, std::string_view more = {}) {
  std::fprintf(stderr, "wrong: %.*s\n%.*s\n", int(what.size()), what.data(), int(more.size()), more.data());
  std::abort();
}

/// Nothing of ours or of LLVM's may crash: a guard that held it is no excuse. Lines of the log say so that begin with
/// ours: others quote the program, which may have the same words.
inline void refuseCrash(std::string_view log) {
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    const std::string_view line = log.substr(begin, end - begin);
    if (line.starts_with("error: ") || line.starts_with("kernel "))
      for (std::string_view sign : {"the compiler crashed", "an earlier crash left", "unexpected exception"})
        if (line.find(sign) != line.npos)
          fail("contained", log);
    begin = end + 1;
  }
}

inline uint64_t below(std::mt19937 &random, uint64_t limit) { return limit ? random() % limit : 0; }
template <typename Range> const auto &oneOf(std::mt19937 &random, const Range &range) {
  return range[below(random, std::size(range))];
}

/// Writes the text where the input was, as far as there is room.
inline std::size_t put(std::string_view text, uint8_t *data, std::size_t room) {
  const std::size_t size = text.size() < room ? text.size() : room;
  std::memcpy(data, text.data(), size);
  return size;
}

} // namespace lanecl::fuzz
