// Arrays without elements (`char pad[0]`, `uint data[]`), which SPIR-V has no types for: they take no room, so types of
// the same layout without them take their types' places, and what steps over them steps in bytes.
#include "compiler/frontend/Legalize.h"
#include "compiler/ir/Aggregates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lanecl::frontend {
namespace {

using llvm::Constant, llvm::Type;

class EmptyArrays {
public:
  explicit EmptyArrays(llvm::Module &module) : module_(module), layout_(module.getDataLayout()) {}

  void run() {
    const bool replacesTypes = hasTypes();
    if (replacesTypes)
      replaceVariables();
    for (llvm::Function &function : module_) {
      if (replacesTypes)
        function.setAttributes(without(function.getAttributes(), function.arg_size()));
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && replacesTypes)
          call->setAttributes(without(call->getAttributes(), call->arg_size()));
        else if (auto *access = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
          step(*access);
        else if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          variable->setAllocatedType(without(variable->getAllocatedType()));
    }
  }

private:
  /// A member that stays, or bytes between members.
  struct Part {
    std::optional<unsigned> member;
    Type *type;
  };

  llvm::SmallVector<Part> partsOf(llvm::StructType &structure);
  Type *without(Type *type);
  Constant *without(Constant &constant);
  Constant *partsOf(Constant &constant);
  bool hasTypes() const;
  void replaceVariables();
  void replace(llvm::GlobalVariable &variable);
  llvm::AttributeList without(llvm::AttributeList attributes, unsigned parameters);
  void step(llvm::GetElementPtrInst &step);

  llvm::Module &module_;
  const llvm::DataLayout &layout_;
};

/// The size and every member's place are as they were. The alignment may be less: whatever has one says so itself.
llvm::SmallVector<EmptyArrays::Part> EmptyArrays::partsOf(llvm::StructType &structure) {
  const llvm::StructLayout &layout = *layout_.getStructLayout(&structure);
  llvm::SmallVector<Part> parts;
  uint64_t end = 0;
  auto fillTo = [&](uint64_t offset) {
    if (offset > end)
      parts.push_back({std::nullopt, llvm::ArrayType::get(llvm::Type::getInt8Ty(module_.getContext()), offset - end)});
  };
  for (unsigned i = 0; i < structure.getNumElements(); ++i) {
    const uint64_t bytes = layout_.getTypeAllocSize(structure.getElementType(i));
    if (bytes == 0)
      continue;
    fillTo(layout.getElementOffset(i));
    parts.push_back({i, without(structure.getElementType(i))});
    end = layout.getElementOffset(i) + bytes;
  }
  fillTo(layout.getSizeInBytes());
  return parts;
}

Type *EmptyArrays::without(Type *type) {
  if (!holdsEmptyArray(*type))
    return type;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return layout_.getTypeAllocSize(array) == 0
               ? llvm::StructType::get(module_.getContext())
               : static_cast<Type *>(llvm::ArrayType::get(without(array->getElementType()), array->getNumElements()));
  auto &structure = llvm::cast<llvm::StructType>(*type);
  llvm::SmallVector<Type *> types;
  for (const Part &part : partsOf(structure))
    types.push_back(part.type);
  return llvm::StructType::get(module_.getContext(), types, structure.isPacked());
}

/// The value of an aggregate, member for member.
Constant *EmptyArrays::partsOf(Constant &constant) {
  Type *type = without(constant.getType());
  llvm::SmallVector<Constant *> values;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      values.push_back(without(*constant.getAggregateElement(i)));
  else if (auto *old = llvm::dyn_cast<llvm::StructType>(constant.getType()))
    for (const Part &part : partsOf(*old))
      values.push_back(part.member ? without(*constant.getAggregateElement(*part.member))
                                   : Constant::getNullValue(part.type));
  return aggregate(*type, values);
}

/// The same value, with steps of addresses in bytes.
Constant *EmptyArrays::without(Constant &constant) {
  if (auto *address = llvm::dyn_cast<llvm::GEPOperator>(&constant);
      address && holdsEmptyArray(*address->getSourceElementType())) {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    if (address->accumulateConstantOffset(layout_, offset))
      return llvm::ConstantExpr::getGetElementPtr(llvm::Type::getInt8Ty(module_.getContext()),
                                                  llvm::cast<Constant>(address->getPointerOperand()),
                                                  llvm::ConstantInt::get(module_.getContext(), offset));
  }
  if (holdsEmptyArray(*constant.getType())) {
    Type *type = without(constant.getType());
    return llvm::isa<llvm::UndefValue>(constant) ? llvm::UndefValue::get(type)
           : constant.isNullValue()              ? Constant::getNullValue(type)
                                                 : partsOf(constant);
  }
  if (!llvm::isa<llvm::ConstantAggregate, llvm::ConstantExpr>(constant))
    return &constant;
  llvm::SmallVector<Constant *> values;
  for (llvm::Use &operand : constant.operands())
    values.push_back(without(*llvm::cast<Constant>(operand)));
  if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
    return expression->getWithOperands(values);
  return aggregate(*constant.getType(), values);
}

/// Types of structures and variables hold any, which most programs' do not. (Structures of the source have names, those
/// of initialisers alone have not.)
bool EmptyArrays::hasTypes() const {
  auto holds = [](const Type *type) { return holdsEmptyArray(*type); };
  return llvm::any_of(module_.getIdentifiedStructTypes(), holds) ||
         llvm::any_of(module_.globals(),
                      [&](const llvm::GlobalVariable &variable) { return holds(variable.getValueType()); });
}

void EmptyArrays::replaceVariables() {
  llvm::SmallVector<Constant *> variables;
  for (llvm::GlobalVariable &variable : module_.globals())
    variables.push_back(&variable);
  llvm::convertUsersOfConstantsToInstructions(variables);
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module_.globals()))
    if (holdsEmptyArray(*variable.getValueType()))
      replace(variable);
    else if (variable.hasInitializer())
      variable.setInitializer(without(*variable.getInitializer()));
}

void EmptyArrays::replace(llvm::GlobalVariable &variable) {
  Type *old = variable.getValueType(), *type = without(old);
  // An array whose length is known elsewhere: it begins with an element.
  if (!variable.hasInitializer() && old->isArrayTy())
    type = without(old->getArrayElementType());
  auto *made = new llvm::GlobalVariable(module_, type, variable.isConstant(), variable.getLinkage(), nullptr, "",
                                        &variable, variable.getThreadLocalMode(), variable.getAddressSpace());
  if (variable.hasInitializer())
    made->setInitializer(without(*variable.getInitializer()));
  made->copyAttributesFrom(&variable);
  made->setAlignment(variable.getAlign().value_or(layout_.getABITypeAlign(old)));
  made->copyMetadata(&variable, 0);
  made->takeName(&variable);
  variable.replaceAllUsesWith(made);
  variable.eraseFromParent();
}

llvm::AttributeList EmptyArrays::without(llvm::AttributeList attributes, unsigned parameters) {
  using llvm::Attribute;
  for (unsigned i = 0; i < parameters; ++i)
    for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet})
      if (Attribute attribute = attributes.getParamAttr(i, kind);
          attribute.isValid() && holdsEmptyArray(*attribute.getValueAsType()))
        attributes = attributes.replaceAttributeTypeAtIndex(
            module_.getContext(), llvm::AttributeList::FirstArgIndex + i, kind, without(attribute.getValueAsType()));
  return attributes;
}

void EmptyArrays::step(llvm::GetElementPtrInst &step) {
  if (!holdsEmptyArray(*step.getSourceElementType()))
    return;
  llvm::IRBuilder<> builder(&step);
  llvm::Value *made = nullptr;
  auto *array = llvm::dyn_cast<llvm::ArrayType>(step.getSourceElementType());
  if (auto *first = llvm::dyn_cast<llvm::ConstantInt>(*step.idx_begin());
      array && !holdsEmptyArray(*array->getElementType()) && first && first->isZero() && step.getNumIndices() > 1)
    made = builder.CreateGEP(array->getElementType(), step.getPointerOperand(),
                             llvm::SmallVector<llvm::Value *>(llvm::drop_begin(step.indices())), "",
                             step.getNoWrapFlags());
  else
    made = builder.CreatePtrAdd(step.getPointerOperand(), llvm::emitGEPOffset(&builder, layout_, &step), "",
                                step.getNoWrapFlags());
  made->takeName(&step);
  step.replaceAllUsesWith(made);
  step.eraseFromParent();
}

} // namespace

bool holdsEmptyArray(const llvm::Type &type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return array->getNumElements() == 0 || holdsEmptyArray(*array->getElementType());
  return type.isStructTy() &&
         llvm::any_of(type.subtypes(), [](const llvm::Type *member) { return holdsEmptyArray(*member); });
}

void replaceEmptyArrays(llvm::Module &module) { EmptyArrays(module).run(); }

} // namespace lanecl::frontend
