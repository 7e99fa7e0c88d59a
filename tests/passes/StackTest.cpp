// Code that would overflow a thread's stack is found before it runs.
#include "compiler/CodeGeneration.h"
#include "compiler/Pipeline.h"
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

/// A kernel with an array of its own, for `lanes`.
compiler::PipelineResult build(unsigned lanes, bool savesStack) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(R"(
declare i64 @lanecl.global_id(i32)
define spir_kernel void @f(ptr addrspace(1) %p) {
  %v = alloca [64 x i32]
  %x = call i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %i = load i32, ptr addrspace(1) %q
  %w = getelementptr [64 x i32], ptr %v, i64 0, i32 %i
  store i32 1, ptr %w
  %r = load i32, ptr %v
  store i32 %r, ptr addrspace(1) %q
  ret void
}
)",
                                          problem, context);
  targets::HostTarget target = targets::hostTarget("");
  auto machine = targets::createTargetMachine(target);
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  compiler::PipelineRequest request;
  request.kernel = "f", request.symbol = "entry", request.lanes.width = lanes, request.detailed = true;
  request.savesStack = savesStack;
  auto result = compiler::runPipeline(*module, request, target, *machine);
  return result ? std::move(*result)
                : (ADD_FAILURE() << llvm::toString(result.takeError()), compiler::PipelineResult{});
}

TEST(Stack, ATryThatSavesItHasOneLane) {
  auto first = build(16, false), again = build(16, true);
  EXPECT_EQ(first.variant.subGroupSize, 16u);
  EXPECT_EQ(again.variant.subGroupSize, 1u);
  EXPECT_NE(again.report.find("take more stack"), std::string::npos) << again.report;
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
