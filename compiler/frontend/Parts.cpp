#include "compiler/frontend/Parts.h"
#include "compiler/frontend/Guard.h"
#include <utility>

namespace lanecl::frontend {

void PartQueue::push(Part part) {
  const size_t place = pushed_.load(std::memory_order_relaxed);
  parts_[place] = std::move(part);
  pushed_.store(place + 1, std::memory_order_release);
  changes_.release();
}

void PartQueue::close() {
  isClosed_.store(true, std::memory_order_release);
  changes_.release();
}

Part *PartQueue::next() {
  WaitsForOthers meanwhile;
  const size_t place = taken_.load(std::memory_order_relaxed);
  for (;;) {
    const bool isClosed = isClosed_.load(std::memory_order_acquire); // before the count: nothing comes after
    if (place < count()) {
      taken_.store(place + 1, std::memory_order_release);
      return &parts_[place];
    }
    if (isClosed)
      return nullptr;
    changes_.acquire();
  }
}

void PartQueue::dropUsed() {
  for (const size_t taken = taken_.load(std::memory_order_acquire); dropped_ + 1 < taken; ++dropped_)
    std::exchange(parts_[dropped_], {});
}

} // namespace lanecl::frontend
