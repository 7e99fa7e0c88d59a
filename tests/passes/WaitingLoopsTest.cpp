// Which loops may wait for another sub-group: those that must yield, and those that are as common and must not pay.
#include "Report.h"

using namespace lanecl;
using namespace lanecl::compiler;

namespace {

struct Case {
  const char *name, *code;
  unsigned loops; ///< of them, how many may wait
};

const Case cases[] = {
    // Flags and turns
    {"AtomicFlag", "while (atomic_load(a) == 0);", 1},
    {"AtomicFlagOfAnother", "while (atomic_load(a + get_group_id(0)) != n) x += n; o[0] = x;", 1},
    {"VolatileFlag", "while (*(volatile global int *)o == 0);", 1},
    {"LocalFlag", "local int f; while (*(volatile local int *)&f == 0);", 1},
    {"AddOfZero", "while (atomic_add((global int *)o, 0) == 0);", 1},
    {"Ticket", "int mine = atomic_fetch_add(a, 1); while (atomic_load(a + 1) != mine); atomic_fetch_add(a + 1, 1);", 1},
    {"BoundedTries", "for (int i = 0; i < n; ++i) if (atomic_load(a) == 1) { x = i; break; } o[0] = x;", 1},
    {"FlagThenOther", "while (atomic_load(a) == 0); while (atomic_load(a + 1) == 0);", 2},
    {"PassedThroughMemory",
     "local int seen; do { if (get_local_id(0) == 0) seen = atomic_load(a); sub_group_barrier(CLK_LOCAL_MEM_FENCE); } "
     "while (seen == 0);",
     1},
    {"Broadcast", "while (sub_group_broadcast(get_sub_group_local_id() ? 0 : atomic_load(a), 0) == 0);", 1},
    {"LookBack",
     "int t = get_group_id(0); while (t >= 0) { int s = atomic_load(a + t); if (s > 0) { x += s; --t; } "
     "else if (s < 0) break; } o[0] = x;",
     1},
    {"Ring", "int s = 0; if (get_sub_group_id() == 0) while (atomic_load(a + s) == 0) s ^= 1; o[0] = s;", 1},
    {"RingOfMany", "int s = 0; while (atomic_load(a + s) != (int)get_sub_group_id()) s = (s + 1) % n; o[0] = s;", 1},
    {"PlaceInARing", "int i = 0; if (get_sub_group_id() == 0) while (atomic_load(a + (i & 1)) == 0) ++i; o[0] = i;", 1},
    {"PlaceModulo", "int i = get_sub_group_id(); while (atomic_load(a + (i + x) % n) == 0) ++i; o[0] = i;", 1},
    {"AllOfMany",
     "int all; do { all = 1; for (int j = 0; j < 7; ++j) { x ^= atomic_load(a + j); all &= atomic_load(a + j + 1); } } "
     "while (!all); o[0] = x;",
     1},
    {"ThroughAGenericPointer",
     "int r[4]; int *g = r; do { for (int i = 0; i < 4; ++i) g[(i + x) & 3] = atomic_load(a); } while (r[x & 3] == 0);",
     1},
    {"SeveralEntries", "if (n > 3) goto middle; again: x += 1; middle: if (atomic_load(a) == 0) goto again; o[0] = x;",
     1},
    {"PlainBehindAFence",
     "while (o[1] == 0) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, "
     "memory_scope_device); o[0] = x;",
     1},
    // Locks
    {"FetchAdd", "while (atomic_fetch_add(a, 1) != 0); o[0] += n; atomic_store(a, 0);", 1},
    {"Parity", "while (!(atomic_fetch_add(a, 2) & 1)); o[0] = n;", 1},
    {"Exchange", "while (atomic_exchange(a, 1)); o[0] += n; atomic_store(a, 0);", 1},
    {"CompareExchange", "while (atomic_cmpxchg((volatile global int *)o, 0, 1) != 0); o[1] += n; atomic_xchg(o, 0);",
     1},
    {"SetBit", "while (atomic_or((volatile global int *)o, 4) & 4); o[1] += n; atomic_and(o, ~4);", 1},
    {"LockInLoop",
     "bool done = false; while (!done) { if (atomic_cmpxchg(o, 0, 1) == 0) { o[1] += n; atomic_xchg(o, 0); "
     "done = true; } }",
     1},
    {"LookThenTake",
     "while (true) { if (atomic_load(a) == 0) { int e = 0; if (atomic_compare_exchange_strong(a, &e, 1)) break; } } "
     "o[0] += n; atomic_store(a, 0);",
     1},
    {"TakenBack", "while (atomic_fetch_add(a, 1) != 0) atomic_fetch_sub(a, 1); o[0] += n; atomic_fetch_sub(a, 1);", 1},
    // What goes on by itself
    {"QueueOfTheGroup",
     "local int next; for (;;) { if (get_local_id(0) == 0) next = atomic_fetch_add(a, 1); "
     "barrier(CLK_LOCAL_MEM_FENCE); "
     "int i = next; barrier(CLK_LOCAL_MEM_FENCE); if (i >= n) break; o[i + x] = i; }",
     0},
    {"QueueOfPieces", "int i; while ((i = atomic_fetch_add(a, 1) * 64 + x) < n) o[i] = i;", 0},
    {"QueueOfTheSubGroup",
     "for (;;) { int i = 0; if (get_sub_group_local_id() == 0) i = atomic_fetch_add(a, 1); "
     "i = sub_group_broadcast(i, 0); if (i >= n) break; o[i] = i; }",
     0},
    {"List", "int i = n; while (i >= 0) { x += atomic_load(a + i); i = o[i]; } o[0] = x;", 0},
    {"Worklist", "for (int i = 0; i < n; ++i) if (o[i] > x) o[n + atomic_fetch_add(a, 1)] = i;", 0},
    {"Queue", "int i; while ((i = atomic_fetch_add(a, 1)) < n) o[i] = i;", 0},
    {"FloatAdd",
     "volatile global int *p = o; int old, want; do { old = *p; want = as_int(sqrt(as_float(old)) + n); } "
     "while (atomic_cmpxchg(p, old, want) != old);",
     0},
    {"CompareExchangeOfWhatWasFound",
     "int e = atomic_load(a); while (!atomic_compare_exchange_weak(a, &e, e * n + 1));", 0},
    {"Assumed",
     "int old = o[0], assumed; do { assumed = old; old = atomic_cmpxchg(o, assumed, assumed * n + 1); } "
     "while (assumed != old);",
     0},
    {"HashTable",
     "int s = n; while (true) { int old = atomic_cmpxchg(o + s, -1, n); if (old == -1 || old == n) break; "
     "s = (s + 1) & 1023; } o[s] = x;",
     0},
    {"Search", "int s = n; while (((volatile global int *)o)[s] != n) s = (s + 1) & 1023; o[0] = s;", 0},
    {"Counted", "for (int i = 0; i < n; ++i) x += atomic_load(a); o[0] = x;", 0},
    {"CountedWithAChoice", "for (int i = 0; i < n; ++i) if (atomic_exchange(a, 1) == 0) o[i] = i;", 0},
    {"Histogram", "for (int i = 0; i < n; ++i) atomic_inc(o + (i & 7));", 0},
    {"Minimum", "for (int i = 0; i < n; ++i) atomic_min(o, i * n);", 0},
    {"Plain", "while (o[x] != n) ++x; o[0] = x;", 0},
};

std::string reportOf(const std::string &code) {
  Settings settings;
  settings.clExtensions = "-all,+cl_khr_subgroups,+__opencl_c_subgroups,+__opencl_c_generic_address_space,"
                          "+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,+__opencl_c_int64";
  return test::reportOf(code, settings);
}

class WaitingLoops : public testing::TestWithParam<Case> {};

TEST_P(WaitingLoops, AreFound) {
  const std::string start =
      "kernel void k(global atomic_int *a, global int *o, int n) {\n int x = get_global_id(0);\n ";
  const std::string report = reportOf(start + GetParam().code + "\n}\n");
  const unsigned loops = GetParam().loops;
  const std::string line =
      "sub-groups may wait for one another in " + std::to_string(loops) + (loops == 1 ? " loop\n" : " loops\n");
  if (loops)
    EXPECT_NE(report.find(line), std::string::npos) << report;
  else
    EXPECT_EQ(report.find("wait for one another"), std::string::npos) << report;
}

INSTANTIATE_TEST_SUITE_P(All, WaitingLoops, testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
