// Finds the calls and drives the families' tables.
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/Legalize.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/MadeOnce.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl::frontend {
namespace {

/// All rows by name.
class RowIndex {
public:
  RowIndex() {
    for (std::span<const BuiltinRow> rows :
         {conversionRows(), atomicRows(), synchronizationRows(), groupRows(), imageRows(), miscellaneousRows()})
      for (const BuiltinRow &row : rows)
        if (row.name.ends_with('*'))
          prefixes.push_back(&row);
        else
          exact.try_emplace(row.name, row.lower);
  }

  Lowering find(std::string_view name) const {
    if (auto found = exact.find(name); found != exact.end())
      return found->second;
    for (const BuiltinRow *row : prefixes)
      if (name.starts_with(row->name.substr(0, row->name.size() - 1)))
        return row->lower;
    return nullptr;
  }

private:
  llvm::StringMap<Lowering> exact;
  std::vector<const BuiltinRow *> prefixes;
};

void lowerCalls(llvm::Function &builtin, const MangledName &name, Lowering lower) {
  for (llvm::User *user : llvm::make_early_inc_range(builtin.users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledFunction() != &builtin || call->arg_size() != name.parameters.size())
      continue;
    llvm::IRBuilder<> builder(call);
    if (llvm::isa<llvm::FPMathOperator>(call))
      builder.setFastMathFlags(call->getFastMathFlags());
    llvm::Value *value = lower({*call, name, builder});
    if (!value)
      continue;
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(value);
    llvm::SmallVector<llvm::WeakTrackingVH, 8> operands(call->args());
    call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
  }
}

// The Itanium code of a value of LLVM type, signless integers counted as unsigned; only the back end reads it.
std::string codeOf(llvm::Type *type, const MangledType &pointee) {
  if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
    std::string code = "P";
    if (pointer->getAddressSpace() != space::Private)
      code += "U3AS" + std::to_string(pointer->getAddressSpace());
    if (pointee.element == Element::Other)
      return code + "9ocl_event";
    if (pointee.lanes > 1)
      code += "Dv" + std::to_string(pointee.lanes) + "_";
    static constexpr std::pair<uint8_t, const char *> integers[] = {{8, "h"}, {16, "t"}, {32, "j"}, {64, "m"}};
    static constexpr std::pair<uint8_t, const char *> floats[] = {{16, "Dh"}, {32, "f"}, {64, "d"}};
    for (auto [bits, letter] : pointee.element == Element::Float
                                   ? std::span(floats)
                                   : std::span<const std::pair<uint8_t, const char *>>(integers))
      if (bits == pointee.bits)
        return code + letter;
    return code + "h";
  }
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return "Dv" + std::to_string(vector->getNumElements()) + "_" + codeOf(vector->getElementType(), pointee);
  if (type->isTargetExtTy())
    return "9ocl_event";
  if (type->isHalfTy())
    return "Dh";
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  switch (type->getIntegerBitWidth()) {
  case 1:
    return "b";
  case 8:
    return "h";
  case 16:
    return "t";
  case 32:
    return "j";
  default:
    return "m";
  }
}

} // namespace

llvm::CallInst *callSpirv(llvm::IRBuilder<> &builder, std::string_view opcode, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> operands, const MangledType &pointee) {
  std::string name = "__spirv_" + std::string(opcode);
  name = "_Z" + std::to_string(name.size()) + name;
  std::vector<llvm::Type *> types;
  for (llvm::Value *operand : operands) {
    types.push_back(operand->getType());
    name += codeOf(operand->getType(), pointee);
  }
  auto *type = llvm::FunctionType::get(result, types, false);
  llvm::FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(name, type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst *call = builder.CreateCall(type, function, operands);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

llvm::Value *passThrough(const BuiltinCall &at) {
  llvm::Function *builtin = at.call.getCalledFunction();
  llvm::FunctionCallee callee =
      at.module().getOrInsertFunction(("__lanecl_" + builtin->getName()).str(), builtin->getFunctionType());
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(builtin->getCallingConv());
  function->setAttributes(builtin->getAttributes());
  auto *call = llvm::cast<llvm::CallInst>(at.call.clone());
  call->setCalledFunction(function);
  return at.builder.Insert(call);
}

llvm::Value *stripAddressSpaceCast(llvm::Value *pointer) {
  while (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
    pointer = cast->getPointerOperand();
  return pointer;
}

void lowerBuiltins(llvm::Module &module) {
  const RowIndex &index = madeOnce([] { return RowIndex(); });
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    // to_global and its kin are Clang's own and not mangled.
    MangledName plain{std::string_view(function.getName()), {}};
    std::optional<MangledName> name = parseMangledName(function.getName());
    if (!name && function.getName().starts_with("__to_")) {
      plain.parameters.resize(function.arg_size());
      name = plain;
    }
    if (!name)
      continue;
    if (Lowering lower = index.find(name->base))
      lowerCalls(function, *name, lower);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace lanecl::frontend
