// The variants of a program's kernels that there are so far; who makes them is the caller's business. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace lanecl::image {

class VariantTable {
public:
  /// Makes a variant, or gives null with the reason in `log`. No lock is held meanwhile.
  using Make = std::function<std::unique_ptr<compiler::Variant>(const compiler::VariantKey &key, std::string &log)>;
  /// ProgramCode::variant: of requests for the same shape at the same time one makes it, the others wait. A failure is
  /// kept as such; after an exception, which nobody sees, the next request tries again.
  const compiler::Variant *find(const compiler::KernelInfo &info, std::size_t kernel, compiler::VariantKey key,
                                std::string &log, const Make &make);
  /// ProgramCode::isWorthImages.
  bool isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items);
  /// ProgramCode::specialCode. `isAtOnce` tells of a kernel's first launch, by the key that `find` would make.
  using SpecialCode = compiler::ProgramCode::SpecialCode;
  SpecialCode specialCode(const compiler::KernelInfo &info, std::size_t kernel, const compiler::VariantKey &key,
                          compiler::Special special, const std::function<bool(const compiler::VariantKey &)> &isAtOnce);

private:
  struct Slot {
    std::size_t kernel = 0;
    enum class State : uint8_t { Open, UnderWay, Done } state = State::Open;
    std::unique_ptr<compiler::Variant> variant;
    std::string log;
  };
  using Slots = std::map<compiler::VariantKey, Slot>;
  using Recent = std::atomic<const Slots::value_type *>;

  Recent &recentFor(std::size_t kernel, const compiler::VariantKey &key);
  /// One that was made and is still among the recent ones, without a lock; null.
  const compiler::Variant *recent(std::size_t kernel, const compiler::VariantKey &key);

  /// Launches mostly ask for what earlier ones did: of the finished slots whose keys fall together, the last.
  std::array<Recent, 64> recent_ = {};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Slots> slots_; ///< by kernel; entries stay where they are
  /// By kernel, then by VariantKey::images: work-items that ran, at most as many as are worth code of their own.
  std::map<std::size_t, std::map<std::vector<uint32_t>, uint64_t>> imageItems_;
  /// By kernel and what is special, then by keys of nothing else: nanoseconds that such launches ran.
  std::map<std::pair<std::size_t, compiler::Special>, std::map<compiler::VariantKey, std::atomic<uint64_t>>>
      specialTimes_;
};

} // namespace lanecl::image
