// Object files to code that can be kept (compiler/image/CodeImage.h), by JITLink: everything inside of the object is
// linked, and what is not becomes relocations. Thread safe.
#pragma once
#include "compiler/image/CodeImage.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/TargetParser/Triple.h"

namespace lanecl::jit {

/// The processors for which makeImage() works.
bool makesImages(const llvm::Triple &triple);

/// `keep` chooses the symbols that the image has, and with them what is linked; the others are left out. Other objects'
/// symbols that `isProgram` knows become imports of Origin::Program; the rest must be the host's (HostFunctions.h). An
/// error names what is neither, or says what cannot be kept.
llvm::Expected<image::CodeImage> makeImage(llvm::MemoryBufferRef object, llvm::function_ref<bool(llvm::StringRef)> keep,
                                           llvm::function_ref<bool(llvm::StringRef)> isProgram);

} // namespace lanecl::jit
