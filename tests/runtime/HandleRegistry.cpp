#include "runtime/Object.h"
#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <unordered_set>
#include <vector>

using namespace lanecl;

namespace {

/// Addresses that nobody else registers.
struct alignas(16) Slot {
  char bytes[16];
};

TEST(HandleRegistry, TellsKindsAndStrangers) {
  Slot slots[2];
  EXPECT_FALSE(handles::isLive(&slots[0], Kind::Context));
  handles::add(&slots[0], Kind::Context);
  EXPECT_TRUE(handles::isLive(&slots[0], Kind::Context));
  EXPECT_FALSE(handles::isLive(&slots[0], Kind::Queue));
  EXPECT_FALSE(handles::isLive(&slots[1], Kind::Context));
  EXPECT_FALSE(handles::isLive(slots[0].bytes + 1, Kind::Context));
  EXPECT_FALSE(handles::isLive(nullptr, Kind::Context));
  handles::remove(&slots[0]);
  EXPECT_FALSE(handles::isLive(&slots[0], Kind::Context));
  handles::remove(&slots[0]); // nothing to remove is no error
}

// Against std::unordered_set, over growth, collisions and removal in random order.
TEST(HandleRegistry, IsASet) {
  std::vector<Slot> slots(20000);
  std::unordered_set<const void *> live;
  std::mt19937 random(7);
  for (int step = 0; step < 200000; ++step) {
    const Slot *slot = &slots[random() % slots.size()];
    if (live.contains(slot)) {
      handles::remove(slot);
      live.erase(slot);
    } else {
      handles::add(slot, Kind::Event);
      live.insert(slot);
    }
  }
  for (const Slot &slot : slots)
    EXPECT_EQ(live.contains(&slot), handles::isLive(&slot, Kind::Event));
  for (const Slot &slot : slots)
    if (live.contains(&slot))
      handles::remove(&slot);
  for (const Slot &slot : slots)
    EXPECT_FALSE(handles::isLive(&slot, Kind::Event));
}

// Readers see a handle that stays as live, and one that never was as dead, whatever the writers do meanwhile.
TEST(HandleRegistry, ReadersNeedNoLock) {
  std::vector<Slot> kept(512), never(512);
  for (const Slot &slot : kept)
    handles::add(&slot, Kind::Kernel);
  std::atomic<bool> stop{false};
  std::atomic<unsigned> wrong{0};
  std::thread reader([&] {
    while (!stop)
      for (std::size_t i = 0; i < kept.size(); ++i)
        wrong += !handles::isLive(&kept[i], Kind::Kernel) + handles::isLive(&never[i], Kind::Kernel);
  });
  std::vector<Slot> churn(4000);
  for (int round = 0; round < 20; ++round) {
    for (const Slot &slot : churn)
      handles::add(&slot, Kind::Event);
    for (const Slot &slot : churn)
      handles::remove(&slot);
  }
  stop = true;
  reader.join();
  EXPECT_EQ(0u, wrong.load());
  for (const Slot &slot : kept)
    handles::remove(&slot);
}

int destroyed;
template <Kind K> struct Thing : Handle<Thing<K>, K> {
  ~Thing() { ++destroyed; }
};

TEST(Handle, DiesWithItsLastOwner) {
  destroyed = 0;
  auto *event = new Thing<Kind::Event>;
  event->retainForHost();
  EXPECT_EQ(2u, event->hostCount());
  event->addRef();
  EXPECT_TRUE(event->releaseForHost());
  EXPECT_TRUE(handles::isLive(event, Kind::Event));
  EXPECT_TRUE(event->releaseForHost());
  EXPECT_EQ(0, destroyed);
  // Nothing leads to an event: its handle is dead for the host though the object lives.
  EXPECT_FALSE(handles::isLive(event, Kind::Event));
  EXPECT_FALSE(event->releaseForHost());
  event->release();
  EXPECT_EQ(1, destroyed);
}

TEST(Handle, ReachableOnesComeBack) {
  destroyed = 0;
  auto *context = new Thing<Kind::Context>;
  context->addRef();
  EXPECT_TRUE(context->releaseForHost());
  EXPECT_TRUE(handles::isLive(context, Kind::Context));
  EXPECT_FALSE(context->releaseForHost());
  context->retainForHost();
  context->release();
  EXPECT_EQ(0, destroyed);
  EXPECT_TRUE(context->releaseForHost());
  EXPECT_EQ(1, destroyed);
  EXPECT_FALSE(handles::isLive(context, Kind::Context));
}

struct Mortal : Handle<Mortal, Kind::Event> {
  static constexpr uint32_t Alive = 0x600DF00D;
  ~Mortal() { state.store(0); }
  std::atomic<uint32_t> state{Alive};
};

TEST(Handle, HoldTellsKindsAndTheDead) {
  EXPECT_FALSE(Mortal::hold(nullptr));
  auto *event = new Mortal;
  EXPECT_FALSE(Thing<Kind::Context>::hold(event));
  {
    Ref<Mortal> held = Mortal::hold(event);
    ASSERT_TRUE(held);
    EXPECT_TRUE(event->releaseForHost());
    EXPECT_EQ(Mortal::Alive, held->state.load()) << "the reference keeps it";
    EXPECT_FALSE(Mortal::hold(event)) << "nothing leads to an event";
  }
  EXPECT_FALSE(Mortal::hold(event));
}

// Other threads use handles that one releases meanwhile: each look-up gets a living object or none.
TEST(Handle, HoldNeverGivesADyingObject) {
  std::array<std::atomic<Mortal *>, 4> handles{};
  std::atomic<bool> stop{false};
  std::atomic<unsigned> wrong{0};
  std::vector<std::thread> users;
  for (int i = 0; i < 4; ++i)
    users.emplace_back([&] {
      while (!stop)
        for (auto &handle : handles)
          if (Ref<Mortal> held = Mortal::hold(handle.load()))
            for (int look = 0; look < 10; ++look)
              wrong += held->state.load() != Mortal::Alive;
    });
  for (int round = 0; round < 50000; ++round)
    for (auto &handle : handles)
      if (Mortal *old = handle.exchange(new Mortal))
        old->releaseForHost();
  stop = true;
  for (std::thread &user : users)
    user.join();
  for (auto &handle : handles)
    handle.load()->releaseForHost();
  EXPECT_EQ(0u, wrong.load());
}

} // namespace
