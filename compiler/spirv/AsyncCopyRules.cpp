#include "compiler/spirv/AsyncCopyRules.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace lanecl::spirv {

namespace {

enum class Role : uint8_t { Destination, Source, Size, Event };

struct OperandRule {
  const char *name;
  Role role;
};

struct CopyRule {
  const char *name;
  std::span<const OperandRule> operands;
};

constexpr OperandRule operands2D[] = {
    {"Destination", Role::Destination},
    {"Destination Offset", Role::Size},
    {"Source", Role::Source},
    {"Source Offset", Role::Size},
    {"Num Bytes Per Element", Role::Size},
    {"Num Elements Per Line", Role::Size},
    {"Num Lines", Role::Size},
    {"Source Line Length", Role::Size},
    {"Destination Line Length", Role::Size},
    {"Event", Role::Event},
};

constexpr OperandRule operands3D[] = {
    {"Destination", Role::Destination},
    {"Destination Offset", Role::Size},
    {"Source", Role::Source},
    {"Source Offset", Role::Size},
    {"Num Bytes Per Element", Role::Size},
    {"Num Elements Per Line", Role::Size},
    {"Num Lines", Role::Size},
    {"Num Planes", Role::Size},
    {"Source Line Length", Role::Size},
    {"Source Plane Area", Role::Size},
    {"Destination Line Length", Role::Size},
    {"Destination Plane Area", Role::Size},
    {"Event", Role::Event},
};

/// By number, from 1.
constexpr CopyRule copyRules[] = {{"GroupAsyncCopy2D2D", operands2D}, {"GroupAsyncCopy3D3D", operands3D}};

/// Words of OpExtInst before the operands: set and number.
constexpr uint32_t FirstOperand = 2;

class CopyCheck {
public:
  CopyCheck(const Module &module, const Instruction &instruction) : module_(module), instruction_(instruction) {}

  llvm::Error run() {
    uint32_t number = instruction_.literal(1);
    if (number == 0 || number > std::size(copyRules))
      return invalid(instruction_, "Codeplay.GroupAsyncCopies has no instruction " + llvm::Twine(number) +
                                       "; it has 1 (GroupAsyncCopy2D2D) and 2 (GroupAsyncCopy3D3D)");
    rule_ = &copyRules[number - 1];
    if (instruction_.count() != FirstOperand + rule_->operands.size())
      return broken("has " + llvm::Twine(rule_->operands.size()) + " operands, not " +
                    llvm::Twine(int(instruction_.count()) - int(FirstOperand)));
    // "Result Type must be an object of OpTypeEvent."
    if (opOf(module_.definition(instruction_.resultType.number)) != Op::TypeEvent)
      return broken("Result Type must be OpTypeEvent");
    for (size_t i = 0; i < rule_->operands.size(); ++i)
      if (llvm::Error error = operand(rule_->operands[i], typeOf(FirstOperand + uint32_t(i))))
        return error;
    return spaces();
  }

private:
  llvm::Error broken(const llvm::Twine &rule) { return invalid(instruction_, llvm::Twine(rule_->name) + ": " + rule); }

  static Op opOf(const Instruction *definition) { return definition ? definition->op : Op::Nop; }

  const Instruction *typeOf(uint32_t i) {
    const Instruction *value = module_.definition(instruction_.literal(i));
    return value ? module_.definition(value->resultType.number) : nullptr;
  }

  static StorageClass storage(const Instruction &pointer) { return StorageClass(pointer.literal(0)); }

  llvm::Error operand(const OperandRule &rule, const Instruction *type) {
    switch (rule.role) {
    case Role::Destination:
    case Role::Source:
      // "Destination must be OpTypePointer with a storage class of either Workgroup or CrossWorkgroup."
      if (opOf(type) != Op::TypePointer ||
          (storage(*type) != StorageClass::Workgroup && storage(*type) != StorageClass::CrossWorkgroup))
        return broken(llvm::Twine(rule.name) +
                      " must be OpTypePointer with a storage class of Workgroup or CrossWorkgroup");
      break;
    case Role::Size:
      // "... must be ... a 64-bit OpTypeInt when the addressing model is Physical64." Physical32 was refused.
      if (opOf(type) != Op::TypeInt || type->literal(0) != 64)
        return broken(llvm::Twine(rule.name) + " must be a 64-bit OpTypeInt, as the addressing model is Physical64");
      break;
    case Role::Event:
      if (opOf(type) != Op::TypeEvent)
        return broken("Event must be an object of OpTypeEvent");
      break;
    }
    return llvm::Error::success();
  }

  // "Source must be OpTypePointer with a storage class of CrossWorkgroup when Destination is Workgroup or Workgroup
  // when Destination is CrossWorkgroup."
  llvm::Error spaces() {
    StorageClass destination = storage(*typeOf(FirstOperand)), source = storage(*typeOf(FirstOperand + 2));
    if (destination == source)
      return broken(destination == StorageClass::Workgroup
                        ? "Source must have the storage class CrossWorkgroup when Destination is Workgroup"
                        : "Source must have the storage class Workgroup when Destination is CrossWorkgroup");
    return llvm::Error::success();
  }

  const Module &module_;
  const Instruction &instruction_;
  const CopyRule *rule_ = nullptr;
};

/// Kernel is declared, or comes with a capability that is (SPIR-V 3.31: implicitly declared).
bool declaresKernel(const Module &module) {
  llvm::SmallVector<uint32_t, 16> pending;
  llvm::DenseSet<uint32_t> seen;
  for (const Instruction &instruction : module.instructions)
    if (instruction.op == Op::Capability)
      pending.push_back(instruction.literal(0));
  while (!pending.empty()) {
    uint32_t capability = pending.pop_back_val();
    if (Capability(capability) == Capability::Kernel)
      return true;
    const grammar::Enumerant *known = grammar::enumerant(OperandKind::Capability, capability);
    if (known && seen.insert(capability).second)
      pending.append(known->capabilities().begin(), known->capabilities().end());
  }
  return false;
}

llvm::DenseSet<uint32_t> importedSets(const Module &module) {
  llvm::DenseSet<uint32_t> sets;
  for (const Instruction &instruction : module.instructions)
    if (instruction.op == Op::ExtInstImport && isAsyncCopySet(instruction.string(0)))
      sets.insert(instruction.result.number);
  return sets;
}

/// Writes the module anew for SPIRV-Tools.
class ValidatorView {
public:
  ValidatorView(const Module &module, std::span<const uint32_t> words, llvm::DenseSet<uint32_t> sets)
      : module_(module), words_(words), sets_(std::move(sets)) {
    out_.assign(words.begin(), words.begin() + HeaderWords);
    for (const Instruction &instruction : module.instructions) {
      if (instruction.op == Op::TypeVoid)
        void_ = instruction.result.number;
      hasExtension_ |= instruction.op == Op::Extension && instruction.string(0) == Extension;
    }
  }

  std::vector<uint32_t> take() {
    if (!declaresKernel(module_))
      out_.insert(out_.end(), {2u << 16 | uint32_t(Op::Capability), uint32_t(Capability::Kernel)});
    for (size_t i = 0; i < module_.instructions.size(); ++i) {
      bool last = i + 1 == module_.instructions.size();
      rewrite(module_.instructions[i], last ? words_.size() : module_.instructions[i + 1].position);
    }
    return std::move(out_);
  }

private:
  static constexpr llvm::StringLiteral Extension = "SPV_KHR_non_semantic_info";

  /// `end`: of its words and those of its continuations.
  void rewrite(const Instruction &instruction, size_t end) {
    // Before SPIR-V 1.6 a module must say that it has such sets; this one need not.
    if (!hasExtension_ && instruction.op == Op::ExtInstImport) {
      appendText(out_, Op::Extension, {}, Extension);
      hasExtension_ = true;
    }
    if (instruction.op == Op::ExtInstImport && sets_.contains(instruction.result.number))
      return appendText(out_, Op::ExtInstImport, {instruction.result.number}, "NonSemantic.Codeplay.GroupAsyncCopies");
    if (instruction.op == Op::TypeEvent && !void_) {
      void_ = out_[3]++;
      out_.insert(out_.end(), {2u << 16 | uint32_t(Op::TypeVoid), void_});
    }
    size_t begin = out_.size();
    out_.insert(out_.end(), words_.begin() + instruction.position, words_.begin() + end);
    if (instruction.op != Op::ExtInst || !sets_.contains(instruction.literal(0)))
      return;
    out_[begin + 1] = void_;
    out_[begin + 2] = out_[3]++;
    out_.insert(out_.end(), {3u << 16 | uint32_t(Op::Undef), instruction.resultType.number, instruction.result.number});
  }

  const Module &module_;
  std::span<const uint32_t> words_;
  llvm::DenseSet<uint32_t> sets_;
  std::vector<uint32_t> out_;
  uint32_t void_ = 0;
  bool hasExtension_ = false;
};

} // namespace

bool isAsyncCopySet(llvm::StringRef name) {
  name.consume_front("NonSemantic.");
  return name == "Codeplay.GroupAsyncCopies";
}

llvm::Error checkAsyncCopies(const Module &module) {
  llvm::DenseSet<uint32_t> sets = importedSets(module);
  if (sets.empty())
    return llvm::Error::success();
  // "The library can only be imported when the Kernel capability is specified."
  if (!declaresKernel(module))
    return failure("Codeplay.GroupAsyncCopies can only be imported when the capability Kernel is declared");
  for (const Instruction &instruction : module.instructions)
    if (instruction.op == Op::ExtInst && sets.contains(instruction.literal(0)))
      if (llvm::Error error = CopyCheck(module, instruction).run())
        return error;
  return llvm::Error::success();
}

std::vector<uint32_t> withUnusedCopyResults(const Module &module, std::span<const uint32_t> words) {
  llvm::DenseSet<uint32_t> sets = importedSets(module);
  return sets.empty() ? std::vector<uint32_t>() : ValidatorView(module, words, std::move(sets)).take();
}

} // namespace lanecl::spirv
