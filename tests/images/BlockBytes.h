// Images as sub-groups' blocks see them: bytes of rows, with the nearest texel outside.
#pragma once
#include "tests/images/Programs.h"
#include <algorithm>
#include <vector>

namespace lanecl::test {

/// "The edge image element" outside (cl_intel_subgroups, 6.13.X); "for an image with byte texels, the boundary byte is
/// replicated", and so on (cl_intel_media_block_io).
inline std::byte byteAt(const TestImage &image, int64_t x, int64_t y) {
  int64_t texel = image.descriptor().texelBytes, inTexel = ((x % texel) + texel) % texel, height = image.size()[1];
  int64_t bytes = image.at({image.size()[0], 0, 0}) - image.at({0, 0, 0});
  int64_t column = x < 0 ? inTexel : x < bytes ? x : bytes - texel + inTexel;
  return image.at({0, std::clamp<int64_t>(y, 0, height - 1), 0})[column];
}

/// What blocks of different sub-groups, which overlap, may leave in an image: in each byte what one of them wrote or,
/// where none did, what was there before.
class PossibleBytes {
public:
  explicit PossibleBytes(const TestImage &before)
      : before_(before), width_(before.size()[0] * int64_t(before.descriptor().texelBytes)), height_(before.size()[1]),
        written_(size_t(width_ * height_)) {}
  /// Somebody writes that there; outside it is ignored.
  void write(int64_t x, int64_t y, std::byte value) {
    if (x >= 0 && x < width_ && y >= 0 && y < height_)
      written_[size_t(y * width_ + x)].push_back(value);
  }
  /// How many bytes of the image are something else.
  size_t wrongIn(const TestImage &image) const {
    size_t wrong = 0;
    for (int64_t y = 0; y < height_; ++y)
      for (int64_t x = 0; x < width_; ++x) {
        const auto &values = written_[size_t(y * width_ + x)];
        const std::byte is = byteAt(image, x, y);
        wrong += values.empty() ? is != byteAt(before_, x, y) : std::ranges::find(values, is) == values.end();
      }
    return wrong;
  }

private:
  const TestImage &before_;
  int64_t width_, height_;
  std::vector<std::vector<std::byte>> written_;
};

} // namespace lanecl::test
