// SPIR-V ids with the kind of thing that they must name. 0 is never an id: look-ups answer it with an error.
#pragma once
#include <cstdint>

namespace lanecl::spirv {

template <typename Kind> struct Id {
  uint32_t number = 0;
  constexpr explicit Id(uint32_t number = 0) : number(number) {}
  constexpr bool operator==(const Id &) const = default;
};

using TypeId = Id<struct TypeKind>;   ///< OpType*
using ValueId = Id<struct ValueKind>; ///< constants, variables, functions, parameters, results
using LabelId = Id<struct LabelKind>; ///< OpLabel

} // namespace lanecl::spirv
