// What is said about entry points: execution modes and argument information, as Clang's metadata.
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Images.h"
#include "compiler/spirv/Translation.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl::spirv {

namespace {

llvm::MDNode *numbers(Translation &t, llvm::ArrayRef<uint32_t> values) {
  llvm::SmallVector<llvm::Metadata *> parts;
  for (uint32_t value : values)
    parts.push_back(llvm::ConstantAsMetadata::get(t.int32(value)));
  return llvm::MDNode::get(t.context, parts);
}

/// Three sizes, literal or by id.
std::optional<std::array<uint32_t, 3>> sizes(Translation &t, const ExecutionModeUse &use) {
  std::array<uint32_t, 3> result{};
  for (size_t i = 0; i < 3; ++i) {
    uint32_t word = i < use.operands.size() ? use.operands[i] : 0;
    std::optional<uint64_t> value = use.ids ? t.constant(ValueId(word)) : word;
    if (!value)
      return std::nullopt;
    result[i] = uint32_t(*value);
  }
  return result;
}

/// SPIR-V, VecTypeHint: the low half names the scalar, the high half the count.
void vectorTypeHint(Translation &t, llvm::Function &kernel, uint32_t hint) {
  llvm::Type *scalars[] = {t.builder.getInt8Ty(),  t.builder.getInt16Ty(), t.builder.getInt32Ty(),
                           t.builder.getInt64Ty(), t.builder.getHalfTy(),  t.builder.getFloatTy(),
                           t.builder.getDoubleTy()};
  uint32_t scalar = hint & 0xFFFF, count = hint >> 16;
  if (scalar >= std::size(scalars) || count > 16)
    return;
  llvm::Type *type = count > 1 ? llvm::FixedVectorType::get(scalars[scalar], count) : scalars[scalar];
  kernel.setMetadata("vec_type_hint",
                     llvm::MDNode::get(t.context, {llvm::ConstantAsMetadata::get(llvm::PoisonValue::get(type)),
                                                   llvm::ConstantAsMetadata::get(t.int32(0))}));
}

void flushDenormals(llvm::Function &kernel, uint32_t bits) {
  if (bits == 32)
    kernel.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  else
    kernel.addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
}

void executionMode(Translation &t, llvm::Function &kernel, const ExecutionModeUse &use) {
  uint32_t first = use.operands.empty() ? 0 : use.operands[0];
  switch (use.mode) {
  case ExecutionMode::LocalSize:
  case ExecutionMode::LocalSizeId:
    if (auto size = sizes(t, use))
      kernel.setMetadata("reqd_work_group_size", numbers(t, *size));
    break;
  case ExecutionMode::LocalSizeHint:
  case ExecutionMode::LocalSizeHintId:
    if (auto size = sizes(t, use))
      kernel.setMetadata("work_group_size_hint", numbers(t, *size));
    break;
  case ExecutionMode::VecTypeHint:
    vectorTypeHint(t, kernel, first);
    break;
  case ExecutionMode::SubgroupSize:
    kernel.setMetadata("intel_reqd_sub_group_size", numbers(t, {first}));
    break;
  case ExecutionMode::SubgroupsPerWorkgroup:
    kernel.addFnAttr(attribute::SubGroupsPerGroup, std::to_string(first));
    break;
  case ExecutionMode::SubgroupsPerWorkgroupId:
    if (auto value = t.constant(ValueId(first)))
      kernel.addFnAttr(attribute::SubGroupsPerGroup, std::to_string(*value));
    break;
  case ExecutionMode::Initializer:
    kernel.addFnAttr(attribute::Initializer);
    break;
  case ExecutionMode::Finalizer:
    kernel.addFnAttr(attribute::Finalizer);
    break;
  case ExecutionMode::DenormFlushToZero:
    flushDenormals(kernel, first);
    break;
  default:
    break;
  }
}

/// A constant with the BuiltIn decoration WorkgroupSize sets the size of every kernel.
void workGroupSizeConstant(Translation &t) {
  for (const Instruction &instruction : t.module.instructions) {
    if (instruction.op != Op::ConstantComposite && instruction.op != Op::SpecConstantComposite)
      continue;
    if (t.annotations.builtIn(instruction.result) != BuiltIn::WorkgroupSize || instruction.count() != 3)
      continue;
    for (const EntryPoint &entry : t.annotations.entryPoints)
      if (auto size = sizes(t, {entry.function, ExecutionMode::LocalSizeId, instruction.operands, true}))
        if (llvm::Function *kernel = t.function(entry.function))
          kernel->setMetadata("reqd_work_group_size", numbers(t, *size));
  }
}

/// The entries of OpString "<prefix>.<kernel>.<a>,<b>,"; a template's commas in a type name do not separate.
std::optional<llvm::SmallVector<llvm::StringRef>> argumentStrings(Translation &t, llvm::StringRef prefix,
                                                                  llvm::StringRef kernel, size_t count) {
  for (auto [id, text] : t.annotations.strings) {
    if (!text.consume_front(prefix) || !text.consume_front(".") || !text.consume_front(kernel) ||
        !text.consume_front("."))
      continue;
    llvm::SmallVector<llvm::StringRef> parts;
    text.split(parts, ',');
    if (parts.size() == count + 1 && parts.back().empty())
      parts.pop_back();
    if (parts.size() == count)
      return parts;
  }
  return std::nullopt;
}

std::string qualifiers(const llvm::Argument &argument) {
  std::string text;
  if (argument.getType()->isPointerTy() && !image::isImage(argument)) {
    if (argument.getType()->getPointerAddressSpace() == space::Constant || argument.onlyReadsMemory())
      text += "const ";
    if (argument.hasNoAliasAttr())
      text += "restrict ";
  }
  return llvm::StringRef(text).rtrim().str();
}

llvm::StringRef accessText(const Type &parameter) {
  constexpr llvm::StringLiteral Texts[] = {"read_only", "write_only", "read_write"};
  auto access = size_t(parameter.access);
  return parameter.op == Op::TypeImage && access < std::size(Texts) ? Texts[access] : llvm::StringLiteral("none");
}

void argumentMetadata(Translation &t, llvm::Function &kernel, const Type &signature) {
  using Metadata = llvm::SmallVector<llvm::Metadata *>;
  Metadata spaces, access, types, qualifierTexts, names;
  size_t count = kernel.arg_size();
  auto typeNames = argumentStrings(t, "kernel_arg_type", kernel.getName(), count);
  auto typeQualifiers = argumentStrings(t, "kernel_arg_type_qual", kernel.getName(), count);
  auto string = [&](llvm::StringRef text) { return llvm::MDString::get(t.context, text); };
  for (llvm::Argument &argument : kernel.args()) {
    unsigned i = argument.getArgNo();
    bool byValue = !argument.getType()->isPointerTy() || argument.hasByValAttr();
    unsigned space = byValue                    ? space::Private
                     : image::isImage(argument) ? space::Global // where the texels are
                                                : argument.getType()->getPointerAddressSpace();
    spaces.push_back(llvm::ConstantAsMetadata::get(t.int32(space)));
    const Type *type = i < signature.members.size() ? t.type(signature.members[i]) : nullptr;
    access.push_back(string(type ? accessText(*type) : "none"));
    types.push_back(string(typeNames ? (*typeNames)[i] : ""));
    qualifierTexts.push_back(string(typeQualifiers ? (*typeQualifiers)[i].str() : qualifiers(argument)));
    names.push_back(string(argument.getName()));
  }
  auto attach = [&](llvm::StringRef kind, const Metadata &values) {
    kernel.setMetadata(kind, llvm::MDNode::get(t.context, values));
  };
  attach("kernel_arg_addr_space", spaces);
  attach("kernel_arg_access_qual", access);
  attach("kernel_arg_type_qual", qualifierTexts);
  if (!typeNames)
    return; // without types there is no argument information: names alone are of no use
  attach("kernel_arg_type", types);
  attach("kernel_arg_base_type", types);
  attach("kernel_arg_name", names);
}

/// What is said of the function holds for all of its entry points (execution modes); the front end's argument
/// information is by the name.
void fillCopy(Translation &t, const EntryPoint &entry) {
  llvm::Function &first = *t.function(entry.function);
  llvm::ValueToValueMapTy values;
  for (auto [from, to] : llvm::zip(first.args(), entry.copy->args())) {
    to.setName(from.getName());
    values[&from] = &to;
  }
  entry.copy->setCallingConv(first.getCallingConv());
  llvm::SmallVector<llvm::ReturnInst *> returns;
  llvm::CloneFunctionInto(entry.copy, &first, values, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  for (llvm::StringRef kind : {"kernel_arg_type", "kernel_arg_base_type", "kernel_arg_name"})
    entry.copy->setMetadata(kind, nullptr);
  argumentMetadata(t, *entry.copy, *t.type(t.module.definition(entry.function.number)->type(1)));
}

} // namespace

void describeKernels(Translation &t) {
  for (const EntryPoint &entry : t.annotations.entryPoints)
    if (llvm::Function *kernel = t.function(entry.function))
      if (const Type *signature = t.type(t.module.definition(entry.function.number)->type(1)))
        argumentMetadata(t, *kernel, *signature);
  for (const ExecutionModeUse &use : t.annotations.executionModes)
    if (llvm::Function *kernel = t.ok() ? t.function(use.function) : nullptr)
      executionMode(t, *kernel, use);
  if (t.ok())
    workGroupSizeConstant(t);
  for (const EntryPoint &entry : t.annotations.entryPoints)
    if (t.ok() && entry.copy)
      fillCopy(t, entry);
  // Markers of the front end, and imports that nothing calls.
  for (llvm::Function &function : llvm::make_early_inc_range(*t.out))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  markConvergent(*t.out);
}

} // namespace lanecl::spirv
