// What the analyses say, in a form for FileCheck: a line for each value, block, loop or fact.
#include "compiler/KernelFacts.h"
#include "compiler/LanePlan.h"
#include "compiler/analysis/BarrierRegions.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/analysis/CollidingLanes.h"
#include "compiler/analysis/LaneDirection.h"
#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/LongBlocks.h"
#include "compiler/analysis/MaskPlan.h"
#include "compiler/analysis/PrivateLayout.h"
#include "compiler/analysis/RegisterPressure.h"
#include "compiler/analysis/RowTraversals.h"
#include "compiler/analysis/ScatteredAccesses.h"
#include "compiler/analysis/ShapingArguments.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/analysis/VectorShape.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "tests/filecheck/Opt.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Format.h"

namespace lanecl::test {
namespace {

using llvm::Error, llvm::Function, llvm::Instruction, llvm::Value, llvm::raw_ostream;

/// "%name" or "true".
std::string nameOf(const Value &value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.printAsOperand(stream, false);
  return text;
}
std::string nameOf(const llvm::BasicBlock *block) { return block ? nameOf(*block) : "entry's"; }

/// `Print`: of a function; or of one for a machine.
template <const char *Name, auto Print> Error ofFunctions(Work &work) {
  for (Function &function : work.module)
    if (!function.isDeclaration()) {
      work.out << "; " << Name << " of @" << function.getName() << '\n';
      if constexpr (std::is_invocable_v<decltype(Print), Function &, raw_ostream &>)
        Print(function, work.out);
      else
        Print(function, *work.settings.lanes.machine, work.out);
    }
  return Error::success();
}

void printUniformity(Function &function, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  auto &uniformity = analyses.uniformity(function);
  for (const llvm::BasicBlock &block : function)
    for (const Instruction &instruction : block) {
      bool isBranch = instruction.isTerminator() && instruction.getNumSuccessors() > 1;
      if (isBranch)
        out << "branch of " << nameOf(block);
      else if (!instruction.getType()->isVoidTy())
        out << nameOf(instruction);
      else
        continue;
      out << ": " << (uniformity.isDivergent(&instruction) ? "divergent" : "uniform") << '\n';
    }
}

/// What rests on the control flow of lanes.
struct LanePlan {
  simd::LaneAnalyses analyses;
  simd::MaskPlan plan;
  explicit LanePlan(Function &function)
      : plan(function, analyses.uniformity(function), analyses.get<llvm::DominatorTreeAnalysis>(function),
             analyses.get<llvm::PostDominatorTreeAnalysis>(function), analyses.get<llvm::LoopAnalysis>(function)) {}
};

void printMasks(Function &function, raw_ostream &out) {
  LanePlan lanes(function);
  const simd::MaskPlan &plan = lanes.plan;
  auto printLevel = [&](const llvm::Loop *loop) {
    out << (loop ? "loop " + nameOf(loop->getHeader()) : "body") << ": "
        << (plan.isLinear(loop) ? "linear" : "branches stay") << (plan.hasDivergentExit(loop) ? ", own mask" : "")
        << '\n';
  };
  printLevel(nullptr);
  for (const llvm::Loop *loop : lanes.analyses.get<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    printLevel(loop);
  for (const llvm::BasicBlock *block : plan.order())
    out << nameOf(block) << ": mask " << nameOf(plan.maskOwner(*block)) << (plan.divergesAt(*block) ? ", diverges" : "")
        << (plan.isMaskedJoin(*block) ? ", joins" : "") << '\n';
}

void printShape(const simd::Shape &shape, raw_ostream &out) {
  if (shape.isUniform()) {
    out << "uniform";
  } else if (shape.isVarying()) {
    out << "varying";
  } else {
    out << "linear " << shape.stride << (shape.nsw ? " nsw" : "");
    if (shape.zeros)
      out << ", zeros " << unsigned(shape.zeros);
    if (shape.lowBits)
      out << ", low bits " << unsigned(shape.lowBits);
    if (shape.guard)
      out << ", if " << nameOf(*shape.guard);
  }
}

/// Of the bodies alone: the width is theirs.
Error printShapes(Work &work) {
  for (const Body &body : work.bodies) {
    work.out << "; shapes of @" << body.name << '\n';
    LanePlan lanes(*body.full);
    simd::PrivateLayout layout(*body.full);
    simd::ShapeAnalysis shapes(*body.full, lanes.analyses.uniformity(*body.full), lanes.plan, layout,
                               work.settings.lanes.width);
    for (const Instruction &instruction : llvm::instructions(*body.full)) {
      if (instruction.getType()->isVoidTy())
        continue;
      work.out << nameOf(instruction) << ": ";
      printShape(shapes.of(&instruction), work.out);
      work.out << '\n';
    }
  }
  return Error::success();
}

void printLayout(Function &function, raw_ostream &out) {
  simd::PrivateLayout layout(function);
  for (const Instruction &instruction : llvm::instructions(function))
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      unsigned bytes = layout.elementBytes(&instruction);
      out << nameOf(instruction) << ": "
          << (bytes ? "interleaved by " + std::to_string(bytes) + " bytes" : "a copy for each lane") << '\n';
    }
}

void printRegisterPressure(Function &function, const targets::Machine &machine, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  auto lanes = [&](bool hasGroups) {
    return simd::lanesFor(function, 4 * machine.nativeLanes(), machine, hasGroups, analyses);
  };
  out << lanes(false) << " lanes, which walk " << (simd::streamsPerLane(function, analyses) ? "apart" : "together");
  if (lanes(true) != lanes(false))
    out << ", " << lanes(true) << " in work-groups";
  out << '\n';
}

/// In instructions, of one work-item.
void printLaneCosts(Function &function, const targets::Machine &machine, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  const simd::LaneCosts costs = simd::costsOfLanes(function, machine, analyses, true);
  auto print = [&](const char *name, double cost) { out << name << llvm::format("%.2f", cost); };
  print("alone ", costs.alone);
  print(", in lanes ", costs.inLanes);
  print(", where not all are active ", costs.masked);
  print(", behind guards ", costs.guarded);
  print(", without rows ", simd::costsOfLanes(function, machine, analyses, false).inLanes);
  out << '\n'
      << (costs.loseByLanes(machine, {})                   ? "lanes lose"
          : costs.loseByLanes(machine, {.hasMasks = true}) ? "lanes lose behind guards"
                                                           : "lanes gain")
      << (costs.loseByMasks() ? ", half of them lose" : ", half of them gain");
  if (costs.vectorSums)
    out << ", " << costs.vectorSums << " sums of vectors";
  out << '\n';
}

void printLongBlocks(Function &function, const targets::Machine &machine, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  auto &loops = analyses.get<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.get<llvm::ScalarEvolutionAnalysis>(function);
  auto &uniformity = analyses.uniformity(function);
  const unsigned lanes =
      simd::lanesForLongBlocks(function, loops, evolution, uniformity, 4 * machine.nativeLanes(), machine);
  const bool hasRoom = simd::hasRoomForTwo(function, loops, evolution, uniformity, ItemSteps(function, 0), machine);
  out << (simd::mayBeLong(function) ? "may be long, " : "short, ") << lanes << " lanes, "
      << (hasRoom ? "room for two registers\n" : "room for one register\n");
}

void printLaneDirection(Function &function, raw_ostream &out) {
  out << "along dimension " << laneDirection(function) << '\n';
}

void printShaping(Function &function, raw_ostream &out) {
  static constexpr llvm::StringLiteral Names[] = {"none", "small values", "any values"};
  for (const llvm::Argument &argument : function.args())
    out << nameOf(argument) << ": " << Names[static_cast<unsigned>(shapingOf(argument))] << '\n';
}

void printRowTraversals(Function &function, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  out << (simd::traversesRows(function, analyses, false) ? "along rows" : "no") << '\n';
}

/// Of 64 lanes: where all distances must be known, and where unknown ones leave room for 16. At least 4, along rows of
/// work-items 32.
void printLanesInCache(Function &function, raw_ostream &out) {
  for (unsigned unknown : {0, 16}) {
    simd::LaneAnalyses analyses;
    out << simd::lanesWithoutCollisions(function, {.most = 64, .least = 4, .unknown = unknown, .leastOfRows = 32},
                                        analyses)
        << (unknown ? " lanes\n" : " lanes, or ");
  }
}

void printWaiting(Function &function, raw_ostream &out) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool asRings = asksForSubGroups(*function.getParent());
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    out << "loop " << nameOf(loop->getHeader()) << (mayWait(*loop, dominators, asRings) ? ": may wait" : ": goes on")
        << '\n';
}

void printProgress(Function &function, raw_ostream &out) {
  simd::LaneAnalyses analyses;
  out << (simd::spinsOnOtherLanes(function, analyses) ? "lanes wait for one another" : "no lane waits") << '\n';
}

Error printCodeSize(Work &work) {
  for (const Function &function : work.module)
    if (!function.isDeclaration())
      work.out << "; size of @" << function.getName() << ": " << operationsOf(function) << " operations\n";
  CodeCost cost = costOf(work.module, *work.settings.lanes.machine);
  work.out << "; size of the module: " << cost.instructions << " instructions, liveness " << cost.liveness << ", "
           << cost.memoryOfBlock << " accesses of a block\n";
  return Error::success();
}

/// Arguments named "varying..." differ from sub-group to sub-group.
void printRegions(Function &function, raw_ostream &out) {
  llvm::SmallPtrSet<const Value *, 8> varying;
  for (const llvm::Argument &argument : function.args())
    if (argument.getName().starts_with("varying"))
      varying.insert(&argument);
  BarrierRegions regions(function);
  GroupUniformity uniformity(function, regions, varying);
  auto printList = [&](llvm::ArrayRef<unsigned> numbers) {
    for (unsigned number : numbers)
      out << ' ' << number;
    out << '\n';
  };
  out << "from 0 to";
  printList(regions.exits(function.getEntryBlock()));
  for (const RegionBoundary &boundary : regions.boundaries()) {
    out << "from " << boundary.number << " to";
    printList(regions.exits(*boundary.after));
  }
  static constexpr llvm::StringLiteral Names[] = {"none", "some end", "apart"};
  out << "parting: " << Names[static_cast<unsigned>(partingOf(function, regions, uniformity))] << '\n';
  for (const Instruction &instruction : llvm::instructions(function)) {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    auto crossed = regions.crossed(instruction);
    if (instruction.getType()->isVoidTy() || (crossed.empty() && !variable))
      continue;
    for (unsigned &index : crossed)
      index = regions.boundaries()[index].number;
    out << nameOf(instruction) << (uniformity.isUniform(instruction) ? ": of the group" : ": of the sub-group");
    if (variable && regions.contentsCross(*variable))
      out << ", contents cross";
    out << ", crosses";
    printList(crossed);
  }
}

void printMessages(Function &function, raw_ostream &out) {
  for (Instruction &instruction : llvm::instructions(function))
    if (auto atomic = AtomicOperation::of(instruction))
      out << nameOf(instruction) << ": " << AtomicOperation::nameOf(atomic->op) << ", "
          << llvm::toIRString(atomic->ordering()) << (atomic->isForOneLane() ? ", one lane" : ", lanes")
          << (atomic->isOnOwnMemory() ? ", own memory" : "") << '\n';
}

void printCalls(Function &function, raw_ostream &out) {
  for (const Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    auto *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      continue;
    out << callee->getName() << ':';
    if (auto query = queryOf(*call))
      out << " query " << unsigned(query->query) << " of " << query->dimension
          << (isMemoryQuery(query->query) ? ", memory" : "");
    auto operation = operationOf(*call);
    if (isGroupCall(*call))
      out << " of the group" << (isWorkGroupBarrier(*call) ? ", boundaries" : "");
    if (operation && isEstimate(*operation))
      out << " estimate";
    out << (isOfSubGroups(*callee) ? " sub-groups" : "") << (isLaneclFunction(*callee) ? "" : " library") << '\n';
  }
}

/// What the host is told, and the lanes for the machine of --isa.
Error printFacts(Work &work) {
  for (const Body &body : work.bodies) {
    const targets::Machine &machine = *work.settings.lanes.machine;
    compiler::KernelInfo info = compiler::describeKernel(*body.full);
    info.subGroupSize = compiler::chooseWidth(info, machine, 0);
    unsigned free = compiler::chooseFreeLanes(info, machine, 0);
    work.out << "; facts of @" << info.name << '\n'
             << info.subGroupSize << " lanes" << (free == info.subGroupSize ? "" : " or " + std::to_string(free))
             << (info.groupAgnostic ? ", any groups" : "") << (info.singleItemAgnostic ? ", groups of one" : "")
             << (info.usesSubGroups ? ", sub-groups" : "") << (info.wideVectors ? ", wide vectors" : "")
             << (info.laneDimension ? ", lanes along dimension " + std::to_string(info.laneDimension) : "")
             << "; private " << info.privateBytes << ", local " << info.localBytes << '\n';
    for (const compiler::ArgInfo &argument : info.args)
      work.out << "argument at " << argument.offset << ": " << argument.bytes << " bytes"
               << (argument.shaping == compiler::Shaping::None    ? ""
                   : argument.shaping == compiler::Shaping::Small ? ", whose small values shape code"
                                                                  : ", whose values shape code")
               << (argument.rowBytes ? ", of rows of " + std::to_string(argument.rowBytes) + " bytes times it" : "")
               << '\n';
    if (!info.attributes.empty())
      work.out << info.attributes << '\n';
  }
  return Error::success();
}

constexpr char UniformityName[] = "lane uniformity", MaskName[] = "masks", LayoutName[] = "private layout",
               ProgressName[] = "progress", WaitingName[] = "waiting loops", TraversalName[] = "row traversals",
               CacheName[] = "lanes in cache", PressureName[] = "register pressure", CostName[] = "lane costs",
               BlockName[] = "long blocks", DirectionName[] = "lane direction", ShapingName[] = "shaping arguments",
               RegionName[] = "barrier regions", MessageName[] = "atomics", CallName[] = "calls";

} // namespace

llvm::ArrayRef<Step> printers() {
  static constexpr Step table[] = {
      {"print<kernel-facts>", printFacts},
      {"print<calls>", ofFunctions<CallName, printCalls>},
      {"print<atomics>", ofFunctions<MessageName, printMessages>},
      {"print<lane-uniformity>", ofFunctions<UniformityName, printUniformity>},
      {"print<masks>", ofFunctions<MaskName, printMasks>},
      {"print<private-layout>", ofFunctions<LayoutName, printLayout>},
      {"print<shapes>", printShapes},
      {"print<register-pressure>", ofFunctions<PressureName, printRegisterPressure>},
      {"print<lane-costs>", ofFunctions<CostName, printLaneCosts>},
      {"print<long-blocks>", ofFunctions<BlockName, printLongBlocks>},
      {"print<lane-direction>", ofFunctions<DirectionName, printLaneDirection>},
      {"print<shaping-arguments>", ofFunctions<ShapingName, printShaping>},
      {"print<row-traversals>", ofFunctions<TraversalName, printRowTraversals>},
      {"print<lanes-in-cache>", ofFunctions<CacheName, printLanesInCache>},
      {"print<waiting-loops>", ofFunctions<WaitingName, printWaiting>},
      {"print<progress>", ofFunctions<ProgressName, printProgress>},
      {"print<barrier-regions>", ofFunctions<RegionName, printRegions>},
      {"print<code-size>", printCodeSize},
  };
  return table;
}

} // namespace lanecl::test
