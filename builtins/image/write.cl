// Writes of texels: __lanecl_image_write_KIND_COLOUR, and of a level: __lanecl_image_write_lod_KIND_COLOUR. Those
// outside of the image are dropped.
#include "image/Image.clh"

#define WRITES_OF(KIND, V, C, PARAMETERS, ARGUMENTS)                                                                   \
  void NEVER_INLINED __lanecl_image_write_##KIND##_##C(IMAGE, UNPACKED PARAMETERS, V color) {                          \
    Level level = levelAt(image);                                                                                      \
    put_##C(image, level, UNPACKED ARGUMENTS, color);                                                                  \
  }                                                                                                                    \
  void NEVER_INLINED __lanecl_image_write_lod_##KIND##_##C(IMAGE, UNPACKED PARAMETERS, int lod, V color) {             \
    if ((uint)lod >= image->levels)                                                                                    \
      return;                                                                                                          \
    Level level = levelOf(image, lod);                                                                                 \
    put_##C(image, level, UNPACKED ARGUMENTS, color);                                                                  \
  }
#define UNPACKED(...) __VA_ARGS__

#define WRITES(V, C)                                                                                                   \
  PART void put_##C(IMAGE, Level level, int x, int y, int slice, uint height, uint slices, V color) {                  \
    if ((uint)x < level.width && (uint)y < height && (uint)slice < slices)                                             \
      __lanecl_image_store_##C(image, placeAt(image, level, x, y, slice), color);                                      \
  }                                                                                                                    \
  WRITES_OF(1d, V, C, (int x), (x, 0, 0, 1, 1))                                                                        \
  WRITES_OF(1d_array, V, C, (int x, int layer), (x, 0, layer, 1, image->layers))                                       \
  WRITES_OF(2d, V, C, (int x, int y), (x, y, 0, level.height, 1))                                                      \
  WRITES_OF(2d_array, V, C, (int x, int y, int layer), (x, y, layer, level.height, image->layers))                     \
  WRITES_OF(3d, V, C, (int x, int y, int z), (x, y, z, level.height, level.depth))
WRITES(float4, f)
WRITES(int4, i)
