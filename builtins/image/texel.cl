// Texels: channels in memory to what kernels see, and back (OpenCL C 6.15.15.7, "Conversion Rules"; the order of
// channels: OpenCL API, "Image Channel Order Values").
#include "image/Image.clh"
#include "image/Srgb.clh"

bool NEVER_INLINED __lanecl_image_small(IMAGE) {
  ulong slices = image->depth > image->layers ? image->depth : image->layers;
  return image->slicePitch * slices < 0x80000000ul && image->rowPitch * image->height < 0x80000000ul;
}

bool __attribute__((noinline, optnone)) __lanecl_every_lane(bool isSo) { return isSo; }

// ---- channels in memory

HELPER uint channelBits(uint type) {
  switch (type) {
  case TypeSnorm8:
  case TypeUnorm8:
  case TypeSigned8:
  case TypeUnsigned8:
  case TypeRaw10:
  case TypeRaw12:
    return 8;
  case TypeSigned32:
  case TypeUnsigned32:
  case TypeFloat:
  case TypeUnorm24:
  case TypeUnorm101010:
  case TypeUnorm1010102:
  case TypeUnorm2101010:
    return 32;
  default:
    return 16;
  }
}

typedef uint PackedUint __attribute__((aligned(1)));
typedef ushort PackedUshort __attribute__((aligned(1)));
typedef ushort4 PackedUshort4 __attribute__((aligned(2)));
// Channels need not lie at multiples of a vector's size.
typedef uint2 PackedUint2 __attribute__((aligned(4)));
typedef uint4 PackedUint4 __attribute__((aligned(4)));
#define AT(T, place) (*(global T *)(place))

PART uint4 load8(Place place, uint texelBytes) {
  switch (texelBytes) {
  case 1:
    return (uint4)(*place, 0, 0, 0);
  case 2: {
    uint both = AT(PackedUshort, place);
    return (uint4)(both & 0xFF, both >> 8, 0, 0);
  }
  case 3:
    return (uint4)(place[0], place[1], place[2], 0);
  default: {
    uint all = AT(PackedUint, place);
    return (uint4)(all & 0xFF, all >> 8 & 0xFF, all >> 16 & 0xFF, all >> 24);
  }
  }
}

PART uint4 load16(Place place, uint texelBytes) {
  switch (texelBytes) {
  case 2:
    return (uint4)(AT(ushort, place), 0, 0, 0);
  case 4: {
    uint both = AT(PackedUint, place);
    return (uint4)(both & 0xFFFF, both >> 16, 0, 0);
  }
  case 6:
    return (uint4)(AT(ushort, place), AT(ushort, place + 2), AT(ushort, place + 4), 0);
  default:
    return __builtin_convertvector(AT(PackedUshort4, place), uint4);
  }
}

PART uint4 load32(Place place, uint texelBytes) {
  switch (texelBytes) {
  case 4:
    return (uint4)(AT(uint, place), 0, 0, 0);
  case 8:
    return (uint4)(AT(PackedUint2, place), 0, 0);
  case 12:
    return (uint4)(AT(uint, place), AT(uint, place + 4), AT(uint, place + 8), 0);
  default:
    return AT(PackedUint4, place);
  }
}

PART uint4 loadChannels(IMAGE, Place place) {
  switch (channelBits(image->channelType)) {
  case 8:
    return load8(place, image->texelBytes);
  case 16:
    return load16(place, image->texelBytes);
  default:
    return load32(place, image->texelBytes);
  }
}

PART void store8(Place place, uint texelBytes, uint4 c) {
  switch (texelBytes) {
  case 1:
    *place = (uchar)c.x;
    break;
  case 2:
    AT(PackedUshort, place) = (ushort)(c.x | c.y << 8);
    break;
  case 3:
    place[0] = (uchar)c.x, place[1] = (uchar)c.y, place[2] = (uchar)c.z;
    break;
  default:
    AT(PackedUint, place) = c.x | c.y << 8 | c.z << 16 | c.w << 24;
  }
}

PART void store16(Place place, uint texelBytes, uint4 c) {
  switch (texelBytes) {
  case 2:
    AT(ushort, place) = (ushort)c.x;
    break;
  case 4:
    AT(PackedUint, place) = c.x | c.y << 16;
    break;
  case 6:
    AT(ushort, place) = (ushort)c.x, AT(ushort, place + 2) = (ushort)c.y, AT(ushort, place + 4) = (ushort)c.z;
    break;
  default:
    AT(PackedUshort4, place) = __builtin_convertvector(c, ushort4);
  }
}

PART void store32(Place place, uint texelBytes, uint4 c) {
  switch (texelBytes) {
  case 4:
    AT(uint, place) = c.x;
    break;
  case 8:
    AT(PackedUint2, place) = c.xy;
    break;
  case 12:
    AT(uint, place) = c.x, AT(uint, place + 4) = c.y, AT(uint, place + 8) = c.z;
    break;
  default:
    AT(PackedUint4, place) = c;
  }
}

PART void storeChannels(IMAGE, Place place, uint4 c) {
  switch (channelBits(image->channelType)) {
  case 8:
    return store8(place, image->texelBytes, c);
  case 16:
    return store16(place, image->texelBytes, c);
  default:
    return store32(place, image->texelBytes, c);
  }
}

// ---- the order of channels

#define INORDER(V, one)                                                                                                \
  switch (order) {                                                                                                     \
  case OrderR:                                                                                                         \
  case OrderRx:                                                                                                        \
  case OrderDepth:                                                                                                     \
    return (V)(c.x, 0, 0, one);                                                                                        \
  case OrderA:                                                                                                         \
    return (V)(0, 0, 0, c.x);                                                                                          \
  case OrderRG:                                                                                                        \
  case OrderRGx:                                                                                                       \
    return (V)(c.x, c.y, 0, one);                                                                                      \
  case OrderRA:                                                                                                        \
    return (V)(c.x, 0, 0, c.y);                                                                                        \
  case OrderRGB:                                                                                                       \
  case OrderRGBx:                                                                                                      \
  case OrderSRGB:                                                                                                      \
  case OrderSRGBx:                                                                                                     \
    return (V)(c.x, c.y, c.z, one);                                                                                    \
  case OrderBGRA:                                                                                                      \
  case OrderSBGRA:                                                                                                     \
    return c.zyxw;                                                                                                     \
  case OrderARGB:                                                                                                      \
    return c.yzwx;                                                                                                     \
  case OrderABGR:                                                                                                      \
    return c.wzyx;                                                                                                     \
  case OrderIntensity:                                                                                                 \
    return c.xxxx;                                                                                                     \
  case OrderLuminance:                                                                                                 \
    return (V)(c.x, c.x, c.x, one);                                                                                    \
  default:                                                                                                             \
    return c;                                                                                                          \
  }
HELPER float4 inOrder(uint order, float4 c){INORDER(float4, 1)} HELPER int4
    inOrder(uint order, int4 c){INORDER(int4, 1)}

#define OUT_OF_ORDER(V)                                                                                                \
  switch (order) {                                                                                                     \
  case OrderA:                                                                                                         \
    return c.wwww;                                                                                                     \
  case OrderRA:                                                                                                        \
    return c.xwww;                                                                                                     \
  case OrderBGRA:                                                                                                      \
  case OrderSBGRA:                                                                                                     \
    return c.zyxw;                                                                                                     \
  case OrderARGB:                                                                                                      \
    return c.wxyz;                                                                                                     \
  case OrderABGR:                                                                                                      \
    return c.wzyx;                                                                                                     \
  default:                                                                                                             \
    return c;                                                                                                          \
  }
HELPER float4 outOfOrder(uint order, float4 c){OUT_OF_ORDER(float4)} HELPER int4
    outOfOrder(uint order, int4 c){OUT_OF_ORDER(int4)}

HELPER bool isSrgb(uint order) {
  return order >= OrderSRGB && order <= OrderSBGRA;
}

// ---- floating point

HELPER int4 asSigned(uint4 c) { return __builtin_astype(c, int4); }
HELPER uint4 asUnsigned(int4 c) { return __builtin_astype(c, uint4); }

// c / most as division rounds it, of numbers of up to 16 bits: 1.5 ulp are allowed, but programs multiply by `most`,
// cut off what is behind the point, and expect c again. 1 / most is the sum of a number of eight bits, whose product
// with c is exact, and of a rest, whose product's error is far behind the last bit of the sum.
HELPER float4 share(int4 c, float4 most) {
  float4 value = __builtin_convertvector(c, float4);
  float4 front = __builtin_astype(__builtin_astype(1.0f / most, uint4) & 0xFFFF0000, float4);
  float4 rest = (1.0f - front * most) / most;
  return value * front + value * rest;
}
HELPER float4 unorm(uint4 c, float4 most) { return share(asSigned(c), most); }
// Of eight bits, the products of the rounded reciprocal give c again, too.
HELPER float4 unorm8(uint4 c) { return __builtin_convertvector(asSigned(c), float4) * (1.0f / 255); }
HELPER float4 snorm(int4 c, float most) {
  float4 value = share(c, (float4)most);
  return value > -1.0f ? value : (float4)-1.0f;
}

HELPER float4 halves(uint4 c) {
  return (float4)(asHalf((ushort)c.x), asHalf((ushort)c.y), asHalf((ushort)c.z), asHalf((ushort)c.w));
}

HELPER float4 toFloat(uint type, uint4 c) {
  uint all = c.x; // of packed formats
  switch (type) {
  case TypeUnorm8:
    return unorm8(c);
  case TypeUnorm16:
    return unorm(c, (float4)65535);
  case TypeSnorm8:
    return snorm(asSigned(c << 24) >> 24, 127.0f);
  case TypeSnorm16:
    return snorm(asSigned(c << 16) >> 16, 32767.0f);
  case TypeHalf:
    return halves(c);
  case TypeUnorm565:
    return unorm((uint4)(all >> 11, all >> 5 & 63, all & 31, 0), (float4)(31, 63, 31, 1));
  case TypeUnorm555:
    return unorm((uint4)(all >> 10 & 31, all >> 5 & 31, all & 31, 0), (float4)31);
  case TypeUnorm101010:
    return unorm((uint4)(all >> 20 & 1023, all >> 10 & 1023, all & 1023, 0), (float4)1023);
  case TypeUnorm1010102:
    return unorm((uint4)(all >> 22, all >> 12 & 1023, all >> 2 & 1023, all & 3), (float4)(1023, 1023, 1023, 3));
  case TypeUnorm2101010:
    return unorm((uint4)(all >> 30, all >> 20 & 1023, all >> 10 & 1023, all & 1023), (float4)(3, 1023, 1023, 1023));
  case TypeUnorm24:
    return __builtin_convertvector(c & 0xFFFFFF, float4) / 16777215.0f;
  case TypeUnorm10x6:
    return unorm(c >> 6, (float4)1023);
  case TypeUnorm12x4:
    return unorm(c >> 4, (float4)4095);
  case TypeUnorm14x2:
    return unorm(c >> 2, (float4)16383);
  default:
    return __builtin_astype(c, float4);
  }
}

float4 NEVER_INLINED __lanecl_image_texel_f(IMAGE, Place place, int x) {
  uint4 c = loadChannels(image, place);
  float4 value = toFloat(image->channelType, c);
  if (isSrgb(image->channelOrder))
    value = (float4)(fromSrgb(c.x), fromSrgb(c.y), fromSrgb(c.z), value.w);
  return inOrder(image->channelOrder, value);
}

// convert_TYPE_sat_rte(c * most): to the nearest, even ones at halves; of NaN 0. Numbers of 2^23 and a half have no
// bits behind the point.
HELPER uint4 rounded(float4 c, float4 least, float4 most, float4 scale) {
  float4 value = c * scale;
  value = value > least ? value : least;
  value = value < most ? value : most;
  return __builtin_astype(value + 12582912.0f, uint4) - 0x4B400000;
}
HELPER uint4 toUnorm(float4 c, float4 most) { return rounded(c, (float4)0.0f, most, most); }
HELPER uint4 toSnorm(float4 c, float most) {
  c = c == c ? c : (float4)0.0f;
  return rounded(c, (float4)(-most - 1), (float4)most, (float4)most);
}

HELPER uint bitsOfHalf(float c) { return bits((half)c); }

HELPER uint4 fromFloat(uint type, float4 c) {
  uint4 n;
  switch (type) {
  case TypeUnorm8:
    return toUnorm(c, (float4)255);
  case TypeUnorm16:
    return toUnorm(c, (float4)65535);
  case TypeSnorm8:
    return toSnorm(c, 127.0f) & 0xFF;
  case TypeSnorm16:
    return toSnorm(c, 32767.0f) & 0xFFFF;
  case TypeHalf:
    return (uint4)(bitsOfHalf(c.x), bitsOfHalf(c.y), bitsOfHalf(c.z), bitsOfHalf(c.w));
  case TypeUnorm565:
    n = toUnorm(c, (float4)(31, 63, 31, 1));
    return (uint4)(n.x << 11 | n.y << 5 | n.z, 0, 0, 0);
  case TypeUnorm555:
    n = toUnorm(c, (float4)31);
    return (uint4)(n.x << 10 | n.y << 5 | n.z, 0, 0, 0);
  case TypeUnorm101010:
    n = toUnorm(c, (float4)1023);
    return (uint4)(n.x << 20 | n.y << 10 | n.z, 0, 0, 0);
  case TypeUnorm1010102:
    n = toUnorm(c, (float4)(1023, 1023, 1023, 3));
    return (uint4)(n.x << 22 | n.y << 12 | n.z << 2 | n.w, 0, 0, 0);
  case TypeUnorm2101010:
    n = toUnorm(c, (float4)(3, 1023, 1023, 1023));
    return (uint4)(n.x << 30 | n.y << 20 | n.z << 10 | n.w, 0, 0, 0);
  case TypeUnorm24: // more bits than the sum in `rounded` has room for
    c = c > 0.0f ? c : (float4)0.0f;
    c = c < 1.0f ? c : (float4)1.0f;
    return __builtin_convertvector(__builtin_elementwise_rint(c * 16777215.0f), uint4);
  case TypeUnorm10x6:
    return toUnorm(c, (float4)1023) << 6;
  case TypeUnorm12x4:
    return toUnorm(c, (float4)4095) << 4;
  case TypeUnorm14x2:
    return toUnorm(c, (float4)16383) << 2;
  default:
    return __builtin_astype(c, uint4);
  }
}

void NEVER_INLINED __lanecl_image_store_f(IMAGE, Place place, float4 color) {
  if (isSrgb(image->channelOrder))
    color = (float4)(toSrgb(color.x), toSrgb(color.y), toSrgb(color.z), color.w);
  storeChannels(image, place, fromFloat(image->channelType, outOfOrder(image->channelOrder, color)));
}

// ---- integers

// Its high byte, and its part of the byte behind the block's high bytes, where bits of the first texel are lowest.
PART int4 rawTexel(uint type, Place place, int x) {
  int shift = type == TypeRaw10 ? 2 : 1, bits = type == TypeRaw10 ? 2 : 4, texels = 1 << shift;
  int number = x & (texels - 1);
  place += x >> shift;
  uint low = (uint)place[texels - number] >> number * bits & ((1u << bits) - 1);
  return (int4)((int)(*place << bits | low), 0, 0, 1);
}

int4 NEVER_INLINED __lanecl_image_texel_i(IMAGE, Place place, int x) {
  if (image->channelType == TypeRaw10 || image->channelType == TypeRaw12)
    return rawTexel(image->channelType, place, x);
  int4 c = asSigned(loadChannels(image, place));
  switch (image->channelType) {
  case TypeSigned8:
    c = c << 24 >> 24;
    break;
  case TypeSigned16:
    c = c << 16 >> 16;
    break;
  case TypeUnsigned10x6:
    c = c >> 6;
    break;
  case TypeUnsigned12x4:
    c = c >> 4;
    break;
  case TypeUnsigned14x2:
    c = c >> 2;
    break;
  default:
    break;
  }
  return inOrder(image->channelOrder, c);
}

HELPER uint4 atMost(uint4 c, uint most) { return c < most ? c : (uint4)most; }
HELPER uint4 within(int4 c, int most) {
  c = c > -most - 1 ? c : (int4)(-most - 1);
  return asUnsigned(c < most ? c : (int4)most);
}

void NEVER_INLINED __lanecl_image_store_i(IMAGE, Place place, int4 color) {
  int4 c = outOfOrder(image->channelOrder, color);
  uint4 n = asUnsigned(c);
  switch (image->channelType) {
  case TypeSigned8:
    n = within(c, 127) & 0xFF;
    break;
  case TypeSigned16:
    n = within(c, 32767) & 0xFFFF;
    break;
  case TypeUnsigned8:
    n = atMost(n, 255);
    break;
  case TypeUnsigned16:
    n = atMost(n, 65535);
    break;
  case TypeUnsigned10x6:
    n = atMost(n, 1023) << 6;
    break;
  case TypeUnsigned12x4:
    n = atMost(n, 4095) << 4;
    break;
  case TypeUnsigned14x2:
    n = atMost(n, 16383) << 2;
    break;
  default:
    break;
  }
  storeChannels(image, place, n);
}
