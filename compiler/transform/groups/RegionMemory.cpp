#include "compiler/transform/groups/RegionMemory.h"
#include "compiler/transform/groups/LowerGroupCalls.h"

namespace lanecl {

RegionMemory::RegionMemory(EntryFrame &frame, const KernelBodies &bodies, unsigned accumulators)
    : frame_(frame), bodies_(bodies), full_(reserve(bodies.full.uniformBytes)),
      tail_(reserve(bodies.tail ? bodies.tail->uniformBytes : 0)),
      accumulators_(reserve(uint64_t(accumulators) * AccumulatorBytes)) {
  frame.state(State::Results) = accumulators_.in;
  frame.state(State::Accumulators) = accumulators_.out;
}

RegionMemory::Sides RegionMemory::reserve(uint64_t bytes) {
  llvm::Value *null = llvm::ConstantPointerNull::get(frame_.builder.getPtrTy());
  if (!bytes)
    return {null, null, 0};
  llvm::Value *in = frame_.reserve(bytes, "uniform.in");
  return {in, frame_.reserve(bytes, "uniform.out"), bytes};
}

void RegionMemory::forget() {
  forget(bodies_.full, full_.out);
  if (bodies_.tail)
    forget(*bodies_.tail, tail_.out);
}

void RegionMemory::forget(const RegionBody &body, llvm::Value *out) {
  llvm::IRBuilder<> &b = frame_.builder;
  for (auto &[offset, type] : body.uniforms)
    b.CreateStore(llvm::PoisonValue::get(type), b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), out, offset));
}

void RegionMemory::handOver() {
  for (const Sides *sides : {&full_, &tail_, &accumulators_})
    handOver(*sides);
}

void RegionMemory::handOver(const Sides &sides) {
  if (sides.bytes)
    frame_.builder.CreateMemCpy(sides.in, llvm::Align(64), sides.out, llvm::Align(64), sides.bytes);
}

} // namespace lanecl
