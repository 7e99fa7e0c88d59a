// Semaphores that are another API's fences (cl_khr_external_semaphore 1.0.1, cl_khr_external_semaphore_sync_fd 1.0.0).
// An eventfd stands for the fence: for poll(2) the two are alike. Nothing can be exported.
#include "tests/api/SemaphoreFixture.h"
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/wait.h>

using namespace api_test;

namespace {

class SemaphoreSyncFd : public WithSemaphores {
protected:
  static cl_semaphore_properties_khr valueOf(int fd) { return static_cast<cl_semaphore_properties_khr>(fd); }
  cl_semaphore_khr imported(int fd) { return make({CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, valueOf(fd)}); }

  /// A fence whose descriptor the test gives away; the test signals through a second one.
  struct Fence {
    int given = eventfd(0, EFD_CLOEXEC), own = dup(given);
    Fence() = default;
    Fence(const Fence &) = delete;
    Fence &operator=(const Fence &) = delete;
    ~Fence() { close(own); }
    void signal() const { EXPECT_EQ(0, eventfd_write(own, 1)); }
    bool isGivenOpen() const { return fcntl(given, F_GETFD) >= 0; }
  };
};

TEST_F(SemaphoreSyncFd, PlatformAndDeviceImportOnly) {
  using Types = std::vector<cl_external_semaphore_handle_type_khr>;
  using Type = Types::value_type;
  const Types syncFd{CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  EXPECT_EQ(syncFd, queryList<Type>(clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(syncFd, queryList<Type>(clGetPlatformInfo, platform(), CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(Types(), queryList<Type>(clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(Types(), queryList<Type>(clGetPlatformInfo, platform(), CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR));
  cl_semaphore_khr semaphore = make();
  EXPECT_EQ(Types(), queryList<Type>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(cl_bool{CL_FALSE}, query<cl_bool>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_EXPORTABLE_KHR));
  int fd = -2;
  EXPECT_EQ(CL_INVALID_VALUE, api.clGetSemaphoreHandleForTypeKHR(semaphore, device(), CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                                 sizeof fd, &fd, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE, api.clGetSemaphoreHandleForTypeKHR(semaphore, nullptr, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                                  sizeof fd, &fd, nullptr));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, api.clGetSemaphoreHandleForTypeKHR(
                                          nullptr, device(), CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, nullptr, nullptr));
  EXPECT_EQ(-2, fd);
}

TEST_F(SemaphoreSyncFd, KeepsTheRules) {
  const Fence fence;
  const auto given = valueOf(fence.given);
  EXPECT_EQ(CL_INVALID_PROPERTY,
            errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, valueOf(1 << 20), 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, valueOf(-2), 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, given,
                                                  CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, given, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, given, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorOfCreating({CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, given, 0}));
  constexpr cl_semaphore_properties_khr exports = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
  constexpr cl_semaphore_properties_khr syncFd = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, exports, syncFd, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, exports, syncFd, syncFd, 0, 0}));
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, syncFd, given, exports, syncFd, 0, 0}));
  EXPECT_TRUE(fence.isGivenOpen()); // what was not imported is the host's

  cl_semaphore_khr semaphore = imported(fence.given), plain = make();
  cl_semaphore_reimport_properties_khr none[] = {0}, some[] = {CL_SEMAPHORE_TYPE_KHR, Binary, 0};
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, api.clReImportSemaphoreSyncFdKHR(nullptr, nullptr, -1));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, api.clReImportSemaphoreSyncFdKHR(plain, nullptr, -1));
  EXPECT_EQ(CL_INVALID_VALUE, api.clReImportSemaphoreSyncFdKHR(semaphore, nullptr, 1 << 20));
  EXPECT_EQ(CL_INVALID_VALUE, api.clReImportSemaphoreSyncFdKHR(semaphore, some, -1));
  EXPECT_EQ(CL_SUCCESS, api.clReImportSemaphoreSyncFdKHR(semaphore, none, -1));
}

TEST_F(SemaphoreSyncFd, NoDescriptorIsASignaledFence) {
  cl_semaphore_khr semaphore = imported(-1);
  const Properties list{CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, valueOf(-1), 0};
  EXPECT_EQ(list,
            queryList<cl_semaphore_properties_khr>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_PROPERTIES_KHR));
  EXPECT_EQ(1u, payload(semaphore));
  EXPECT_EQ(CL_SUCCESS, await(wait(queue, {semaphore})));
  EXPECT_EQ(0u, payload(semaphore));
}

TEST_F(SemaphoreSyncFd, AWaitGoesOnWhenTheFenceSignals) {
  for (cl_command_queue in : {queue, unordered}) {
    const Fence fence;
    cl_semaphore_khr semaphore = imported(fence.given);
    std::atomic<bool> ran{false};
    std::function<void()> run = [&] { ran = true; };
    cl_event waited = wait(in, {semaphore}), after = nullptr;
    EXPECT_EQ(CL_SUCCESS, enqueueCall(in, run, {waited}, &after));
    EXPECT_TRUE(isPending(keep(after)));
    EXPECT_EQ(0u, payload(semaphore));
    fence.signal();
    EXPECT_EQ(CL_SUCCESS, await(after));
    EXPECT_TRUE(ran);
    EXPECT_EQ(0u, payload(semaphore));
    EXPECT_TRUE(eventually([&] { return !fence.isGivenOpen(); }));
  }
}

TEST_F(SemaphoreSyncFd, AFenceThatSignaledBeforeCounts) {
  const Fence fence;
  fence.signal();
  cl_semaphore_khr semaphore = imported(fence.given);
  EXPECT_EQ(1u, payload(semaphore));
  EXPECT_FALSE(fence.isGivenOpen());
  EXPECT_EQ(CL_SUCCESS, await(wait(queue, {semaphore})));
}

TEST_F(SemaphoreSyncFd, SignalsAnUnwaitedSemaphore) {
  const Fence fence;
  cl_semaphore_khr semaphore = imported(fence.given);
  EXPECT_EQ(0u, payload(semaphore));
  fence.signal();
  EXPECT_TRUE(eventually([&] { return payload(semaphore) == 1; }));
  EXPECT_EQ(CL_SUCCESS, await(wait(queue, {semaphore})));
  // Once the fence's payload is taken, it is a semaphore like others.
  EXPECT_EQ(CL_SUCCESS, await(signal(queue, {semaphore})));
  EXPECT_EQ(CL_SUCCESS, await(wait(unordered, {semaphore})));
}

TEST_F(SemaphoreSyncFd, ReimportingLeavesEarlierWaitsTheirFence) {
  const Fence first, second;
  cl_semaphore_khr semaphore = imported(first.given);
  cl_event earlier = wait(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, api.clReImportSemaphoreSyncFdKHR(semaphore, nullptr, second.given));
  cl_event later = wait(unordered, {semaphore});
  second.signal();
  EXPECT_EQ(CL_SUCCESS, await(later));
  EXPECT_TRUE(isPending(earlier));
  first.signal();
  EXPECT_EQ(CL_SUCCESS, await(earlier));
}

TEST_F(SemaphoreSyncFd, LivesForTheWaitsAndNoLonger) {
  const Fence used, unused;
  cl_semaphore_khr semaphore = imported(used.given), idle = imported(unused.given);
  cl_event waited = wait(queue, {semaphore});
  for (cl_semaphore_khr each : {semaphore, idle})
    EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(each));
  semaphores.clear();
  EXPECT_FALSE(unused.isGivenOpen());
  EXPECT_TRUE(isPending(waited));
  EXPECT_TRUE(used.isGivenOpen());
  used.signal();
  EXPECT_EQ(CL_SUCCESS, await(waited));
}

TEST_F(SemaphoreSyncFd, ManyFencesSignalInAnyOrder) {
  constexpr int Count = 200;
  std::vector<Fence> fences(Count);
  Semaphores all;
  std::vector<cl_event> waits;
  for (const Fence &fence : fences) {
    all.push_back(imported(fence.given));
    waits.push_back(wait(unordered, {all.back()}));
  }
  cl_event last = wait(queue, {imported(-1)}, waits);
  std::thread thread([&] {
    for (int i = 0; i < Count; ++i)
      fences[(i * 77) % Count].signal();
  });
  EXPECT_EQ(CL_SUCCESS, await(last));
  thread.join();
}

TEST_F(SemaphoreSyncFd, AChildAfterForkHasItsOwnWatch) {
  // The parent's thread watches; the child's starts anew.
  const Fence parents;
  cl_event waited = wait(queue, {imported(parents.given)});
  EXPECT_TRUE(isPending(waited));
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);
    const Fence own;
    cl_semaphore_khr semaphore = imported(own.given);
    own.signal();
    while (payload(semaphore) != 1)
      std::this_thread::yield();
    _exit(0);
  }
  int status = 1;
  EXPECT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  parents.signal();
  EXPECT_EQ(CL_SUCCESS, await(waited));
}

} // namespace
