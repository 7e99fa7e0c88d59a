#include "compiler/spirv/Validate.h"
#include "compiler/Compiler.h"
#include "compiler/spirv/AsyncCopyRules.h"
#include "compiler/spirv/HintRules.h"
#include "compiler/spirv/Translation.h"
#include "spirv-tools/libspirv.hpp"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>

namespace lanecl::spirv {

namespace {

/// Everything that a handler exists for. Groups of one feature stand together.
constexpr Capability implemented[] = {
    Capability::Kernel,
    Capability::Addresses,
    Capability::Linkage,
    Capability::GenericPointer,
    Capability::Vector16,
    Capability::Int8,
    Capability::Int16,
    Capability::Int64,
    Capability::Int64Atomics,
    Capability::Float16,
    Capability::Float16Buffer,
    Capability::Float64,
    Capability::BitInstructions,
    Capability::ExpectAssumeKHR,
    Capability::ShaderClockKHR,
    Capability::DenormFlushToZero,
    Capability::DenormPreserve,
    Capability::SignedZeroInfNanPreserve,
    Capability::RoundingModeRTE,
    Capability::FPFastMathModeINTEL,
    Capability::FPMaxErrorINTEL,
    Capability::GlobalVariableHostAccessINTEL,
    Capability::FunctionPointersINTEL,
    Capability::IndirectReferencesINTEL,
    Capability::OptNoneINTEL,
    Capability::LongConstantCompositeINTEL,
    Capability::MemoryAccessAliasingINTEL,
    Capability::USMStorageClassesINTEL,
    Capability::AtomicFloat16AddEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat16MinMaxEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64MinMaxEXT,
    Capability::AtomicInt16CompareExchangeINTEL,
    Capability::Int16AtomicsINTEL,
    Capability::DotProduct,
    Capability::DotProductInputAll,
    Capability::DotProductInput4x8Bit,
    Capability::DotProductInput4x8BitPacked,
    Capability::Groups,
    Capability::SubgroupDispatch,
    Capability::GroupUniformArithmeticKHR,
    Capability::GroupNonUniform,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformRotateKHR,
    Capability::SubgroupBallotKHR,
    Capability::SubgroupVoteKHR,
    Capability::SubgroupShuffleINTEL,
    Capability::SubgroupBufferBlockIOINTEL,
    Capability::SubgroupBufferPrefetchINTEL,
    Capability::SubgroupImageBlockIOINTEL,
    Capability::SubgroupImageMediaBlockIOINTEL,
    Capability::ImageBasic,
    Capability::ImageReadWrite,
    Capability::ImageMipmap,
    Capability::LiteralSampler,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::SampledBuffer,
    Capability::ImageBuffer,
};

template <typename T> bool contains(std::span<const T> all, const auto &one) {
  return std::ranges::find(all, one) != all.end();
}

/// Visits the instructions before the first function without a full parse. `visit` may return an error.
llvm::Error visitPreamble(std::span<const uint32_t> words, llvm::function_ref<llvm::Error(const Instruction &)> visit) {
  if (words.size() < HeaderWords || words[0] != MagicNumber)
    return failure("not a SPIR-V module: no magic number");
  for (size_t position = HeaderWords; position < words.size();) {
    uint32_t length = words[position] >> 16;
    if (length == 0 || length > words.size() - position)
      return failure("the instruction at word " + llvm::Twine(position) + " is cut off or has no words");
    Instruction instruction;
    instruction.op = Op(words[position] & 0xFFFF);
    instruction.position = uint32_t(position);
    instruction.operands = words.subspan(position + 1, length - 1);
    if (instruction.op == Op::Function)
      break;
    if (llvm::Error error = visit(instruction))
      return error;
    position += length;
  }
  return llvm::Error::success();
}

llvm::Error checkInstruction(const Instruction &instruction, const Accepted &accepted) {
  std::span<const uint32_t> capabilities =
      accepted.capabilities.empty() ? implementedCapabilities() : accepted.capabilities;
  switch (instruction.op) {
  case Op::Capability:
    if (!contains(capabilities, instruction.literal(0)))
      return failure("the device does not support the capability " + capabilityName(instruction.literal(0)));
    break;
  case Op::Extension:
    if (!accepted.extensions.empty() && !contains(accepted.extensions, instruction.string(0)))
      return failure("the device does not support the extension " + instruction.string(0));
    break;
  case Op::MemoryModel:
    // OpenCL environment: 64-bit devices take Physical64 and the memory model OpenCL.
    if (AddressingModel(instruction.literal(0)) != AddressingModel::Physical64)
      return failure("the device has 64-bit addresses: the addressing model must be Physical64");
    if (MemoryModel(instruction.literal(1)) != MemoryModel::OpenCL)
      return failure("the memory model must be OpenCL");
    break;
  case Op::ExtInstImport: {
    llvm::StringRef name = instruction.string(1);
    if (!llvm::is_contained(compiler::SpirvInstructionSets, name) && !name.starts_with("NonSemantic.") &&
        !isAsyncCopySet(name))
      return failure("the device does not know the extended instruction set " + name);
    break;
  }
  case Op::EntryPoint:
    if (ExecutionModel(instruction.literal(0)) != ExecutionModel::Kernel)
      return failure("an entry point is no kernel");
    break;
  default:
    break;
  }
  return llvm::Error::success();
}

/// The version's own rules. What of SPIR-V an OpenCL device takes is our own check's to say (`checkCapabilities`): the
/// OpenCL environments of spirv-tools refuse capabilities that extensions allow, as Float16 by cl_khr_fp16.
spv_target_env environment(uint32_t version) {
  constexpr spv_target_env versions[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                         SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                         SPV_ENV_UNIVERSAL_1_6};
  return versions[std::min<std::size_t>(version >> 8 & 0xFF, std::size(versions) - 1)];
}

constexpr llvm::StringRef RelaxedPrintf = "SPV_EXT_relaxed_printf_string_address_space";

/// Instructions that SPIRV-Tools is shown undefined values or nothing in the place of: their rules are checked by
/// `checkHidden` and the translator.
bool isHidden(Op op) {
  return op == Op::ReadClockKHR || op == Op::SubgroupBlockPrefetchINTEL || op == Op::ConstantFunctionPointerINTEL;
}

/// The type of functions that the pointers of a type mean; null for others. SPIRV-Tools knows no such pointers.
const Instruction *functionPointedTo(const Module &module, const Instruction &type) {
  const Instruction *target = type.op == Op::TypePointer ? module.definition(type.literal(1)) : nullptr;
  return target && target->op == Op::TypeFunction ? target : nullptr;
}

/// Instructions that releases of SPIRV-Tools from before an extension's present text refuse: printf, whose format they
/// take from constant memory only (SPV_EXT_relaxed_printf_string_address_space), clocks, of which they know those of
/// shaders alone (SPV_KHR_shader_clock; the translator checks the scope), prefetches of blocks, of which they know
/// nothing (SPV_INTEL_subgroup_buffer_prefetch), and pointers to functions, which always stand before those
/// (SPV_INTEL_function_pointers); and capabilities that they do not know.
std::vector<const Instruction *> wronglyRefused(const Module &module) {
  uint32_t set = 0;
  bool relaxed = false;
  std::vector<const Instruction *> found;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.op == Op::ExtInstImport && instruction.string(0) == "OpenCL.std")
      set = instruction.result.number;
    if (instruction.op == Op::Capability &&
        llvm::is_contained({Capability::ShaderClockKHR, Capability::SubgroupBufferPrefetchINTEL,
                            Capability::AtomicInt16CompareExchangeINTEL, Capability::Int16AtomicsINTEL,
                            Capability::GlobalVariableHostAccessINTEL},
                           Capability(instruction.literal(0))))
      found.push_back(&instruction);
    relaxed |= instruction.op == Op::Extension && instruction.string(0) == RelaxedPrintf;
    bool prints = instruction.op == Op::ExtInst && instruction.literal(0) == set &&
                  OpenCLStd(instruction.literal(1)) == OpenCLStd::printf;
    if ((relaxed && prints) || isHidden(instruction.op) || functionPointedTo(module, instruction))
      found.push_back(&instruction);
  }
  return found;
}

/// SPIR-V 2.16.1, for the instructions that SPIRV-Tools does not see: what is used must be enabled by a capability that
/// the module declares.
llvm::Error checkHidden(const Module &module) {
  std::vector<uint32_t> declared;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.op == Op::Capability)
      declared.push_back(instruction.literal(0));
    if (!isHidden(instruction.op) && !declaresAliases(instruction.op) && !namesForHost(instruction))
      continue;
    static constexpr uint32_t names[] = {uint32_t(Capability::GlobalVariableHostAccessINTEL)};
    std::span<const uint32_t> needed =
        namesForHost(instruction) ? names : grammar::instruction(instruction.op)->capabilities();
    if (std::ranges::none_of(needed, [&](uint32_t one) { return llvm::is_contained(declared, one); }))
      return invalid(instruction, "the module does not declare the capability " + capabilityName(needed.front()));
  }
  return llvm::Error::success();
}

/// `words` as SPIRV-Tools is to see them, of the same length: with undefined values in the place of what it would
/// wrongly refuse, and Kernel once more for what it takes for a shader's capability. No words when nothing changes.
std::vector<uint32_t> withoutWronglyRefused(const Module &module, std::span<const uint32_t> words) {
  std::vector<uint32_t> changed;
  for (const Instruction *instruction : wronglyRefused(module)) {
    if (changed.empty())
      changed.assign(words.begin(), words.end());
    if (instruction->op == Op::Capability) {
      changed[instruction->position + 1] = uint32_t(Capability::Kernel);
      continue;
    }
    if (const Instruction *function = functionPointedTo(module, *instruction)) { // what the function gives, instead
      changed[instruction->position + 3] = function->literal(0);
      continue;
    }
    const uint32_t length = changed[instruction->position] >> 16, undefWords = instruction->result.number ? 3 : 0;
    changed[instruction->position] = undefWords << 16 | uint32_t(Op::Undef);
    const Op filler =
        instruction->op == Op::ConstantFunctionPointerINTEL ? Op::NoLine : Op::Nop; // outside of functions
    for (uint32_t i = undefWords; i < length; ++i)
      changed[instruction->position + i] = 1u << 16 | uint32_t(filler);
  }
  return changed;
}

/// The type of a scalar specialisation constant, as bytes; 0: not such a constant.
uint32_t specBytes(const Module &module, const Instruction &instruction) {
  if (instruction.op == Op::SpecConstantTrue || instruction.op == Op::SpecConstantFalse)
    return 1;
  const Instruction *type = module.definition(instruction.resultType.number);
  bool number = type && (type->op == Op::TypeInt || type->op == Op::TypeFloat);
  return instruction.op == Op::SpecConstant && number ? type->literal(0) / 8 : 0;
}

struct SpecId {
  uint32_t id;
  const Instruction *decoration, *constant;
  uint32_t bytes;
};

/// SpecId stands on a constant, or on a group of decorations (OpDecorationGroup), which constants are given later. The
/// constants of one decoration stand together.
std::vector<SpecId> findSpecIds(const Module &module) {
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> members;
  for (const Instruction &instruction : module.instructions)
    if (instruction.op == Op::GroupDecorate)
      members[instruction.literal(0)].append(instruction.operands.begin() + 1, instruction.operands.end());
  std::vector<SpecId> found;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.op != Op::Decorate || Decoration(instruction.literal(1)) != Decoration::SpecId)
      continue;
    llvm::SmallVector<uint32_t, 2> targets = members.lookup(instruction.literal(0));
    targets.push_back(instruction.literal(0));
    for (uint32_t target : targets) {
      const Instruction *constant = module.definition(target);
      if (uint32_t bytes = constant ? specBytes(module, *constant) : 0)
        found.push_back({instruction.literal(2), &instruction, constant, bytes});
    }
  }
  return found;
}

void setOpcode(uint32_t &word, Op op) { word = (word & 0xFFFF0000u) | uint32_t(op); }

/// Writes the value and makes the constant an ordinary one; the value's size was checked.
void freeze(std::vector<uint32_t> &words, const SpecId &spec, const std::vector<std::byte> *value) {
  uint32_t position = spec.constant->position;
  if (spec.constant->op == Op::SpecConstant) {
    if (value) {
      // Narrow numbers are sign-extended by producers; the translator reads the low bits only.
      uint64_t number = 0;
      std::memcpy(&number, value->data(), value->size());
      for (uint32_t i = 0; i < spec.constant->count() && i < 2; ++i)
        words[position + 3 + i] = uint32_t(number >> (32 * i));
    }
    return setOpcode(words[position], Op::Constant);
  }
  bool truth = value ? std::to_integer<int>((*value)[0]) != 0 : spec.constant->op == Op::SpecConstantTrue;
  setOpcode(words[position], truth ? Op::ConstantTrue : Op::ConstantFalse);
}

} // namespace

llvm::Expected<std::vector<uint32_t>> importWords(std::span<const std::byte> il) {
  if (il.size() < HeaderWords * sizeof(uint32_t) || il.size() % sizeof(uint32_t) != 0)
    return failure("not a SPIR-V module: the length is no whole number of words, or there is no header");
  std::vector<uint32_t> words(il.size() / sizeof(uint32_t));
  std::memcpy(words.data(), il.data(), il.size());
  // SPIR-V 2.3: the magic number tells the byte order.
  if (words[0] == std::byteswap(MagicNumber))
    for (uint32_t &word : words)
      word = std::byteswap(word);
  if (words[0] != MagicNumber)
    return failure("not a SPIR-V module: no magic number");
  return words;
}

llvm::Error checkCapabilities(std::span<const uint32_t> words, const Accepted &accepted) {
  return visitPreamble(words, [&](const Instruction &instruction) { return checkInstruction(instruction, accepted); });
}

llvm::Error validate(std::span<const uint32_t> words, const Accepted &accepted) {
  if (llvm::Error error = checkCapabilities(words, accepted))
    return error;
  llvm::Expected<Module> module = parse(words);
  if (!module)
    return module.takeError();
  if (llvm::Error error = checkHidden(*module))
    return error;
  std::vector<uint32_t> plain = withoutHints(*module, words);
  if (!plain.empty()) {
    words = plain;
    module = parse(words);
    if (!module)
      return module.takeError();
  }
  std::vector<uint32_t> silent = withoutWronglyRefused(*module, words);
  if (!silent.empty())
    words = silent;
  std::vector<uint32_t> changed = withUnusedCopyResults(*module, words);
  if (!changed.empty())
    words = changed;
  std::string log;
  spvtools::SpirvTools tools(environment(words[1]));
  tools.SetMessageConsumer(
      [&](spv_message_level_t level, const char *, const spv_position_t &position, const char *message) {
        if (level <= SPV_MSG_ERROR)
          log += (log.empty() ? "" : "\n") + std::string("at word ") + std::to_string(position.index) + ": " + message;
      });
  spvtools::ValidatorOptions options;
  if (!tools.Validate(words.data(), words.size(), options))
    return failure("the SPIR-V module is not valid: " + log);
  return llvm::Error::success();
}

llvm::Expected<std::vector<SpecConstantInfo>> specConstants(std::span<const uint32_t> words) {
  llvm::Expected<Module> module = parse(words);
  if (!module)
    return module.takeError();
  std::vector<SpecConstantInfo> result;
  for (const SpecId &spec : findSpecIds(*module))
    result.push_back({spec.id, spec.bytes});
  return result;
}

llvm::Expected<std::vector<uint32_t>> specialize(std::span<const uint32_t> words,
                                                 std::span<const std::pair<uint32_t, std::vector<std::byte>>> values) {
  llvm::Expected<Module> module = parse(words);
  if (!module)
    return module.takeError();
  std::vector<SpecId> specs = findSpecIds(*module);
  for (const auto &[id, bytes] : values) {
    auto spec = std::ranges::find(specs, id, &SpecId::id);
    if (spec == specs.end())
      return failure("the module has no specialisation constant " + llvm::Twine(id));
    if (spec->bytes != bytes.size())
      return failure("the specialisation constant " + llvm::Twine(id) + " has " + llvm::Twine(spec->bytes) + " bytes");
  }
  std::vector<uint32_t> result(words.begin(), words.end());
  for (const SpecId &spec : specs) {
    const std::vector<std::byte> *value = nullptr;
    for (const auto &[id, bytes] : values) // the last one counts
      value = id == spec.id ? &bytes : value;
    freeze(result, spec, value);
  }
  // SpecId may stand on specialisation constants only.
  const Instruction *erased = nullptr;
  for (const SpecId &spec : std::views::reverse(specs)) { // in the order of the module
    if (std::exchange(erased, spec.decoration) == spec.decoration)
      continue;
    auto first = result.begin() + spec.decoration->position;
    result.erase(first, first + spec.decoration->count() + 1);
  }
  return result;
}

std::span<const uint32_t> implementedCapabilities() {
  static const std::vector<uint32_t> sorted = [] {
    std::vector<uint32_t> all;
    for (Capability capability : implemented)
      all.push_back(uint32_t(capability));
    std::ranges::sort(all);
    return all;
  }();
  return sorted;
}

std::vector<std::string> opcodesWithoutHandler(std::span<const uint32_t> capabilities) {
  std::vector<std::string> missing;
  for (const grammar::Instruction &instruction : grammar::instructions()) {
    auto needed = instruction.capabilities();
    bool enabled = needed.empty() || std::ranges::any_of(needed, [&](uint32_t c) { return contains(capabilities, c); });
    if (enabled && !handlerOf(Op(instruction.opcode)))
      missing.emplace_back(instruction.name);
  }
  return missing;
}

std::string capabilityName(uint32_t capability) {
  const grammar::Enumerant *known = grammar::enumerant(OperandKind::Capability, capability);
  return known ? std::string(known->name) : std::to_string(capability);
}

} // namespace lanecl::spirv
