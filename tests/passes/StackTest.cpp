// Code that would overflow a thread's stack is found before it runs.
#include "compiler/CodeGeneration.h"
#include "compiler/targets/HostTarget.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace {
using namespace lanecl;

uint64_t stackOf(unsigned bytes, compiler::Effort effort) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::string text = "declare void @use(ptr)\ndefine void @f() {\n  %v = alloca [" + std::to_string(bytes) +
                     " x i8]\n  call void @use(ptr %v)\n  ret void\n}\n";
  auto module = llvm::parseAssemblyString(text, problem, context);
  targets::HostTarget target = targets::hostTarget("");
  auto machine = targets::createTargetMachine(target);
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> object;
  auto stack = compiler::emitCode(*module, *machine, effort, false, object);
  return stack ? *stack : (llvm::consumeError(stack.takeError()), ~uint64_t(0));
}

TEST(Stack, WhatAThreadHasIsNotTold) {
  EXPECT_EQ(stackOf(1000, compiler::Effort::Full), 0u);
  EXPECT_EQ(stackOf(compiler::MostStack - 4096, compiler::Effort::Quick), 0u);
}

TEST(Stack, MoreIsToldAtEveryEffort) {
  for (auto effort : {compiler::Effort::Full, compiler::Effort::InOrder, compiler::Effort::Quick}) {
    uint64_t stack = stackOf(9u << 20, effort);
    EXPECT_GE(stack, 9u << 20);
    EXPECT_LE(stack, (9u << 20) + 4096);
  }
}
} // namespace
