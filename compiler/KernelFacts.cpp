#include "compiler/KernelFacts.h"
#include "compiler/analysis/LaneDirection.h"
#include "compiler/analysis/LongBlocks.h"
#include "compiler/analysis/ShapingArguments.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/groups/KernelArguments.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include <bit>
#include <fmt/format.h>

namespace lanecl::compiler {
namespace {

std::array<uint32_t, 3> sizes(const llvm::Function &kernel, llvm::StringRef kind) {
  std::array<uint32_t, 3> result = {};
  if (auto *node = kernel.getMetadata(kind))
    for (unsigned i = 0; i < std::min(3u, node->getNumOperands()); ++i)
      if (auto *number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i)))
        result[i] = uint32_t(number->getZExtValue());
  return result;
}

uint32_t number(const llvm::Function &kernel, llvm::StringRef kind) { return sizes(kernel, kind)[0]; }

uint32_t numberAttribute(const llvm::Function &kernel, llvm::StringRef name) {
  uint32_t value = 0;
  llvm::Attribute attribute = kernel.getFnAttribute(name);
  if (attribute.isValid())
    attribute.getValueAsString().getAsInteger(10, value);
  return value;
}

std::string text(const llvm::Function &kernel, llvm::StringRef kind, unsigned index) {
  auto *node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands())
    return {};
  auto *string = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return string ? string->getString().str() : std::string();
}

ArgKind kindOf(const llvm::Argument &parameter, llvm::Type *type, const std::string &qualifiers) {
  if (image::isImage(parameter))
    return ArgKind::Image;
  if (image::isSampler(parameter))
    return ArgKind::Sampler;
  if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
    switch (pointer->getAddressSpace()) {
    case space::Global:
      return llvm::StringRef(qualifiers).contains("pipe") ? ArgKind::Pipe : ArgKind::Global;
    case space::Constant:
      return ArgKind::Constant;
    case space::Local:
      return ArgKind::Local;
    default:
      break;
    }
  }
  return ArgKind::Value;
}

uint8_t typeQualifiers(llvm::StringRef words) {
  uint8_t bits = 0;
  llvm::SmallVector<llvm::StringRef, 4> list;
  words.split(list, ' ', -1, false);
  for (llvm::StringRef word : list)
    bits |= llvm::StringSwitch<uint8_t>(word)
                .Case("const", QualifierConst)
                .Case("restrict", QualifierRestrict)
                .Case("volatile", QualifierVolatile)
                .Case("pipe", QualifierPipe)
                .Default(0);
  return bits;
}

AccessQualifier accessOf(llvm::StringRef word) {
  return llvm::StringSwitch<AccessQualifier>(word)
      .Case("read_only", AccessQualifier::ReadOnly)
      .Case("write_only", AccessQualifier::WriteOnly)
      .Case("read_write", AccessQualifier::ReadWrite)
      .Default(AccessQualifier::None);
}

void describeArguments(llvm::Function &kernel, KernelInfo &info) {
  ArgumentLayout layout = layoutArguments(kernel, kernel.arg_size());
  info.argBlockBytes = layout.bytes;
  const unsigned visible = visibleArguments(kernel);
  unsigned nextSize = visible, shaping = 0;
  info.hasArgInfo = kernel.getMetadata("kernel_arg_name") && kernel.getMetadata("kernel_arg_type");
  for (auto [index, slot] : llvm::enumerate(llvm::ArrayRef(layout.slots).take_front(visible))) {
    ArgInfo argument;
    std::string qualifiers = text(kernel, "kernel_arg_type_qual", index);
    argument.name = text(kernel, "kernel_arg_name", index);
    argument.typeName = text(kernel, "kernel_arg_type", index);
    argument.kind = kindOf(*kernel.getArg(index), slot.type, qualifiers);
    argument.typeQualifiers = typeQualifiers(qualifiers);
    argument.image = argument.kind == ArgKind::Image ? image::kindOf(*kernel.getArg(index)) : ImageKind{};
    argument.access = accessOf(text(kernel, "kernel_arg_access_qual", index));
    bool isHandle = argument.kind == ArgKind::Image || argument.kind == ArgKind::Sampler;
    argument.bytes = isHandle ? sizeof(void *) : slot.bytes;
    argument.offset = slot.offset;
    if (argument.kind == ArgKind::Value && shaping < ShapingValues::Most)
      argument.shaping = shapingOf(*kernel.getArg(index));
    if (argument.kind == ArgKind::Value)
      argument.rowBytes = rowBytesOf(*kernel.getArg(index));
    shaping += argument.shaping != Shaping::None;
    if (attribute::isRobust(kernel) && isSizedArgument(*kernel.getArg(index)))
      argument.sizeOffset = layout.slots[nextSize++].offset;
    if (argument.kind == ArgKind::Local) // unknown: enough for every type (double16 and long16 have 128 bytes)
      argument.pointeeAlign = uint32_t(kernel.getParamAlign(index).value_or(llvm::Align(128)).value());
    info.args.push_back(std::move(argument));
  }
}

// OpenCL C names of types, as in vec_type_hint(float4).
std::string typeName(llvm::Type *type, bool isSigned) {
  std::string scalar = "void";
  llvm::Type *element = type->getScalarType();
  if (element->isIntegerTy()) {
    constexpr const char *Names[] = {"char", "short", "int", "long"};
    unsigned index = std::bit_width(element->getIntegerBitWidth() / 8) - 1;
    scalar = std::string(isSigned ? "" : "u") + Names[std::min(index, 3u)];
  } else if (element->isFloatingPointTy()) {
    scalar = element->isHalfTy() ? "half" : element->isFloatTy() ? "float" : "double";
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? scalar + std::to_string(vector->getNumElements()) : scalar;
}

// CL_KERNEL_ATTRIBUTES (OpenCL API 5.9.3): as in the source, with a space between.
std::string attributesText(const llvm::Function &kernel, const KernelInfo &info) {
  std::string text;
  auto add = [&](const std::string &attribute) { text += (text.empty() ? "" : " ") + attribute; };
  auto addSizes = [&](const char *name, const std::array<uint32_t, 3> &value) {
    if (value[0])
      add(fmt::format("{}({},{},{})", name, value[0], value[1], value[2]));
  };
  addSizes("reqd_work_group_size", info.requiredWorkGroupSize);
  addSizes("work_group_size_hint", info.workGroupSizeHint);
  if (auto *hint = kernel.getMetadata("vec_type_hint"); hint && hint->getNumOperands() == 2) {
    auto *type = llvm::dyn_cast<llvm::ValueAsMetadata>(hint->getOperand(0));
    auto *isSigned = llvm::mdconst::dyn_extract<llvm::ConstantInt>(hint->getOperand(1));
    if (type && isSigned)
      add(fmt::format("vec_type_hint({})", typeName(type->getType(), isSigned->isOne())));
  }
  if (info.requiredSubGroupSize)
    add(fmt::format("intel_reqd_sub_group_size({})", info.requiredSubGroupSize));
  return text;
}

// Has one answer in a group of one work-item, whatever the sub-groups are.
bool isSingleItemAgnostic(Query query) {
  switch (query) {
  case Query::LocalId:
  case Query::LocalLinearId:
  case Query::GroupId:
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
  case Query::NumGroups:
    return true;
  default:
    return false;
  }
}

bool isGroupAgnostic(Query query) {
  switch (query) {
  case Query::GlobalId:
  case Query::GlobalLinearId:
  case Query::GlobalSize:
  case Query::GlobalOffset:
  case Query::WorkDim:
    return true;
  default:
    return false;
  }
}

// Of the kernel and all that it calls.
struct CallFacts {
  bool agnostic = true, singleItemAgnostic = true, usesSubGroups = false, linearIds = false;
  unsigned arithmetic = 0, wideArithmetic = 0; ///< instructions
  uint64_t privateBytes = 0;
  bool longBlocks = false, loops = false;
};

bool hasLoops(const llvm::Function &function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> backEdges;
  if (!function.isDeclaration())
    llvm::FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

void scan(llvm::Function &function, llvm::SmallPtrSetImpl<llvm::Function *> &seen, CallFacts &facts) {
  if (!seen.insert(&function).second)
    return;
  facts.agnostic &= !mayWait(function); // for what another sub-group of its own work-group does
  facts.longBlocks |= simd::mayBeLong(function);
  facts.loops |= hasLoops(function);
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      facts.privateBytes += variable->getAllocationSize(function.getDataLayout()).value_or(llvm::TypeSize::getFixed(0));
    if (instruction.isBinaryOp()) {
      auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
      ++facts.arithmetic;
      facts.wideArithmetic += vector && vector->getPrimitiveSizeInBits() >= 256;
    }
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    auto *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      continue;
    facts.usesSubGroups |= isOfSubGroups(*callee);
    auto operation = operationOf(*callee);
    if (!isLaneclFunction(*callee) || (operation && isEstimate(*operation))) {
      scan(*callee, seen, facts);
      continue;
    }
    auto query = queryOf(*callee);
    facts.linearIds |= query == Query::GlobalLinearId;
    bool agnostic = query ? isGroupAgnostic(*query)
                          : operation == Operation::Printf || operation == Operation::AssertFail ||
                                operation == Operation::Trap || AtomicOperation::is(instruction);
    facts.agnostic &= agnostic;
    bool isBarrier = operation == Operation::Barrier && isGroupCall(instruction);
    facts.singleItemAgnostic &= agnostic || (query && isSingleItemAgnostic(*query)) || isBarrier;
  }
}

} // namespace

KernelInfo describeKernel(llvm::Function &kernel) {
  KernelInfo info;
  info.name = kernel.getName().str();
  describeArguments(kernel, info);
  info.requiredWorkGroupSize = sizes(kernel, "reqd_work_group_size");
  info.workGroupSizeHint = sizes(kernel, "work_group_size_hint");
  info.requiredSubGroupSize = number(kernel, "intel_reqd_sub_group_size");
  info.requiredSubGroupsPerGroup = numberAttribute(kernel, attribute::SubGroupsPerGroup);
  info.attributes = attributesText(kernel, info);
  info.localBytes = layoutLocals(kernel).bytes;
  llvm::SmallPtrSet<llvm::Function *, 16> seen;
  CallFacts facts;
  scan(kernel, seen, facts);
  info.privateBytes = facts.privateBytes;
  info.usesSubGroups = facts.usesSubGroups || info.requiredSubGroupSize || info.requiredSubGroupsPerGroup;
  bool hasLocalArguments =
      llvm::any_of(info.args, [](const ArgInfo &argument) { return argument.kind == ArgKind::Local; });
  bool mayBeAgnostic = info.localBytes == 0 && !hasLocalArguments && info.requiredSubGroupSize == 0 &&
                       info.requiredSubGroupsPerGroup == 0;
  info.groupAgnostic = mayBeAgnostic && facts.agnostic;
  if (info.groupAgnostic && !info.usesSubGroups && !facts.linearIds)
    info.laneDimension = static_cast<uint8_t>(laneDirection(kernel));
  info.wideVectors = facts.wideArithmetic * 2 > facts.arithmetic;
  info.longBlocks = facts.longBlocks;
  info.hasLoops = facts.loops;
  info.isRobust = attribute::isRobust(kernel);
  info.singleItemAgnostic = mayBeAgnostic && facts.singleItemAgnostic;
  return info;
}

} // namespace lanecl::compiler
