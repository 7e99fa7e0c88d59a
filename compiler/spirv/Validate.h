// What is asked of SPIR-V modules before they are translated: is it valid, may this device run it, which constants can
// be specialised. Everything here is a pure function and thread safe; nothing crashes on damaged words.
#pragma once
#include "llvm/Support/Error.h"
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanecl::spirv {

/// What a device accepts (made from Extensions.def).
struct Accepted {
  std::span<const uint32_t> capabilities;  ///< empty: everything that the translator implements
  std::span<const std::string> extensions; ///< empty: any
};

/// Bytes as the host handed them to clCreateProgramWithIL -> host-endian words. A module of the other byte order is put
/// right (SPIR-V 2.3, "magic number"). Error: no SPIR-V at all (magic number, length).
llvm::Expected<std::vector<uint32_t>> importWords(std::span<const std::byte> il);

/// A module of another producer: SPIRV-Tools' validator under the OpenCL environment, then `checkCapabilities`. The
/// error's message is for the build log.
llvm::Error validate(std::span<const uint32_t> words, const Accepted &accepted);

/// Names the first capability, extension, addressing model or instruction set that is not accepted.
llvm::Error checkCapabilities(std::span<const uint32_t> words, const Accepted &accepted);

struct SpecConstantInfo {
  uint32_t id = 0;    ///< the SpecId decoration
  uint32_t bytes = 0; ///< size of the value that clSetProgramSpecializationConstant takes; 1 for a bool
};
/// Every specialisation constant with a SpecId.
llvm::Expected<std::vector<SpecConstantInfo>> specConstants(std::span<const uint32_t> words);

/// The same module with these constants set and all with a SpecId frozen to ordinary constants. An unknown id, or a
/// value of the wrong size, is an error (SPIR-V ids and sizes as of specConstants).
llvm::Expected<std::vector<uint32_t>> specialize(std::span<const uint32_t> words,
                                                 std::span<const std::pair<uint32_t, std::vector<std::byte>>> values);

/// Capabilities that the translator implements, sorted.
std::span<const uint32_t> implementedCapabilities();
/// Names of instructions that need one of these capabilities (or none) and have no handler. Empty for capabilities that
/// may be advertised: a test holds the device's list against it.
std::vector<std::string> opcodesWithoutHandler(std::span<const uint32_t> capabilities);
/// The grammar's name of a capability ("Float16"), or its number.
std::string capabilityName(uint32_t capability);

} // namespace lanecl::spirv
