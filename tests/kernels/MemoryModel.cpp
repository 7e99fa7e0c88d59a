// What work-items on different cores see of one another's atomic operations: nothing is lost or torn, and the orders
// and scopes of OpenCL C 3.0, 6.15.12 forbid what they must. Run with more threads than cores, too (Tests.cmake).
#include <numeric>
#include <thread>

#include "Harness.h" // after all others: it defines the words of OpenCL C

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

// ---- Litmus tests: two launches at once, from two host threads, walk the same cells, one in each role, after they
// have met at a gate (or waited for it long enough).
const std::string gate = R"(
  void meet(global atomic_int *gate, global int *met) {
    if (get_local_id(0) == 0) {
      atomic_fetch_add(gate, 1);
      for (int wait = 0; wait < 200000000 && atomic_load(gate) < 2; ++wait) {}
      if (atomic_load(gate) < 2) *met = 0;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
)";

const std::string litmus = gate + R"(
  kernel void k(global atomic_int *gate, global int *met, volatile global atomic_int *x, volatile global atomic_int *y,
                global int *r1, global int *r2, int cells, int role) {
    meet(gate, met);
    for (int i = get_local_id(0); i < cells; i += get_local_size(0)) {
  #if defined(MESSAGE)
      if (role) {
        atomic_store_explicit(x + i, 1, memory_order_relaxed, SCOPE);
        BEFORE; atomic_store_explicit(y + i, 1, STORE, SCOPE);
      } else {
        r1[i] = atomic_load_explicit(y + i, LOAD, SCOPE); BEHIND;
        r2[i] = atomic_load_explicit(x + i, memory_order_relaxed, SCOPE);
      }
  #elif defined(STORES)
      if (role) {
        atomic_store_explicit(x + i, 1, STORE, SCOPE);
        BETWEEN; r1[i] = atomic_load_explicit(y + i, LOAD, SCOPE);
      } else {
        atomic_store_explicit(y + i, 1, STORE, SCOPE);
        BETWEEN; r2[i] = atomic_load_explicit(x + i, LOAD, SCOPE);
      }
  #else
      if (role) {
        r1[i] = atomic_load_explicit(x + i, LOAD, SCOPE);
        BEHIND; BEFORE; atomic_store_explicit(y + i, 1, STORE, SCOPE);
      } else {
        r2[i] = atomic_load_explicit(y + i, LOAD, SCOPE);
        BEHIND; BEFORE; atomic_store_explicit(x + i, 1, STORE, SCOPE);
      }
  #endif
    }
  })";

/// Launches kernel k as one work-group in role 0 and one in role 1, the last argument, each from a thread and a queue
/// of its own. The vectors are its first arguments and come back changed.
void runBothRoles(const harness::Program &program, std::size_t items, const std::vector<std::vector<int> *> &vectors,
                  cl_int cells) {
  const harness::Device &device = harness::Device::get();
  std::vector<cl_mem> buffers;
  cl_int made = CL_SUCCESS;
  for (std::vector<int> *values : vectors)
    buffers.push_back(clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                     values->size() * sizeof(int), values->data(), &made));
  auto side = [&](cl_int role) {
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
    cl_kernel object = clCreateKernel(program.program, "k", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    cl_uint index = 0;
    for (cl_mem &buffer : buffers)
      EXPECT_EQ(clSetKernelArg(object, index++, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(object, index++, sizeof cells, &cells), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(object, index, sizeof role, &role), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, object, 1, nullptr, &items, &items, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseKernel(object);
    clReleaseCommandQueue(queue);
  };
  std::thread other(side, 1);
  side(0);
  other.join();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    EXPECT_EQ(clEnqueueReadBuffer(device.queue, buffers[i], CL_TRUE, 0, vectors[i]->size() * sizeof(int),
                                  vectors[i]->data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    clReleaseMemObject(buffers[i]);
  }
}

/// How a store and a load are ordered, by themselves or by fences in front of the one and behind the other.
struct Order {
  const char *store, *load, *fence;
  bool synchronizes, isSequential;
  std::string options() const {
    auto fenceOf = [&](const char *order) {
      return fence ? std::string("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,") + order + ",SCOPE)" : std::string();
    };
    return std::string(" -DSTORE=") + store + " -DLOAD=" + load + " -DBEFORE=" + fenceOf("memory_order_release") +
           " -DBEHIND=" + fenceOf("memory_order_acquire") + " -DBETWEEN=" + fenceOf(fence);
  }
};
constexpr const char *relaxed = "memory_order_relaxed", *acquire = "memory_order_acquire",
                     *release = "memory_order_release", *sequential = "memory_order_seq_cst",
                     *both = "memory_order_acq_rel";
constexpr Order orders[] = {{relaxed, relaxed, nullptr, false, false},
                            {release, acquire, nullptr, true, false},
                            {sequential, sequential, nullptr, true, true},
                            {relaxed, relaxed, both, true, false},
                            {relaxed, relaxed, sequential, true, true}};

/// Cells in which both roles saw `a` and `b`, of all orders and scopes; `forbids` says of which it must be none.
void runLitmus(const char *test, int a, int b, bool (*forbids)(const Order &)) {
  const int cells = 20000;
  int meetings = 0;
  for (const Order &order : orders)
    for (const char *scope : {"memory_scope_device", "memory_scope_all_svm_devices"}) {
      std::string options = std::string("-cl-std=CL3.0 -D") + test + order.options() + " -DSCOPE=" + scope;
      harness::Program program(litmus, options.c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      for (std::size_t items : {1, 16, 7}) { // one work-item a group, lanes, partial sub-groups
        std::vector<int> gates(1), met{1}, x(cells), y(cells), r1(cells), r2(cells);
        runBothRoles(program, items, {&gates, &met, &x, &y, &r1, &r2}, cells);
        meetings += met[0];
        int found = 0;
        for (int i = 0; i < cells; ++i) {
          found += r1[i] == a && r2[i] == b;
          EXPECT_TRUE((r1[i] | r2[i] | x[i] | y[i]) >> 1 == 0);
        }
        if (forbids(order))
          EXPECT_EQ(found, 0) << options << ", " << items << " work-items";
      }
    }
  EXPECT_GT(meetings, 0) << "the two launches never ran at the same time";
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
  const std::string source = gate + R"(
    kernel void k(global atomic_int *gate, global int *met, volatile global atomic_int *flags, global int *data,
                  global int *wrong, global int *seen, int cells, int role) {
      meet(gate, met);
      for (int i = get_local_id(0); i < cells; i += get_local_size(0))
        if (role) {
          data[i] = i + 1;
          atomic_exchange_explicit(flags + i, 1, memory_order_release, memory_scope_device);
        } else {
          int set = 0;
          for (int look = 0; look < 100 && !set; ++look)
            set = atomic_fetch_or_explicit(flags + i, 0, ORDER, memory_scope_device);
          if (set) {
            atomic_inc(seen);
            if (data[i] != i + 1) *wrong = i + 1;
          }
        }
    })";
  const int cells = 20000;
  int found = 0;
  for (const char *order : {acquire, both})
    for (std::size_t items : {1, 16, 64}) {
      harness::Program program(source, (std::string("-cl-std=CL3.0 -DORDER=") + order).c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      std::vector<int> gates(1), met(1), flags(cells), data(cells), wrong(1), seen(1);
      runBothRoles(program, items, {&gates, &met, &flags, &data, &wrong, &seen}, cells);
      EXPECT_EQ(wrong[0], 0) << order << ", " << items << " work-items";
      found += seen[0];
    }
  EXPECT_GT(found, 0) << "no flag was ever seen";
}

} // namespace
