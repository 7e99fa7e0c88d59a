// What the pointers of a kernel of a robust program may reach: its buffers, whose sizes are parameters, and its
// variables of all address spaces. A pointer keeps its buffer through arithmetic, choices and loops; one from memory,
// or made of a number, may reach any of them.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <optional>

namespace lanecl {

/// What a pointer may reach: `bytes` from `start` on, both i64. Null: nobody can tell which memory it was made of.
struct Extent {
  llvm::Value *start = nullptr, *bytes = nullptr;
};

/// The pointer before its address space was changed.
llvm::Value *withoutCasts(llvm::Value *pointer);

/// Bytes of a variable, or of an argument that is passed by value; nothing for other values.
std::optional<uint64_t> bytesOfVariable(const llvm::Value &value, const llvm::DataLayout &data);

/// A program's constant, of which nothing may be written.
bool isConstantVariable(const llvm::Value &value);

/// How the pointer is aligned at least, if what the host gave is aligned for what the kernel takes it for.
llvm::Align alignmentOf(llvm::Value *pointer, const llvm::DataLayout &data);

class AccessExtents {
public:
  enum class Use : uint8_t { Read, Write }; ///< nobody writes to constants: their pages let nobody

  /// Of a kernel with parameters for sizes (addBufferSizes). `builder` stands in the entry block then, behind what is
  /// computed of them; it is moved by of().
  AccessExtents(llvm::Function &kernel, llvm::IRBuilder<> &builder, Use use);

  /// Of a pointer, or a number that was one.
  Extent of(llvm::Value *pointer);
  /// All that a pointer of the kernel may have been made of.
  llvm::ArrayRef<Extent> all();
  /// A constant place in a variable.
  bool isCertain(const llvm::Value *pointer, const llvm::Value *bytes) const;

private:
  Extent ofBuffer(llvm::Argument &buffer, llvm::Value *bytes);
  Extent ofSum(const llvm::Operator &sum);
  Extent ofChoice(llvm::SelectInst &choice);
  Extent ofPhi(llvm::PHINode &phi);
  bool isTold(const llvm::Value &pointer);
  bool isTold(const llvm::Value &pointer, llvm::DenseMap<const llvm::Value *, bool> &seen) const;
  bool isAmongUntold(const llvm::Value &address, llvm::SmallPtrSetImpl<const llvm::Value *> &seen);
  Extent orNothing(const Extent &extent);

  bool isReachable(const llvm::Value &memory) const;

  llvm::Function &kernel_;
  const llvm::DataLayout &data_;
  llvm::IRBuilder<> &b_;
  Use use_;
  llvm::DenseMap<const llvm::Value *, Extent> extents_;
  llvm::DenseMap<const llvm::Value *, bool> told_; ///< of choices and loops
  llvm::SmallVector<Extent, 8> all_;
};

} // namespace lanecl
