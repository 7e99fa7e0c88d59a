#include "compiler/transform/lanes/Packs.h"
#include "compiler/transform/lanes/UnrollStreams.h"
#include "llvm/Analysis/VectorUtils.h"
#include <cmath>

namespace lanecl::simd {

using llvm::BasicBlock, llvm::Instruction, llvm::Type, llvm::Value;

namespace {

constexpr int64_t MaxFields = 16;
/// Accesses that others are done before, or behind.
constexpr unsigned MaxBetween = 32;
/// What is decided of packs takes the square of their number.
constexpr unsigned MaxPacks = 500, MaxPackDepth = 100;
/// Elements of a pack. LLVM takes long for wider shuffles.
constexpr unsigned MaxElements = 512;
/// A loop's body runs so many times as often as what is around it: LLVM's guess, too.
constexpr double IterationsOfLoop = 10;

struct Place {
  const Value *base;
  int64_t offset;
};

Place placeOf(const Value *pointer, const llvm::DataLayout &data) {
  llvm::APInt offset(64, 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(data, offset, true);
  return {base, offset.getSExtValue()};
}

bool isNumber(const Type *type) { return type->isIntegerTy() || type->isFloatingPointTy(); }

/// Of whole bytes, in a power of two.
bool isStoredNumber(const Type *type) {
  if (!isNumber(type))
    return false;
  uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits);
}

bool isPlainAccess(const Instruction &instruction) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return (load && load->isSimple()) || (store && store->isSimple());
}

/// All of the same opcode and types do the same to different operands.
bool isSameOperation(const Instruction &a, const Instruction &b) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&a), *other = llvm::dyn_cast<llvm::IntrinsicInst>(&b);
  auto *compare = llvm::dyn_cast<llvm::CmpInst>(&a);
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType() || a.getParent() != b.getParent() ||
      a.getNumOperands() != b.getNumOperands() || (call && call->getIntrinsicID() != other->getIntrinsicID()) ||
      (compare && compare->getPredicate() != llvm::cast<llvm::CmpInst>(b).getPredicate()))
    return false;
  return llvm::all_of(llvm::zip(a.operands(), b.operands()),
                      [](auto pair) { return std::get<0>(pair)->getType() == std::get<1>(pair)->getType(); });
}

/// Of one block, which comes before the others.
Instruction &firstInBlock(llvm::ArrayRef<Value *> instructions) {
  return llvm::cast<Instruction>(**llvm::min_element(instructions, [](const Value *a, const Value *b) {
    return a != b && llvm::cast<Instruction>(a)->comesBefore(llvm::cast<Instruction>(b));
  }));
}

Instruction &lastInBlock(llvm::ArrayRef<Value *> instructions) {
  Instruction *last = nullptr;
  for (Value *value : instructions)
    if (auto *each = llvm::cast_or_null<Instruction>(value); each && (!last || last->comesBefore(each)))
      last = each;
  return *last;
}

} // namespace

Fields FieldGroup::stored() const {
  Fields values(fields(), nullptr);
  for (auto [member, offset] : llvm::zip(members, offsets))
    values[fieldAt(offset)] = llvm::cast<llvm::StoreInst>(member)->getValueOperand();
  return values;
}

unsigned Pack::firstField() const {
  return static_cast<unsigned>(llvm::find_if(values, [](Value *value) { return value; }) - values.begin());
}

Instruction &Pack::first() const { return *llvm::cast<Instruction>(values[firstField()]); }

bool Pack::isAsLoaded() const {
  bool result = values.size() == group->fields();
  for (unsigned i = 0; i < values.size(); ++i)
    result &= fields[i] == static_cast<int>(i) || (fields[i] < 0 && !values[i]);
  return result;
}

PackPlan::PackPlan(llvm::Function &function, const ShapeAnalysis &shapes, const PrivateLayout &layout,
                   const MaskPlan &plan, llvm::AAResults &aliases, const targets::Machine &machine, unsigned width,
                   bool quick)
    : aliases_(aliases), shapes_(shapes), layout_(layout), plan_(plan), machine_(machine),
      data_(function.getDataLayout()), width_(width) {
  findGroups(function);
  if (quick)
    return;
  // Of a structure with gaps that is longer than W, some stores of W elements are under masks and some are not, and
  // those LLVM joins wherever they begin in the pack: its code generator for x86 then stores what lies before (LLVM
  // 22).
  const auto isMisjoined = [this](const FieldGroup &group) {
    return group.members.size() < group.fields() && group.fields() > width_;
  };
  for (auto &group : groups_)
    if (group->isStore() && width_ * group->fields() <= MaxElements && !isMisjoined(*group))
      roots_[group.get()] = packOf(group->stored(), 0);
  for (BasicBlock &block : function)
    findOpened(block);
  decide();
  finish();
}

unsigned PackPlan::sameOf(Value &value, unsigned fields) const {
  auto found = numbers_.find(std::vector<Value *>(fields, &value));
  return found != numbers_.end() && packs_[found->second].kind == Pack::Same ? found->second : None;
}

unsigned PackPlan::storedPack(const FieldGroup &group) const {
  auto found = roots_.find(&group);
  return found == roots_.end() ? None : found->second;
}

llvm::ArrayRef<unsigned> PackPlan::joinedPacks(const BasicBlock &block) const {
  auto found = joined_.find(&block);
  return found == joined_.end() ? llvm::ArrayRef<unsigned>() : llvm::ArrayRef(found->second);
}

llvm::ArrayRef<unsigned> PackPlan::packsAt(const PacksOfInstruction &packs, const Instruction &instruction) {
  auto found = packs.find(&instruction);
  return found == packs.end() ? llvm::ArrayRef<unsigned>() : llvm::ArrayRef(found->second);
}

// ---- Groups

void PackPlan::findGroups(llvm::Function &function) {
  if (width_ < 4)
    return;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      if (!isPlainAccess(instruction) || groupOf_.contains(&instruction))
        continue;
      auto group = findGroup(instruction);
      if (!group)
        continue;
      auto &kept = *groups_.emplace_back(std::make_unique<FieldGroup>(std::move(*group)));
      for (Instruction *member : kept.members)
        groupOf_[member] = &kept;
    }
}

/// What group an access may begin: its type, and the stride or the most that a piece has.
std::optional<FieldGroup> PackPlan::emptyGroup(const Instruction &first) const {
  const Value *pointer = llvm::getLoadStorePointerOperand(&first);
  const Shape shape = shapes_.of(pointer);
  FieldGroup group;
  group.type = llvm::getLoadStoreType(&first);
  if (shape.isUniform() || layout_.isInterleaved(pointer) || !isStoredNumber(group.type))
    return std::nullopt;
  const int64_t bytes = group.bytes();
  group.stride = shape.stride;
  group.guard = shape.guard;
  if (shape.isLinear() && shape.stride > bytes && shape.stride <= MaxFields * bytes && shape.stride % bytes == 0)
    return group;
  const bool isContiguous = shape.isLinear() && std::abs(shape.stride) <= bytes;
  group.isScattered = true;
  group.guard = nullptr;
  group.stride = PieceBytes;
  return llvm::isa<llvm::StoreInst>(first) && !isContiguous && bytes < PieceBytes ? std::optional(group) : std::nullopt;
}

/// The accesses that belong together with `first`, which comes before the others. Loads are done with the first,
/// stores with the last: nothing that a work-item does between them may meet those that come earlier or later for it.
std::optional<FieldGroup> PackPlan::findGroup(Instruction &first) const {
  auto found = emptyGroup(first);
  if (!found)
    return std::nullopt;
  FieldGroup &group = *found;
  const Value *pointer = llvm::getLoadStorePointerOperand(&first);
  const Shape shape = shapes_.of(pointer);
  const int64_t bytes = group.bytes();
  const Place place = placeOf(pointer, data_);
  group.begin = place.offset;
  group.end = place.offset + bytes;
  bool isStore = llvm::isa<llvm::StoreInst>(first);
  unsigned left = SearchLimit;
  llvm::SmallVector<Instruction *, MaxBetween> between;
  auto meets = [&](const Instruction *other) {
    return [&, other](const Instruction *one) {
      return !aliases_.isNoAlias(llvm::MemoryLocation::get(one), llvm::MemoryLocation::get(other));
    };
  };
  for (Instruction *next = &first; next && left-- > 0; next = next->getNextNode()) {
    bool sameKind = next->getOpcode() == first.getOpcode() && isStoredNumber(llvm::getLoadStoreType(next)) &&
                    llvm::getLoadStoreType(next)->getPrimitiveSizeInBits() == group.type->getPrimitiveSizeInBits();
    const Value *address = sameKind ? llvm::getLoadStorePointerOperand(next) : nullptr;
    Place at = address ? placeOf(address, data_) : Place{nullptr, 0};
    int64_t begin = std::min(group.begin, at.offset), end = std::max(group.end, at.offset + bytes);
    bool joins = at.base == place.base && shapes_.of(address) == shape && end - begin <= group.stride &&
                 (at.offset - group.begin) % bytes == 0 && isPlainAccess(*next) &&
                 !(isStore && llvm::is_contained(group.offsets, at.offset)) && !groupOf_.contains(next) &&
                 !(!isStore && llvm::any_of(between, meets(next)));
    if (joins) {
      group.members.push_back(next);
      group.offsets.push_back(at.offset);
      group.begin = begin;
      group.end = end;
    } else if (isStore ? next->mayReadOrWriteMemory() : next->mayWriteToMemory()) {
      if (!isPlainAccess(*next) || between.size() == MaxBetween ||
          (isStore && llvm::any_of(group.members, meets(next))))
        break;
      between.push_back(next);
    }
  }
  if (group.isScattered)
    group.stride = group.end - group.begin;
  if (group.isScattered || group.guard) {
    const bool isPiece = group.members.size() > 1 && group.members.size() == group.fields() && group.isWhole() &&
                         llvm::isPowerOf2_64(static_cast<uint64_t>(group.stride));
    return isPiece ? found : std::nullopt;
  }
  // One field of many is no better off than with a gather, or a scatter.
  bool pays = group.members.size() * (isStore ? 2 : 4) >= group.fields();
  return pays && !group.members.empty() ? found : std::nullopt;
}

// ---- Packs

unsigned PackPlan::packOf(const Fields &wanted, unsigned depth) {
  Pack pack{.values = wanted};
  for (Value *&value : pack.values)
    if (value && llvm::isa<llvm::UndefValue>(value))
      value = nullptr;
  unsigned first = pack.firstField();
  if (first == pack.values.size())
    return None;
  auto [entry, isNew] = numbers_.try_emplace(std::vector(pack.values.begin(), pack.values.end()), packs_.size());
  if (!isNew)
    return entry->second;
  auto number = static_cast<unsigned>(packs_.size());
  auto isAbsentOr = [&](auto predicate) {
    return llvm::all_of(pack.values, [&](Value *value) { return !value || predicate(value); });
  };
  bool isDeep = depth >= MaxPackDepth || packs_.size() >= MaxPacks;
  if (!isAbsentOr([&](Value *value) { return value->getType() == pack.type(); }))
    pack.kind = isDeep ? Pack::PerField : Pack::Blended;
  else if (isAbsentOr([&](Value *value) { return shapes_.isUniform(value); }))
    pack.kind = Pack::Uniform;
  else if (findLoaded(pack))
    pack.kind = Pack::Loaded;
  else if (isPieces(pack))
    pack.kind = Pack::Pieces;
  else if (isAbsentOr([&](Value *value) { return value == pack.values[first]; }))
    pack.kind = Pack::Same;
  else if (!isDeep && isComputable(pack))
    pack.kind = llvm::isa<llvm::PHINode>(pack.values[first]) ? Pack::Joined : Pack::Computed;
  else if (!isDeep)
    pack.kind = Pack::Blended;
  packs_.push_back(pack);
  if (pack.kind == Pack::Joined)
    addIncoming(number, depth + 1);
  else if (pack.kind == Pack::Computed)
    addOperands(number, depth + 1);
  else if (pack.kind == Pack::Blended)
    addBlend(number, depth + 1);
  return number;
}

/// Both may be of one pack.
bool PackPlan::goesWith(const Value &first, const Value &other) const {
  if (first.getType() != other.getType() || shapes_.isUniform(&first) != shapes_.isUniform(&other))
    return false;
  if (&first == &other || shapes_.isUniform(&first))
    return true;
  auto *a = llvm::dyn_cast<Instruction>(&first), *b = llvm::dyn_cast<Instruction>(&other);
  return a && b && (llvm::isa<llvm::LoadInst>(a) ? groupOf(*a) && groupOf(*a) == groupOf(*b) : isSameOperation(*a, *b));
}

/// What goes with the first field, and the others.
void PackPlan::addBlend(unsigned number, unsigned depth) {
  const Pack &pack = packs_[number];
  Fields parts[2] = {pack.values, pack.values};
  const Value &first = *pack.values[pack.firstField()];
  for (unsigned i = 0; i < pack.values.size(); ++i)
    if (pack.values[i])
      parts[goesWith(first, *pack.values[i])][i] = nullptr;
  llvm::SmallVector<unsigned, 4> operands = {packOf(parts[0], depth), packOf(parts[1], depth)};
  packs_[number].operands = operands;
  auto isPerField = [&](unsigned part) { return part == None || packs_[part].kind == Pack::PerField; };
  if (llvm::any_of(operands, isPerField))
    packs_[number].kind = Pack::PerField;
}

/// Some are fields of one group of loads, the others uniform.
bool PackPlan::findLoaded(Pack &pack) const {
  pack.fields.assign(pack.values.size(), -1);
  for (auto [value, field] : llvm::zip(pack.values, pack.fields)) {
    if (!value || shapes_.isUniform(value))
      continue;
    auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
    const FieldGroup *group = load ? groupOf(*load) : nullptr;
    if (!group || (pack.group && pack.group != group) || group->fields() * width_ > MaxElements)
      return false;
    pack.group = group;
    auto at = static_cast<size_t>(llvm::find(group->members, load) - group->members.begin());
    field = static_cast<int>(group->fieldAt(group->offsets[at]));
  }
  return true;
}

/// Loads of one block, without a write between, at addresses one behind the other that lie anywhere: one load for each
/// lane, and nothing to be sorted.
bool PackPlan::isPieces(const Pack &pack) const {
  constexpr unsigned LeastFields = 4; // others are as well gathered
  auto *first = llvm::dyn_cast_or_null<llvm::LoadInst>(pack.values[0]);
  if (!first || pack.values.size() < LeastFields || !isStoredNumber(first->getType()))
    return false;
  const Value *pointer = first->getPointerOperand();
  auto bytes = static_cast<int64_t>(first->getType()->getPrimitiveSizeInBits().getFixedValue() / 8);
  int64_t all = bytes * static_cast<int64_t>(pack.values.size());
  if ((all != 8 && all != 16) || !shapes_.of(pointer).isVarying() || layout_.isInterleaved(pointer))
    return false;
  Place next = placeOf(pointer, data_);
  llvm::SmallPtrSet<const Instruction *, 16> left;
  for (Value *value : pack.values) {
    auto *load = llvm::dyn_cast_or_null<llvm::LoadInst>(value);
    if (!load || !load->isSimple() || load->getParent() != first->getParent() || load->getType() != first->getType() ||
        groupOf(*load))
      return false;
    Place place = placeOf(load->getPointerOperand(), data_);
    if (place.base != next.base || place.offset != next.offset || !left.insert(load).second)
      return false;
    next.offset += bytes;
  }
  unsigned steps = SearchLimit;
  for (Instruction *each = &firstInBlock(pack.values); each && steps-- > 0 && !each->mayWriteToMemory();
       each = each->getNextNode()) {
    left.erase(each);
    if (left.empty())
      return true;
  }
  return false;
}

bool PackPlan::isComputable(const Pack &pack) const {
  auto *first = llvm::dyn_cast<Instruction>(pack.values[pack.firstField()]);
  if (!first || !isNumber(first->getType()))
    return false;
  for (Value *value : pack.values) {
    auto *each = llvm::dyn_cast_or_null<Instruction>(value);
    if (value && (!each || !shapes_.of(each).isVarying() || !isSameOperation(*first, *each)))
      return false;
  }
  if (llvm::isa<llvm::PHINode>(first))
    return true;
  if (first->getType()->isHalfTy() && !machine_.nativeHalf &&
      (llvm::isa<llvm::CallInst>(first) || first->getOpcode() == Instruction::FRem))
    return false; // not sums and products alone
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(first)) {
    auto id = call->getIntrinsicID();
    bool hasScalars = false;
    for (unsigned i = 0; i < call->arg_size(); ++i)
      hasScalars |=
          llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr) || !isNumber(call->getArgOperand(i)->getType());
    return llvm::isTriviallyVectorizable(id) && !hasScalars && call->getNumOperandBundles() == 0 &&
           !machine_.vectorFunction(*call->getCalledFunction(), width_);
  }
  bool isPlain = llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                           llvm::FreezeInst>(first) &&
                 !first->isIntDivRem();
  return isPlain && llvm::all_of(first->operands(), [](const llvm::Use &use) { return isNumber(use->getType()); });
}

void PackPlan::addOperands(unsigned number, unsigned depth) {
  const Instruction &first = packs_[number].first();
  auto *call = llvm::dyn_cast<llvm::CallBase>(&first);
  unsigned count = call ? call->arg_size() : first.getNumOperands();
  for (unsigned i = 0; i < count; ++i) {
    Fields values;
    for (Value *value : packs_[number].values)
      values.push_back(value ? llvm::cast<Instruction>(value)->getOperand(i) : nullptr);
    unsigned operand = packOf(values, depth);
    packs_[number].operands.push_back(operand);
  }
}

void PackPlan::addIncoming(unsigned number, unsigned depth) {
  auto &first = llvm::cast<llvm::PHINode>(packs_[number].first());
  for (BasicBlock *from : first.blocks()) {
    Fields values;
    for (Value *value : packs_[number].values)
      values.push_back(value ? llvm::cast<llvm::PHINode>(value)->getIncomingValueForBlock(from) : nullptr);
    unsigned incoming = packOf(values, depth);
    packs_[number].operands.push_back(incoming);
  }
}

// ---- Sums of loops, whose fields go apart behind them

/// The group of loads, of the loop, that `value` is computed from, and which field of it.
const FieldGroup *PackPlan::groupBehind(const Value &value, const llvm::Loop &loop, unsigned &field,
                                        unsigned &left) const {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || !loop.contains(instruction) || left == 0 ||
      (llvm::isa<llvm::PHINode>(instruction) && instruction->getParent() == loop.getHeader()))
    return nullptr;
  --left;
  if (const FieldGroup *group = llvm::isa<llvm::LoadInst>(instruction) ? groupOf(*instruction) : nullptr) {
    auto at = static_cast<size_t>(llvm::find(group->members, instruction) - group->members.begin());
    field = group->fieldAt(group->offsets[at]);
    return group;
  }
  for (const Value *operand : instruction->operand_values())
    if (const FieldGroup *group = groupBehind(*operand, loop, field, left))
      return group;
  return nullptr;
}

void PackPlan::findOpened(BasicBlock &exit) {
  constexpr unsigned MostBehind = 32;
  llvm::MapVector<const FieldGroup *, llvm::SmallVector<Fields, 2>> found;
  for (llvm::PHINode &phi : exit.phis()) {
    const llvm::Loop *loop = plan_.levelOf(*phi.getIncomingBlock(0));
    if (!loop || loop->contains(&exit) || !isNumber(phi.getType()) || !shapes_.of(&phi).isVarying())
      continue;
    unsigned field = 0, left = MostBehind;
    const FieldGroup *group = groupBehind(*phi.getIncomingValue(0), *loop, field, left);
    if (!group || width_ * group->fields() > MaxElements)
      continue;
    auto &sums = found[group]; // in the order in which each field's come
    auto *sum = llvm::find_if(sums, [&](const Fields &fields) { return !fields[field]; });
    if (sum == sums.end())
      sum = &sums.emplace_back(group->fields(), nullptr);
    (*sum)[field] = &phi;
  }
  for (auto &[group, sums] : found)
    for (const Fields &fields : sums)
      if (llvm::all_of(fields, [](Value *value) { return value; }))
        if (unsigned number = packOf(fields, 0); number != None && packs_[number].kind == Pack::Joined)
          opened_.insert(number);
}

// ---- Which pay

void PackPlan::decide() {
  while (decideOnce())
    ;
}

/// Whether anything changed.
bool PackPlan::decideOnce() {
  auto live = livePacks();
  findNeeded(live);
  if (splitNeeded(live))
    return true;
  return dropOne();
}

bool PackPlan::dropOne() {
  for (auto [group, root] : roots_) {
    const double often = weight(*group->members[0]->getParent());
    if (!pays(root, often * sortingCost(group->fields(), group->type) - useCost(root, often))) {
      roots_.erase(group);
      return true;
    }
  }
  for (unsigned root : opened_) {
    const Pack &pack = packs_[root];
    const double sorting = sortingCost(static_cast<unsigned>(pack.values.size()), pack.type());
    if (pack.kind != Pack::Joined || !pays(root, -weight(*pack.first().getParent()) * sorting)) {
      opened_.remove(root);
      return true;
    }
  }
  return false;
}

llvm::SmallVector<unsigned> PackPlan::reachable(llvm::ArrayRef<unsigned> roots) const {
  llvm::SmallVector<unsigned> result, work(roots);
  std::vector<bool> seen(packs_.size());
  while (!work.empty()) {
    unsigned number = work.pop_back_val();
    if (number == None || seen[number])
      continue;
    seen[number] = true;
    result.push_back(number);
    if (const Pack &pack = packs_[number]; pack.isMade() || pack.kind == Pack::Blended)
      work.append(pack.operands);
  }
  return result;
}

llvm::SmallVector<unsigned> PackPlan::livePacks() const {
  llvm::SmallVector<unsigned> roots;
  for (auto [group, root] : roots_)
    roots.push_back(root);
  roots.append(opened_.begin(), opened_.end());
  return reachable(roots);
}

/// Values that someone outside of packs asks for.
void PackPlan::findNeeded(llvm::ArrayRef<unsigned> live) {
  llvm::DenseSet<const Value *> covered, members;
  needed_.clear();
  for (auto [group, root] : roots_)
    covered.insert(group->members.begin(), group->members.end());
  for (unsigned number : live) {
    const Pack &pack = packs_[number];
    for (Value *value : pack.values)
      if (value && pack.isMade())
        covered.insert(value);
      else if (value && (pack.kind == Pack::PerField || pack.kind == Pack::Same))
        needed_.insert(value);
    if (pack.kind == Pack::Loaded)
      members.insert(pack.group->members.begin(), pack.group->members.end());
    else if (pack.isMade())
      members.insert(pack.values.begin(), pack.values.end());
  }
  members.erase(nullptr);
  for (const Value *member : members)
    if (!llvm::all_of(member->users(), [&](const llvm::User *user) { return covered.contains(user); }))
      needed_.insert(member);
}

/// A pack is of use where it is all that is asked for.
bool PackPlan::splitNeeded(llvm::ArrayRef<unsigned> live) {
  bool changed = false;
  for (unsigned number : live) {
    Pack &pack = packs_[number];
    if (!pack.isMade() || isOpened(number) ||
        llvm::none_of(pack.values, [&](Value *value) { return needed_.contains(value); }))
      continue;
    pack.kind = Pack::PerField;
    changed = true;
  }
  return changed;
}

double PackPlan::weight(const BasicBlock &block) const {
  llvm::Loop *loop = plan_.levelOf(block);
  return std::pow(IterationsOfLoop, loop ? loop->getLoopDepth() : 0);
}

// Costs are in bits that shuffles make, for each lane.

double PackPlan::sortingCost(unsigned fields, const Type *type) {
  return double(fields) * llvm::Log2_32_Ceil(fields) * double(type->getPrimitiveSizeInBits().getFixedValue());
}

double PackPlan::permutingCost(const Pack &pack) {
  auto count = static_cast<unsigned>(pack.fields.size());
  if (pack.isAsLoaded())
    return 0;
  constexpr unsigned Quarter = 128; // of a register: what a shuffle does not leave
  auto bits = static_cast<unsigned>(pack.group->bytes() * 8);
  bool stays = llvm::isPowerOf2_32(count) && count * bits <= Quarter && count == pack.group->fields();
  return double(count) * bits * (stays ? 1 : 2);
}

/// What it costs to have a pack where it is used, but for the computations of others.
double PackPlan::useCost(unsigned number, double weight) const {
  if (number == None)
    return 0;
  const Pack &pack = packs_[number];
  auto count = static_cast<unsigned>(pack.values.size());
  double bits = double(count) * double(pack.type()->getPrimitiveSizeInBits().getFixedValue());
  switch (pack.kind) {
  case Pack::Loaded:
    return weight * permutingCost(pack);
  case Pack::Same:
    return weight * bits;
  case Pack::Blended:
    return weight * bits + useCost(pack.operands[0], weight) + useCost(pack.operands[1], weight);
  case Pack::PerField:
    return weight * sortingCost(count, pack.type());
  default:
    return 0;
  }
}

/// `gain`: of the root itself.
bool PackPlan::pays(unsigned root, double gain) const {
  if (root == None)
    return false;
  double cost = 0;
  llvm::DenseSet<const FieldGroup *> loaded;
  for (unsigned number : reachable({root})) {
    const Pack &pack = packs_[number];
    if (pack.kind == Pack::Loaded && loaded.insert(pack.group).second &&
        llvm::none_of(pack.group->members, [&](Instruction *load) { return needed_.contains(load); }))
      gain += weight(*pack.group->members[0]->getParent()) * sortingCost(pack.group->fields(), pack.group->type);
    if (pack.kind == Pack::Pieces)
      gain += weight(*pack.first().getParent()) * sortingCost(static_cast<unsigned>(pack.values.size()), pack.type());
    if (!pack.isMade())
      continue;
    const Instruction &first = pack.first();
    auto *phi = llvm::dyn_cast<llvm::PHINode>(&first);
    for (unsigned i = 0; i < pack.operands.size(); ++i)
      cost += useCost(pack.operands[i], weight(phi ? *phi->getIncomingBlock(i) : *first.getParent()));
    auto absent = static_cast<double>(llvm::count(pack.values, nullptr));
    if (!phi) // what is computed for nothing
      cost += weight(*first.getParent()) * absent * double(first.getType()->getPrimitiveSizeInBits().getFixedValue());
  }
  return cost < gain;
}

// ---- The result

void PackPlan::finish() {
  for (unsigned number : livePacks()) {
    const Pack &pack = packs_[number];
    if (pack.kind == Pack::Loaded) {
      packedGroups_.insert(pack.group);
      for (Instruction *load : pack.group->members)
        if (!needed_.contains(load))
          replaced_.insert(load);
    }
    if (!pack.isMade())
      continue;
    for (Value *value : pack.values)
      if (value)
        replaced_.insert(llvm::cast<Instruction>(value));
    if (pack.kind == Pack::Pieces)
      pieces_[&firstInBlock(pack.values)].push_back(number);
    if (pack.kind == Pack::Computed)
      computed_[&lastInBlock(pack.values)].push_back(number);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&pack.first()))
      joined_[phi->getParent()].push_back(number);
  }
}

} // namespace lanecl::simd
