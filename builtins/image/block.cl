// Blocks of images that a sub-group reads and writes together (cl_intel_subgroups): each work-item the number at its
// place in a row of the image, whose texels count as bytes. `x` and `y` are the same for all of the sub-group, which
// must be seen where the block is used: these become part of the kernel.
#include "image/Image.clh"

HELPER int rowBytes(uint width, uint texelBytes) { return (int)(width * texelBytes); }

// "The coordinate is a byte coordinate"; "out-of-bounds reads will return the edge image element". Texels have a power
// of two of bytes.
HELPER int clampByte(long at, int bytes, int texelBytes) {
  int inTexel = (int)at & (texelBytes - 1);
  return at < 0 ? inTexel : at < bytes ? (int)at : bytes - texelBytes + inTexel;
}

// One byte at a time where the block is not inside. "Out-of-bounds writes will be ignored."
#define ALWAYS_INLINED __attribute__((always_inline))
#define BLOCKS(bits, T)                                                                                                \
  T ALWAYS_INLINED __lanecl_block_read_##bits(IMAGE, int x, long y, int lane, int lanes) {                             \
    int bytes = rowBytes(image->width, image->texelBytes), last = (int)image->height - 1;                              \
    Place row = image->texels + (y < 0 ? 0 : y < last ? y : last) * (long)image->rowPitch;                             \
    if (x >= 0 && x <= bytes - lanes * (int)sizeof(T))                                                                 \
      return AT_ANY(T, row + x + lane * (int)sizeof(T));                                                               \
    T value = 0;                                                                                                       \
    for (int i = 0; i < (int)sizeof(T); ++i)                                                                           \
      value |= (T)((T)row[clampByte(x + (long)(lane * (int)sizeof(T) + i), bytes, (int)image->texelBytes)] << 8 * i);  \
    return value;                                                                                                      \
  }                                                                                                                    \
  void ALWAYS_INLINED __lanecl_block_write_##bits(IMAGE, int x, long y, int lane, int lanes, T value) {                \
    int bytes = rowBytes(image->width, image->texelBytes);                                                             \
    if (y < 0 || y >= image->height)                                                                                   \
      return;                                                                                                          \
    Place row = image->texels + y * (long)image->rowPitch;                                                             \
    if (x >= 0 && x <= bytes - lanes * (int)sizeof(T)) {                                                               \
      AT_ANY(T, row + x + lane * (int)sizeof(T)) = value;                                                              \
      return;                                                                                                          \
    }                                                                                                                  \
    for (int i = 0; i < (int)sizeof(T); ++i) {                                                                         \
      long at = x + (long)(lane * (int)sizeof(T) + i);                                                                 \
      if (at >= 0 && at < bytes)                                                                                       \
        row[at] = (uchar)(value >> 8 * i);                                                                             \
    }                                                                                                                  \
  }
// Rows start at any multiple of a texel's bytes.
#define AT_ANY(T, place) (*(global Any##T *)(place))
typedef uchar Anyuchar;
typedef ushort Anyushort __attribute__((aligned(1)));
typedef uint Anyuint __attribute__((aligned(1)));
typedef ulong Anyulong __attribute__((aligned(1)));
BLOCKS(8, uchar)
BLOCKS(16, ushort)
BLOCKS(32, uint)
BLOCKS(64, ulong)
