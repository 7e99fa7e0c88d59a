#include "compiler/spirv/Join.h"
#include "compiler/spirv/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <array>
#include <utility>

namespace lanecl::spirv {
namespace {

/// SPIR-V 2.4: the order of a module.
enum class Section : uint8_t {
  Capabilities,
  Extensions,
  Imports,
  Model,
  EntryPoints,
  Modes,
  Strings,
  Names,
  Processed,
  Annotations,
  Globals,
  Declarations,
  Definitions,
  Count
};

/// Of what may stand in front of the functions.
std::optional<Section> sectionOf(Op op) {
  switch (op) {
  case Op::Capability:
    return Section::Capabilities;
  case Op::Extension:
    return Section::Extensions;
  case Op::ExtInstImport:
    return Section::Imports;
  case Op::MemoryModel:
    return Section::Model;
  case Op::EntryPoint:
    return Section::EntryPoints;
  case Op::ExecutionMode:
    return Section::Modes;
  case Op::String:
  case Op::Source:
    return Section::Strings;
  case Op::Name:
  case Op::MemberName:
    return Section::Names;
  case Op::ModuleProcessed:
    return Section::Processed;
  case Op::Decorate:
  case Op::MemberDecorate:
    return Section::Annotations;
  case Op::ConstantTrue:
  case Op::ConstantFalse:
  case Op::Constant:
  case Op::ConstantComposite:
  case Op::ConstantSampler:
  case Op::ConstantNull:
  case Op::Undef:
  case Op::Variable:
    return Section::Globals;
  case Op::TypeForwardPointer:
    return std::nullopt;
  default:
    // A result that has no type is one.
    const grammar::Instruction *known = grammar::instruction(op);
    const bool isType = known && known->operandCount != 0 && known->operands().front().kind == OperandKind::IdResult;
    return isType ? std::optional(Section::Globals) : std::nullopt;
  }
}

/// What names and annotations say of an id of a part.
struct Said {
  std::string words;
  bool isOfOthers = false; ///< another module's, or the device's
};

class Joiner {
public:
  bool add(std::span<const uint32_t> words);
  std::vector<uint32_t> take() const;

private:
  using Words = llvm::SmallVector<uint32_t, 32>;

  bool readSaid();
  bool defineOutside();
  bool defineFunction(size_t first, size_t end);
  bool emitRest();
  std::optional<Words> renumbered(const Instruction &instruction, uint32_t exceptFor = 0);
  bool renumberLabels(const Instruction &instruction, Words &words) const;
  std::span<const uint32_t> wordsOf(const Instruction &instruction) const {
    return words_.subspan(instruction.position, words_[instruction.position] >> 16);
  }
  uint32_t isNew(uint32_t old) { return ids_[old] = bound_++; }
  void append(Section section, llvm::ArrayRef<uint32_t> words) {
    llvm::append_range(sections_[size_t(section)], words);
  }
  bool define(const Instruction &instruction, Section section, bool isShared);
  static std::string keyOf(llvm::ArrayRef<uint32_t> words) {
    return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
  }

  // Of all parts.
  std::array<std::vector<uint32_t>, size_t(Section::Count)> sections_;
  std::vector<uint32_t> header_;
  uint32_t bound_ = 1;
  llvm::StringMap<uint32_t> known_; ///< what has one id in all parts, by its words and what is said of it
  llvm::StringSet<> once_, exported_;

  // Of one.
  std::span<const uint32_t> words_;
  Module module_;
  std::vector<uint32_t> ids_; ///< by the part's; 0: none yet
  llvm::DenseMap<uint32_t, Said> said_;
  llvm::DenseSet<uint32_t> shared_; ///< ids whose names and annotations another part had
};

bool Joiner::readSaid() {
  for (const Instruction &instruction : module_.instructions) {
    auto section = sectionOf(instruction.op);
    if (section != Section::Names && section != Section::Annotations)
      continue;
    Said &said = said_[instruction.literal(0)];
    said.words += keyOf(llvm::ArrayRef(uint32_t(instruction.op)));
    said.words += keyOf(llvm::ArrayRef(instruction.operands.data(), instruction.operands.size()).drop_front());
    if (instruction.op != Op::Decorate)
      continue;
    const auto what = Decoration(instruction.literal(1));
    said.isOfOthers |= what == Decoration::BuiltIn;
    if (what != Decoration::LinkageAttributes)
      continue;
    uint32_t length = 0;
    llvm::StringRef name = instruction.string(2, &length);
    if (LinkageType(instruction.literal(2 + length)) == LinkageType::Import)
      said.isOfOthers = true;
    else if (!exported_.insert(name).second)
      return false;
  }
  return true;
}

/// Its words with the new ids. Nothing when one has no new id yet; but `exceptFor` may, which is left.
std::optional<Joiner::Words> Joiner::renumbered(const Instruction &instruction, uint32_t exceptFor) {
  std::span<const uint32_t> old = wordsOf(instruction);
  Words words(old.begin(), old.end());
  for (uint32_t position : idPositions(old)) {
    uint32_t &id = words[position];
    if (exceptFor && id == exceptFor)
      continue;
    id = ids_[id];
    if (!id)
      return std::nullopt;
  }
  if (instruction.op == Op::Switch && !renumberLabels(instruction, words))
    return std::nullopt;
  return words;
}

/// Of OpSwitch: each behind a literal that is as wide as the selector.
bool Joiner::renumberLabels(const Instruction &instruction, Words &words) const {
  constexpr size_t FirstLiteral = 3;
  const Instruction *selector = module_.definition(instruction.literal(0));
  const Instruction *type = selector ? module_.definition(selector->resultType.number) : nullptr;
  if (!type || type->op != Op::TypeInt)
    return false;
  const size_t literal = type->literal(0) > 32 ? 2 : 1;
  for (size_t label = FirstLiteral + literal; label < words.size(); label += literal + 1) {
    words[label] = words[label] < ids_.size() ? ids_[words[label]] : 0;
    if (!words[label])
      return false;
  }
  return true;
}

/// What stands alone; the same as in another part when it says the same.
bool Joiner::define(const Instruction &instruction, Section section, bool isShared) {
  const uint32_t old = instruction.result.number;
  auto words = renumbered(instruction, old);
  if (!words)
    return false;
  const size_t place = instruction.resultType.number ? 2 : 1;
  (*words)[place] = 0;
  if (isShared) {
    auto [entry, isFirst] = known_.try_emplace(keyOf(*words) + said_.lookup(old).words, bound_);
    if (!isFirst) {
      ids_[old] = entry->second;
      shared_.insert(old);
      return true;
    }
  }
  (*words)[place] = isNew(old);
  append(section, *words);
  return true;
}

/// Gives ids to all that stands outside of functions, and to what functions define.
bool Joiner::defineOutside() {
  const std::vector<Instruction> &all = module_.instructions;
  for (size_t i = 0; i < all.size(); ++i) {
    const Instruction &instruction = all[i];
    if (instruction.op == Op::Function) {
      size_t end = i;
      while (end < all.size() && all[end].op != Op::FunctionEnd)
        ++end;
      if (end == all.size() || !defineFunction(i, end))
        return false;
      i = end;
      continue;
    }
    auto section = sectionOf(instruction.op);
    if (!section)
      return false;
    if (instruction.op == Op::String)
      isNew(instruction.result.number);
    if (section != Section::Globals && section != Section::Imports)
      continue;
    const bool isShared = instruction.op != Op::Variable || said_.lookup(instruction.result.number).isOfOthers;
    if (!define(instruction, *section, isShared))
      return false;
  }
  return true;
}

/// A definition's own ids; a declaration as a whole, which another part may have, too.
bool Joiner::defineFunction(size_t first, size_t end) {
  const llvm::ArrayRef<Instruction> all = llvm::ArrayRef(module_.instructions).slice(first, end - first + 1);
  const bool isDefined = llvm::any_of(all, [](const Instruction &inner) { return inner.op == Op::Label; });
  auto head = renumbered(all.front(), all.front().result.number);
  if (!head)
    return false;
  (*head)[2] = 0;
  std::string key = keyOf(*head);
  for (const Instruction &inner : all)
    if (uint32_t old = inner.result.number)
      key += said_.lookup(old).words + '\n';
  auto known = known_.find(key);
  if (!isDefined && known != known_.end()) {
    uint32_t id = known->second; // its parameters have the ids behind its own
    for (const Instruction &inner : all)
      if (uint32_t old = inner.result.number) {
        ids_[old] = id++;
        shared_.insert(old);
      }
    return true;
  }
  if (!isDefined)
    known_[key] = bound_;
  for (const Instruction &inner : all)
    if (uint32_t old = inner.result.number)
      isNew(old);
  if (isDefined)
    return true;
  for (const Instruction &inner : all) {
    auto words = renumbered(inner);
    if (!words)
      return false;
    append(Section::Declarations, *words);
  }
  return true;
}

/// What has no id of its own to be given, and the functions' bodies.
bool Joiner::emitRest() {
  bool isInside = false;
  const std::vector<Instruction> &all = module_.instructions;
  for (size_t i = 0; i < all.size(); ++i) {
    const Instruction &instruction = all[i];
    if (instruction.op == Op::Function) {
      size_t body = i + 1;
      while (all[body].op == Op::FunctionParameter)
        ++body;
      isInside = all[body].op == Op::Label;
      if (!isInside)
        i = body;
    }
    if (isInside) {
      auto words = renumbered(instruction);
      if (!words)
        return false;
      append(Section::Definitions, *words);
      isInside = instruction.op != Op::FunctionEnd;
      continue;
    }
    auto section = sectionOf(instruction.op);
    if (!section || section == Section::Globals || section == Section::Imports)
      continue;
    const bool isOfAnId = section == Section::Names || section == Section::Annotations;
    if (isOfAnId && shared_.contains(instruction.literal(0)))
      continue;
    auto words = renumbered(instruction);
    if (!words)
      return false;
    // Those that say something of the whole module.
    const bool isOfAll = !isOfAnId && section != Section::EntryPoints && section != Section::Modes;
    if (!isOfAll || once_.insert(keyOf(*words)).second)
      append(*section, *words);
  }
  return true;
}

bool Joiner::add(std::span<const uint32_t> words) {
  auto parsed = parse(words);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return false;
  }
  words_ = words;
  module_ = std::move(*parsed);
  std::vector<uint32_t> header(words.begin(), words.begin() + HeaderWords);
  header[3] = 0; // the bound
  if (header_.empty())
    header_ = header;
  if (header != header_ || !module_.merged.empty())
    return false;
  ids_.assign(module_.bound, 0);
  said_.clear();
  shared_.clear();
  constexpr size_t ModelWords = 3;
  return readSaid() && defineOutside() && emitRest() && sections_[size_t(Section::Model)].size() == ModelWords;
}

std::vector<uint32_t> Joiner::take() const {
  std::vector<uint32_t> whole = header_;
  whole[3] = bound_;
  for (const std::vector<uint32_t> &section : sections_)
    llvm::append_range(whole, section);
  return whole;
}

} // namespace

std::optional<std::vector<uint32_t>> join(std::span<const std::vector<uint32_t>> parts) {
  Joiner joiner;
  for (const std::vector<uint32_t> &part : parts)
    if (!joiner.add(part))
      return std::nullopt;
  return parts.empty() ? std::nullopt : std::optional(joiner.take());
}

} // namespace lanecl::spirv
