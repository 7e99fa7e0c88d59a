// Traverses well-formed SPIR-V words and appends instructions to them; what the edits of finished modules share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <vector>

namespace lanecl::frontend {

inline constexpr size_t headerWords = 5, boundWord = 3;

/// One instruction in place.
struct SpirvInstruction {
  std::span<const uint32_t> words;
  spv::Op opcode() const { return spv::Op(words[0] & 0xFFFF); }
  std::string_view text(size_t firstWord) const {
    auto bytes = reinterpret_cast<const char *>(words.data() + firstWord);
    return {bytes, strnlen(bytes, (words.size() - firstWord) * sizeof(uint32_t))};
  }
};

template <typename Visit> void forEachInstruction(std::span<const uint32_t> words, Visit visit) {
  for (size_t at = headerWords; at < words.size();) {
    size_t count = words[at] >> 16;
    if (count == 0 || at + count > words.size())
      return;
    visit(SpirvInstruction{words.subspan(at, count)});
    at += count;
  }
}

/// An instruction that ends in a literal string.
void appendWithText(std::vector<uint32_t> &out, spv::Op opcode, std::initializer_list<uint32_t> operands,
                    std::string_view text);

} // namespace lanecl::frontend
