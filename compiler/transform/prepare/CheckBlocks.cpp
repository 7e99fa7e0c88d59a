// The checking mode (LANECL_CHECK): block reads and writes of sub-groups whose pointer is less aligned than their
// specifications ask for are reported. They work all the same.
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

bool isLocal(const BlockAccess &access) {
  return access.pointer()->getType()->getPointerAddressSpace() == space::Local;
}

// cl_intel_subgroup_local_block_io: pointers to __local memory "must be 16-byte aligned". cl_intel_subgroups: to
// __global memory "must be 32-bit (4-byte) aligned" for reading, "must be 128-bit (16-byte) aligned" for writing.
unsigned neededAlignment(const BlockAccess &access) { return isLocal(access) || !access.isRead ? 16 : 4; }

std::string describe(const BlockAccess &access, llvm::StringRef kernel) {
  std::string text = "kernel " + kernel.str();
  if (const llvm::DebugLoc &place = access.call->getDebugLoc(); place && place.getLine())
    text += ", line " + std::to_string(place.getLine());
  text += access.isRead ? ": block read from " : ": block write to ";
  text += isLocal(access) ? "local" : "global";
  return text + " memory at 0x%lx, not aligned to " + std::to_string(neededAlignment(access)) +
         " bytes (work-item %lu, %lu, %lu)";
}

/// if (the pointer is misaligned && this is the first active lane) lanecl.report(...)
void check(const BlockAccess &access, llvm::StringRef kernel) {
  llvm::IRBuilder<> builder(access.call);
  llvm::Type *i64 = builder.getInt64Ty();
  llvm::Value *address = builder.CreatePtrToInt(access.call->getArgOperand(0), i64);
  llvm::Value *isOff = builder.CreateIsNotNull(builder.CreateAnd(address, neededAlignment(access) - 1));
  llvm::Value *isFirst = createOperation(builder, Operation::SubGroupElect, {});
  llvm::Instruction *then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateAnd(isOff, isFirst), access.call->getIterator(), false);
  builder.SetInsertPoint(then);
  llvm::Module &module = *access.call->getModule();
  auto *text = llvm::ConstantDataArray::getString(module.getContext(), describe(access, kernel));
  auto *format = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text,
                                          "report", nullptr, llvm::GlobalValue::NotThreadLocal, space::Constant);
  llvm::SmallVector<llvm::Value *, 5> arguments = {format, address};
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    arguments.push_back(createQuery(builder, Query::GlobalId, dimension));
  createOperation(builder, Operation::Report, arguments);
}

} // namespace

void markForChecks(llvm::Function &kernel) { kernel.addFnAttr(attribute::Checked); }

bool isChecked(const llvm::Function &kernel) { return kernel.hasFnAttribute(attribute::Checked); }

void checkBlocks(llvm::Function &kernel) {
  if (!isChecked(kernel))
    return;
  llvm::SmallVector<BlockAccess, 8> accesses;
  for (llvm::Function &function : *kernel.getParent())
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto access = BlockAccess::of(instruction); access && access->component()->isZero()) // all have its pointer
        accesses.push_back(*access);
  for (const BlockAccess &access : accesses)
    check(access, kernel.getName());
}

} // namespace lanecl
