#include "Harness.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace conformance {

namespace {

/// End a sub-test; thrown by Session, caught by runTest.
struct Skipped {};
struct Abandoned {};

constexpr unsigned failuresShown = 10;

struct Test {
  std::string name;
  TestFunction function;
};

std::vector<Test> &tests() {
  static std::vector<Test> all;
  return all;
}

std::string deviceText(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device, what, 0, nullptr, &size) != CL_SUCCESS || size == 0)
    return {};
  std::string text(size, '\0');
  clGetDeviceInfo(device, what, size, text.data(), nullptr);
  text.resize(size - 1); // without its end
  return text;
}

template <typename T> T deviceNumber(cl_device_id device, cl_device_info what) {
  T value{};
  clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
  return value;
}

enum class Verdict { pass, fail, skip };

Verdict runTest(const Test &test, cl_platform_id platform, cl_device_id device) {
  std::printf("%s...\n", test.name.c_str());
  std::fflush(stdout);
  Verdict verdict = Verdict::fail;
  try {
    Session session(platform, device);
    try {
      test.function(session);
      verdict = Verdict::pass;
    } catch (const Skipped &) {
      verdict = Verdict::skip;
    } catch (const Abandoned &) {
      verdict = Verdict::fail;
    }
    if (session.failed())
      verdict = Verdict::fail;
  } catch (const Abandoned &) { // the session could not be made
    verdict = Verdict::fail;
  }
  const char *const ends[] = {" passed", " FAILED", " test not supported"};
  std::printf("%s%s\n", test.name.c_str(), ends[static_cast<int>(verdict)]);
  std::fflush(stdout);
  return verdict;
}

bool matches(const std::string &name, const std::string &pattern) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
}

/// The sub-tests that the words name, all for no word; an error is reported and ends the program.
std::vector<Test> select(const std::vector<std::string> &words) {
  if (words.empty())
    return tests();
  std::vector<Test> chosen;
  for (const std::string &word : words) {
    const std::size_t before = chosen.size();
    for (const Test &test : tests())
      if (matches(test.name, word))
        chosen.push_back(test);
    if (chosen.size() == before) {
      std::fprintf(stderr, "ERROR: The argument '%s' did not match any test names; --list shows them.\n", word.c_str());
      std::exit(EXIT_FAILURE);
    }
  }
  return chosen;
}

unsigned environmentNumber(const char *name) {
  const char *text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 0;
}

bool findDevice(cl_platform_id &platform, cl_device_id &device) {
  const unsigned platformIndex = environmentNumber("CL_PLATFORM_INDEX");
  const unsigned deviceIndex = environmentNumber("CL_DEVICE_INDEX");
  std::vector<cl_platform_id> platforms(platformIndex + 1);
  cl_uint count = 0;
  if (clGetPlatformIDs(platformIndex + 1, platforms.data(), &count) != CL_SUCCESS || count <= platformIndex)
    return false;
  platform = platforms[platformIndex];
  std::vector<cl_device_id> devices(deviceIndex + 1);
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, deviceIndex + 1, devices.data(), &count) != CL_SUCCESS ||
      count <= deviceIndex)
    return false;
  device = devices[deviceIndex];
  return true;
}

void saveResults(const char *program, const std::vector<std::pair<std::string, Verdict>> &results) {
  const char *path = std::getenv("CL_CONFORMANCE_RESULTS_FILENAME");
  if (!path)
    return;
  const char *const words[] = {"pass", "fail", "skip"};
  std::ofstream file(path);
  file << "{\n\t\"cmd\": \"" << program << "\",\n\t\"results\": {\n";
  for (std::size_t i = 0; i < results.size(); ++i)
    file << "\t\t\"" << results[i].first << "\": \"" << words[static_cast<int>(results[i].second)] << '"'
         << (i + 1 < results.size() ? ",\n" : "\n");
  file << "\t}\n}\n";
}

} // namespace

Registration::Registration(const std::string &name, TestFunction function) {
  tests().push_back({name, std::move(function)});
}

std::vector<unsigned char> Noise::bytes(std::size_t count) {
  std::vector<unsigned char> all(count);
  for (unsigned char &byte : all)
    byte = static_cast<unsigned char>(next());
  return all;
}

Session::Session(cl_platform_id platform, cl_device_id device) : platform(platform), device(device) {
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  // The call of OpenCL 1.2 works on every platform.
  queue = clCreateCommandQueue(context, device, 0, &error);
  if (error != CL_SUCCESS)
    clReleaseContext(context);
  require(error, "clCreateCommandQueue");
}

Session::~Session() {
  if (queue)
    clReleaseCommandQueue(queue);
  if (context)
    clReleaseContext(context);
}

bool Session::has(const std::string &extension) const {
  std::istringstream words(deviceText(device, CL_DEVICE_EXTENSIONS));
  for (std::string word; words >> word;)
    if (word == extension)
      return true;
  return false;
}

bool Session::takesSpirv() const {
  return deviceText(device, CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos;
}

std::size_t Session::localMemory() const { return deviceNumber<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE); }

std::size_t Session::maxWorkGroup() const { return deviceNumber<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE); }

bool Session::takesPartialGroups() const {
  return deviceNumber<cl_bool>(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) != CL_FALSE;
}

std::vector<std::size_t> Session::subGroupSizes() const {
  constexpr cl_device_info query = 0x4108; // CL_DEVICE_SUB_GROUP_SIZES_INTEL
  std::vector<std::size_t> sizes{0};
  std::size_t bytes = 0;
  if (!has("cl_intel_required_subgroup_size") || clGetDeviceInfo(device, query, 0, nullptr, &bytes) != CL_SUCCESS)
    return sizes;
  sizes.resize(1 + bytes / sizeof(std::size_t));
  clGetDeviceInfo(device, query, bytes, sizes.data() + 1, nullptr);
  return sizes;
}

void Session::skip(const std::string &why) {
  std::printf("%s: test skipped\n", why.c_str());
  throw Skipped();
}

void Session::need(const std::string &extension) {
  if (!has(extension))
    skip(extension + " is not reported by the device");
}

void Session::note(const std::string &what) {
  if (notes_.insert(what).second)
    std::printf("NOTE: %s\n", what.c_str());
}

void Session::fail(const std::string &what) {
  std::printf("ERROR: %s\n", what.c_str());
  if (++failures_ >= failuresShown)
    throw Abandoned();
}

void Session::require(cl_int error, const std::string &call) {
  if (error == CL_SUCCESS)
    return;
  std::printf("ERROR: %s returned %d\n", call.c_str(), error);
  ++failures_;
  throw Abandoned();
}

} // namespace conformance

int main(int count, char **arguments) {
  using namespace conformance;
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (!words.empty() && (words[0] == "--list" || words[0] == "-l")) {
    for (const Test &test : tests())
      std::printf("\t%s\n", test.name.c_str());
    return EXIT_SUCCESS;
  }
  const std::vector<Test> chosen = select(words);
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (!findDevice(platform, device)) {
    std::fprintf(stderr, "ERROR: the ICD loader finds no such device; see OCL_ICD_VENDORS, CL_PLATFORM_INDEX\n");
    return EXIT_FAILURE;
  }
  std::printf("Compute Device Name = %s, Version = %s\n", deviceText(device, CL_DEVICE_NAME).c_str(),
              deviceText(device, CL_DEVICE_VERSION).c_str());
  std::vector<std::pair<std::string, Verdict>> results;
  std::size_t failed = 0, skipped = 0;
  for (const Test &test : chosen) {
    results.emplace_back(test.name, runTest(test, platform, device));
    failed += results.back().second == Verdict::fail;
    skipped += results.back().second == Verdict::skip;
  }
  const std::size_t ran = results.size() - skipped;
  std::printf("%s %zu of %zu tests, %zu skipped.\n", failed ? "FAILED" : "PASSED", failed ? failed : ran, ran, skipped);
  saveResults(arguments[0], results);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
