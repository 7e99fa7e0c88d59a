// Versions of a kernel's body: code that does what the body does, better, but only where a condition holds. The pass
// that makes one declares the branch that leads to it here, and the two questions its condition may be put as;
// groups/BodyVersions makes functions of what is declared.
#pragma once
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

/// Of a branch in a kernel, in lanes or not: each of its edges leads to a version of all that follows. The condition is
/// the same in a whole sub-group, and nothing has been done before. Passes that do not know of it may drop it.
void declareVersions(llvm::BranchInst &choice);
/// A condition of a choice: either of two suffices, the first of which is cheaper, for it is the same in many
/// sub-groups. Passes see no more of what they have in common.
llvm::Value *createAlternatives(llvm::IRBuilderBase &builder, llvm::Value &first, llvm::Value &second);
/// The same of two that cost little, which passes see in full and askFirstAlone leaves as they are.
llvm::Value *createCheapAlternatives(llvm::IRBuilderBase &builder, llvm::Value &first, llvm::Value &second);
/// Without lanes: of each choice that has alternatives the first one is all that is asked, for the second would be
/// asked for each work-item. Whether there was any.
bool askFirstAlone(llvm::Function &body);
/// For a branch that is made from `choice` of another function.
void copyDeclaration(const llvm::Instruction &choice, llvm::Instruction &made);

bool isVersionChoice(const llvm::Instruction &terminator);
/// What a choice with alternatives is made by, its operands; null: it has none.
llvm::Instruction *alternativesOf(const llvm::BranchInst &choice);

} // namespace lanecl
