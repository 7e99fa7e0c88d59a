// Reads and writes of images (OpenCL C 6.15.15): the back end knows those of floats and integers.
#include "compiler/KernelAbi.h"
#include "compiler/frontend/BuiltinCalls.h"
#include "llvm/IR/Module.h"

namespace lanecl::frontend {
namespace {

/// read_imageh and write_imageh are read_imagef and write_imagef with a conversion: a colour of half is one of float.
llvm::FunctionCallee floatForm(const BuiltinCall &at, llvm::FunctionType *type) {
  std::string name = at.call.getCalledFunction()->getName().str();
  name[name.find("_image") + std::string_view("_image").size()] = 'f';
  if (std::string_view half = "Dv4_Dh"; name.ends_with(half))
    name.replace(name.size() - half.size(), half.size(), "Dv4_f");
  llvm::FunctionCallee callee = at.module().getOrInsertFunction(name, type);
  llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return callee;
}

llvm::Value *callFloatForm(const BuiltinCall &at, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 4> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::CallInst *call = at.builder.CreateCall(floatForm(at, llvm::FunctionType::get(result, types, false)), arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

llvm::Type *colourOfFloats(const BuiltinCall &at) { return llvm::FixedVectorType::get(at.builder.getFloatTy(), 4); }

llvm::Value *lowerHalfRead(const BuiltinCall &at) {
  llvm::SmallVector<llvm::Value *, 4> arguments(at.call.args());
  return at.builder.CreateFPTrunc(callFloatForm(at, colourOfFloats(at), arguments), at.call.getType());
}

llvm::Value *lowerHalfWrite(const BuiltinCall &at) {
  llvm::SmallVector<llvm::Value *, 4> arguments(at.call.args());
  arguments.back() = at.builder.CreateFPExt(arguments.back(), colourOfFloats(at));
  return callFloatForm(at, at.builder.getVoidTy(), arguments);
}

// 6.15.15.8: CLK_RGBA and its kin are cl_channel_order's numbers, where SPIR-V's count from 0. ImageImport makes the
// instructions: the back end does not know one, and does not count for the other.
template <uint32_t First> llvm::Value *lowerQuery(const BuiltinCall &at) {
  return at.builder.CreateAdd(passThrough(at), at.builder.getInt32(First));
}

constexpr BuiltinRow rows[] = {
    {"get_image_channel_order", lowerQuery<ImageFormatWord::FirstOrder>},
    {"get_image_channel_data_type", lowerQuery<ImageFormatWord::FirstType>},
    {"read_imageh", lowerHalfRead},
    {"write_imageh", lowerHalfWrite},
};

} // namespace

std::span<const BuiltinRow> imageRows() { return rows; }

} // namespace lanecl::frontend
