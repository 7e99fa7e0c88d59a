// Addresses in the initial values of variables.
#include "compiler/frontend/Legalize.h"
#include "compiler/ir/Aggregates.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace lanecl::frontend {
namespace {

using llvm::Constant, llvm::GlobalVariable;

class Initializers {
public:
  explicit Initializers(llvm::Module &module) : module_(module), layout_(module.getDataLayout()) {}

  void run() {
    for (GlobalVariable &variable : module_.globals())
      visit(variable);
    if (!later_.empty())
      emit();
  }

private:
  enum class State : uint8_t { Unknown, Open, Done };
  /// Of a variable, so many bytes from its beginning.
  struct Address {
    GlobalVariable *variable;
    uint64_t offset;
    Constant *value;
  };

  void visit(GlobalVariable &variable) {
    if (!variable.hasInitializer() || states_[&variable] != State::Unknown)
      return;
    states_[&variable] = State::Open;
    Constant &initial = *variable.getInitializer();
    if (mixesPointers(initial))
      mixed_.insert(&variable);
    Constant *result = rewritten(initial, {&variable, 0, nullptr});
    if (!mixed_.contains(&variable) && mixesPointers(*result)) { // some are filled in later: so are all
      mixed_.insert(&variable);
      std::erase_if(later_, [&](const Address &each) { return each.variable == &variable; });
      result = rewritten(initial, {&variable, 0, nullptr});
    }
    variable.setInitializer(result);
    states_[&variable] = State::Done;
  }

  Constant *rewritten(Constant &constant, const Address &place);
  Constant *address(Constant &constant, const Address &place);
  bool mixesPointers(const Constant &constant) const;
  bool isAmbiguous(const GlobalVariable &variable, const llvm::APInt &offset) const;
  void emit();

  llvm::Module &module_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const GlobalVariable *, State> states_;
  llvm::SmallPtrSet<const GlobalVariable *, 4> mixed_;
  std::vector<Address> later_;
};

/// What the back end takes pointers for: to what their variable is, to bytes of it, or to nothing.
void appendPointees(const Constant &constant, const llvm::DataLayout &layout,
                    llvm::SmallVectorImpl<llvm::Type *> &pointees) {
  llvm::Type *type = constant.getType();
  if (type->isPointerTy()) {
    llvm::APInt offset(layout.getIndexTypeSizeInBits(type), 0);
    auto *variable = llvm::dyn_cast<GlobalVariable>(
        constant.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
    pointees.push_back(variable && offset.isZero() ? variable->getValueType() : nullptr);
  } else if (type->isAggregateType()) {
    for (unsigned i = 0; Constant *element = constant.getAggregateElement(i); ++i)
      appendPointees(*element, layout, pointees);
  }
}

/// Elements of an array that the back end would give types of their own.
bool Initializers::mixesPointers(const Constant &constant) const {
  if (!llvm::isa<llvm::ConstantAggregate>(constant))
    return false;
  const bool isArray = constant.getType()->isArrayTy();
  llvm::SmallVector<llvm::Type *, 8> first, other;
  for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
    auto &element = *llvm::cast<Constant>(constant.getOperand(i));
    if (mixesPointers(element))
      return true;
    if (!isArray)
      continue;
    auto &pointees = i == 0 ? first : other;
    pointees.clear();
    appendPointees(element, layout_, pointees);
    if (i > 0 && first != other)
      return true;
  }
  return false;
}

/// The initial value, or the part of it that stands at `place`.
Constant *Initializers::rewritten(Constant &constant, const Address &place) {
  if (constant.getType()->isPointerTy())
    return address(constant, place);
  if (!llvm::isa<llvm::ConstantAggregate>(constant))
    return &constant;
  llvm::SmallVector<Constant *> elements;
  auto *structure = llvm::dyn_cast<llvm::StructType>(constant.getType());
  for (unsigned i = 0; i < constant.getNumOperands(); ++i) {
    Constant &element = *llvm::cast<Constant>(constant.getOperand(i));
    uint64_t offset = structure ? layout_.getStructLayout(structure)->getElementOffset(i).getFixedValue()
                                : i * layout_.getTypeAllocSize(element.getType()).getFixedValue();
    elements.push_back(rewritten(element, {place.variable, place.offset + offset, nullptr}));
  }
  if (llvm::equal(elements, constant.operands()))
    return &constant;
  return aggregate(*constant.getType(), elements);
}

/// SPIR-V says the initial values of variables before those of others that they are made of: one that leads back to
/// its own variable is filled in by the translator.
Constant *Initializers::address(Constant &constant, const Address &place) {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(constant.getType()), 0);
  auto *variable = llvm::dyn_cast<GlobalVariable>(
      constant.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true));
  if (!variable)
    return &constant;
  visit(*variable);
  // What is cast, the back end gives the type of its variable, and takes bytes for elements of that.
  const bool isCast = variable->getAddressSpace() != constant.getType()->getPointerAddressSpace();
  const bool isMistaken = isAmbiguous(*variable, offset) || (isCast && !offset.isZero());
  if (states_[variable] != State::Open && !isMistaken && !mixed_.contains(place.variable))
    return &constant;
  later_.push_back({place.variable, place.offset, &constant});
  return Constant::getNullValue(constant.getType());
}

/// The back end writes so many bytes from the beginning of a variable as it writes the member of that number.
bool Initializers::isAmbiguous(const GlobalVariable &variable, const llvm::APInt &offset) const {
  auto *structure = llvm::dyn_cast<llvm::StructType>(variable.getValueType());
  if (!structure || offset.uge(structure->getNumElements()))
    return false;
  auto member = static_cast<unsigned>(offset.getZExtValue());
  return layout_.getStructLayout(structure)->getElementOffset(member) != member;
}

/// An address of a constant as instructions, in which the back end mistakes nothing. (The builder would make the
/// constant again.)
llvm::Value *asInstructions(Constant &address, llvm::BasicBlock *block) {
  const llvm::DataLayout &layout = block->getModule()->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  llvm::Value *base = address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  llvm::LLVMContext &context = block->getContext();
  llvm::Value *place = llvm::GetElementPtrInst::Create(llvm::Type::getInt8Ty(context), base,
                                                       {llvm::ConstantInt::get(context, offset)}, "", block);
  return base->getType() == address.getType() ? place
                                              : new llvm::AddrSpaceCastInst(place, address.getType(), "", block);
}

/// void __lanecl_initialize(), which calls void __lanecl_address.pA.pB(where, what) for each (FrontEnd.h).
void Initializers::emit() {
  auto &context = module_.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "__lanecl_initialize", module_);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  for (const Address &each : later_) {
    auto *where = llvm::GetElementPtrInst::Create(builder.getInt8Ty(), each.variable, {builder.getInt64(each.offset)},
                                                  "", builder.GetInsertBlock());
    llvm::Value *what = asInstructions(*each.value, builder.GetInsertBlock());
    auto *parameters = llvm::FunctionType::get(builder.getVoidTy(), {where->getType(), what->getType()}, false);
    auto name = "__lanecl_address.p" + llvm::Twine(where->getType()->getPointerAddressSpace()) + ".p" +
                llvm::Twine(what->getType()->getPointerAddressSpace());
    auto callee = module_.getOrInsertFunction(name.str(), parameters);
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    builder.CreateCall(callee, {where, what})->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  builder.CreateRetVoid();
}

} // namespace

void legalizeInitializers(llvm::Module &module) { Initializers(module).run(); }

} // namespace lanecl::frontend
