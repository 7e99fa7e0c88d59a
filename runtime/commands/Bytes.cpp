#include "runtime/commands/Bytes.h"
#include "compiler/image/Memory.h"
#include "runtime/Device.h"
#include "runtime/Executor.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace lanecl {
namespace {

/// The least that is worth another thread.
constexpr std::size_t Grain = std::size_t{512} << 10;
/// From here on the caches hold neither source nor destination: stores go past them.
constexpr std::size_t StreamBytes = std::size_t{16} << 20;
/// Copies where there is a large cache: from here on what it keeps for later readers is less than the copy loses, on a
/// processor that shares 480 MB with others.
constexpr std::size_t StreamCopyBytes = (std::size_t{32} << 20) + 1;
constexpr std::size_t Line = CacheLineBytes;

/// Bytes up to the next cache line.
std::size_t toLine(const std::byte *at) { return -reinterpret_cast<uintptr_t>(at) & (Line - 1); }

/// One cache line, past the cache; `to` aligned to it. All of it is loaded before any is stored: a load waits for a
/// store before it whose address has the same low twelve bits, and one past the cache takes as long as memory.
void streamLine(std::byte *to, const std::byte *from) {
#ifdef __SSE2__
  auto *target = reinterpret_cast<__m128i *>(to);
  const auto *source = reinterpret_cast<const __m128i *>(from);
  __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1), c = _mm_loadu_si128(source + 2),
          d = _mm_loadu_si128(source + 3);
  _mm_stream_si128(target, a);
  _mm_stream_si128(target + 1, b);
  _mm_stream_si128(target + 2, c);
  _mm_stream_si128(target + 3, d);
#else
  std::memcpy(to, from, Line);
#endif
}

/// Streamed stores are weakly ordered: done before anybody hears that the command is.
void streamEnd() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

/// Copies no larger than the last cache stay in it for what comes next. On a Zen 5 with 32 MiB, a copy and one reader
/// in turn, GB/s: 16 MiB 29.7 and 57 through the caches, 39.6 and 39 past them; 32 MiB 24.7 and 46, 28.5 and 42.
/// Readers that wait for memory gain more than the copy loses (a gemv of 32 MiB by columns: 3.1 times as fast).
bool passesCaches(std::size_t bytes) {
  static const std::size_t from =
      std::clamp<std::size_t>(HostFacts::get().cacheBytes + 1, StreamBytes, StreamCopyBytes);
  return bytes >= from;
}

/// In which order a copy past the caches takes its lines. On some processors one stream of loads does not take all that
/// memory gives (Ice Lake), on others the buffers that gather stores for memory want one stream (Zen 5: twice as fast).
enum class StreamOrder : unsigned char { Lines, PagesSideBySide };

void streamRange(std::byte *to, const std::byte *from, std::size_t bytes, StreamOrder order) {
  constexpr std::size_t Page = PageBytes, Streams = 4, Ahead = 2 * Line;
  std::size_t head = std::min(toLine(to), bytes);
  std::memcpy(to, from, head);
  std::size_t at = head;
  if (order == StreamOrder::PagesSideBySide)
    for (; at + Streams * Page <= bytes; at += Streams * Page)
      for (std::size_t line = at; line < at + Page; line += Line)
        for (std::size_t i = line; i < line + Streams * Page; i += Page) {
          __builtin_prefetch(from + i + Ahead);
          streamLine(to + i, from + i);
        }
  for (; at + Line <= bytes; at += Line)
    streamLine(to + at, from + at);
  std::memcpy(to + at, from + at, bytes - at);
  streamEnd();
}

/// Finds this machine's order while the first copies are made: pieces alternate until each order had its samples, and
/// the one with the fastest piece stays. A fact of the machine, as HostFacts are. Thread-safe; a sample more or less by
/// a race does no harm.
class StreamTrial {
public:
  /// No thread's share is less (Grain), however many there are.
  static constexpr std::size_t Piece = Grain / 2;

  void copy(std::byte *to, const std::byte *from, std::size_t bytes) {
    const unsigned round = rounds_.load(std::memory_order_relaxed);
    if (round >= 2 * Samples || bytes < Piece) {
      streamRange(to, from, bytes, best());
      return;
    }
    rounds_.store(round + 1, std::memory_order_relaxed);
    const unsigned order = round % 2;
    const auto begin = std::chrono::steady_clock::now();
    streamRange(to, from, bytes, StreamOrder{static_cast<unsigned char>(order)});
    const int64_t took = (std::chrono::steady_clock::now() - begin).count();
    fastest_[order].store(std::min(fastest_[order].load(std::memory_order_relaxed), took), std::memory_order_relaxed);
  }

private:
  /// Of each order; the first copies fault pages in, which hides what differs.
  static constexpr unsigned Samples = 384;
  std::atomic<unsigned> rounds_ = 0;
  std::atomic<int64_t> fastest_[2] = {std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::max()};

  StreamOrder best() const {
    return fastest_[1].load(std::memory_order_relaxed) < fastest_[0].load(std::memory_order_relaxed)
               ? StreamOrder::PagesSideBySide
               : StreamOrder::Lines;
  }
};

void streamCopy(std::byte *to, const std::byte *from, std::size_t bytes) {
  static StreamTrial trial;
  for (std::size_t at = 0; at < bytes; at += StreamTrial::Piece)
    trial.copy(to + at, from + at, std::min(StreamTrial::Piece, bytes - at));
}

/// The pattern over and over, long enough for a cache line from any phase of it.
struct Wallpaper {
  static constexpr std::size_t MaxPattern = 128;
  alignas(Line) std::byte bytes[2 * MaxPattern];
  std::size_t period;

  Wallpaper(const std::byte *pattern, std::size_t patternBytes) : period(patternBytes) {
    for (std::size_t at = 0; at < sizeof bytes; at += patternBytes)
      std::memcpy(bytes + at, pattern, std::min(patternBytes, sizeof bytes - at));
  }
  bool isOneByte() const { return std::memcmp(bytes, bytes + 1, sizeof bytes - 1) == 0; }

  /// [begin, end) of the filled region; `to` is the region's start.
  void fill(std::byte *to, std::size_t begin, std::size_t end, bool stream) const {
    std::size_t at = begin;
    auto put = [&](std::size_t count) {
      std::memcpy(to + at, bytes + at % period, count);
      at += count;
    };
    put(std::min(toLine(to + at), end - at));
    if (stream) {
      for (; at + Line <= end; at += Line)
        streamLine(to + at, bytes + at % period);
      streamEnd();
    } else {
      // Twice the pattern's greatest size, minus the phase, holds a line and more.
      while (at + Line <= end)
        put(Line);
    }
    put(end - at);
  }
};

} // namespace

bool extentOf(const Box &box, const BoxSize &size, std::size_t &bytes) {
  if (!size.width || !size.height || !size.depth) {
    bytes = 0;
    return true;
  }
  std::size_t rows, slices;
  return !__builtin_mul_overflow(size.height - 1, box.rowPitch, &rows) &&
         !__builtin_mul_overflow(size.depth - 1, box.slicePitch, &slices) &&
         !__builtin_add_overflow(rows, slices, &bytes) && !__builtin_add_overflow(bytes, box.offset, &bytes) &&
         !__builtin_add_overflow(bytes, size.width, &bytes);
}

bool boxesOverlap(const Box &a, const Box &b, const BoxSize &size) {
  auto row = [&](const Box &box, std::size_t i) {
    return box.offset + i % size.height * box.rowPitch + i / size.height * box.slicePitch;
  };
  // The rows of each box come in rising order: traverse both side by side.
  for (std::size_t i = 0, j = 0; i < size.rows() && j < size.rows();) {
    std::size_t atA = row(a, i), atB = row(b, j);
    if (atA < atB + size.width && atB < atA + size.width)
      return true;
    ++(atA < atB ? i : j);
  }
  return false;
}

void copyBytes(std::byte *to, const std::byte *from, std::size_t bytes) {
  if (to == from || !bytes)
    return;
  bool isDisjoint = to + bytes <= from || from + bytes <= to;
  if (bytes < 2 * Grain || !isDisjoint) {
    std::memmove(to, from, bytes);
    return;
  }
  bool stream = passesCaches(bytes);
  executor::forRanges(bytes, Grain, [&](std::size_t begin, std::size_t end) {
    if (stream)
      streamCopy(to + begin, from + begin, end - begin);
    else
      std::memcpy(to + begin, from + begin, end - begin);
  });
}

void fillBytes(std::byte *to, std::size_t bytes, const std::byte *pattern, std::size_t patternBytes) {
  Wallpaper paper(pattern, patternBytes);
  bool stream = bytes >= StreamBytes, oneByte = paper.isOneByte() && !stream;
  executor::forRanges(bytes, Grain, [&](std::size_t begin, std::size_t end) {
    if (oneByte)
      std::memset(to + begin, static_cast<int>(pattern[0]), end - begin);
    else
      paper.fill(to, begin, end, stream);
  });
}

void fillBox(std::byte *to, const Box &box, const BoxSize &size, const std::byte *pattern, std::size_t patternBytes) {
  const bool slicesFollow = size.depth == 1 || box.slicePitch == size.width * size.height;
  if (slicesFollow && (size.height == 1 || box.rowPitch == size.width)) {
    fillBytes(to + box.offset, size.width * size.rows(), pattern, patternBytes);
    return;
  }
  Wallpaper paper(pattern, patternBytes);
  executor::forRanges(size.rows(), std::max<std::size_t>(Grain / size.width, 1),
                      [&](std::size_t begin, std::size_t end) {
                        for (std::size_t i = begin; i < end; ++i) {
                          std::size_t y = i % size.height, z = i / size.height;
                          paper.fill(to + box.offset + y * box.rowPitch + z * box.slicePitch, 0, size.width, false);
                        }
                      });
}

void copyBox(std::byte *to, const Box &toBox, const std::byte *from, const Box &fromBox, const BoxSize &size) {
  // Rows that follow one another in both are one.
  if (toBox.rowPitch == size.width && fromBox.rowPitch == size.width && size.rows() > 1) {
    BoxSize flat{size.width * size.height, 1, size.depth};
    if (size.depth == 1 || (toBox.slicePitch == flat.width && fromBox.slicePitch == flat.width)) {
      copyBytes(to + toBox.offset, from + fromBox.offset, flat.width * flat.depth);
      return;
    }
    copyBox(to, {toBox.offset, toBox.slicePitch, 0}, from, {fromBox.offset, fromBox.slicePitch, 0},
            {flat.width, flat.depth, 1});
    return;
  }
  executor::forRanges(
      size.rows(), std::max<std::size_t>(Grain / size.width, 1), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          std::size_t y = i % size.height, z = i / size.height;
          std::memmove(to + toBox.offset + y * toBox.rowPitch + z * toBox.slicePitch,
                       from + fromBox.offset + y * fromBox.rowPitch + z * fromBox.slicePitch, size.width);
        }
      });
}

} // namespace lanecl
