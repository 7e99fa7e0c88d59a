#include "compiler/frontend/SpirvEdit.h"
#include "compiler/KernelAbi.h"
#include "compiler/frontend/Mangling.h"
#include "compiler/frontend/SpirvWords.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>

namespace lanecl::frontend {

void appendWithText(std::vector<uint32_t> &out, spv::Op opcode, std::initializer_list<uint32_t> operands,
                    std::string_view text) {
  size_t textWords = text.size() / sizeof(uint32_t) + 1;
  size_t count = 1 + operands.size() + textWords;
  // SPIR-V 2.3: an instruction has 65535 words at most.
  if (count > 0xFFFF)
    return;
  out.push_back(uint32_t(count) << 16 | uint32_t(opcode));
  out.insert(out.end(), operands);
  size_t at = out.size();
  out.resize(at + textWords, 0);
  std::memcpy(out.data() + at, text.data(), text.size());
}

namespace {

/// The sections before the annotations, by rising number; annotations and all after them are the last.
enum class Section { Modes, Strings, Names, Processed, Rest };

Section sectionOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpCapability:
  case spv::Op::OpExtension:
  case spv::Op::OpExtInstImport:
  case spv::Op::OpMemoryModel:
  case spv::Op::OpEntryPoint:
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
    return Section::Modes;
  case spv::Op::OpString:
  case spv::Op::OpSource:
  case spv::Op::OpSourceExtension:
  case spv::Op::OpSourceContinued:
    return Section::Strings;
  case spv::Op::OpName:
  case spv::Op::OpMemberName:
    return Section::Names;
  case spv::Op::OpModuleProcessed:
    return Section::Processed;
  default:
    return Section::Rest;
  }
}

bool isContractionOff(const SpirvInstruction &instruction) {
  return instruction.opcode() == spv::Op::OpExecutionMode &&
         spv::ExecutionMode(instruction.words[2]) == spv::ExecutionMode::ContractionOff;
}

/// The back end writes some null pointers in the initialisers of structures and arrays as integers of value zero.
class NullPointers {
public:
  /// Remembers what types and numbers are declared.
  void see(const SpirvInstruction &instruction);
  /// An OpConstantComposite, with nulls of the members' types before it where it has need of them.
  void appendComposite(const SpirvInstruction &composite, std::vector<uint32_t> &out);

private:
  uint32_t memberType(uint32_t type, size_t index) const;

  std::set<uint32_t> pointers_, zeros_;               // types; constants
  std::map<uint32_t, std::vector<uint32_t>> members_; // of structures; of arrays one type for all
  std::map<uint32_t, uint32_t> nulls_;                // pointer type -> its null
};

void NullPointers::see(const SpirvInstruction &instruction) {
  const auto &words = instruction.words;
  switch (instruction.opcode()) {
  case spv::Op::OpTypePointer:
    pointers_.insert(words[1]);
    break;
  case spv::Op::OpTypeArray:
    members_[words[1]] = {words[2]};
    break;
  case spv::Op::OpTypeStruct:
    members_[words[1]].assign(words.begin() + 2, words.end());
    break;
  case spv::Op::OpConstant:
    if (std::all_of(words.begin() + 3, words.end(), [](uint32_t word) { return word == 0; }))
      zeros_.insert(words[2]);
    break;
  case spv::Op::OpConstantNull:
    if (pointers_.contains(words[1]))
      nulls_[words[1]] = words[2];
    else
      zeros_.insert(words[2]);
    break;
  default:
    break;
  }
}

uint32_t NullPointers::memberType(uint32_t type, size_t index) const {
  auto found = members_.find(type);
  if (found == members_.end() || found->second.empty())
    return 0;
  return found->second.size() == 1 ? found->second[0] : found->second[index];
}

void NullPointers::appendComposite(const SpirvInstruction &composite, std::vector<uint32_t> &out) {
  std::vector<uint32_t> words(composite.words.begin(), composite.words.end());
  for (size_t i = 3; i < words.size(); ++i) {
    uint32_t type = memberType(words[1], i - 3);
    if (!pointers_.contains(type) || !zeros_.contains(words[i]))
      continue;
    auto [null, isNew] = nulls_.try_emplace(type, out[boundWord]);
    if (isNew)
      out.insert(out.end(), {3u << 16 | uint32_t(spv::Op::OpConstantNull), type, out[boundWord]++});
    words[i] = null->second;
  }
  out.insert(out.end(), words.begin(), words.end());
}

// The back end repeats the operand of a null event used more than once; and it writes the null of an integer where the
// index of a structure's member must be an OpConstant.
void appendNull(const SpirvInstruction &null, const std::map<uint32_t, uint32_t> &integerBits,
                std::vector<uint32_t> &out) {
  uint32_t type = null.words[1], result = null.words[2];
  auto bits = integerBits.find(type);
  if (bits == integerBits.end()) {
    out.insert(out.end(), {3u << 16 | uint32_t(spv::Op::OpConstantNull), type, result});
    return;
  }
  uint32_t valueWords = bits->second > 32 ? 2 : 1;
  out.insert(out.end(), {(3 + valueWords) << 16 | uint32_t(spv::Op::OpConstant), type, result});
  out.resize(out.size() + valueWords, 0);
}

// The back end takes SPIR-V's Pure (may read memory) and Const (may not) for each other.
void appendFunction(const SpirvInstruction &function, std::vector<uint32_t> &out) {
  constexpr uint32_t pure = uint32_t(spv::FunctionControlMask::Pure),
                     constant = uint32_t(spv::FunctionControlMask::Const);
  uint32_t control = function.words[3];
  uint32_t swapped = control & ~(pure | constant);
  swapped |= (control & pure ? constant : 0) | (control & constant ? pure : 0);
  out.insert(out.end(), {function.words[0], function.words[1], function.words[2], swapped, function.words[4]});
}

// What the program declares gets its own name back. Before the name stand two or three words, behind it what is left.
void appendNamed(const SpirvInstruction &instruction, size_t at, std::vector<uint32_t> &out) {
  const auto &words = instruction.words;
  std::string_view name = instruction.text(at);
  if (!name.starts_with(ownImportPrefix)) {
    out.insert(out.end(), words.begin(), words.end());
    return;
  }
  const size_t begin = out.size(), rest = at + name.size() / sizeof(uint32_t) + 1;
  name.remove_prefix(ownImportPrefix.size());
  appendWithText(out, instruction.opcode(), {}, name);
  out.insert(out.begin() + begin + 1, words.begin() + 1, words.begin() + at);
  out.insert(out.end(), words.begin() + rest, words.end());
  out[begin] = uint32_t(out.size() - begin) << 16 | uint32_t(instruction.opcode());
}

/// The back end has 8 bits for the alignment of a private variable: 0 stands for 256 and more, and becomes the largest
/// that a variable can have.
void appendDecoration(const SpirvInstruction &decoration, std::vector<uint32_t> &out) {
  if (spv::Decoration(decoration.words[2]) == spv::Decoration::LinkageAttributes)
    return appendNamed(decoration, 3, out);
  out.insert(out.end(), decoration.words.begin(), decoration.words.end());
  if (spv::Decoration(decoration.words[2]) == spv::Decoration::Alignment && out.back() == 0)
    out.back() = static_cast<uint32_t>(MemoryAlignment);
}

} // namespace

/// Where the kernels' parameters are.
struct SpirvEditor::Layout {
  std::map<uint32_t, std::string_view> entryPoints;                          // function id -> kernel
  std::map<std::string_view, std::vector<uint32_t>, std::less<>> parameters; // kernel -> ids

  explicit Layout(std::span<const uint32_t> words) {
    std::vector<uint32_t> *current = nullptr;
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      if (instruction.opcode() == spv::Op::OpEntryPoint)
        entryPoints.emplace(instruction.words[2], instruction.text(3));
      if (instruction.opcode() == spv::Op::OpFunction) {
        auto found = entryPoints.find(instruction.words[2]);
        current = found == entryPoints.end() ? nullptr : &parameters[found->second];
      }
      if (instruction.opcode() == spv::Op::OpFunctionParameter && current)
        current->push_back(instruction.words[2]);
    });
  }
};

void SpirvEditor::addKernelArgs(const KernelArgs &kernel) { kernels.push_back(kernel); }

void SpirvEditor::addProcessed(std::string_view text) { processed.emplace_back(text); }

void SpirvEditor::emitNames(const Layout &layout, std::vector<uint32_t> &out) const {
  for (const KernelArgs &kernel : kernels) {
    auto found = layout.parameters.find(kernel.kernel);
    if (found == layout.parameters.end() || found->second.size() != kernel.names.size())
      continue;
    for (size_t i = 0; i < kernel.names.size(); ++i)
      appendWithText(out, spv::Op::OpName, {found->second[i]}, kernel.names[i]);
  }
}

std::vector<uint32_t> SpirvEditor::take() {
  Layout layout(words);
  std::vector<uint32_t> out(words.begin(), words.begin() + headerWords);
  out.reserve(words.size() + 256);
  auto emitStrings = [&](std::string_view prefix, const KernelArgs &kernel, const std::vector<std::string> &parts) {
    if (parts.empty())
      return;
    std::string text = std::string(prefix) + kernel.kernel + "." + llvm::join(parts, ",") + ",";
    appendWithText(out, spv::Op::OpString, {out[boundWord]++}, text);
  };
  Section section = Section::Modes;
  // What is added goes to the end of its section, before the first instruction of the next.
  auto enter = [&](Section next) {
    for (; section < next; section = Section(int(section) + 1)) {
      if (section == Section::Strings)
        for (const KernelArgs &kernel : kernels) {
          emitStrings("kernel_arg_type.", kernel, kernel.types);
          emitStrings("kernel_arg_type_qual.", kernel, kernel.qualifiers);
        }
      if (section == Section::Names)
        emitNames(layout, out);
      if (section == Section::Processed)
        for (const std::string &text : processed)
          appendWithText(out, spv::Op::OpModuleProcessed, {}, text);
    }
  };
  std::map<uint32_t, uint32_t> integerBits;
  NullPointers nullPointers;
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    nullPointers.see(instruction);
    enter(sectionOf(instruction.opcode()));
    if (instruction.opcode() == spv::Op::OpTypeInt)
      integerBits.emplace(instruction.words[1], instruction.words[2]);
    if (instruction.opcode() == spv::Op::OpConstantNull)
      return appendNull(instruction, integerBits, out);
    if (instruction.opcode() == spv::Op::OpConstantComposite)
      return nullPointers.appendComposite(instruction, out);
    if (instruction.opcode() == spv::Op::OpFunction)
      return appendFunction(instruction, out);
    if (instruction.opcode() == spv::Op::OpDecorate)
      return appendDecoration(instruction, out);
    if (instruction.opcode() == spv::Op::OpName)
      return appendNamed(instruction, 2, out);
    if (!dropContractionOff || !isContractionOff(instruction))
      out.insert(out.end(), instruction.words.begin(), instruction.words.end());
  });
  enter(Section::Rest);
  return out;
}

} // namespace lanecl::frontend
