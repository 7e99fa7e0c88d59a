#include "compiler/spirv/Module.h"
#include <bit>
#include <cstring>

namespace lanecl::spirv {

namespace {

using grammar::Category;
using grammar::OperandInfo;
using grammar::Quantifier;

/// Parses the operands of one instruction by the grammar.
class OperandParser {
public:
  OperandParser(Op op, std::span<const uint32_t> words, uint32_t bound, llvm::SmallVectorImpl<uint32_t> *ids = nullptr)
      : words_(words), bound_(bound), lastIsMode_(op == Op::ExtInst && endsWithMode(words)), ids_(ids) {}

  /// Null, or the rule that is broken.
  const char *parse(std::span<const OperandInfo> layout) {
    for (OperandInfo info : layout) {
      if (info.quantifier == Quantifier::One && atEnd())
        return "an operand is missing";
      bool more = info.quantifier == Quantifier::Any;
      do {
        if (atEnd())
          break;
        if (const char *rule = one(info.kind))
          return rule;
      } while (more && !stop_);
      if (stop_)
        break;
    }
    return nullptr;
  }

  bool finished() const { return atEnd() || stop_; }
  uint32_t resultType = 0, result = 0;
  size_t headWords = 0; ///< result type and result

private:
  bool atEnd() const { return next_ >= words_.size(); }

  const char *one(OperandKind kind) {
    const grammar::KindInfo &info = grammar::kind(kind);
    switch (info.category) {
    case Category::Id:
      return id(kind);
    case Category::Literal:
      return literal(kind);
    case Category::ValueEnum:
      return enumerant(kind, words_[next_++]);
    case Category::BitEnum:
      return bits(kind);
    case Category::Pair:
      // OpSwitch: its literals are as wide as the selector.
      stop_ = info.pair[0] == OperandKind::LiteralInteger;
      if (stop_)
        return nullptr;
      if (words_.size() - next_ < 2)
        return "the second half of a pair is missing";
      if (const char *rule = one(info.pair[0]))
        return rule;
      return one(info.pair[1]);
    }
    return nullptr;
  }

  const char *id(OperandKind kind) {
    uint32_t value = words_[next_++];
    if (lastIsMode_ && atEnd())
      return nullptr;
    // SPIR-V 2.3: all ids are > 0 and below the header's bound.
    if (value == 0 || value >= bound_)
      return "an id is 0 or not below the module's bound";
    if (ids_)
      ids_->push_back(uint32_t(next_)); // behind the word with the opcode
    if (kind == OperandKind::IdResultType)
      resultType = value, headWords = next_;
    if (kind == OperandKind::IdResult)
      result = value, headWords = next_;
    return nullptr;
  }

  const char *literal(OperandKind kind) {
    if (kind == OperandKind::LiteralString) {
      // SPIR-V 2.2.1: a string ends with a NUL byte inside the instruction.
      while (!atEnd()) {
        uint32_t word = words_[next_++];
        if (((word - 0x01010101u) & ~word & 0x80808080u) != 0)
          return nullptr;
      }
      return "a literal string does not end";
    }
    // Their width depends on a type, or what follows on the literal: the handlers read the rest.
    if (kind == OperandKind::LiteralContextDependentNumber || kind == OperandKind::LiteralSpecConstantOpInteger)
      stop_ = true;
    ++next_;
    return nullptr;
  }

  const char *enumerant(OperandKind kind, uint32_t value) {
    const grammar::Enumerant *known = grammar::enumerant(kind, value);
    // A value newer than the grammar: its operands cannot be told from what follows.
    stop_ = stop_ || !known;
    return known ? parse(known->operands()) : nullptr;
  }

  const char *bits(OperandKind kind) {
    uint32_t mask = words_[next_++];
    for (; mask && !stop_; mask &= mask - 1)
      if (const char *rule = enumerant(kind, mask & -mask))
        return rule;
    return nullptr;
  }

  /// The grammar takes all operands of OpExtInst for ids; these end with an FPRoundingMode, which is 0 for RTE.
  static bool endsWithMode(std::span<const uint32_t> words) {
    constexpr size_t Number = 3;
    if (words.size() <= Number)
      return false;
    auto number = OpenCLStd(words[Number]);
    return number == OpenCLStd::vstore_half_r || number == OpenCLStd::vstore_halfn_r ||
           number == OpenCLStd::vstorea_halfn_r;
  }

  std::span<const uint32_t> words_;
  uint32_t bound_;
  bool lastIsMode_;
  llvm::SmallVectorImpl<uint32_t> *ids_;
  size_t next_ = 0;
  bool stop_ = false;
};

bool continues(Op op) {
  return op == Op::TypeStructContinuedINTEL || op == Op::ConstantCompositeContinuedINTEL ||
         op == Op::SpecConstantCompositeContinuedINTEL || op == Op::CompositeConstructContinuedINTEL;
}

/// Appends the operands of a continuation to the instruction before it.
void append(Module &module, std::span<const uint32_t> operands) {
  Instruction &last = module.instructions.back();
  if (module.merged.empty() || module.merged.back().data() != last.operands.data())
    module.merged.emplace_back(last.operands.begin(), last.operands.end());
  std::vector<uint32_t> &words = module.merged.back();
  words.insert(words.end(), operands.begin(), operands.end());
  last.operands = words;
}

llvm::Error parseInstruction(Module &module, std::span<const uint32_t> words, uint32_t position) {
  Instruction instruction;
  instruction.op = Op(words[0] & 0xFFFF);
  instruction.position = position;
  const grammar::Instruction *known = grammar::instruction(instruction.op);
  if (!known)
    return failure("unknown instruction " + llvm::Twine(words[0] & 0xFFFF) + " at word " + llvm::Twine(position));
  std::span<const uint32_t> operands = words.subspan(1);
  if (continues(instruction.op)) {
    if (module.instructions.empty())
      return invalid(instruction, "continues nothing");
    append(module, operands);
    return llvm::Error::success();
  }
  OperandParser parser(instruction.op, operands, module.bound);
  const char *rule = parser.parse(known->operands());
  instruction.resultType = TypeId(parser.resultType);
  instruction.result = ValueId(parser.result);
  if (rule)
    return invalid(instruction, rule);
  // LLVM's back end writes a surplus word behind the null constant of an event.
  if (!parser.finished() && instruction.op != Op::ConstantNull)
    return invalid(instruction, "has more operands than its layout");
  instruction.operands = operands.subspan(parser.headWords);
  if (parser.result) {
    // SPIR-V 2.16.1: every result id has exactly one definition.
    if (module.definitions[parser.result])
      return invalid(instruction, "defines an id a second time");
    module.definitions[parser.result] = uint32_t(module.instructions.size()) + 1;
  }
  module.instructions.push_back(instruction);
  return llvm::Error::success();
}

} // namespace

llvm::StringRef Instruction::string(uint32_t i, uint32_t *words) const {
  if (i >= operands.size()) {
    if (words)
      *words = 0;
    return {};
  }
  // Words hold four characters each, lowest byte first: on a little-endian host this is plain text.
  static_assert(std::endian::native == std::endian::little);
  auto *text = reinterpret_cast<const char *>(operands.data() + i);
  size_t limit = (operands.size() - i) * sizeof(uint32_t);
  size_t length = strnlen(text, limit);
  if (words)
    *words = uint32_t(length / sizeof(uint32_t)) + 1;
  return {text, length};
}

llvm::Error failure(const llvm::Twine &text) { return llvm::createStringError(llvm::inconvertibleErrorCode(), text); }

llvm::Error invalid(const Instruction &instruction, const llvm::Twine &rule) {
  const grammar::Instruction *known = grammar::instruction(instruction.op);
  std::string text = known ? std::string(known->name) : "instruction " + std::to_string(unsigned(instruction.op));
  if (instruction.result.number)
    text += " %" + std::to_string(instruction.result.number);
  return failure(text + " at word " + llvm::Twine(instruction.position) + ": " + rule);
}

llvm::SmallVector<uint32_t, 8> idPositions(std::span<const uint32_t> words) {
  llvm::SmallVector<uint32_t, 8> positions;
  const Op op = Op(words[0] & 0xFFFF);
  if (const grammar::Instruction *known = grammar::instruction(op))
    OperandParser(op, words.subspan(1), UINT32_MAX, &positions).parse(known->operands());
  return positions;
}

llvm::Expected<Module> parse(std::span<const uint32_t> words) {
  if (words.size() < HeaderWords || words[0] != MagicNumber)
    return failure("not a SPIR-V module: no magic number");
  Module module;
  module.version = words[1];
  module.bound = words[3];
  // SPIR-V 2.17: a bound up to 0x3FFFFF is to be supported; more would only cost memory.
  if (module.bound > 0x3FFFFF)
    return failure("the id bound " + llvm::Twine(module.bound) + " is above the universal limit of 4194303");
  module.definitions.resize(module.bound);
  module.instructions.reserve(words.size() / 4);
  for (size_t position = HeaderWords; position < words.size();) {
    uint32_t length = words[position] >> 16;
    if (length == 0 || length > words.size() - position)
      return failure("the instruction at word " + llvm::Twine(position) + " is cut off or has no words");
    if (llvm::Error error = parseInstruction(module, words.subspan(position, length), uint32_t(position)))
      return error;
    position += length;
  }
  return module;
}

void appendText(std::vector<uint32_t> &out, Op op, llvm::ArrayRef<uint32_t> operands, llvm::StringRef text) {
  size_t textWords = text.size() / sizeof(uint32_t) + 1;
  out.push_back(uint32_t(1 + operands.size() + textWords) << 16 | uint32_t(op));
  out.insert(out.end(), operands.begin(), operands.end());
  size_t at = out.size();
  out.resize(at + textWords, 0);
  std::memcpy(out.data() + at, text.data(), text.size());
}

} // namespace lanecl::spirv
