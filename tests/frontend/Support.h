// Compiles OpenCL C and looks at the SPIR-V through SPIRV-Tools' disassembler, which shares no code with ours.
#pragma once
#include "compiler/frontend/FrontEnd.h"
#include "compiler/spirv/Join.h"
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace lanecl::test {

/// One instruction of the disassembly: "%12 = OpIAdd %uint %3 %4" is {"%12", "OpIAdd", {"%uint", "%3", "%4"}}.
struct Line {
  std::string result, opcode;
  std::vector<std::string> operands;
  std::string text;
};

struct Module {
  compiler::Status status;
  std::string log;
  std::vector<uint32_t> words;
  std::vector<Line> lines;
  std::map<std::string, std::vector<Line>> functions; ///< bodies by OpName

  bool has(std::string_view text) const;
  /// Opcodes of a function in order; of an OpExtInst the instruction's name. Bookkeeping is left out.
  std::vector<std::string> operations(const std::string &function) const;
  /// All lines with that opcode, in the whole module.
  std::vector<Line> all(std::string_view opcode) const;
  /// The number that a constant's name stands for ("%uint_272" or an OpConstant's id).
  uint64_t number(const std::string &constant) const;
};

/// The settings of a device with everything that the tests use.
const compiler::Settings &settings();

/// Compiles, disassembles and validates. Functions are kept (linkable).
Module compile(std::string_view source, std::string_view options = "-cl-std=CL3.0", bool linkable = true);
Module compile(const compiler::CompileRequest &request, frontend::JoinModules *join = spirv::join);
/// Without the validator.
Module compileUnchecked(std::string_view source, std::string_view options);

std::string readFile(const std::string &path);

} // namespace lanecl::test
