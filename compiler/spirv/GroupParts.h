// What the handlers of group operations share (Group.cpp, SubGroup.cpp): the names of LaneCL IR, scalars one by one.
#pragma once
#include "compiler/ir/Queries.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

using Text = llvm::SmallString<48>;

/// "work_group" or "sub_group"; empty and an error for other scopes.
llvm::StringRef group(Translation &t, const Instruction &instruction);
/// A number, or a vector of numbers.
bool isGroupType(llvm::Type *type);
/// "lanecl.GROUP.OPERATION[.TYPE]"
Text groupName(llvm::StringRef group, llvm::StringRef operation, llvm::Type *type = nullptr);
/// Scalars one by one; the functions know no vectors.
llvm::Value *components(Translation &t, llvm::Value *value, llvm::function_ref<llvm::Value *(llvm::Value *)> each);
/// A value that group functions take; bools travel as i8.
llvm::Value *groupValue(Translation &t, const Instruction &instruction, uint32_t i);
void defineGroupValue(Translation &t, const Instruction &instruction, llvm::Value *value);
/// Operand i, a scalar integer, as i32.
llvm::Value *index32(Translation &t, const Instruction &instruction, uint32_t i);
/// lanecl.sub_group.OPERATION.TYPE on every component, with the same further arguments.
llvm::Value *move(Translation &t, llvm::StringRef operation, llvm::Value *value, llvm::ArrayRef<llvm::Value *> more);

} // namespace lanecl::spirv
