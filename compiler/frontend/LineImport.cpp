#include "compiler/frontend/LineImport.h"
#include "compiler/frontend/CallImport.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <utility>

namespace lanecl::frontend {
namespace {

constexpr std::string_view Marker = "__lanecl_line";
constexpr llvm::StringLiteral File = "program.cl";

using Place = std::pair<unsigned, unsigned>;

Place placeOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  bool known = location && location->getFilename() == File;
  return known ? Place(location->getLine(), location->getColumn()) : Place(0, 0);
}

// OpLine is for what follows it in its block. Behind a merge instruction nothing may stand but its branch: those
// take the line before them.
void markLines(llvm::BasicBlock &block, llvm::FunctionCallee marker) {
  Place last(0, 0);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || &instruction == block.getTerminator())
      continue;
    Place place = placeOf(instruction);
    if (place == last)
      continue;
    last = place;
    llvm::IRBuilder<> builder(&instruction);
    builder.SetCurrentDebugLocation({});
    builder.CreateCall(marker, {builder.getInt32(place.first), builder.getInt32(place.second)})
        ->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
}

class LineImport final : public CallImport {
public:
  using CallImport::CallImport;

private:
  uint32_t numberOf(std::string_view function) const override { return function == Marker; }

  void note(const SpirvInstruction &instruction) override {
    spv::Op opcode = instruction.opcode();
    if (opcode == spv::Op::OpConstant || opcode == spv::Op::OpConstantNull)
      constants_[instruction.words[2]] = opcode == spv::Op::OpConstant ? instruction.words[3] : 0;
  }

  // Strings come behind the execution modes.
  void declare(spv::Op next) override {
    bool isMode = next == spv::Op::OpCapability || next == spv::Op::OpExtension || next == spv::Op::OpExtInstImport ||
                  next == spv::Op::OpMemoryModel || next == spv::Op::OpEntryPoint || next == spv::Op::OpExecutionMode ||
                  next == spv::Op::OpExecutionModeId;
    if (!isMode && !file_)
      appendWithText(out_, spv::Op::OpString, {file_ = newId()}, File);
  }

  void replace(const SpirvInstruction &call, uint32_t) override {
    uint32_t line = constants_[call.words[4]], column = constants_[call.words[5]];
    if (line)
      out_.insert(out_.end(), {4u << 16 | uint32_t(spv::Op::OpLine), file_, line, column});
    else
      out_.push_back(1u << 16 | uint32_t(spv::Op::OpNoLine));
  }

  std::map<uint32_t, uint32_t> constants_; // by id
  uint32_t file_ = 0;
};

} // namespace

void carryLines(llvm::Module &module) {
  auto *i32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::FunctionCallee marker =
      module.getOrInsertFunction(Marker, llvm::Type::getVoidTy(module.getContext()), i32, i32);
  llvm::cast<llvm::Function>(marker.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      markLines(block, marker);
  llvm::StripDebugInfo(module);
}

std::vector<uint32_t> importLines(std::vector<uint32_t> words) { return LineImport(std::move(words)).run(); }

} // namespace lanecl::frontend
