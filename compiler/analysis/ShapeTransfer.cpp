#include "compiler/analysis/ShapeTransfer.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/KnownBits.h"

namespace lanecl::simd {

using llvm::Instruction;

namespace {

/// Below this width a signed range is so small that the virtual lane 0 may leave it while the active lanes do not.
constexpr unsigned LeastTrustedBits = 32;
/// Zero stands for all bits.
uint8_t leastBits(uint8_t a, uint8_t b) { return a && b ? std::min(a, b) : std::max(a, b); }

/// Two linear values have a linear sum while at most one of them needs a test.
const llvm::Value *commonGuard(const Shape &a, const Shape &b, bool &conflict) {
  conflict = a.guard && b.guard && a.guard != b.guard;
  return a.guard ? a.guard : b.guard;
}

} // namespace

ShapeTransfer::ShapeTransfer(const ShapeAnalysis &shapes, const llvm::Function &function, const MaskPlan &plan,
                             const PrivateLayout &layout, unsigned width)
    : shapes_(shapes), plan_(plan), layout_(layout), data_(function.getDataLayout()), width_(width),
      robust_(attribute::isRobust(function)) {}

Shape ShapeTransfer::of(const Instruction &instruction) const {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return ofPhi(*phi);
  for (const llvm::Use &operand : instruction.operands())
    if (shapes_.of(operand).kind == Shape::Unknown)
      return {};
  if (isPlainlyUniform(instruction))
    return Shape::uniform();
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return layout_.isInterleaved(variable) ? Shape::uniform()
                                           : Shape::linear(static_cast<int64_t>(laneBytes(*variable)), true);
  if (auto *step = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return ofAddress(*step);
  if (instruction.getType()->isPointerTy() && llvm::isa<llvm::CastInst>(instruction))
    return llvm::isa<llvm::AddrSpaceCastInst>(instruction) ? shapes_.of(instruction.getOperand(0)) : Shape::varying();
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return shapes_.of(instruction.getOperand(0));
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return ofSelect(*choice);
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1))
    return Shape::varying();
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return ofCall(*call);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return ofCast(*cast);
  return llvm::isa<llvm::BinaryOperator>(instruction) ? ofBinary(instruction) : Shape::varying();
}

/// What is computed from values that turned out to be the same in all lanes: LLVM's analysis does not know that.
bool ShapeTransfer::isPlainlyUniform(const Instruction &instruction) const {
  bool isPlain = llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                           llvm::GetElementPtrInst, llvm::FreezeInst>(instruction);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    isPlain = load->isSimple();
  return isPlain && llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) {
           return shapes_.isUniform(operand) && !layout_.isInterleaved(operand);
         });
}

Shape ShapeTransfer::ofCall(const llvm::CallInst &call) const {
  if (auto query = queryOf(call)) {
    bool startsAtWhole = query->query == Query::LocalId || query->query == Query::SubGroupLocalId;
    return Shape::linear(1, true, nullptr, startsAtWhole ? llvm::Log2_32(width_) : 0);
  }
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic)
    return Shape::varying();
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax: {
    bool first = shapes_.of(call.getArgOperand(0)).isLinear();
    return guards_.guardedBy(call, call.getArgOperand(first ? 0 : 1), call.getArgOperand(first ? 1 : 0));
  }
  default:
    return Shape::varying();
  }
}

Shape ShapeTransfer::ofSelect(const llvm::SelectInst &choice) const {
  Shape a = shapes_.of(choice.getTrueValue()), b = shapes_.of(choice.getFalseValue());
  bool conflict = false;
  auto *guard = commonGuard(a, b, conflict);
  bool alike = shapes_.isUniform(choice.getCondition()) && !a.lowBits && !b.lowBits && a.isLinear() && b.isLinear() &&
               a.stride == b.stride;
  if (alike && !conflict)
    return Shape::linear(a.stride, a.nsw && b.nsw, guard);
  const llvm::Value *likely = choice.getType()->isIntegerTy() ? guards_.likelyOf(choice) : nullptr;
  return likely ? Shape::linear(shapes_.of(likely).stride, true, &choice) : Shape::varying();
}

Shape ShapeTransfer::ofBinary(const Instruction &instruction) const {
  const llvm::Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    return ofSum(instruction, 1);
  case Instruction::Sub:
    return ofSum(instruction, -1);
  case Instruction::Or:
    return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint() ? ofSum(instruction, 1) : Shape::varying();
  case Instruction::Mul:
  case Instruction::Shl:
    return ofScale(instruction);
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
    return ofBits(instruction);
  case Instruction::URem:
  case Instruction::SRem:
    return guards_.guardedBy(instruction, left, right);
  default:
    return Shape::varying();
  }
}

/// Trailing zero bits of a uniform value or of a linear one's scalar.
unsigned ShapeTransfer::zerosOf(const llvm::Value *value) const {
  Shape shape = shapes_.of(value);
  return shape.isLinear() ? shape.zeros : llvm::computeKnownBits(value, data_).countMinTrailingZeros();
}

/// The lanes of a linear value differ in so many low bits only, which are zero in the scalar; 0: not so.
unsigned ShapeTransfer::laneBits(const Shape &shape) const {
  if (!shape.isLinear() || shape.guard || shape.lowBits || shape.stride <= 0 || shape.stride > (int64_t(1) << 24))
    return 0;
  unsigned bits = llvm::Log2_64(static_cast<uint64_t>(shape.stride) * (width_ - 1)) + 1;
  return bits <= shape.zeros ? bits : 0;
}

/// Bits are taken away, inverted or shifted out: those in which the lanes differ, others, or (tested) who knows.
Shape ShapeTransfer::ofBits(const Instruction &instruction) const {
  const llvm::Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  if (auto *extended = extendedInPlace(instruction)) { // linear unless the low bits wrap: tested
    Shape shape = shapes_.of(extended);
    bool isSum =
        shape.isLinear() && !shape.guard && (!shape.lowBits || guards_.extendedBits(instruction) <= shape.lowBits);
    return isSum ? Shape::linear(shape.stride, true, &instruction) : Shape::varying();
  }
  if (!shapes_.of(left).isLinear() && !instruction.isShift())
    std::swap(left, right);
  Shape shape = shapes_.of(left);
  unsigned bits = laneBits(shape);
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (instruction.isShift())
    return bits && constant && constant->getValue().uge(bits) ? Shape::uniform() : Shape::varying();
  if (bits && instruction.getOpcode() == Instruction::And && constant) {
    const llvm::APInt &kept = constant->getValue();
    if (kept.countr_zero() >= bits)
      return Shape::uniform();
    if (kept.countr_one() >= bits)
      return Shape::linear(shape.stride, true, nullptr, shape.zeros);
  }
  if (bits && instruction.getOpcode() == Instruction::Xor && shapes_.isUniform(right) && zerosOf(right) >= bits)
    return Shape::linear(shape.stride, true, nullptr, std::min<unsigned>(shape.zeros, zerosOf(right)));
  return guards_.guardedBy(instruction, left, right);
}

Shape ShapeTransfer::ofSum(const Instruction &instruction, int sign) const {
  Shape a = shapes_.of(instruction.getOperand(0)), b = shapes_.of(instruction.getOperand(1));
  bool conflict = false;
  auto *guard = commonGuard(a, b, conflict);
  int64_t stride = a.stride + sign * b.stride;
  bool differ = a.isLinear() && b.isLinear() && !guard && !a.lowBits && !b.lowBits;
  if (stride == 0 && differ) // two ids that count alike
    return Shape::uniform();
  if (a.isVarying() || b.isVarying() || conflict || stride == 0)
    return Shape::varying();
  unsigned bits = instruction.getType()->getIntegerBitWidth();
  bool disjoint = instruction.getOpcode() == Instruction::Or;
  uint8_t lowBits = leastBits(a.lowBits, b.lowBits);
  bool nsw = bits == 64 || (bits >= LeastTrustedBits && a.nsw && b.nsw && (disjoint || instruction.hasNoSignedWrap()));
  if (guard && robust_ && bits < 64) // the test is of what came before
    return Shape::varying();
  if (lowBits) {
    Shape low = Shape::linear(stride, false);
    low.lowBits = lowBits;
    return guard || disjoint ? Shape::varying() : low;
  }
  return Shape::linear(stride, nsw, guard,
                       std::min(zerosOf(instruction.getOperand(0)), zerosOf(instruction.getOperand(1))));
}

Shape ShapeTransfer::ofScale(const Instruction &instruction) const {
  Shape a = shapes_.of(instruction.getOperand(0));
  auto *factor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (!a.isLinear() || a.lowBits || !factor || factor->getValue().getSignificantBits() > 31)
    return Shape::varying();
  bool shift = instruction.getOpcode() == Instruction::Shl;
  int64_t by = shift ? int64_t(1) << std::min<uint64_t>(factor->getZExtValue(), 31) : factor->getSExtValue();
  if ((shift && factor->getZExtValue() > 30) || by == 0 || std::abs(a.stride) > (int64_t(1) << 31))
    return Shape::varying();
  unsigned bits = instruction.getType()->getIntegerBitWidth();
  bool nsw = bits == 64 || (bits >= LeastTrustedBits && a.nsw && instruction.hasNoSignedWrap());
  return Shape::linear(a.stride * by, nsw, a.guard,
                       std::min(63u, a.zeros + static_cast<unsigned>(llvm::countr_zero(static_cast<uint64_t>(by)))));
}

Shape ShapeTransfer::ofCast(const llvm::CastInst &cast) const {
  Shape a = shapes_.of(cast.getOperand(0));
  if (a.isLinear() && a.lowBits) // what is truncated is what is not linear
    return llvm::isa<llvm::TruncInst>(cast) && cast.getType()->getIntegerBitWidth() <= a.lowBits
               ? Shape::linear(a.stride, false)
               : Shape::varying();
  if (!a.isLinear())
    return Shape::varying();
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast))
    return ofExtension(cast);
  auto *trunc = llvm::dyn_cast<llvm::TruncInst>(&cast);
  if (!trunc)
    return Shape::varying();
  unsigned bits = cast.getType()->getIntegerBitWidth();
  return Shape::linear(a.stride, bits >= LeastTrustedBits && a.nsw && trunc->hasNoSignedWrap(), a.guard, a.zeros);
}

/// A sum that may wrap is linear after an extension unless it does wrap between lane 0 and the last lane: that is
/// tested at run time, and with it what its operand was to be tested for. A zero extension of what is never negative is
/// a sign extension.
Shape ShapeTransfer::ofExtension(const llvm::CastInst &cast) const {
  Shape a = shapes_.of(cast.getOperand(0));
  if (a.nsw && (llvm::isa<llvm::SExtInst>(cast) || cast.hasNonNeg()))
    return Shape::linear(a.stride, true, a.guard, a.zeros);
  unsigned bits = cast.getSrcTy()->getIntegerBitWidth();
  bool fits = bits >= 8 && std::abs(a.stride) < (int64_t(1) << (bits - 1)) / width_;
  return fits ? Shape::linear(a.stride, true, &cast) : Shape::varying();
}

Shape ShapeTransfer::ofAddress(const llvm::GEPOperator &step) const {
  if (step.getType()->isVectorTy())
    return Shape::varying();
  Shape result = shapes_.of(step.getPointerOperand());
  if (layout_.isInterleaved(&step))
    return result.isUniform() && llvm::all_of(step.indices(), [&](auto &index) { return shapes_.isUniform(index); })
               ? Shape::uniform()
               : Shape::varying();
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> variable;
  llvm::APInt constant(64, 0);
  if (result.isVarying() || !step.collectOffset(data_, 64, variable, constant))
    return Shape::varying();
  result.kind = Shape::Linear;
  for (auto &[index, scale] : variable) {
    Shape shape = shapes_.of(index);
    bool conflict = false;
    auto *guard = commonGuard(result, shape, conflict);
    if (shape.isVarying() || shape.lowBits || conflict ||
        (shape.isLinear() && !shape.nsw && index->getType()->getIntegerBitWidth() < 64))
      return Shape::varying();
    result.guard = guard;
    result.stride += shape.stride * scale.getSExtValue();
  }
  return result;
}

Shape ShapeTransfer::ofPhi(const llvm::PHINode &phi) const {
  // Which value a lane gets was decided by a divergent branch: here, or where it left a loop.
  bool leftDivergently = llvm::any_of(
      phi.blocks(), [&](const llvm::BasicBlock *from) { return plan_.leavesDivergentLoop(*from, *phi.getParent()); });
  if (plan_.isMaskedJoin(*phi.getParent()) || (leftDivergently && !phi.hasConstantValue()))
    return Shape::varying();
  Shape result;
  bool first = true, allUniform = true;
  for (const llvm::Use &use : phi.incoming_values()) {
    if (auto *value = llvm::dyn_cast<Instruction>(use))
      for (auto *loop = plan_.levelOf(*value->getParent()); loop && !loop->contains(&phi); loop = loop->getParentLoop())
        if (plan_.hasDivergentExit(loop)) // each lane keeps the value of its own last iteration
          return Shape::varying();
    Shape shape = shapes_.of(use);
    if (shape.kind == Shape::Unknown)
      continue;
    if (unsigned bits = shape.guard && phi.getType()->isIntegerTy() ? guards_.extendedBits(*shape.guard) : 0) {
      shape.guard = nullptr;
      shape.nsw = false;
      shape.zeros = 0;
      shape.lowBits = static_cast<uint8_t>(bits);
    }
    bool isNumber = phi.getType()->isIntegerTy() || phi.getType()->isPointerTy();
    // A guard is tested on its newest value, which need not be the one that came into the phi.
    if (shape.isVarying() || shape.guard || !isNumber || (!first && shape.stride != result.stride))
      return Shape::varying();
    unsigned zeros = shape.lowBits ? 0 : std::min(zerosOf(use), first ? 63u : result.zeros);
    uint8_t lowBits = leastBits(shape.lowBits, first ? 0 : result.lowBits);
    result = Shape::linear(shape.stride, shape.nsw && (first || result.nsw), nullptr, zeros);
    result.lowBits = lowBits;
    allUniform &= shape.isUniform();
    first = false;
  }
  if (!first && allUniform)
    return Shape::uniform();
  bool isPointless = result.isLinear() && result.stride == 0 && !phi.getType()->isPointerTy();
  return isPointless ? Shape::varying() : result;
}

} // namespace lanecl::simd
