// The OpenCL C built-in library as data: LLVM bitcode made from the .cl files of this folder at build time, found by
// Itanium-mangled name (`_Z3sinDv4_f`). No LLVM type appears here.
// A blob is one .cl file: the members of a family over all types (sin.cl: _Z3sinf, _Z3sind, _Z3sinDh and the vector
// forms). Its module has the triple spir64-unknown-unknown, spir_func functions, no target attributes and no module
// flags; the user sets triple and data layout to its own, links what it needs, and repeats for the names that are
// undeclared then: a blob may call functions of others (`__lanecl_...` are such internal ones, some never inlined) and
// `lanecl.*`. Parse it lazily (llvm::getLazyBitcodeModule) and link with LinkOnlyNeeded.
// Thread safety: constant data. The spans live as long as the library that holds them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanecl {

/// The bitcode that defines the function of this name; nullopt when no built-in has it. For code with lanes `isa` (the
/// machine's libraryForms) finds the form made for that instruction set, where there is one (NAME.ISA.cl); it may call
/// `machine.*` (compiler/targets/Machine.h).
std::optional<std::span<const std::byte>> findBuiltin(std::string_view mangledName, std::string_view isa = "");

/// How many functions the library has, and their names in ascending order (for tests and tools).
std::size_t builtinCount();
std::string_view builtinName(std::size_t index);

} // namespace lanecl
