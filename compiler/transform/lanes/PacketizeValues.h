// The values of the scalar function in the function for W lanes: scalar (uniform, or lane 0's of a linear one) and
// wide. Values that are used outside of their block go through variables ("slots"), from which mem2reg makes SSA form
// again when all is done: so control flow can be rearranged freely.
#pragma once
#include "compiler/analysis/VectorShape.h"
#include "compiler/transform/lanes/PacketizeBuilder.h"

namespace lanecl::simd {

class LaneValues {
public:
  enum class Form : uint8_t {
    Scalar,
    Exact, ///< the i64 that a linear value's lane 0 has in unbounded arithmetic (ShapeAnalysis::isMadeExact)
    Wide
  };
  LaneValues(LaneBuilder &builder, const ShapeAnalysis &shapes, const PrivateLayout &layout)
      : b_(builder), shapes_(shapes), layout_(layout) {}

  void defineArgument(const llvm::Argument &argument, llvm::Value *value, bool isWide);
  /// Starts to emit `block` at the builder's position: what other blocks computed is read from slots there.
  void enter(const llvm::BasicBlock &block);
  /// That is emitted.
  const llvm::BasicBlock *block() const { return block_; }
  /// Null for what does not exist. Uniform and linear values have a scalar; all but uniform ones must have a vector.
  void define(const llvm::Instruction &instruction, llvm::Value *scalar, llvm::Value *vector);
  /// Of a value that isMadeExact.
  void defineExact(const llvm::Instruction &instruction, llvm::Value *exact);

  /// The value of an instruction before the builder, of its block or another one, may be asked for there.
  bool isAtHand(const llvm::Value &value) const;
  llvm::Value *scalar(const llvm::Value *value);
  llvm::Value *vector(const llvm::Value *value);
  /// Of an integer that has a scalar, of at most 64 bits.
  llvm::Value *exact(const llvm::Value *value);
  /// The addresses of all lanes, for a pointer of any shape.
  llvm::Value *addresses(const llvm::Value *pointer);
  /// A value was asked for before it was defined: a mistake of ours, and the result must not be used.
  bool isIncomplete() const { return isIncomplete_; }
  llvm::AllocaInst *slot(const llvm::Value &value, Form form);
  llvm::AllocaInst *slot(llvm::Type *type, const llvm::Twine &name);
  llvm::ArrayRef<llvm::AllocaInst *> slots() const { return slots_; }

private:
  using Map = llvm::DenseMap<const llvm::Value *, llvm::Value *>;
  bool isRemote(const llvm::Value *value) const;
  llvm::Value *reload(const llvm::Value &value, Form form);
  bool isKept(const llvm::Instruction &instruction) const;
  llvm::Value *splatAtDefinition(llvm::Value *scalar);

  LaneBuilder &b_;
  const ShapeAnalysis &shapes_;
  const PrivateLayout &layout_;
  Map scalarArguments_, vectorArguments_;
  Map scalars_, exacts_, vectors_; ///< of the block that is emitted, slots read included
  std::array<llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *>, 3> slotsOf_; ///< by form
  llvm::SmallVector<llvm::AllocaInst *> slots_;
  bool isIncomplete_ = false;
  const llvm::BasicBlock *block_ = nullptr;
  llvm::Instruction *anchor_ = nullptr; ///< slots are read before it: that dominates all of the block
};

} // namespace lanecl::simd
