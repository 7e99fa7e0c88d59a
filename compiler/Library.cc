// The one symbol of liblanecl-compiler.so.
#include "compiler/CompilerImpl.h"

lanecl::compiler::Compiler *laneclCreateCompiler(uint32_t interfaceVersion,
                                                 const lanecl::compiler::Settings &settings) {
  if (interfaceVersion != lanecl::compiler::InterfaceVersion)
    return nullptr;
  return lanecl::compiler::CompilerImpl::create(settings).release();
}
