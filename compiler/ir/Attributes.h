// Attributes of LaneCL IR that are not Clang's: every name is here.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl::attribute {

using Name = llvm::StringLiteral;

// Of kernels: what the program or its options say.

/// Of kernels and functions of programs built with -cl-opt-disable.
inline constexpr Name OptDisable = "lanecl.opt_disable";
/// Built with -cl-lanecl-robust, or linked so.
inline constexpr Name Robust = "lanecl-robust";
/// Built with -cl-uniform-work-group-size.
inline constexpr Name UniformWorkGroupSize = "lanecl.uniform_work_group_size";
/// Their value: the number of SubgroupsPerWorkgroup.
inline constexpr Name SubGroupsPerGroup = "lanecl.subgroups_per_group";
/// Run when the program's variables begin and end to exist.
inline constexpr Name Initializer = "lanecl.initializer", Finalizer = "lanecl.finalizer";

// Of kernels: what passes have made of them.

/// Of a kernel of a robust program: how many of its parameters the host sees; the others are sizes of buffers.
inline constexpr Name VisibleArguments = "lanecl-visible-arguments";
/// Misaligned block accesses are reported.
inline constexpr Name Checked = "lanecl-check";
/// Of a body in lanes that had barriers of sub-groups.
inline constexpr Name SubGroupBarriers = "lanecl-sub-group-barriers";
/// Of a function that is one atomic update, made for one lane after the other (SerialUpdates).
inline constexpr Name SerialUpdate = "lanecl-update";

// Of parameters of kernels.

/// The host gives a sampler for it.
inline constexpr Name Sampler = "lanecl.sampler";
/// Of an image: bits of its type (image::setKind).
inline constexpr Name ImageKind = "lanecl.image";
/// What it points to is reached by no other parameter. Its value may say that pointers from memory lead there, too.
inline constexpr Name NoAlias = "lanecl-noalias";

// Of calls of atomic operations (AtomicOperation).

inline constexpr Name MayBeEmpty = "lanecl-may-be-empty", SingleLane = "lanecl-single-lane";

// Of program-scope variables.

/// A name that the host knows it by, beside its own (HostAccessINTEL).
inline constexpr Name HostName = "lanecl-host-name";

inline bool isRobust(const llvm::Function &kernel) { return kernel.hasFnAttribute(VisibleArguments); }

} // namespace lanecl::attribute
