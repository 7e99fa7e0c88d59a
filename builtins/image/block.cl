// Blocks of images that a sub-group reads and writes together: each work-item the number at its place in a row of the
// image (cl_intel_subgroups) or in a region (cl_intel_media_block_io); texels count as bytes. What says where the block
// is and how large is the same for all of the sub-group, which must be seen where the block is used: these become part
// of the kernel.
#include "image/Image.clh"

#define ALWAYS_INLINED __attribute__((always_inline))
#define INNER static inline ALWAYS_INLINED
INNER int rowBytes(IMAGE) {
  int width = (int)image->width, type = image->channelType;
  int shared = type == TypeRaw10 ? width >> 2 : type == TypeRaw12 ? width >> 1 : 0;
  return width * (int)image->texelBytes + shared;
}
INNER Place rowAt(IMAGE, long y) { return image->texels + y * (long)image->rowPitch; }
INNER bool isInside(IMAGE, long x, long y, long bytes, long rows) {
  return x >= 0 && x <= rowBytes(image) - bytes && y >= 0 && y <= image->height - rows;
}

// "The coordinate is a byte coordinate"; "out-of-bounds reads will return the edge image element". Texels have a power
// of two of bytes.
HELPER int clampByte(long at, int bytes, int texelBytes) {
  int inTexel = (int)at & (texelBytes - 1);
  return at < 0 ? inTexel : at < bytes ? (int)at : bytes - texelBytes + inTexel;
}

HELPER long clampRow(long y, int height) { return y < 0 ? 0 : y < height ? y : height - 1; }

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
    int bytes = rowBytes(image);                                                                                       \
    Place row = rowAt(image, clampRow(y, (int)image->height));                                                         \
    if (x >= 0 && x <= bytes - lanes * (int)sizeof(T))                                                                 \
      return AT_ANY(T, row + x + lane * (int)sizeof(T));                                                               \
    return readEdge##bits(row, x + lane * (int)sizeof(T), bytes, (int)image->texelBytes);                              \
  }                                                                                                                    \
  void ALWAYS_INLINED __lanecl_block_write_##bits(IMAGE, long x, long y, int lane, int lanes, T value) {               \
    int bytes = rowBytes(image);                                                                                       \
    if (y < 0 || y >= image->height)                                                                                   \
      return;                                                                                                          \
    Place row = rowAt(image, y);                                                                                       \
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
// in reads. Where the region is inside with all that is read of it, a row that all lanes are in is a block of memory;
// the second component of a pointer to the one before, for the first one's pointers are a program's, to be checked.
#define LANES __attribute__((convergent, nothrow))
#define BLOCK_OPERATIONS(bits, T)                                                                                      \
  LANES T readLanes##bits(Place, int) __asm__("lanecl.sub_group.block_read.i" #bits ".p1");                            \
  LANES void writeLanes##bits(Place, T, int) __asm__("lanecl.sub_group.block_write.i" #bits ".p1");
#define REGIONS(bits, T)                                                                                               \
  T ALWAYS_INLINED __lanecl_media_read_##bits(IMAGE, long x, long y, int width, int height, int first, int lane,       \
                                              int lanes) {                                                             \
    width = width < 1 ? 1 : width, height = height < 1 ? 1 : height;                                                   \
    uint shift = regionShift(width), mask = (1u << shift) - 1;                                                         \
    int column = (first + lane) & mask, row = (first + lane) >> shift;                                                 \
    row = row < height ? row : height - 1;                                                                             \
    if (isInside(image, x, y, (long)sizeof(T) << shift, height)) {                                                     \
      if (lanes > 1u << shift)                                                                                         \
        return AT_ANY(T, rowAt(image, y + row) + x + column * (int)sizeof(T));                                         \
      int whole = first >> shift;                                                                                      \
      whole = whole < height ? whole : height - 1;                                                                     \
      return readLanes##bits(rowAt(image, y + whole) + x + (first & mask) * sizeof(T) - lanes * (int)sizeof(T), 1);    \
    }                                                                                                                  \
    column = column < width ? column : width - 1;                                                                      \
    Place edge = rowAt(image, clampRow(y + row, (int)image->height));                                                  \
    return readEdge##bits(edge, x + column * (int)sizeof(T), rowBytes(image), (int)image->texelBytes);                 \
  }                                                                                                                    \
  void ALWAYS_INLINED __lanecl_media_write_##bits(IMAGE, long x, long y, int width, int height, int first, int lane,   \
                                                  int lanes, T value) {                                                \
    uint shift = regionShift(width), mask = (1u << shift) - 1;                                                         \
    int column = (first + lane) & mask, row = (first + lane) >> shift;                                                 \
    if (column >= width || row >= height)                                                                              \
      return;                                                                                                          \
    if (isInside(image, x, y, width * (long)sizeof(T), height)) {                                                      \
      Place inRow = rowAt(image, y + (first >> shift)) + x + (first & mask) * sizeof(T);                               \
      if (lanes > 1u << shift)                                                                                         \
        AT_ANY(T, rowAt(image, y + row) + x + column * (int)sizeof(T)) = value;                                        \
      else                                                                                                             \
        writeLanes##bits(inRow - lanes * (int)sizeof(T), value, 1);                                                    \
    } else if (y + row >= 0 && y + row < image->height) {                                                              \
      writeEdge##bits(rowAt(image, y + row), x + column * (int)sizeof(T), rowBytes(image), value);                     \
    }                                                                                                                  \
  }

#define FORMS(bits, T) EDGES(bits, T) ROWS(bits, T)
FORMS(8, uchar)
FORMS(16, ushort)
FORMS(32, uint)
FORMS(64, ulong)
// cl_intel_spirv_media_block_io: components of 8, 16 and 32 bits.
#define REGION_FORMS(bits, T) BLOCK_OPERATIONS(bits, T) REGIONS(bits, T)
REGION_FORMS(8, uchar)
REGION_FORMS(16, ushort)
REGION_FORMS(32, uint)
