#include "compiler/transform/prepare/RecomposeIndices.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::APInt, llvm::Instruction, llvm::Value;
namespace match = llvm::PatternMatch;

constexpr unsigned MostTerms = 16, MostDepth = 12;

/// (number % above) / below, as it is or cast to the sum's type. `above` 0: number / below. Signed divisions round to
/// zero, so that each digit has the number's sign: what holds of numbers without a sign holds of them.
struct Digit {
  Value *number = nullptr;
  uint64_t below = 1, above = 0;
  bool isSigned = false;
  /// Of the cast; 0: none, the types are the same.
  unsigned cast = 0;

  bool isNumber() const { return below == 1 && above == 0; }
  bool operator==(const Digit &) const = default;
  bool isOf(const Digit &other) const {
    return number == other.number && isSigned == other.isSigned && cast == other.cast;
  }
};

/// factor * digit, or factor * value where there is no digit.
struct Term {
  APInt factor;
  Value *value = nullptr;
  Digit digit;
  bool isMerged = false;
};

/// The product, or 0 where the type does not hold it.
uint64_t product(uint64_t a, uint64_t b, const llvm::Type *type, bool isSigned) {
  const APInt most =
      isSigned ? APInt::getSignedMaxValue(type->getIntegerBitWidth()) : APInt::getMaxValue(type->getIntegerBitWidth());
  return b && a > most.getZExtValue() / b ? 0 : a * b;
}

/// How a number is divided.
struct Division {
  Value *number = nullptr;
  uint64_t divisor = 0; ///< 0: not by a constant
  bool isQuotient = false, isSigned = false;
};

Division divisionOf(Value *value) {
  auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  const APInt *number = nullptr;
  if (!operation || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64 ||
      !match::match(operation->getOperand(1), match::m_APInt(number)))
    return {};
  const auto opcode = operation->getOpcode();
  Division division{operation->getOperand(0)};
  if (operation->isIntDivRem() && number->isStrictlyPositive()) {
    division.divisor = number->getZExtValue();
    division.isQuotient = opcode == Instruction::SDiv || opcode == Instruction::UDiv;
    division.isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  } else if (opcode == Instruction::LShr && number->ult(number->getBitWidth() - 1)) {
    division.divisor = uint64_t(1) << number->getZExtValue();
    division.isQuotient = true;
  } else if (opcode == Instruction::And && number->isMask() && !number->isAllOnes()) {
    division.divisor = number->getZExtValue() + 1;
  }
  return division;
}

/// Makes it the digit that `division` takes from it. False: that is none.
bool divide(Digit &digit, const Division &division) {
  const uint64_t edge = product(digit.below, division.divisor, digit.number->getType(), division.isSigned);
  if (!edge)
    return false;
  if (division.isQuotient) {
    digit.below = edge;
    return true;
  }
  if (digit.above && digit.above % edge && edge % digit.above)
    return false;
  digit.above = digit.above ? std::min(digit.above, edge) : edge;
  return true;
}

/// Of a chain of divisions and remainders by constants.
Digit digitOf(Value *value, unsigned depth = 0) {
  const Division division = divisionOf(value);
  if (depth > MostDepth || !division.divisor)
    return {.number = value};
  Digit digit = digitOf(division.number, depth + 1);
  if (digit.isNumber() || digit.isSigned == division.isSigned) {
    digit.isSigned = division.isSigned;
    if (divide(digit, division))
      return digit;
  }
  digit = {.number = division.number, .isSigned = division.isSigned};
  return divide(digit, division) ? digit : Digit{.number = value};
}

/// A sum, as terms and a constant, modulo its type.
class Sum {
public:
  explicit Sum(Instruction &root)
      : root_(root), constant_(root.getType()->getIntegerBitWidth(), 0), bits_(root.getType()->getIntegerBitWidth()) {}
  /// False: there is nothing to put together.
  bool recompose() {
    if (!add(&root_, APInt(bits_, 1), 0))
      return false;
    bool any = false;
    while (mergeTwo())
      any = true;
    return any;
  }
  Value *make() const;

private:
  bool add(Value *value, const APInt &factor, unsigned depth);
  void addTerm(Value *value, const APInt &factor);
  bool mergeTwo();
  bool merge(Term &low, const Term &high) const;

  Instruction &root_;
  llvm::SmallVector<Term, MostTerms> terms_;
  APInt constant_;
  unsigned bits_;
};

bool Sum::add(Value *value, const APInt &factor, unsigned depth) {
  Value *a = nullptr, *b = nullptr;
  const APInt *number = nullptr;
  if (match::match(value, match::m_APInt(number))) {
    constant_ += factor * *number;
    return true;
  }
  if (depth < MostDepth) {
    if (match::match(value, match::m_Add(match::m_Value(a), match::m_Value(b))) ||
        match::match(value, match::m_DisjointOr(match::m_Value(a), match::m_Value(b))))
      return add(a, factor, depth + 1) && add(b, factor, depth + 1);
    if (match::match(value, match::m_Sub(match::m_Value(a), match::m_Value(b))))
      return add(a, factor, depth + 1) && add(b, -factor, depth + 1);
    if (match::match(value, match::m_c_Mul(match::m_Value(a), match::m_APInt(number))))
      return add(a, factor * *number, depth + 1);
    if (match::match(value, match::m_Shl(match::m_Value(a), match::m_APInt(number))) && number->ult(bits_))
      return add(a, factor.shl(*number), depth + 1);
  }
  addTerm(value, factor);
  return terms_.size() <= MostTerms;
}

void Sum::addTerm(Value *value, const APInt &factor) {
  for (Term &term : terms_)
    if (term.value == value) {
      term.factor += factor;
      return;
    }
  Term term{factor, value, digitOf(value)};
  // A cast keeps sums where it cuts off, or where it has the sign of its digits.
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(value); cast && cast->getSrcTy()->isIntegerTy()) {
    Digit digit = digitOf(cast->getOperand(0));
    const bool isKept = llvm::isa<llvm::TruncInst>(cast) ||
                        (digit.isSigned ? llvm::isa<llvm::SExtInst>(cast) : llvm::isa<llvm::ZExtInst>(cast));
    if (isKept) {
      digit.cast = cast->getOpcode();
      term.digit = digit;
    }
  }
  terms_.push_back(term);
}

/// low and high are neighbouring digits with the factors that they have in the number: low becomes both. So it does
/// where they are the same (InstCombine makes `i / 81 * 81` `i - i % 81`).
bool Sum::merge(Term &low, const Term &high) const {
  Digit &a = low.digit;
  const Digit &b = high.digit;
  if (!a.isNumber() && a == b) {
    low.factor += high.factor;
    low.isMerged |= high.isMerged;
    return true;
  }
  if (!a.isOf(b) || !a.above || a.above != b.below || a.above % a.below || (b.above && b.above % b.below))
    return false;
  if (low.factor * APInt(64, a.above / a.below).zextOrTrunc(bits_) != high.factor)
    return false;
  a.above = b.above;
  low.isMerged = true;
  return true;
}

bool Sum::mergeTwo() {
  for (Term &low : terms_)
    for (Term &high : terms_)
      if (&low != &high && merge(low, high)) {
        terms_.erase(&high);
        return true;
      }
  return false;
}

Value *Sum::make() const {
  llvm::IRBuilder<> builder(&root_);
  auto *type = root_.getType();
  Value *sum = nullptr;
  for (const Term &term : terms_) {
    if (term.factor.isZero())
      continue;
    Value *value = term.value;
    if (const Digit &digit = term.digit; term.isMerged) {
      value = digit.number;
      auto by = [&](uint64_t divisor) { return llvm::ConstantInt::get(value->getType(), divisor); };
      if (digit.above)
        value =
            digit.isSigned ? builder.CreateSRem(value, by(digit.above)) : builder.CreateURem(value, by(digit.above));
      if (digit.below > 1)
        value =
            digit.isSigned ? builder.CreateSDiv(value, by(digit.below)) : builder.CreateUDiv(value, by(digit.below));
      if (digit.cast)
        value = builder.CreateCast(static_cast<Instruction::CastOps>(digit.cast), value, type);
    }
    if (!term.factor.isOne())
      value = builder.CreateMul(value, llvm::ConstantInt::get(type, term.factor));
    sum = sum ? builder.CreateAdd(sum, value) : value;
  }
  auto *constant = llvm::ConstantInt::get(type, constant_);
  return !sum ? constant : constant_.isZero() ? sum : builder.CreateAdd(sum, constant);
}

bool isSum(const Instruction &instruction) {
  return instruction.getType()->isIntegerTy() &&
         (instruction.getOpcode() == Instruction::Add || instruction.getOpcode() == Instruction::Sub ||
          match::match(&instruction, match::m_DisjointOr(match::m_Value(), match::m_Value())));
}

} // namespace

llvm::PreservedAnalyses RecomposeIndices::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  llvm::SmallVector<llvm::WeakVH, 16> sums;
  bool divides = false;
  for (Instruction &instruction : llvm::instructions(function)) {
    divides |= divisionOf(&instruction).divisor != 0;
    if (isSum(instruction))
      sums.push_back(&instruction);
  }
  bool any = false;
  if (divides)
    for (const llvm::WeakVH &handle : sums) {
      auto *root = llvm::dyn_cast_or_null<Instruction>(static_cast<Value *>(handle));
      if (!root || root->use_empty())
        continue;
      if (Sum sum(*root); sum.recompose()) {
        root->replaceAllUsesWith(sum.make());
        llvm::RecursivelyDeleteTriviallyDeadInstructions(root);
        any = true;
      }
    }
  if (!any)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace lanecl
