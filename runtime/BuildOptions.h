// What the runtime itself must know of the build options (OpenCL API 5.8.6 and 5.8.7). Their meaning and their
// validation are the compiler's.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl {

bool hasOption(std::string_view options, std::string_view name);

/// Those of `options` that clLinkProgram takes as well, without such as are `known` (as carriedOptions has them).
std::string linkerOptions(std::string_view options, std::span<const std::string_view> known = {});

/// What link options tell the linker, as `carried` of compiler/frontend/BuildOptions.def has it.
std::vector<std::string_view> carriedOptions(std::string_view options);
/// The same of what the front end put into a module. Of words of any origin; the texts are theirs.
std::vector<std::string_view> carriedOptions(std::span<const uint32_t> module);

/// Work-groups may be non-uniform: OpenCL C 2.0 or later (`il`: always) and no -cl-uniform-work-group-size.
bool allowsNonUniformGroups(std::string_view options, bool il);

} // namespace lanecl
