// Object files to callable code in this process, by ORC's JITLink layer. One Jit per compiler; one Library (a set of
// symbols that see each other) per program. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace lanecl::jit {

class Jit;

/// The code of one program. Its memory goes with it. Found by name are the host's functions (jit/HostSupport.h) and
/// what code generators call: functions of libm and libmvec, libgcc's arithmetic, memcpy and its like; nothing else.
class Library {
public:
  ~Library();
  /// Adds a relocatable object; nothing is linked before a look-up asks for one of its symbols.
  llvm::Error add(std::unique_ptr<llvm::MemoryBuffer> object);
  llvm::Expected<void *> lookup(llvm::StringRef symbol);

private:
  friend class Jit;
  Library(Jit &jit, llvm::orc::JITDylib &dylib) : jit_(jit), dylib_(dylib) {}
  Jit &jit_;
  llvm::orc::JITDylib &dylib_;
};

class Jit {
public:
  /// `debug`: announce code to gdb and perf (LANECL_DEBUG_JIT).
  static llvm::Expected<std::unique_ptr<Jit>> create(bool debug);
  ~Jit();
  llvm::Expected<std::unique_ptr<Library>> createLibrary();

private:
  friend class Library;
  struct State;
  explicit Jit(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace lanecl::jit
