// Reads of texels by a sampler. Those without one are reads by a sampler of AddressNone. A function for each kind of
// image, of coordinates (f, i) and of colours (f, i): __lanecl_image_sample_KIND_COORDINATES_COLOUR.
#include "image/Image.clh"
#pragma OPENCL FP_CONTRACT ON

// OpenCL C 6.15.15.1, "Borders": opaque for orders without alpha whose absent channels are not padding.
HELPER int opaque(uint order) {
  return order == OrderR || order == OrderRG || order == OrderRGB || order == OrderLuminance || order == OrderSRGB;
}

// Beside an infinity, what has no part in the result does not make it NaN.
HELPER float4 mixed(IMAGE, float4 a, float4 b, float weight) {
  bool mayBeInfinite = image->channelType == TypeHalf || image->channelType == TypeFloat;
  float4 other = mayBeInfinite && weight == 0 ? (float4)(0) : b;
  return a * (1.0f - weight) + other * weight;
}
HELPER int4 mixed(IMAGE, int4 a, int4 b, float weight) { return a; } // integers have no linear filter

// The colour at a place; `isOut`: outside of one of the dimensions.
#define TAPS(V, C)                                                                                                     \
  PART V tap_##C(IMAGE, uint sampler, Place place, int x, bool isOut) {                                                \
    V color = __lanecl_image_texel_##C(image, place, x);                                                               \
    if ((sampler & AddressMask) != AddressClamp)                                                                       \
      return color;                                                                                                    \
    return isOut ? (V)(0, 0, 0, opaque(image->channelOrder)) : color;                                                  \
  }                                                                                                                    \
  PART V row_##C(IMAGE, Level level, uint sampler, bool inPairs, Axis x, int y, int slice, bool isOut) {               \
    Place place = placeAt(image, level, x.first, y, slice);                                                            \
    V first = tap_##C(image, sampler, place, x.first, x.firstIsOut | isOut);                                           \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    Place next = inPairs ? place + image->texelBytes : placeAt(image, level, x.second, y, slice);                      \
    return mixed(image, first, tap_##C(image, sampler, next, x.second, x.secondIsOut | isOut), x.weight);              \
  }                                                                                                                    \
  PART V plane_##C(IMAGE, Level level, uint sampler, bool inPairs, Axis x, Axis y, int slice, bool isOut) {            \
    V first = row_##C(image, level, sampler, inPairs, x, y.first, slice, y.firstIsOut | isOut);                        \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    return mixed(image, first, row_##C(image, level, sampler, inPairs, x, y.second, slice, y.secondIsOut | isOut),     \
                 y.weight);                                                                                            \
  }                                                                                                                    \
  PART V volume_##C(IMAGE, Level level, uint sampler, bool inPairs, Axis x, Axis y, Axis z) {                          \
    V first = plane_##C(image, level, sampler, inPairs, x, y, z.first, z.firstIsOut);                                  \
    if (!(sampler & Linear))                                                                                           \
      return first;                                                                                                    \
    return mixed(image, first, plane_##C(image, level, sampler, inPairs, x, y, z.second, z.secondIsOut), z.weight);    \
  }
TAPS(float4, f)
TAPS(int4, i)

// Which levels a level of detail is of ("Image Addressing and Filtering" says nothing of them; OpenGL 4.6 8.14.3 does):
// the second is that of samplers that filter between levels.
typedef struct {
  int first, second;
  float weight; // of the second
} Mip;
HELPER Mip mipAt(uint levels, uint sampler, float lod) {
  float least = (float)(sampler >> LodMinShift) * (1.0f / 512);
  float most = (float)(LodMask - (sampler >> LodMaxShift & LodMask)) * (1.0f / 512), top = (float)((int)levels - 1);
  lod = lod > least ? lod : least; // a number, too, where `lod` is none
  lod = lod < most ? lod : most;
  lod = lod < top ? lod : top;
  float whole = __builtin_elementwise_floor(lod);
  Mip mip;
  mip.first = sampler & MipLinear ? (int)whole : (int)__builtin_elementwise_ceil(lod + 0.5f) - 1;
  mip.second = mip.first + 1 < (int)levels ? mip.first + 1 : mip.first;
  mip.weight = lod - whole;
  return mip;
}

// A function for reads of level 0 (or by whole numbers), one for those of a level of detail.
#define SAMPLES_OF(KIND, V, C, t, PARAMETERS, ARGUMENTS)                                                               \
  V NEVER_INLINED __lanecl_image_sample_##KIND##_##t##_##C(IMAGE, uint sampler, UNPACKED PARAMETERS) {                 \
    return at_##KIND##_##C(image, levelAt(image), FILTER_##t##_##C(sampler), UNPACKED ARGUMENTS);                      \
  }                                                                                                                    \
  V NEVER_INLINED __lanecl_image_sample_lod_##KIND##_##t##_##C(IMAGE, uint sampler, UNPACKED PARAMETERS, float lod) {  \
    Mip mip = mipAt(image->levels, FILTER_##t##_##C(sampler), lod);                                                    \
    V first = at_##KIND##_##C(image, levelOf(image, mip.first), FILTER_##t##_##C(sampler), UNPACKED ARGUMENTS);        \
    if (!(FILTER_##t##_##C(sampler) & MipLinear))                                                                      \
      return first;                                                                                                    \
    V second = at_##KIND##_##C(image, levelOf(image, mip.second), FILTER_##t##_##C(sampler), UNPACKED ARGUMENTS);      \
    return mixed(image, first, second, mip.weight);                                                                    \
  }
#define UNPACKED(...) __VA_ARGS__

// The second texel of a row lies behind the first one, in memory too, where no coordinate was clamped or wrapped. If
// that is so for all lanes, each lane's two are one piece.
#define ALONG(x, PARTS, ...)                                                                                           \
  if (sampler & Linear)                                                                                                \
    if (__lanecl_every_lane(x.second == x.first + 1))                                                                  \
      return PARTS(image, level, sampler, true, x, __VA_ARGS__);                                                       \
  return PARTS(image, level, sampler, false, x, __VA_ARGS__)

#define SAMPLES(V, C, T, t)                                                                                            \
  PART V at_1d_##C(IMAGE, Level level, uint sampler, T x) {                                                            \
    Axis across = axisAt(sampler, x, level.width);                                                                     \
    ALONG(across, row_##C, 0, 0, false);                                                                               \
  }                                                                                                                    \
  PART V at_1d_array_##C(IMAGE, Level level, uint sampler, T x, T layer) {                                             \
    Axis across = axisAt(sampler, x, level.width);                                                                     \
    ALONG(across, row_##C, 0, layerOf(layer, image->layers), false);                                                   \
  }                                                                                                                    \
  PART V at_2d_##C(IMAGE, Level level, uint sampler, T x, T y) {                                                       \
    Axis across = axisAt(sampler, x, level.width), down = axisAt(sampler, y, level.height);                            \
    ALONG(across, plane_##C, down, 0, false);                                                                          \
  }                                                                                                                    \
  PART V at_2d_array_##C(IMAGE, Level level, uint sampler, T x, T y, T layer) {                                        \
    Axis across = axisAt(sampler, x, level.width), down = axisAt(sampler, y, level.height);                            \
    ALONG(across, plane_##C, down, layerOf(layer, image->layers), false);                                              \
  }                                                                                                                    \
  PART V at_3d_##C(IMAGE, Level level, uint sampler, T x, T y, T z) {                                                  \
    Axis across = axisAt(sampler, x, level.width), down = axisAt(sampler, y, level.height),                            \
         deep = axisAt(sampler, z, level.depth);                                                                       \
    ALONG(across, volume_##C, down, deep);                                                                             \
  }                                                                                                                    \
  SAMPLES_OF(1d, V, C, t, (T x), (x))                                                                                  \
  SAMPLES_OF(1d_array, V, C, t, (T x, T layer), (x, layer))                                                            \
  SAMPLES_OF(2d, V, C, t, (T x, T y), (x, y))                                                                          \
  SAMPLES_OF(2d_array, V, C, t, (T x, T y, T layer), (x, y, layer))                                                    \
  SAMPLES_OF(3d, V, C, t, (T x, T y, T z), (x, y, z))
// Integer coordinates name a texel, and integers cannot be mixed.
#define NEAREST(sampler) ((sampler) & ~(uint)(Linear | MipLinear))
#define FILTER_f_f(sampler) (sampler)
#define FILTER_f_i(sampler) NEAREST(sampler)
#define FILTER_i_f(sampler) NEAREST(sampler)
#define FILTER_i_i(sampler) NEAREST(sampler)
SAMPLES(float4, f, float, f)
SAMPLES(float4, f, int, i)
SAMPLES(int4, i, float, f)
SAMPLES(int4, i, int, i)

// OpenGL 4.6 8.14.1: the level of detail of changes of the coordinates along x and y. Those of samplers that do not
// normalise count texels.
PURE float log2(float);
HELPER float squared(float x, float y, float z) { return x * x + y * y + z * z; }
float NEVER_INLINED __lanecl_image_lod(IMAGE, uint sampler, float xx, float xy, float xz, float yx, float yy,
                                       float yz) {
  bool isNormalized = sampler & Normalized;
  float width = isNormalized ? (float)(int)image->width : 1, height = isNormalized ? (float)(int)image->height : 1,
        depth = isNormalized ? (float)(int)image->depth : 1;
  float first = squared(xx * width, xy * height, xz * depth), second = squared(yx * width, yy * height, yz * depth);
  return 0.5f * log2(first > second ? first : second);
}
