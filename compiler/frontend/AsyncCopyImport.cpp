#include "compiler/frontend/AsyncCopyImport.h"
#include "compiler/frontend/SpirvWords.h"
#include <map>
#include <set>
#include <utility>

namespace lanecl::frontend {
namespace {

/// Which instruction of the set a function stands for; 0: none.
uint32_t instructionOf(std::string_view function) {
  if (function.starts_with("__lanecl__Z26async_work_group_copy_2D2D"))
    return 1;
  return function.starts_with("__lanecl__Z26async_work_group_copy_3D3D") ? 2 : 0;
}

class CopyImport {
public:
  explicit CopyImport(std::vector<uint32_t> words) : words(std::move(words)) { find(); }

  std::vector<uint32_t> take() {
    if (instructions.empty())
      return std::move(words);
    set = words[boundWord];
    out.assign(words.begin(), words.begin() + headerWords);
    out.reserve(words.size() + 32);
    ++out[boundWord];
    forEachInstruction(words, [this](const SpirvInstruction &instruction) { rewrite(instruction); });
    return std::move(out);
  }

private:
  void find() {
    bool inside = false;
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      if (instruction.opcode() == spv::Op::OpDecorate &&
          spv::Decoration(instruction.words[2]) == spv::Decoration::LinkageAttributes)
        if (uint32_t number = instructionOf(instruction.text(3)))
          instructions.emplace(instruction.words[1], number);
      if (instruction.opcode() == spv::Op::OpFunction)
        inside = instructions.contains(instruction.words[2]);
      if (inside && instruction.opcode() == spv::Op::OpFunctionParameter)
        parameters.insert(instruction.words[2]);
    });
  }

  bool isGone(uint32_t id) const { return instructions.contains(id) || parameters.contains(id); }

  void rewrite(const SpirvInstruction &instruction) {
    spv::Op opcode = instruction.opcode();
    declareSet(opcode);
    switch (opcode) {
    case spv::Op::OpName:
    case spv::Op::OpDecorate:
      if (isGone(instruction.words[1]))
        return;
      break;
    case spv::Op::OpFunction:
      skipping = instructions.contains(instruction.words[2]);
      break;
    case spv::Op::OpFunctionEnd:
      if (std::exchange(skipping, false))
        return;
      break;
    case spv::Op::OpFunctionCall:
      if (auto found = instructions.find(instruction.words[3]); found != instructions.end())
        return emitCopy(instruction, found->second);
      break;
    default:
      break;
    }
    if (!skipping)
      out.insert(out.end(), instruction.words.begin(), instruction.words.end());
  }

  // SPIR-V 2.4: capabilities, extensions, imports, the memory model.
  void declareSet(spv::Op next) {
    if (!extensionDone && next != spv::Op::OpCapability && next != spv::Op::OpExtension) {
      appendWithText(out, spv::Op::OpExtension, {}, "SPV_KHR_non_semantic_info");
      extensionDone = true;
    }
    if (next == spv::Op::OpMemoryModel)
      appendWithText(out, spv::Op::OpExtInstImport, {set}, "NonSemantic.Codeplay.GroupAsyncCopies");
  }

  void emitCopy(const SpirvInstruction &call, uint32_t number) {
    out.insert(out.end(), {uint32_t(call.words.size() + 1) << 16 | uint32_t(spv::Op::OpExtInst), call.words[1],
                           call.words[2], set, number});
    out.insert(out.end(), call.words.begin() + 4, call.words.end());
  }

  std::vector<uint32_t> words, out;
  std::map<uint32_t, uint32_t> instructions; // by the function's id
  std::set<uint32_t> parameters;
  uint32_t set = 0;
  bool extensionDone = false, skipping = false;
};

} // namespace

std::vector<uint32_t> importAsyncCopies(std::vector<uint32_t> words) { return CopyImport(std::move(words)).take(); }

} // namespace lanecl::frontend
