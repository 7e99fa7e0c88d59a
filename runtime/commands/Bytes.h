// Moving and filling memory on all cores. Nothing of OpenCL but the rectangles' layout. Thread safe.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace lanecl {

/// A box of bytes in linear memory (OpenCL API 5.2.2): rows of `width` bytes, `rowPitch` apart, `height` to a slice;
/// slices `slicePitch` apart. `offset`: of the first byte.
struct Box {
  std::size_t offset = 0, rowPitch = 0, slicePitch = 0;
};
struct BoxSize {
  std::size_t width = 0, height = 0, depth = 0;
  std::size_t rows() const { return height * depth; }
};

/// Bytes from the start of the memory to the end of the box; false on overflow.
bool extentOf(const Box &box, const BoxSize &size, std::size_t &bytes);
/// Two boxes of one memory share a byte. Their rows must not overlap within a box.
bool boxesOverlap(const Box &a, const Box &b, const BoxSize &size);

/// As memmove: regions may overlap (a buffer made of the host's memory may be read into that memory).
void copyBytes(std::byte *to, const std::byte *from, std::size_t bytes);
/// Repeats the pattern (1 to 128 bytes) over `bytes`, a multiple of the pattern's size.
void fillBytes(std::byte *to, std::size_t bytes, const std::byte *pattern, std::size_t patternBytes);
/// `to` and `from`: the memories' starts.
void copyBox(std::byte *to, const Box &toBox, const std::byte *from, const Box &fromBox, const BoxSize &size);

/// Repeats the pattern, as fillBytes, over each row of a box.
void fillBox(std::byte *to, const Box &box, const BoxSize &size, const std::byte *pattern, std::size_t patternBytes);

/// What moving so many bytes roughly takes, nanoseconds.
constexpr uint64_t moveCost(std::size_t bytes) { return bytes / 10; }

} // namespace lanecl
