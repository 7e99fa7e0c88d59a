#include "compiler/image/VariantTable.h"
#include <algorithm>

namespace lanecl::image {
namespace {

using compiler::ArgInfo;
using compiler::ArgKind;
using compiler::KernelInfo;
using compiler::Special;
using compiler::Variant;
using compiler::VariantKey;

/// Without what makes no difference to that kernel.
VariantKey simplified(const KernelInfo &info, VariantKey key) {
  if (info.subGroupSize == 1 && key.lanes == 1)
    key.lanes = 0; // so it is
  if (info.subGroupSize == 1 || key.lanes == 1)
    key.tails = key.linear = false; // one lane is never partial
  auto isBuffer = [](const ArgInfo &arg) { return arg.kind == ArgKind::Global || arg.kind == ArgKind::Constant; };
  if (std::ranges::count_if(info.args, isBuffer) < 2)
    key.noAliasBuffers = false; // from what?
  return key;
}

} // namespace

VariantTable::Recent &VariantTable::recentFor(std::size_t kernel, const VariantKey &key) {
  const std::size_t flags = key.tails + 2 * key.noAliasBuffers + 4 * key.wideIds;
  std::size_t size = key.localSize[0] + 3 * key.localSize[1] + 5 * key.localSize[2];
  for (int64_t value : key.values.all())
    size = 3 * size + static_cast<std::size_t>(value);
  return recent_[(8 * kernel + flags + size + size / recent_.size()) % recent_.size()];
}

const Variant *VariantTable::recent(std::size_t kernel, const VariantKey &key) {
  const Slots::value_type *entry = recentFor(kernel, key).load(std::memory_order_acquire);
  return entry && entry->second.kernel == kernel && entry->first == key ? entry->second.variant.get() : nullptr;
}

const Variant *VariantTable::find(const KernelInfo &info, std::size_t kernel, VariantKey key, std::string &log,
                                  const Make &make) {
  key = simplified(info, std::move(key));
  if (const Variant *variant = recent(kernel, key))
    return variant;
  using State = Slot::State;
  std::unique_lock lock(mutex_);
  const auto [entry, isNew] = slots_[kernel].try_emplace(key);
  Slot &slot = entry->second;
  if (isNew)
    slot.kernel = kernel;
  changed_.wait(lock, [&] { return slot.state != State::UnderWay; });
  if (slot.state == State::Open) {
    slot.state = State::UnderWay;
    lock.unlock();
    State after = State::Done;
    try {
      slot.variant = make(key, slot.log);
    } catch (...) { // no memory: nobody waits for it in vain
      after = State::Open;
    }
    lock.lock();
    slot.state = after;
    changed_.notify_all();
  }
  if (slot.variant)
    recentFor(kernel, key).store(&*entry, std::memory_order_release);
  else
    log += slot.log;
  return slot.variant.get();
}

// Code for known formats compiles in a quarter of the time of code for all of them, and saves a few nanoseconds a
// work-item.
bool VariantTable::isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) {
  constexpr std::size_t Few = 4;
  constexpr uint64_t Often = uint64_t{1} << 21;
  std::lock_guard lock(mutex_);
  auto &seen = imageItems_[kernel];
  uint64_t &count = seen[images];
  bool isFirst = count == 0 && seen.size() <= Few;
  count = isFirst ? Often : std::min(Often, count + std::max<uint64_t>(items, 1));
  return count >= Often;
}

namespace {
/// Until code for a local size or for arguments' values pays: some times what it takes to compile.
constexpr uint64_t LongTime = 1'000'000'000;

VariantKey onlyOf(const VariantKey &key, Special special) {
  return special == Special::LocalSize ? VariantKey{.localSize = key.localSize} : VariantKey{.values = key.values};
}
} // namespace

// Rows' lengths, strides and ways become constants: up to half of the time of kernels with barriers, or of any number
// of channels. It compiles as long as code for all does.
VariantTable::SpecialCode VariantTable::specialCode(const KernelInfo &info, std::size_t kernel, const VariantKey &key,
                                                    Special special,
                                                    const std::function<bool(const VariantKey &)> &isAtOnce) {
  constexpr std::size_t Few = 4; // programs that try sizes would compile more than they run
  if (recent(kernel, simplified(info, key)))
    return {.isWorth = true};
  const VariantKey only = onlyOf(key, special);
  std::unique_lock lock(mutex_);
  auto &times = specialTimes_[{kernel, special}];
  if (auto found = times.find(only); found != times.end())
    return {found->second.load(std::memory_order_relaxed) >= LongTime, &found->second};
  if (times.size() >= Few)
    return {};
  const bool isFirst = times.empty();
  std::atomic<uint64_t> &ran = times.try_emplace(only, 0).first->second;
  lock.unlock();
  if (isFirst && isAtOnce(simplified(info, key)))
    ran = LongTime;
  return {ran.load(std::memory_order_relaxed) >= LongTime, &ran};
}

} // namespace lanecl::image
