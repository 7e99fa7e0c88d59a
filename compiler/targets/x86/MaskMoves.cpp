#include "compiler/ir/MadeOnce.h"
#include "compiler/targets/MachineSubPass.h"
#include "compiler/targets/x86/CodeGenerator.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

namespace lanecl::targets::x86 {
namespace {

/// The registers that instructions without EVEX can name.
constexpr unsigned PlainVectors = 16;

/// Opcodes, by their names: LLVM's headers do not have their numbers.
struct Opcodes {
  llvm::DenseSet<unsigned> signsToMask, maskToNumber;

  explicit Opcodes(const llvm::MCInstrInfo &instructions) {
    for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode) {
      llvm::StringRef name = instructions.getName(opcode);
      if (name.starts_with("VPMOV") && name.contains("2MZ") && name.ends_with("kr"))
        signsToMask.insert(opcode);
      if (name.starts_with("KMOV") && name.ends_with("rk"))
        maskToNumber.insert(opcode);
    }
  }
};

class MaskMoves : public MachineSubPass<SubPass::MaskMoves> {
public:
  using MachineSubPass::MachineSubPass;

private:
  bool change(llvm::MachineFunction &function) override {
    const auto &instructions = *function.getSubtarget().getInstrInfo();
    const Opcodes &opcodes = madeOnce([&] { return Opcodes(instructions); }); // one process has one x86
    bool changed = false;
    for (llvm::MachineBasicBlock &block : function)
      for (llvm::MachineInstr &move : block)
        if (opcodes.signsToMask.contains(move.getOpcode()))
          if (llvm::MachineInstr *user = wronglyFolded(move, opcodes)) {
            // The fold looks for one reader, a kmov: this one comes before it and is no instruction of the machine.
            llvm::BuildMI(block, user->getIterator(), user->getDebugLoc(), instructions.get(llvm::TargetOpcode::KILL))
                .addReg(move.getOperand(0).getReg(), llvm::RegState::Implicit);
            changed = true;
          }
    return changed;
  }

  /// The kmov that would be folded with the move; null: none, or rightly.
  static llvm::MachineInstr *wronglyFolded(llvm::MachineInstr &move, const Opcodes &opcodes) {
    const auto *registers = move.getMF()->getSubtarget().getRegisterInfo();
    llvm::Register mask = move.getOperand(0).getReg(), vector = move.getOperand(1).getReg();
    llvm::MachineInstr *number = nullptr;
    for (auto at = std::next(move.getIterator()); at != move.getParent()->instr_end(); ++at) {
      bool reads = at->readsRegister(mask, registers);
      if (reads && !number && !opcodes.maskToNumber.contains(at->getOpcode()))
        return nullptr;
      if (reads && number)
        return number;
      if (reads)
        number = &*at;
      if (at->modifiesRegister(mask, registers))
        break;
    }
    bool isHigh = number && registers->getEncodingValue(vector) >= PlainVectors;
    return isHigh ? number : nullptr;
  }
};

} // namespace

void keepMaskMoves(llvm::TargetPassConfig &configuration, SubPassObserver *observer) {
  // The last pass that all optimisation levels run before x86's own at the end.
  configuration.insertPass(&llvm::PatchableFunctionID, new MaskMoves(observer));
}

} // namespace lanecl::targets::x86
