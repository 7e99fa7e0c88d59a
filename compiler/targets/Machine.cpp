#include "compiler/targets/Machine.h"
#include "compiler/targets/portable/Portable.h"

namespace lanecl::targets {

Machine::~Machine() = default;

std::optional<LookUp> Machine::lookUp(unsigned, unsigned) const { return std::nullopt; }

llvm::Value *Machine::emitLookUp(llvm::IRBuilderBase &, const LookUp &, llvm::ArrayRef<llvm::Value *>,
                                 llvm::Value *) const {
  llvm_unreachable("this machine has no look-ups");
}

llvm::Value *Machine::emitEstimate(llvm::IRBuilderBase &builder, Operation which, llvm::Value *value) const {
  llvm::Value *divisor =
      which == Operation::EstimateReciprocal ? value : builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, value);
  return builder.CreateFDiv(llvm::ConstantFP::get(value->getType(), 1), divisor);
}

llvm::Value *Machine::emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a,
                              llvm::Value *b) const {
  auto byte = [&](llvm::Value *word, unsigned at, bool isSigned) {
    if (isSigned)
      return builder.CreateAShr(builder.CreateShl(word, 24 - 8 * at), 24);
    return builder.CreateAnd(builder.CreateLShr(word, 8 * at), 255);
  };
  llvm::Value *sum = nullptr;
  for (unsigned at = 0; at < 4; ++at) {
    llvm::Value *product = builder.CreateMul(byte(a, at, operation.signedA), byte(b, at, operation.signedB));
    sum = sum ? builder.CreateAdd(sum, product) : product;
  }
  return sum;
}

std::optional<MachineOperation> Machine::operation(const llvm::Function &) const { return std::nullopt; }

llvm::Value *Machine::emitOperation(llvm::IRBuilderBase &, const MachineOperation &, llvm::Value *,
                                    llvm::ArrayRef<llvm::Value *>) const {
  llvm_unreachable("this machine has no operations of its own");
}

std::optional<VectorFunction> Machine::vectorFunction(const llvm::Function &, unsigned) const { return std::nullopt; }

const CopyLoops &Machine::copyLoops() const { return portable::copyLoops(); }

} // namespace lanecl::targets
