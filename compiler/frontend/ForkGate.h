// A fork copies only the thread that forks: locks of LLVM and of the compiler that other threads hold would stay locked
// in the child for ever. So a fork waits, for a while, until no other thread is in the compiler.
#pragma once

namespace lanecl::frontend {

/// While it lives, this thread is in the compiler. They nest. Thread safe; waits while a fork is under way.
class CompilerCall {
public:
  CompilerCall();
  ~CompilerCall();
  CompilerCall(const CompilerCall &) = delete;
  CompilerCall &operator=(const CompilerCall &) = delete;
};

} // namespace lanecl::frontend
