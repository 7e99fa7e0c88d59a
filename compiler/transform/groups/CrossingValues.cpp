#include "compiler/transform/groups/CrossingValues.h"
#include "compiler/ir/Operations.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace lanecl {

constexpr unsigned MaxHoistedChain = 8;
constexpr uint64_t MaxSlotAlign = 64;

// Cheap arithmetic on what every call has anyway is done again by each region instead of being stored. Not what may
// become another value each time: a frozen one, or what is made of `undef`.
bool CrossingValues::hoist(llvm::Instruction &value, unsigned depth) {
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

void CrossingValues::find(const BarrierRegions &regions) {
  llvm::SmallVector<llvm::Instruction *, 64> candidates;
  for (llvm::Instruction &value : llvm::instructions(*body_.function))
    if (!value.use_empty() && value.getParent() != &dispatch() && !value.getType()->isTokenTy())
      candidates.push_back(&value);
  for (llvm::Instruction *value : candidates) {
    auto boundaries = regions.crossed(*value);
    if (!boundaries.empty() && !hoist(*value, 0))
      crossings_.push_back({value, std::move(boundaries), {}, false});
  }
  if (!regions.boundaries().empty())
    classify(regions);
}

/// Which values the whole work-group has in common, and where each is written.
void CrossingValues::classify(const BarrierRegions &regions) {
  llvm::SmallPtrSet<const llvm::Value *, 8> varying(llvm::from_range, state_.varying());
  if (body_.masked)
    varying.insert(body_.function->getArg(body_.firstState - 1));
  GroupUniformity uniformity(*body_.function, regions, varying);
  body_.yields =
      llvm::any_of(regions.boundaries(), [](const RegionBoundary &boundary) { return boundary.number >= FirstYield; });
  body_.parting = body_.yields ? Parting::Divergent : partingOf(*body_.function, regions, uniformity);
  for (Crossing &crossing : crossings_) {
    // Sub-groups at different boundaries have nothing in common.
    crossing.uniform = uniformity.isUniform(*crossing.value) && body_.parting != Parting::Divergent &&
                       regions.boundaries().size() < MaxSeparateRegions;
    for (unsigned boundary : crossing.boundaries)
      if (crossing.uniform || regions.reachesDirectly(*crossing.value->getParent(), regions.boundaries()[boundary]))
        crossing.saves.push_back(boundary);
  }
}

llvm::Align CrossingValues::alignOf(llvm::Type *type) const {
  return std::min(layout().getABITypeAlign(type), llvm::Align(MaxSlotAlign));
}

/// The offset of memory that nothing else has.
uint64_t CrossingValues::newPlace(llvm::Type *type, bool uniform) {
  uint64_t &bytes = uniform ? body_.uniformBytes : body_.contextBytes;
  llvm::Align align = alignOf(type);
  uint64_t offset = llvm::alignTo(bytes, align);
  bytes = offset + layout().getTypeAllocSize(type);
  if (uniform)
    body_.uniforms.emplace_back(offset, type);
  else
    body_.contextAlign = std::max(body_.contextAlign, align);
  return offset;
}

// Values that live across different boundaries may share a place. The phi of a loop and what it becomes in the next
// iteration are the likeliest: then a region that only passes the value on need not move it.
uint64_t CrossingValues::findSlot(const Crossing &crossing) {
  llvm::Type *type = typeInMemory(crossing.value->getType());
  bool shared = crossing.saves.size() == crossing.boundaries.size();
  auto fits = [&](const Slot &slot) {
    return shared && slot.shared && slot.type == type && slot.uniform == crossing.uniform &&
           llvm::none_of(crossing.boundaries,
                         [&](unsigned boundary) { return llvm::is_contained(slot.boundaries, boundary); });
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
    slots_.push_back({newPlace(type, crossing.uniform), type, crossing.uniform, shared, {}, {}});
    chosen = std::prev(slots_.end());
  }
  chosen->boundaries.append(crossing.boundaries.begin(), crossing.boundaries.end());
  chosen->values.insert(crossing.value);
  return chosen->offset;
}

/// Masks as comparisons leave them, where the machine has no registers for them: put together into a bit a lane and
/// taken apart at each barrier, they would take more time than a short region does.
llvm::Type *CrossingValues::typeInMemory(llvm::Type *type) const {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const bool isMask = vector && vector->getElementType()->isIntegerTy(1);
  return isMask ? vector->getWithNewBitWidth(maskBits_) : type;
}

llvm::Value *CrossingValues::load(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *from,
                                  const llvm::Twine &name) {
  llvm::Type *kept = typeInMemory(type);
  llvm::Value *read = slotAccess(builder.CreateAlignedLoad(kept, from, alignOf(kept), name));
  return kept == type ? read : builder.CreateICmpSLT(read, llvm::Constant::getNullValue(kept));
}

void CrossingValues::store(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *to) {
  llvm::Type *kept = typeInMemory(value->getType());
  llvm::Value *wide = kept == value->getType() ? value : builder.CreateSExt(value, kept);
  slotAccess(builder.CreateAlignedStore(wide, to, alignOf(kept)));
}

// Where there are many boundaries: the value is written where it is computed and read by each use elsewhere.
void CrossingValues::keepInMemory(llvm::Instruction &value) {
  llvm::Type *type = value.getType();
  uint64_t offset = newPlace(typeInMemory(type), false);
  auto place = [&](llvm::IRBuilder<> &builder) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state_(State::Context), offset);
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
    llvm::Value *read = load(builder, type, place(builder), value.getName());
    if (phi) // all entries of a block must be the same
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingBlock(i) == block)
          phi->setIncomingValue(i, read);
    use->set(read);
  }
  llvm::IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
  store(builder, &value, place(builder));
}

void CrossingValues::carry(const BarrierRegions &regions) {
  for (Crossing &crossing : crossings_)
    if (regions.boundaries().size() < MaxSeparateRegions)
      carry(crossing, regions);
    else
      keepInMemory(*crossing.value);
}

// The value comes from where it is computed or, behind a boundary, from its place in memory.
void CrossingValues::carry(Crossing &crossing, const BarrierRegions &regions) {
  llvm::Instruction &value = *crossing.value;
  llvm::Type *type = value.getType();
  uint64_t offset = findSlot(crossing);
  llvm::SSAUpdater updater;
  updater.Initialize(type, value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  auto place = [&](llvm::IRBuilder<> &builder, State base) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state_(base), offset);
  };
  llvm::SmallVector<llvm::Use *, 16> uses;
  for (llvm::Use &use : value.uses())
    uses.push_back(&use);
  for (unsigned boundary : crossing.boundaries) {
    llvm::BasicBlock *after = regions.boundaries()[boundary].after;
    llvm::IRBuilder<> builder(after, after->getFirstInsertionPt());
    llvm::Value *from = place(builder, crossing.uniform ? State::UniformIn : State::Context);
    updater.AddAvailableValue(after, load(builder, type, from, value.getName()));
  }
  for (llvm::Use *use : uses) {
    auto *user = llvm::cast<llvm::Instruction>(use->getUser());
    if (user->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(user))
      updater.RewriteUseAfterInsertions(*use);
  }
  for (unsigned boundary : crossing.saves) {
    llvm::BasicBlock *before = regions.boundaries()[boundary].before;
    llvm::IRBuilder<> builder(before->getTerminator());
    llvm::Value *to = place(builder, crossing.uniform ? State::UniformOut : State::Context);
    store(builder, updater.GetValueAtEndOfBlock(before), to);
  }
}

} // namespace lanecl
