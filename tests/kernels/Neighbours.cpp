// Atomic operations on words whose neighbours others change at the same time, and read-modify-write operations of both
// orders in one that hand plain data on.
#include <cstring>

#include "Harness.h" // after all others: it defines the words of OpenCL C

using harness::Range;

namespace {

// Every other word is one group's, those between are the other's; each keeps its own sum, whatever becomes of the
// neighbour: 16 bits in a word of 32, 32 in one of 64.
TEST(MemoryModel, NeighboursAreLeftAlone) {
  struct Case {
    const char *type, *hammer;
    unsigned bytes;
    int step = 3; ///< what a turn adds; its operations commute, for others come between
  };
  const Case cases[] = {
      {"short", "atomic_add(w, (short)3)", 2},
      {"short", "atomic_inc(w); atomic_dec(w); atomic_add(w, (short)3)", 2},
      {"ushort", "{ ushort o = *w, s; while ((s = atomic_cmpxchg(w, o, (ushort)(o + 3))) != o) o = s; }", 2},
      {"ushort", "atomic_sub(w, (ushort)-3)", 2},
      {"ushort", "atomic_xor(w, (ushort)(1u << (i & 15))); atomic_xor(w, (ushort)(1u << (i & 15)))", 2, 0},
      {"int", "atomic_add(w, 3)", 4},
      {"int", "{ int o = *w, s; while ((s = atomic_cmpxchg(w, o, o + 3)) != o) o = s; }", 4}};
  for (const Case &test : cases)
    for (int lanesApart : {0, 1}) { // all lanes at one word, or each at its own
      const std::string source = std::string("#pragma OPENCL EXTENSION cl_lanecl_simd_atomics : enable\n"
                                             "kernel void k(volatile global ") +
                                 test.type +
                                 " *words, int apart) {"
                                 " int i = get_global_id(0), side = get_group_id(0) & 1;"
                                 " volatile global " +
                                 test.type +
                                 " *w = words + (apart ? (get_local_id(0) & 15) * 2 : 0) + side;"
                                 " for (int turn = 0; turn < 50; ++turn) { " +
                                 test.hammer + "; } }";
      std::vector<unsigned char> words(32 * test.bytes), expected(words.size());
      const int items = 2048, group = 32;
      ASSERT_TRUE(harness::run(source, "k", Range::of(items, group), harness::inOut(words), lanesApart)) << test.hammer;
      for (unsigned w = 0; w < 32; ++w) {
        const int64_t all = int64_t(test.step) * 50 * items, sum = lanesApart ? all / 32 : w < 2 ? all / 2 : 0;
        std::memcpy(&expected[w * test.bytes], &sum, test.bytes);
      }
      EXPECT_EQ(words, expected) << test.type << ": " << test.hammer << ", apart " << lanesApart;
    }
}

// Plain data handed on by read-modify-write operations of both orders in one, of a chain of groups.
TEST(MemoryModel, ChainsOfExchangesHandOn) {
  const char *source = R"(
    kernel void k(volatile global atomic_int *turn, global int *data, global int *wrong, int n) {
      if (get_local_id(0)) return;
      for (int waited = 0; waited < 100000000; ++waited) {
        int now = atomic_load_explicit(turn, memory_order_relaxed, SCOPE);
        if (now >= n) return;
        int free = now | 1;
        if (!(now & 1) && atomic_compare_exchange_strong_explicit(turn, &now, free, ORDER, FAIL, SCOPE)) {
          for (int i = 0; i < 8; ++i) if (data[i] != now / 2) wrong[0] = 1;
          for (int i = 0; i < 8; ++i) data[i] = now / 2 + 1;
          atomic_fetch_add_explicit(turn, 1, ORDER, SCOPE);
        }
      }
    })";
  const int n = 4000;
  for (auto [order, fail] : {std::pair("memory_order_acq_rel", "memory_order_acquire"),
                             std::pair("memory_order_seq_cst", "memory_order_seq_cst")})
    for (const char *scope : {"memory_scope_device", "memory_scope_all_svm_devices"}) {
      const std::string options =
          std::string("-cl-std=CL3.0 -DORDER=") + order + " -DFAIL=" + fail + " -DSCOPE=" + scope;
      harness::Program program(source, options.c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      harness::Launch launch(program, "k");
      std::vector<int> turn(1), data(8), wrong(1);
      launch.arg(harness::inOut(turn));
      launch.arg(harness::inOut(data));
      launch.arg(harness::inOut(wrong));
      launch.arg(n);
      launch.run(Range::of(8 * 16, 16));
      EXPECT_EQ(wrong[0], 0) << options;
      EXPECT_EQ(turn[0], n) << options;
      EXPECT_EQ(data, std::vector<int>(8, n / 2)) << options;
    }
}

} // namespace
