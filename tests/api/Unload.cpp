// A host that loads the driver by itself and unloads it while a kernel runs. In a process of its own, which has not
// loaded it already.
#include "Api.h"
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <link.h>

using namespace api_test;

namespace {

/// The driver that the loader of this process finds.
std::string driverPath() {
  const char *vendors = std::getenv("OCL_ICD_VENDORS");
  std::string path;
  std::getline(std::ifstream(std::string(vendors ? vendors : "") + "/lanecl.icd") >> std::ws, path);
  return path;
}

/// Its functions, through a handle that is closed at the end.
struct OpenedDriver {
  void *library = dlopen(driverPath().c_str(), RTLD_NOW | RTLD_LOCAL);
  cl_platform_id platform = nullptr;
  const cl_icd_dispatch *calls = nullptr;
  OpenedDriver() {
    if (!library)
      return;
    auto find = reinterpret_cast<void *(*)(const char *)>(dlsym(library, "clGetExtensionFunctionAddress"));
    auto list = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(find("clIcdGetPlatformIDsKHR"));
    if (list(1, &platform, nullptr) == CL_SUCCESS)
      calls = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  }
};

/// Whether the library itself says that it stays, whatever else keeps it: unique symbols may, or may not.
bool saysItStays(void *library) {
  link_map *map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
    return false;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_FLAGS_1 && (entry->d_un.d_val & DF_1_NODELETE))
      return true;
  return false;
}

TEST(Unload, DISABLED_WhileAKernelRuns) {
  OpenedDriver driver;
  ASSERT_NE(nullptr, driver.calls);
  EXPECT_TRUE(saysItStays(driver.library));
  const cl_icd_dispatch &cl = *driver.calls;
  cl_device_id device = nullptr;
  ASSERT_EQ(CL_SUCCESS, cl.clGetDeviceIDs(driver.platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_int error = 1;
  cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = cl.clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *source = "kernel void k(global uint *out, uint n) { uint x = get_global_id(0);"
                       "  for (uint i = 0; i < n; ++i) x = x * 1664525 + 1013904223; out[get_global_id(0)] = x; }";
  cl_program program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  cl_kernel kernel = cl.clCreateKernel(program, "k", &error);
  constexpr std::size_t Items = 4096;
  cl_mem out = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, Items * sizeof(cl_uint), nullptr, &error);
  cl_uint rounds = 1'000'000;
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 0, sizeof out, &out));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &Items, nullptr, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clFlush(queue));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(0, dlclose(driver.library));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  // Loaded again it is the same one, and what runs is still there.
  OpenedDriver again;
  ASSERT_NE(nullptr, again.calls);
  EXPECT_EQ(driver.platform, again.platform);
  EXPECT_EQ(CL_SUCCESS, again.calls->clFinish(queue));
}

TEST(Unload, WhileAKernelRuns) {
  const std::string output = runFresh("", "Unload.DISABLED_WhileAKernelRuns");
  EXPECT_NE(std::string::npos, output.find("[       OK ] Unload.DISABLED_WhileAKernelRuns")) << output;
}

} // namespace
