// Better code for kernels that are used already, made on a thread of its own, one after the other.
#pragma once
#include <atomic>
#include <functional>

namespace lanecl {

/// Runs `work` later; what is waiting at the process's exit never runs, and what is under way then is told by the flag
/// that it is called with. A child after fork has none of its parent's. Dropped where there is no thread or no memory.
/// Thread safe.
void improveLater(std::function<void(const std::atomic<bool> &isUnwanted)> work) noexcept;

} // namespace lanecl
