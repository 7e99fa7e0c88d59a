#include "compiler/transform/lanes/PacketizeAtomics.h"
#include "compiler/transform/lanes/PacketizeAddresses.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

namespace {

/// The only active lane's atomic operation, which has the same operands in all lanes. Blocks run with a lane at least.
void emitAtomicOfOne(LaneFunction &f, const AtomicOperation &atomic) {
  auto *copy = llvm::cast<llvm::CallInst>(atomic.call->clone());
  copy->setDebugLoc({});
  for (llvm::Use &argument : copy->args())
    argument = f.scalar(argument);
  f.b.Insert(copy);
  f.session.note(*atomic.call, "atomic of one lane");
  f.values.define(*atomic.call, copy, nullptr);
}

} // namespace

/// One atomic operation for all lanes. What is known of the addresses shows in their form: one pointer, or a pointer
/// and steps.
void emitAtomic(LaneFunction &f, const AtomicOperation &atomic, Value *mask) {
  LaneBuilder &b = f.b;
  auto isAlike = [&](llvm::Use &operand) { return f.isSameInLanes(operand); };
  if (atomic.isOfSingleLane() && f.isUniform(atomic.call) && llvm::all_of(atomic.call->args(), isAlike))
    return emitAtomicOfOne(f, atomic);
  Value *pointer = atomic.pointer();
  Type *type = atomic.call->getType();
  bool sameAddress = f.isSameInLanes(pointer);
  Access access{atomic.call, pointer, type, llvm::Align(f.data.getTypeStoreSize(type))};
  Value *to = sameAddress ? f.scalar(pointer) : laneAddresses(f, access);
  unsigned sources = AtomicOperation::sourcesOf(atomic.op);
  llvm::IRBuilderBase::FastMathFlagGuard keep(b);
  if (llvm::isa<llvm::FPMathOperator>(atomic.call))
    b.setFastMathFlags(atomic.call->getFastMathFlags());
  Value *lanes = b.restrict(mask, f.vector(atomic.mask()));
  auto made = AtomicOperation::create(b, atomic.op, b.wide(type),
                                      {to, sources > 0 ? f.vector(atomic.source0()) : nullptr,
                                       sources > 1 ? f.vector(atomic.source1()) : nullptr, lanes, atomic.scope(),
                                       atomic.semantics()});
  // No block runs without a lane, but a condition of the atomic operation's own may leave none: a constant one, too.
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(atomic.mask()); !known || known->isZero())
    made.setMayBeEmpty();
  f.session.note(*atomic.call,
                 sameAddress ? "atomic, all lanes at one address" : "atomic, each lane at its own address");
  if (!atomic.call->use_empty())
    f.values.define(*atomic.call, nullptr, made.call);
}

} // namespace lanecl::simd
