// Random OpenCL C kernels for differential tests: any control flow, types and memory patterns, and no undefined
// behaviour, so that every way of compiling them must give the same memory. The same seed makes the same kernel.
#pragma once
#include "tests/passes/PacketizeHarness.h"
#include <cstdint>
#include <string>
#include <vector>

namespace lanecl::test {

/// Work-items that a kernel is made for: the buffers have room for them.
inline constexpr unsigned FuzzItems = 96, FuzzElements = 512;

/// What comes before the kernels of a program.
std::string fuzzPrelude();
/// `kernel void kNUMBER(...)` with the helper functions that it calls.
/// `barriers`: work-items also exchange values through local memory, in uniform control flow.
std::string fuzzKernel(uint64_t seed, unsigned number, bool barriers = false);
/// `code`, the kernel's source or LaneCL IR, tells its work-items apart by all dimensions, not by the first alone.
bool forSeveralDimensions(const std::string &code);
/// The parameters of any such kernel, without the parentheses.
std::string fuzzParameters();
/// Arguments for any such kernel.
std::vector<KernelArgument> fuzzArguments(uint64_t seed);
/// Empty, or where they differ first. NaNs are equal to each other.
std::string compareArguments(const std::vector<KernelArgument> &want, const std::vector<KernelArgument> &got);

} // namespace lanecl::test
