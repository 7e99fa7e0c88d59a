// The processor that kernels are compiled for, as passes ask about it: what it has, what that costs, and the
// instructions that LLVM has no general form for. No pass knows an instruction set: what only some processors have is a
// fact here, or a virtual function that those processors' machine (targets/x86) answers and every other leaves to
// LLVM's generic vectors (targets/portable). Immutable; thread safe, but for the modules that are written into.
#pragma once
#include "compiler/image/Memory.h"
#include "compiler/ir/DotProducts.h"
#include "compiler/ir/Operations.h"
#include "compiler/targets/AsyncCopy.h"
#include "compiler/targets/VectorMath.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>
#include <string_view>

namespace lanecl::targets {

/// A core of these years, roughly, for analyses that weigh one form of the code against another. In cycles where
/// nothing else is said. LLVM's scheduling models say more, but each about one processor: lanes are to be chosen alike
/// on all that have the same instructions.
struct CoreTiming {
  double issue = 3;     ///< vector instructions begun in a cycle
  double window = 448;  ///< instructions that it looks ahead
  double waiting = 128; ///< instructions among them that may wait for others
  unsigned multiply = 4, floatAdd = 3, floatDivide = 13, floatCall = 4, other = 2; ///< until a result can be used
  double spill = 1, reload = 0.5; ///< instructions: a store; a load as another one's operand
  /// What half arithmetic takes where it is float's between conversions.
  double halfInstructions = 4;
  unsigned halfConversions = 12;
  double decoded = 4096; ///< instructions of a loop that it keeps decoded;
  double decodes = 2;    ///< of longer ones so many are begun in a cycle
};

/// What one work-item by itself takes, in instructions begun as those of vectors are (AccessTiming): where lanes are
/// weighed against it.
struct ItemTiming {
  double sum = 0.75, other = 0.5; ///< a sum or product of floats; arithmetic else
  double division = 4;            ///< twice what it is for a lane
  double call = 30;               ///< of a function of the library
  double access = 0.7;            ///< mostly the operand of what uses it;
  double waiting = 10;            ///< until what was read, or left in memory, can be used: lanes wait once for all
  double locked = 40;             ///< an atomic operation on memory of several threads: some 20 cycles
  double barrier = 10; ///< what is kept and read again beyond it, and the turn of a loop; lanes share the turn
  /// Of a branch in a loop that depends on what was read from memory: one work-item takes another path now and then
  /// than the processor expects, lanes go both.
  double surprise = 1.5;
};

/// What a lane's access takes, in vector instructions begun, addresses included, where accesses of lanes are scattered.
struct AccessTiming {
  struct Costs {
    double scattered, near; ///< anywhere; with few elements between neighbours'
    double along;           ///< rows that are read in pieces
    double own;             ///< some element of each lane's own variable, which is always in the nearest cache
  };
  Costs loads = {3, 1.5, 1, 1.5}, stores = {4, 2, 1.5, 3};
  double ofNearRow = 0.6;                   ///< of `scattered`, for what the iteration before has brought near
  double maskedLoad = 1.5, maskedStore = 3; ///< more under a mask: a safe address, a branch round the store
};

struct MachineFacts {
  std::string_view name; ///< of the instruction set, as LANECL_ISA has it
  /// The built-in library's forms for lanes of this machine (builtins/Library.h); empty: the general ones.
  std::string_view libraryForms = {};
  unsigned vectorBits = 128;     ///< of a vector register
  unsigned vectorRegisters = 16; ///< of that size that the machine has
  bool nativeHalf = false;       ///< half arithmetic has instructions of its own
  bool convertsHalf = false;     ///< half to float and back is one instruction
  bool dotProducts = false;      ///< of bytes have instructions of their own
  bool fusesProducts = false;    ///< `a * b + c` is one operation, rounded once, of float and double
  bool maskRegisters = false;    ///< of a bit a lane; else masks are what comparisons leave: as wide as what they mask
  bool rotates = false;          ///< words are rotated, and three combined bit by bit, by one instruction
  /// Gathers of 4 and 8 bytes are instructions that LLVM takes, of less they are not. Where it takes none each lane has
  /// a load of its own, of a byte as of a word.
  bool wordGathers = false;
  unsigned leastScatterBits = 32; ///< a scatter of smaller elements is a store for each
  /// A masked store costs no more than a plain one. Where it does, or is no instruction, guards have copies without.
  bool cheapMaskedStores = false;
  /// What a gather reads of aligned elements it reads as relaxed atomic loads would, each element whole. Else each
  /// lane's must be an atomic load.
  bool gathersAtomically = false;
  CoreTiming timing = {};
  ItemTiming item = {};
  AccessTiming access = {};
};

/// A look-up of elements in one register, or in two that stand side by side: a permute.
struct LookUp {
  unsigned lanes = 0;  ///< of a register
  bool inTwo = false;  ///< there is one in two registers
  unsigned number = 0; ///< the machine's own
};

/// `machine.OP.TYPE`: a single instruction without an LLVM intrinsic of its own, for the forms of the built-in library
/// that are written for it (MachineFacts::libraryForms).
struct MachineOperation {
  unsigned lanes = 0;   ///< of each operand
  bool isTable = false; ///< the first argument is the address of a constant table of 16 numbers
  unsigned number = 0;  ///< the machine's own
};

class Machine : public MachineFacts {
public:
  explicit Machine(const MachineFacts &facts) : MachineFacts(facts) {}
  virtual ~Machine();
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  /// Lanes of 32 bits that a register holds.
  unsigned nativeLanes() const { return vectorBits / 32; }
  /// Registers that a value of 32 bits may take so that chains of operations hide each other's latency, as long as not
  /// too many values are alive: 1.2 to 2 times as fast where there are 32 registers.
  unsigned registersForLatency() const { return vectorRegisters >= 32 ? 2 : 1; }
  /// Registers that a value of 32 bits may take so that its lanes side by side in memory are a whole line of the cache,
  /// which a traversal of a column meets once, then, and not once for each part.
  unsigned registersForLine() const { return vectorBits < 8 * CacheLineBytes ? 2 : 1; }

  /// Independent sums of a loop: so many hide latency themselves, and with two registers for each they would take three
  /// quarters of all.
  unsigned manySums() const { return vectorRegisters * 3 / 8; }
  /// Bytes of a structure that fills the registers, two for each field of 32 bits: its fields are there twice while
  /// they are put in order.
  uint64_t largeStructure() const { return vectorRegisters; }

  /// What LLVM must be told of a function so that it uses the registers in full.
  virtual void tune(llvm::Function &) const {}

  /// For tables of `width` elements of `bits`: the widest that they fill; nullopt: memory is the way.
  virtual std::optional<LookUp> lookUp(unsigned bits, unsigned width) const;
  /// `tables`: one register of integers, or two if `how` can (inTwo). Element i of the result is the element that the
  /// low bits of `indices`, a register of the same type, name.
  virtual llvm::Value *emitLookUp(llvm::IRBuilderBase &builder, const LookUp &how, llvm::ArrayRef<llvm::Value *> tables,
                                  llvm::Value *indices) const;

  /// The estimate of `value`, a float or a vector of any number of floats. By default it is no estimate.
  virtual llvm::Value *emitEstimate(llvm::IRBuilderBase &builder, Operation which, llvm::Value *value) const;

  /// `a` and `b`: i32, or vectors of it. By default shifts and multiplications.
  virtual llvm::Value *emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a,
                               llvm::Value *b) const;

  /// The operation of this machine that a declaration stands for; nullopt for other functions.
  virtual std::optional<MachineOperation> operation(const llvm::Function &callee) const;
  /// The instruction: `table` as loaded (null unless isTable), operands of `lanes` lanes.
  virtual llvm::Value *emitOperation(llvm::IRBuilderBase &builder, const MachineOperation &operation,
                                     llvm::Value *table, llvm::ArrayRef<llvm::Value *> operands) const;

  /// The vector function for a call of `callee` (an OpenCL C name such as _Z3sinf, or an intrinsic such as
  /// llvm.sin.f32) with `lanes` lanes: of the width that suits best, which may be more or less than `lanes`. By default
  /// there is none.
  virtual std::optional<VectorFunction> vectorFunction(const llvm::Function &callee, unsigned lanes) const;

  /// What runs the asynchronous copies.
  virtual const CopyLoops &copyLoops() const;
};

} // namespace lanecl::targets
