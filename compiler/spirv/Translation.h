// The state of one translation and the services that the handlers of instructions share. Every instruction class has a
// file that ends in a table {opcode, handler}; the handlers read operands through this class, build with `builder` and
// store what they made with `define`. The first error sticks: look-ups after it yield null, and the translation stops
// before the next instruction.
#pragma once
#include "compiler/ir/AddressSpaces.h"
#include "compiler/spirv/Annotations.h"
#include "compiler/spirv/Translator.h"
#include "compiler/spirv/Values.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include <array>

namespace lanecl::spirv {

class Translation;
class DebugLines;
using Run = void (*)(Translation &, const Instruction &);

struct Handler {
  Op op;
  Run run;
};

/// What an image is, by its dimensions (Image.cpp has the table).
struct ImageShape;

/// A SPIR-V type. LLVM's pointers are opaque: what they point to is known here only.
struct Type {
  Op op = Op::Nop; ///< OpType*; Nop: not a type
  llvm::Type *llvm = nullptr;
  TypeId element; ///< of vectors and arrays; what a pointer points to; what a function returns; a sampled image's image
  uint64_t count = 0;                            ///< of vectors and arrays
  uint32_t depth = 0;                            ///< how deep arrays and structs are nested
  StorageClass storage = StorageClass::Function; ///< of pointers
  std::vector<TypeId> members;                   ///< of structs; parameters of functions
  const ImageShape *image = nullptr;             ///< of images
  bool isDepth = false;                          ///< of images; so is the access
  AccessQualifier access = AccessQualifier::ReadOnly;
};

/// What lives as long as the body of one function.
struct FunctionState {
  llvm::Function *function = nullptr;
  llvm::DenseMap<uint32_t, llvm::BasicBlock *> blocks;                            ///< by label
  llvm::DenseMap<uint32_t, llvm::Value *> builtIns;                               ///< by variable: its private copy
  llvm::DenseMap<std::pair<uint32_t, llvm::Type *>, llvm::Value *> builtInValues; ///< by BuiltIn and type
  llvm::SmallVector<std::pair<const Instruction *, llvm::PHINode *>, 16> phis;
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::MDNode *>, 4> loopHeaders;
  LabelId entry;
  unsigned nextParameter = 0;
};

class Translation {
public:
  Translation(const Module &module, llvm::LLVMContext &context, const TranslateOptions &options);
  ~Translation();
  llvm::Expected<std::unique_ptr<llvm::Module>> run();

  // ---- errors
  bool ok() const { return !failed_; }
  void fail(const Instruction &instruction, const llvm::Twine &rule);
  /// `condition`, or the error.
  bool require(bool condition, const Instruction &instruction, const llvm::Twine &rule) {
    if (!condition)
      fail(instruction, rule);
    return condition;
  }

  // ---- types
  /// Null (and an error) when the id names no type that was defined.
  const Type *type(TypeId id);
  llvm::Type *llvmType(TypeId id);
  Type &defineType(const Instruction &instruction, llvm::Type *type);
  llvm::Type *resultType(const Instruction &instruction) { return llvmType(instruction.resultType); }
  /// The declared type of a value.
  const Type *typeOf(ValueId id);
  /// What a pointer value points to, as LLVM type; null and an error when it is no pointer to a sized type.
  llvm::Type *pointee(const Instruction &instruction, ValueId pointer);
  /// Address space of a storage class, or nothing when kernels cannot use it.
  static std::optional<unsigned> addressSpace(StorageClass storage);

  // ---- values
  /// The value, or a placeholder that is replaced when the value is defined. Null (and an error) for no value.
  llvm::Value *value(ValueId id);
  /// Operand i as value; errors name the instruction.
  llvm::Value *operand(const Instruction &instruction, uint32_t i);
  /// Operand i as an integer or a vector of them; null and an error otherwise.
  llvm::Value *integer(const Instruction &instruction, uint32_t i);
  llvm::Value *floating(const Instruction &instruction, uint32_t i);
  llvm::Value *pointer(const Instruction &instruction, uint32_t i);
  llvm::Value *boolean(const Instruction &instruction, uint32_t i);
  /// The first N operands, all or none null.
  template <size_t N> std::array<llvm::Value *, N> operands(const Instruction &instruction) {
    std::array<llvm::Value *, N> all{};
    for (size_t i = 0; i < N; ++i) {
      all[i] = operand(instruction, uint32_t(i));
      if (!all[i])
        return {};
    }
    return all;
  }
  /// The value of an integer constant; nothing for everything else.
  std::optional<uint64_t> constant(ValueId id);
  /// The same of 32 bits only, which scopes and counts have.
  std::optional<uint64_t> constant32(ValueId id);
  /// Gives the instruction's result its value, which must have the result type.
  void define(const Instruction &instruction, llvm::Value *value);
  bool isDefined(ValueId id) const { return values_.of(id.number); }

  // ---- functions that the IR calls
  /// A function of the built-in library, by its mangled name.
  llvm::CallInst *callLibrary(llvm::StringRef mangled, llvm::Type *type, llvm::ArrayRef<llvm::Value *> arguments,
                              llvm::FastMathFlags flags = {});
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type *> types,
                         llvm::ArrayRef<llvm::Value *> arguments) {
    return builder.CreateIntrinsic(id, types, arguments);
  }
  llvm::AllocaInst *entryAlloca(llvm::Type *type, const llvm::Twine &name = "");
  /// The LLVM function of an OpFunction, declared at the first request.
  llvm::Function *function(ValueId id);
  /// One of the module's functions has this LLVM function, and will fill it.
  bool isFunctionWithBody(const llvm::Function &function);
  /// The block of a label in this function.
  llvm::BasicBlock *block(const Instruction &instruction, uint32_t i);

  // ---- constants
  llvm::ConstantInt *int32(uint64_t value) { return builder.getInt32(uint32_t(value)); }
  llvm::ConstantInt *int64(uint64_t value) { return builder.getInt64(value); }
  /// Translates an instruction of OpSpecConstantOp and folds it.
  llvm::Constant *fold(const Instruction &instruction);
  /// The value of a built-in variable, asked for here; or once for the function, at its begin.
  llvm::Value *builtInAtEntry(const Instruction &instruction, BuiltIn which, llvm::Type *type);
  llvm::Value *builtInValue(const Instruction &instruction, BuiltIn which, llvm::Type *type);

  const Module &module;
  llvm::LLVMContext &context;
  const TranslateOptions &options;
  std::unique_ptr<llvm::Module> out;
  llvm::IRBuilder<llvm::TargetFolder> builder;
  Annotations annotations;
  FunctionState state;
  /// Values of built-in variables in functions that have ended: those that nobody uses go at the module's end, for ids
  /// of a broken module may still name them.
  llvm::SmallVector<llvm::WeakTrackingVH, 0> madeAtEntries;
  DebugLines *lines = nullptr; ///< null without OpLine
  bool anyFunction = false;    ///< the first OpFunction was met

private:
  llvm::Error translateModule();
  void runHandler(const Instruction &instruction);
  void checkDefined();

  std::vector<Type> types_;
  Values values_;
  llvm::DenseMap<uint32_t, llvm::Function *> functions_;
  std::unique_ptr<DebugLines> ownLines_;
  std::string error_;
  bool failed_ = false;
};

// ---- the instruction classes' tables
std::span<const Handler> typesConstantsHandlers();
std::span<const Handler> arithmeticHandlers();
std::span<const Handler> bitwiseHandlers();
std::span<const Handler> conversionHandlers();
std::span<const Handler> compositeHandlers();
std::span<const Handler> memoryHandlers();
std::span<const Handler> genericPointerHandlers();
std::span<const Handler> controlFlowHandlers();
std::span<const Handler> functionHandlers();
std::span<const Handler> atomicHandlers();
std::span<const Handler> barrierHandlers();
std::span<const Handler> groupHandlers();
std::span<const Handler> subGroupHandlers();
std::span<const Handler> imageHandlers();
std::span<const Handler> imageTypeHandlers();
std::span<const Handler> debugHandlers();
std::span<const Handler> relationalHandlers();
std::span<const Handler> asyncCopyHandlers();
std::span<const Handler> extendedHandlers();
/// The handler of an opcode, or null.
Run handlerOf(Op op);

// ---- what files share
void extendedOpenCL(Translation &t, const Instruction &instruction);
void extendedGroupAsyncCopies(Translation &t, const Instruction &instruction);
/// Fills phis, attaches loop hints.
void finishControlFlow(Translation &t);
/// The hint of a call __lanecl_loop_unroll(count) in this block, a loop's header.
void addUnrollHint(Translation &t, uint32_t count);
/// Convergence of a callee makes its callers convergent.
void markConvergent(llvm::Module &module);
/// Names, attributes and metadata of the entry points.
void describeKernels(Translation &t);
/// A parameter of an image's type.
void markImage(llvm::Argument &parameter, const Type &type);
/// Rounds to a narrower floating-point type in a direction (bits only, no rounding mode of the machine).
llvm::Value *roundToFloat(Translation &t, llvm::Value *value, llvm::Type *type, FPRoundingMode mode);
/// Shape of `like` (scalar or vector) with this scalar type.
llvm::Type *withScalar(llvm::Type *like, llvm::Type *scalar);
llvm::AtomicOrdering ordering(std::optional<uint64_t> semantics);
llvm::SyncScope::ID syncScope(std::optional<uint64_t> scope);

} // namespace lanecl::spirv
