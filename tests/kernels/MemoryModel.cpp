// What work-items on different cores see of one another's atomic operations: nothing is lost or torn, and the orders
// and scopes of OpenCL C 3.0, 6.15.12 forbid what they must. Run with more threads than cores, too (Tests.cmake).
#include "Harness.h"
#include <numeric>
using harness::Range;

namespace {

TEST(MemoryModel, TicketsOfAllWorkItemsDiffer) {
  const int n = 1 << 16;
  for (const char *type : {"int", "long", "short"}) {
    const bool isShort = *type == 's';
    std::string source = std::string("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n") +
                         "kernel void k(volatile global T *next, global int *taken) { T t = INC(next);"
                         "  atomic_inc(taken + (INDEX)); }";
    harness::Program program(source, (std::string("-cl-std=CL3.0 -DT=") + type +
                                      (*type == 'l' ? " -DINC=atom_inc" : " -DINC=atomic_inc") +
                                      (isShort ? " -DINDEX=(ushort)t" : " -DINDEX=t"))
                                         .c_str());
    harness::Launch launch(program, "k");
    std::vector<int64_t> next(1);
    std::vector<int> taken(n);
    launch.arg(harness::inOut(next));
    launch.arg(harness::inOut(taken));
    launch.run(Range::of(n, 64));
    EXPECT_EQ(taken, std::vector<int>(n, 1)) << type;
    EXPECT_EQ(next[0], isShort ? 0 : n) << type;
  }
}

// Nodes wander between two stacks; the head is an index with a count beside it, against ABA.
TEST(MemoryModel, StacksByCompareExchangeLoseNothing) {
  const char *source = R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    uint pop(volatile global ulong *head, volatile global uint *next) {
      ulong old = atom_add(head, 0ul), seen;
      for (;;) {
        uint top = (uint)old;
        if (top == 0) return 0;
        seen = atom_cmpxchg(head, old, ((old >> 32) + 1) << 32 | next[top]);
        if (seen == old) return top;
        old = seen;
      }
    }
    void push(volatile global ulong *head, volatile global uint *next, uint node) {
      ulong old = atom_add(head, 0ul), seen;
      for (;;) {
        next[node] = (uint)old;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        seen = atom_cmpxchg(head, old, ((old >> 32) + 1) << 32 | node);
        if (seen == old) return;
        old = seen;
      }
    }
    kernel void k(volatile global ulong *heads, volatile global uint *next, global uint *uses) {
      for (int round = 0; round < 8; ++round) {
        int from = (get_global_id(0) + round) & 1;
        uint node = pop(heads + from * 8, next);
        if (node) {
          atomic_inc(uses + node);
          push(heads + (from ^ 1) * 8, next, node);
        }
      }
    })";
  const uint32_t nodes = 500;
  std::vector<uint64_t> heads(16);
  std::vector<uint32_t> next(nodes + 1), uses(nodes + 1);
  for (uint32_t i = 1; i <= nodes; ++i)
    next[i] = i - 1;
  heads[0] = nodes;
  ASSERT_TRUE(harness::run(source, "k", Range::of(1 << 12, 32), harness::inOut(heads), harness::inOut(next),
                           harness::inOut(uses)));
  std::vector<int> seen(nodes + 1);
  for (uint64_t head : {heads[0], heads[8]}) {
    unsigned steps = 0;
    for (uint32_t node = static_cast<uint32_t>(head); node && steps <= nodes; node = next[node], ++steps)
      ++seen[node];
  }
  seen[0] = 1;
  EXPECT_EQ(seen, std::vector<int>(nodes + 1, 1));
  EXPECT_GT(std::accumulate(uses.begin(), uses.end(), 0U), 0U);
}

// One work-item of each work-group takes the lock.
TEST(MemoryModel, TicketLockKeepsOthersOut) {
  const char *source = R"(
    kernel void k(global atomic_int *next, global atomic_int *serving, global int *counter) {
      if (get_local_id(0) != 0) return;
      int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
      while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != mine) {}
      counter[0] += 1;
      counter[1] ^= mine;
      atomic_store_explicit(serving, mine + 1, memory_order_release, memory_scope_device);
    })";
  const int groups = 2000;
  std::vector<int> next(1), serving(1), counter(2);
  ASSERT_TRUE(harness::run(source, "k", Range::of(groups * 16, 16), harness::inOut(next), harness::inOut(serving),
                           harness::inOut(counter)));
  int parity = 0;
  for (int i = 0; i < groups; ++i)
    parity ^= i;
  EXPECT_EQ(counter, (std::vector<int>{groups, parity}));
  EXPECT_EQ(serving[0], groups);
}

// ---- Litmus tests: two work-groups walk the same cells, one in each role, after they have met at a gate (or waited
// for it long enough: they may run one after the other).
const char *const litmus = R"(
  kernel void k(global atomic_int *gate, volatile global atomic_int *x, volatile global atomic_int *y,
                global int *r1, global int *r2, int cells) {
    int role = get_group_id(0) & 1, first = get_local_id(0), step = get_local_size(0);
    if (first == 0) {
      atomic_fetch_add(gate, 1);
      for (int wait = 0; wait < 1000000 && atomic_load(gate) < 2; ++wait) {}
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = first; i < cells; i += step) {
  #if defined(MESSAGE)
      if (role) {
        atomic_store_explicit(x + i, 1, memory_order_relaxed, SCOPE);
        atomic_store_explicit(y + i, 1, STORE, SCOPE);
      } else {
        r1[i] = atomic_load_explicit(y + i, LOAD, SCOPE);
        r2[i] = atomic_load_explicit(x + i, memory_order_relaxed, SCOPE);
      }
  #elif defined(STORES)
      if (role) {
        atomic_store_explicit(x + i, 1, STORE, SCOPE);
        r1[i] = atomic_load_explicit(y + i, LOAD, SCOPE);
      } else {
        atomic_store_explicit(y + i, 1, STORE, SCOPE);
        r2[i] = atomic_load_explicit(x + i, LOAD, SCOPE);
      }
  #else
      if (role) {
        r1[i] = atomic_load_explicit(x + i, LOAD, SCOPE);
        atomic_store_explicit(y + i, 1, STORE, SCOPE);
      } else {
        r2[i] = atomic_load_explicit(y + i, LOAD, SCOPE);
        atomic_store_explicit(x + i, 1, STORE, SCOPE);
      }
  #endif
    }
  })";

struct Order {
  const char *store, *load;
  bool synchronizes, isSequential;
};
constexpr Order orders[] = {{"memory_order_relaxed", "memory_order_relaxed", false, false},
                            {"memory_order_release", "memory_order_acquire", true, false},
                            {"memory_order_seq_cst", "memory_order_seq_cst", true, true}};

/// Cells in which both roles saw `a` and `b`, of all orders and scopes; `forbids` says of which it must be none.
void runLitmus(const char *test, int a, int b, bool (*forbids)(const Order &)) {
  const int cells = 20000;
  for (const Order &order : orders)
    for (const char *scope : {"memory_scope_device", "memory_scope_all_svm_devices"}) {
      std::string options = std::string("-cl-std=CL3.0 -D") + test + " -DSTORE=" + order.store +
                            " -DLOAD=" + order.load + " -DSCOPE=" + scope;
      harness::Program program(litmus, options.c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      for (std::size_t items : {1, 16, 7}) { // one work-item a group, lanes, partial sub-groups
        harness::Launch launch(program, "k");
        std::vector<int> gate(1), x(cells), y(cells), r1(cells), r2(cells);
        for (auto *buffer : {&gate, &x, &y, &r1, &r2})
          launch.arg(harness::inOut(*buffer));
        launch.arg(cells);
        launch.run(Range::of(2 * items, items));
        ASSERT_FALSE(launch.failed());
        int found = 0;
        for (int i = 0; i < cells; ++i) {
          found += r1[i] == a && r2[i] == b;
          EXPECT_TRUE((r1[i] | r2[i] | x[i] | y[i]) >> 1 == 0);
        }
        if (forbids(order))
          EXPECT_EQ(found, 0) << options << ", " << items << " work-items";
      }
    }
}

TEST(MemoryModel, MessagePassing) {
  runLitmus("MESSAGE", 1, 0, [](const Order &order) { return order.synchronizes; });
}
TEST(MemoryModel, StoreBuffering) {
  runLitmus("STORES", 0, 0, [](const Order &order) { return order.isSequential; });
}
TEST(MemoryModel, LoadBuffering) {
  runLitmus("LOADS", 1, 1, [](const Order &order) { return order.synchronizes; });
}

// Plain data behind a flag, written and read by read-modify-write operations.
TEST(MemoryModel, ExchangesSynchronize) {
  const char *source = R"(
    kernel void k(volatile global atomic_int *flags, global int *data, global int *wrong) {
      int i = get_global_id(0), n = get_global_size(0) / 2;
      if (i < n) {
        data[i] = i + 1;
        atomic_exchange_explicit(flags + i, 1, memory_order_release, memory_scope_device);
      } else if (atomic_fetch_or_explicit(flags + i - n, 0, memory_order_acquire, memory_scope_device) == 1 &&
                 data[i - n] != i - n + 1)
        wrong[0] = i;
    })";
  const int n = 1 << 15;
  std::vector<int> flags(n), data(n), wrong(1);
  ASSERT_TRUE(harness::run(source, "k", Range::of(2 * n, 64), harness::inOut(flags), harness::inOut(data),
                           harness::inOut(wrong)));
  EXPECT_EQ(wrong[0], 0);
}

} // namespace
