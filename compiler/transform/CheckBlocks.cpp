// The checking mode (LANECL_CHECK): block reads and writes of sub-groups whose pointer is less aligned than their
// specifications ask for are reported. They work all the same.
#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

constexpr llvm::StringLiteral CheckAttribute = "lanecl-check";
constexpr unsigned Local = 3, Constant = 2;

struct BlockAccess {
  llvm::CallInst *call;
  bool reads;
  bool isLocal() const { return call->getArgOperand(0)->getType()->getPointerAddressSpace() == Local; }
  // cl_intel_subgroup_local_block_io: pointers to __local memory "must be 16-byte aligned". cl_intel_subgroups: to
  // __global memory "must be 32-bit (4-byte) aligned" for reading, "must be 128-bit (16-byte) aligned" for writing.
  unsigned alignment() const { return isLocal() || !reads ? 16 : 4; }
};

/// Of a call for component 0: the others have the same pointer.
std::optional<BlockAccess> blockAccess(llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  llvm::StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
  bool reads = name.starts_with("lanecl.sub_group.block_read.");
  if (!reads && !name.starts_with("lanecl.sub_group.block_write."))
    return std::nullopt;
  auto *component = llvm::cast<llvm::ConstantInt>(call->getArgOperand(call->arg_size() - 1));
  return component->isZero() ? std::optional<BlockAccess>({call, reads}) : std::nullopt;
}

/// i1: this work-item is the first of its sub-group here.
llvm::Value *elect(llvm::IRBuilder<> &builder) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction("lanecl.sub_group.elect", builder.getInt1Ty());
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setDoesNotAccessMemory();
  function->setConvergent();
  return builder.CreateCall(callee);
}

std::string describe(const BlockAccess &access, llvm::StringRef kernel) {
  std::string text = "kernel " + kernel.str();
  if (const llvm::DebugLoc &place = access.call->getDebugLoc(); place && place.getLine())
    text += ", line " + std::to_string(place.getLine());
  text += access.reads ? ": block read from " : ": block write to ";
  text += access.isLocal() ? "local" : "global";
  return text + " memory at 0x%lx, not aligned to " + std::to_string(access.alignment()) +
         " bytes (work-item %lu, %lu, %lu)";
}

/// if (the pointer is misaligned && this is the first active lane) lanecl.report(...)
void check(const BlockAccess &access, llvm::StringRef kernel) {
  llvm::IRBuilder<> builder(access.call);
  llvm::Type *i64 = builder.getInt64Ty();
  llvm::Value *address = builder.CreatePtrToInt(access.call->getArgOperand(0), i64);
  llvm::Value *isOff = builder.CreateIsNotNull(builder.CreateAnd(address, access.alignment() - 1));
  llvm::Value *isFirst = elect(builder);
  llvm::Instruction *then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateAnd(isOff, isFirst), access.call->getIterator(), false);
  builder.SetInsertPoint(then);
  llvm::Module &module = *access.call->getModule();
  auto *text = llvm::ConstantDataArray::getString(module.getContext(), describe(access, kernel));
  auto *format = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text,
                                          "report", nullptr, llvm::GlobalValue::NotThreadLocal, Constant);
  llvm::SmallVector<llvm::Value *, 5> arguments = {format, address};
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    arguments.push_back(createQuery(builder, Query::GlobalId, dimension));
  auto *type = llvm::FunctionType::get(builder.getInt32Ty(), {format->getType()}, true);
  builder.CreateCall(module.getOrInsertFunction("lanecl.report", type), arguments);
}

} // namespace

void markForChecks(llvm::Function &kernel) { kernel.addFnAttr(CheckAttribute); }

void checkBlocks(llvm::Function &kernel) {
  if (!kernel.hasFnAttribute(CheckAttribute))
    return;
  llvm::SmallVector<BlockAccess, 8> accesses;
  for (llvm::Function &function : *kernel.getParent())
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto access = blockAccess(instruction))
        accesses.push_back(*access);
  for (const BlockAccess &access : accesses)
    check(access, kernel.getName());
}

} // namespace lanecl
