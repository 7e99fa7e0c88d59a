#include "compiler/transform/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"

namespace lanecl {
namespace {

// A kernel that calls itself does so through the function that Clang puts behind it.
std::string nameOf(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  name.consume_front("__clang_ocl_kern_imp_");
  return "'" + name.str() + "'";
}

} // namespace

llvm::Error refuseRecursion(llvm::Module &module) {
  llvm::CallGraph calls(module);
  for (auto circle = llvm::scc_begin(&calls); !circle.isAtEnd(); ++circle) {
    const llvm::Function *first = circle->front()->getFunction();
    if (!circle.hasCycle() || !first)
      continue;
    std::string message = "function " + nameOf(*first) + " calls itself";
    for (const llvm::CallGraphNode *other : llvm::drop_begin(*circle))
      if (other->getFunction())
        message += (other == (*circle)[1] ? " through " : ", ") + nameOf(*other->getFunction());
    // OpenCL C 6.11 (restrictions) i: "Recursion is not supported."
    return llvm::createStringError(message + ": recursion is not supported (OpenCL C, 6.11 Restrictions); " +
                                   "write it as a loop");
  }
  return llvm::Error::success();
}

} // namespace lanecl
