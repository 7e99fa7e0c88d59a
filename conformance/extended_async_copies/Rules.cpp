// The sentences about events, pointers, control flow and the macro, each with a kernel of its own.
#include "Common.h"

namespace {

using namespace conformance;

/// Runs `body` as a kernel over `count` ints in groups of 16 and compares what it wrote to `out`.
void check(Session &session, const std::string &body, std::vector<cl_int> expected, std::size_t local = 16) {
  const Program program(session, copies::prelude + "kernel void k(global int *in, global int *out, local int *tile) {" +
                                     body + "}");
  std::vector<cl_int> in(1024), out(expected.size(), -1);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = cl_int(i * 3 + 1);
  Launch launch(session, program, "k");
  launch.inOut(in).inOut(out).local(4096);
  launch.run(line(local, local));
  for (std::size_t i = 0; i < out.size() && !session.failed(); ++i)
    session.expect(out[i] == expected[i], "element " + std::to_string(i) + " is " + std::to_string(out[i]) +
                                              ", expected " + std::to_string(expected[i]));
}

std::vector<cl_int> iota(std::size_t count, cl_int factor = 3, cl_int plus = 1) {
  std::vector<cl_int> all(count);
  for (std::size_t i = 0; i < count; ++i)
    all[i] = cl_int(i) * factor + plus;
  return all;
}

} // namespace

// "If the cl_khr_extended_async_copies extension macro is supported"
CONFORMANCE_TEST(extension_macro) {
  session.need(copies::extension);
  check(session, R"(
#ifndef cl_khr_extended_async_copies
#error the macro is missing
#endif
    for (uint i = ITEM; i < 4; i += ITEMS) out[i] = cl_khr_extended_async_copies;)",
        {1, 1, 1, 1});
}

// "async_work_group_strided_copy(dst, src, num_gentypes, src_stride, event) is equal to
//  async_work_group_copy_2D2D(dst, 0, src, 0, sizeof(gentype), 1, num_gentypes, src_stride, 1, event)"
CONFORMANCE_TEST(strided_copy_is_a_copy_of_a_column) {
  session.need(copies::extension);
  check(session, R"(
    event_t e = async_work_group_strided_copy(tile, in, 32, 5, 0);
    e = async_work_group_copy_2D2D(tile + 32, 0, in, 0, sizeof(int), 1, 32, 5, 1, e);
    wait_group_events(1, &e);
    for (uint i = ITEM; i < 32; i += ITEMS) out[i] = tile[i] - tile[i + 32];)",
        std::vector<cl_int>(32, 0));
}

// "If the event argument is non-zero, the event object supplied as the event argument will be returned": one wait is
// for all the copies that share it.
CONFORMANCE_TEST(shared_event) {
  session.need(copies::extension);
  check(session, R"(
    event_t e = async_work_group_copy(tile, in, 16, 0);
    e = async_work_group_strided_copy(tile + 16, in + 16, 16, 1, e);
    e = async_work_group_copy_2D2D(tile, 32, in, 32, 4, 4, 4, 4, 4, e);
    e = async_work_group_copy_3D3D(tile, 48, in, 48, 4, 4, 2, 2, 4, 8, 4, 8, e);
    wait_group_events(1, &e);
    for (uint i = ITEM; i < 64; i += ITEMS) out[i] = tile[i];)",
        iota(64));
}

CONFORMANCE_TEST(list_of_events) {
  session.need(copies::extension);
  check(session, R"(
    event_t e[3];
    e[0] = async_work_group_copy(tile, in, 16, 0);
    e[1] = async_work_group_copy_2D2D(tile, 16, in, 16, 4, 8, 2, 8, 8, 0);
    e[2] = async_work_group_copy_3D3D(tile, 32, in, 32, 4, 4, 2, 2, 4, 8, 4, 8, 0);
    wait_group_events(3, e);
    for (uint i = ITEM; i < 48; i += ITEMS) out[i] = tile[i];)",
        iota(48));
}

// "The functions described in this section support arbitrary gentype-based buffers by casting pointers to void*."
CONFORMANCE_TEST(any_pointer) {
  session.need(copies::extension);
  check(session, R"(
    typedef struct { int a; int b; int c; } Triple;
    event_t e = async_work_group_copy_2D2D((local Triple *)tile, 1, (global Triple *)in, 2, sizeof(Triple), 4, 2, 4, 4, 0);
    e = async_work_group_copy_2D2D((local float2 *)(tile + 100), 0, (global const float2 *)in, 3, 8, 4, 1, 4, 4, e);
    wait_group_events(1, &e);
    for (uint i = ITEM; i < 24; i += ITEMS) out[i] = tile[3 + i];
    for (uint i = ITEM; i < 8; i += ITEMS) out[24 + i] = tile[100 + i];)",
        [] {
          std::vector<cl_int> all = iota(24, 3, 19);
          for (cl_int i = 0; i < 8; ++i)
            all.push_back((6 + i) * 3 + 1);
          return all;
        }());
}

// Copies in a loop and in a branch that all work-items take: two tiles in turn.
CONFORMANCE_TEST(double_buffering) {
  session.need(copies::extension);
  check(session, R"(
    event_t e[2];
    e[0] = async_work_group_copy_2D2D(tile, 0, in, 0, 4, 8, 2, 8, 8, 0);
    for (int step = 0; step < 8; ++step) {
      if (step < 7)
        e[(step + 1) % 2] = async_work_group_copy_2D2D(tile, (step + 1) % 2 * 16, in, (step + 1) * 16, 4, 8, 2, 8, 8, 0);
      wait_group_events(1, &e[step % 2]);
      for (uint i = ITEM; i < 16; i += ITEMS) out[step * 16 + i] = tile[step % 2 * 16 + i] + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    })",
        iota(128, 3, 2));
}

// There and back: what a copy brought is the source of the next.
CONFORMANCE_TEST(there_and_back) {
  session.need(copies::extension);
  check(session, R"(
    event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, 4, 4, 4, 16, 4, 16, 0);
    wait_group_events(1, &e);
    for (uint i = ITEM; i < 64; i += ITEMS) tile[i] *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_3D3D(out, 0, tile, 0, 4, 4, 4, 4, 4, 16, 4, 16, 0);
    wait_group_events(1, &e);)",
        iota(64, 6, 2));
}

// The copies are made by functions that are called, and with sizes that the compiler knows.
CONFORMANCE_TEST(in_called_functions) {
  session.need(copies::extension);
  const Program program(session, copies::prelude + R"(
event_t bring(local int *to, global const int *from, uint lines, event_t e) {
  return async_work_group_copy_2D2D(to, 0, from, 0, sizeof(int), 4, lines, 4, 4, e);
}
void give(global int *to, local const int *from) {
  event_t e = async_work_group_copy_2D2D(to, 0, from, 0, sizeof(int), 4, 4, 4, 8, 0);
  wait_group_events(1, &e);
}
kernel void k(global int *in, global int *out) {
  local int tile[16];
  event_t e = bring(tile, in, 4, 0);
  wait_group_events(1, &e);
  give(out, tile);
})");
  std::vector<cl_int> in = iota(16), out(32, -1), expected(32, -1);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      expected[y * 8 + x] = in[y * 4 + x];
  Launch launch(session, program, "k");
  launch.inOut(in).inOut(out);
  launch.run(line(12, 12));
  session.expect(out == expected, "the lines are not where they belong");
}

// "must therefore be encountered by all work-items in a work-group": every work-item sees what was copied.
CONFORMANCE_TEST(all_work_items_see_it) {
  session.need(copies::extension);
  const std::size_t local = std::min<std::size_t>(session.maxWorkGroup(), 256);
  std::vector<cl_int> expected(local);
  for (std::size_t i = 0; i < local; ++i)
    expected[i] = cl_int((local - 1 - i) * 3 + 1);
  check(session, R"(
    event_t e = async_work_group_copy_2D2D(tile, 0, in, 0, 4, ITEMS, 1, ITEMS, ITEMS, 0);
    wait_group_events(1, &e);
    out[ITEM] = tile[ITEMS - 1 - ITEM];)",
        expected, local);
}
