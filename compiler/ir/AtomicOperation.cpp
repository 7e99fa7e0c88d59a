#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Declarations.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

using llvm::AtomicOrdering;

constexpr llvm::StringLiteral AtomicPrefix = "lanecl.atomic.";

struct Row {
  llvm::StringLiteral name;
  unsigned sources;
  Kind kind;
};
constexpr Row rows[AtomicOpCount] = {
#define LANECL_ATOMIC(enumerator, name, sources, kind) {name, sources, Kind::kind},
#include "compiler/ir/Atomics.def"
};

uint32_t semanticsOf(AtomicOrdering order) {
  switch (order) {
  case AtomicOrdering::SequentiallyConsistent:
    return SemanticsSequential;
  case AtomicOrdering::AcquireRelease:
    return SemanticsAcquireRelease;
  case AtomicOrdering::Acquire:
    return SemanticsAcquire;
  case AtomicOrdering::Release:
    return SemanticsRelease;
  default:
    return 0;
  }
}

std::optional<AtomicOp> opOf(llvm::AtomicRMWInst::BinOp operation) {
  using RMW = llvm::AtomicRMWInst;
  switch (operation) {
  case RMW::Xchg:
    return AtomicOp::Xchg;
  case RMW::Add:
  case RMW::FAdd:
    return AtomicOp::Add;
  case RMW::Sub:
  case RMW::FSub:
    return AtomicOp::Sub;
  case RMW::And:
    return AtomicOp::And;
  case RMW::Or:
    return AtomicOp::Or;
  case RMW::Xor:
    return AtomicOp::Xor;
  case RMW::Max:
    return AtomicOp::IMax;
  case RMW::Min:
    return AtomicOp::IMin;
  case RMW::UMax:
    return AtomicOp::Max;
  case RMW::UMin:
    return AtomicOp::Min;
  case RMW::FMax:
    return AtomicOp::FMax;
  case RMW::FMin:
    return AtomicOp::FMin;
  default:
    return std::nullopt;
  }
}

bool isScalarNumber(const llvm::Type *type) { return type->isIntegerTy() || type->isFloatingPointTy(); }

} // namespace

std::optional<AtomicOperation> AtomicOperation::of(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  auto *callee = call ? call->getCalledFunction() : nullptr;
  auto op = callee ? atomicOpOf(*callee) : std::nullopt;
  return op ? std::optional(AtomicOperation(*op, const_cast<llvm::CallInst *>(call))) : std::nullopt;
}

std::optional<AtomicOp> atomicOpOf(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front(AtomicPrefix))
    return std::nullopt;
  name = name.split('.').first;
  for (unsigned i = 0; i < AtomicOpCount; ++i)
    if (rows[i].name == name)
      return static_cast<AtomicOp>(i);
  return std::nullopt;
}

unsigned AtomicOperation::sourcesOf(AtomicOp op) { return rows[static_cast<unsigned>(op)].sources; }
Kind AtomicOperation::kindOf(AtomicOp op) { return rows[static_cast<unsigned>(op)].kind; }
llvm::StringRef AtomicOperation::nameOf(AtomicOp op) { return rows[static_cast<unsigned>(op)].name; }
std::string nameOf(AtomicOp op, llvm::Type *type, llvm::Type *pointer) {
  return (AtomicPrefix + AtomicOperation::nameOf(op) + "." + suffixOf(type) + "." + suffixOf(pointer)).str();
}

AtomicOperation AtomicOperation::create(llvm::IRBuilderBase &builder, AtomicOp op, llvm::Type *type,
                                        const Operands &operands) {
  auto *none = llvm::PoisonValue::get(type);
  auto *i32 = builder.getInt32Ty();
  llvm::Value *arguments[] = {
      operands.pointer, operands.source0 ? operands.source0 : none,  operands.source1 ? operands.source1 : none,
      operands.mask,    llvm::ConstantInt::get(i32, operands.scope), llvm::ConstantInt::get(i32, operands.semantics)};
  llvm::SmallVector<llvm::Type *, 6> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(lanecl::nameOf(op, type, operands.pointer->getType()),
                                           llvm::FunctionType::get(type, types, false));
  auto *call = builder.CreateCall(callee, arguments);
  if (auto *function = llvm::dyn_cast<llvm::Function>(callee.getCallee()))
    call->setCallingConv(function->getCallingConv());
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::WillReturn);
  if (!operands.pointer->getType()->isPointerTy()) // LLVM knows of no accesses through vectors of pointers
    return AtomicOperation(op, call);
  // Stronger orders are about all memory.
  if (!llvm::isStrongerThanMonotonic(orderingOf(operands.semantics)))
    call->setMemoryEffects(llvm::MemoryEffects::argMemOnly());
  call->addParamAttr(0, llvm::Attribute::getWithCaptureInfo(builder.getContext(), llvm::CaptureInfo::none()));
  return AtomicOperation(op, call);
}

std::optional<AtomicOperation> AtomicOperation::fromInstruction(llvm::Instruction &instruction) {
  llvm::IRBuilder<> builder(&instruction);
  if (auto written = of(instruction)) // by the built-in library: it lacks the attributes
    return written->call->hasFnAttr(llvm::Attribute::WillReturn)
               ? std::nullopt
               : std::optional(create(builder, written->op, written->call->getType(),
                                      {written->pointer(), written->source0(), written->source1(), written->mask(),
                                       written->scope(), written->semantics()}));
  auto scopeOf = [](llvm::SyncScope::ID scope) {
    return scope == llvm::SyncScope::SingleThread ? ScopeInvocation : ScopeDevice;
  };
  if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    auto op = opOf(update->getOperation());
    if (!op || !isScalarNumber(update->getType()))
      return std::nullopt;
    return create(builder, *op, update->getType(),
                  {update->getPointerOperand(), update->getValOperand(), nullptr, builder.getTrue(),
                   scopeOf(update->getSyncScopeID()), semanticsOf(update->getOrdering())});
  }
  auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (!exchange || !exchange->getNewValOperand()->getType()->isIntegerTy())
    return std::nullopt;
  return create(builder, AtomicOp::CmpXchg, exchange->getNewValOperand()->getType(),
                {exchange->getPointerOperand(), exchange->getNewValOperand(), exchange->getCompareOperand(),
                 builder.getTrue(), scopeOf(exchange->getSyncScopeID()), semanticsOf(exchange->getMergedOrdering())});
}

AtomicOrdering AtomicOperation::orderingOf(uint32_t semantics) {
  if (semantics & SemanticsSequential)
    return AtomicOrdering::SequentiallyConsistent;
  bool acquire = (semantics & SemanticsAcquire) != 0, release = (semantics & SemanticsRelease) != 0;
  if ((semantics & SemanticsAcquireRelease) || (acquire && release))
    return AtomicOrdering::AcquireRelease;
  return acquire ? AtomicOrdering::Acquire : release ? AtomicOrdering::Release : AtomicOrdering::Monotonic;
}

bool AtomicOperation::isOwnMemory(const llvm::Value &pointer) {
  auto isOwn = [](const llvm::Value *pointer) {
    unsigned space = pointer->getType()->getScalarType()->getPointerAddressSpace();
    return space == space::Private || space == space::Local;
  };
  const llvm::Value *base = &pointer;
  if (isOwn(base))
    return true;
  if (auto *splat = llvm::getSplatValue(base))
    base = splat;
  while (auto *step = llvm::dyn_cast<llvm::GEPOperator>(base))
    base = step->getPointerOperand();
  return isOwn(base) || (!base->getType()->isVectorTy() && isOwn(llvm::getUnderlyingObject(base, 0)));
}

} // namespace lanecl
