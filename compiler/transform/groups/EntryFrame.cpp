#include "compiler/transform/groups/EntryFrame.h"
#include "compiler/KernelAbi.h"
#include "compiler/ir/AddressSpaces.h"

namespace lanecl {

EntryFrame::EntryFrame(llvm::Module &module, llvm::StringRef symbol, const WorkItemLoopsOptions &options,
                       const llvm::Function &body)
    : options(options), builder(module.getContext()),
      idType(options.wideIds ? builder.getInt64Ty() : builder.getInt32Ty()) {
  llvm::Type *ptr = builder.getPtrTy(), *i64 = builder.getInt64Ty();
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), {ptr, ptr, ptr, i64, i64}, false);
  entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
  for (auto [index, name] : llvm::enumerate(std::array{"args", "launch", "worker", "first", "count"}))
    entry_->getArg(index)->setName(name);
  entry_->addFnAttrs(llvm::AttrBuilder(module.getContext(), body.getAttributes().getFnAttrs()));
  for (auto kind : {llvm::Attribute::Convergent, llvm::Attribute::Memory, llvm::Attribute::AlwaysInline})
    entry_->removeFnAttr(kind);
  for (unsigned i = 0; i < 3; ++i)
    entry_->addParamAttr(i, llvm::Attribute::NoAlias);
  entry_->addParamAttr(0, llvm::Attribute::ReadOnly);
  entry_->addParamAttr(1, llvm::Attribute::ReadOnly);
  builder.SetInsertPoint(block("entry"));
}

llvm::BasicBlock *EntryFrame::block(const llvm::Twine &name) {
  return llvm::BasicBlock::Create(builder.getContext(), name, entry_);
}

llvm::AllocaInst *EntryFrame::reserve(uint64_t bytes, const llvm::Twine &name) {
  llvm::IRBuilder<> start(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
  auto *memory = start.CreateAlloca(llvm::ArrayType::get(start.getInt8Ty(), bytes), nullptr, name);
  memory->setAlignment(llvm::Align(64));
  return memory;
}

llvm::AllocaInst *EntryFrame::variable(const llvm::Twine &name) {
  llvm::IRBuilder<> start(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
  return start.CreateAlloca(start.getInt32Ty(), nullptr, name);
}

llvm::Value *EntryFrame::load(llvm::Value *base, uint64_t offset, llvm::Type *type, bool invariant,
                              const llvm::Twine &name) {
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  llvm::Align align = llvm::commonAlignment(llvm::Align(16), offset);
  auto *value = builder.CreateAlignedLoad(type, place, align, name);
  if (invariant)
    value->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return value;
}

// A size or id of the launch: all fit idType, or the runtime would ask for the variant with wide ids.
llvm::Value *EntryFrame::loadSize(std::size_t field, unsigned dimension, llvm::Type *type, const llvm::Twine &name) {
  llvm::Value *value =
      load(entry_->getArg(1), field + 8 * dimension, builder.getInt64Ty(), true, name + llvm::Twine(dimension));
  return type == value->getType() ? value : builder.CreateTrunc(value, type, "", true, true);
}

void EntryFrame::load(const llvm::Function &body) {
  loadArguments(body);
  loadLaunch();
}

void EntryFrame::loadArguments(const llvm::Function &body) {
  llvm::Value *worker = entry_->getArg(2);
  llvm::Value *localMemory = load(worker, offsetof(WorkerInfo, localMemory), builder.getPtrTy(), false, "local_memory");
  llvm::Value *localBase = builder.CreateAddrSpaceCast(localMemory, builder.getPtrTy(space::Local));
  for (auto [index, slot] : llvm::enumerate(options.arguments.slots)) {
    llvm::Argument *parameter = body.getArg(index);
    if (slot.local) {
      llvm::Value *offset = load(entry_->getArg(0), slot.offset, builder.getInt64Ty(), true, parameter->getName());
      arguments_.push_back(builder.CreateInBoundsGEP(builder.getInt8Ty(), localBase, offset));
    } else if (slot.type != parameter->getType()) { // a struct by value: the body copies what it changes; an image
      llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry_->getArg(0), slot.offset);
      arguments_.push_back(builder.CreateAddrSpaceCast(place, parameter->getType()));
    } else {
      arguments_.push_back(load(entry_->getArg(0), slot.offset, slot.type, true, parameter->getName()));
    }
  }
  for (auto &[variable, offset] : options.locals.variables)
    locals_.push_back(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), localBase, offset, variable->getName()));
  state(State::Worker) = worker;
  state(State::Context) = load(worker, offsetof(WorkerInfo, context), builder.getPtrTy(), false, "context");
  state(State::Scratch) = load(worker, offsetof(WorkerInfo, scratch), builder.getPtrTy(), false, "scratch");
}

void EntryFrame::loadLaunch() {
  for (unsigned d = 0; d < 3; ++d) {
    state(State::GlobalSize, d) = loadSize(offsetof(LaunchInfo, globalSize), d, idType, "global_size");
    state(State::GlobalOffset, d) = loadSize(offsetof(LaunchInfo, globalOffset), d, idType, "global_offset");
    state(State::NumGroups, d) = loadSize(offsetof(LaunchInfo, groupCount), d, idType, "num_groups");
    // The runtime launches with nothing else (OpenCL C 6.7.2, reqd_work_group_size; or VariantKey::localSize).
    uint32_t required = options.requiredSize[d];
    state(State::EnqueuedSize, d) =
        required ? builder.getInt32(required)
                 : loadSize(offsetof(LaunchInfo, localSize), d, builder.getInt32Ty(), "enqueued_size");
  }
  state(State::WorkDim) = load(entry_->getArg(1), offsetof(LaunchInfo, workDim), builder.getInt32Ty(), true, "dim");
}

} // namespace lanecl
