// Makes the claims of the interior in one body: each a value put into the place of another, and the conditions under
// which all lanes of a sub-group, and all work-items of the work-group, have it.
#pragma once
#include "compiler/transform/lanes/InteriorDivisions.h"
#include "compiler/transform/lanes/InteriorOrders.h"

namespace lanecl {

class InteriorClaims {
public:
  /// `entry`: a block in front of the body, which leads there only. `lanes`: 0: claims are of work-groups.
  InteriorClaims(llvm::Function &function, llvm::BasicBlock &entry, unsigned lanes)
      : isOfGroups_(lanes == 0), body_(function, entry, lanes), divisions_(body_), orders_(body_, function) {}

  /// `start`: where the body begins.
  void make(llvm::BasicBlock &start);
  /// Where it can be told of the work-group, that is asked first: most have no edge, and it is the same for all
  /// sub-groups.
  llvm::Value *condition();
  unsigned guards() const { return body_.guards; }
  unsigned indices() const { return body_.indices; }

private:
  bool isLive(const llvm::BasicBlock &block) const;
  void mergePhis(llvm::BasicBlock &block);
  void visit(llvm::Instruction &instruction);
  void visitExtension(llvm::CastInst &extension);
  static bool claimIndex(InteriorItems &extent, const llvm::CastInst &extension, InteriorItems::Sums &proven);

  const bool isOfGroups_;
  InteriorBody body_;
  InteriorValues &values_ = body_.values;
  InteriorDivisions divisions_;
  InteriorOrders orders_;
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> dead_;
  llvm::DenseSet<const llvm::BasicBlock *> unreached_;
};

} // namespace lanecl
