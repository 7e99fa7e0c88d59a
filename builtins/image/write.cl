// Writes of texels: __lanecl_image_write_KIND_COLOUR. Those outside of the image are dropped.
#include "image/Image.clh"

#define WRITES(V, C)                                                                                                   \
  PART void put_##C(IMAGE, int x, int y, int slice, uint height, uint slices, V color) {                               \
    if ((uint)x < image->width && (uint)y < height && (uint)slice < slices)                                            \
      __lanecl_image_store_##C(image, placeAt(image, x, y, slice), color);                                             \
  }                                                                                                                    \
  void NEVER_INLINED __lanecl_image_write_1d_##C(IMAGE, int x, V color) { put_##C(image, x, 0, 0, 1, 1, color); }      \
  void NEVER_INLINED __lanecl_image_write_1d_array_##C(IMAGE, int x, int layer, V color) {                             \
    put_##C(image, x, 0, layer, 1, image->layers, color);                                                              \
  }                                                                                                                    \
  void NEVER_INLINED __lanecl_image_write_2d_##C(IMAGE, int x, int y, V color) {                                       \
    put_##C(image, x, y, 0, image->height, 1, color);                                                                  \
  }                                                                                                                    \
  void NEVER_INLINED __lanecl_image_write_2d_array_##C(IMAGE, int x, int y, int layer, V color) {                      \
    put_##C(image, x, y, layer, image->height, image->layers, color);                                                  \
  }                                                                                                                    \
  void NEVER_INLINED __lanecl_image_write_3d_##C(IMAGE, int x, int y, int z, V color) {                                \
    put_##C(image, x, y, z, image->height, image->depth, color);                                                       \
  }
WRITES(float4, f)
WRITES(int4, i)
