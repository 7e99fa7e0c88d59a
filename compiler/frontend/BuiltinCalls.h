// Calls of OpenCL C's built-in functions that the SPIR-V back end mistakes, and what becomes of them: plain
// instructions, a call of __spirv_<Op> (the back end writes exactly that instruction with exactly those operands), or
// a call of __lanecl_<name>, which passes through untouched (FrontEnd.h).
#pragma once
#include "compiler/frontend/Mangling.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <span>
#include <string_view>

namespace lanecl::frontend {

struct BuiltinCall {
  llvm::CallInst &call;
  const MangledName &name;
  llvm::IRBuilder<> &builder; ///< stands before the call

  llvm::Value *arg(unsigned index) const { return call.getArgOperand(index); }
  unsigned args() const { return call.arg_size(); }
  const MangledType &type(unsigned index) const { return name.parameters[index]; }
  llvm::Module &module() const { return *call.getModule(); }
};

/// Makes what replaces the call, and returns the value of its type (for void anything but nullptr, such as the call
/// itself). nullptr: the call stays as it is.
using Lowering = llvm::Value *(*)(const BuiltinCall &);

struct BuiltinRow {
  std::string_view name; ///< unmangled; one that ends in '*' stands for all that begin so
  Lowering lower;
};

// One table per family.
std::span<const BuiltinRow> conversionRows();
std::span<const BuiltinRow> atomicRows();
std::span<const BuiltinRow> synchronizationRows();
std::span<const BuiltinRow> groupRows();
std::span<const BuiltinRow> imageRows();
std::span<const BuiltinRow> miscellaneousRows();

/// A call of the SPIR-V instruction Op<opcode> with these operands. `pointee` names the element type of pointer
/// operands, from which the back end makes their SPIR-V type.
llvm::CallInst *callSpirv(llvm::IRBuilder<> &builder, std::string_view opcode, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> operands, const MangledType &pointee = {});
inline llvm::CallInst *callSpirv(const BuiltinCall &at, std::string_view opcode, llvm::Type *result,
                                 llvm::ArrayRef<llvm::Value *> operands, const MangledType &pointee = {}) {
  return callSpirv(at.builder, opcode, result, operands, pointee);
}

/// The same call of __lanecl_<mangled name>.
llvm::Value *passThrough(const BuiltinCall &at);

/// What a generic pointer was cast from, when that is in sight.
llvm::Value *stripAddressSpaceCast(llvm::Value *pointer);

} // namespace lanecl::frontend
