#include "compiler/ir/MadeOnce.h"
#include "compiler/targets/MachineSubPass.h"
#include "compiler/targets/x86/CodeGenerator.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

namespace lanecl::targets::x86 {
namespace {

// A table's bit 4a + 2b + c is the result for the bits a, b and c of the first operand (which is overwritten), the
// second one and the third one. LLVM selects no table but `a ? b : c` (nothing of ours asks for another), with its
// operands in any order:
//   a ? b : c  0xCA     a ? c : b  0xAC     b ? a : c  0xE2     c ? b : a  0xD8
//   b ? c : a  0xB8     c ? a : b  0xE4
// So these two tables come from the two rotations alone, which only merging forms with an operand in memory have.
constexpr uint8_t ByTheSecond = 0xB8, ByTheThird = 0xE4;

/// The merging forms with a vector or an element in memory, by their names: LLVM's headers do not have their numbers.
llvm::DenseSet<unsigned> mergingLoads(const llvm::MCInstrInfo &instructions) {
  llvm::DenseSet<unsigned> found;
  for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode) {
    llvm::StringRef name = instructions.getName(opcode);
    if (name.starts_with("VPTERNLOG") && (name.ends_with("rmik") || name.ends_with("rmbik")))
      found.insert(opcode);
  }
  return found;
}

class TernaryLogic : public MachineSubPass<SubPass::TernaryLogic> {
public:
  using MachineSubPass::MachineSubPass;

private:
  bool change(llvm::MachineFunction &function) override {
    // One process has one x86.
    const auto &opcodes = madeOnce([&] { return mergingLoads(*function.getSubtarget().getInstrInfo()); });
    bool changed = false;
    for (llvm::MachineBasicBlock &block : function)
      for (llvm::MachineInstr &logic : block)
        changed |= opcodes.contains(logic.getOpcode()) && mend(logic.getOperand(logic.getNumExplicitOperands() - 1));
    return changed;
  }

  /// Of the two tables the other; whether it is one of them.
  static bool mend(llvm::MachineOperand &table) {
    const auto was = static_cast<uint8_t>(table.getImm()); // which may have a sign
    if (was != ByTheSecond && was != ByTheThird)
      return false;
    table.setImm(was == ByTheSecond ? ByTheThird : ByTheSecond);
    return true;
  }
};

} // namespace

void mendTernaryLogic(llvm::TargetPassConfig &configuration, SubPassObserver *observer) {
  // Later passes exchange operands, and rightly.
  configuration.insertPass(&llvm::FinalizeISelID, new TernaryLogic(observer));
}

} // namespace lanecl::targets::x86
