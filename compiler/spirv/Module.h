// A SPIR-V module split into instructions whose layout the grammar vouches for: every required operand is there,
// strings end inside their instruction, ids lie below the bound and have one definition. What they mean is the
// translator's.
#pragma once
#include "compiler/spirv/Grammar.h"
#include "compiler/spirv/Ids.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <span>
#include <vector>

namespace lanecl::spirv {

/// One instruction. Operands are counted in words behind the result type and result id; one that is not there reads as
/// 0, which is no valid id. Refers to the module's words.
struct Instruction {
  Op op = Op::Nop;
  TypeId resultType; ///< number 0: none
  ValueId result;    ///< number 0: none
  std::span<const uint32_t> operands;
  uint32_t position = 0; ///< in words, for messages

  uint32_t count() const { return uint32_t(operands.size()); }
  uint32_t literal(uint32_t i) const { return i < operands.size() ? operands[i] : 0; }
  ValueId id(uint32_t i) const { return ValueId(literal(i)); }
  TypeId type(uint32_t i) const { return TypeId(literal(i)); }
  LabelId label(uint32_t i) const { return LabelId(literal(i)); }
  /// A literal string that begins at operand i, without its NUL; `words`: how many operands it takes.
  llvm::StringRef string(uint32_t i, uint32_t *words = nullptr) const;
};

struct Module {
  std::vector<Instruction> instructions;
  std::vector<uint32_t> definitions;        ///< by id: index of the defining instruction plus 1; 0: none
  std::deque<std::vector<uint32_t>> merged; ///< words of instructions continued by Op*ContinuedINTEL
  uint32_t bound = 0;
  uint32_t version = 0;

  /// The instruction that defines an id, or null.
  const Instruction *definition(uint32_t id) const {
    return id < definitions.size() && definitions[id] ? &instructions[definitions[id] - 1] : nullptr;
  }
};

inline constexpr uint32_t MagicNumber = 0x07230203;
inline constexpr uint32_t HeaderWords = 5;

/// `words` must outlive the module. Error: the first instruction that breaks its layout.
llvm::Expected<Module> parse(std::span<const uint32_t> words);

/// Where among the words of an instruction, as parse() takes them, ids stand; not those behind the first literal whose
/// width depends on a type.
llvm::SmallVector<uint32_t, 8> idPositions(std::span<const uint32_t> words);

/// "OpIAdd %12 at word 345: rule".
llvm::Error invalid(const Instruction &instruction, const llvm::Twine &rule);
/// An error with this text.
llvm::Error failure(const llvm::Twine &text);

/// Appends an instruction that ends in a literal string.
void appendText(std::vector<uint32_t> &out, Op op, llvm::ArrayRef<uint32_t> operands, llvm::StringRef text);

} // namespace lanecl::spirv
