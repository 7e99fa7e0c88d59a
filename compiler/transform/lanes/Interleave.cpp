#include "compiler/transform/lanes/Interleave.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {
namespace {

unsigned lengthOf(const Registers &sequences) {
  return llvm::cast<llvm::FixedVectorType>(sequences[0]->getType())->getNumElements();
}

/// Fields that are the same in all elements: every vector holds them over and over. With shuffles of such fields LLVM
/// 22 comes to no end where it does not optimise. False: some are not.
bool repeat(llvm::IRBuilderBase &builder, Registers &sequences) {
  Registers fields;
  for (llvm::Value *sequence : sequences) {
    auto *type = sequence->getType()->getScalarType();
    fields.push_back(llvm::isa<llvm::PoisonValue>(sequence) ? llvm::PoisonValue::get(type)
                                                            : llvm::getSplatValue(sequence));
    if (!fields.back())
      return false;
  }
  const unsigned width = lengthOf(sequences), count = static_cast<unsigned>(fields.size());
  llvm::SmallDenseMap<unsigned, llvm::Value *> beginningWith;
  for (unsigned part = 0; part < count; ++part) {
    const unsigned first = part * width % count;
    llvm::Value *&made = beginningWith[first];
    if (!made) {
      made = llvm::PoisonValue::get(sequences[0]->getType());
      for (unsigned i = 0; i < width; ++i)
        made = builder.CreateInsertElement(made, fields[(first + i) % count], uint64_t(i));
    }
    sequences[part] = made;
  }
  return true;
}

/// One field of any number of them, from the vectors in memory's order.
llvm::Value *pickField(LaneBuilder &b, const Registers &sequences, unsigned field) {
  unsigned width = b.width, fields = static_cast<unsigned>(sequences.size());
  llvm::Value *result = sequences[0];
  for (unsigned part = 1; part < fields; ++part) // lanes found so far stay, lanes of this sequence are taken
    result = shuffled(b, result, sequences[part], [&](unsigned lane) {
      unsigned element = lane * fields + field, sequence = element / width;
      unsigned earlier = part == 1 ? element % width : lane;
      return sequence < part ? earlier : sequence == part ? width + element % width : 0;
    });
  return result;
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
void interleave(llvm::IRBuilderBase &builder, Registers &sequences) {
  if (repeat(builder, sequences))
    return;
  unsigned width = lengthOf(sequences), half = static_cast<unsigned>(sequences.size() / 2);
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next;
    for (unsigned i = 0; i < half; ++i)
      for (unsigned part = 0; part < 2; ++part)
        next.push_back(shuffled(builder, sequences[i], sequences[i + half],
                                [&](unsigned lane) { return (lane & 1) * width + (part * width + lane) / 2; }));
    sequences = next;
  }
}

void weave(llvm::IRBuilderBase &builder, Registers &sequences) {
  unsigned width = lengthOf(sequences), fields = static_cast<unsigned>(sequences.size());
  if (llvm::isPowerOf2_32(fields))
    return interleave(builder, sequences);
  if (repeat(builder, sequences))
    return;
  Registers woven;
  for (unsigned part = 0; part < fields; ++part) {
    llvm::Value *sequence = sequences[0];
    for (unsigned field = 1; field < fields; ++field) // what is in place stays, the field's elements come to it
      sequence = shuffled(builder, sequence, sequences[field], [&](unsigned i) {
        unsigned element = part * width + i, lane = element / fields, of = element % fields;
        return of < field ? (field == 1 ? lane : i) : of == field ? width + lane : 0;
      });
    woven.push_back(sequence);
  }
  sequences = woven;
}

void deinterleave(llvm::IRBuilderBase &builder, Registers &sequences) {
  unsigned half = static_cast<unsigned>(sequences.size() / 2);
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next(sequences.size());
    for (unsigned i = 0; i < half; ++i)
      for (unsigned odd = 0; odd < 2; ++odd)
        next[i + odd * half] =
            shuffled(builder, sequences[2 * i], sequences[2 * i + 1], [&](unsigned lane) { return 2 * lane + odd; });
    sequences = next;
  }
}

// A interleave of each part with its partner moves the top bit of a vector's number to the bottom of the element's.
void transpose(llvm::IRBuilderBase &builder, Registers &sequences) {
  unsigned width = lengthOf(sequences), size = static_cast<unsigned>(sequences.size()), half = size / 2;
  for (unsigned step = half; step > 0; step /= 2) {
    Registers next;
    for (unsigned i = 0; i < half; ++i)
      for (unsigned part = 0; part < 2; ++part)
        next.push_back(shuffled(builder, sequences[i], sequences[i + half], [&](unsigned element) {
          unsigned begin = element / size * size, within = element % size;
          return begin + part * half + within / 2 + (within & 1) * width;
        }));
    sequences = next;
  }
}

Registers sortedFields(LaneBuilder &b, llvm::Value *all, unsigned fields) {
  Registers sequences, result;
  for (unsigned part = 0; part < fields; ++part)
    sequences.push_back(b.piece(all, part * b.width, b.width));
  if (llvm::isPowerOf2_32(fields)) {
    deinterleave(b, sequences);
    return sequences;
  }
  for (unsigned field = 0; field < fields; ++field)
    result.push_back(pickField(b, sequences, field));
  return result;
}

} // namespace lanecl::simd
