// The operations of LaneCL IR: one table (Operations.def) from which calls are made, known again and verified. Pure
// look-ups, but for create; thread safe.
#pragma once
#include "compiler/ir/Queries.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace lanecl {

enum class Operation : uint8_t {
#define LANECL_OPERATION(enumerator, ...) enumerator,
#include "compiler/ir/Operations.def"
};

/// How values are combined; None where the operation combines nothing.
enum class Kind : uint8_t {
#define LANECL_KIND(enumerator, ...) enumerator,
#include "compiler/ir/Kinds.def"
  None
};
/// There is such a combination of values of the scalar type.
bool isDefined(Kind kind, const llvm::Type &type);

/// What calls of an operation may do, and what must not be done with them.
enum class Effects : uint8_t { Convergent, Once, Reads, Writes, Pure, Host };
enum class InLanes : uint8_t { Uniform, Divergent, Operands };
/// What an operation of a sub-group is for its only lane.
enum class AtOneLane : uint8_t {
  Stays,    ///< a later pass makes code of it, with lanes or without
  Operand,  ///< its first operand
  True,     ///< i1 true
  LowBit,   ///< bit 0 of its operand
  Word,     ///< its operand as bit 0 of the first word
  Identity, ///< of the kind of combination: what stands before the first lane
  Read,     ///< a load of one element
  Write     ///< a store of one element
};
/// Passes, in their order, behind which operations are gone (Pipeline.cpp).
enum class Until : uint8_t { Regions, Lanes, Estimates, SubGroupBarriers, Entry };

struct OperationFacts {
  llvm::StringLiteral name;      ///< behind "lanecl."
  llvm::StringLiteral signature; ///< Operations.def
  bool combines;
  Effects effects;
  InLanes inLanes;
  AtOneLane atOneLane;
  Until until;
};
const OperationFacts &factsOf(Operation operation);

/// The operation that a function or a value (a call) is; nothing for everything else.
std::optional<Operation> operationOf(const llvm::Function &function);
std::optional<Operation> operationOf(const llvm::Value &value);
/// The kind in the name of an operation that combines.
Kind kindOf(const llvm::CallBase &call);
/// A call of that operation?
inline bool isA(const llvm::Value &value, Operation operation) { return operationOf(value) == operation; }

/// A call at the builder's position. The types of the operands must be those of the signature; `type` is T where no
/// operand has it.
llvm::CallInst *createOperation(llvm::IRBuilderBase &builder, Operation operation,
                                llvm::ArrayRef<llvm::Value *> operands, Kind kind = Kind::None,
                                llvm::Type *type = nullptr);
/// lanecl.barrier of the work-group.
llvm::CallInst *createGroupBarrier(llvm::IRBuilderBase &builder);

/// The name begins with "lanecl.": of the dialect, implemented by passes, never linked.
bool isLaneclFunction(const llvm::Function &function);
/// Synchronises a work-group, or must be run by it as a whole: by its first sub-group, or by one after the other.
bool isGroupCall(const llvm::Value &value);
/// A work-group's barrier: barrier (of work-group scope or wider), wait_events or region_end.
bool isWorkGroupBarrier(const llvm::Value &value);
bool isAsyncCopy(Operation operation);
bool isWorkGroupOperation(Operation operation);
bool isSubGroupOperation(Operation operation);
bool isEstimate(Operation operation);
/// An operation or a query of sub-groups.
bool isOfSubGroups(const llvm::Function &function);
/// Some function of the module uses one.
bool asksForSubGroups(const llvm::Module &module);

/// Numbers of region_end begin with 1, those of yield with this.
inline constexpr unsigned FirstYield = 1u << 30;

/// A block read or write: the elements of all lanes from one pointer, a component at a time.
struct BlockAccess {
  static std::optional<BlockAccess> of(const llvm::Value &value);
  llvm::CallInst *call;
  bool isRead;
  llvm::Value *pointer() const { return call->getArgOperand(0); }
  llvm::Value *written() const { return call->getArgOperand(1); }
  llvm::Type *element() const { return isRead ? call->getType() : written()->getType(); }
  llvm::ConstantInt *component() const {
    return llvm::cast<llvm::ConstantInt>(call->getArgOperand(call->arg_size() - 1));
  }
};

/// The part of a name that says a type: "i32", "v4f32", "p1".
std::string suffixOf(llvm::Type *type);

} // namespace lanecl
