// The types in an Itanium-mangled name of OpenCL C, as far as built-ins without pointers need them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::test {

struct ValueType {
  std::string scalar; ///< c h s t i j l m Dh f d
  unsigned width = 1;
  size_t scalarBytes() const;
  size_t bytes() const { return scalarBytes() * (width == 3 ? 4 : width); }
  bool floating() const { return scalar == "Dh" || scalar == "f" || scalar == "d"; }
  bool operator==(const ValueType &) const = default;
};

struct Signature {
  std::string name;
  std::vector<ValueType> parameters;
  /// The name with every parameter replaced by its scalar type.
  std::string scalarForm() const;
};

/// nullopt for names with pointers or other types.
std::optional<Signature> parseMangled(std::string_view mangled);

} // namespace lanecl::test
