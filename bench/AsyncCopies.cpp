// The copy loops of the asynchronous copies beside plain C++ in the same run: `memcpy` for each line, or a loop over
// the elements for strided copies. Names: KIND/WAY/WHERE/bytes:B/line:N/pitch:P with WAY toLocal or toGlobal, WHERE the
// memory that the global side is in (L1, L2, memory), N elements a line, P its distance to the next in lines.
// Counters: `share` is the plain loop's best time over our best (1: as fast). LANECL_ISA chooses the instruction set,
// as it does for the platform.
#include "compiler/targets/HostTarget.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

/// Seconds of this thread's own time: other programs on the machine do not count.
double now() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Where {
  const char *name;
  std::size_t bytes;
};
constexpr Where places[] = {{"L1", 16 << 10}, {"L2", 512 << 10}, {"memory", 256 << 20}};
/// What one work-group holds.
constexpr std::size_t tileBytes = 16 << 10;

struct Shape {
  std::size_t bytes, perLine, pitch; ///< bytes an element; elements a line; a line's distance in global memory in lines
  unsigned dimensions;
  bool toLocal;
  Where where;
};

const lanecl::targets::CopyLoops &loops() {
  const char *isa = std::getenv("LANECL_ISA");
  return lanecl::targets::hostTarget(isa ? isa : "").machine->copyLoops();
}

/// One side of the copies, aligned to pages.
class Side {
public:
  explicit Side(std::size_t bytes) : memory_(static_cast<std::byte *>(std::aligned_alloc(4096, bytes))) {
    std::memset(memory_, 1, bytes);
  }
  ~Side() { std::free(memory_); }
  Side(const Side &) = delete;
  Side &operator=(const Side &) = delete;
  std::byte *at(std::size_t offset) { return memory_ + offset; }

private:
  std::byte *memory_;
};

[[gnu::noinline]] void plainLines(std::byte *dst, const std::byte *src, std::size_t lineBytes, std::size_t lines,
                                  std::size_t planes, std::size_t srcLine, std::size_t srcPlane, std::size_t dstLine,
                                  std::size_t dstPlane) {
  for (std::size_t plane = 0; plane < planes; ++plane)
    for (std::size_t line = 0; line < lines; ++line)
      std::memcpy(dst + plane * dstPlane + line * dstLine, src + plane * srcPlane + line * srcLine, lineBytes);
}

template <typename T>
[[gnu::noinline]] void plainElements(T *dst, const T *src, std::size_t count, std::size_t dstStride,
                                     std::size_t srcStride) {
  for (std::size_t i = 0; i < count; ++i)
    dst[i * dstStride] = src[i * srcStride];
}

struct Element16 {
  uint64_t words[2];
};

/// The copies of all tiles of the global side, `Copy` called as (global offset).
template <typename Copy> double timeOf(std::size_t tiles, std::size_t rounds, std::size_t step, Copy copy) {
  const double start = now();
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t tile = 0; tile < tiles; ++tile)
      copy(tile * step);
  return now() - start;
}

/// Ours and the plain loop by turns, so that both see the same machine.
template <typename Ours, typename Plain>
void compare(benchmark::State &state, const Shape &shape, std::size_t copied, std::size_t spread, Ours ours,
             Plain plain) {
  const std::size_t tiles = std::max<std::size_t>(1, shape.where.bytes / spread);
  const std::size_t rounds = std::max<std::size_t>(1, (1 << 20) / (tiles * copied));
  double oursTime = 1e9, plainTime = 1e9;
  timeOf(tiles, rounds, spread, plain);
  for (auto _ : state) {
    const double time = timeOf(tiles, rounds, spread, ours);
    plainTime = std::min(plainTime, timeOf(tiles, rounds, spread, plain));
    oursTime = std::min(oursTime, time);
    state.SetIterationTime(time);
  }
  state.counters["GB/s"] = 1e-9 * static_cast<double>(tiles * rounds * copied) / oursTime;
  state.counters["share"] = plainTime / oursTime;
}

void blocks(benchmark::State &state, const Shape &shape) {
  const std::size_t line = shape.bytes * shape.perLine, lines = std::max<std::size_t>(1, tileBytes / line);
  const std::size_t planes = shape.dimensions == 3 && lines >= 4 ? 4 : 1, rows = lines / planes;
  const std::size_t pitch = line * shape.pitch, plane = pitch * rows * (shape.dimensions == 3 ? 2 : 1);
  const std::size_t spread = plane * planes;
  Side local(2 * tileBytes + line), global(std::max(shape.where.bytes, spread) + spread);
  const auto &copy = loops();
  auto with = [&](auto run) {
    return [&, run](std::size_t offset) {
      std::byte *there = global.at(offset), *here = local.at(0);
      if (shape.toLocal)
        run(here, there, line, rows, planes, pitch, plane, line, line * rows);
      else
        run(there, here, line, rows, planes, line, line * rows, pitch, plane);
      benchmark::ClobberMemory();
    };
  };
  compare(state, shape, line * rows * planes, spread, with(copy.planes), with(plainLines));
}

template <typename T> void strided(benchmark::State &state, const Shape &shape) {
  const std::size_t count = 1024, pitch = shape.pitch * sizeof(T), spread = count * pitch;
  Side local(count * sizeof(T)), global(std::max(shape.where.bytes, spread) + spread);
  const auto &copy = loops();
  auto ours = [&](std::size_t offset) {
    if (shape.toLocal)
      copy.lines(local.at(0), global.at(offset), sizeof(T), count, pitch, sizeof(T));
    else
      copy.lines(global.at(offset), local.at(0), sizeof(T), count, sizeof(T), pitch);
    benchmark::ClobberMemory();
  };
  auto plain = [&](std::size_t offset) {
    T *there = reinterpret_cast<T *>(global.at(offset)), *here = reinterpret_cast<T *>(local.at(0));
    if (shape.toLocal)
      plainElements(here, there, count, 1, shape.pitch);
    else
      plainElements(there, here, count, shape.pitch, 1);
    benchmark::ClobberMemory();
  };
  compare(state, shape, count * sizeof(T), spread, ours, plain);
}

void add(const Shape &shape, const char *kind, void (*run)(benchmark::State &, const Shape &)) {
  std::string name = std::string(kind) + (shape.toLocal ? "/toLocal/" : "/toGlobal/") + shape.where.name +
                     "/bytes:" + std::to_string(shape.bytes) + "/line:" + std::to_string(shape.perLine) +
                     "/pitch:" + std::to_string(shape.pitch);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) { run(state, shape); })->UseManualTime();
}

void addAll() {
  for (const Where &where : places)
    for (bool toLocal : {true, false}) {
      for (std::size_t bytes : {1, 3, 4, 12, 16, 64})
        for (std::size_t perLine : {1, 4, 16, 64, 256, 1024, 4096}) {
          if (bytes * perLine > tileBytes)
            continue;
          add({bytes, perLine, 1, 1, toLocal, where}, "1D", blocks);
          add({bytes, perLine, 4, 2, toLocal, where}, "2D", blocks);
          add({bytes, perLine, 4, 3, toLocal, where}, "3D", blocks);
        }
      for (std::size_t pitch : {2, 3, 4, 5, 16, 100, 1024}) {
        add({1, 1, pitch, 1, toLocal, where}, "strided", strided<uint8_t>);
        add({2, 1, pitch, 1, toLocal, where}, "strided", strided<uint16_t>);
        add({4, 1, pitch, 1, toLocal, where}, "strided", strided<uint32_t>);
        add({8, 1, pitch, 1, toLocal, where}, "strided", strided<uint64_t>);
        add({16, 1, pitch, 1, toLocal, where}, "strided", strided<Element16>);
      }
    }
}

} // namespace

int main(int argc, char **argv) {
  addAll();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
