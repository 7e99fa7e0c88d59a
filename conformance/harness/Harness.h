// What a conformance group is made of: named sub-tests, registered where they are defined, and a main() that runs them
// as the programs of the OpenCL-CTS do: `test_GROUP [--list] [NAME...]`, where a NAME may end in `*`. Only the OpenCL
// API is used. The environment: CL_PLATFORM_INDEX, CL_DEVICE_INDEX choose the device;
// CL_CONFORMANCE_RESULTS_FILENAME names a file that gets the results as JSON on a clean exit.
//
// A sub-test passes when it returns without a failed check. It ends early by an exception of its Session's methods.
// Sub-tests run one after another on one thread.
#pragma once
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace conformance {

/// The device under test with a context and an in-order queue, made anew for each sub-test.
class Session {
public:
  Session(cl_platform_id platform, cl_device_id device);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  cl_platform_id platform;
  cl_device_id device;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  /// Is the extension on the device's list?
  bool has(const std::string &extension) const;
  /// Is the SPIR-V version ("1.0") among those that the device takes?
  bool takesSpirv() const;
  /// Bytes of local memory of a work-group.
  std::size_t localMemory() const;
  /// The largest work-group.
  std::size_t maxWorkGroup() const;
  /// CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT; false where the platform does not know the query.
  bool takesPartialGroups() const;
  /// The sizes that intel_reqd_sub_group_size may ask for, and 0 for the platform's own choice.
  std::vector<std::size_t> subGroupSizes() const;

  /// Says, once, what of the sub-test the device cannot run; the rest counts.
  void note(const std::string &what);
  /// The sub-test skips itself: says why and ends. It counts as not passed.
  [[noreturn]] void skip(const std::string &why);
  /// Skips unless the extension is reported.
  void need(const std::string &extension);
  /// Notes a failure and goes on; after some of them the sub-test ends.
  void fail(const std::string &what);
  /// Notes a failure unless the condition holds.
  void expect(bool holds, const std::string &what) {
    if (!holds)
      fail(what);
  }
  /// Ends the sub-test as failed unless `error` is CL_SUCCESS.
  void require(cl_int error, const std::string &call);
  bool failed() const { return failures_ != 0; }

private:
  unsigned failures_ = 0;
  std::set<std::string> notes_;
};

using TestFunction = std::function<void(Session &)>;

/// Registers a sub-test; CONFORMANCE_TEST does, or a table of sub-tests that differ in a parameter.
struct Registration {
  Registration(const std::string &name, TestFunction function);
};

/// Values that differ from one another and from run to run not at all.
class Noise {
public:
  explicit Noise(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  uint64_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 20;
  }
  /// From `low` to `high`, both among them.
  uint64_t between(uint64_t low, uint64_t high) { return low + next() % (high - low + 1); }
  std::vector<unsigned char> bytes(std::size_t count);

private:
  uint64_t state_;
};

} // namespace conformance

/// Defines the sub-test NAME, a function of `Session &session`.
#define CONFORMANCE_TEST(NAME)                                                                                         \
  static void NAME(conformance::Session &session);                                                                     \
  static const conformance::Registration NAME##Registration(#NAME, NAME);                                              \
  static void NAME([[maybe_unused]] conformance::Session &session)
