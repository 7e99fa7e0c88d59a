// What reading and writing an image gives by the specification's formulas, in double precision and one texel at a
// time: OpenCL C 6.15.15.7 (conversions), OpenCL SPIR-V environment, "Image Addressing and Filtering".
#pragma once
#include "compiler/KernelAbi.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanecl::test {

using Colour = std::array<double, 4>;
using Coordinates = std::array<double, 4>;

struct Format {
  uint32_t order, type;
};
/// Those with a floating-point colour, and those of integers.
std::vector<Format> floatFormats();
std::vector<Format> integerFormats();
/// Those whose texels share bytes: of unsigned integers, and only to be read.
std::vector<Format> sharingFormats();
std::string nameOf(const Format &format);
bool isSigned(const Format &format);

enum class Shape { OneD, OneDArray, TwoD, TwoDArray, ThreeD };
inline constexpr Shape Shapes[] = {Shape::OneD, Shape::OneDArray, Shape::TwoD, Shape::TwoDArray, Shape::ThreeD};
/// How many coordinates count, the layer included.
unsigned coordinatesOf(Shape shape);

/// An image of random texels between zones that nobody may touch.
class TestImage {
public:
  TestImage(Shape shape, const Format &format, std::array<uint32_t, 3> size, uint32_t seed);
  TestImage(const TestImage &) = delete;
  const ImageDescriptor &descriptor() const { return descriptor_; }
  Shape shape() const { return shape_; }
  const Format &format() const { return format_; }
  /// Sizes along the coordinates.
  std::array<uint32_t, 3> size() const { return size_; }
  /// The first byte that is the texel's alone.
  std::byte *at(const std::array<int64_t, 3> &place) const;
  /// Its colour.
  Colour texel(const std::array<int64_t, 3> &place) const;
  /// The zones around the texels are as they were.
  bool isIntact() const;

private:
  static constexpr size_t Zone = 512;
  static constexpr std::byte Untouched{0xC7};
  Shape shape_;
  Format format_;
  std::array<uint32_t, 3> size_;
  ImageDescriptor descriptor_ = {};
  std::vector<std::byte> memory_;
};

/// The colour of a texel that shares no byte, and the channels as integers have them.
Colour decode(const Format &format, const std::byte *texel);
/// By SamplerBits.
Colour sample(const TestImage &image, uint32_t sampler, const Coordinates &coordinates);
/// `value` written and rounded as the format does: what reading gives then, and how far a result may be from it.
struct Written {
  Colour colour;
  double tolerance; ///< in the format's own steps of the largest channel
};
Written written(const Format &format, const Colour &value);

} // namespace lanecl::test
