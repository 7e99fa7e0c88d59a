// What the runtime itself must know of the build options (OpenCL API 5.8.6 and 5.8.7). Their meaning and their
// validation are the compiler's.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace lanecl {

/// The words of an option string: separated by white space, with "..." and \ as in a shell.
std::vector<std::string> splitOptions(std::string_view options);

bool hasOption(std::string_view options, std::string_view name);

/// Those of `options` that clLinkProgram takes as well.
std::string linkerOptions(std::string_view options);

/// Work-groups may be non-uniform: OpenCL C 2.0 or later (`il`: always) and no -cl-uniform-work-group-size.
bool allowsNonUniformGroups(std::string_view options, bool il);

} // namespace lanecl
