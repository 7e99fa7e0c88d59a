// Adds to and removes from finished SPIR-V words, section by section (SPIR-V 2.4 Logical Layout of a Module).
#pragma once
#include "compiler/frontend/KernelArgs.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanecl::frontend {

/// Collects edits and makes them all in one traversal of the words. The words must be well formed, as the back end's
/// are.
class SpirvEditor {
public:
  explicit SpirvEditor(std::vector<uint32_t> words) : words(std::move(words)) {}

  /// OpString "kernel_arg_type.<kernel>.<t1>,<t2>," and "kernel_arg_type_qual..." and OpName of the arguments, as the
  /// SPIR-V/LLVM translator writes them.
  void addKernelArgs(const KernelArgs &kernel);
  /// OpModuleProcessed.
  void addProcessed(std::string_view text);
  /// Takes OpExecutionMode ContractionOff from every entry point.
  void removeContractionOff() { dropContractionOff = true; }

  /// Makes the edits. The editor is used up.
  std::vector<uint32_t> take();

private:
  struct Layout;
  void emitNames(const Layout &layout, std::vector<uint32_t> &out) const;

  std::vector<uint32_t> words;
  std::vector<KernelArgs> kernels;
  std::vector<std::string> processed;
  bool dropContractionOff = false;
};

} // namespace lanecl::frontend
