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

/// The same call of __lanecl_<name>, of which ImageImport makes an instruction.
llvm::CallInst *callImported(const BuiltinCall &at, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::Function *builtin = at.call.getCalledFunction();
  auto *type = llvm::FunctionType::get(result, builtin->getFunctionType()->params(), false);
  llvm::FunctionCallee callee = at.module().getOrInsertFunction(("__lanecl_" + builtin->getName()).str(), type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(builtin->getCallingConv());
  llvm::CallInst *call = at.builder.CreateCall(type, function, arguments);
  call->setCallingConv(builtin->getCallingConv());
  return call;
}

// 6.15.15.2, "read from a mipmapped image": an image, a sampler, a coordinate, and a level of detail or two gradients,
// which the back end leaves out. The instruction has four components, of depth images too.
llvm::Value *lowerLevelRead(const BuiltinCall &at) {
  if (at.args() < 4)
    return nullptr;
  llvm::SmallVector<llvm::Value *, 5> arguments(at.call.args());
  // A level 0.0 says later that there was none, and that a sampler's least level of detail does not count.
  if (auto *lod = llvm::dyn_cast<llvm::ConstantFP>(arguments[3]); at.args() == 4 && lod && lod->isZero())
    arguments[3] = llvm::ConstantFP::getNegativeZero(lod->getType());
  llvm::Type *type = at.call.getType();
  if (type->isVectorTy())
    return callImported(at, type, arguments);
  llvm::Value *four = callImported(at, llvm::FixedVectorType::get(type, 4), arguments);
  return at.builder.CreateExtractElement(four, uint64_t(0));
}

// 6.15.15.4: an image, a coordinate, a level, a colour.
llvm::Value *lowerLevelWrite(const BuiltinCall &at) {
  if (at.args() < 4)
    return nullptr;
  llvm::SmallVector<llvm::Value *, 4> arguments(at.call.args());
  return callImported(at, at.builder.getVoidTy(), arguments);
}

// cl_intel_media_block_io: an offset, a width, a height, of writes the data, an image. SPV_INTEL_media_block_io has the
// image in front and the data behind, where the back end keeps the functions' order. Behind "_R" stands what tells the
// functions apart, which the back end does not read: types of results and of images are not in their names.
template <bool Writes> llvm::Value *lowerMediaBlock(const BuiltinCall &at) {
  constexpr unsigned Image = Writes ? 4 : 3;
  auto *image = at.args() == Image + 1 ? llvm::dyn_cast<llvm::TargetExtType>(at.arg(Image)->getType()) : nullptr;
  if (!image)
    return nullptr;
  llvm::SmallVector<llvm::Value *, 5> operands{at.arg(Image), at.arg(0), at.arg(1), at.arg(2)};
  if (Writes)
    operands.push_back(at.arg(3));
  std::string_view numbers = std::string_view(at.name.base).substr(at.name.base.rfind('_') + 1);
  std::string opcode = Writes ? "SubgroupImageMediaBlockWriteINTEL" : "SubgroupImageMediaBlockReadINTEL";
  opcode += "_R" + std::string(numbers) + "x" + std::to_string(image->int_params().back());
  llvm::CallInst *call = callSpirv(at, opcode, at.call.getType(), operands);
  call->setConvergent();
  return call;
}

constexpr BuiltinRow imageTable[] = {
    {"read_imagef", lowerLevelRead},
    {"read_imagei", lowerLevelRead},
    {"read_imageui", lowerLevelRead},
    {"write_imagef", lowerLevelWrite},
    {"write_imagei", lowerLevelWrite},
    {"write_imageui", lowerLevelWrite},
    {"get_image_channel_order", lowerQuery<ImageFormatWord::FirstOrder>},
    {"get_image_channel_data_type", lowerQuery<ImageFormatWord::FirstType>},
    {"read_imageh", lowerHalfRead},
    {"write_imageh", lowerHalfWrite},
    {"intel_sub_group_media_block_read_*", lowerMediaBlock<false>},
    {"intel_sub_group_media_block_write_*", lowerMediaBlock<true>},
};

} // namespace

std::span<const BuiltinRow> imageRows() { return imageTable; }

} // namespace lanecl::frontend
