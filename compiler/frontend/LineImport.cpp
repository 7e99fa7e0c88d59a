#include "compiler/frontend/LineImport.h"
#include "compiler/frontend/SpirvWords.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <set>
#include <utility>

namespace lanecl::frontend {
namespace {

constexpr std::string_view Marker = "__lanecl_line", File = "program.cl";

using Place = std::pair<unsigned, unsigned>;

Place placeOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  bool known = location && location->getFilename().ends_with(File);
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

class LineImport {
public:
  explicit LineImport(std::vector<uint32_t> words) : words(std::move(words)) { find(); }

  std::vector<uint32_t> take() {
    if (!marker)
      return std::move(words);
    out.assign(words.begin(), words.begin() + headerWords);
    out.reserve(words.size());
    file = out[boundWord]++;
    forEachInstruction(words, [this](const SpirvInstruction &instruction) { rewrite(instruction); });
    return std::move(out);
  }

private:
  void find() {
    bool inside = false;
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      spv::Op opcode = instruction.opcode();
      if (opcode == spv::Op::OpDecorate &&
          spv::Decoration(instruction.words[2]) == spv::Decoration::LinkageAttributes && instruction.text(3) == Marker)
        marker = instruction.words[1];
      if (opcode == spv::Op::OpConstant || opcode == spv::Op::OpConstantNull)
        constants[instruction.words[2]] = opcode == spv::Op::OpConstant ? instruction.words[3] : 0;
      if (opcode == spv::Op::OpFunction)
        inside = marker && instruction.words[2] == marker;
      if (inside && opcode == spv::Op::OpFunctionParameter)
        gone.insert(instruction.words[2]);
    });
    gone.insert(marker);
  }

  void rewrite(const SpirvInstruction &instruction) {
    spv::Op opcode = instruction.opcode();
    declareFile(opcode);
    if ((opcode == spv::Op::OpName || opcode == spv::Op::OpDecorate) && gone.contains(instruction.words[1]))
      return;
    if (opcode == spv::Op::OpFunction)
      skipping = instruction.words[2] == marker;
    if (opcode == spv::Op::OpFunctionEnd && std::exchange(skipping, false))
      return;
    if (opcode == spv::Op::OpFunctionCall && instruction.words[3] == marker)
      return emitLine(constants[instruction.words[4]], constants[instruction.words[5]]);
    if (!skipping)
      out.insert(out.end(), instruction.words.begin(), instruction.words.end());
  }

  // SPIR-V 2.4: strings come behind the execution modes.
  void declareFile(spv::Op next) {
    bool isMode = next == spv::Op::OpCapability || next == spv::Op::OpExtension || next == spv::Op::OpExtInstImport ||
                  next == spv::Op::OpMemoryModel || next == spv::Op::OpEntryPoint || next == spv::Op::OpExecutionMode ||
                  next == spv::Op::OpExecutionModeId;
    if (!isMode && !std::exchange(fileDone, true))
      appendWithText(out, spv::Op::OpString, {file}, File);
  }

  void emitLine(uint32_t line, uint32_t column) {
    if (line)
      out.insert(out.end(), {4u << 16 | uint32_t(spv::Op::OpLine), file, line, column});
    else
      out.push_back(1u << 16 | uint32_t(spv::Op::OpNoLine));
  }

  std::vector<uint32_t> words, out;
  std::map<uint32_t, uint32_t> constants; // by id
  std::set<uint32_t> gone;
  uint32_t marker = 0, file = 0;
  bool fileDone = false, skipping = false;
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

std::vector<uint32_t> importLines(std::vector<uint32_t> words) { return LineImport(std::move(words)).take(); }

} // namespace lanecl::frontend
