#include "compiler/jit/HostFunctions.h"
#include "compiler/image/ImageLoader.h"
#include "compiler/jit/HostSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/RuntimeLibcalls.h"
#include "llvm/TargetParser/Host.h"

namespace lanecl::jit {
namespace {

/// A library that code may call into, whether the application has it or not.
struct HostLibrary {
  image::Origin origin;
  bool (*offers)(llvm::StringRef name); ///< of its functions, those that code may have
};

// What LLVM's code generators call by themselves on this machine: math functions, arithmetic on types that the CPU
// lacks.
bool isRuntimeCall(llvm::StringRef name) {
  static const llvm::RTLIB::RuntimeLibcallsInfo calls{llvm::Triple(llvm::sys::getProcessTriple())};
  return calls.getSupportedLibcallImpl(name) != llvm::RTLIB::Unsupported;
}

constexpr HostLibrary Libraries[] = {
    {image::Origin::Math, isRuntimeCall},
    {image::Origin::VectorMath, [](llvm::StringRef name) { return name.starts_with("_ZGV"); }},
    {image::Origin::Arithmetic, [](llvm::StringRef name) { return name.starts_with("__") && isRuntimeCall(name); }},
    {image::Origin::C,
     [](llvm::StringRef name) { return llvm::is_contained({"memcpy", "memmove", "memset", "memcmp", "bcmp"}, name); }},
};

} // namespace

std::optional<HostFunction> findHostFunction(llvm::StringRef name) {
  if (void *own = hostSymbol({name.data(), name.size()}))
    return HostFunction{image::Origin::Compiler, own};
  for (const HostLibrary &library : Libraries)
    if (void *found = library.offers(name) ? image::hostFunction(library.origin, name.str()) : nullptr)
      return HostFunction{library.origin, found};
  return std::nullopt;
}

} // namespace lanecl::jit
