// cl_lanecl_simd_atomics as its document says it is found: by queries, macro and pragma, and by modules that import its
// functions by name.
#include "Assemble.h"

#include "Harness.h"

namespace {

TEST(SimdAtomics, AreToldByQueries) {
  cl_device_id device = harness::Device::get().id;
  std::size_t bytes = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes));
  std::vector<cl_name_version> all(bytes / sizeof(cl_name_version));
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, bytes, all.data(), nullptr));
  auto found = std::ranges::find_if(
      all, [](const cl_name_version &entry) { return std::string(entry.name) == "cl_lanecl_simd_atomics"; });
  ASSERT_NE(found, all.end());
  EXPECT_EQ(found->version, CL_MAKE_VERSION(1, 0, 0));
}

TEST(SimdAtomics, HaveAMacroAndAPragma) {
  for (const char *standard : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"}) {
    const std::string options = std::string("-Werror -cl-std=") + standard;
    for (const char *pragma : {"", "#pragma OPENCL EXTENSION cl_lanecl_simd_atomics : enable\n",
                               "#pragma OPENCL EXTENSION cl_lanecl_simd_atomics : disable\n"}) {
      const std::string source = std::string(pragma) + R"(
#if cl_lanecl_simd_atomics != 1
#error
#endif
kernel void k(volatile global int *i, volatile global short *s, volatile global float *f, volatile local ushort *l) {
  atomic_predec(i); atomic_add(s, (short)2); atomic_fcmpwr(f, 1.0f, 2.0f); atomic_xor(l, (ushort)1);
})";
      harness::Program program(source, options.c_str());
      EXPECT_EQ(program.status, CL_SUCCESS) << options << ", " << pragma << program.log;
    }
  }
}

// Arguments of other types than the table's, and other memory, are errors that name the function.
TEST(SimdAtomics, RefuseWhatTheyDoNotHave) {
  for (const char *call : {"atomic_predec((global float *)p)", "atomic_fcmpwr((global int *)p, 1, 2)",
                           "atomic_inc((global half *)p)", "atomic_predec((constant int *)p)"}) {
    const std::string source =
        std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global void *p) { ") + call + "; }";
    harness::Program program(source, "-cl-std=CL1.2");
    EXPECT_EQ(program.status, CL_BUILD_PROGRAM_FAILURE) << call;
    EXPECT_FALSE(program.log.empty()) << call;
  }
}

/// An imported function by its linkage name, called as OpenCL C would call it.
struct Import {
  const char *name, *type, *space;
  const char *arguments; ///< behind the pointer
  int words;             ///< arguments behind the pointer
};

std::string moduleOf(const Import &import, const std::string &prefix) {
  const std::string type = import.type;
  const bool isFloat = type.starts_with("f");
  const std::string bits = type.substr(1);
  const bool isLocal = std::string(import.space) == "Workgroup", isGeneric = std::string(import.space) == "Generic";
  std::string parameters = " %pointer";
  for (int i = 0; i < import.words; ++i)
    parameters += " %T";
  std::vector<std::string> capabilities{"Linkage"};
  if (isGeneric)
    capabilities.push_back("GenericPointer");
  if (bits != "32")
    capabilities.push_back((isFloat ? "Float" : "Int") + bits);
  std::string text = spirvtext::head(capabilities);
  text += "OpEntryPoint Kernel %k \"k\"\nOpDecorate %f LinkageAttributes \"" + prefix + import.name +
          "\" Import\n%void = OpTypeVoid\n";
  text += isFloat ? "%T = OpTypeFloat " + bits + "\n" : "%T = OpTypeInt " + bits + " 0\n";
  text += "%two = OpConstant %T 2\n%five = OpConstant %T 5\n%global = OpTypePointer CrossWorkgroup %T\n";
  text += isLocal     ? "%pointer = OpTypePointer Workgroup %T\n%cell = OpVariable %pointer Workgroup\n"
          : isGeneric ? "%pointer = OpTypePointer Generic %T\n"
                      : "";
  const std::string pointer = isLocal || isGeneric ? "%pointer" : "%global";
  std::string types = parameters;
  types.replace(types.find("%pointer"), 8, pointer);
  text += "%ft = OpTypeFunction %T" + types + "\n%kt = OpTypeFunction %void %global %global\n";
  text += "%f = OpFunction %T None %ft\n";
  for (int i = 0; i <= import.words; ++i)
    text += "%a" + std::to_string(i) + " = OpFunctionParameter " + (i ? "%T" : pointer) + "\n";
  text += "OpFunctionEnd\n%k = OpFunction %void None %kt\n%memory = OpFunctionParameter %global\n"
          "%result = OpFunctionParameter %global\n%entry = OpLabel\n";
  if (isLocal)
    text += "%start = OpLoad %T %memory Aligned 2\nOpStore %cell %start Aligned 2\n";
  if (isGeneric)
    text += "%cell = OpPtrCastToGeneric %pointer %memory\n";
  text += std::string("%old = OpFunctionCall %T %f ") + (isLocal || isGeneric ? "%cell" : "%memory") +
          import.arguments + "\nOpStore %result %old Aligned 2\n";
  if (isLocal)
    text += "%end = OpLoad %T %cell Aligned 2\nOpStore %memory %end Aligned 2\n";
  return text + "OpReturn\nOpFunctionEnd\n";
}

template <typename T> void check(const Import &import) {
  for (const char *prefix : {"__lanecl_", ""}) {
    harness::Program program(spirvtext::assemble(moduleOf(import, prefix)));
    ASSERT_EQ(program.status, CL_SUCCESS) << prefix << import.name << ": " << program.log;
    std::vector<T> memory(4, static_cast<T>(2)), result(4);
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(memory));
    launch.arg(harness::inOut(result));
    launch.run(harness::Range::of(1, 1));
    const bool isCompare = import.words == 2; // where 2 is, 5 comes
    EXPECT_EQ(static_cast<double>(memory[0]), isCompare ? 5 : 1) << prefix << import.name;
    EXPECT_EQ(static_cast<double>(result[0]), isCompare ? 2 : 1) << prefix << import.name;
    EXPECT_EQ(static_cast<double>(memory[1]), 2) << prefix << import.name;
  }
}

template <typename T> void checkSpaces(const std::string &function, const char *type, const std::string &letter) {
  const bool isCompare = function == "13atomic_fcmpwr";
  const std::string values = isCompare ? letter + letter : "";
  for (auto [space, mangled] :
       {std::pair("CrossWorkgroup", "PU3AS1V"), {"Workgroup", "PU3AS3V"}, {"Generic", "PU3AS4V"}}) {
    const std::string name = "_Z" + function + mangled + letter + values;
    check<T>({name.c_str(), type, space, isCompare ? " %two %five" : "", isCompare ? 2 : 0});
  }
}

TEST(SimdAtomics, AreImportedByName) {
  checkSpaces<int16_t>("13atomic_predec", "i16", "s");
  checkSpaces<uint16_t>("13atomic_predec", "i16", "t");
  checkSpaces<int32_t>("13atomic_predec", "i32", "i");
  checkSpaces<uint32_t>("13atomic_predec", "i32", "j");
  checkSpaces<int64_t>("13atomic_predec", "i64", "l");
  checkSpaces<uint64_t>("13atomic_predec", "i64", "m");
  checkSpaces<_Float16>("13atomic_fcmpwr", "f16", "Dh");
  checkSpaces<float>("13atomic_fcmpwr", "f32", "f");
  checkSpaces<double>("13atomic_fcmpwr", "f64", "d");
}

// ------------------------------------------------------------------------------------------------ C11 types and orders

/// Every C11 type through every order and scope that each function may have, on global and local memory; what the
/// counters come to does not depend on the order.
const char *const everyOrder = R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define WITH_SCOPES(R, order) R(order, memory_scope_sub_group) R(order, memory_scope_work_group) \
                              R(order, memory_scope_device) R(order, memory_scope_all_svm_devices)
#define RMW(order, scope) \
  atomic_fetch_add_explicit(p + 0, (T)3, order, scope); atomic_fetch_sub_explicit(p + 1, (T)2, order, scope); \
  atomic_fetch_xor_explicit(p + 2, (T)1 << (i & 7), order, scope); atomic_fetch_or_explicit(p + 3, (T)i, order, scope); \
  atomic_fetch_and_explicit(p + 4, ~(T)i, order, scope); atomic_fetch_max_explicit(p + 5, (T)i, order, scope); \
  atomic_fetch_min_explicit(p + 6, (T)(-i), order, scope); \
  if (atomic_exchange_explicit(q + i, (T)7, order, scope) != (T)7) wrong = 1;
#define CAS(order, fail, scope) { T e = (T)7; \
  if (!atomic_compare_exchange_strong_explicit(q + i, &e, (T)8, order, fail, scope) || e != (T)7) wrong = 2; \
  if (atomic_compare_exchange_strong_explicit(q + i, &e, (T)9, order, fail, scope) || e != (T)8) wrong = 3; \
  while (!atomic_compare_exchange_weak_explicit(q + i, &e, (T)7, order, fail, scope)) {} }
#define LOAD(order, scope) if (atomic_load_explicit(q + i, order, scope) != (T)7) wrong = 4;
#define STORE(order, scope) atomic_store_explicit(q + i, (T)7, order, scope);
#define ONE(order) CAS(order, memory_order_relaxed, memory_scope_device)
#define BODY(p, q) \
  atomic_store(q + i, (T)7); \
  WITH_SCOPES(RMW, memory_order_relaxed) WITH_SCOPES(RMW, memory_order_acquire) WITH_SCOPES(RMW, memory_order_release) \
  WITH_SCOPES(RMW, memory_order_acq_rel) WITH_SCOPES(RMW, memory_order_seq_cst) \
  ONE(memory_order_relaxed) ONE(memory_order_acquire) ONE(memory_order_release) ONE(memory_order_acq_rel) \
  ONE(memory_order_seq_cst) CAS(memory_order_acquire, memory_order_acquire, memory_scope_work_group) \
  CAS(memory_order_acq_rel, memory_order_acquire, memory_scope_device) \
  CAS(memory_order_seq_cst, memory_order_seq_cst, memory_scope_all_svm_devices) \
  WITH_SCOPES(LOAD, memory_order_relaxed) WITH_SCOPES(LOAD, memory_order_acquire) \
  WITH_SCOPES(LOAD, memory_order_seq_cst) \
  WITH_SCOPES(STORE, memory_order_relaxed) WITH_SCOPES(STORE, memory_order_release) \
  WITH_SCOPES(STORE, memory_order_seq_cst) LOAD(memory_order_relaxed, memory_scope_work_group)
kernel void k(global T *memory, global T *cells, global int *bad, local T *l) {
  int i = get_local_id(0), n = get_local_size(0), wrong = 0;
  if (i < 7) l[i] = memory[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  { volatile global A *p = (volatile global A *)memory; volatile global A *q = (volatile global A *)cells; BODY(p, q) }
  { volatile local A *p = (volatile local A *)l; volatile local A *q = p + 7; BODY(p, q) }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (wrong) bad[0] = wrong;
  if (i < 7) memory[7 + i] = l[i];
})";

template <typename T> void checkOrders(const char *type) {
  constexpr int Items = 100, Times = 20;
  const std::string options = std::string("-cl-std=CL3.0 -DT=") + type + " -DA=atomic_" + type;
  harness::Program program(everyOrder, options.c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << type << ": " << program.log;
  std::vector<T> memory(14), cells(Items), expected;
  std::vector<int> bad(1);
  memory[4] = static_cast<T>(-1);
  memory[6] = static_cast<T>(5);
  expected = memory;
  for (int i = 0; i < Items; ++i) {
    expected[0] += 3 * Times;
    expected[1] -= 2 * Times;
    expected[3] |= static_cast<T>(i);
    expected[4] &= ~static_cast<T>(i);
    expected[5] = std::max(expected[5], static_cast<T>(i));
    expected[6] = std::min(expected[6], static_cast<T>(-i));
  } // an even number of times each bit changes
  std::copy_n(expected.begin(), 7, expected.begin() + 7);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(memory));
  launch.arg(harness::inOut(cells));
  launch.arg(harness::inOut(bad));
  launch.arg(harness::Local{(7 + Items) * sizeof(T)});
  launch.run(harness::Range::of(Items, Items));
  EXPECT_EQ(bad[0], 0) << type;
  EXPECT_EQ(memory, expected) << type;
  EXPECT_EQ(cells, std::vector<T>(Items, T(7))) << type;
}

TEST(Atomics, C11TypesThroughEveryOrder) {
  checkOrders<int32_t>("int");
  checkOrders<uint32_t>("uint");
  checkOrders<int64_t>("long");
  checkOrders<uint64_t>("ulong");
  checkOrders<uint64_t>("size_t");
  checkOrders<int64_t>("intptr_t");
  checkOrders<uint64_t>("uintptr_t");
  checkOrders<int64_t>("ptrdiff_t");
}

// The names of OpenCL C 1.0, of 32 bits.
TEST(Atomics, OldNamesOf32Bits) {
  std::string source;
  for (const char *memory : {"global", "local"})
    for (const char *part : {"base", "extended"})
      source += std::string("#pragma OPENCL EXTENSION cl_khr_") + memory + "_int32_" + part + "_atomics : enable\n";
  source += R"(
#define OPERATIONS(s, u) \
  atom_add(s, i); atom_sub(s + 1, i); atom_inc(s + 2); atom_dec(s + 3); atom_min(s + 4, -i); atom_max(s + 5, i); \
  atom_add(u, (uint)i); atom_sub(u + 1, 3u); atom_inc(u + 2); atom_dec(u + 3); atom_min(u + 4, ~(uint)i); \
  atom_max(u + 5, (uint)i); atom_and(u + 6, ~(1u << (i & 15))); atom_or(s + 6, 1 << (i & 15)); \
  atom_xor(u + 7, (uint)i); if (i == 3) atom_xchg(s + 7, 99); atom_cmpxchg(u + 8, (uint)i, (uint)(i == 0 ? 500 : 7)); 
kernel void k(volatile global int *s, volatile global uint *u, volatile local int *t, volatile local uint *v) {
  int i = get_global_id(0);
  if (i < 9) { t[i] = s[i]; v[i] = u[i]; }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  OPERATIONS(s, u) OPERATIONS(t, v)
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (i < 9) { s[9 + i] = t[i]; u[9 + i] = v[i]; }
})";
  constexpr int Items = 90;
  std::vector<int> s(18), wantedS(9);
  std::vector<uint32_t> u(18), wantedU(9);
  u[4] = u[6] = wantedU[6] = ~0U;
  for (uint32_t i = 0; i < Items; ++i)
    wantedU[7] ^= i;
  const int sum = Items * (Items - 1) / 2;
  wantedS = {sum, -sum, Items, -Items, -(Items - 1), Items - 1, 0xFFFF, 99, 0};
  wantedU = {uint32_t(sum), 0U - 3 * Items, Items,      0U - Items, ~uint32_t(Items - 1),
             Items - 1,     0xFFFF0000U,    wantedU[7], 500};
  for (const char *options : {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    harness::Program program(source, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    auto s1 = s;
    auto u1 = u;
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(s1));
    launch.arg(harness::inOut(u1));
    launch.arg(harness::Local{9 * sizeof(int)});
    launch.arg(harness::Local{9 * sizeof(int)});
    launch.run(harness::Range::of(Items, Items));
    for (int half : {0, 9}) {
      EXPECT_EQ(std::vector<int>(s1.begin() + half, s1.begin() + half + 9), wantedS) << options << half;
      EXPECT_EQ(std::vector<uint32_t>(u1.begin() + half, u1.begin() + half + 9), wantedU) << options << half;
    }
  }
}

} // namespace
