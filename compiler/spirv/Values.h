// The values of a module by their ids, and what stands for those that are used before they are defined: blocks come in
// an order that need not be that of the values.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Argument.h"
#include <vector>

namespace lanecl::spirv {

class Values {
public:
  /// Ids are below `bound`.
  explicit Values(uint32_t bound) : values_(bound) {}
  /// What stands for values that nobody defined may still be in use.
  ~Values();
  Values(const Values &) = delete;
  Values &operator=(const Values &) = delete;

  /// Null: not defined. It may be what stands for another value.
  llvm::Value *of(uint32_t id) const { return id < values_.size() ? values_[id] : nullptr; }
  /// Stands for the value until it is defined, as an argument of no function; null: nothing does.
  llvm::Argument *placeholder(uint32_t id) const { return placeholders_.lookup(id); }
  llvm::Argument *addPlaceholder(uint32_t id, llvm::Type *type) { return placeholders_[id] = new llvm::Argument(type); }
  /// Wherever something stands for it, `value` does now.
  void define(uint32_t id, llvm::Value *value);
  /// The same value in another form, or null.
  void redefine(uint32_t id, llvm::Value *value) { values_[id] = value; }
  /// Those that something stands for.
  auto undefined() const { return llvm::make_first_range(placeholders_); }

private:
  std::vector<llvm::Value *> values_;
  llvm::DenseMap<uint32_t, llvm::Argument *> placeholders_;
  llvm::SmallVector<std::pair<llvm::Argument *, uint32_t>, 0> aliases_; ///< ids whose value is a placeholder
};

} // namespace lanecl::spirv
