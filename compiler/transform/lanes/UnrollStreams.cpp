// Rows of a matrix, one for each work-item: neighbouring elements of a row come in neighbouring iterations, so that a
// lane's memory is contiguous in time but lanes are far apart. Unrolled, the loop reads a piece of each lane's row by
// one load, and shuffles sort the pieces (PacketizeConsecutive.cpp).
#include "compiler/transform/lanes/UnrollStreams.h"
#include "compiler/analysis/VectorShape.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace lanecl::simd {
namespace {

using llvm::Instruction, llvm::LoadInst, llvm::Loop, llvm::SCEV, llvm::Value;

/// Larger bodies have work enough beside their gathers.
constexpr unsigned LargestBody = 60;

/// A load that each iteration executes, and where its stream starts.
struct Stream {
  LoadInst *load;
  const SCEV *start;
};

class StreamUnroller {
public:
  StreamUnroller(llvm::Function &function, LaneAnalyses &analyses, unsigned width)
      : function_(function), analyses_(analyses), width_(width) {}
  bool run();

private:
  bool unrollOne();
  bool isRegular(Loop &loop);
  std::vector<Stream> streamsOf(Loop &loop, const ShapeAnalysis &shapes);
  bool rebase(Loop &loop, llvm::ArrayRef<Stream> streams);
  void unroll(Loop &loop, unsigned count);
  uint64_t bytesOf(const LoadInst &load) const {
    return function_.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
  }
  template <typename Analysis> Analysis::Result &get() { return analyses_.get<Analysis>(function_); }

  llvm::Function &function_;
  LaneAnalyses &analyses_;
  unsigned width_;
  bool changed_ = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen_; ///< bodies that were looked at
};

/// One block that ends with its test, which all lanes take alike; nothing is written, nobody waited for.
bool StreamUnroller::isRegular(Loop &loop) {
  llvm::BasicBlock *body = loop.getHeader();
  if (loop.getNumBlocks() != 1 || !loop.getLoopPreheader() || body->size() > LargestBody ||
      analyses_.uniformity(function_).isDivergent(body->getTerminator()))
    return false;
  auto isPlain = [](const Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return !instruction.mayHaveSideEffects() && !(call && call->isConvergent());
  };
  auto &evolution = get<llvm::ScalarEvolutionAnalysis>();
  return llvm::all_of(*body, isPlain) && !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
}

/// Loads that go on by one element with each iteration, but from lane to lane by more, or by nobody knows what.
std::vector<Stream> StreamUnroller::streamsOf(Loop &loop, const ShapeAnalysis &shapes) {
  auto &evolution = get<llvm::ScalarEvolutionAnalysis>();
  std::vector<Stream> streams;
  for (Instruction &instruction : *loop.getHeader()) {
    auto *load = llvm::dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || !(load->getType()->isIntegerTy() || load->getType()->isFloatingPointTy()))
      continue;
    uint64_t bytes = bytesOf(*load);
    bool isWhole = load->getType()->getPrimitiveSizeInBits() == bytes * 8 && PieceBytes % bytes == 0;
    Shape shape = shapes.of(load->getPointerOperand());
    bool isScattered = shape.isVarying() || (shape.isLinear() && uint64_t(std::abs(shape.stride)) > bytes);
    if (!isWhole || !isScattered)
      continue;
    auto *steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
    if (!steps || steps->getLoop() != &loop || !steps->isAffine())
      continue;
    auto *step = llvm::dyn_cast<llvm::SCEVConstant>(steps->getStepRecurrence(evolution));
    if (step && step->getAPInt() == bytes)
      streams.push_back({load, steps->getStart()});
  }
  return streams;
}

/// Makes the addresses `start + distance`, the distance being the same in all lanes: what belongs together shows, and
/// where a lane starts is known before the loop.
bool StreamUnroller::rebase(Loop &loop, llvm::ArrayRef<Stream> streams) {
  auto &evolution = get<llvm::ScalarEvolutionAnalysis>();
  llvm::BasicBlock *body = loop.getHeader(), *before = loop.getLoopPreheader();
  llvm::SCEVExpander expander(evolution, "stream");
  llvm::SmallDenseMap<uint64_t, llvm::PHINode *, 4> distances;
  llvm::IRBuilder<> builder(function_.getContext());
  for (const Stream &stream : streams) {
    if (!expander.isSafeToExpandAt(stream.start, before->getTerminator()))
      continue;
    Value *pointer = stream.load->getPointerOperand();
    Value *start = expander.expandCodeFor(stream.start, pointer->getType(), before->getTerminator()->getIterator());
    llvm::PHINode *&distance = distances[bytesOf(*stream.load)];
    if (!distance) {
      builder.SetInsertPoint(body, body->begin());
      distance = builder.CreatePHI(builder.getInt64Ty(), 2, "distance");
      builder.SetInsertPoint(body->getTerminator());
      distance->addIncoming(builder.getInt64(0), before);
      distance->addIncoming(builder.CreateAdd(distance, builder.getInt64(bytesOf(*stream.load)), "", true, true), body);
    }
    builder.SetInsertPoint(stream.load);
    stream.load->setOperand(0, builder.CreateGEP(builder.getInt8Ty(), start, distance));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(pointer);
  }
  evolution.forgetLoop(&loop);
  return !distances.empty();
}

void StreamUnroller::unroll(Loop &loop, unsigned count) {
  auto &evolution = get<llvm::ScalarEvolutionAnalysis>();
  unsigned trips = evolution.getSmallConstantTripCount(&loop);
  llvm::UnrollLoopOptions options{};
  options.Count = trips && trips < 2 * count ? trips : count;
  options.Force = true;
  options.Runtime = trips % options.Count != 0 || trips == 0;
  options.AllowExpensiveTripCount = true;
  options.ForgetAllSCEV = true;
  options.SCEVExpansionBudget = 4;
  llvm::OptimizationRemarkEmitter remarks(&function_);
  llvm::UnrollLoop(&loop, options, &get<llvm::LoopAnalysis>(), &evolution, &get<llvm::DominatorTreeAnalysis>(),
                   &get<llvm::AssumptionAnalysis>(), &get<llvm::TargetIRAnalysis>(), &remarks, /*PreserveLCSSA=*/true);
}

bool StreamUnroller::unrollOne() {
  auto &loops = get<llvm::LoopAnalysis>();
  auto regular = [&](Loop *loop) { return seen_.insert(loop->getHeader()).second && isRegular(*loop); };
  auto all = loops.getLoopsInPreorder();
  auto found = llvm::find_if(all, regular);
  if (found == all.end())
    return false;
  auto loads = [](const llvm::BasicBlock *block) { return llvm::any_of(*block, llvm::IsaPred<llvm::LoadInst>); };
  if (llvm::none_of((*found)->blocks(), loads)) // before the whole function is looked at
    return true;
  PrivateLayout layout(function_);
  MaskPlan plan(function_, analyses_.uniformity(function_), get<llvm::DominatorTreeAnalysis>(),
                get<llvm::PostDominatorTreeAnalysis>(), loops);
  ShapeAnalysis shapes(function_, analyses_.uniformity(function_), plan, layout, width_);
  std::vector<Stream> streams = streamsOf(**found, shapes);
  llvm::erase_if(streams, [&](const Stream &stream) { return layout.isInterleaved(stream.load->getPointerOperand()); });
  if (streams.empty())
    return true;
  uint64_t least = PieceBytes;
  for (const Stream &stream : streams)
    least = std::min(least, bytesOf(*stream.load));
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> before;
  for (llvm::BasicBlock &block : function_)
    before.insert(&block);
  if (rebase(**found, streams))
    unroll(**found, std::max(4u, unsigned(PieceBytes / least)));
  for (llvm::BasicBlock &block : function_) // the last few iterations are a loop of their own
    if (!before.contains(&block))
      seen_.insert(&block);
  analyses_.invalidate(function_);
  changed_ = true;
  return true;
}

bool StreamUnroller::run() {
  while (unrollOne())
    ;
  return changed_;
}

} // namespace

bool unrollStreams(llvm::Function &function, LaneAnalyses &analyses, unsigned width) {
  return StreamUnroller(function, analyses, width).run();
}

} // namespace lanecl::simd
