// What the rows of the pipeline's table need and give. Before a row runs, what it needs is looked for when the compiler
// is asked to verify: in what the rows before it gave, and in the code where that shows it.
#pragma once
#include "compiler/analysis/Forms.h"
#include "compiler/ir/Operations.h"
#include <optional>
#include <string_view>
#include <vector>

namespace lanecl::compiler {

enum class Fact : uint8_t {
#define LANECL_FACT(enumerator, ...) enumerator,
#include "compiler/PassFacts.def"
};

/// A set of them.
class Facts {
public:
  constexpr Facts() = default;
  constexpr Facts(Fact fact) : bits_(1u << static_cast<unsigned>(fact)) {} // as of an enumeration of bits
  constexpr Facts operator|(Facts other) const { return Facts(bits_ | other.bits_); }
  constexpr Facts operator&(Facts other) const { return Facts(bits_ & other.bits_); }
  constexpr Facts without(Facts other) const { return Facts(bits_ & ~other.bits_); }
  /// None when it is empty.
  std::optional<Fact> first() const;

private:
  constexpr explicit Facts(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};
constexpr Facts operator|(Fact one, Fact other) { return Facts(one) | Facts(other); }

struct PassNeeds {
  Facts facts = {};               ///< they hold
  Facts before = {};              ///< they do not hold yet
  std::optional<Until> gone = {}; ///< these operations, and those that go before them, are gone
  std::optional<Until> has = {};  ///< these are still there, if the program has them
  Form form = Form::AsWritten;    ///< bodies have it, or one that asks for more
};

struct PassGives {
  Facts facts = {};
  std::optional<Until> gone = {};
  std::optional<Form> form = {}; ///< that bodies have behind it, and those behind it need
};

struct PassRow {
  std::string_view name;
  PassNeeds needs;
  PassGives gives;
};

/// The pipeline's, in order, with what they need and give.
std::vector<PassRow> passRows();

/// Between two rows.
class PassOrder {
public:
  /// An error that names the row and what is missing.
  llvm::Error missing(const PassRow &row) const;
  void add(const PassGives &gives);

  std::optional<Until> gone() const { return gone_; }
  Form form() const { return form_; }

private:
  Facts facts_;
  std::optional<Until> gone_;
  Form form_ = Form::AsWritten;
};

/// What a kernel's variant is for, as far as facts depend on it.
struct FactTerms {
  bool hasWideIds = false, isLinear = false, isRobust = false;
};
/// The first is there, others may be null: versions that the same kernel runs as.
using KernelBodies = llvm::ArrayRef<const llvm::Function *>;
/// An error that names the row, the place and the fact among `facts` that the code breaks, of those that code shows:
/// AtomicOperations, Inlined, LinearIds, IdRanges, DefinedMemory, GroupOperationsSplit.
llvm::Error verifyFacts(std::string_view row, Facts facts, KernelBodies bodies, const FactTerms &terms);

} // namespace lanecl::compiler
