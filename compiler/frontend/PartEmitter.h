// Emits IR while Clang parses, in one module or in several.
#pragma once
#include "compiler/frontend/BuiltinOverloads.h"
#include "compiler/frontend/Parts.h"
#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>

namespace clang {
class CompilerInstance;
}

namespace lanecl::frontend {

struct EmitterOptions {
  bool verify = false;
  /// Bytes of the text, when it may come in parts: each has some of the kernels, and what these use, which is emitted
  /// again for the next; they follow one another in the order of the text. 0: in one.
  size_t bytesToSplit = 0;
};

/// Parts go to the sink as soon as they are there.
class PartEmitter : public clang::ASTConsumer {
public:
  using Sink = llvm::function_ref<void(Part)>;

  /// What is emitted in parts differs from what is emitted whole: it has to be done again. At the end.
  virtual bool mustBeWhole() const = 0;
};

/// `overloads` hears of each module's end.
std::unique_ptr<PartEmitter> emitParts(clang::CompilerInstance &instance, std::string name, EmitterOptions options,
                                       Overloads &overloads, PartEmitter::Sink sink);

} // namespace lanecl::frontend
