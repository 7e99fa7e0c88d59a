#include "compiler/transform/RegionBody.h"
#include "compiler/KernelAbi.h"
#include "compiler/analysis/BarrierRegions.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/AliasScopes.h"
#include "compiler/transform/LowerGroupCalls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace lanecl {
namespace {

// Private memory up to this size stays on the stack of the worker; the largest arrays of a body with more go elsewhere.
constexpr uint64_t StackBudget = 4096;
constexpr unsigned MaxHoistedChain = 8;
constexpr uint64_t MaxSlotAlign = 64;

class Builder {
public:
  Builder(llvm::Function &body, unsigned width, bool masked, bool wideIds, const LocalLayout &locals)
      : source_(body), width_(width), masked_(masked), wideIds_(wideIds), locals_(locals),
        layout_(body.getParent()->getDataLayout()) {}

  RegionBody build() {
    result_.masked = masked_;
    createFunction();
    addDispatchBlock();
    GroupState state(function(), result_.firstState, width_, masked_);
    stackBudget_ = asksForMemory() ? 0 : StackBudget;
    state.lowerQueries();
    lowerAsyncCopies(function(), state);
    lowerPrintf(function(), state);
    lowerAccumulations(function(), state);
    replaceLocals();
    cutAtBarriers(state);
    separateAccesses(function(), slotAccesses_, "slots");
    // One sub-group's values lie behind another's, each as aligned as the first.
    result_.contextBytes = llvm::alignTo(result_.contextBytes, result_.contextAlign);
    return std::move(result_);
  }

private:
  llvm::Function &function() { return *result_.function; }
  llvm::BasicBlock &dispatch() { return function().getEntryBlock(); }
  llvm::LLVMContext &context() { return source_.getContext(); }

  void createFunction();
  void copyAttributes(unsigned parameters);
  void addDispatchBlock();
  bool asksForMemory();
  void replaceLocals();
  void cutAtBarriers(const GroupState &state);
  void chooseVariables(const BarrierRegions &regions);
  void addScopes();
  void dropLifetimes();
  void placeVariables(const GroupState &state);
  void moveVariable(llvm::AllocaInst &variable, llvm::Value *base, uint64_t &bytes);
  bool hoist(llvm::Instruction &value, unsigned depth);

  struct Crossing {
    llvm::Instruction *value;
    llvm::SmallVector<unsigned, 4> cuts, saves; ///< across which it lives; at which it must be written
    bool uniform = false;
  };
  std::vector<Crossing> findCrossings(const BarrierRegions &regions, const GroupState &state);
  /// A place in the context or among the uniforms, and the values that share it.
  struct Slot {
    uint64_t offset;
    llvm::Type *type;
    bool uniform, shared; ///< shared: every value is written at each cut that it lives across
    llvm::SmallVector<unsigned, 4> cuts;
    llvm::SmallPtrSet<const llvm::Value *, 2> values;
  };
  uint64_t findSlot(const Crossing &crossing);
  void carry(Crossing &crossing, const BarrierRegions &regions, const GroupState &state);
  void keepInMemory(llvm::Instruction &value, const GroupState &state);
  template <typename Access> Access *slotAccess(Access *access) {
    slotAccesses_.push_back(access);
    return access;
  }

  llvm::Function &source_;
  unsigned width_;
  bool masked_, wideIds_;
  const LocalLayout &locals_;
  const llvm::DataLayout &layout_;
  std::vector<Slot> slots_;
  llvm::SmallVector<llvm::Instruction *, 32> slotAccesses_;
  llvm::SmallVector<llvm::AllocaInst *, 8> inContext_, inScratch_; ///< variables that leave the stack
  uint64_t stackBudget_ = StackBudget;
  RegionBody result_;
};

void Builder::createFunction() {
  llvm::SmallVector<llvm::Type *, 48> types;
  for (llvm::Argument &argument : source_.args())
    types.push_back(argument.getType());
  unsigned parameters = types.size();
  result_.firstState = parameters;
  auto state = stateTypes(context(), wideIds_);
  types.append(state.begin(), state.end());
  result_.firstLocal = types.size();
  types.append(locals_.variables.size(), llvm::PointerType::get(context(), space::Local));
  auto *type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context()), types, false);
  result_.function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                            source_.getName() + (masked_ ? ".tail" : ".body"), source_.getParent());
  copyAttributes(parameters);
  function().splice(function().begin(), &source_);
  for (unsigned i = 0; i < parameters; ++i) {
    function().getArg(i)->takeName(source_.getArg(i));
    source_.getArg(i)->replaceAllUsesWith(function().getArg(i));
  }
}

// No parameter is `noalias`: what is apart is said by scopes, which know what pointers were made of before the cuts.
void Builder::copyAttributes(unsigned parameters) {
  llvm::AttributeList attributes = source_.getAttributes();
  function().addFnAttrs(llvm::AttrBuilder(context(), attributes.getFnAttrs()));
  // What the kernel promises about memory does not hold for the state that its regions hand on.
  for (auto kind :
       {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone, llvm::Attribute::Memory, llvm::Attribute::Convergent})
    function().removeFnAttr(kind);
  for (unsigned i = 0; i < parameters; ++i) {
    llvm::AttrBuilder builder(context(), attributes.getParamAttrs(i));
    builder.removeAttribute(llvm::Attribute::ByVal).removeAttribute(llvm::Attribute::NoAlias);
    function().addParamAttrs(i, builder);
  }
  for (unsigned i = 0; i < locals_.variables.size(); ++i) {
    llvm::GlobalVariable *variable = locals_.variables[i].first;
    llvm::AttrBuilder builder(context());
    builder.addAttribute(llvm::Attribute::NonNull);
    builder.addAlignmentAttr(variable->getAlign());
    function().addParamAttrs(result_.firstLocal + i, builder);
  }
}

// A block in front of everything that every call passes: what stands there need not be carried across a cut.
void Builder::addDispatchBlock() {
  llvm::BasicBlock *start = &function().getEntryBlock();
  auto *entry = llvm::BasicBlock::Create(context(), "dispatch", &function(), start);
  llvm::IRBuilder<>(entry).CreateBr(start);
}

// Generic pointers are compared with the areas of memory: then no private variable may be on the stack, where the
// host's own memory is too.
bool Builder::asksForMemory() {
  return llvm::any_of(llvm::instructions(function()), [](const llvm::Instruction &instruction) {
    auto query = queryOf(instruction);
    return query && isMemoryQuery(query->query);
  });
}

void Builder::replaceLocals() {
  llvm::SmallVector<llvm::Constant *, 8> variables;
  for (auto &[variable, offset] : locals_.variables)
    variables.push_back(variable);
  llvm::convertUsersOfConstantsToInstructions(variables, &function());
  for (auto [index, entry] : llvm::enumerate(locals_.variables)) {
    llvm::Argument *place = function().getArg(result_.firstLocal + index);
    entry.first->replaceUsesWithIf(place, [&](llvm::Use &use) {
      auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return user && user->getFunction() == &function();
    });
  }
}

// --- Values across cuts ---

// Cheap arithmetic on what every call has anyway is done again by each region instead of being stored. Not what may
// become another value each time: a frozen one, or what is made of `undef`.
bool Builder::hoist(llvm::Instruction &value, unsigned depth) {
  if (value.getParent() == &dispatch())
    return true;
  bool cheap = llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::CmpInst, llvm::SelectInst,
                         llvm::InsertElementInst, llvm::ShuffleVectorInst>(value);
  if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&value))
    cheap = !binary->isIntDivRem();
  if (!cheap || depth > MaxHoistedChain)
    return false;
  for (llvm::Value *operand : value.operands()) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand);
        constant && constant->containsUndefOrPoisonElement() && !llvm::isa<llvm::PoisonValue>(constant))
      return false;
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand); instruction && !hoist(*instruction, depth + 1))
      return false;
  }
  value.moveBefore(dispatch().getTerminator()->getIterator());
  return true;
}

std::vector<Builder::Crossing> Builder::findCrossings(const BarrierRegions &regions, const GroupState &state) {
  std::vector<Crossing> found;
  llvm::SmallVector<llvm::Instruction *, 64> candidates;
  for (llvm::Instruction &value : llvm::instructions(function()))
    if (!value.use_empty() && value.getParent() != &dispatch() && !value.getType()->isTokenTy())
      candidates.push_back(&value);
  for (llvm::Instruction *value : candidates) {
    auto cuts = regions.crossed(*value);
    if (!cuts.empty() && !hoist(*value, 0))
      found.push_back({value, std::move(cuts), {}, false});
  }
  llvm::SmallPtrSet<const llvm::Value *, 8> varying(llvm::from_range, state.varying());
  if (masked_)
    varying.insert(function().getArg(result_.firstState - 1));
  if (regions.cuts().empty())
    return found;
  GroupUniformity uniformity(function(), regions, varying);
  result_.yields = llvm::any_of(regions.cuts(), [](const BarrierCut &cut) { return cut.number >= FirstYield; });
  result_.parting = result_.yields ? Parting::Apart : partingOf(function(), regions, uniformity);
  for (Crossing &crossing : found) {
    // Sub-groups at different cuts have nothing in common.
    crossing.uniform = uniformity.isUniform(*crossing.value) && result_.parting != Parting::Apart &&
                       regions.cuts().size() < MaxSeparateRegions;
    for (unsigned cut : crossing.cuts)
      if (crossing.uniform || regions.reachesDirectly(*crossing.value->getParent(), regions.cuts()[cut]))
        crossing.saves.push_back(cut);
  }
  return found;
}

// Values that live across different cuts may share a place. The phi of a loop and what it becomes in the next turn are
// the likeliest: then a region that only passes the value on need not move it.
uint64_t Builder::findSlot(const Crossing &crossing) {
  llvm::Type *type = crossing.value->getType();
  bool shared = crossing.saves.size() == crossing.cuts.size();
  auto fits = [&](const Slot &slot) {
    return shared && slot.shared && slot.type == type && slot.uniform == crossing.uniform &&
           llvm::none_of(crossing.cuts, [&](unsigned cut) { return llvm::is_contained(slot.cuts, cut); });
  };
  auto isKin = [&](const Slot &slot) {
    auto meets = [&](const llvm::Value *value, const llvm::Value *other) {
      auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
      return phi && llvm::is_contained(phi->incoming_values(), other);
    };
    return llvm::any_of(slot.values, [&](const llvm::Value *other) {
      return meets(other, crossing.value) || meets(crossing.value, other);
    });
  };
  auto chosen = llvm::find_if(slots_, [&](const Slot &slot) { return fits(slot) && isKin(slot); });
  if (chosen == slots_.end())
    chosen = llvm::find_if(slots_, fits);
  if (chosen == slots_.end()) {
    uint64_t &bytes = crossing.uniform ? result_.uniformBytes : result_.contextBytes;
    llvm::Align align = std::min(layout_.getABITypeAlign(type), llvm::Align(MaxSlotAlign));
    uint64_t offset = llvm::alignTo(bytes, align);
    bytes = offset + layout_.getTypeAllocSize(type);
    if (crossing.uniform)
      result_.uniforms.emplace_back(offset, type);
    else
      result_.contextAlign = std::max(result_.contextAlign, align);
    slots_.push_back({offset, type, crossing.uniform, shared, {}, {}});
    chosen = std::prev(slots_.end());
  }
  chosen->cuts.append(crossing.cuts.begin(), crossing.cuts.end());
  chosen->values.insert(crossing.value);
  return chosen->offset;
}

// Where there are many cuts: the value is written where it is computed and read by each use elsewhere.
void Builder::keepInMemory(llvm::Instruction &value, const GroupState &state) {
  llvm::Type *type = value.getType();
  llvm::Align align = std::min(layout_.getABITypeAlign(type), llvm::Align(MaxSlotAlign));
  uint64_t offset = llvm::alignTo(result_.contextBytes, align);
  result_.contextBytes = offset + layout_.getTypeAllocSize(type);
  result_.contextAlign = std::max(result_.contextAlign, align);
  auto place = [&](llvm::IRBuilder<> &builder) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(State::Context), offset);
  };
  llvm::SmallVector<llvm::Use *, 16> uses;
  for (llvm::Use &use : value.uses())
    uses.push_back(&use);
  for (llvm::Use *use : uses) {
    auto *user = llvm::cast<llvm::Instruction>(use->getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    llvm::BasicBlock *block = phi ? phi->getIncomingBlock(*use) : user->getParent();
    if (block == value.getParent())
      continue;
    llvm::IRBuilder<> builder(phi ? block->getTerminator() : user);
    llvm::Value *read = slotAccess(builder.CreateAlignedLoad(type, place(builder), align, value.getName()));
    if (phi) // all entries of a block must be the same
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingBlock(i) == block)
          phi->setIncomingValue(i, read);
    use->set(read);
  }
  llvm::IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
  slotAccess(builder.CreateAlignedStore(&value, place(builder), align));
}

// After the cuts are made: the value comes from where it is computed or, behind a cut, from its place in memory.
void Builder::carry(Crossing &crossing, const BarrierRegions &regions, const GroupState &state) {
  llvm::Instruction &value = *crossing.value;
  llvm::Type *type = value.getType();
  uint64_t offset = findSlot(crossing);
  llvm::Align align = std::min(layout_.getABITypeAlign(type), llvm::Align(MaxSlotAlign));
  llvm::SSAUpdater updater;
  updater.Initialize(type, value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  auto place = [&](llvm::IRBuilder<> &builder, State base) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(base), offset);
  };
  llvm::SmallVector<llvm::Use *, 16> uses;
  for (llvm::Use &use : value.uses())
    uses.push_back(&use);
  for (unsigned cut : crossing.cuts) {
    llvm::BasicBlock *after = regions.cuts()[cut].after;
    llvm::IRBuilder<> builder(after, after->getFirstInsertionPt());
    llvm::Value *from = place(builder, crossing.uniform ? State::UniformIn : State::Context);
    updater.AddAvailableValue(after, slotAccess(builder.CreateAlignedLoad(type, from, align, value.getName())));
  }
  for (llvm::Use *use : uses) {
    auto *user = llvm::cast<llvm::Instruction>(use->getUser());
    if (user->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(user))
      updater.RewriteUseAfterInsertions(*use);
  }
  for (unsigned cut : crossing.saves) {
    llvm::BasicBlock *before = regions.cuts()[cut].before;
    llvm::IRBuilder<> builder(before->getTerminator());
    llvm::Value *to = place(builder, crossing.uniform ? State::UniformOut : State::Context);
    slotAccess(builder.CreateAlignedStore(updater.GetValueAtEndOfBlock(before), to, align));
  }
}

void Builder::cutAtBarriers(const GroupState &state) {
  llvm::BasicBlock *start = dispatch().getSingleSuccessor();
  BarrierRegions regions(function());
  chooseVariables(regions);
  addScopes();
  placeVariables(state);
  std::vector<Crossing> crossings = findCrossings(regions, state);
  result_.regions[0].exits = regions.exits(*start);
  for (const BarrierCut &cut : regions.cuts())
    result_.regions[cut.number].exits = regions.exits(*cut.after);

  llvm::IRBuilder<> builder(context());
  for (llvm::BasicBlock &block : function())
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) {
      block.getTerminator()->eraseFromParent();
      builder.SetInsertPoint(&block);
      builder.CreateRet(builder.getInt32(0));
    }
  for (const BarrierCut &cut : regions.cuts()) {
    cut.before->getTerminator()->eraseFromParent();
    cut.call->eraseFromParent();
    builder.SetInsertPoint(cut.before);
    builder.CreateRet(builder.getInt32(cut.number));
  }
  if (!regions.cuts().empty()) {
    dispatch().getTerminator()->eraseFromParent();
    builder.SetInsertPoint(&dispatch());
    auto *choice = builder.CreateSwitch(state(State::Region), start, regions.cuts().size());
    for (const BarrierCut &cut : regions.cuts())
      choice->addCase(builder.getInt32(cut.number), cut.after);
  }
  for (Crossing &crossing : crossings)
    if (regions.cuts().size() < MaxSeparateRegions)
      carry(crossing, regions, state);
    else
      keepInMemory(*crossing.value, state);
}

// --- Private memory ---

void Builder::moveVariable(llvm::AllocaInst &variable, llvm::Value *base, uint64_t &bytes) {
  bytes = llvm::alignTo(bytes, std::min(variable.getAlign(), llvm::Align(MemoryAlignment)));
  llvm::IRBuilder<> builder(dispatch().getTerminator());
  variable.replaceAllUsesWith(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, bytes, variable.getName()));
  bytes += *variable.getAllocationSize(layout_);
  variable.eraseFromParent();
}

// Which variables the stack does not hold: those whose contents a cut would lose, and of the others the largest while
// they are too many together.
void Builder::chooseVariables(const BarrierRegions &regions) {
  llvm::SmallVector<std::pair<uint64_t, llvm::AllocaInst *>, 8> onStack;
  uint64_t total = 0;
  for (llvm::Instruction &instruction : llvm::instructions(function()))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (regions.contentsCross(*variable)) {
        inContext_.push_back(variable);
        continue;
      }
      onStack.emplace_back(variable->getAllocationSize(layout_)->getFixedValue(), variable);
      total += onStack.back().first;
    }
  llvm::sort(onStack, [](auto &a, auto &b) { return a.first > b.first; });
  for (auto &[bytes, variable] : onStack) {
    if (total <= stackBudget_)
      break;
    total -= bytes;
    inScratch_.push_back(variable);
  }
}

void Builder::addScopes() {
  llvm::SmallVector<llvm::Value *, 16> roots = apartParameters(function());
  for (unsigned i = 0; i < locals_.variables.size(); ++i)
    roots.push_back(function().getArg(result_.firstLocal + i));
  roots.append(inContext_.begin(), inContext_.end());
  roots.append(inScratch_.begin(), inScratch_.end());
  addAliasScopes(function(), roots, "regions");
}

// A region may begin in the middle of a variable's life and be run again behind its end.
void Builder::dropLifetimes() {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function())))
    if (instruction.isLifetimeStartOrEnd())
      instruction.eraseFromParent();
}

void Builder::placeVariables(const GroupState &state) {
  dropLifetimes();
  for (llvm::AllocaInst *variable : inContext_) {
    result_.contextAlign = std::max(result_.contextAlign, std::min(variable->getAlign(), llvm::Align(MemoryAlignment)));
    moveVariable(*variable, state(State::Context), result_.contextBytes);
  }
  for (llvm::AllocaInst *variable : inScratch_)
    moveVariable(*variable, state(State::Scratch), result_.scratchBytes);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function())))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(dispatch().begin());
}

} // namespace

RegionBody makeRegionBody(llvm::Function &body, unsigned width, bool masked, bool wideIds, const LocalLayout &locals) {
  return Builder(body, width, masked, wideIds, locals).build();
}

} // namespace lanecl
