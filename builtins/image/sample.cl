// Reads of texels by a sampler. Those without one are reads by a sampler of AddressNone. A function for each kind of
// image, of coordinates (f, i) and of colours (f, i): __lanecl_image_sample_KIND_COORDINATES_COLOUR.
#include "image/Image.clh"
#pragma OPENCL FP_CONTRACT ON

// OpenCL C 6.15.15.1, "Borders": opaque for orders without alpha whose absent channels are not padding.
HELPER int opaque(uint order) {
  return order == OrderR || order == OrderRG || order == OrderRGB || order == OrderLuminance || order == OrderSRGB;
}

HELPER float4 mixed(float4 a, float4 b, float weight) { return a + (b - a) * weight; }
HELPER int4 mixed(int4 a, int4 b, float weight) { return a; } // integers have no linear filter

// The colour at indices; `isOut`: outside of one of the dimensions.
#define TAPS(V, C)                                                                                                     \
  PART V tap_##C(IMAGE, uint sampler, int x, int y, int slice, bool isOut) {                                           \
    V color = __lanecl_image_texel_##C(image, placeAt(image, x, y, slice));                                            \
    if ((sampler & AddressMask) != AddressClamp)                                                                       \
      return color;                                                                                                    \
    return isOut ? (V)(0, 0, 0, opaque(image->channelOrder)) : color;                                                  \
  }                                                                                                                    \
  PART V row_##C(IMAGE, uint sampler, Axis x, int y, int slice, bool isOut) {                                          \
    V first = tap_##C(image, sampler, x.first, y, slice, x.firstIsOut | isOut);                                        \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    return mixed(first, tap_##C(image, sampler, x.second, y, slice, x.secondIsOut | isOut), x.weight);                 \
  }                                                                                                                    \
  PART V plane_##C(IMAGE, uint sampler, Axis x, Axis y, int slice, bool isOut) {                                       \
    V first = row_##C(image, sampler, x, y.first, slice, y.firstIsOut | isOut);                                        \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    return mixed(first, row_##C(image, sampler, x, y.second, slice, y.secondIsOut | isOut), y.weight);                 \
  }                                                                                                                    \
  PART V volume_##C(IMAGE, uint sampler, Axis x, Axis y, Axis z) {                                                     \
    V first = plane_##C(image, sampler, x, y, z.first, z.firstIsOut);                                                  \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    return mixed(first, plane_##C(image, sampler, x, y, z.second, z.secondIsOut), z.weight);                           \
  }
TAPS(float4, f)
TAPS(int4, i)

#define SAMPLES(V, C, T, t)                                                                                            \
  V NEVER_INLINED __lanecl_image_sample_1d_##t##_##C(IMAGE, uint sampler, T x) {                                       \
    return row_##C(image, FILTER_##t##_##C(sampler), axisAt(sampler, x, image->width), 0, 0, false);                   \
  }                                                                                                                    \
  V NEVER_INLINED __lanecl_image_sample_1d_array_##t##_##C(IMAGE, uint sampler, T x, T layer) {                        \
    return row_##C(image, FILTER_##t##_##C(sampler), axisAt(sampler, x, image->width), 0,                              \
                   layerOf(layer, image->layers), false);                                                              \
  }                                                                                                                    \
  V NEVER_INLINED __lanecl_image_sample_2d_##t##_##C(IMAGE, uint sampler, T x, T y) {                                  \
    return plane_##C(image, FILTER_##t##_##C(sampler), axisAt(sampler, x, image->width),                               \
                     axisAt(sampler, y, image->height), 0, false);                                                     \
  }                                                                                                                    \
  V NEVER_INLINED __lanecl_image_sample_2d_array_##t##_##C(IMAGE, uint sampler, T x, T y, T layer) {                   \
    return plane_##C(image, FILTER_##t##_##C(sampler), axisAt(sampler, x, image->width),                               \
                     axisAt(sampler, y, image->height), layerOf(layer, image->layers), false);                         \
  }                                                                                                                    \
  V NEVER_INLINED __lanecl_image_sample_3d_##t##_##C(IMAGE, uint sampler, T x, T y, T z) {                             \
    return volume_##C(image, FILTER_##t##_##C(sampler), axisAt(sampler, x, image->width),                              \
                      axisAt(sampler, y, image->height), axisAt(sampler, z, image->depth));                            \
  }
// Integer coordinates name a texel, and integers cannot be mixed.
#define NEAREST(sampler) ((sampler) & ~(uint)Linear)
#define FILTER_f_f(sampler) (sampler)
#define FILTER_f_i(sampler) NEAREST(sampler)
#define FILTER_i_f(sampler) NEAREST(sampler)
#define FILTER_i_i(sampler) NEAREST(sampler)
SAMPLES(float4, f, float, f)
SAMPLES(float4, f, int, i)
SAMPLES(int4, i, float, f)
SAMPLES(int4, i, int, i)
