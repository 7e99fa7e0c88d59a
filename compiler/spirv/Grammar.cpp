#include "compiler/spirv/Grammar.h"
#include <algorithm>

namespace lanecl::spirv::grammar {

namespace {
#include "compiler/spirv/generated/Tables.inc"

std::span<const OperandInfo> operandSpan(uint32_t first, uint32_t count) {
  return std::span<const OperandInfo>(operandTable).subspan(first, count);
}

std::span<const uint32_t> capabilitySpan(uint32_t first, uint32_t count) {
  return std::span<const uint32_t>(capabilityTable).subspan(first, count);
}

template <typename Row, uint32_t Row::*Key> const Row *find(std::span<const Row> rows, uint32_t value) {
  auto row = std::ranges::lower_bound(rows, value, {}, Key);
  return row != rows.end() && (*row).*Key == value ? &*row : nullptr;
}
} // namespace

std::span<const OperandInfo> Instruction::operands() const { return operandSpan(firstOperand, operandCount); }
std::span<const uint32_t> Instruction::capabilities() const { return capabilitySpan(firstCapability, capabilityCount); }
std::span<const OperandInfo> Enumerant::operands() const { return operandSpan(firstOperand, operandCount); }
std::span<const uint32_t> Enumerant::capabilities() const { return capabilitySpan(firstCapability, capabilityCount); }

const Instruction *instruction(Op op) {
  return find<Instruction, &Instruction::opcode>(instructionTable, uint32_t(op));
}
const Instruction *openCL(uint32_t number) { return find<Instruction, &Instruction::opcode>(openCLTable, number); }
const KindInfo &kind(OperandKind kind) { return kindTable[size_t(kind)]; }

const Enumerant *enumerant(OperandKind kind, uint32_t value) {
  const KindInfo &info = kindTable[size_t(kind)];
  return find<Enumerant, &Enumerant::value>(
      std::span<const Enumerant>(enumerantTable).subspan(info.firstEnumerant, info.enumerantCount), value);
}

std::span<const Instruction> instructions() { return instructionTable; }
std::span<const Instruction> openCLInstructions() { return openCLTable; }

} // namespace lanecl::spirv::grammar
