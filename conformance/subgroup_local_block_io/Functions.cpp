// Every function of the extension at every sub-group size: component n of work-item i is p[n * size + i], of reads and
// of writes, with several sub-groups in a work-group and p at every aligned place.
#include "Common.h"

namespace {

using namespace blockio;
using namespace conformance;

/// Each sub-group has a block of size * N elements, `K` blocks apart so that every block is aligned; `at` moves all.
const std::string prelude = R"(
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if REQUIRED
#define ATTRIBUTE __attribute__((intel_reqd_sub_group_size(REQUIRED)))
#else
#define ATTRIBUTE
#endif
#define BLOCK (get_sub_group_id() * get_max_sub_group_size() * N * K + at)
)";

/// The kernels for N components; their names end in N.
const std::string kernels = R"(
#if N == 1
#define TN T
#define READ(p) JOIN(intel_sub_group_block_read, SUFFIX)(p)
#define WRITE(p, v) JOIN(intel_sub_group_block_write, SUFFIX)(p, v)
#else
#define TN JOIN(T, N)
#define READ(p) JOIN(JOIN(intel_sub_group_block_read, SUFFIX), N)(p)
#define WRITE(p, v) JOIN(JOIN(intel_sub_group_block_write, SUFFIX), N)(p, v)
#endif
ATTRIBUTE kernel void JOIN(readLocal, N)(global const uchar *in, global T *out, local uchar *tile, uint bytes, uint at,
                                global uint *size) {
  for (uint i = get_local_id(0); i < bytes; i += get_local_size(0))
    tile[i] = in[get_group_id(0) * bytes + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const TN v = READ((const local T *)tile + BLOCK);
  union { TN v; T s[N]; } u;
  u.v = v;
  out += get_group_id(0) * (bytes / sizeof(T));
  for (uint n = 0; n < N; ++n)
    out[BLOCK + n * get_max_sub_group_size() + get_sub_group_local_id()] = u.s[n];
  *size = get_max_sub_group_size();
}

ATTRIBUTE kernel void JOIN(writeLocal, N)(global const T *in, global uchar *out, local uchar *tile, uint bytes, uint at,
                                 global uint *size) {
  for (uint i = get_local_id(0); i < bytes; i += get_local_size(0))
    tile[i] = 0xEE;
  barrier(CLK_LOCAL_MEM_FENCE);
  union { TN v; T s[N]; } u;
  in += get_group_id(0) * (bytes / sizeof(T));
  for (uint n = 0; n < N; ++n)
    u.s[n] = in[BLOCK + n * get_max_sub_group_size() + get_sub_group_local_id()];
  WRITE((local T *)tile + BLOCK, u.v);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < bytes; i += get_local_size(0))
    out[get_group_id(0) * bytes + i] = tile[i];
  *size = get_max_sub_group_size();
}

// From local memory to global memory and the other way, with functions of the same name.
ATTRIBUTE kernel void JOIN(bothSpaces, N)(global T *in, global T *out, local T *tile, uint bytes, uint at, global uint *size) {
  in += get_group_id(0) * (bytes / sizeof(T));
  out += get_group_id(0) * (bytes / sizeof(T));
  WRITE(tile + BLOCK, READ(in + BLOCK));
  barrier(CLK_LOCAL_MEM_FENCE);
  WRITE(out + BLOCK, READ(tile + BLOCK));
  *size = get_max_sub_group_size();
}
#undef N
#undef TN
#undef READ
#undef WRITE
)";

constexpr std::size_t local = 64, groups = 2;

struct Case {
  const Type &type;
  unsigned width;
  std::size_t required, at; // `at` in elements
  std::size_t spread() const { return alignment / type.bytes; }
  /// Enough for 64 sub-groups of one and for one of 64.
  std::size_t bytes() const { return local * width * spread() * type.bytes + (at + spread()) * type.bytes; }
  std::string text(const char *kernel) const {
    return std::string(kernel) + ": " + type.name + std::to_string(width) + " (suffix '" + type.suffix +
           "'), sub-group size asked " + std::to_string(required) + ", at " + std::to_string(at);
  }
};

void run(Session &session, const Program &program, const Case &c, const char *kernel) {
  Bytes in = Noise(c.width + c.at).bytes(groups * c.bytes()), out(in.size(), untouched), expected = out;
  std::vector<cl_uint> size{0};
  Launch launch(session, program, kernel + std::to_string(c.width));
  launch.inOut(in).inOut(out).local(c.bytes());
  launch.value(cl_uint(c.bytes())).value(cl_uint(c.at)).inOut(size);
  launch.run(conformance::line(groups * local, local));
  if (c.required)
    session.expect(size[0] == c.required, c.text(kernel) + ": the size is " + std::to_string(size[0]));
  if (size[0] == 0 || local % size[0])
    return session.fail(c.text(kernel) + ": the sub-group size " + std::to_string(size[0]) + " is no part of 64");
  // Only the blocks' own bytes are written; what is read outside of them stays as it was.
  const std::size_t block = std::size_t{size[0]} * c.width * c.type.bytes;
  for (std::size_t group = 0; group < groups; ++group)
    for (std::size_t subGroup = 0; subGroup < local / size[0]; ++subGroup) {
      const std::size_t start = group * c.bytes() + subGroup * block * c.spread() + c.at * c.type.bytes;
      std::memcpy(&expected[start], &in[start], block);
    }
  compareBytes(session, out, expected, c.text(kernel));
}

/// All widths of a type at one sub-group size: one program.
void everyWidth(Session &session, const Type &type, std::size_t required, const char *kernel) {
  std::string source = prelude;
  for (unsigned width : widths)
    if (width <= type.widest)
      source += "#define N " + std::to_string(width) + kernels;
  const std::size_t spread = alignment / type.bytes;
  const Program program(session, source,
                        std::string("-cl-std=CL3.0 -DT=") + type.name + " -DSUFFIX=" + type.suffix +
                            " -DK=" + std::to_string(spread) + " -DREQUIRED=" + std::to_string(required));
  for (unsigned width : widths)
    for (std::size_t at : {0, 1, 3})
      if (width <= type.widest)
        run(session, program, {type, width, required, at * spread}, kernel);
}

void everyFunction(Session &session, const char *kernel) {
  need(session);
  for (const Type &type : types)
    for (std::size_t required : session.subGroupSizes())
      if (session.has(type.extension) && local % std::max<std::size_t>(required, 1) == 0)
        everyWidth(session, type, required, kernel);
}

} // namespace

CONFORMANCE_TEST(block_read_local) { everyFunction(session, "readLocal"); }
CONFORMANCE_TEST(block_write_local) { everyFunction(session, "writeLocal"); }
CONFORMANCE_TEST(block_read_write_both_spaces) { everyFunction(session, "bothSpaces"); }
