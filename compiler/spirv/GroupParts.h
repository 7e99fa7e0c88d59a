// What the handlers of group operations share (Group.cpp, SubGroup.cpp): their two scopes, scalars one by one.
#pragma once
#include "compiler/ir/Operations.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

/// Which group the first operand names; nothing, and an error, for other scopes.
enum class Group : uint8_t { WorkGroup, SubGroup };
std::optional<Group> group(Translation &t, const Instruction &instruction);
/// A number, or a vector of numbers.
bool isGroupType(llvm::Type *type);
/// What a block of memory or of an image has for each work-item: a number or a vector of 2, 4, 8 or 16.
bool isBlockType(llvm::Type *type);
/// Scalars one by one; the functions know no vectors.
llvm::Value *components(Translation &t, llvm::Value *value, llvm::function_ref<llvm::Value *(llvm::Value *)> each);
/// A value that group functions take; bools travel as i8.
llvm::Value *groupValue(Translation &t, const Instruction &instruction, uint32_t i);
void defineGroupValue(Translation &t, const Instruction &instruction, llvm::Value *value);
/// Operand i, a scalar integer, as i32.
llvm::Value *index32(Translation &t, const Instruction &instruction, uint32_t i);
/// The operation on every component, with the same further arguments.
llvm::Value *ofComponents(Translation &t, Operation operation, llvm::Value *value, llvm::ArrayRef<llvm::Value *> more,
                          Kind kind = Kind::None);

} // namespace lanecl::spirv
