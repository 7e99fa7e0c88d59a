#include "runtime/CompilerLoader.h"
#include "compiler/image/Sanitized.h"
#include "runtime/Config.h"
#include "runtime/Containment.h"
#include "runtime/PrintfSink.h"
#include <atomic>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <vector>

namespace lanecl {
namespace {

namespace fs = std::filesystem;

constexpr const char *libraryName = "liblanecl-compiler.so";

// Bound deep, the library finds its own LLVM first. Only where the application shows an LLVM to everybody is that
// worth its price: an application that replaces malloc, or that holds copies of libstdc++'s variables (every
// executable at a fixed address that uses streams), does not share them with a library bound deep. The sanitizers
// replace malloc too. With LLVM linked in there is nothing to find outside.
int openFlags() {
#if defined(LANECL_STATIC_LLVM) || LANECL_MEMORY_SANITIZED
  constexpr int deep = 0;
#else
  constexpr int deep = RTLD_DEEPBIND;
#endif
  bool foreignLlvm = dlsym(RTLD_DEFAULT, "LLVMContextCreate") != nullptr;
  return RTLD_NOW | RTLD_LOCAL | (foreignLlvm ? deep : 0);
}

/// The folder of the file that this function was loaded from: the driver's, or that of a program that links the
/// runtime statically.
fs::path ownFolder() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void *>(&loadCompiler), &info) || !info.dli_fname)
    return {};
  std::error_code ignored;
  fs::path path = fs::canonical(info.dli_fname, ignored);
  return ignored ? fs::path(info.dli_fname).parent_path() : path.parent_path();
}

/// Beside the driver; for programs of the build tree (bin/), in the neighbouring lib/.
std::vector<fs::path> candidates() {
  if (const std::string &path = Config::get().compilerPath; !path.empty())
    return {path};
  const fs::path folder = ownFolder(), own = folder / libraryName, other = folder.parent_path() / "lib" / libraryName;
  return own == other ? std::vector{own} : std::vector{own, other};
}

compiler::Compiler *create(void *library, std::string &log) {
  auto *createCompiler = reinterpret_cast<compiler::CreateCompiler *>(dlsym(library, "laneclCreateCompiler"));
  if (!createCompiler) {
    log += "no compiler: laneclCreateCompiler is missing\n";
    return nullptr;
  }
  compiler::Settings settings = compilerSettings();
  settings.host.printfText = PrintfSink::printfText;
  settings.host.report = PrintfSink::report;
  settings.host.assertFailed = PrintfSink::assertFailed;
  settings.host.trap = ContainedLaunch::trap;
  compiler::Compiler *compiler = createCompiler(compiler::InterfaceVersion, settings);
  if (!compiler)
    log += "no compiler: it is of another version than the driver, or could not be set up\n";
  return compiler;
}

/// Whether the process may still have the memory that the libraries, the stack of the first build's thread and what
/// they set up take: without it their initialisers would end the process. Looked at by asking the system for it, and
/// giving it back, which takes microseconds.
bool hasRoom() {
  constexpr std::size_t MiB = std::size_t{1} << 20, data = 70 * MiB;
#ifdef LANECL_STATIC_LLVM
  constexpr std::size_t all = 256 * MiB;
#else
  constexpr std::size_t all = 344 * MiB;
#endif
  void *place = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // RLIMIT_AS
  if (place == MAP_FAILED)
    return false;
  const bool fits = mprotect(place, data, PROT_READ | PROT_WRITE) == 0; // RLIMIT_DATA, overcommitment
  munmap(place, all);
  return fits;
}

compiler::Compiler *open(std::string &log) {
  if (!hasRoom()) {
    log += "no compiler: there is no memory to load it\n";
    return nullptr;
  }
  for (const fs::path &path : candidates()) {
    void *library = dlopen(path.c_str(), openFlags());
    if (!library) {
      log += "no compiler: " + std::string(dlerror()) + '\n';
      continue;
    }
    if (compiler::Compiler *compiler = create(library, log)) {
      log.clear(); // of the places before
      return compiler;
    }
    // It stays: loaded anew, it would set LLVM up once more, which is where the failure left it, with locks held.
  }
  return nullptr;
}

} // namespace

compiler::Compiler *loadCompiler(std::string &log) {
  static std::atomic<compiler::Compiler *> loaded;
  static std::mutex mutex;
  if (compiler::Compiler *compiler = loaded.load(std::memory_order_acquire))
    return compiler;
  // A child has no thread that could end the loading.
  static const int atFork = pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
  (void)atFork;
  std::lock_guard lock(mutex);
  compiler::Compiler *compiler = loaded.load(std::memory_order_relaxed);
  if (!compiler) {
    std::string reason;
    compiler = open(reason);
    loaded.store(compiler, std::memory_order_release);
    log += reason;
  }
  return compiler;
}

std::string compilerIdentity() {
  for (const fs::path &path : candidates())
    if (struct stat file; stat(path.c_str(), &file) == 0)
      return std::to_string(file.st_mtim.tv_sec) + "." + std::to_string(file.st_mtim.tv_nsec) + "." +
             std::to_string(file.st_size);
  return {};
}

} // namespace lanecl
