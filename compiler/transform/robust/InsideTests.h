// Whether an access of a robust program is inside of what its pointer may reach, as a condition in front of it.
#pragma once
#include "compiler/transform/robust/AccessExtents.h"
#include "llvm/ADT/SetVector.h"

namespace lanecl {

class InsideTests {
public:
  InsideTests(AccessExtents &extents, const llvm::DataLayout &data, llvm::IRBuilder<> &builder)
      : extents_(extents), data_(data), b_(builder) {}

  /// i1, made before `at`: all of a value of `type`, or all `bytes` (i64), from `pointer` on are within what it may
  /// reach; null when that is certain.
  llvm::Value *insideOf(llvm::Value *pointer, llvm::Type *type, llvm::Instruction &at);
  llvm::Value *insideOf(llvm::Value *pointer, llvm::Value *bytes, llvm::Instruction &at);
  /// i64, made before `at`: bytes from `pointer` on that are within what it may reach; 0 where it is outside.
  llvm::Value *roomOf(llvm::Value *pointer, llvm::Instruction &at);

private:
  /// A place in one of the work-item's own variables, told by the offset (i64) alone, for what the lanes make of the
  /// variable is to stay open.
  struct PrivatePlace {
    llvm::Value *offset;
    uint64_t bytes; ///< of the variable
  };
  std::optional<PrivatePlace> privatePlace(llvm::Value &pointer);
  using Parts = llvm::SmallSetVector<llvm::Instruction *, 16>;
  llvm::Value *insideByIndex(llvm::Value &pointer, llvm::Value &bytes, const Extent &extent);
  llvm::Value *belowCount(llvm::Value &index, bool isSigned, const Extent &extent, uint64_t element, uint64_t accessed);
  llvm::Value *insideAny(llvm::Value &pointer, llvm::Value &bytes);
  llvm::Value *within(llvm::Value *offset, llvm::Value *extent, llvm::Value *bytes);
  static bool isUnordered(llvm::Value *index, Parts &parts);

  AccessExtents &extents_;
  const llvm::DataLayout &data_;
  llvm::IRBuilder<> &b_;
};

} // namespace lanecl
