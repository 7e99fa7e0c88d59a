#include "builtins/Library.h"
#include "compiler/ir/Declarations.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

namespace lanecl {
namespace {

bool isOpen(const llvm::Function &function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() && !isLaneclFunction(function) &&
         !dotOperation(function);
}

llvm::Error linkBlob(llvm::Module &module, std::span<const std::byte> blob) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(blob.data()), blob.size());
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "builtins"), module.getContext());
  if (!library)
    return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
    return llvm::createStringError("the built-in library cannot be linked");
  return llvm::Error::success();
}

} // namespace

llvm::Error linkBuiltins(llvm::Module &module, const targets::Machine &machine, bool lanes) {
  std::string_view form = lanes ? machine.libraryForms : std::string_view();
  llvm::StringSet<> tried;
  for (bool again = true; again;) {
    again = false;
    llvm::SmallVector<std::span<const std::byte>, 8> blobs;
    for (const llvm::Function &function : module)
      if (isOpen(function) && !machine.operation(function) && tried.insert(function.getName()).second)
        if (auto blob = findBuiltin(function.getName(), form))
          blobs.push_back(*blob);
    llvm::SmallPtrSet<const void *, 16> round; // a blob may serve several names
    for (auto blob : blobs) {
      if (!round.insert(blob.data()).second)
        continue;
      if (auto error = linkBlob(module, blob))
        return error;
      again = true;
    }
  }
  for (llvm::Function &function : module) {
    declareEffects(function); // Clang has no words for all of them
    if (!function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return llvm::Error::success();
}

std::vector<std::string> unresolvedNames(const llvm::Module &module) {
  std::vector<std::string> names;
  for (const llvm::Function &function : module)
    if (isOpen(function) && !findBuiltin(function.getName()))
      names.push_back(function.getName().str());
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.isDeclaration() && !variable.use_empty())
      names.push_back(variable.getName().str());
  return names;
}

} // namespace lanecl
