#include "compiler/spirv/HintRules.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>

namespace lanecl::spirv {
namespace {

constexpr uint32_t AliasMask = uint32_t(MemoryAccess::AliasScopeINTELMask) | uint32_t(MemoryAccess::NoAliasINTELMask);

bool decoratesAliases(const Instruction &instruction) {
  return instruction.op == Op::DecorateId && llvm::is_contained({Decoration::AliasScopeINTEL, Decoration::NoAliasINTEL},
                                                                Decoration(instruction.literal(1)));
}

/// Operand that holds an instruction's Memory Operands, if it has any; 0: it never does.
uint32_t accessOperand(Op op) {
  switch (op) {
  case Op::Load:
    return 1;
  case Op::Store:
  case Op::CopyMemory:
    return 2;
  case Op::CopyMemorySized:
    return 3;
  default:
    return 0;
  }
}

/// Lists of scopes that the instruction's Memory Operands name; they are the last operands.
uint32_t aliasLists(const Instruction &instruction) {
  const uint32_t access = accessOperand(instruction.op);
  return access ? uint32_t(std::popcount(instruction.literal(access) & AliasMask)) : 0;
}

/// Releases from before the extension's present text know it by another name.
bool isRenamed(const Instruction &instruction) {
  return instruction.op == Op::Extension && instruction.string(0) == "SPV_INTEL_long_composites";
}
constexpr llvm::StringLiteral OlderName = "SPV_INTEL_long_constant_composite";

} // namespace

bool declaresAliases(Op op) {
  return op == Op::AliasDomainDeclINTEL || op == Op::AliasScopeDeclINTEL || op == Op::AliasScopeListDeclINTEL;
}

bool namesForHost(const Instruction &instruction) {
  return instruction.op == Op::Decorate && Decoration(instruction.literal(1)) == Decoration::HostAccessINTEL;
}

std::vector<uint32_t> withoutHints(const Module &module, std::span<const uint32_t> words) {
  const auto isLeftOut = [](const Instruction &one) {
    return declaresAliases(one.op) || decoratesAliases(one) || namesForHost(one);
  };
  if (llvm::none_of(module.instructions,
                    [&](const Instruction &one) { return isLeftOut(one) || aliasLists(one) || isRenamed(one); }))
    return {};
  std::vector<uint32_t> plain(words.begin(), words.begin() + HeaderWords);
  plain.reserve(words.size());
  for (const Instruction &instruction : module.instructions) {
    if (isLeftOut(instruction))
      continue;
    // With what continues it (Op*ContinuedINTEL), which the parser has put together.
    const Instruction *next = &instruction + 1;
    const bool isLast = next == module.instructions.data() + module.instructions.size();
    const auto at = words.begin() + instruction.position;
    const uint32_t end = isLast ? uint32_t(words.size()) : next->position, lists = aliasLists(instruction);
    const std::size_t first = plain.size();
    // Releases take what continues a constant for an instruction of a block: they see a constant without parts.
    const bool isConstant = instruction.op == Op::ConstantComposite || instruction.op == Op::SpecConstantComposite;
    if (isConstant && end - instruction.position > *at >> 16) {
      const uint32_t null[] = {3U << 16 | uint32_t(Op::ConstantNull), instruction.resultType.number,
                               instruction.result.number};
      plain.insert(plain.end(), std::begin(null), std::end(null));
      continue;
    }
    plain.insert(plain.end(), at, words.begin() + (end - lists));
    if (isRenamed(instruction))
      appendText(plain, Op::Extension, {}, OlderName);
    if (!lists)
      continue;
    plain[first] -= lists << 16;
    const uint32_t ids = (instruction.resultType.number ? 1 : 0) + (instruction.result.number ? 1 : 0);
    plain[first + 1 + ids + accessOperand(instruction.op)] &= ~AliasMask;
  }
  return plain;
}

} // namespace lanecl::spirv
