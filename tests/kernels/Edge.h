// Memory that begins and ends where nothing is mapped. Include it before Harness.h.
#pragma once
#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

namespace harness {

/// `bytes` of memory with an unmapped page before or behind them.
class Edge {
public:
  Edge(std::size_t bytes, bool atEnd) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page - 1) / page * page + 2 * page;
    base_ = static_cast<char *>(mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + page, size_ - 2 * page, PROT_READ | PROT_WRITE);
    start = atEnd ? base_ + size_ - page - bytes : base_ + page;
  }
  Edge(const Edge &) = delete;
  Edge &operator=(const Edge &) = delete;
  ~Edge() { munmap(base_, size_); }
  char *start = nullptr;

private:
  char *base_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace harness
