// The map of a context's allocations, against std::map, and under threads.
#include "runtime/Allocations.h"
#include "tests/runtime/TestDevice.h"
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <thread>
#include <vector>

using namespace lanecl;
using lanecl::test::device;

namespace {

std::byte *at(uintptr_t address) { return reinterpret_cast<std::byte *>(address); }
bool any(AllocationKind) { return true; }

TEST(Allocations, FindsInteriorPointers) {
  Allocations allocations;
  allocations.add({at(1000), 100, AllocationKind::Shared, 4, &device()});
  allocations.add({at(1100), 50, AllocationKind::Svm, 0, nullptr});
  EXPECT_FALSE(allocations.find(nullptr));
  EXPECT_FALSE(allocations.find(at(999)));
  for (uintptr_t address : {1000, 1001, 1099}) {
    auto found = allocations.find(at(address));
    ASSERT_TRUE(found);
    EXPECT_EQ(at(1000), found->base);
    EXPECT_EQ(100u, found->bytes);
    EXPECT_EQ(AllocationKind::Shared, found->kind);
    EXPECT_EQ(4u, found->flags);
    EXPECT_EQ(&device(), found->device);
    EXPECT_EQ(1100 - address, found->bytesFrom(at(address)));
  }
  ASSERT_TRUE(allocations.find(at(1100)));
  EXPECT_EQ(AllocationKind::Svm, allocations.find(at(1100))->kind);
  EXPECT_FALSE(allocations.find(at(1150)));
}

TEST(Allocations, RemovesWhatStartsThereAndIsOfTheKind) {
  Allocations allocations;
  allocations.add({at(1000), 100, AllocationKind::Host, 0, nullptr});
  EXPECT_FALSE(allocations.remove(at(1001), any));
  EXPECT_FALSE(allocations.remove(at(1000), [](AllocationKind kind) { return !isUsm(kind); }));
  EXPECT_TRUE(allocations.remove(at(1000), isUsm));
  EXPECT_FALSE(allocations.remove(at(1000), isUsm));
  EXPECT_FALSE(allocations.find(at(1000)));
}

TEST(Allocations, MemoryIsAlignedAndBookedWithTheDevice) {
  Allocations allocations;
  for (std::size_t bytes : {std::size_t{1}, std::size_t{127}, std::size_t{5000}, std::size_t{9} << 20}) {
    void *memory = allocations.allocate(device(), {.bytes = bytes});
    ASSERT_NE(nullptr, memory);
    std::size_t alignment = bytes >= std::size_t{2} << 20 ? std::size_t{2} << 20 : Device::bufferAlignment;
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % alignment);
    std::memset(memory, 1, bytes);
  }
  EXPECT_EQ(nullptr, allocations.allocate(device(), {.bytes = SIZE_MAX}));
  EXPECT_EQ(nullptr, allocations.allocate(device(), {.bytes = SIZE_MAX / 2}));
}

// Random ranges come and go; every address answers as std::map does.
TEST(Allocations, IsAnOrderedMap) {
  Allocations allocations;
  std::map<uintptr_t, std::size_t> reference;
  std::mt19937 random(11);
  constexpr uintptr_t unit = 64;
  for (int step = 0; step < 100000; ++step) {
    uintptr_t base = unit * (1 + random() % 5000);
    if (reference.contains(base)) {
      EXPECT_TRUE(allocations.remove(at(base), any));
      reference.erase(base);
    } else {
      std::size_t bytes = 1 + random() % unit;
      allocations.add({at(base), bytes, AllocationKind::Svm, 0, nullptr});
      reference[base] = bytes;
    }
    uintptr_t address = random() % (unit * 5002);
    auto found = allocations.find(at(address));
    auto expected = reference.upper_bound(address);
    bool inside = expected != reference.begin();
    if (inside) {
      --expected;
      inside = address - expected->first < expected->second;
    }
    ASSERT_EQ(inside, found.has_value()) << address;
    if (inside) {
      EXPECT_EQ(at(expected->first), found->base);
    }
  }
}

// What stays is found and what never was is not, whatever writers do meanwhile.
TEST(Allocations, ReadersNeedNoLock) {
  Allocations allocations;
  constexpr uintptr_t unit = 1024, kept = 300;
  for (uintptr_t i = 1; i <= kept; ++i)
    allocations.add({at(i * unit), 100, AllocationKind::Svm, i, nullptr});
  std::atomic<bool> stop{false};
  std::atomic<unsigned> wrong{0};
  std::thread reader([&] {
    while (!stop)
      for (uintptr_t i = 1; i <= kept; ++i) {
        auto found = allocations.find(at(i * unit + 50));
        wrong += !found || found->flags != i || found->base != at(i * unit);
        wrong += allocations.find(at(i * unit + 100)).has_value();
      }
  });
  std::mt19937 random(3);
  for (int round = 0; round < 30000; ++round) {
    uintptr_t base = (1 + random() % kept) * unit + 512;
    if (!allocations.remove(at(base), any))
      allocations.add({at(base), 64, AllocationKind::Host, 0, nullptr});
  }
  stop = true;
  reader.join();
  EXPECT_EQ(0u, wrong.load());
}

} // namespace
