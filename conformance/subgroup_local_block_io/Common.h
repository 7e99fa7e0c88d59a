// Types, functions and sizes of cl_intel_subgroup_local_block_io.
#pragma once
#include "conformance/harness/Kernel.h"

namespace blockio {

using Bytes = std::vector<unsigned char>;

/// A row of the extension's tables: intel_sub_group_block_read<suffix><width>( const __local <type>* p ).
struct Type {
  const char *name;
  const char *suffix;
  std::size_t bytes;
  unsigned widest;
  const char *extension; // that brings the type
};
inline const Type types[] = {
    {"uint", "_ui", 4, 8, "cl_intel_subgroups"},        {"uint", "", 4, 8, "cl_intel_subgroups"},
    {"uchar", "_uc", 1, 16, "cl_intel_subgroups_char"}, {"ushort", "_us", 2, 8, "cl_intel_subgroups_short"},
    {"ulong", "_ul", 8, 8, "cl_intel_subgroups_long"},
};
constexpr unsigned widths[] = {1, 2, 4, 8, 16};

/// Places of local memory that no write may touch.
constexpr unsigned char untouched = 0xEE;
/// "The pointer p must be 128-bit (16-byte) aligned for both reads and writes."
constexpr std::size_t alignment = 16;

inline void need(conformance::Session &session) { session.need("cl_intel_subgroup_local_block_io"); }

} // namespace blockio
