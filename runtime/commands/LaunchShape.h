// From what the host asks of clEnqueueNDRangeKernel to what a kernel is run with: the rules about sizes, the choice of
// a local size, re-tiling (OpenCL API 5.10, "Executing Kernels"). Pure functions.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/KernelAbi.h"
#include "runtime/Result.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanecl::commands {

using Size3 = std::array<uint64_t, 3>;

/// As the host gives it; unused dimensions hold global and local size 1, offset 0.
struct NDRange {
  cl_uint workDim = 1;
  Size3 global = {1, 1, 1}, offset = {0, 0, 0};
  std::optional<Size3> local = std::nullopt; ///< nothing: local_work_size is NULL
};

/// clEnqueueNDRangeKernel's arguments as an NDRange. CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE or
/// CL_INVALID_GLOBAL_OFFSET.
Result<NDRange> readNDRange(cl_uint workDim, const size_t *offset, const size_t *global, const size_t *local);

/// What the kernel is run with: its dimensions stand as variantFor's laneDimension says. For kernels that cannot tell
/// (KernelInfo::groupAgnostic, or singleItemAgnostic with groups of one work-item) the groups are ours. `nonUniform`:
/// the program allows smaller groups at the edge. CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE or
/// CL_OUT_OF_RESOURCES. Not for an empty NDRange.
Result<LaunchInfo> shapeOf(const NDRange &range, const compiler::KernelInfo &kernel, bool nonUniform, unsigned threads);

/// The local size of a launch of `range`, which has none, as the kernel would see it. CL_INVALID_WORK_GROUP_SIZE where
/// the kernel asks for one that does not fit.
Result<Size3> chooseLocalSize(const NDRange &range, const compiler::KernelInfo &kernel, bool nonUniform,
                              unsigned threads);

/// The code that this launch of `range` needs.
compiler::VariantKey variantFor(const NDRange &range, const LaunchInfo &launch, const compiler::KernelInfo &kernel);

/// The code that usual launches of the kernel need: in one, two and three dimensions, with a local size and without
/// one, in groups of one work-item, whole sub-groups and partial ones, of buffers that share no byte, of images of all
/// formats.
std::vector<compiler::VariantKey> usualVariants(const compiler::KernelInfo &kernel, bool nonUniform, unsigned threads);

/// An NDRange without work-items ("If any of the values are zero, the kernel command trivially succeeds").
inline bool isEmpty(const NDRange &range) { return !range.global[0] || !range.global[1] || !range.global[2]; }

} // namespace lanecl::commands
