// Reads the Itanium-mangled names of OpenCL C built-in functions as Clang writes them for SPIR targets.
#pragma once
#include "compiler/ir/AddressSpaces.h"
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanecl::frontend {

enum class Element : uint8_t { Void, Bool, Signed, Unsigned, Float, Other };

/// A parameter's type. For pointers the fields describe the pointee.
struct MangledType {
  Element element = Element::Other;
  uint8_t bits = 0; ///< of one element
  uint8_t lanes = 1;
  bool pointer = false;
  bool atomic = false;                   ///< pointee is _Atomic
  uint8_t addressSpace = space::Private; ///< of the pointer
};

struct MangledName {
  std::string_view base; ///< "clamp"
  std::vector<MangledType> parameters;
};

/// Before the names of functions that the program declares and does not define, from Clang until the words are edited,
/// where they have names that could be taken for built-in functions'.
inline constexpr std::string_view ownImportPrefix = "__lanecl_own_";

/// Nothing when the name is not mangled or uses what no built-in function does.
std::optional<MangledName> parseMangledName(std::string_view name);

} // namespace lanecl::frontend
