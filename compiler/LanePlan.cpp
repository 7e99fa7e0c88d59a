#include "compiler/LanePlan.h"
#include "compiler/analysis/CollidingLanes.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/RegisterPressure.h"
#include "compiler/analysis/RowTraversals.h"
#include "compiler/analysis/ScatteredAccesses.h"
#include <bit>
#include <fmt/format.h>

namespace lanecl::compiler {

namespace {

/// Whatever work-group size the kernel asks for, its lanes may be more: those of several groups.
bool isFreeOfItsSize(const KernelInfo &kernel) {
  constexpr std::array<uint32_t, 3> SingleItem = {1, 1, 1};
  return kernel.groupAgnostic || (kernel.singleItemAgnostic && kernel.requiredWorkGroupSize == SingleItem);
}

/// As many lanes as the rows of the size that the kernel asks for have at most.
unsigned narrowed(const KernelInfo &kernel, unsigned lanes) {
  const uint32_t row = kernel.requiredWorkGroupSize[0];
  return row && !isFreeOfItsSize(kernel) ? std::min(lanes, std::bit_floor(row)) : lanes;
}

} // namespace

unsigned chooseWidth(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced) {
  if (kernel.requiredSubGroupSize)
    return kernel.requiredSubGroupSize;
  if (forced)
    return std::bit_floor(std::min(forced, 64u));
  return narrowed(kernel, machine.nativeLanes());
}

unsigned chooseFreeLanes(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced) {
  const bool isFree = kernel.groupAgnostic || kernel.singleItemAgnostic;
  if (forced || kernel.requiredSubGroupSize || (kernel.usesSubGroups && !isFree))
    return kernel.subGroupSize;
  const unsigned forLatency = machine.registersForLatency();
  // Wide vectors, a register for each element, have no latency to hide.
  unsigned registers = kernel.wideVectors  ? 1
                       : kernel.longBlocks ? costs::OfLongBlocks
                                           : std::max(forLatency, machine.registersForLine());
  return std::max(kernel.subGroupSize, narrowed(kernel, registers * machine.nativeLanes()));
}

unsigned fitToBudget(unsigned width, uint64_t operations, const targets::Machine &machine, uint64_t budget,
                     uint64_t most) {
  if (!budget)
    return width;
  unsigned native = machine.nativeLanes();
  while (width > native && operations * (width / native) > budget)
    width /= 2;
  return operations > most ? 1 : width;
}

std::string fitNote(const std::string &kernel, unsigned width, uint64_t operations, unsigned budget) {
  return fmt::format("kernel {}: {}, for it has {} operations (LANECL_COMPILE_BUDGET is {})\n", kernel,
                     width == 1 ? "one work-item at a time" : fmt::format("{} lanes", width), operations, budget);
}

bool LanePlan::fit(uint64_t operations) {
  unsigned wanted = width_;
  width_ = fitToBudget(wanted, operations, machine_, request_.budget, request_.most);
  return width_ != wanted;
}

void LanePlan::drop() {
  width_ = 1;
  hasOneBody_ = hasScalarTails_ = false;
}

void LanePlan::narrow(llvm::Function &body) {
  if (!request_.mayNarrow || width_ <= machine_.nativeLanes())
    return;
  simd::LaneAnalyses analyses;
  if (simd::hasOneRegister(body, width_, machine_, analyses))
    width_ = machine_.nativeLanes();
}

std::string LanePlan::choose(llvm::Function &body, const BodyFacts &facts) {
  simd::LaneAnalyses analyses;
  if (request_.mayDrop && !request_.hasGroups &&
      (simd::streamsPerLane(body, analyses) || simd::traversesRows(body, analyses, request_.inCache != 0)))
    return "each work-item walks through memory of its own";
  simd::LaneCosts costs;
  if (request_.mayDrop || facts.mayPart)
    costs = simd::costsOfLanes(body, machine_, analyses, !request_.hasFewRows);
  if (facts.vectors) {
    const auto alone = simd::costsOfLanes(*facts.vectors, machine_, analyses, !request_.hasFewRows);
    costs.vectors = alone.alone, costs.vectorSums = alone.vectorSums;
  }
  if (request_.mayDrop && costs.loseByLanes(machine_, {.hasMasks = !facts.hasCopies, .hasGroups = request_.hasGroups}))
    return "work-items reach memory apart from each other, which costs more than lanes gain";
  unsigned native = machine_.nativeLanes();
  if (request_.mayNarrow && width_ >= native) {
    const unsigned wanted = simd::lanesFor(body, width_, machine_, request_.isOfLines, analyses);
    const unsigned leastOfRows = request_.hasFewRows ? wanted : native;
    width_ = simd::lanesWithoutCollisions(
        body, {.most = wanted, .least = native / 2, .unknown = request_.inCache, .leastOfRows = leastOfRows}, analyses);
    collides_ = width_ != wanted;
  }
  hasScalarTails_ = facts.mayPart && costs.loseByMasks();
  hasOneBody_ = facts.isLarge && !hasScalarTails_;
  // A program that has operations of sub-groups has those of the size that it was told; its lanes go on together.
  return !facts.isOfSubGroups && simd::spinsOnOtherLanes(body, analyses) ? "work-items wait for one another" : "";
}

std::array<uint8_t, 3> LanePlan::rivals(bool mayLose, bool isLarge) const {
  std::array<uint8_t, 3> found = {};
  if (!request_.mayTry || request_.isFitted || machine_.nativeLanes() == 1)
    return found;
  auto next = found.begin();
  const unsigned native = machine_.nativeLanes();
  for (unsigned lanes : {width_ == 1 ? native : 2 * width_, width_ == 1 ? 0 : width_ / 2, 1U})
    if (lanes != width_ && lanes <= request_.width && (lanes == 1 ? mayLose : lanes >= native && !isLarge))
      *next++ = static_cast<uint8_t>(lanes);
  return found;
}

std::string LanePlan::reason() const {
  if (width_ == 1) {
    if (request_.isFitted)
      return fmt::format("scalar, for its code is large (LANECL_COMPILE_BUDGET is {})", request_.budget);
    return request_.isSet ? "scalar, set by LANECL_WIDTH" : "scalar, as wide as the kernel's work-groups";
  }
  std::string text = fmt::format("{} lanes: ", width_);
  unsigned native = machine_.nativeLanes();
  if (request_.isRequired)
    return text + "the kernel asks for them";
  if (request_.isSet)
    return text + "set by LANECL_WIDTH";
  std::string bits = fmt::format("{} bits", machine_.vectorBits);
  if (collides_)
    return text + "their parts of memory would push each other out of the cache if there were more";
  if (width_ > native)
    return fmt::format("{}{} registers of {} for each value, which nobody can tell", text, width_ / native, bits);
  if (width_ < native && width_ < request_.width)
    return text + "a register of " + bits + " for each value of 64 bits, for many are alive at a time";
  if (width_ < request_.width || request_.isFitted)
    return text + "one register for each value, for more gain nothing or the code is large";
  return text + (width_ == native ? "a register of " + bits : "as wide as the kernel's work-groups");
}

} // namespace lanecl::compiler
