// What the functions mean in programs: control flow that a sub-group takes as a whole, loops, local variables of the
// kernel, the macro, local memory in called functions.
#include "Common.h"

namespace {

using namespace blockio;
using namespace conformance;

/// Runs `body` with 64 work-items; it writes 256 uints of which element i must be `expected(i)`. `size` is the
/// sub-group size.
template <typename Expected>
void check(Session &session, const std::string &before, const std::string &body, Expected expected) {
  need(session);
  const Program program(session, before + R"(
#define L get_sub_group_local_id()
#define S get_max_sub_group_size()
#define G get_sub_group_id()
kernel void k(global uint *out, global uint *size) {
  local uint tile[512] __attribute__((aligned(16)));
  for (uint i = get_local_id(0); i < 512; i += get_local_size(0))
    tile[i] = 1000 + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  *size = S;
)" + body + "}");
  std::vector<cl_uint> out(256, 7), size{0};
  Launch launch(session, program, "k");
  launch.inOut(out).inOut(size);
  launch.run(conformance::line(64, 64));
  session.expect(size[0] != 0, "the sub-group size is 0");
  if (session.failed())
    return;
  for (std::size_t i = 0; i < out.size() && !session.failed(); ++i)
    session.expect(out[i] == expected(i, size[0]), "element " + std::to_string(i) + " is " + std::to_string(out[i]) +
                                                       ", expected " + std::to_string(expected(i, size[0])));
}

} // namespace

CONFORMANCE_TEST(extension_macro) {
  check(session, "#ifndef cl_intel_subgroup_local_block_io\n#error the macro is missing\n#endif\n",
        "out[get_local_id(0)] = cl_intel_subgroup_local_block_io;",
        [](std::size_t i, cl_uint) { return i < 64 ? 1u : 7u; });
}

// A branch that whole sub-groups take: the others must not read or write.
CONFORMANCE_TEST(branch_by_sub_group) {
  check(session, "", R"(
    if (G % 2 == 0)
      intel_sub_group_block_write4(tile + G * S * 4, (uint4)(L, L + 100, L + 200, L + 300));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
      out[i] = tile[i];)",
        [](std::size_t i, cl_uint s) {
          const std::size_t group = i / (s * 4), n = i / s % 4;
          return group % 2 == 0 ? cl_uint(i % s + n * 100) : cl_uint(1000 + i);
        });
}

CONFORMANCE_TEST(loop) {
  check(session, "", R"(
    uint4 sum = 0;
    for (uint step = 0; step < 4; ++step)
      sum += intel_sub_group_block_read_ui4(tile + step * 64);
    if (G == 0)
      for (uint i = 0; i < 256; i += S)
        out[i + L] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (G == 0) {
      out[L] = sum.x;
      out[S + L] = sum.y;
      out[2 * S + L] = sum.z;
      out[3 * S + L] = sum.w;
    })",
        [](std::size_t i, cl_uint s) { return i < 4 * s ? cl_uint(4 * (1000 + i) + 64 * 6) : 0u; });
}

CONFORMANCE_TEST(called_function) {
  check(session, R"(
uint2 bring(const local uint *p) { return intel_sub_group_block_read2(p); }
void give(local uint *p, uint2 v) { intel_sub_group_block_write2(p, v); }
)",
        R"(
    give(tile + 256 + G * S * 2, bring(tile + G * S * 2) + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
      out[i] = tile[256 + i];)",
        [](std::size_t i, cl_uint) { return i < 128 ? cl_uint(1001 + i) : cl_uint(1256 + i); });
}

// What a write left is what any work-item reads behind a barrier, and the other way round: lanes exchange values.
CONFORMANCE_TEST(exchange_of_lanes) {
  check(session, "", R"(
    tile[get_local_id(0)] = get_local_id(0) * 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = intel_sub_group_block_read(tile + (G & ~3u) * S + 0);
    const uint first = get_local_id(0) / (4 * S) * 4 * S;
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
      out[i] = i < 64 ? mine - (first + L) * 5 : 0;)",
        [](std::size_t, cl_uint) { return 0u; });
}
