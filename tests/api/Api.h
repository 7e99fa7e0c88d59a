// What the API tests share: the platform under test, its device, a context, and typed queries.
#pragma once
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "tests/Sanitized.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace api_test {

/// The loader reads the build tree's folder unless the caller named another.
inline const int vendorsSet = setenv("OCL_ICD_VENDORS", LANECL_BUILD_DIR "/icd", 0);

using lanecl::test::isSanitized;

inline cl_platform_id platform() {
  cl_platform_id all[16] = {};
  cl_uint count = 0;
  clGetPlatformIDs(16, all, &count);
  for (cl_uint i = 0; i < count; ++i) {
    char name[64] = {};
    clGetPlatformInfo(all[i], CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr);
    if (std::string(name) == "LaneCL")
      return all[i];
  }
  return nullptr;
}

inline cl_device_id device() {
  cl_device_id found = nullptr;
  clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &found, nullptr);
  return found;
}

/// A scalar from any clGet*Info whose first argument is the object.
template <typename T, typename Get, typename Object> T query(Get get, Object object, cl_uint what) {
  T value{};
  std::size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, get(object, what, sizeof(T), &value, &size));
  EXPECT_EQ(sizeof(T), size);
  return value;
}

/// An array; text is std::vector<char> with its NUL.
template <typename T, typename Get, typename Object> std::vector<T> queryList(Get get, Object object, cl_uint what) {
  std::size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, get(object, what, 0, nullptr, &size));
  EXPECT_EQ(0u, size % sizeof(T));
  std::vector<T> values(size / sizeof(T));
  EXPECT_EQ(CL_SUCCESS, get(object, what, size, values.data(), nullptr));
  return values;
}
template <typename Get, typename Object> std::string queryText(Get get, Object object, cl_uint what) {
  std::vector<char> text = queryList<char>(get, object, what);
  EXPECT_FALSE(text.empty());
  EXPECT_EQ(0, text.empty() ? 1 : text.back());
  return text.empty() ? std::string() : std::string(text.data());
}

/// A context on the device; tests derive from it.
class WithContext : public ::testing::Test {
protected:
  void SetUp() override {
    cl_device_id one = device();
    cl_int error = CL_INVALID_VALUE;
    context = clCreateContext(nullptr, 1, &one, nullptr, nullptr, &error);
    ASSERT_EQ(CL_SUCCESS, error);
  }
  void TearDown() override { EXPECT_EQ(CL_SUCCESS, clReleaseContext(context)); }
  cl_context context = nullptr;
};

/// The error that a creating call reports; checks that it returned nothing.
template <typename Call> cl_int errorOf(Call call) {
  cl_int error = 1;
  auto object = call(&error);
  EXPECT_EQ(error == CL_SUCCESS, object != nullptr);
  return error;
}

/// What stands between spaces.
inline std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The numbers that noteDestroyed was given as data, in the order of its calls: a destructor call-back.
inline std::vector<int> destroyed;
template <typename Handle> void CL_CALLBACK noteDestroyed(Handle, void *data) {
  destroyed.push_back(static_cast<int>(reinterpret_cast<intptr_t>(data)));
}

/// Runs tests of this program in a process of its own (state that is read once); its output. One that does not end
/// fails.
inline std::string runFresh(const std::string &prefix, const std::string &filter) {
  std::string self(4096, 0);
  ssize_t length = readlink("/proc/self/exe", self.data(), self.size());
  self.resize(length > 0 ? length : 0);
  std::string command = prefix + " timeout 300 '" + self + "' --gtest_also_run_disabled_tests --gtest_filter='" +
                        filter + "' 2>&1",
              output;
  FILE *pipe = popen(command.c_str(), "r");
  EXPECT_NE(nullptr, pipe);
  char buffer[4096];
  for (std::size_t got; pipe && (got = fread(buffer, 1, sizeof(buffer), pipe));)
    output.append(buffer, got);
  EXPECT_EQ(0, pipe ? pclose(pipe) : -1) << output;
  EXPECT_EQ(std::string::npos, output.find("Running 0 tests")) << "no test is called " << filter;
  EXPECT_EQ(std::string::npos, output.find("[  SKIPPED ]")) << output;
  return output;
}

/// What a fresh process found, for valuesIn() of its output.
inline void sayValues(const std::vector<cl_int> &values) {
  std::string text = "[values:";
  for (cl_int value : values)
    text += ' ' + std::to_string(value);
  std::puts((text + ']').c_str());
  std::fflush(stdout);
}
inline std::string valuesIn(const std::string &output) {
  const size_t begin = output.find("[values:");
  EXPECT_NE(begin, std::string::npos) << output;
  return begin == std::string::npos ? std::string() : output.substr(begin, output.find(']', begin) - begin);
}

} // namespace api_test
