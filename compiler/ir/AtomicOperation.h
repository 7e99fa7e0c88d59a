// The atomic operation of LaneCL IR (docs/lanecl-ir.md): one operation of every active lane on memory,
//   T lanecl.atomic.OP.TYPE(pointer, T source0, T source1, i1 mask, i32 scope, i32 semantics)
// for one work-item, and after packetizing with <W x T> and <W x i1> for W of them, the pointer being one for all lanes
// or <W x ptr>. What a lane that is not active gets back is undefined. Scope and semantics are SPIR-V's numbers, and
// constants. Names are overloaded by the types (.i32.p1, .v16f32.v16p3). Pure look-ups; thread safe.
#pragma once
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace lanecl {

/// What becomes of memory, from what was there and the sources. The result is the old value but for PreDec.
enum class AtomicOp : uint8_t {
#define LANECL_ATOMIC(enumerator, ...) enumerator,
#include "compiler/ir/Atomics.def"
};
inline constexpr unsigned AtomicOpCount = 0
#define LANECL_ATOMIC(...) +1
#include "compiler/ir/Atomics.def"
    ;

/// SPIR-V's Scope (3.31): of all devices and the host, and memory of the work-item alone.
inline constexpr uint32_t ScopeCrossDevice = 0, ScopeDevice = 1, ScopeInvocation = 4;

class AtomicOperation {
public:
  /// Nothing for every other value.
  static std::optional<AtomicOperation> of(const llvm::Value &value);
  static bool is(const llvm::Value &value) { return of(value).has_value(); }
  /// Sources that the operation does not have are null.
  struct Operands {
    llvm::Value *pointer, *source0, *source1, *mask;
    uint32_t scope, semantics;
  };
  /// An atomic operation at the builder's position. `type`: of the sources and the result.
  static AtomicOperation create(llvm::IRBuilderBase &builder, AtomicOp op, llvm::Type *type, const Operands &operands);
  /// The atomic operation that an instruction of LLVM's, or a call in the built-in library, means; nothing where there
  /// is none. The instruction stays.
  static std::optional<AtomicOperation> fromInstruction(llvm::Instruction &instruction);

  AtomicOp op;
  llvm::CallInst *call;
  llvm::Value *pointer() const { return call->getArgOperand(0); }
  llvm::Value *source0() const { return call->getArgOperand(1); }
  llvm::Value *source1() const { return call->getArgOperand(2); }
  llvm::Value *mask() const { return call->getArgOperand(3); }
  uint32_t scope() const { return number(4); }
  uint32_t semantics() const { return number(5); }
  /// An atomic operation of lanes is sent by one of them at least, unless it is marked so.
  void setMayBeEmpty() const { call->addFnAttr(llvm::Attribute::get(call->getContext(), attribute::MayBeEmpty)); }
  bool mayBeEmpty() const { return call->hasFnAttr(attribute::MayBeEmpty); }
  /// One lane at most is active where the operation stands (SingleLane): what it returns is that lane's.
  void setOfSingleLane() const { call->addFnAttr(llvm::Attribute::get(call->getContext(), attribute::SingleLane)); }
  bool isOfSingleLane() const { return call->hasFnAttr(attribute::SingleLane); }
  bool isForOneLane() const { return !call->getType()->isVectorTy(); }
  llvm::AtomicOrdering ordering() const { return orderingOf(semantics()); }
  /// Memory that only this work-item sees, or its work-group, which runs on one thread.
  bool isOnOwnMemory() const { return scope() == ScopeInvocation || isOwnMemory(*pointer()); }
  /// The same of a pointer, or a vector of pointers.
  static bool isOwnMemory(const llvm::Value &pointer);

  /// LLVM's order for SPIR-V's semantics.
  static llvm::AtomicOrdering orderingOf(uint32_t semantics);
  static unsigned sourcesOf(AtomicOp op);
  /// How sources of several lanes are put together; None: they are not. What counts is summed up.
  static Kind kindOf(AtomicOp op);
  static llvm::StringRef nameOf(AtomicOp op);

private:
  AtomicOperation(AtomicOp op, llvm::CallInst *call) : op(op), call(call) {}
  uint32_t number(unsigned operand) const {
    return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(call->getArgOperand(operand))->getZExtValue());
  }
};

/// SPIR-V's Memory Semantics (3.32) that the atomic operation carries: its bits of order.
inline constexpr uint32_t SemanticsAcquire = 0x2, SemanticsRelease = 0x4, SemanticsAcquireRelease = 0x8,
                          SemanticsSequential = 0x10;

} // namespace lanecl
