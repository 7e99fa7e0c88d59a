#include "compiler/frontend/CallImport.h"
#include <utility>

namespace lanecl::frontend {

std::vector<uint32_t> CallImport::run() {
  find();
  if (functions_.empty())
    return std::move(words_);
  out_.assign(words_.begin(), words_.begin() + headerWords);
  out_.reserve(words_.size() + 32);
  forEachInstruction(words_, [this](const SpirvInstruction &instruction) { rewrite(instruction); });
  return std::move(out_);
}

void CallImport::find() {
  bool inside = false;
  forEachInstruction(words_, [&](const SpirvInstruction &instruction) {
    spv::Op opcode = instruction.opcode();
    if (opcode == spv::Op::OpDecorate && spv::Decoration(instruction.words[2]) == spv::Decoration::LinkageAttributes)
      if (uint32_t number = numberOf(instruction.text(3)))
        functions_.emplace(instruction.words[1], number);
    if (opcode == spv::Op::OpFunction)
      inside = functions_.contains(instruction.words[2]);
    if (inside && opcode == spv::Op::OpFunctionParameter)
      parameters_.insert(instruction.words[2]);
    note(instruction);
  });
}

void CallImport::rewrite(const SpirvInstruction &instruction) {
  spv::Op opcode = instruction.opcode();
  declare(opcode);
  if (opcode == spv::Op::OpName || opcode == spv::Op::OpDecorate)
    if (uint32_t target = instruction.words[1]; functions_.contains(target) || parameters_.contains(target))
      return;
  if (opcode == spv::Op::OpFunction)
    skipping_ = functions_.contains(instruction.words[2]);
  if (opcode == spv::Op::OpFunctionEnd && std::exchange(skipping_, false))
    return;
  if (opcode == spv::Op::OpFunctionCall)
    if (auto found = functions_.find(instruction.words[3]); found != functions_.end())
      return replace(instruction, found->second);
  if (!skipping_)
    out_.insert(out_.end(), instruction.words.begin(), instruction.words.end());
}

} // namespace lanecl::frontend
