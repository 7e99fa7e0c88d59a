// What a trial of a kernel's lanes (runtime/LaneTrial) found, as the cache and binaries keep it: later processes run
// what won, and `lanecl cache trials` tells of it.
#pragma once
#include "compiler/image/Bytes.h"
#include <type_traits>

namespace lanecl::image {

struct TrialResult {
  static constexpr uint32_t Mark = 0x4c414e45; ///< tells it from the other things that are kept
  uint32_t mark = Mark;
  uint8_t estimated = 0; ///< lanes that the compiler chose
  uint8_t lanes = 0;     ///< that won
  float share = 1;       ///< what they take of the time that the chosen ones do
  std::string kernel;
};

// The structured binding fails to compile when a member is added.
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, TrialResult>
void fields(Archive &archive, T &value) {
  auto &[mark, estimated, lanes, share, kernel] = value;
  archive(mark, estimated, lanes, share, kernel);
}

/// False for everything else.
inline bool readTrial(std::span<const std::byte> bytes, TrialResult &result) {
  return fromBytes(bytes, result) && result.mark == TrialResult::Mark;
}

} // namespace lanecl::image
