// What the compiler says that it did with kernel `k` of a piece of OpenCL C.
#pragma once
#include "compiler/CompilerImpl.h"
#include <gtest/gtest.h>

namespace lanecl::test {

inline std::string reportOf(const std::string &code, const compiler::Settings &settings) {
  auto compiler = compiler::CompilerImpl::create(settings);
  auto module = compiler->compile({code, "-cl-std=CL3.0", {}, false});
  EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  auto shown = compiler->show(module.value, compiler::Emit::Report, "k", "");
  EXPECT_EQ(shown.status, compiler::Status::Ok) << shown.log;
  return shown.value;
}

} // namespace lanecl::test
