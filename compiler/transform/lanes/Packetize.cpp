#include "compiler/transform/lanes/Packetize.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/lanes/Linearize.h"
#include "compiler/transform/lanes/PacketizeSubGroups.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace lanecl {

using llvm::Function;

namespace simd {
namespace {

std::string versionName(const Function &scalar, unsigned width, llvm::ArrayRef<bool> varying, bool masked) {
  std::string name = (scalar.getName() + ".lanes" + llvm::Twine(width) + (masked ? "m" : "")).str();
  if (llvm::is_contained(varying, true)) {
    name += '.';
    for (bool isWide : varying)
      name += isWide ? 'v' : 'u';
  }
  return name;
}

Function *declare(Function &scalar, unsigned width, llvm::ArrayRef<bool> varying, bool masked) {
  LaneBuilder builder(scalar.getContext(), width);
  llvm::SmallVector<llvm::Type *> parameters;
  for (auto [argument, isWide] : llvm::zip(scalar.args(), varying))
    parameters.push_back(isWide ? builder.wide(argument.getType()) : argument.getType());
  if (masked)
    parameters.push_back(builder.maskType());
  auto *type = llvm::FunctionType::get(builder.wide(scalar.getReturnType()), parameters, false);
  auto *result = Function::Create(type, llvm::GlobalValue::InternalLinkage, versionName(scalar, width, varying, masked),
                                  scalar.getParent());
  llvm::AttributeList attributes = scalar.getAttributes();
  auto &context = scalar.getContext();
  llvm::AttrBuilder functionAttributes(context, attributes.getFnAttrs());
  for (auto attribute : {llvm::Attribute::NoInline, llvm::Attribute::AlwaysInline, llvm::Attribute::OptimizeNone,
                         llvm::Attribute::Memory, llvm::Attribute::NoFree, llvm::Attribute::NoSync})
    functionAttributes.removeAttribute(attribute);
  result->addFnAttrs(functionAttributes);
  for (unsigned i = 0; i < varying.size(); ++i) {
    if (!varying[i])
      result->addParamAttrs(i, llvm::AttrBuilder(context, attributes.getParamAttrs(i)));
    result->getArg(i)->setName(scalar.getArg(i)->getName());
  }
  return result;
}

/// What the analyses rest on; a loop without it would be wrong silently.
bool isInNormalForm(Function &function, LaneAnalyses &analyses) {
  auto &loops = analyses.get<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.get<llvm::DominatorTreeAnalysis>(function);
  return llvm::all_of(loops.getLoopsInPreorder(),
                      [&](llvm::Loop *loop) { return loop->isLoopSimplifyForm() && loop->isLCSSAForm(dominators); });
}

/// Constants leave the indices of addresses: what has the rest in common lies together (Packs.h). Not of code without
/// lanes: what is left of an address no longer promises to be inside of its object, which LLVM makes much of.
constexpr llvm::StringLiteral TakeOutConstants = "separate-const-offset-from-gep,early-cse,lcssa";

/// What LLVM's PromoteMemToReg spends on each slot is in the order of the function; slots times blocks are to stay
/// below.
constexpr uint64_t PromotedTogether = 1U << 18;

/// Says that a slot holds nothing before its first use: where that is found, nobody looks further. It must not be said
/// again between two uses, so not in a loop.
llvm::Instruction *beginLife(llvm::AllocaInst &slot, llvm::DominatorTree &dominators, llvm::LoopInfo &loops) {
  llvm::BasicBlock *begin = nullptr;
  for (llvm::User *user : slot.users()) {
    llvm::BasicBlock *block = llvm::cast<llvm::Instruction>(user)->getParent();
    begin = begin ? dominators.findNearestCommonDominator(begin, block) : block;
  }
  auto at = begin->getFirstInsertionPt();
  if (llvm::Loop *loop = loops.getLoopFor(begin))
    at = dominators[loop->getOutermostLoop()->getHeader()]->getIDom()->getBlock()->getTerminator()->getIterator();
  return new llvm::StoreInst(llvm::UndefValue::get(slot.getAllocatedType()), &slot, at);
}

/// Slots to values. In large functions one by one, from each use back to where it was written, which is mostly near.
void promoteSlots(Function &function, llvm::ArrayRef<llvm::AllocaInst *> slots) {
  llvm::DominatorTree dominators(function);
  if (slots.size() * function.size() < PromotedTogether)
    return llvm::PromoteMemToReg(slots, dominators);
  llvm::LoopInfo loops(dominators);
  for (llvm::AllocaInst *slot : slots) {
    llvm::SmallVector<llvm::Instruction *, 16> accesses;
    for (llvm::User *user : slot->users())
      accesses.push_back(llvm::cast<llvm::Instruction>(user));
    if (!accesses.empty())
      accesses.push_back(beginLife(*slot, dominators, loops));
    llvm::SSAUpdater updater;
    llvm::LoadAndStorePromoter(accesses, updater, slot->getName()).run(accesses);
    slot->eraseFromParent();
  }
}

/// The body of the wide function, which has none yet.
void emitAll(LaneFunction &f) {
  auto *entry = llvm::BasicBlock::Create(f.b.getContext(), "entry", &f.to);
  auto *body = llvm::BasicBlock::Create(f.b.getContext(), "body", &f.to);
  for (auto [argument, value] : llvm::zip(f.from.args(), f.to.args()))
    f.values.defineArgument(argument, &value, !f.isUniform(&argument));
  f.b.SetInsertPoint(body);
  Linearizer(f).run();
  PacketizeSession &session = f.session;
  if (f.values.isIncomplete()) {
    session.report.isFault = true;
    session.fail(f.from.getEntryBlock().front(), "a value was used before it was defined");
  }
  f.b.SetInsertPoint(entry);
  f.b.CreateBr(body);
  if (session.failed())
    return;
  llvm::EliminateUnreachableBlocks(f.to);
  promoteSlots(f.to, f.values.slots());
  session.analyses.run(f.to, session.options.quick ? "instsimplify,dce" : "instsimplify,adce");
}

} // namespace

void PacketizeSession::fail(const llvm::Instruction &at, llvm::StringRef why) {
  if (failed())
    return;
  failure = why.str();
  if (auto &location = at.getDebugLoc())
    failure += " (line " + std::to_string(location.getLine()) + ")";
}

void PacketizeSession::note(const llvm::Instruction &at, const llvm::Twine &text) {
  if (!report.detailed)
    return;
  auto &location = at.getDebugLoc();
  report.notes.push_back({location ? location.getLine() : 0, text.str()});
}

void PacketizeSession::removeCreated() {
  for (Version &version : versions_)
    if (version.wide)
      version.wide->deleteBody();
  for (Version &version : versions_)
    if (version.wide)
      version.wide->eraseFromParent();
}

Function *PacketizeSession::function(Function &scalar, llvm::ArrayRef<bool> varying, bool masked) {
  for (Version &version : versions_)
    if (version.scalar == &scalar && version.masked == masked && llvm::equal(version.varying, varying))
      return version.wide;
  if (failed())
    return nullptr;
  const llvm::Instruction &first = scalar.getEntryBlock().front();
  if (!isInNormalForm(scalar, analyses)) {
    report.isFault = true;
    fail(first, "control flow that is not in normal form");
    return nullptr;
  }
  if (instructions_ += scalar.getInstructionCount(); instructions_ > options.maxInstructions) {
    fail(first, "too large for lanes");
    return nullptr;
  }
  if (!options.quick)
    analyses.run(scalar, TakeOutConstants);
  Function *wide = declare(scalar, options.width, varying, masked);
  versions_.push_back({&scalar, std::vector<bool>(varying.begin(), varying.end()), masked, wide});
  for (auto [argument, isWide] : llvm::zip(scalar.args(), varying)) {
    analyses.facts.varyingArguments.erase(&argument);
    if (isWide)
      analyses.facts.varyingArguments.insert(&argument);
  }
  analyses.invalidate(scalar);
  LaneFunction made(*this, scalar, *wide, masked ? wide->getArg(wide->arg_size() - 1) : nullptr);
  emitAll(made);
  return failed() ? nullptr : wide;
}

} // namespace simd

llvm::Expected<Function *> packetize(Function &body, const PacketizeOptions &options, PacketizeReport *report) {
  PacketizeReport local;
  PacketizeReport &told = report ? *report : local;
  told.kernel = body.getName().str();
  told.width = options.width;
  simd::PacketizeSession session(options, told);
  llvm::SmallVector<bool, 8> varying(body.arg_size(), false);
  Function *result = session.function(body, varying, options.masked);
  if (result && !session.failed())
    return result;
  session.removeCreated();
  return llvm::createStringError(session.failure);
}

namespace {

/// What an operation gives a sub-group's only lane; null: it stays (or has no result, and is done).
llvm::Value *singleLaneResult(llvm::CallInst &call, Operation operation) {
  llvm::IRBuilder<> builder(&call);
  auto access = BlockAccess::of(call);
  auto place = [&] {
    return builder.CreateConstInBoundsGEP1_64(access->element(), access->pointer(),
                                              access->component()->getZExtValue());
  };
  switch (factsOf(operation).atOneLane) {
  case AtOneLane::Stays:
    return nullptr;
  case AtOneLane::Operand:
    return call.getArgOperand(0);
  case AtOneLane::True:
    return builder.getTrue();
  case AtOneLane::LowBit:
    return builder.CreateTrunc(call.getArgOperand(0), builder.getInt1Ty());
  case AtOneLane::Word:
    return builder.CreateInsertElement(llvm::Constant::getNullValue(call.getType()),
                                       builder.CreateZExt(call.getArgOperand(0), builder.getInt32Ty()), uint64_t(0));
  case AtOneLane::Identity:
    return simd::scanIdentity(kindOf(call), call.getType());
  case AtOneLane::Read:
    return builder.CreateAlignedLoad(access->element(), place(), llvm::Align());
  case AtOneLane::Write:
    return builder.CreateAlignedStore(access->written(), place(), llvm::Align());
  }
  llvm_unreachable("all are named");
}

llvm::Value *singleLaneResult(llvm::CallInst &call, Query query) {
  if (query == Query::SubGroupLocalId)
    return llvm::ConstantInt::get(call.getType(), 0);
  return query == Query::SubGroupSize || query == Query::MaxSubGroupSize ? llvm::ConstantInt::get(call.getType(), 1)
                                                                         : nullptr;
}

} // namespace

void lowerSingleLaneSubGroups(Function &body) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(body))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call)
      continue;
    llvm::Value *value = nullptr;
    if (auto query = queryOf(*call))
      value = singleLaneResult(*call, query->query);
    else if (auto operation = operationOf(*call))
      value = singleLaneResult(*call, *operation);
    if (!value)
      continue;
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

void removeSubGroupBarriers(Function &body) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(body))) {
    // What is left after numberBarriers: barriers of a sub-group, whose lanes run in step.
    if (isA(instruction, Operation::Barrier)) {
      instruction.eraseFromParent();
      body.addFnAttr(attribute::SubGroupBarriers);
    }
  }
}

std::string PacketizeReport::str() const {
  std::string text = "kernel " + kernel + ": " + std::to_string(width) + " lanes";
  auto count = [&](unsigned number, const char *what) {
    if (number)
      text += ", " + std::to_string(number) + ' ' + what;
  };
  count(divergentBranches, "divergent branches");
  count(divergentLoops, "divergent loops");
  count(uniformLoops, "uniform loops");
  count(uniformLoads, "uniform loads");
  count(contiguous, "contiguous accesses");
  count(guarded, "contiguous after a test");
  count(strided, "strided accesses");
  count(gathers, "gathers");
  count(scatters, "scatters");
  count(serialised, "instructions lane after lane");
  text += '\n';
  for (const Note &note : notes)
    text += "  line " + (note.line ? std::to_string(note.line) : "?") + ": " + note.text + '\n';
  return text;
}

} // namespace lanecl
