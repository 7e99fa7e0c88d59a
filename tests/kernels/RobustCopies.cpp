// Robust programs: an asynchronous copy that would leave a buffer or local memory, on either side, copies nothing.
#include "Guarded.h"
using harness::inOut, harness::Robust;

namespace {

constexpr int TileInts = 24, Untouched = -5;

/// A copy between 64 ints and a tile of 24, whose elements are from 2000 on; what becomes of the tile is in `seen`.
const std::string frame = R"(
  kernel void k(global int *in, global int *out, local int *l, global int *seen, long g, long t, ulong n, ulong a,
                ulong b, ulong c, ulong d) {
    int i = get_local_id(0);
    if (i < 24) l[i] = 2000 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = COPY;
    wait_group_events(1, &e);
    if (i < 24) seen[i] = l[i];
  })";

struct Copy {
  int64_t g, t;         ///< where it begins in the buffer and in the tile
  uint64_t n, a, b = 0; ///< as each kind says
  uint64_t c = 0, d = 0;
};

std::string describe(const Copy &copy) {
  std::string text = "from " + std::to_string(copy.g) + ", tile from " + std::to_string(copy.t) + ":";
  for (uint64_t value : {copy.n, copy.a, copy.b, copy.c, copy.d})
    text += " " + std::to_string(value);
  return text;
}

/// The elements that the copy reads or writes of the buffer and of the tile, one for one, in the words of the
/// specification; empty where there are so many that they cannot all be inside.
using Pairs = std::vector<std::pair<uint64_t, uint64_t>>;
using PairsOf = Pairs(const Copy &);

Pairs strided(const Copy &copy) { // n elements, a between those in the buffer
  Pairs pairs;
  for (uint64_t i = 0; i < std::min<uint64_t>(copy.n, 100); ++i)
    pairs.push_back({copy.g + i * copy.a, copy.t + i});
  return pairs;
}
Pairs lines(const Copy &copy) { // lines of n elements, a of them, b between those of the buffer, c of the tile
  Pairs pairs;
  for (uint64_t y = 0; y < std::min<uint64_t>(copy.a, 100); ++y)
    for (uint64_t x = 0; x < std::min<uint64_t>(copy.n, 100); ++x)
      pairs.push_back({copy.g + y * copy.b + x, copy.t + y * copy.c + x});
  return pairs;
}
Pairs planes(const Copy &copy) { // 2 planes of 2 lines of n elements; a, b: buffer's line and plane; c, d: the tile's
  Pairs pairs;
  for (uint64_t z = 0; z < 2; ++z)
    for (uint64_t y = 0; y < 2; ++y)
      for (uint64_t x = 0; x < std::min<uint64_t>(copy.n, 100); ++x)
        pairs.push_back({copy.g + z * copy.b + y * copy.a + x, copy.t + z * copy.d + y * copy.c + x});
  return pairs;
}

void check(const harness::Program &program, const Copy &copy, PairsOf *pairsOf, bool toLocal) {
  Robust t;
  std::vector<int> seen(TileInts, Untouched), tile(TileInts), out(64);
  for (int i = 0; i < TileInts; ++i)
    tile[i] = 2000 + i;
  t.launch(program, 32, 32, TileInts * sizeof(int), inOut(seen), copy.g, copy.t, copy.n, copy.a, copy.b, copy.c,
           copy.d);
  const Pairs pairs = pairsOf(copy);
  if (std::ranges::all_of(pairs, [](auto &pair) { return pair.first < 64 && pair.second < TileInts; }))
    for (auto [g, l] : pairs)
      (toLocal ? tile[l] : out[g]) = toLocal ? static_cast<int>(g) + 1 : 2000 + static_cast<int>(l);
  EXPECT_EQ(seen, tile) << describe(copy);
  t.expect([](int i) { return i + 1; }, [&](int i) { return out[i]; }, describe(copy));
}

void checkAll(const std::string &toTile, const std::string &toBuffer, std::initializer_list<Copy> copies,
              PairsOf *pairsOf) {
  for (bool toLocal : {true, false}) {
    std::string source = frame;
    source.replace(source.find("COPY"), 4, toLocal ? toTile : toBuffer);
    harness::Program program(source, harness::robustOptions().c_str());
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    for (const Copy &copy : copies)
      check(program, copy, pairsOf, toLocal);
  }
}

constexpr uint64_t One = 1, Huge = One << 62, All = ~uint64_t(0);

TEST(RobustCopies, Plain) {
  checkAll("async_work_group_copy(l + t, in + g, n, 0)", "async_work_group_copy(out + g, l + t, n, 0)",
           {{0, 0, 24, 1},
            {40, 0, 24, 1},
            {41, 0, 24, 1},
            {-1, 0, 24, 1},
            {0, 1, 24, 1},
            {0, -1, 24, 1},
            {0, 0, 25, 1},
            {63, 23, 1, 1},
            {64, 0, 0, 1},
            {0, 24, 1, 1},
            {64, 0, 1, 1},
            {-1, 0, 1, 1},
            {500, 0, 4, 1},
            {0, 0, Huge, 1},
            {0, 0, Huge + 1, 1},
            {5, 5, All, 1},
            {-8, 0, All / 4 + 5, 1}},
           strided);
}

TEST(RobustCopies, Strided) {
  checkAll("async_work_group_strided_copy(l + t, in + g, n, a, 0)",
           "async_work_group_strided_copy(out + g, l + t, n, a, 0)",
           {{0, 0, 24, 2},
            {0, 0, 22, 3},
            {1, 0, 22, 3},
            {0, 0, 23, 3},
            {-1, 0, 4, 3},
            {0, 22, 2, 63},
            {0, 22, 2, 64},
            {1, 22, 2, 63},
            {0, 23, 2, 3},
            {0, -1, 2, 3},
            {0, 0, 2, Huge},
            {0, 0, 5, Huge},
            {0, 0, 3, One << 61},
            {0, 0, 2, All},
            {0, 0, Huge, 4},
            {0, 0, Huge + 1, Huge}},
           strided);
}

TEST(RobustCopies, OfTwoDimensions) {
  checkAll("async_work_group_copy_2D2D(l, t, in, g, 4, n, a, b, c, 0)",
           "async_work_group_copy_2D2D(out, g, l, t, 4, n, a, c, b, 0)",
           {{0, 0, 4, 5, 15, 5},
            {0, 0, 4, 5, 15, 6},
            {1, 0, 4, 5, 15, 5},
            {0, 1, 4, 5, 15, 5},
            {-1, 0, 4, 5, 15, 5},
            {0, -1, 4, 5, 15, 5},
            {62, 0, 2, 1, 99, 99},
            {63, 0, 2, 1, 99, 99},
            {0, 22, 2, 1, 99, 99},
            {0, 23, 2, 1, 99, 99},
            {0, 0, 4, 2, Huge, 4},
            {0, 0, 4, 5, 4, Huge},
            {0, 0, 4, 2, All - 3, 4},
            {0, 0, Huge, 2, Huge, Huge},
            {0, 0, 4, Huge, 4, 4},
            {int64_t(Huge), 0, 4, 2, 4, 4}},
           lines);
}

TEST(RobustCopies, OfThreeDimensions) {
  checkAll("async_work_group_copy_3D3D(l, t, in, g, 4, n, 2, 2, a, b, c, d, 0)",
           "async_work_group_copy_3D3D(out, g, l, t, 4, n, 2, 2, c, d, a, b, 0)",
           {{0, 0, 4, 20, 40, 6, 12},
            {1, 2, 3, 20, 40, 6, 12},
            {1, 0, 4, 20, 40, 6, 12},
            {0, 3, 4, 20, 40, 6, 12},
            {-1, 0, 4, 20, 40, 6, 12},
            {0, -1, 4, 20, 40, 6, 12},
            {0, 0, 4, 20, 41, 6, 12},
            {0, 0, 4, 21, 40, 6, 12},
            {0, 0, 4, 20, 40, 6, 15},
            {0, 0, 4, 20, 40, 9, 12},
            {0, 0, 4, 20, Huge, 6, 12},
            {0, 0, 4, Huge, 40, 6, 12},
            {0, 0, 4, 20, 40, Huge, 12},
            {0, 0, Huge, 20, 40, 6, 12}},
           planes);
}

} // namespace
