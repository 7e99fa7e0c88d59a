// Independent forward progress (OpenCL API 4.2, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS; cl_khr_subgroups): a
// sub-group may wait for what another of its work-group does, whichever of them runs first. The kernels here never end
// where that is missing; a watchdog then ends the program.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "SubGroups.h"
using subgroups::attribute;
using subgroups::sizeOf;
using subgroups::sizesToTest;

namespace {

class Watchdog {
public:
  explicit Watchdog(std::chrono::seconds limit = std::chrono::seconds(100)) {
    thread_ = std::thread([this, limit] {
      std::unique_lock lock(mutex_);
      if (!over_.wait_for(lock, limit, [this] { return isOver_; })) {
        std::fprintf(stderr, "no progress: a sub-group waits for ever\n");
        std::_Exit(1);
      }
    });
  }
  ~Watchdog() {
    {
      std::lock_guard lock(mutex_);
      isOver_ = true;
    }
    over_.notify_all();
    thread_.join();
  }

private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool isOver_ = false;
  std::thread thread_;
};

/// Numbers in the memory that the sub-groups of a work-group share.
constexpr std::size_t Shared = 2048;

std::size_t countOf(std::size_t lanes, std::size_t items) { return (items + lanes - 1) / lanes; }

// A token goes down the sub-groups, from the last to the first, then up again; barriers and work-group functions
// before, between and behind.
const char *const relay = R"({
  int count = get_num_sub_groups(), me = get_sub_group_id(), mine = 0;
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(token) != count - 1 - me)
      ;
    mine = me * 10;
    atomic_fetch_add(token, 1);
  }
  int total = work_group_reduce_add(mine);
  if (get_sub_group_local_id() == 0) {
    while (atomic_load(token + 1) != (me + 1) % count)
      ;
    atomic_store(token + 1, (me + 2) % count);
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  int before = work_group_scan_exclusive_add(1);
  out[get_global_id(0)] = total * 1000 + before;
})";

// Sub-groups 2i and 2i + 1 throw a ball to and fro; one without a partner returns at once.
const char *const pingPong = R"({
  int me = get_sub_group_id(), side = me & 1;
  if (me == (int)get_num_sub_groups() - 1 && side == 0) {
    out[get_global_id(0)] = -1;
    return;
  }
  atomic_int *ball = token + me / 2;
  int seen = 0;
  for (int round = 0; round < 50; ++round) {
    int value = 0;
    if (sub_group_elect()) {
      while ((value = atomic_load_explicit(ball, memory_order_acquire)) != 2 * round + 1 - side)
        ;
      atomic_store_explicit(ball, value + 1, memory_order_release);
    }
    seen += sub_group_broadcast_first(value);
  }
  out[get_global_id(0)] = seen;
})";

// A lock with tickets round a plain sum, taken again and again, held until the next ticket is drawn; a barrier in each
// turn.
const char *const tickets = R"({
  volatile MEMORY int *sum = (volatile MEMORY int *)(token + 2);
  int count = get_num_sub_groups();
  for (int turn = 0; turn < 6; ++turn) {
    if (get_sub_group_local_id() == 0) {
      int mine = atomic_fetch_add(token, 1);
      while (atomic_load(token + 1) != mine)
        ;
      int before = *sum;
      while (atomic_load(token) < min(mine + 2, (turn + 1) * count))
        ;
      *sum = before + (int)get_sub_group_id() + 1;
      atomic_fetch_add(token + 1, 1);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = *sum;
})";

// The lock is taken and given back at different places, with operations of the sub-group between; whoever holds it
// waits until the sub-group behind it has begun.
const char *const lockHeld = R"({
  int me = get_sub_group_id(), next = (me + 1) % get_num_sub_groups();
  atomic_store(token + 4 + me, 1);
  for (int turn = 0; turn < 3; ++turn) {
    if (sub_group_elect())
      while (atomic_exchange(token, 1))
        ;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    while (sub_group_broadcast_first(atomic_load(token + 4 + next)) == 0)
      ;
    int held = sub_group_reduce_add(1);
    if (sub_group_elect()) {
      atomic_store(token + 1, atomic_load(token + 1) + held);
      atomic_store(token, 0);
    }
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = atomic_load(token + 1);
})";

// The last sub-group makes numbers, the others take them from a ring of four; who finds the end returns.
const char *const ring = R"({
  int producer = get_num_sub_groups() - 1, sum = 0;
  if (get_sub_group_id() == producer) {
    if (sub_group_elect())
      for (int i = 0; i < 40 + producer; ++i) {
        while (atomic_load(token + 4 + i % 4) != 0)
          ;
        atomic_store(token + 4 + i % 4, i < 40 ? i + 1 : -1);
      }
    return;
  }
  if (get_sub_group_local_id() == 0) {
    bool done = false;
    while (!done) {
      int mine = atomic_fetch_add(token, 1), value;
      while ((value = atomic_load(token + 4 + mine % 4)) == 0 || atomic_load(token + 1) != mine)
        ;
      atomic_store(token + 4 + mine % 4, 0);
      atomic_store(token + 1, mine + 1);
      done = value < 0;
      if (!done)
        atomic_fetch_add(token + 2, value);
    }
    atomic_fetch_add(token + 3, 1);
    while (atomic_load(token + 3) != producer)
      ;
    sum = atomic_load(token + 2);
  }
  out[get_global_id(0)] = sub_group_broadcast(sum, 0);
})";

// OpenCL C 1.x: volatile flags, a compare-exchange that is tried in a loop with other work; in a function that is not
// inlined.
const char *const olden = R"({
  volatile MEMORY int *flags = (volatile MEMORY int *)token;
  int me = get_sub_group_id(), count = get_num_sub_groups();
  int tries = get_sub_group_local_id() == 0 ? waitFor(flags, count - 1 - me) : 0;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = sub_group_reduce_max(tries) > 0;
})";

std::string textOf(const char *body, unsigned size, bool isLocal) {
  const std::string memory = isLocal ? "local" : "global";
  std::string text = "#define MEMORY " + memory + R"(
__attribute__((noinline)) int waitFor(volatile MEMORY int *turn, int mine) {
  int tries = 0;
  bool done = false;
  while (!done) {
    ++tries;
    if (atomic_cmpxchg(turn, mine, -1) == mine) {
      *(turn + 1) = mine + 1;
      atomic_xchg(turn, mine + 1);
      done = true;
    }
  }
  while (turn[1] < 1)
    ;
  return tries;
}
)" + (body == pingPong ? "#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable\n" : "");
  text += "kernel " + attribute(size) + "void k(global atomic_int *shared, global int *out) {\n";
  if (isLocal)
    text += "  local atomic_int token[" + std::to_string(Shared) + "];\n  for (int i = get_local_id(0); i < " +
            std::to_string(Shared) + "; i += get_local_size(0))\n    atomic_init(token + i, 0);\n" +
            "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n";
  else
    text += "  global atomic_int *token = shared + get_group_id(0) * " + std::to_string(Shared) + ";\n";
  return text + body + "}\n";
}

// Every stage is gone through in an order of its own: more loops than get code of their own.
const char *const stages = R"({
#define STAGE(s)                                                                                                       \
  if (get_sub_group_local_id() == 0) {                                                                                 \
    while (atomic_load(token) != (s) * count + ((s) & 1 ? me : count - 1 - me))                                        \
      ;                                                                                                                \
    sum = sum * 3 + atomic_load(token) + x;                                                                            \
    atomic_fetch_add(token, 1);                                                                                        \
  }
#define STAGES(s) STAGE(s) STAGE(s + 1) STAGE(s + 2) STAGE(s + 3) STAGE(s + 4) STAGE(s + 5) STAGE(s + 6) STAGE(s + 7)
  int count = get_num_sub_groups(), me = get_sub_group_id();
  uint sum = 0, x = get_group_id(0) & 0;
  STAGES(0) STAGES(8) STAGES(16) STAGES(24) STAGES(32)
  out[get_global_id(0)] = sub_group_broadcast(sum, 0);
})";

using Expected = std::function<cl_int(std::size_t lanes, std::size_t item, std::size_t items)>;

void check(const char *body, const Expected &expected) {
  Watchdog watchdog;
  for (unsigned size : sizesToTest())
    for (bool isLocal : {true, false}) {
      harness::Program program(textOf(body, size, isLocal));
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      const std::size_t width = sizeOf(program, "k");
      for (std::size_t local : {4 * width, 2 * width + width / 2 + 1, 9 * width}) {
        const std::size_t items = 3 * local;
        std::vector<cl_int> shared(3 * Shared), out(items), want;
        for (std::size_t i = 0; i < items; ++i)
          want.push_back(expected(width, i % local, local));
        harness::Launch launch(program, "k");
        launch.arg(harness::inOut(shared)), launch.arg(harness::inOut(out));
        launch.run(harness::Range::of(items, local));
        ASSERT_EQ(out, want) << width << " lanes, " << local << " work-items, " << (isLocal ? "local" : "global");
      }
    }
}

TEST(SubGroupProgress, ATokenGoesDownAndUp) {
  check(relay, [](std::size_t lanes, std::size_t item, std::size_t items) {
    const std::size_t count = countOf(lanes, items);
    return static_cast<cl_int>(count * (count - 1) / 2 * 10 * 1000 + item);
  });
}

TEST(SubGroupProgress, NeighboursPlayPingPong) {
  check(pingPong, [](std::size_t lanes, std::size_t item, std::size_t items) {
    const std::size_t me = item / lanes, side = me & 1;
    if (side == 0 && me == countOf(lanes, items) - 1)
      return -1;
    return static_cast<cl_int>(50 * 49 + 50 * (1 - side));
  });
}

TEST(SubGroupProgress, TicketsInTurn) {
  check(tickets, [](std::size_t lanes, std::size_t, std::size_t items) {
    const std::size_t count = countOf(lanes, items);
    return static_cast<cl_int>(6 * count * (count + 1) / 2);
  });
}

TEST(SubGroupProgress, TheLocksHolderWaits) {
  check(lockHeld, [](std::size_t, std::size_t, std::size_t items) { return static_cast<cl_int>(3 * items); });
}

TEST(SubGroupProgress, ProducerAndConsumers) {
  check(ring, [](std::size_t lanes, std::size_t item, std::size_t items) {
    return item / lanes == countOf(lanes, items) - 1 ? 0 : 40 * 41 / 2;
  });
}

TEST(SubGroupProgress, ManyStages) {
  check(stages, [](std::size_t lanes, std::size_t item, std::size_t items) {
    const cl_uint count = static_cast<cl_uint>(countOf(lanes, items)), me = static_cast<cl_uint>(item / lanes);
    cl_uint sum = 0;
    for (cl_uint stage = 0; stage < 40; ++stage)
      sum = sum * 3 + stage * count + (stage & 1 ? me : count - 1 - me);
    return static_cast<cl_int>(sum);
  });
}

TEST(SubGroupProgress, VolatileFlagsInFunctions) {
  check(olden, [](std::size_t, std::size_t, std::size_t) { return 1; });
}

// No word of sub-groups in the kernel: the host knows from its queries that the two are in different ones.
TEST(SubGroupProgress, TheFirstWorkItemWaitsForTheLast) {
  Watchdog watchdog;
  const char *const source = "kernel void k(global atomic_int *flag, global int *out) {\n"
                             "  size_t g = get_global_id(0);\n"
                             "  if (g == 0)\n    while (atomic_load(flag) == 0)\n      ;\n"
                             "  if (g == 255)\n    atomic_store(flag, 7);\n"
                             "  out[g] = g ? (int)g : atomic_load(flag);\n}";
  harness::Program program(source);
  std::vector<cl_int> flag(1), out(256), want;
  for (int i = 0; i < 256; ++i)
    want.push_back(i ? i : 7);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(flag)), launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(256, 256));
  EXPECT_EQ(out, want);
}

// Nor here: a table like a ring, a lock of every work-item, and work-group functions, which are made of those of
// sub-groups.
TEST(SubGroupProgress, WorkGroupFunctionsBesideLoopsThatLookLikeWaiting) {
  Watchdog watchdog;
  const char *const source =
      "kernel void k(volatile global int *table, volatile global int *lock, global int *out) {\n"
      "  int i = get_local_id(0) < 16 ? 0 : 512 + (int)get_local_id(0);\n"
      "  while (atomic_cmpxchg(&table[i], 0, 1) != 0)\n    i = (i + 1) & 1023;\n"
      "  int sum = work_group_reduce_add(1), before = work_group_scan_exclusive_add(2);\n"
      "  out[get_global_id(0)] = sum * 1000 + before; }\n"
      "kernel void locks(volatile global int *table, volatile global int *lock, global int *out) {\n"
      "  while (atomic_cmpxchg(lock, 0, 1))\n    ;\n"
      "  lock[1] += 1;\n  atomic_xchg(lock, 0);\n"
      "  int sum = work_group_reduce_add(1), before = work_group_scan_exclusive_add(2);\n"
      "  out[get_global_id(0)] = sum * 1000 + before; }";
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (int items : {1, 40, 64, 100, 256})
    for (const char *name : {"k", "locks"}) {
      std::vector<cl_int> table(1024), lock(2), out(static_cast<std::size_t>(items)), want;
      std::fill_n(table.begin(), 100, 1);
      for (int i = 0; i < items; ++i)
        want.push_back(items * 1000 + 2 * i);
      harness::Launch launch(program, name);
      launch.arg(harness::inOut(table)), launch.arg(harness::inOut(lock)), launch.arg(harness::inOut(out));
      launch.run(harness::Range::of(static_cast<std::size_t>(items), static_cast<std::size_t>(items)));
      EXPECT_EQ(out, want) << name << ", " << items << " work-items";
      EXPECT_EQ(lock[1], name[0] == 'l' ? items : 0);
    }
}

// What a loop waits for may be read in functions that functions call.
TEST(SubGroupProgress, QuestionsInFunctions) {
  Watchdog watchdog;
  const char *const source =
      "__attribute__((noinline)) int look(volatile global int *f) { return *f; }\n"
      "__attribute__((noinline)) int isSet(volatile global int *f, int n) { return look(f) >= n; }\n"
      "kernel void k(volatile global int *flag, global int *out) {\n"
      "  int i = get_local_id(0), rest = get_local_size(0) / 2;\n"
      "  if (i < rest)\n    while (!isSet(flag, 3))\n      ;\n"
      "  else\n    *flag = 3;\n"
      "  out[i] = look(flag) + i; }";
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<cl_int> flag(1), out(256), want;
  for (int i = 0; i < 256; ++i)
    want.push_back(3 + i);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(flag)), launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(256, 256));
  EXPECT_EQ(out, want);
}

// Locks that every work-item takes, and turns that it waits for, in whatever words: OpenCL promises no progress between
// the lanes of a sub-group, but such kernels end on other platforms.
TEST(SubGroupProgress, LocksAndTurnsOfWorkItems) {
  const char *const ways[] = {
      "while (atomic_cmpxchg(word + which[g], 0, 1) != 0); *sum += g; mem_fence(CLK_GLOBAL_MEM_FENCE);"
      " atomic_xchg(word + which[g], 0);",
      "while (atomic_cmpxchg(&nodes[which[g]].lock, 0, 1) != 0); *sum += g; mem_fence(CLK_GLOBAL_MEM_FENCE);"
      " atomic_xchg(&nodes[which[g]].lock, 0);",
      "int mine = atomic_inc(word); while (atomic_load(turn) != mine); *sum += g; atomic_fetch_add(turn, 1);",
      "int mine = atomic_inc(word); while (word[1] != mine); *sum += g; mem_fence(CLK_GLOBAL_MEM_FENCE); word[1] = "
      "mine + 1;",
      "while (atomic_load(turn) != g); *sum += g; atomic_store(turn, g + 1);"};
  for (const char *way : ways) {
    Watchdog watchdog;
    const std::string source =
        std::string("typedef struct { int lock, sum; } Node;\n"
                    "kernel void k(volatile global int *word, global const int *which,"
                    " volatile global int *sum) {"
                    "  volatile global atomic_int *turn = (volatile global atomic_int *)(word + 1);"
                    "  volatile global Node *nodes = (volatile global Node *)word;"
                    "  int g = get_global_id(0); ") +
        way + " }";
    harness::Program program(source);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    constexpr int Items = 150;
    std::vector<cl_int> word(8), which(Items, 2), sum(1);
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(word)), launch.arg(harness::inOut(which)), launch.arg(harness::inOut(sum));
    launch.run(harness::Range::of(Items, 50));
    EXPECT_EQ(sum[0], Items * (Items - 1) / 2) << way;
  }
}

} // namespace
