// First pass over a module: everything that later instructions ask for by id - names, decorations, entry points,
// execution modes, extended sets - and what the front end carries as text.
#include "compiler/image/OptionWords.h"
#include "compiler/spirv/DebugLines.h"
#include "compiler/spirv/Translation.h"
#include "llvm/ADT/StringSwitch.h"

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

void Translation::collect(const Instruction &instruction) {
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
    contract &= ExecutionMode(instruction.literal(1)) != ExecutionMode::ContractionOff;
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
    if (!ownLines_)
      ownLines_ = std::make_unique<DebugLines>(*this);
    break;
  default:
    break;
  }
}

void Translation::collectAnnotations() {
  for (const Instruction &instruction : module.instructions)
    collect(instruction);
  for (const std::string &option : options.linkOptions)
    setOption(flags, option);
  lines = ownLines_.get();
  moduleFlags_ = mathFlags(flags, contract);
}

} // namespace lanecl::spirv
