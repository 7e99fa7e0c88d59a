#include "compiler/transform/lanes/Interleave.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {
namespace {

unsigned lengthOf(const Registers &runs) {
  return llvm::cast<llvm::FixedVectorType>(runs[0]->getType())->getNumElements();
}

/// Fields that are the same in all elements: every vector holds them over and over. With shuffles of such fields LLVM
/// 22 comes to no end where it does not optimise. False: some are not.
bool repeat(llvm::IRBuilderBase &builder, Registers &runs) {
  Registers fields;
  for (llvm::Value *run : runs) {
    auto *type = run->getType()->getScalarType();
    fields.push_back(llvm::isa<llvm::PoisonValue>(run) ? llvm::PoisonValue::get(type) : llvm::getSplatValue(run));
    if (!fields.back())
      return false;
  }
  const unsigned width = lengthOf(runs), count = static_cast<unsigned>(fields.size());
  llvm::SmallDenseMap<unsigned, llvm::Value *> beginningWith;
  for (unsigned part = 0; part < count; ++part) {
    const unsigned first = part * width % count;
    llvm::Value *&made = beginningWith[first];
    if (!made) {
      made = llvm::PoisonValue::get(runs[0]->getType());
      for (unsigned i = 0; i < width; ++i)
        made = builder.CreateInsertElement(made, fields[(first + i) % count], uint64_t(i));
    }
    runs[part] = made;
  }
  return true;
}

} // namespace

llvm::Value *shuffled(llvm::IRBuilderBase &builder, llvm::Value *first, llvm::Value *second,
                      llvm::function_ref<unsigned(unsigned)> from) {
  unsigned width = llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements();
  llvm::SmallVector<int, 64> lanes;
  for (unsigned i = 0; i < width; ++i)
    lanes.push_back(static_cast<int>(from(i)));
  return builder.CreateShuffleVector(first, second, lanes);
}

// Of the number field * W + lane, a interleave of the first half with the second moves the top bit to the bottom; n of
// them give lane * fields + field.
void interleave(llvm::IRBuilderBase &builder, Registers &runs) {
  if (repeat(builder, runs))
    return;
  unsigned width = lengthOf(runs), half = static_cast<unsigned>(runs.size() / 2);
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next;
    for (unsigned i = 0; i < half; ++i)
      for (unsigned part = 0; part < 2; ++part)
        next.push_back(shuffled(builder, runs[i], runs[i + half],
                                [&](unsigned lane) { return (lane & 1) * width + (part * width + lane) / 2; }));
    runs = next;
  }
}

void weave(llvm::IRBuilderBase &builder, Registers &runs) {
  unsigned width = lengthOf(runs), fields = static_cast<unsigned>(runs.size());
  if (llvm::isPowerOf2_32(fields))
    return interleave(builder, runs);
  if (repeat(builder, runs))
    return;
  Registers woven;
  for (unsigned part = 0; part < fields; ++part) {
    llvm::Value *run = runs[0];
    for (unsigned field = 1; field < fields; ++field) // what is in place stays, the field's elements come to it
      run = shuffled(builder, run, runs[field], [&](unsigned i) {
        unsigned element = part * width + i, lane = element / fields, of = element % fields;
        return of < field ? (field == 1 ? lane : i) : of == field ? width + lane : 0;
      });
    woven.push_back(run);
  }
  runs = woven;
}

void deinterleave(llvm::IRBuilderBase &builder, Registers &runs) {
  unsigned half = static_cast<unsigned>(runs.size() / 2);
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next(runs.size());
    for (unsigned i = 0; i < half; ++i)
      for (unsigned odd = 0; odd < 2; ++odd)
        next[i + odd * half] =
            shuffled(builder, runs[2 * i], runs[2 * i + 1], [&](unsigned lane) { return 2 * lane + odd; });
    runs = next;
  }
}

// A interleave of each part with its partner moves the top bit of a vector's number to the bottom of the element's.
void transpose(llvm::IRBuilderBase &builder, Registers &runs) {
  unsigned width = lengthOf(runs), size = static_cast<unsigned>(runs.size()), half = size / 2;
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next;
    for (unsigned i = 0; i < half; ++i)
      for (unsigned part = 0; part < 2; ++part)
        next.push_back(shuffled(builder, runs[i], runs[i + half], [&](unsigned element) {
          unsigned begin = element / size * size, within = element % size;
          return begin + part * half + within / 2 + (within & 1) * width;
        }));
    runs = next;
  }
}

} // namespace lanecl::simd
