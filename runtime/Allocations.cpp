#include "runtime/Allocations.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace lanecl {

/// Everything that readers look at is atomic: they may look while it changes, and look again then.
struct Allocations::Node {
  std::atomic<std::byte *> base{nullptr};
  std::atomic<std::size_t> bytes{0};
  std::atomic<AllocationKind> kind{};
  std::atomic<cl_bitfield> flags{0};
  std::atomic<const Device *> device{nullptr};
  Links next{};
  // Of writers.
  unsigned height = 0;
  DeviceMemory memory;

  uintptr_t start() const { return reinterpret_cast<uintptr_t>(base.load(std::memory_order_relaxed)); }
  void set(const Allocation &allocation) {
    base.store(allocation.base, std::memory_order_relaxed);
    bytes.store(allocation.bytes, std::memory_order_relaxed);
    kind.store(allocation.kind, std::memory_order_relaxed);
    flags.store(allocation.flags, std::memory_order_relaxed);
    device.store(allocation.device, std::memory_order_relaxed);
  }
  Allocation get() const {
    return {base.load(std::memory_order_relaxed), bytes.load(std::memory_order_relaxed),
            kind.load(std::memory_order_relaxed), flags.load(std::memory_order_relaxed),
            device.load(std::memory_order_relaxed)};
  }
};

Allocations::Allocations() = default;
Allocations::~Allocations() = default;

std::optional<Allocation> Allocations::find(const void *pointer) const {
  const uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  return sequence_.read([&](uint32_t version) -> std::optional<Allocation> {
    const Links *links = &first_;
    const Node *found = nullptr;
    for (unsigned level = MaxHeight; level-- > 0;)
      for (const Node *next; (next = (*links)[level].load(std::memory_order_acquire)) && next->start() <= address;) {
        if (!sequence_.isCurrent(version))
          return std::nullopt; // a torn list may lead in circles
        found = next;
        links = &next->next;
      }
    if (!found)
      return std::nullopt;
    Allocation allocation = found->get();
    if (address - reinterpret_cast<uintptr_t>(allocation.base) >= allocation.bytes)
      return std::nullopt;
    return allocation;
  });
}

Allocations::Path Allocations::pathTo(uintptr_t base) {
  Path path;
  Links *links = &first_;
  for (unsigned level = MaxHeight; level-- > 0;) {
    for (Node *next; (next = (*links)[level].load(std::memory_order_relaxed)) && next->start() < base;)
      links = &next->next;
    path[level] = links;
  }
  return path;
}

unsigned Allocations::randomHeight() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return std::min(1 + static_cast<unsigned>(std::countr_zero(random_ | (uint64_t{1} << 62))) / 2, MaxHeight);
}

Allocations::Node &Allocations::takeNode() {
  if (unused_.empty())
    return nodes_.emplace_back();
  Node &node = *unused_.back();
  unused_.pop_back();
  return node;
}

void Allocations::insert(const Allocation &allocation, DeviceMemory memory) {
  std::lock_guard lock(mutex_);
  Node &node = takeNode();
  node.height = randomHeight();
  node.memory = std::move(memory);
  const Path path = pathTo(reinterpret_cast<uintptr_t>(allocation.base));
  Sequence::Write scope(sequence_);
  node.set(allocation);
  for (unsigned level = 0; level < node.height; ++level) {
    node.next[level].store((*path[level])[level].load(std::memory_order_relaxed), std::memory_order_relaxed);
    (*path[level])[level].store(&node, std::memory_order_release);
  }
}

void *Allocations::allocate(Device &memoryOf, const Allocation &what) {
  DeviceMemory memory = allocateMemory(memoryOf, what.bytes);
  if (!memory)
    return nullptr;
  Allocation allocation = what;
  allocation.base = memory.get();
  insert(allocation, std::move(memory));
  return allocation.base;
}

void Allocations::add(const Allocation &allocation) { insert(allocation, {}); }

bool Allocations::remove(const void *base, bool (*may)(AllocationKind)) {
  DeviceMemory memory; // freed without the lock
  std::lock_guard lock(mutex_);
  const uintptr_t address = reinterpret_cast<uintptr_t>(base);
  const Path path = pathTo(address);
  Node *node = (*path[0])[0].load(std::memory_order_relaxed);
  if (!node || node->start() != address || !may(node->kind.load(std::memory_order_relaxed)))
    return false;
  unused_.reserve(unused_.size() + 1);
  {
    Sequence::Write scope(sequence_);
    for (unsigned level = 0; level < node->height; ++level)
      (*path[level])[level].store(node->next[level].load(std::memory_order_relaxed), std::memory_order_release);
  }
  memory = std::move(node->memory);
  unused_.push_back(node);
  return true;
}

} // namespace lanecl
