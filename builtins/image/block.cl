// Blocks of images that a sub-group reads and writes together: each work-item the number at its place in a row of the
// image (cl_intel_subgroups) or in a region (cl_intel_media_block_io); texels count as bytes. What says where the block
// is and how large is the same for all of the sub-group, which must be seen where the block is used: these become part
// of the kernel.
#include "image/Image.clh"

HELPER int rowBytes(uint width, uint texelBytes) { return (int)(width * texelBytes); }

// "The coordinate is a byte coordinate"; "out-of-bounds reads will return the edge image element". Texels have a power
// of two of bytes.
HELPER int clampByte(long at, int bytes, int texelBytes) {
  int inTexel = (int)at & (texelBytes - 1);
  return at < 0 ? inTexel : at < bytes ? (int)at : bytes - texelBytes + inTexel;
}

HELPER long clampRow(long y, int height) { return y < 0 ? 0 : y < height ? y : height - 1; }

#define ALWAYS_INLINED __attribute__((always_inline))
#define INNER static inline ALWAYS_INLINED
// Rows start at any multiple of a texel's bytes.
#define AT_ANY(T, place) (*(global Any##T *)(place))
typedef uchar Anyuchar;
typedef ushort Anyushort __attribute__((aligned(1)));
typedef uint Anyuint __attribute__((aligned(1)));
typedef ulong Anyulong __attribute__((aligned(1)));

// One byte at a time where the block is not inside. "Out-of-bounds writes will be ignored."
#define EDGES(bits, T)                                                                                                 \
  INNER T readEdge##bits(Place row, long at, int bytes, int texelBytes) {                                              \
    T value = 0;                                                                                                       \
    for (int i = 0; i < (int)sizeof(T); ++i)                                                                           \
      value |= (T)((T)row[clampByte(at + i, bytes, texelBytes)] << 8 * i);                                             \
    return value;                                                                                                      \
  }                                                                                                                    \
  INNER void writeEdge##bits(Place row, long at, int bytes, T value) {                                                 \
    for (int i = 0; i < (int)sizeof(T); ++i)                                                                           \
      if (at + i >= 0 && at + i < bytes)                                                                               \
        row[at + i] = (uchar)(value >> 8 * i);                                                                         \
  }
#define ROWS(bits, T)                                                                                                  \
  T ALWAYS_INLINED __lanecl_block_read_##bits(IMAGE, long x, long y, int lane, int lanes) {                            \
    int bytes = rowBytes(image->width, image->texelBytes);                                                             \
    Place row = image->texels + clampRow(y, (int)image->height) * (long)image->rowPitch;                               \
    if (x >= 0 && x <= bytes - lanes * (int)sizeof(T))                                                                 \
      return AT_ANY(T, row + x + lane * (int)sizeof(T));                                                               \
    return readEdge##bits(row, x + lane * (int)sizeof(T), bytes, (int)image->texelBytes);                              \
  }                                                                                                                    \
  void ALWAYS_INLINED __lanecl_block_write_##bits(IMAGE, long x, long y, int lane, int lanes, T value) {               \
    int bytes = rowBytes(image->width, image->texelBytes);                                                             \
    if (y < 0 || y >= image->height)                                                                                   \
      return;                                                                                                          \
    Place row = image->texels + y * (long)image->rowPitch;                                                             \
    if (x >= 0 && x <= bytes - lanes * (int)sizeof(T))                                                                 \
      AT_ANY(T, row + x + lane * (int)sizeof(T)) = value;                                                              \
    else                                                                                                               \
      writeEdge##bits(row, x + lane * (int)sizeof(T), bytes, value);                                                   \
  }

// "If the source 2D region row byte width is not a power-of-two then the source 2D region row is assigned to the
// destination 2D region with undefined padding values to make a power-of-two row byte width"
// (SPV_INTEL_media_block_io).
HELPER uint regionShift(int width) { return width <= 1 ? 0 : 32 - __builtin_clz((uint)width - 1); }

// Regions of `height` rows of `width` numbers, one row behind the other from the first lane's first component on.
// `first` counts the numbers of the components before: a multiple of `lanes`. What a region does not have is undefined
// in reads; a row that all lanes are in is a vector.
#define REGIONS(bits, T)                                                                                               \
  T ALWAYS_INLINED __lanecl_media_read_##bits(IMAGE, long x, long y, int width, int height, int first, int lane,       \
                                              int lanes) {                                                             \
    width = width < 1 ? 1 : width, height = height < 1 ? 1 : height;                                                   \
    uint shift = regionShift(width), mask = (1u << shift) - 1;                                                         \
    if (lanes <= 1u << shift)                                                                                          \
      return __lanecl_block_read_##bits(image, x + (first & mask) * sizeof(T), y + (first >> shift), lane, lanes);     \
    int column = (first + lane) & mask, row = (first + lane) >> shift;                                                 \
    column = column < width ? column : width - 1, row = row < height ? row : height - 1;                               \
    int bytes = rowBytes(image->width, image->texelBytes);                                                             \
    long at = x + column * (int)sizeof(T);                                                                             \
    if (x >= 0 && x <= bytes - width * (long)sizeof(T) && y >= 0 && y <= (int)image->height - (long)height)            \
      return AT_ANY(T, image->texels + (y + row) * (long)image->rowPitch + at);                                        \
    Place edge = image->texels + clampRow(y + row, (int)image->height) * (long)image->rowPitch;                        \
    return readEdge##bits(edge, at, bytes, (int)image->texelBytes);                                                    \
  }                                                                                                                    \
  void ALWAYS_INLINED __lanecl_media_write_##bits(IMAGE, long x, long y, int width, int height, int first, int lane,   \
                                                  int lanes, T value) {                                                \
    uint shift = regionShift(width), mask = (1u << shift) - 1;                                                         \
    if (lanes <= 1u << shift) {                                                                                        \
      if ((first >> shift) < height && (int)(first & mask) + lane < width)                                             \
        __lanecl_block_write_##bits(image, x + (first & mask) * sizeof(T), y + (first >> shift), lane, lanes, value);  \
      return;                                                                                                          \
    }                                                                                                                  \
    int column = (first + lane) & mask, row = (first + lane) >> shift;                                                 \
    if (column >= width || row >= height)                                                                              \
      return;                                                                                                          \
    int bytes = rowBytes(image->width, image->texelBytes);                                                             \
    long at = x + column * (int)sizeof(T);                                                                             \
    if (x >= 0 && x <= bytes - width * (long)sizeof(T) && y >= 0 && y <= (int)image->height - (long)height)            \
      AT_ANY(T, image->texels + (y + row) * (long)image->rowPitch + at) = value;                                       \
    else if (y + row >= 0 && y + row < image->height)                                                                  \
      writeEdge##bits(image->texels + (y + row) * (long)image->rowPitch, at, bytes, value);                            \
  }

#define FORMS(bits, T) EDGES(bits, T) ROWS(bits, T)
FORMS(8, uchar)
FORMS(16, ushort)
FORMS(32, uint)
FORMS(64, ulong)
// cl_intel_spirv_media_block_io: components of 8, 16 and 32 bits.
REGIONS(8, uchar)
REGIONS(16, ushort)
REGIONS(32, uint)
