// cl_khr_extended_async_copies in SPIR-V: the instruction set that any consumer of it understands.
#pragma once
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// Replaces the calls of the imported functions __lanecl_<async_work_group_copy_2D2D or _3D3D> (prelude.h) by
/// OpExtInst of "NonSemantic.Codeplay.GroupAsyncCopies", instructions GroupAsyncCopy2D2D (1) and GroupAsyncCopy3D3D
/// (2), whose operands are the functions' arguments in their order; the imports go. The words must be well formed.
/// A module without such calls comes back as it is.
std::vector<uint32_t> importAsyncCopies(std::vector<uint32_t> words);

} // namespace lanecl::frontend
