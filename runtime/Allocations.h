// The memory of a context that the host knows by its address: shared virtual memory (OpenCL API 5.6), USM
// (cl_intel_unified_shared_memory) and buffers of a fixed device address (cl_ext_buffer_device_address). One ordered
// map, because any pointer into an allocation may be asked for. Kernels use the addresses themselves: no launch looks
// at more than the pointers that it was given.
#pragma once
#include "runtime/DeviceMemory.h"
#include "runtime/Sequence.h"
#include <CL/cl.h>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace lanecl {

/// What an allocation was made as.
enum class AllocationKind : uint8_t { Svm, Host, Device, Shared, Buffer };
constexpr bool isSvm(AllocationKind kind) { return kind == AllocationKind::Svm; }
constexpr bool isUsm(AllocationKind kind) {
  return kind == AllocationKind::Host || kind == AllocationKind::Device || kind == AllocationKind::Shared;
}

struct Allocation {
  std::byte *base = nullptr;
  std::size_t bytes = 0; ///< as the host asked for
  AllocationKind kind = AllocationKind::Svm;
  cl_bitfield flags = 0;          ///< cl_svm_mem_flags, or cl_mem_alloc_flags_intel
  const Device *device = nullptr; ///< that the host associated it with; null: none
  /// From a pointer into it to its end.
  std::size_t bytesFrom(const void *pointer) const {
    return bytes - static_cast<std::size_t>(static_cast<const std::byte *>(pointer) - base);
  }
};

/// Thread safe. find() takes no lock: what a writer does at the same time costs it another look. The map is a skip list
/// whose nodes are used again and freed only with it, so that a reader never meets freed memory.
class Allocations {
public:
  Allocations();
  Allocations(const Allocations &) = delete;
  Allocations &operator=(const Allocations &) = delete;
  /// Frees what is left.
  ~Allocations();

  /// New memory of `what.bytes` (not 0), which the map owns; `what.base` is not read. Null when there is none.
  void *allocate(Device &memoryOf, const Allocation &what);
  /// Memory that somebody else owns and frees; part of no other allocation.
  void add(const Allocation &allocation);
  /// Removes, and frees what is owned: an allocation that starts there and whose kind `may` accepts; else false.
  bool remove(const void *base, bool (*may)(AllocationKind));

  /// The allocation that the pointer points into.
  std::optional<Allocation> find(const void *pointer) const;

private:
  static constexpr unsigned MaxHeight = 12; ///< of nodes: one in four is higher than the one below
  struct Node;
  using Links = std::array<std::atomic<Node *>, MaxHeight>;
  /// The last link on each level whose node starts before an address.
  using Path = std::array<Links *, MaxHeight>;

  Path pathTo(uintptr_t base);
  Node &takeNode();
  unsigned randomHeight();
  void insert(const Allocation &allocation, DeviceMemory memory);

  Sequence sequence_;
  Links first_{};

  std::mutex mutex_; ///< of writers; guards what follows
  std::deque<Node> nodes_;
  std::vector<Node *> unused_;
  uint64_t random_ = 0x9E3779B97F4A7C15ull;
};

} // namespace lanecl
