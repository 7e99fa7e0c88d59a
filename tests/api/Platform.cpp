#include "Api.h"
#include <CL/cl_icd.h>
#include <algorithm>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace api_test;

namespace {

TEST(Platform, IsListed) {
  ASSERT_NE(nullptr, platform());
  EXPECT_EQ("LaneCL", queryText(clGetPlatformInfo, platform(), CL_PLATFORM_NAME));
  EXPECT_EQ("FULL_PROFILE", queryText(clGetPlatformInfo, platform(), CL_PLATFORM_PROFILE));
  EXPECT_EQ("LANECL", queryText(clGetPlatformInfo, platform(), CL_PLATFORM_ICD_SUFFIX_KHR));
  EXPECT_EQ(0u, queryText(clGetPlatformInfo, platform(), CL_PLATFORM_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ(cl_version(CL_MAKE_VERSION(3, 1, 0)),
            query<cl_version>(clGetPlatformInfo, platform(), CL_PLATFORM_NUMERIC_VERSION));
  EXPECT_EQ(1u, query<cl_ulong>(clGetPlatformInfo, platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION));
}

TEST(Platform, ExtensionListsAgree) {
  auto names = words(queryText(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS));
  auto versions = queryList<cl_name_version>(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION);
  ASSERT_EQ(names.size(), versions.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(names[i], versions[i].name);
  EXPECT_NE(names.end(), std::ranges::find(names, "cl_khr_icd"));
}

TEST(Platform, InfoErrors) {
  std::size_t size = 0;
  char text[4];
  EXPECT_EQ(CL_INVALID_VALUE, clGetPlatformInfo(platform(), 0x1234, 0, nullptr, &size));
  EXPECT_EQ(CL_INVALID_VALUE, clGetPlatformInfo(platform(), CL_PLATFORM_NAME, sizeof(text), text, &size));
  EXPECT_EQ(CL_SUCCESS, clGetPlatformInfo(platform(), CL_PLATFORM_NAME, 0, nullptr, nullptr));
}

/// The functions of the driver itself, past the loader's own checks.
class Driver : public ::testing::Test {
protected:
  void SetUp() override {
    library = dlopen(LANECL_BUILD_DIR "/lib/liblanecl.so", RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(nullptr, library) << dlerror();
  }
  template <typename F> F symbol(const char *name) { return reinterpret_cast<F>(dlsym(library, name)); }
  template <typename F> F entry(const char *name) {
    return reinterpret_cast<F>(symbol<void *(*)(const char *)>("clGetExtensionFunctionAddress")(name));
  }
  void *library = nullptr;
};

TEST_F(Driver, ShowsOnlyWhatTheLoaderNeeds) {
  for (const char *name : {"clGetExtensionFunctionAddress", "clGetPlatformInfo", "clIcdGetPlatformIDsKHR",
                           "clIcdGetFunctionAddressForPlatformKHR", "clIcdSetPlatformDispatchDataKHR"})
    EXPECT_NE(nullptr, dlsym(library, name)) << name;
  FILE *nm = popen("nm -D --defined-only '" LANECL_BUILD_DIR "/lib/liblanecl.so' 2>/dev/null | wc -l", "r");
  char count[16] = {};
  ASSERT_NE(nullptr, fgets(count, sizeof count, nm));
  pclose(nm);
  EXPECT_EQ(5, std::strtol(count, nullptr, 10));
}

TEST_F(Driver, PlatformIdErrors) {
  auto get = symbol<decltype(&clGetPlatformIDs)>("clIcdGetPlatformIDsKHR");
  cl_platform_id id = nullptr;
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_VALUE, get(0, &id, &count));
  EXPECT_EQ(CL_INVALID_VALUE, get(0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, get(0, nullptr, &count));
  EXPECT_EQ(1u, count);
  EXPECT_EQ(CL_SUCCESS, get(1, &id, nullptr));
  EXPECT_EQ(platform(), id);
}

TEST_F(Driver, BadHandlesAreErrorsNotCrashes) {
  alignas(16) char foreign[64] = {};
  auto bad = [&](auto handle) { return reinterpret_cast<decltype(handle)>(foreign); };
  EXPECT_EQ(CL_INVALID_PLATFORM, symbol<decltype(&clGetPlatformInfo)>("clGetPlatformInfo")(
                                     bad(cl_platform_id()), CL_PLATFORM_NAME, 0, nullptr, nullptr));
  auto devices = entry<decltype(&clGetDeviceIDs)>("clGetDeviceIDs");
  cl_uint count;
  EXPECT_EQ(CL_INVALID_PLATFORM, devices(bad(cl_platform_id()), CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
  // A live object of another kind is as wrong as a foreign pointer.
  EXPECT_EQ(CL_INVALID_PLATFORM,
            devices(reinterpret_cast<cl_platform_id>(device()), CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_DEVICE, entry<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(bad(cl_device_id()), CL_DEVICE_NAME,
                                                                                    0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE,
            entry<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(nullptr, CL_DEVICE_NAME, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE, entry<decltype(&clRetainDevice)>("clRetainDevice")(bad(cl_device_id())));
  EXPECT_EQ(CL_INVALID_DEVICE, entry<decltype(&clReleaseDevice)>("clReleaseDevice")(bad(cl_device_id())));
  EXPECT_EQ(CL_INVALID_CONTEXT, entry<decltype(&clRetainContext)>("clRetainContext")(bad(cl_context())));
  EXPECT_EQ(CL_INVALID_CONTEXT, entry<decltype(&clReleaseContext)>("clReleaseContext")(bad(cl_context())));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, entry<decltype(&clRetainMemObject)>("clRetainMemObject")(bad(cl_mem())));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, entry<decltype(&clReleaseMemObject)>("clReleaseMemObject")(bad(cl_mem())));
  EXPECT_EQ(CL_INVALID_SAMPLER, entry<decltype(&clRetainSampler)>("clRetainSampler")(bad(cl_sampler())));
  EXPECT_EQ(CL_INVALID_SAMPLER, entry<decltype(&clReleaseSampler)>("clReleaseSampler")(bad(cl_sampler())));
  EXPECT_EQ(CL_INVALID_PLATFORM,
            entry<decltype(&clUnloadPlatformCompiler)>("clUnloadPlatformCompiler")(bad(cl_platform_id())));
  EXPECT_EQ(CL_INVALID_CONTEXT, errorOf([&](cl_int *error) {
              return entry<decltype(&clCreateBuffer)>("clCreateBuffer")(bad(cl_context()), 0, 4, nullptr, error);
            }));
}

TEST_F(Driver, TableIsFullAndTagged) {
  // The table lies behind a handle's first word.
  const cl_icd_dispatch *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform());
  ASSERT_NE(nullptr, table);
  constexpr uintptr_t tag = 0x4F50454E434C3331;
  EXPECT_EQ(tag, reinterpret_cast<uintptr_t>(table->clGetPlatformIDs));
  EXPECT_EQ(tag, reinterpret_cast<uintptr_t>(table->clUnloadCompiler));
  EXPECT_EQ(entry<void *>("clCreateBuffer"), reinterpret_cast<void *>(table->clCreateBuffer));
  EXPECT_EQ(entry<void *>("clSetContextDestructorCallback"),
            reinterpret_cast<void *>(table->clSetContextDestructorCallback));
  // Only the slots of Direct3D and Media Surfaces, which this system does not have, are empty.
  auto slots = reinterpret_cast<void *const *>(table);
  EXPECT_EQ(16, std::count(slots, slots + sizeof(*table) / sizeof(void *), nullptr));
}

TEST_F(Driver, ForeignExtensionsAreAnError) {
  const cl_icd_dispatch *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform());
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOf([&](cl_int *error) { return table->clCreateFromGLBuffer(nullptr, 0, 0, error); }));
  EXPECT_EQ(CL_INVALID_OPERATION, table->clRetainDeviceEXT(device()));
}

TEST_F(Driver, FindsFunctionsByName) {
  EXPECT_EQ(nullptr, entry<void *>("clNoSuchFunction"));
  EXPECT_EQ(nullptr, entry<void *>(nullptr));
  EXPECT_EQ(entry<void *>("clCreateProgramWithIL"), entry<void *>("clCreateProgramWithILKHR"));
  EXPECT_NE(nullptr, clGetExtensionFunctionAddressForPlatform(platform(), "clCreateCommandQueueWithPropertiesKHR"));
  EXPECT_EQ(nullptr, clGetExtensionFunctionAddressForPlatform(platform(), "clCreateFromGLBuffer"));
  auto find = symbol<void *(*)(cl_platform_id, const char *)>("clIcdGetFunctionAddressForPlatformKHR");
  EXPECT_EQ(entry<void *>("clFinish"), find(platform(), "clFinish"));
  EXPECT_EQ(nullptr, find(nullptr, "clFinish"));
}

TEST_F(Driver, LoaderDataReachesNewObjects) {
  struct Header {
    void *table, *data;
  };
  auto dataOf = [](auto handle) { return reinterpret_cast<Header *>(handle)->data; };
  auto set = symbol<cl_int (*)(cl_platform_id, void *)>("clIcdSetPlatformDispatchDataKHR");
  void *before = dataOf(platform());
  int mark = 0;
  EXPECT_EQ(CL_INVALID_PLATFORM, set(nullptr, &mark));
  ASSERT_EQ(CL_SUCCESS, set(platform(), &mark));
  EXPECT_EQ(&mark, dataOf(platform()));
  EXPECT_EQ(&mark, dataOf(device()));
  cl_device_id one = device();
  cl_context context = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  EXPECT_EQ(&mark, dataOf(context));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  EXPECT_EQ(CL_SUCCESS, set(platform(), before));
}

TEST(Platform, UnloadingTheCompilerIsAllowed) { EXPECT_EQ(CL_SUCCESS, clUnloadPlatformCompiler(platform())); }

TEST(Platform, DISABLED_ListAndPrintMaps) {
  ASSERT_NE(nullptr, device());
  queryText(clGetDeviceInfo, device(), CL_DEVICE_NAME);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    puts(line.c_str());
}

TEST(Platform, ListingLoadsNoCompiler) {
  std::string maps = runFresh("", "Platform.DISABLED_ListAndPrintMaps");
  EXPECT_NE(std::string::npos, maps.find("liblanecl.so"));
  EXPECT_EQ(std::string::npos, maps.find("liblanecl-compiler"));
  EXPECT_EQ(std::string::npos, maps.find("libLLVM"));
  EXPECT_EQ(std::string::npos, maps.find("libclang"));
}

} // namespace
