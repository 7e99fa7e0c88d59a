#include "runtime/commands/Launch.h"
#include "runtime/Config.h"
#include "runtime/Containment.h"
#include "runtime/Dispatcher.h"
#include "runtime/Executor.h"
#include "runtime/Kernel.h"
#include "runtime/OwnThreads.h"
#include "runtime/PrintfSink.h"
#include "runtime/Team.h"
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace lanecl::commands {
namespace {

/// Bytes of double16, which is as aligned (OpenCL C 6.3.5).
constexpr uint64_t LargestType = 128;

/// Places the __local arguments behind the kernel's own variables and writes their offsets into the argument block.
/// CL_OUT_OF_RESOURCES when together they are more than the device has.
Result<uint64_t> placeLocals(KernelLaunch &kernel) {
  uint64_t at = kernel.info->localBytes, wanted = at;
  for (const KernelLaunch::Local &local : kernel.locals) {
    if (local.bytes > Device::localMemoryBytes)
      return fail(CL_OUT_OF_RESOURCES);
    wanted += local.bytes;
    // Sub-groups load and store whole vectors: a place of its own cache line for each.
    uint64_t align = std::max<uint64_t>(local.align, LargestType);
    at = (at + align - 1) / align * align;
    std::memcpy(kernel.args.data() + local.offset, &at, sizeof at);
    at += local.bytes;
  }
  if (wanted > Device::localMemoryBytes)
    return fail(CL_OUT_OF_RESOURCES);
  return at;
}

/// VariantKey::noAliasBuffers.
bool areNoAlias(const KernelLaunch &kernel) {
  uint64_t pointers = 0;
  for (const compiler::ArgInfo &arg : kernel.info->args)
    if (arg.kind == compiler::ArgKind::Global || arg.kind == compiler::ArgKind::Constant) {
      uint64_t address = 0;
      std::memcpy(&address, kernel.args.data() + arg.offset, sizeof address);
      pointers += address != 0;
    }
  auto meet = [](const KernelLaunch::Memory &a, const KernelLaunch::Memory &b) {
    return a.object->data() < b.object->data() + b.object->size() &&
           b.object->data() < a.object->data() + a.object->size();
  };
  for (auto a = kernel.memory.begin(); a != kernel.memory.end(); ++a)
    if (std::any_of(a + 1, kernel.memory.end(), [&](auto &b) { return meet(*a, b); }))
      return false;
  return !kernel.sharesMemory && pointers == kernel.memory.size(); // addresses may lead anywhere
}

/// A host function's cost is unknown: a few of them are worth a thread, one alone may be short.
constexpr uint64_t NativeCost = 50'000;

uint64_t itemsOf(const LaunchInfo &shape) { return shape.globalSize[0] * shape.globalSize[1] * shape.globalSize[2]; }

/// Whether what the host says of groups shapes the code, beyond what the kernel says itself.
bool hasOwnGroups(const compiler::VariantKey &key, const compiler::KernelInfo &kernel) {
  return !kernel.groupAgnostic && !key.singleItemGroups && key.lanes != 1 && !kernel.requiredWorkGroupSize[0];
}

/// Work-items from which on a launch is none that only tries a kernel.
constexpr uint64_t LargeLaunch = uint64_t{1} << 12;

/// All that code may be made for, in `key`.
void addSpecials(const KernelLaunch &work, const LaunchInfo &shape, compiler::VariantKey &key) {
  key.values = compiler::shapingValues(*work.info, work.args.data());
  auto isWhole = [&](unsigned d) { return shape.groupCount[d] * shape.localSize[d] == shape.globalSize[d]; };
  if (hasOwnGroups(key, *work.info) && isWhole(0) && isWhole(1) && isWhole(2))
    std::ranges::transform(shape.localSize, key.localSize.begin(), [](uint64_t size) { return uint32_t(size); });
}

Config::When modeOf(compiler::Special special) {
  return special == compiler::Special::Values ? Config::get().argumentValues : Config::get().localSizes;
}

/// Code for what is special in the launch where that is worth it, else for all. `hasLocal`: the host chose the groups.
const compiler::Variant *findVariant(const KernelLaunch &work, compiler::VariantKey key, uint64_t items, bool hasLocal,
                                     std::string &log, compiler::Tier tier) {
  if (!key.isSpecial())
    return work.code->variant(work.kernel, std::move(key), log, tier);
  std::array<std::atomic<uint64_t> *, compiler::Specials.size()> counters = {};
  for (compiler::Special special : compiler::Specials) {
    const Config::When mode = modeOf(special);
    if (!key.has(special) || mode == Config::When::Always)
      continue;
    const bool isUsual = items >= LargeLaunch && (hasLocal || special != compiler::Special::LocalSize);
    const auto code = mode == Config::When::Off ? compiler::ProgramCode::SpecialCode()
                                                : work.code->specialCode(work.kernel, key, special, isUsual);
    if (code.isWorth)
      continue;
    key.drop(special);
    counters[static_cast<std::size_t>(special)] = code.ran;
  }
  const compiler::Variant *variant = work.code->variant(work.kernel, key, log, tier);
  if (!variant && key.isSpecial())
    variant = work.code->variant(work.kernel, key.forAll(), log, tier);
  uint64_t cost = executor::UnknownCost;
  for (std::atomic<uint64_t> *ran : counters) {
    if (variant && ran && cost == executor::UnknownCost)
      cost = executor::estimate(variant->entry, items);
    if (ran && cost != executor::UnknownCost)
      ran->fetch_add(cost, std::memory_order_relaxed);
  }
  return variant;
}

/// The kernel as a command for that device would take it along now, in `launch`; bytes of local memory, in which each
/// argument has its place.
Result<uint64_t> take(const Device &device, const Kernel &kernel, KernelLaunch &launch, bool mayBeUnset = false) {
  if (auto ok = kernel.launch(device, launch, mayBeUnset); !ok)
    return fail(ok.error());
  // CL_MISALIGNED_SUB_BUFFER_OFFSET if a kernel argument for kernel is a sub-buffer object and the offset specified
  // when the sub-buffer object is created is not aligned to CL_DEVICE_MEM_BASE_ADDR_ALIGN for the device.
  for (const KernelLaunch::Memory &memory : launch.memory)
    if (memory.object->origin() % Device::bufferAlignment)
      return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET);
  return placeLocals(launch);
}

/// `contained`: null where nothing can end it early.
bool runPrepared(const PreparedLaunch &launch, ContainedLaunch *contained) {
  PrintfSink sink(*launch.context); // what it holds is written before the command is complete
  const compiler::Variant &variant = launch.variant->latest();
  if (variant.tier == compiler::Tier::First && variant.successor.isUsedAgain())
    launch.kernel.code->improve(variant);
  KernelRun run{.args = launch.kernel.args.data(),
                .launch = &launch.shape,
                .localBytes = launch.localBytes,
                .clearsLocal = launch.kernel.info->isRobust,
                .sink = &sink,
                .contained = contained,
                .code = launch.kernel.code.get()};
  run.take(variant);
  return executor::run(run);
}

void tellEnd(const PreparedLaunch &launch, const ContainedLaunch &contained) {
  const std::string &name = launch.kernel.info->name;
  if (contained.end() == ContainedLaunch::End::Late)
    launch.context->report(("kernel " + name + " ran longer than LANECL_TIME_LIMIT allows (" +
                            std::to_string(Config::get().timeLimit) + " s) and was ended")
                               .c_str());
  if (contained.end() == ContainedLaunch::End::Fault)
    launch.context->report(contained.describeFault(*launch.kernel.info, launch.shape).c_str());
}

} // namespace

cl_int PreparedLaunch::operator()() const {
  if (!variant)
    return CL_SUCCESS;
  const Config &config = Config::get();
  const bool isContained = config.catchFaults || config.check || config.timeLimit || context->mayTerminate();
  if (!isContained || !ContainedLaunch::prepare())
    return runPrepared(*this, nullptr) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  ContainedLaunch contained(*context, config.timeLimit);
  if (context->isTerminated() || runPrepared(*this, &contained))
    return CL_SUCCESS;
  return tellEnd(*this, contained), CL_OUT_OF_RESOURCES;
}

uint64_t PreparedLaunch::cost() const {
  return variant ? executor::estimate(variant->latest().entry, itemsOf(shape)) : 0;
}

Result<> prepare(const Device &device, const Kernel &kernel, const NDRange &range, PreparedLaunch &prepared,
                 compiler::Tier tier) {
  auto localBytes = take(device, kernel, prepared.kernel);
  if (!localBytes)
    return fail(localBytes.error());
  prepared.localBytes = *localBytes;
  prepared.context = &kernel.context();
  if (isEmpty(range))
    return {};
  const KernelLaunch &work = prepared.kernel;
  auto shape = shapeOf(range, *work.info, work.nonUniformGroups, device.computeUnits());
  if (!shape)
    return fail(shape.error());
  prepared.shape = *shape;
  std::string log;
  compiler::VariantKey key = variantFor(range, *shape, *work.info);
  key.noAliasBuffers = areNoAlias(work);
  key.images = compiler::imageWords(*work.info, work.args.data());
  if (!key.images.empty() && !work.code->isWorthImages(work.kernel, key.images, itemsOf(*shape)))
    key.images.clear();
  if (key.laneDimension == 0 && work.info->mayHaveFewerLanes())
    key.lanesInCache = compiler::lanesInCache(*work.info, work.args.data());
  addSpecials(work, *shape, key);
  prepared.variant = findVariant(work, std::move(key), itemsOf(*shape), range.local.has_value(), log, tier);
  if (!prepared.variant) {
    kernel.context().notify(log.c_str());
    return fail(CL_OUT_OF_RESOURCES);
  }
  static const bool waits = (dispatcher::waitAtExit(), true); // the code's libraries are loaded by now
  (void)waits;
  return {};
}

Result<> checkIncomplete(const Device &device, const Kernel &kernel, const NDRange &range) {
  KernelLaunch taken;
  if (auto ok = take(device, kernel, taken, true); !ok)
    return fail(ok.error());
  if (isEmpty(range))
    return {};
  auto shape = shapeOf(range, *taken.info, taken.nonUniformGroups, device.computeUnits());
  return shape ? Result<>() : fail(shape.error());
}

/// Who measures wants the best code, and on one thread nothing is made beside what runs.
static compiler::Tier tierFor(const CommandQueue &queue) {
  const Config &config = Config::get();
  const bool mayBeFirst =
      config.tiers == Config::Tiers::First ||
      (config.tiers == Config::Tiers::Auto && !queue.isProfiling() && !config.compileAll && Team::all().threads() > 1);
  return mayBeFirst ? compiler::Tier::First : compiler::Tier::Best;
}

Result<> launch(CommandQueue &queue, Kernel &kernel, cl_command_type type, const NDRange &range,
                const CommandQueue::Submission &how) {
  PreparedLaunch prepared;
  if (auto ok = prepare(queue.device(), kernel, range, prepared, tierFor(queue)); !ok)
    return ok;
  const bool sharesMemory = prepared.variant && prepared.kernel.sharesMemory;
  const uint64_t cost = prepared.cost();
  auto done = queue.submit(type, cost, std::move(prepared), how);
  if (sharesMemory)
    queue.expectProgress();
  return done;
}

Result<Size3> suggestedLocalSize(const CommandQueue &queue, const Kernel &kernel, const NDRange &range) {
  KernelLaunch taken;
  if (auto ok = take(queue.device(), kernel, taken); !ok)
    return fail(ok.error());
  // CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL, if any of the values specified in global_work_size are
  // zero.
  if (isEmpty(range))
    return fail(CL_INVALID_GLOBAL_WORK_SIZE);
  return chooseLocalSize(range, *taken.info, taken.nonUniformGroups, queue.device().computeUnits());
}

Result<> callNative(CommandQueue &queue, NativeCall call, const CommandQueue::Submission &how) {
  auto work = [call = std::move(call)]() mutable -> cl_int {
    for (const NativeCall::Place &place : call.places) {
      void *memory = place.object ? place.object->data() : nullptr;
      std::memcpy(call.arguments.data() + place.offset, &memory, sizeof memory);
    }
    void *arguments = call.hasArguments ? call.arguments.data() : nullptr;
    return callHost(call.function, arguments) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  };
  return queue.submit(CL_COMMAND_NATIVE_KERNEL, NativeCost, std::move(work), how);
}

} // namespace lanecl::commands
