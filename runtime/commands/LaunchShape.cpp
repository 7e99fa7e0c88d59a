#include "runtime/commands/LaunchShape.h"
#include "runtime/Config.h"
#include "runtime/Device.h"
#include <algorithm>
#include <bit>

namespace lanecl::commands {
namespace {

/// Work-items of a group of our own choosing: few enough for the caches, many enough to pay for the loop's set-up.
constexpr uint64_t FreeGroupItems = 4096, LeastFreeGroupItems = 256, FreeGroupRows = 16;
/// The same for kernels that know their groups (barriers, local memory).
constexpr uint64_t GroupItems = 256;
/// So many groups for each thread leave room to balance.
constexpr uint64_t GroupsPerThread = 8;

// A launch is prepared in less time than a few divisions take: none where the answer is plain.
uint64_t ceilDiv(uint64_t a, uint64_t b) { return a <= b ? a != 0 : (a - 1) / b + 1; }
uint64_t roundUp(uint64_t a, uint64_t b) { return ceilDiv(a, b) * b; }
uint64_t divided(uint64_t a, uint64_t b) { return b == 1 ? a : a < b ? 0 : a / b; }

bool volume(const Size3 &size, uint64_t &result) {
  return !__builtin_mul_overflow(size[0], size[1], &result) && !__builtin_mul_overflow(result, size[2], &result);
}

/// The rules about a local size that the host gave, or that the kernel demands.
Result<> checkLocal(const NDRange &range, const Size3 &local, const compiler::KernelInfo &kernel, bool nonUniform) {
  uint64_t items;
  // CL_INVALID_WORK_GROUP_SIZE if the total number of work-items in the work-group is zero.
  if (!local[0] || !local[1] || !local[2])
    return fail(CL_INVALID_WORK_GROUP_SIZE);
  // CL_INVALID_WORK_GROUP_SIZE if the local_work_size does not match the required work-group size for kernel.
  if (kernel.requiredWorkGroupSize[0] && !std::ranges::equal(local, kernel.requiredWorkGroupSize))
    return fail(CL_INVALID_WORK_GROUP_SIZE);
  // CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any dimension of local_work_size is not valid
  // for the device (is greater than the corresponding value returned for CL_DEVICE_MAX_WORK_ITEM_SIZES).
  if (std::ranges::any_of(local, [](uint64_t size) { return size > Device::maxWorkGroupSize; }))
    return fail(CL_INVALID_WORK_ITEM_SIZE);
  // CL_INVALID_WORK_GROUP_SIZE if the total number of work-items in the work-group is greater than the maximum
  // work-group size supported for kernel on the device.
  if (!volume(local, items) || items > Device::maxWorkGroupSize)
    return fail(CL_INVALID_WORK_GROUP_SIZE);
  // CL_INVALID_WORK_GROUP_SIZE if the work-group size must be uniform, and if the global_work_size is not evenly
  // divisible by the local_work_size.
  for (unsigned i = 0; i < 3; ++i)
    if (!nonUniform && range.global[i] % local[i])
      return fail(CL_INVALID_WORK_GROUP_SIZE);
  // CL_INVALID_WORK_GROUP_SIZE if the local_work_size is not consistent with the required number of sub-groups for
  // kernel.
  if (kernel.requiredSubGroupsPerGroup && ceilDiv(items, kernel.subGroupSize) != kernel.requiredSubGroupsPerGroup)
    return fail(CL_INVALID_WORK_GROUP_SIZE);
  return {};
}

/// The divisor of `size`, at most `limit`, that wastes the fewest lanes; among equals the largest.
uint64_t bestDivisor(uint64_t size, uint64_t limit, uint64_t lanes) {
  // Nearly always: a power of two times the lanes.
  for (uint64_t quick = std::bit_floor(std::max<uint64_t>(limit, 1)); quick >= lanes && quick % lanes == 0; quick /= 2)
    if (size % quick == 0)
      return quick;
  uint64_t best = 1, bestUse = 0;
  for (uint64_t divisor = 1; divisor <= std::min(size, limit); ++divisor) {
    if (size % divisor)
      continue;
    // Share of the lanes at work, in 1/256.
    uint64_t use = divisor * 256 / roundUp(divisor, lanes);
    if (use >= bestUse)
      best = divisor, bestUse = use;
  }
  return best;
}

/// A local size for kernels that can tell: whole groups only.
Size3 chooseLocal(const NDRange &range, const compiler::KernelInfo &kernel, bool nonUniform, unsigned threads) {
  const Size3 &global = range.global;
  const uint64_t lanes = kernel.subGroupSize;
  // A required number of sub-groups says how long the group is.
  if (kernel.requiredSubGroupsPerGroup)
    return {kernel.requiredSubGroupsPerGroup * lanes, 1, 1};
  uint64_t items;
  if (!volume(global, items))
    items = ~uint64_t{0};
  uint64_t target = std::clamp(items / (GroupsPerThread * threads), lanes, std::max(GroupItems, lanes));
  uint64_t x = bestDivisor(global[0], target, lanes);
  // No good divisor near the target (a prime): a large one, or groups that are smaller at the edge.
  if (x * 2 <= std::min(target, roundUp(global[0], lanes)) && x % lanes) {
    if (nonUniform)
      x = std::min(global[0], roundUp(target, lanes));
    else
      x = bestDivisor(global[0], Device::maxWorkGroupSize, lanes);
  }
  uint64_t room = std::max<uint64_t>(target / x, 1);
  uint64_t y = bestDivisor(global[1], room, 1);
  uint64_t z = bestDivisor(global[2], std::max<uint64_t>(room / y, 1), 1);
  return {x, y, z};
}

/// Groups of our own for a kernel that cannot tell: long along x, in whole sub-groups, and in two dimensions high
/// enough for neighbouring rows to share what they read (compiler/transform/groups/UnrollAndJam) and the cache.
Size3 tile(const NDRange &range, uint64_t lanes, unsigned threads) {
  const Size3 &global = range.global;
  uint64_t items;
  if (!volume(global, items))
    items = ~uint64_t{0};
  uint64_t size = std::clamp(items / (GroupsPerThread * threads), LeastFreeGroupItems, FreeGroupItems);
  uint64_t x = std::min(global[0], roundUp(std::max(divided(size, std::min(FreeGroupRows, global[1])), lanes), lanes));
  uint64_t y = global[1] == 1 ? 1 : std::clamp<uint64_t>(size / x, 1, global[1]);
  uint64_t z = global[2] == 1 ? 1 : std::clamp<uint64_t>(size / (x * y), 1, global[2]);
  return {x, y, z};
}

/// A range whose groups are ours with a single work-item, or of work that may take long and with no more of them than
/// threads, or twice as many that would fill half of the lanes at most: each has a group of its own, whose lanes would
/// be empty but for one. More of them for each thread go sooner together, in the lanes that they fill.
bool hasFewItems(const NDRange &range, const compiler::KernelInfo &kernel, unsigned threads) {
  uint64_t items;
  return !kernel.usesSubGroups && !Config::get().width && volume(range.global, items) &&
         items <= (kernel.hasLoops ? std::max<uint64_t>(threads, std::min(2 * threads, kernel.subGroupSize / 2)) : 1);
}

/// Each group is a single work-item, of a kernel that cannot tell when many of them run together.
bool hasSingleItemGroups(const NDRange &range, const compiler::KernelInfo &kernel) {
  auto isSingleItem = [](const auto &size) { return size[0] == 1 && size[1] == 1 && size[2] == 1; };
  return kernel.singleItemAgnostic &&
         (range.local ? isSingleItem(*range.local) : isSingleItem(kernel.requiredWorkGroupSize));
}

/// Two or three lanes fill no vector.
constexpr uint64_t FewestLanes = 4;

/// The first dimension with so many work-items, 0 if there is none.
unsigned firstOf(uint64_t items, const Size3 &size) {
  auto found = std::ranges::find_if(size, [&](uint64_t there) { return there >= items; });
  return found == size.end() ? 0 : static_cast<unsigned>(found - size.begin());
}

/// The first dimension that fills a vector, or else has several work-items; 0 if there is none. Of groups of our own:
/// the host's may ask for linear ids, and scan along them.
unsigned dimensionForLanes(const Size3 &size) {
  const unsigned first = firstOf(FewestLanes, size);
  return size[first] >= FewestLanes ? first : firstOf(2, size);
}

/// As many lanes as the kernel may have in groups of our own, or as few as fill a vector, where more would mostly be
/// empty at the end of each row.
uint64_t fullestLanes(const LaunchInfo &launch, const compiler::KernelInfo &kernel) {
  constexpr uint64_t Part = 6; // of what a row takes: less than two registers for each value may gain
  const uint64_t row = launch.localSize[0], rows = launch.globalSize[0] / row, last = launch.globalSize[0] % row;
  auto takes = [&](uint64_t lanes) { return (rows * ceilDiv(row, lanes) + ceilDiv(last, lanes)) * lanes; };
  uint64_t lanes = kernel.freeLanes;
  for (uint64_t fewer = lanes / 2; fewer >= kernel.subGroupSize; fewer /= 2)
    if (takes(fewer) * Part <= takes(lanes) * (Part - 1))
      lanes = fewer;
  return lanes;
}

/// Along which dimension lanes lie: 0, but for ranges or groups with few work-items there, whose lanes would be empty,
/// and kernels whose lanes then reach memory better, if they would be full. Nobody can tell.
unsigned laneDimension(const NDRange &range, const compiler::KernelInfo &kernel) {
  const bool isFree = kernel.groupAgnostic || hasSingleItemGroups(range, kernel);
  const unsigned lanes = isFree ? kernel.freeLanes : kernel.subGroupSize;
  if (kernel.groupAgnostic && range.global[0] != 1 && lanes > 1 && range.global[kernel.laneDimension] >= lanes)
    return kernel.laneDimension;
  const bool hasLanes = lanes > 1;
  if (!hasLanes || kernel.usesSubGroups || kernel.requiredSubGroupSize || kernel.requiredSubGroupsPerGroup)
    return 0;
  const auto &required = kernel.requiredWorkGroupSize;
  if (!isFree && (range.local || required[0]))
    return firstOf(2, range.local ? *range.local : Size3{required[0], required[1], required[2]});
  return isFree ? dimensionForLanes(range.global) : firstOf(2, range.global);
}

/// Dimensions 0 and `dimension` in each other's place.
Size3 exchanged(Size3 size, unsigned dimension) {
  std::swap(size[0], size[dimension]);
  return size;
}
NDRange exchanged(const NDRange &range, unsigned dimension) {
  NDRange result = range;
  result.global = exchanged(range.global, dimension);
  result.offset = exchanged(range.offset, dimension);
  if (range.local)
    result.local = exchanged(*range.local, dimension);
  return result;
}

} // namespace

Result<NDRange> readNDRange(cl_uint workDim, const size_t *offset, const size_t *global, const size_t *local) {
  // CL_INVALID_WORK_DIMENSION if work_dim is not valid for the device (is greater than the value returned for
  // CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS).
  if (workDim < 1 || workDim > 3)
    return fail(CL_INVALID_WORK_DIMENSION);
  NDRange range;
  range.workDim = workDim;
  if (local)
    range.local = Size3{1, 1, 1};
  for (unsigned i = 0; i < workDim; ++i) {
    // "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command will trivially
    // succeed."
    range.global[i] = global ? global[i] : 0;
    if (offset)
      range.offset[i] = offset[i];
    if (local)
      (*range.local)[i] = local[i];
    // CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus the corresponding value in
    // global_work_offset for any dimensions is greater than the maximum value representable by size_t on the device.
    uint64_t end;
    if (__builtin_add_overflow(range.global[i], range.offset[i], &end))
      return fail(CL_INVALID_GLOBAL_OFFSET);
  }
  return range;
}

Result<Size3> chooseLocalSize(const NDRange &range, const compiler::KernelInfo &kernel, bool nonUniform,
                              unsigned threads) {
  Size3 local;
  if (kernel.requiredWorkGroupSize[0]) {
    std::ranges::copy(kernel.requiredWorkGroupSize, local.begin());
  } else {
    const unsigned along = laneDimension(range, kernel);
    local = exchanged(chooseLocal(exchanged(range, along), kernel, nonUniform, threads), along);
  }
  if (auto ok = checkLocal(range, local, kernel, nonUniform); !ok)
    return fail(ok.error());
  return local;
}

Result<LaunchInfo> shapeOf(const NDRange &range, const compiler::KernelInfo &kernel, bool nonUniform,
                           unsigned threads) {
  const bool hasGroups = !kernel.groupAgnostic && !hasSingleItemGroups(range, kernel);
  // A size that the kernel asks for is a rule also where nobody could see another.
  const bool isGiven = range.local || kernel.requiredWorkGroupSize[0];
  const unsigned along = laneDimension(range, kernel);
  const NDRange turned = exchanged(range, along);
  Size3 local = {1, 1, 1};
  if (range.local) {
    local = *range.local;
    if (auto ok = checkLocal(range, local, kernel, nonUniform); !ok)
      return fail(ok.error());
  } else if (hasGroups || isGiven) {
    auto chosen = chooseLocalSize(range, kernel, nonUniform, threads);
    if (!chosen)
      return fail(chosen.error());
    local = *chosen;
  }
  if (hasGroups)
    local = exchanged(local, along);
  else if (hasFewItems(range, kernel, threads))
    local = {1, 1, 1};
  else
    local = tile(turned, kernel.freeLanes, threads);
  LaunchInfo launch{};
  launch.workDim = range.workDim;
  for (unsigned i = 0; i < 3; ++i) {
    launch.globalSize[i] = turned.global[i];
    launch.globalOffset[i] = turned.offset[i];
    launch.localSize[i] = local[i];
    launch.groupCount[i] = ceilDiv(turned.global[i], local[i]);
  }
  // CL_OUT_OF_RESOURCES if there is a failure to queue the execution instance of kernel because of insufficient
  // resources needed to execute the kernel: more work-items than can be counted.
  uint64_t items;
  if (!volume(range.global, items))
    return fail(CL_OUT_OF_RESOURCES);
  return launch;
}

compiler::VariantKey variantFor(const NDRange &range, const LaunchInfo &launch, const compiler::KernelInfo &kernel) {
  constexpr uint64_t narrow = uint64_t{1} << 31; // sizes and counts, which are one more than ids, stay below
  bool wide = launch.globalSize[0] * launch.globalSize[1] * launch.globalSize[2] >= narrow;
  for (unsigned i = 0; i < 3; ++i)
    wide |= launch.globalSize[i] + launch.globalOffset[i] >= narrow;
  const bool isSingleItem = !kernel.groupAgnostic && hasSingleItemGroups(range, kernel);
  const bool isFree = kernel.groupAgnostic || isSingleItem;
  const uint64_t row = launch.localSize[0], lanes = isFree ? kernel.freeLanes : kernel.subGroupSize;
  // Lanes are powers of two: of the rows, and of those of the last groups, the greatest of these that divides both.
  const uint64_t rows = row | launch.globalSize[0] % row, wholeLanes = rows & -rows;
  const uint64_t mostLanes = std::min<uint64_t>(kernel.freeLanes, wholeLanes);
  const bool hasMoreLanes = !isFree && kernel.mayHaveFreeLanes() && mostLanes > kernel.subGroupSize;
  // Rows shorter than sub-groups: these would never be whole. Few lanes are empty where there are as many as a row has,
  // or the next power of two; two or three fill no vector, and are no reason for another one in groups of our own.
  const bool hasShortRows = kernel.mayHaveFewerLanes() && !Config::get().width && row >= (isFree ? FewestLanes : 2);
  const uint64_t fewer = isFree && wholeLanes < lanes ? fullestLanes(launch, kernel) : lanes;
  const uint64_t ownLanes = hasShortRows ? std::min(fewer, std::max(std::bit_ceil(row), FewestLanes)) : lanes;
  const uint64_t fewerLanes = ownLanes < lanes ? ownLanes : 0;
  const bool partialRows = wholeLanes < ownLanes;
  const bool isSingle = row * launch.localSize[1] * launch.localSize[2] == 1;
  const bool hasRows = launch.localSize[1] * launch.localSize[2] > 1;
  return {.tails = partialRows,
          .wideIds = wide,
          .singleItemGroups = isSingleItem,
          .lanes = static_cast<uint8_t>(isSingle && !kernel.usesSubGroups &&
                                        !(isFree && Config::get().width)), // who sets lanes has them
          // All sub-groups of a group but the last are whole, where kernels can tell.
          .linear = partialRows && hasRows && kernel.usesSubGroups,
          .laneDimension = static_cast<uint8_t>(laneDimension(range, kernel)),
          .freeLanes = static_cast<uint8_t>(hasMoreLanes ? mostLanes : fewerLanes)};
}

std::vector<compiler::VariantKey> usualVariants(const compiler::KernelInfo &kernel, bool nonUniform, unsigned threads) {
  struct Usual {
    cl_uint workDim;
    Size3 local;
  };
  constexpr Usual Launches[] = {{1, {64, 1, 1}}, {1, {1, 1, 1}}, {2, {16, 16, 1}}, {3, {4, 4, 4}}};
  const auto &required = kernel.requiredWorkGroupSize;
  std::vector<compiler::VariantKey> keys;
  auto add = [&](const NDRange &range) {
    auto launch = shapeOf(range, kernel, nonUniform, threads);
    if (!launch)
      return;
    compiler::VariantKey key = variantFor(range, *launch, kernel);
    key.noAliasBuffers = true;
    if (std::ranges::find(keys, key) == keys.end())
      keys.push_back(key);
  };
  for (const Usual &usual : Launches) {
    const Size3 local = required[0] ? Size3{required[0], required[1], required[2]} : usual.local;
    NDRange whole{.workDim = usual.workDim, .local = local}, edged{.workDim = usual.workDim};
    for (unsigned i = 0; i < usual.workDim; ++i) {
      whole.global[i] = local[i] * 64;
      edged.global[i] = local[i] * 64 - 1;
    }
    add(whole);
    whole.local.reset();
    add(whole);
    add(edged);
  }
  return keys;
}

} // namespace lanecl::commands
