#include "compiler/PassOrder.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Queries.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl::compiler {
namespace {

constexpr llvm::StringLiteral Meanings[] = {
#define LANECL_FACT(enumerator, meaning) meaning,
#include "compiler/PassFacts.def"
};
static_assert(std::size(Meanings) <= 32, "Facts has a bit for each");

constexpr llvm::StringLiteral Operations[] = {"regions", "lanes", "estimates", "barriers of sub-groups", "the entry"};
constexpr llvm::StringLiteral FormNames[] = {"as written", "numbered", "for lanes"};

llvm::StringRef meaningOf(Fact fact) { return Meanings[static_cast<unsigned>(fact)]; }

llvm::Error refused(std::string_view row, const llvm::Twine &why) {
  return llvm::createStringError("internal error: before " + llvm::Twine(llvm::StringRef(row)) + ": " + why);
}

/// What works on the state of the work-group, other than what is the same everywhere.
bool asksKernel(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  auto operation = operationOf(call);
  return callee && isLaneclFunction(*callee) && !AtomicOperation::is(call) && !(operation && isEstimate(*operation));
}

bool isWorkGroupCall(const llvm::Instruction &instruction) {
  auto operation = operationOf(instruction);
  return operation && isWorkGroupOperation(*operation);
}

bool isQueryWithoutRange(const llvm::Instruction &instruction) {
  auto query = queryOf(instruction);
  return query && !isMemoryQuery(query->query) && !instruction.use_empty() &&
         !llvm::cast<llvm::CallBase>(instruction).getRange();
}

/// Whether the instruction breaks the fact.
bool breaks(Fact fact, const llvm::Instruction &instruction, KernelBodies bodies, const FactTerms &terms) {
  const bool isInKernel = llvm::is_contained(bodies, instruction.getFunction());
  switch (fact) {
  case Fact::AtomicOperations:
    return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  case Fact::Inlined: {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && !isInKernel && asksKernel(*call);
  }
  case Fact::LinearIds: {
    auto query = queryOf(instruction);
    return terms.isLinear && isInKernel && query && query->query == Query::LocalId;
  }
  case Fact::IdRanges:
    return !terms.hasWideIds && isQueryWithoutRange(instruction);
  case Fact::DefinedMemory: // behind define-values LLVM may find once more that nobody comes to a place
    return terms.isRobust && isInKernel && llvm::isa<llvm::UnreachableInst>(instruction);
  case Fact::GroupOperationsSplit:
    return isInKernel && isWorkGroupCall(instruction);
  default:
    return false;
  }
}

} // namespace

std::optional<Fact> Facts::first() const {
  return bits_ ? std::optional(static_cast<Fact>(std::countr_zero(bits_))) : std::nullopt;
}

llvm::Error PassOrder::missing(const PassRow &row) const {
  const PassNeeds &needs = row.needs;
  if (auto fact = needs.facts.without(facts_).first())
    return refused(row.name, "no pass has run behind which " + meaningOf(*fact));
  if (auto fact = (needs.before & facts_).first())
    return refused(row.name, "it comes too late, " + meaningOf(*fact));
  if (needs.gone > gone_)
    return refused(row.name, "operations until " + Operations[unsigned(*needs.gone)] + " are not gone");
  if (needs.has && needs.has <= gone_)
    return refused(row.name, "it comes too late, operations until " + Operations[unsigned(*needs.has)] + " are gone");
  if (needs.form > form_)
    return refused(row.name, "bodies have the form '" + FormNames[unsigned(form_)] + "', not yet '" +
                                 FormNames[unsigned(needs.form)] + "'");
  return llvm::Error::success();
}

void PassOrder::add(const PassGives &gives) {
  facts_ = facts_ | gives.facts;
  gone_ = gives.gone ? gives.gone : gone_;
  form_ = gives.form.value_or(form_);
}

llvm::Error verifyFacts(std::string_view row, Facts facts, KernelBodies bodies, const FactTerms &terms) {
  // No step of a `for`: GCC 12 ends the life of what its condition declares before it.
  while (auto fact = facts.first()) {
    for (const llvm::Function &function : *bodies.front()->getParent())
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (breaks(*fact, instruction, bodies, terms)) {
          std::string place;
          llvm::raw_string_ostream(place) << instruction;
          return refused(row, "in function '" + function.getName() + "': " + place + ": it does not hold that " +
                                  meaningOf(*fact));
        }
    facts = facts.without(*fact);
  }
  return llvm::Error::success();
}

} // namespace lanecl::compiler
