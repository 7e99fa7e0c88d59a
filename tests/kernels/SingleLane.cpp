// Code that one work-item of a group, a sub-group or the range runs, as a comparison of an id says: its own variables,
// ids and sums in it, beside what others have.
#include "Harness.h"
#include <algorithm>
#include <cstring>

namespace {

constexpr unsigned Rows = 3;

const char *const source = R"(
kernel void ends(global const uint *in, global uint *out, local uint *t, uint chosen, uint least) {
  int l = get_local_id(1) * get_local_size(0) + get_local_id(0), n = get_local_size(0) * get_local_size(1);
  size_t g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  uint own = in[g] * 3, table[4], at = get_local_id(0) % 4;
  for (int i = 0; i < 4; ++i)
    table[i] = own + i;
  table[at] ^= 5;
  t[l] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    uint sum = own;
    for (int i = 1; i < n; ++i) {
      t[l] += t[i];
      sum = sum * 31 + t[i];
    }
    own += sum + table[in[g] % 4] + at + (uint)get_local_id(0) + (uint)get_global_id(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != chosen || in[g] < least)
    own += t[0];
  else {
    t[l] = own;
    table[3] = t[l] ^ (uint)get_local_id(0);
    own = table[at] + table[3];
    if (get_local_id(1) == 1)
      own ^= (uint)get_global_id(0) << 3;
  }
  if (l / 2 == (int)chosen) // two of them
    own = own * 3 + t[l];
  out[g] += own + table[at];
})";

// Work-items leave a loop one by one, and go on together.
const char *const leaving = R"(
kernel void leave(global const uint *in, global uint *out, uint n) {
  uint l = get_local_id(0), g = get_global_id(0), sum = 0, k = 0;
  for (;; ++k) {
    sum = sum * 5 + in[(g + k) % n];
    if (k == l)
      break;
  }
  out[g] += sum ^ (uint)get_local_id(0);
}
kernel void meet(global const uint *in, global uint *out, uint n) {
  uint l = get_local_id(0), g = get_global_id(0), sum = 0;
  for (uint k = 0; k < 100; ++k) {
    if (k == l) {
      sum = sum * 5 + in[(g + k) % n];
      if (in[g] % 2) {
        out[g] += sum + (uint)get_global_id(0);
        break;
      }
      out[g] += 3;
    }
    sum += k;
  }
  out[g] ^= sum;
}
kernel void count(global const uint *in, global uint *out, uint n) {
  uint l = get_local_id(0), g = get_global_id(0), k = 0;
  while (in[(g + k) % n] % 3 && k < 50)
    ++k;
  if (k == l)
    out[g] += in[g] + (uint)get_local_id(0);
})";

// Arrays of their own, of work-items that come to a place one by one: the first thing that one finds there is what it
// left the time before.
constexpr uint Counters = 8, Turns = 100;
const char *const keeping = R"(
kernel void keep(global const uint *in, global uint *out, uint n, uint turns) {
  uint l = get_local_id(0), g = get_global_id(0), size = get_local_size(0);
  uint counters[8];
  uint *last = counters + 4;
  for (uint k = 0; k < turns; ++k)
    if (l == k % size) {
      if (k < size)
        for (uint i = 0; i < 8; ++i)
          counters[i] = in[(g + i) % n];
      for (uint i = 0; i < 20; ++i)
        counters[in[(g + i * k) % n] % 8] += i + k;
      last[k % 4] ^= l;
      out[g] = out[g] * 31 + counters[k % 8];
    }
})";

// A queue's end, a sum of floats as programs write it that have no atomic operation for it, and bits that come again.
const char *const sending = R"(
kernel void send(global const uint *in, global uint *out, volatile global uint *ends) {
  uint l = get_local_id(0), g = get_global_id(0), own = in[g];
  local uint begin, seen;
  if (l == 0) {
    begin = atomic_add(&ends[0], own % 7 + 1);
    uint old, next;
    do {
      old = atomic_add(&ends[1], 0u);
      next = as_uint(as_float(old) + (float)(own % 16));
    } while (atomic_cmpxchg(&ends[1], old, next) != old);
    for (uint i = 0; i < own % 5; ++i)
      atomic_xor(&ends[2 + i % 2], own * (i + 3));
    seen = 3;
    if (own % 3)
      seen = atomic_inc(&seen) + atomic_and(&seen, ~0u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = l == 0 ? begin : own + seen;
})";

// One work-item of each group waits for what that of the group before it hands on.
const char *const chaining = R"(
kernel void chain(global const uint *in, global uint *out, volatile global uint *ends, local uint *t) {
  uint l = get_local_id(0), size = get_local_size(0);
  local uint mine, before;
  if (l == 0)
    mine = atomic_inc(&ends[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = in[mine * size + l] % 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    uint sum = 0, seen;
    for (uint i = 0; i < size; ++i)
      sum += t[i];
    while ((seen = atomic_add(&ends[1 + mine], 0u)) == 0)
      ;
    atomic_xchg(&ends[2 + mine], seen + sum);
    before = seen - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[mine * size + l] = before + t[l];
})";

uint ownTable(uint own, unsigned localX, uint index) {
  const uint value = own + index;
  return index == localX % 4 ? value ^ 5 : value;
}

struct Group {
  unsigned x, y, width, height; ///< of the group, and its size
};

void runGroup(const Group &group, unsigned rowLength, const std::vector<uint> &in, std::vector<uint> &out, uint chosen,
              uint least) {
  const unsigned items = group.width * group.height;
  auto place = [&](unsigned l) { return (group.y + l / group.width) * rowLength + group.x + l % group.width; };
  std::vector<uint> t(items), own(items);
  for (unsigned l = 0; l < items; ++l)
    t[l] = own[l] = in[place(l)] * 3;
  uint sum = own[0];
  for (unsigned i = 1; i < items; ++i) {
    t[0] += t[i];
    sum = sum * 31 + t[i];
  }
  const uint first = own[0];
  own[0] += sum + ownTable(first, 0, in[place(0)] % 4) + 0 + 0 + group.x;
  for (unsigned l = 0; l < items; ++l) {
    const unsigned localX = l % group.width;
    const uint original = in[place(l)] * 3;
    uint result = own[l];
    uint last = ownTable(original, localX, localX % 4);
    if (localX != chosen || in[place(l)] < least) {
      result += t[0];
    } else {
      t[l] = own[l];
      const uint third = own[l] ^ localX;
      last = localX % 4 == 3 ? third : last;
      result = last + third;
      if (l / group.width == 1)
        result ^= (group.x + localX) << 3;
    }
    if (l / 2 == chosen)
      result = result * 3 + t[l];
    out[place(l)] += result + last;
  }
}

} // namespace

class SingleLane : public testing::TestWithParam<std::array<unsigned, 3>> {};

TEST_P(SingleLane, HasItsOwnValues) {
  const auto [width, height, rowLength] = GetParam();
  harness::Program program(source, "-cl-std=CL3.0");
  const unsigned items = rowLength * Rows * height;
  for (uint chosen : {1U, 2U, width, width + 1}) // not 0, whose element the others read
    for (uint least : {0U, 1U << 31}) {
      auto in = harness::noise<uint>(items);
      auto out = harness::noise<uint>(items, 5);
      std::vector<uint> expected = out;
      for (unsigned y = 0; y < Rows * height; y += height)
        for (unsigned x = 0; x < rowLength; x += width)
          runGroup({x, y, std::min(width, rowLength - x), height}, rowLength, in, expected, chosen, least);
      harness::Launch launch(program, "ends");
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
      launch.arg(harness::Local{width * height * sizeof(uint)}), launch.arg(chosen), launch.arg(least);
      launch.run({{rowLength, Rows * height, 1}, {width, height, 1}, {0, 0, 0}, 2});
      ASSERT_FALSE(launch.failed());
      EXPECT_EQ(out, expected) << "chosen: " << chosen << ", least: " << least;
    }
}

TEST(SingleLanes, LeaveLoopsOneByOne) {
  harness::Program program(leaving);
  constexpr uint Items = 128, GroupSize = 32;
  for (const char *name : {"leave", "meet", "count"}) {
    auto in = harness::noise<uint>(Items), out = harness::noise<uint>(Items, 5), expected = out;
    for (uint g = 0; g < Items; ++g) {
      const uint l = g % GroupSize;
      uint sum = 0;
      if (name == std::string("leave")) {
        for (uint k = 0; k <= l; ++k)
          sum = sum * 5 + in[(g + k) % Items];
        expected[g] += sum ^ l;
        continue;
      }
      if (name == std::string("count")) {
        uint k = 0;
        while (in[(g + k) % Items] % 3 && k < 50)
          ++k;
        expected[g] += k == l ? in[g] + l : 0;
        continue;
      }
      for (uint k = 0; k < 100; ++k) {
        if (k == l) {
          sum = sum * 5 + in[(g + k) % Items];
          expected[g] += in[g] % 2 ? sum + g : 3;
          if (in[g] % 2)
            break;
        }
        sum += k;
      }
      expected[g] ^= sum;
    }
    harness::Launch launch(program, name);
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(Items);
    launch.run(harness::Range::of(Items, GroupSize));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << name;
  }
}

TEST(SingleLanes, KeepTheirArrays) {
  harness::Program program(keeping);
  for (const uint size : {32U, 20U}) {
    const uint items = 3 * size;
    auto in = harness::noise<uint>(items), out = harness::noise<uint>(items, 5), expected = out;
    for (uint g = 0; g < items; ++g) {
      std::array<uint, Counters> counters = {};
      for (uint i = 0; i < Counters; ++i)
        counters[i] = in[(g + i) % items];
      for (uint k = g % size; k < Turns; k += size) {
        for (uint i = 0; i < 20; ++i)
          counters[in[(g + i * k) % items] % Counters] += i + k;
        counters[4 + k % 4] ^= g % size;
        expected[g] = expected[g] * 31 + counters[k % Counters];
      }
    }
    harness::Launch launch(program, "keep");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(items), launch.arg(Turns);
    launch.run(harness::Range::of(items, size));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << "groups of " << size;
  }
}

TEST(SingleLanes, SendTheirAtomicOperations) {
  harness::Program program(sending);
  for (const uint size : {64U, 20U, 5U, 1U}) {
    const uint groups = 9, items = groups * size;
    auto in = harness::noise<uint>(items), out = std::vector<uint>(items), ends = std::vector<uint>(4);
    harness::Launch launch(program, "send");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::inOut(ends));
    launch.run(harness::Range::of(items, size));
    ASSERT_FALSE(launch.failed());
    std::vector<uint> expected(4), begins, lengths(64);
    float sum = 0;
    for (uint g = 0; g < items; g += size) {
      expected[0] += in[g] % 7 + 1;
      sum += static_cast<float>(in[g] % 16);
      for (uint i = 0; i < in[g] % 5; ++i)
        expected[2 + i % 2] ^= in[g] * (i + 3);
      for (uint l = 1; l < size; ++l)
        EXPECT_EQ(out[g + l], in[g + l] + (in[g] % 3 ? 7 : 3)) << "groups of " << size;
      begins.push_back(out[g]);
      lengths[out[g] % 64] = in[g] % 7 + 1;
    }
    std::memcpy(&expected[1], &sum, sizeof sum);
    EXPECT_EQ(ends, expected) << "groups of " << size;
    // In whatever order the groups came: one behind the other.
    std::ranges::sort(begins);
    uint end = 0;
    for (uint begin : begins) {
      EXPECT_EQ(begin, end) << "groups of " << size;
      end += lengths[begin % 64];
    }
  }
}

TEST(SingleLanes, WaitForOtherGroups) {
  harness::Program program(chaining);
  for (const uint size : {64U, 20U, 1U}) {
    const uint groups = 50, items = groups * size;
    auto in = harness::noise<uint>(items), out = std::vector<uint>(items), expected = out;
    std::vector<uint> ends(groups + 2);
    ends[1] = 1;
    for (uint group = 0, before = 0; group < groups; ++group) {
      for (uint g = group * size; g < (group + 1) * size; ++g)
        expected[g] = before + in[g] % 7;
      for (uint g = group * size; g < (group + 1) * size; ++g)
        before += in[g] % 7;
    }
    harness::Launch launch(program, "chain");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::inOut(ends));
    launch.arg(harness::Local{size * sizeof(uint)});
    launch.run(harness::Range::of(items, size));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << "groups of " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, SingleLane,
                         testing::Values(std::array{64U, 1U, 128U}, std::array{16U, 4U, 64U}, std::array{5U, 3U, 15U},
                                         std::array{1U, 8U, 4U}, std::array{67U, 1U, 140U}));
