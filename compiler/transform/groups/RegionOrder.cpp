#include "compiler/transform/groups/RegionOrder.h"
#include "compiler/transform/groups/CountedLoop.h"

namespace lanecl {

/// The result: where the sub-groups of the coming region say which is next; null when there is no choice.
llvm::AllocaInst *RegionOrder::begin(bool mayVary) {
  llvm::AllocaInst *next = mayVary ? frame_.variable("next") : nullptr;
  memory_.forget();
  if (next)
    b_.CreateStore(calls_.nothingNext(), next);
  return next;
}

void RegionOrder::run() {
  if (bodies_.runsRoundRobin())
    return runRoundRobin();
  Blocks starts;
  for (auto &[number, region] : bodies_.full.regions)
    starts[number] = frame_.block("region" + llvm::Twine(number));
  llvm::BasicBlock *done = frame_.block("group.done");
  b_.CreateBr(starts[0]);
  for (auto &[number, region] : bodies_.full.regions) {
    b_.SetInsertPoint(starts[number]);
    runRegion(number, exitsOf(region), starts, done);
  }
  b_.SetInsertPoint(done);
}

llvm::SmallVector<unsigned, 4> RegionOrder::exitsOf(const Region &region) const {
  if (!bodies_.parts())
    return region.exits;
  llvm::SmallVector<unsigned, 4> all; // 0, which other regions' numbers follow, comes first
  for (auto &[other, unused] : bodies_.full.regions)
    all.push_back(other);
  return all;
}

void RegionOrder::runRegion(unsigned number, llvm::ArrayRef<unsigned> exits, const Blocks &starts,
                            llvm::BasicBlock *done) {
  auto target = [&](unsigned exit) { return exit == 0 ? done : starts.at(exit); };
  llvm::AllocaInst *next = begin(exits.size() > 1);
  loops_.run(b_.getInt32(number), next);
  if (bodies_.full.regions.size() > 1)
    memory_.handOver();
  if (exits.empty()) { // an endless loop
    b_.CreateUnreachable();
    return;
  }
  if (!next) {
    b_.CreateBr(target(exits.front()));
    return;
  }
  llvm::Value *reached = calls_.loadNext(next);
  auto *choice = b_.CreateSwitch(reached, target(exits.front()), exits.size() - 1);
  for (unsigned exit : llvm::drop_begin(exits))
    choice->addCase(b_.getInt32(exit), target(exit));
}

void RegionOrder::runRoundRobin() {
  llvm::BasicBlock *before = b_.GetInsertBlock(), *header = frame_.block("region"), *done = frame_.block("group.done");
  b_.CreateBr(header);
  b_.SetInsertPoint(header);
  auto *number = b_.CreatePHI(b_.getInt32Ty(), 2, "number");
  number->addIncoming(b_.getInt32(0), before);
  llvm::AllocaInst *next = begin(true);
  loops_.run(number, next);
  memory_.handOver();
  llvm::Value *reached = calls_.loadNext(next);
  number->addIncoming(reached, b_.GetInsertBlock());
  keepRolled(*b_.CreateCondBr(b_.CreateIsNull(reached), done, header), Iterations::Unknown);
  b_.SetInsertPoint(done);
}

} // namespace lanecl
