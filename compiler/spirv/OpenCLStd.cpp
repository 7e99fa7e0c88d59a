// OpExtInst of OpenCL.std: what LLVM says as well is made inline (OpenCLMath, OpenCLInteger, OpenCLMemory), the rest
// calls the built-in library by its mangled name.
#include "compiler/spirv/OpenCLStd.h"
#include "compiler/spirv/Mangle.h"

namespace lanecl::spirv {

namespace {

/// The highest number in the set is 204.
constexpr size_t Numbers = 256;

struct ExtendedDispatch {
  std::array<const InlineRow *, Numbers> inlined{};
  std::array<Run, Numbers> runs{};

  ExtendedDispatch() {
    for (auto rows : {mathRows(), integerRows()})
      for (const InlineRow &row : rows)
        inlined[size_t(row.which)] = &row;
    for (auto [which, run] : memoryRows())
      runs[size_t(which)] = run;
  }
};

const ExtendedDispatch &extendedDispatch() {
  static const ExtendedDispatch table;
  return table;
}

void runInline(Translation &t, const Instruction &instruction, const InlineRow &row) {
  llvm::Type *type = t.resultType(instruction);
  if (!type || !t.require(instruction.count() == FirstArgument + row.arguments, instruction,
                          "the function has another number of arguments"))
    return;
  llvm::SmallVector<llvm::Value *, 4> arguments;
  for (uint32_t i = FirstArgument; i < instruction.count(); ++i) {
    llvm::Value *argument = t.operand(instruction, i);
    if (!argument)
      return;
    bool fits = row.shape == Shape::Free ||
                (argument->getType() == type &&
                 (row.shape == Shape::Floats ? type->isFPOrFPVectorTy() : type->isIntOrIntVectorTy()));
    if (!t.require(fits, instruction, "an argument has a wrong type"))
      return;
    arguments.push_back(argument);
  }
  MathScope scope(t, instruction);
  if (llvm::Value *result = row.make(t, instruction, arguments))
    t.define(instruction, result);
}

/// The library's name of an instruction, and whether its integers are signed: "u_max" is max of unsigned ones.
std::pair<llvm::StringRef, bool> libraryName(const grammar::Instruction &known) {
  llvm::StringRef name(known.name.data(), known.name.size());
  bool isUnsigned = name.consume_front("u_") || OpenCLStd(known.opcode) == OpenCLStd::nan;
  name.consume_front("s_");
  return {name, !isUnsigned};
}

/// A call of the library. Results through a pointer go to private memory first, so that the library needs one form of
/// the function and inlining dissolves it.
void runLibrary(Translation &t, const Instruction &instruction, const grammar::Instruction &known) {
  llvm::Type *type = t.resultType(instruction);
  auto [name, isSigned] = libraryName(known);
  llvm::SmallVector<llvm::Value *, 4> arguments;
  llvm::SmallVector<MangledType, 4> types;
  llvm::AllocaInst *copy = nullptr;
  llvm::Value *target = nullptr;
  for (uint32_t i = FirstArgument; i < instruction.count(); ++i) {
    llvm::Value *argument = t.operand(instruction, i);
    if (!argument)
      return;
    bool pointer = argument->getType()->isPointerTy();
    llvm::Type *content = pointer ? t.pointee(instruction, instruction.id(i)) : argument->getType();
    if (!content || !t.require((content->isIntOrIntVectorTy() || content->isFPOrFPVectorTy()) && !(pointer && copy),
                               instruction, "an argument has a type that the library has not"))
      return;
    if (pointer) {
      target = argument;
      copy = t.entryAlloca(content);
      argument = copy;
    }
    arguments.push_back(argument);
    types.push_back({.type = content, .isSigned = isSigned, .isPointer = pointer});
  }
  if (!type || !t.require(!arguments.empty(), instruction, "the function has no arguments"))
    return;
  llvm::CallInst *made = t.callLibrary(mangle(name, types), type, arguments, t.annotations.fastMath(instruction));
  if (!copy)
    made->setDoesNotAccessMemory();
  t.define(instruction, made);
  if (copy) {
    llvm::Type *content = copy->getAllocatedType();
    t.builder.CreateAlignedStore(t.builder.CreateLoad(content, copy), target,
                                 t.out->getDataLayout().getABITypeAlign(content->getScalarType()));
  }
}

void extended(Translation &t, const Instruction &instruction) {
  auto set = t.annotations.extendedSets.find(instruction.literal(0));
  if (!t.require(set != t.annotations.extendedSets.end(), instruction, "names no OpExtInstImport"))
    return;
  if (set->second == SetIgnored)
    return;
  if (!t.require(t.builder.GetInsertBlock(), instruction, "stands outside of a block"))
    return;
  if (set->second == SetGroupAsyncCopies)
    return extendedGroupAsyncCopies(t, instruction);
  extendedOpenCL(t, instruction);
}

constexpr Handler extendedTable[] = {{Op::ExtInst, extended}};

} // namespace

void extendedOpenCL(Translation &t, const Instruction &instruction) {
  uint32_t number = instruction.literal(1);
  const grammar::Instruction *known = grammar::openCL(number);
  if (!t.require(known && number < Numbers, instruction, "names no function of OpenCL.std"))
    return;
  if (Run run = extendedDispatch().runs[number])
    return run(t, instruction);
  if (const InlineRow *row = extendedDispatch().inlined[number])
    return runInline(t, instruction, *row);
  runLibrary(t, instruction, *known);
}

std::span<const Handler> extendedHandlers() { return extendedTable; }

} // namespace lanecl::spirv
