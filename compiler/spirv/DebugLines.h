// OpLine -> line tables, so that profilers and debuggers know the kernel's source. Only made when a module has OpLine.
#pragma once
#include "compiler/spirv/Module.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include <string>

namespace lanecl::spirv {

class Translation;

class DebugLines {
public:
  explicit DebugLines(Translation &t);
  /// OpLine's file, line, column; nothing after OpNoLine or the end of a block.
  void set(llvm::StringRef file, unsigned line, unsigned column);
  void clear() { line_ = 0; }
  void enter(llvm::Function &function);
  void attach(llvm::IRBuilderBase &builder);
  void finish();

private:
  llvm::DIFile *file(llvm::StringRef name);

  Translation &t_;
  llvm::DIBuilder debug_;
  llvm::DICompileUnit *unit_ = nullptr;
  llvm::DISubprogram *function_ = nullptr;
  std::string file_ = "program.cl";
  unsigned line_ = 0, column_ = 0;
};

} // namespace lanecl::spirv
