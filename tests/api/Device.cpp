#include "Api.h"
#include "runtime/NewerNames.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <regex>
#include <sched.h>
#include <set>
#include <sstream>

using namespace api_test;

namespace {

template <typename T> T info(cl_device_info what) { return query<T>(clGetDeviceInfo, device(), what); }
std::string text(cl_device_info what) { return queryText(clGetDeviceInfo, device(), what); }
template <typename T> std::vector<T> list(cl_device_info what) { return queryList<T>(clGetDeviceInfo, device(), what); }

TEST(Device, IsFoundByType) {
  cl_device_id found = nullptr;
  cl_uint count = 0;
  for (cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU}) {
    EXPECT_EQ(CL_SUCCESS, clGetDeviceIDs(platform(), type, 1, &found, &count)) << type;
    EXPECT_EQ(1u, count);
    EXPECT_EQ(device(), found);
  }
  for (cl_device_type type : {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM})
    EXPECT_EQ(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(platform(), type, 1, &found, &count)) << type;
  for (cl_device_type type : {cl_device_type(0), cl_device_type(1) << 20})
    EXPECT_EQ(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform(), type, 1, &found, &count)) << type;
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 0, &found, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
  EXPECT_EQ(1u, count);
}

TEST(Device, InfoErrors) {
  char small[2];
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceInfo(device(), 0x7777, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceInfo(device(), CL_DEVICE_NAME, sizeof(small), small, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceInfo(device(), CL_DEVICE_TYPE, sizeof(small), small, nullptr));
  EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device(), CL_DEVICE_TYPE, 0, nullptr, nullptr));
}

// "vYYYY-MM-DD-XX" (OpenCL API 4.2): month and day are those of a calendar even where there is no version to name.
TEST(Device, ConformanceVersionHasItsForm) {
  const std::string version = text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
  EXPECT_TRUE(std::regex_match(version, std::regex("v\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])-\\d{2}")))
      << version;
}

/// Every core query of the OpenCL 3.0 header answers.
TEST(Device, AnswersEveryQuery) {
  const std::set<cl_device_info> notQueries = {0x1040, 0x1055, 0x1068}; // numbers that were never given out
  for (cl_device_info what = CL_DEVICE_TYPE; what <= CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED; ++what) {
    if (notQueries.contains(what) || (what > CL_DEVICE_HALF_FP_CONFIG && what < CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF))
      continue;
    std::size_t size = 0;
    cl_int error = clGetDeviceInfo(device(), what, 0, nullptr, &size);
    bool known = error == CL_SUCCESS;
    // What is no query is CL_INVALID_VALUE, nothing else.
    EXPECT_TRUE(known || error == CL_INVALID_VALUE) << std::hex << what;
    if (!known)
      ADD_FAILURE() << "no answer to 0x" << std::hex << what;
  }
}

/// cl_khr_spirv_queries: what modules may use, in accord with the extensions.
TEST(Device, TellsWhatSpirvItTakes) {
  auto has = [](const std::vector<const char *> &names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  EXPECT_TRUE(has(list<const char *>(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR), "OpenCL.std"));
  auto extensions = list<const char *>(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  for (const char *name : {"SPV_KHR_integer_dot_product", "SPV_KHR_bit_instructions", "SPV_KHR_expect_assume",
                           "SPV_KHR_linkonce_odr", "SPV_KHR_no_integer_wrap_decoration", "SPV_KHR_shader_clock"})
    EXPECT_TRUE(has(extensions, name)) << name;
  EXPECT_EQ(std::set<std::string>(extensions.begin(), extensions.end()).size(), extensions.size());
  auto capabilities = list<cl_uint>(CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  constexpr cl_uint Addresses = 4, Linkage = 5, Kernel = 6, Vector16 = 7, Float64 = 10, Int64 = 11, Image = 13;
  for (cl_uint capability : {Addresses, Linkage, Kernel, Vector16, Float64, Int64})
    EXPECT_EQ(std::ranges::count(capabilities, capability), 1) << capability;
  if (!info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT)) {
    EXPECT_EQ(std::ranges::count(capabilities, Image), 0);
  }
}

/// cl_khr_integer_dot_product: both inputs are mandatory from version 2.0 on. cl_khr_kernel_clock: every scope.
TEST(Device, TellsOfDotProductsAndClocks) {
  EXPECT_EQ(info<cl_device_integer_dot_product_capabilities_khr>(CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR),
            cl_bitfield(CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR));
  for (cl_device_info what : {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
                              CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}) {
    auto properties = info<cl_device_integer_dot_product_acceleration_properties_khr>(what);
    for (cl_bool flag : {properties.signed_accelerated, properties.unsigned_accelerated,
                         properties.mixed_signedness_accelerated, properties.accumulating_saturating_signed_accelerated,
                         properties.accumulating_saturating_unsigned_accelerated,
                         properties.accumulating_saturating_mixed_signedness_accelerated})
      EXPECT_TRUE(flag == CL_TRUE || flag == CL_FALSE);
  }
  EXPECT_EQ(info<cl_bitfield>(CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR), 7u);
}

// The least that the specification asks of a full profile device (OpenCL API 4.2, "Device Queries").
TEST(Device, MeetsTheMinima) {
  EXPECT_EQ(cl_device_type(CL_DEVICE_TYPE_CPU), info<cl_device_type>(CL_DEVICE_TYPE));
  EXPECT_EQ(64u, info<cl_uint>(CL_DEVICE_ADDRESS_BITS));
  EXPECT_EQ(3u, info<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  EXPECT_EQ(std::vector<size_t>(3, 8192), list<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES));
  EXPECT_EQ(8192u, info<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  EXPECT_GE(info<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32768u);
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 65536u);
  EXPECT_GE(info<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(info<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1024u * 1024u);
  EXPECT_GE(info<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 8 * sizeof(cl_long16));
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
  cl_device_fp_config single = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(single, info<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) & single);
  cl_device_fp_config fp64 = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
  EXPECT_EQ(fp64, info<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) & fp64);
  EXPECT_EQ(0u, info<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES));
}

// OpenCL API 4.2: "the number of scalar elements that can be stored in the vector". Lanes of 32 bits are what
// work-groups should have a multiple of.
TEST(Device, RegistersHoldSoManyFloats) {
  const auto floats = info<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  EXPECT_EQ(floats, info<size_t>(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  EXPECT_EQ(info<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), floats / 2);
}

// The same as above for a device with images.
TEST(Device, MeetsTheMinimaOfImages) {
  EXPECT_EQ(cl_bool(CL_TRUE), info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
  for (cl_device_info what :
       {CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS})
    EXPECT_GE(info<cl_uint>(what), 128u);
  for (cl_device_info what : {CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT})
    EXPECT_GE(info<size_t>(what), 16384u);
  for (cl_device_info what : {CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
                              CL_DEVICE_IMAGE_MAX_ARRAY_SIZE})
    EXPECT_GE(info<size_t>(what), 2048u);
  EXPECT_GE(info<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(info<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
  EXPECT_EQ(info<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), 1u);
  EXPECT_EQ(info<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT), 1u);
}

TEST(Device, MemoryIsTheMachines) {
  std::ifstream meminfo("/proc/meminfo");
  std::string word;
  cl_ulong kilobytes = 0;
  meminfo >> word >> kilobytes;
  ASSERT_EQ("MemTotal:", word);
  cl_ulong size = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  // A cgroup may leave us less, never more.
  EXPECT_LE(size, kilobytes * 1024);
  EXPECT_GE(size, 1u << 26);
}

TEST(Device, CachesAreTheMachines) {
  auto ofSystem = [](const char *name) {
    std::ifstream file(std::string("/sys/devices/system/cpu/cpu0/cache/") + name);
    cl_ulong value = 0;
    char unit = 0;
    file >> value >> unit;
    return unit == 'K' ? value * 1024 : value;
  };
  cl_ulong largest = 0;
  for (const char *index : {"index0/size", "index2/size", "index3/size", "index4/size"})
    largest = std::max(largest, ofSystem(index));
  if (!largest)
    GTEST_SKIP() << "the system tells nothing about caches";
  EXPECT_EQ(largest, info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE));
  EXPECT_EQ(ofSystem("index0/coherency_line_size"), info<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE));
}

TEST(Device, DISABLED_PrintComputeUnits) { printf("compute units %u\n", info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS)); }

TEST(Device, ComputeUnitsFollowTheAffinityMask) {
  cpu_set_t mask;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof(mask), &mask));
  EXPECT_LE(info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), static_cast<cl_uint>(CPU_COUNT(&mask)));
  int first = 0;
  while (!CPU_ISSET(first, &mask))
    ++first;
  std::string output = runFresh("taskset -c " + std::to_string(first), "Device.DISABLED_PrintComputeUnits");
  EXPECT_NE(std::string::npos, output.find("compute units 1\n")) << output;
}

TEST(Device, ListsAgree) {
  auto names = words(text(CL_DEVICE_EXTENSIONS));
  auto versions = list<cl_name_version>(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  ASSERT_EQ(names.size(), versions.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(names[i], versions[i].name);
  EXPECT_EQ(names.size(), std::set<std::string>(names.begin(), names.end()).size());

  auto ils = words(text(CL_DEVICE_IL_VERSION));
  auto ilVersions = list<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION);
  ASSERT_EQ(ils.size(), ilVersions.size());
  for (std::size_t i = 0; i < ils.size(); ++i)
    EXPECT_EQ(ils[i], std::string(ilVersions[i].name) + "_" + std::to_string(CL_VERSION_MAJOR(ilVersions[i].version)) +
                          "." + std::to_string(CL_VERSION_MINOR(ilVersions[i].version)));
  EXPECT_TRUE(list<cl_name_version>(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION).empty());
}

TEST(Device, VersionsAgree) {
  EXPECT_EQ(0u, text(CL_DEVICE_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ(cl_version(CL_MAKE_VERSION(3, 1, 0)), info<cl_version>(CL_DEVICE_NUMERIC_VERSION));
  // An OpenCL 3.1 device supports OpenCL C 3.1, 3.0, 1.2, 1.1 and 1.0; CL_DEVICE_OPENCL_C_VERSION is one of them.
  std::set<cl_version> versions;
  for (const cl_name_version &entry : list<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ("OpenCL C", entry.name);
    versions.insert(entry.version);
  }
  EXPECT_EQ((std::set<cl_version>{CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
                                  CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)}),
            versions);
  EXPECT_EQ(0u, text(CL_DEVICE_OPENCL_C_VERSION).find("OpenCL C 1.2 "));
  EXPECT_TRUE(versions.contains(info<cl_version>(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR)));
}

// The form that the OpenCL-CTS asks for; no suite has a date before the year 1, and none was passed officially.
TEST(Device, ConformanceVersionIsNone) {
  EXPECT_TRUE(std::regex_match(text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
                               std::regex("v0000-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])-[0-9]{2}")));
}

TEST(Device, FeaturesMatchTheQueries) {
  std::set<std::string> features;
  for (const cl_name_version &feature : list<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES)) {
    features.insert(feature.name);
    EXPECT_EQ(cl_version(CL_MAKE_VERSION(3, 0, 0)), feature.version);
  }
  EXPECT_EQ(info<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT),
            features.contains("__opencl_c_generic_address_space"));
  EXPECT_EQ(info<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT),
            features.contains("__opencl_c_work_group_collective_functions"));
  EXPECT_EQ(info<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0, features.contains("__opencl_c_subgroups"));
  EXPECT_EQ(info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT), features.contains("__opencl_c_images"));
  EXPECT_EQ(info<cl_bool>(CL_DEVICE_PIPE_SUPPORT), features.contains("__opencl_c_pipes"));
  EXPECT_EQ(info<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0,
            features.contains("__opencl_c_program_scope_global_variables"));
  auto orders = info<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  EXPECT_EQ((orders & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0, features.contains("__opencl_c_atomic_order_seq_cst"));
  EXPECT_EQ((orders & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0, features.contains("__opencl_c_atomic_scope_device"));
  EXPECT_TRUE(features.contains("__opencl_c_int64")); // full profile
}

TEST(Device, UuidIsStable) {
  auto uuid = list<cl_uchar>(CL_DEVICE_UUID_KHR);
  EXPECT_EQ(std::size_t(CL_UUID_SIZE_KHR), uuid.size());
  EXPECT_EQ(uuid, list<cl_uchar>(CL_DEVICE_UUID_KHR));
  EXPECT_NE(uuid, list<cl_uchar>(CL_DRIVER_UUID_KHR));
}

TEST(Device, RootDeviceCountsNoReferences) {
  EXPECT_EQ(CL_SUCCESS, clRetainDevice(device()));
  EXPECT_EQ(1u, info<cl_uint>(CL_DEVICE_REFERENCE_COUNT));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(CL_SUCCESS, clReleaseDevice(device()));
  EXPECT_EQ(1u, info<cl_uint>(CL_DEVICE_REFERENCE_COUNT));
}

TEST(Device, TimersRunForward) {
  cl_ulong device1 = 0, host1 = 0, host2 = 0;
  EXPECT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(device(), &device1, &host1));
  EXPECT_EQ(CL_SUCCESS, clGetHostTimer(device(), &host2));
  EXPECT_GE(host2, host1);
  EXPECT_LT(host2 - host1, 1'000'000'000u);
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device(), nullptr, &host1));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device(), &device1, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetHostTimer(device(), nullptr));
}

} // namespace
