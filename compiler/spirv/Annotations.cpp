#include "compiler/spirv/Annotations.h"
#include "compiler/image/OptionWords.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

namespace lanecl::spirv {

namespace {

constexpr llvm::StringRef OptionsPrefix = "lanecl.options:";

struct OptionRow {
  llvm::StringRef name;
  bool ModuleOptions::*flag;
};

constexpr OptionRow optionRows[] = {
    {"denorms-are-zero", &ModuleOptions::denormsAreZero},
    {"mad-enable", &ModuleOptions::madEnable},
    {"fp32-correctly-rounded-divide-sqrt", &ModuleOptions::correctlyRounded},
    {"unsafe-math-optimizations", &ModuleOptions::unsafeMath},
    {"finite-math-only", &ModuleOptions::finiteMathOnly},
    {"no-signed-zeros", &ModuleOptions::noSignedZeros},
    {"fast-relaxed-math", &ModuleOptions::fastRelaxedMath},
    {"opt-disable", &ModuleOptions::optDisable},
    {"uniform-work-group-size", &ModuleOptions::uniformWorkGroupSize},
    {"kernel-arg-info", &ModuleOptions::kernelArgInfo},
    {RobustOption, &ModuleOptions::robust},
};

void setOption(ModuleOptions &flags, llvm::StringRef name) {
  for (const OptionRow &row : optionRows)
    if (row.name == name)
      flags.*row.flag = true;
}

void readOptions(ModuleOptions &flags, llvm::StringRef text) {
  if (!text.consume_front(OptionsPrefix))
    return;
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ', -1, false);
  for (llvm::StringRef word : words)
    setOption(flags, word);
}

/// OpenCL C 3.0 and API 5.8.6.3: what each option allows.
llvm::FastMathFlags mathFlags(const ModuleOptions &flags, bool contract) {
  llvm::FastMathFlags math;
  bool unsafe = flags.unsafeMath || flags.fastRelaxedMath;
  math.setAllowContract(contract || flags.madEnable || unsafe);
  if (flags.noSignedZeros || unsafe)
    math.setNoSignedZeros();
  if (unsafe) {
    math.setAllowReassoc();
    math.setAllowReciprocal();
    math.setApproxFunc();
  }
  if (flags.finiteMathOnly || flags.fastRelaxedMath) {
    math.setNoNaNs();
    math.setNoInfs();
  }
  return math;
}

uint32_t setOf(llvm::StringRef name) {
  return llvm::StringSwitch<uint32_t>(name)
      .Case("OpenCL.std", SetOpenCL)
      .Cases({"NonSemantic.Codeplay.GroupAsyncCopies", "Codeplay.GroupAsyncCopies"}, SetGroupAsyncCopies)
      .Default(SetIgnored);
}

} // namespace

void Annotations::collect(const Instruction &instruction) {
  switch (instruction.op) {
  case Op::Name:
    names_[instruction.literal(0)] = instruction.string(1);
    break;
  case Op::Decorate:
  case Op::DecorateId:
    hasPackedStructs |= Decoration(instruction.literal(1)) == Decoration::CPacked;
    decorations_[instruction.literal(0)].push_back(
        {Decoration(instruction.literal(1)), -1, instruction.operands.subspan(2)});
    break;
  case Op::MemberDecorate:
    decorations_[instruction.literal(0)].push_back(
        {Decoration(instruction.literal(2)), int32_t(instruction.literal(1)), instruction.operands.subspan(3)});
    break;
  case Op::GroupDecorate:
    for (uint32_t i = 1; i < instruction.count(); ++i)
      for (Decorated copy : llvm::SmallVector<Decorated, 2>(decorations_[instruction.literal(0)]))
        decorations_[instruction.literal(i)].push_back(copy);
    break;
  case Op::GroupMemberDecorate:
    for (uint32_t i = 1; i + 1 < instruction.count(); i += 2)
      for (Decorated copy : llvm::SmallVector<Decorated, 2>(decorations_[instruction.literal(0)])) {
        copy.member = int32_t(instruction.literal(i + 1));
        decorations_[instruction.literal(i)].push_back(copy);
      }
    break;
  case Op::EntryPoint:
    entryPoints.push_back({instruction.id(1), instruction.string(2).str()});
    break;
  case Op::ExecutionMode:
  case Op::ExecutionModeId:
    executionModes.push_back({instruction.id(0), ExecutionMode(instruction.literal(1)), instruction.operands.subspan(2),
                              instruction.op == Op::ExecutionModeId});
    contract_ &= ExecutionMode(instruction.literal(1)) != ExecutionMode::ContractionOff;
    break;
  case Op::String:
    strings.emplace_back(instruction.result, instruction.string(0));
    break;
  case Op::ModuleProcessed:
    readOptions(flags, instruction.string(0));
    break;
  case Op::ExtInstImport:
    extendedSets[instruction.result.number] = setOf(instruction.string(0));
    break;
  case Op::Line:
    hasLines = true;
    break;
  default:
    break;
  }
}

Annotations::Annotations(const Module &module, std::span<const std::string> linkOptions) {
  for (const Instruction &instruction : module.instructions)
    collect(instruction);
  for (const std::string &option : linkOptions)
    setOption(flags, option);
  moduleFlags_ = mathFlags(flags, contract_);
}

std::span<const Decorated> Annotations::decorations(uint32_t id) const {
  auto found = decorations_.find(id);
  return found == decorations_.end() ? std::span<const Decorated>() : std::span<const Decorated>(found->second);
}

bool Annotations::has(ValueId id, Decoration decoration) const {
  return std::ranges::any_of(decorations(id.number),
                             [&](const Decorated &d) { return d.member < 0 && d.decoration == decoration; });
}

std::optional<uint32_t> Annotations::decorationWord(ValueId id, Decoration decoration) const {
  for (const Decorated &d : decorations(id.number))
    if (d.member < 0 && d.decoration == decoration && !d.operands.empty())
      return d.operands[0];
  return std::nullopt;
}

llvm::FastMathFlags Annotations::fastMath(const Instruction &instruction) const {
  llvm::FastMathFlags math = moduleFlags_;
  if (has(instruction.result, Decoration::NoContraction))
    math.setAllowContract(false);
  if (auto mode = decorationWord(instruction.result, Decoration::FPFastMathMode)) {
    auto bit = [&](FPFastMathMode which) { return (*mode & uint32_t(which)) != 0; };
    if (bit(FPFastMathMode::Fast))
      math.setFast();
    if (bit(FPFastMathMode::NotNaN))
      math.setNoNaNs();
    if (bit(FPFastMathMode::NotInf))
      math.setNoInfs();
    if (bit(FPFastMathMode::NSZ))
      math.setNoSignedZeros();
    if (bit(FPFastMathMode::AllowRecip))
      math.setAllowReciprocal();
    if (bit(FPFastMathMode::AllowContract))
      math.setAllowContract();
    if (bit(FPFastMathMode::AllowReassoc))
      math.setAllowReassoc();
  }
  return math;
}

std::optional<FPRoundingMode> Annotations::rounding(const Instruction &instruction) const {
  auto mode = decorationWord(instruction.result, Decoration::FPRoundingMode);
  return mode ? std::optional(FPRoundingMode(*mode)) : std::nullopt;
}

llvm::StringRef Annotations::name(uint32_t id) const { return names_.lookup(id); }

std::optional<BuiltIn> Annotations::builtIn(ValueId id) const {
  auto which = decorationWord(id, Decoration::BuiltIn);
  return which ? std::optional(BuiltIn(*which)) : std::nullopt;
}

} // namespace lanecl::spirv
