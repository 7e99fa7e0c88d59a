// Barriers and fences (SPIR-V 3.42.20), and the clock, which like them keeps its place.
#include "compiler/ir/Operations.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

/// A fence for what others must see; nothing for relaxed semantics.
void fence(Translation &t, std::optional<uint64_t> scope, std::optional<uint64_t> semantics) {
  llvm::AtomicOrdering order = ordering(semantics);
  if (llvm::isStrongerThanMonotonic(order))
    t.builder.CreateFence(order, syncScope(scope));
}

void memoryBarrier(Translation &t, const Instruction &instruction) {
  if (t.integer(instruction, 0) && t.integer(instruction, 1))
    fence(t, t.constant(instruction.id(0)), t.constant(instruction.id(1)));
}

void controlBarrier(Translation &t, const Instruction &instruction) {
  if (!t.integer(instruction, 0) || !t.integer(instruction, 1) || !t.integer(instruction, 2))
    return;
  std::optional<uint64_t> execution = t.constant(instruction.id(0)), memory = t.constant(instruction.id(1));
  std::optional<uint64_t> semantics = t.constant(instruction.id(2));
  // OpenCL environment: the scope of execution is a constant, Workgroup or Subgroup.
  bool workGroup = execution == uint64_t(Scope::Workgroup), subGroup = execution == uint64_t(Scope::Subgroup);
  if (execution == uint64_t(Scope::Invocation))
    return fence(t, memory, semantics);
  if (!t.require(workGroup || subGroup, instruction, "the scope of execution is Workgroup or Subgroup, and constant"))
    return;
  // The barrier orders the group's memory; for wider scopes others must see what was written before.
  bool wider = !memory || *memory < uint64_t(Scope::Workgroup);
  if (wider)
    fence(t, memory, semantics);
  createOperation(t.builder, Operation::Barrier, {t.int32(*execution), t.int32(semantics.value_or(0x318))});
}

/// SPV_KHR_shader_clock. One counter serves all scopes: it is the same for all cores.
void readClock(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  std::optional<uint64_t> scope = t.constant32(instruction.id(0));
  if (!type)
    return;
  // OpenCL environment, cl_khr_kernel_clock; SPIR-V 3.27: the scope is a 32-bit integer.
  bool known = scope && llvm::is_contained({Scope::Device, Scope::Workgroup, Scope::Subgroup}, Scope(*scope));
  if (!t.require(known, instruction, "the scope is Device, Workgroup or Subgroup, and constant"))
    return;
  // The result is an unsigned 64-bit integer, or a vector of two 32-bit ones, the low-order part first.
  auto *halves = llvm::FixedVectorType::get(t.builder.getInt32Ty(), 2);
  if (t.require(type->isIntegerTy(64) || type == halves, instruction, "the result has 64 bits"))
    t.define(instruction,
             t.builder.CreateBitCast(
                 t.builder.CreateIntrinsic(t.builder.getInt64Ty(), llvm::Intrinsic::readcyclecounter, {}), type));
}

constexpr Handler barrierTable[] = {
    {Op::ControlBarrier, controlBarrier},
    {Op::MemoryBarrier, memoryBarrier},
    {Op::ReadClockKHR, readClock},
};

} // namespace

std::span<const Handler> barrierHandlers() { return barrierTable; }

} // namespace lanecl::spirv
