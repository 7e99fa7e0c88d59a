// One SPIR-V module of several whose functions do not call one another's, as the front end makes them of one program.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanecl::spirv {

/// Ids are numbered anew; types, constants, built-in variables and imported functions that several have are there once.
/// Nothing when a part is no module, has what is not known to be the same there (forward pointers, decorations with
/// ids, specialisation constants, ...), or exports what another one does.
std::optional<std::vector<uint32_t>> join(std::span<const std::vector<uint32_t>> parts);

} // namespace lanecl::spirv
