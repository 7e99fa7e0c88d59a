// The dispatch table and the look-up by name, both made from EntryPoints.def.
#include "icd/Dispatch.h"
#include "icd/EntryPoints.h"
#include <cstring>

namespace lanecl::api {
namespace {

/// A function of an extension that this platform does not have: the same signature, CL_INVALID_OPERATION in whichever
/// way the signature has for errors.
template <typename F> struct Unsupported;
template <typename R, typename... Args> struct Unsupported<R(CL_API_CALL *)(Args...)> {
  static R CL_API_CALL call(Args... args) {
    if constexpr (std::is_same_v<R, cl_int>)
      return CL_INVALID_OPERATION;
    else {
      auto report = [](auto argument) {
        if constexpr (std::is_same_v<decltype(argument), cl_int *>)
          if (argument)
            *argument = CL_INVALID_OPERATION;
      };
      (report(args), ...);
      return R{};
    }
  }
};

/// cl_khr_icd 2.0.0: "the pointers to clGetPlatformIDs and clUnloadCompiler in the dispatch structure must be set to
/// CL_ICD2_TAG_KHR"; no loader calls them through the table.
constexpr uintptr_t Icd2Tag = 0x4F50454E434C3331;

/// The loader's table. What the headers do not have yet stands behind.
struct Table : cl_icd_dispatch {
#ifndef CL_VERSION_3_1
  cl_api_clGetKernelSuggestedLocalWorkSize clGetKernelSuggestedLocalWorkSize;
#endif
};

Table makeTable() {
  Table table{};
#define LANECL_ENTRY(function, file) table.function = function;
#define LANECL_UNSUPPORTED(function) table.function = Unsupported<cl_api_##function>::call;
#include "icd/EntryPoints.def"
  table.clGetPlatformIDs = reinterpret_cast<cl_api_clGetPlatformIDs>(Icd2Tag);
  table.clUnloadCompiler = reinterpret_cast<cl_api_clUnloadCompiler>(Icd2Tag);
  return table;
}

struct NamedFunction {
  const char *name;
  void *address;
};

const NamedFunction namedFunctions[] = {
#define LANECL_ENTRY(function, file) {#function, reinterpret_cast<void *>(&function)},
#define LANECL_NAMED_ENTRY(function, file) LANECL_ENTRY(function, file)
#define LANECL_EXTENSION_ENTRY(function, target) {#function, reinterpret_cast<void *>(&target)},
#include "icd/EntryPoints.def"
};

} // namespace

void *functionByName(const char *name) {
  if (name)
    for (const NamedFunction &function : namedFunctions)
      if (!std::strcmp(function.name, name))
        return function.address;
  return nullptr;
}

Platform &platform() {
  static Platform &made = [&]() -> Platform & {
    static const Table table = makeTable();
    Dispatch::table = &table;
    return Platform::get();
  }();
  return made;
}

} // namespace lanecl::api
