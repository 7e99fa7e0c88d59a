// Instructions that ask which memory a generic pointer points to. Where its origin is not in sight, the address tells:
// local and private memory are areas of the worker that runs the work-group, everything else is global.
#include "compiler/ir/Queries.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

llvm::Value *isWithin(Translation &t, llvm::Value *address, MemoryArea area) {
  auto number = static_cast<unsigned>(area);
  llvm::Value *begin = createQuery(t.builder, Query::MemoryBegin, number),
              *bytes = createQuery(t.builder, Query::MemoryBytes, number);
  return t.builder.CreateICmpULT(t.builder.CreateSub(address, begin), bytes);
}

/// i1: the pointer is to memory of that address space.
llvm::Value *pointsTo(Translation &t, llvm::Value *pointer, unsigned wanted) {
  unsigned known = pointer->stripPointerCasts()->getType()->getPointerAddressSpace();
  if (known != space::Generic)
    return t.builder.getInt1(known == wanted);
  llvm::Value *address = t.builder.CreatePtrToInt(pointer, t.builder.getInt64Ty());
  auto isLocal = [&] { return isWithin(t, address, MemoryArea::Local); };
  // One after the other by name: in which order a call's arguments are made is the host compiler's choice.
  auto isPrivate = [&] {
    llvm::Value *context = isWithin(t, address, MemoryArea::Context),
                *scratch = isWithin(t, address, MemoryArea::Scratch);
    return t.builder.CreateOr(context, scratch);
  };
  switch (wanted) {
  case space::Local:
    return isLocal();
  case space::Private:
    return isPrivate();
  default: {
    llvm::Value *local = isLocal(), *own = isPrivate();
    return t.builder.CreateNot(t.builder.CreateOr(local, own));
  }
  }
}

/// to_global, to_local, to_private: null when the pointer is of another storage class.
void castExplicit(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type || !t.require(type->isPointerTy(), instruction, "the result is a pointer"))
    return;
  llvm::Value *fits = pointsTo(t, a, type->getPointerAddressSpace());
  t.define(instruction,
           t.builder.CreateSelect(fits, t.builder.CreateAddrSpaceCast(a, type), llvm::Constant::getNullValue(type)));
}

/// get_fence: the bit of the memory's storage class; private memory has none.
void semanticsOf(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0);
  if (!a)
    return;
  auto bit = [&](unsigned which, MemorySemantics semantics) {
    return t.builder.CreateSelect(pointsTo(t, a, which), t.int32(uint32_t(semantics)), t.int32(0));
  };
  llvm::Value *local = bit(space::Local, MemorySemantics::WorkgroupMemory),
              *global = bit(space::Global, MemorySemantics::CrossWorkgroupMemory);
  t.define(instruction, t.builder.CreateOr(local, global));
}

constexpr Handler genericPointerTable[] = {
    {Op::GenericCastToPtrExplicit, castExplicit},
    {Op::GenericPtrMemSemantics, semanticsOf},
};

} // namespace

std::span<const Handler> genericPointerHandlers() { return genericPointerTable; }

} // namespace lanecl::spirv
