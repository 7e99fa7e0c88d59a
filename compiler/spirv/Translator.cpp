#include "compiler/spirv/Translator.h"
#include "compiler/spirv/AsyncCopyRules.h"
#include "compiler/spirv/DebugLines.h"
#include "compiler/spirv/Translation.h"
#include "compiler/spirv/Validate.h"

namespace lanecl::spirv {

llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words, llvm::LLVMContext &context,
                                                        const TranslateOptions &options) {
  llvm::Expected<Module> module = parse(words);
  if (!module)
    return module.takeError();
  if (llvm::Error error = checkCapabilities(words, {options.capabilities, options.extensions}))
    return error;
  if (llvm::Error error = checkAsyncCopies(*module))
    return error;
  return Translation(*module, context, options).run();
}

} // namespace lanecl::spirv
