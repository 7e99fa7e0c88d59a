#include "compiler/transform/groups/RegionBody.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/groups/CrossingValues.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/groups/PrivateVariables.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "compiler/transform/prepare/AliasScopes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lanecl {
namespace {

class Builder {
public:
  Builder(llvm::Function &body, bool masked, const WorkItemLoopsOptions &options) : source_(body), options_(options) {
    result_.masked = masked;
  }

  RegionBody build() {
    createFunction();
    addDispatchBlock();
    GroupState state(function(), result_.firstState, options_.width, result_.masked);
    bool mayUseStack = !asksForMemory();
    state.lowerQueries();
    lowerAsyncCopies(function(), state);
    lowerPrintf(function(), state);
    lowerPlaces(function(), state);
    lowerAccumulations(function(), state);
    replaceLocals();
    splitAtBarriers(state, mayUseStack);
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
  void splitAtBarriers(const GroupState &state, bool mayUseStack);
  void endAtBoundaries(const BarrierRegions &regions);

  llvm::Function &source_;
  const WorkItemLoopsOptions &options_;
  RegionBody result_;
};

void Builder::createFunction() {
  llvm::SmallVector<llvm::Type *, 48> types;
  for (llvm::Argument &argument : source_.args())
    types.push_back(argument.getType());
  unsigned parameters = types.size();
  result_.firstState = parameters;
  auto state = stateTypes(context(), options_.wideIds);
  types.append(state.begin(), state.end());
  result_.firstLocal = types.size();
  types.append(options_.locals.variables.size(), llvm::PointerType::get(context(), space::Local));
  auto *type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context()), types, false);
  result_.function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                             source_.getName() + (result_.masked ? ".tail" : ".body"), source_.getParent());
  copyAttributes(parameters);
  function().splice(function().begin(), &source_);
  for (unsigned i = 0; i < parameters; ++i) {
    function().getArg(i)->takeName(source_.getArg(i));
    source_.getArg(i)->replaceAllUsesWith(function().getArg(i));
  }
}

// No parameter is `noalias`: what is apart is said by scopes, which know what pointers were made of before the
// boundaries.
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
  for (unsigned i = 0; i < options_.locals.variables.size(); ++i) {
    llvm::GlobalVariable *variable = options_.locals.variables[i].first;
    llvm::AttrBuilder builder(context());
    builder.addAttribute(llvm::Attribute::NonNull);
    builder.addAlignmentAttr(variable->getAlign());
    function().addParamAttrs(result_.firstLocal + i, builder);
  }
}

// A block in front of everything that every call passes: what stands there need not be carried across a boundary.
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
  for (auto &[variable, offset] : options_.locals.variables)
    variables.push_back(variable);
  llvm::convertUsersOfConstantsToInstructions(variables, &function());
  for (auto [index, entry] : llvm::enumerate(options_.locals.variables)) {
    llvm::Argument *place = function().getArg(result_.firstLocal + index);
    entry.first->replaceUsesWithIf(place, [&](llvm::Use &use) {
      auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return user && user->getFunction() == &function();
    });
  }
}

void Builder::splitAtBarriers(const GroupState &state, bool mayUseStack) {
  llvm::BasicBlock *start = dispatch().getSingleSuccessor();
  BarrierRegions regions(function());
  PrivateVariables variables(result_);
  variables.choose(regions, mayUseStack);
  variables.addScopes(options_.locals);
  variables.place(state);
  CrossingValues values(result_, state, options_.maskRegisters);
  values.find(regions);
  result_.regions[0].exits = regions.exits(*start);
  for (const RegionBoundary &boundary : regions.boundaries())
    result_.regions[boundary.number].exits = regions.exits(*boundary.after);
  endAtBoundaries(regions);
  if (!regions.boundaries().empty()) {
    dispatch().getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(&dispatch());
    auto *choice = builder.CreateSwitch(state(State::Region), start, regions.boundaries().size());
    for (const RegionBoundary &boundary : regions.boundaries())
      choice->addCase(builder.getInt32(boundary.number), boundary.after);
  }
  values.carry(regions);
  separateAccesses(function(), values.accesses(), "slots");
}

// The result: which boundary was reached.
void Builder::endAtBoundaries(const BarrierRegions &regions) {
  llvm::IRBuilder<> builder(context());
  for (llvm::BasicBlock &block : function())
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) {
      block.getTerminator()->eraseFromParent();
      builder.SetInsertPoint(&block);
      builder.CreateRet(builder.getInt32(0));
    }
  for (const RegionBoundary &boundary : regions.boundaries()) {
    boundary.before->getTerminator()->eraseFromParent();
    boundary.call->eraseFromParent();
    builder.SetInsertPoint(boundary.before);
    builder.CreateRet(builder.getInt32(boundary.number));
  }
}

} // namespace

RegionBody makeRegionBody(llvm::Function &body, bool masked, const WorkItemLoopsOptions &options) {
  return Builder(body, masked, options).build();
}

} // namespace lanecl
