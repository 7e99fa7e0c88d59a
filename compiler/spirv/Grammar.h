// The SPIR-V grammar as tables: names, operand layouts, capabilities. Generated at build time from spirv-headers' JSON
// (GenerateGrammar.py); nothing here is written by hand twice. Constant data, thread safe.
#pragma once
#include "compiler/spirv/generated/Enums.h"
#include <span>
#include <string_view>

namespace lanecl::spirv::grammar {

enum class Quantifier : uint8_t { One, Optional, Any };
enum class Category : uint8_t { ValueEnum, BitEnum, Id, Literal, Pair };

struct OperandInfo {
  OperandKind kind;
  Quantifier quantifier;
};

/// One instruction, core or of an extended set.
struct Instruction {
  uint32_t opcode;
  std::string_view name; ///< "OpIAdd"; "s_max"
  uint32_t firstOperand, operandCount, firstCapability, capabilityCount;
  std::span<const OperandInfo> operands() const;
  std::span<const uint32_t> capabilities() const; ///< any one of them enables the instruction; none: always there
};

/// One value of an enumeration, with the operands that follow it.
struct Enumerant {
  uint32_t value;
  std::string_view name;
  uint32_t firstOperand, operandCount, firstCapability, capabilityCount;
  std::span<const OperandInfo> operands() const;
  std::span<const uint32_t> capabilities() const;
};

struct KindInfo {
  Category category;
  uint32_t firstEnumerant, enumerantCount;
  OperandKind pair[2]; ///< Category::Pair
};

/// Null when the grammar does not know it.
const Instruction *instruction(Op op);
const Instruction *openCL(uint32_t number);
const KindInfo &kind(OperandKind kind);
const Enumerant *enumerant(OperandKind kind, uint32_t value);
std::span<const Instruction> instructions();
std::span<const Instruction> openCLInstructions();

} // namespace lanecl::spirv::grammar
