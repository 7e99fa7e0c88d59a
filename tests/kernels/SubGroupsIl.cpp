// The instructions of sub-groups through clCreateProgramWithIL: SPIR-V's GroupNonUniform*, Groups with
// SPV_KHR_uniform_group_instructions, SPV_KHR_subgroup_rotate and SPV_INTEL_subgroups; execution modes.
#include "Assemble.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "SubGroups.h" // after all others: it defines the words of OpenCL C
using namespace subgroups;
using spirvtext::assemble;

namespace {

std::string head(const std::string &modes) {
  const std::vector<std::string> capabilities = {"Vector16",
                                                 "Int8",
                                                 "Int16",
                                                 "Int64",
                                                 "Float16",
                                                 "Float64",
                                                 "Groups",
                                                 "GroupNonUniform",
                                                 "GroupNonUniformVote",
                                                 "GroupNonUniformArithmetic",
                                                 "GroupNonUniformBallot",
                                                 "GroupNonUniformShuffle",
                                                 "GroupNonUniformShuffleRelative",
                                                 "GroupNonUniformClustered",
                                                 "GroupNonUniformRotateKHR",
                                                 "GroupUniformArithmeticKHR",
                                                 "SubgroupDispatch",
                                                 "SubgroupShuffleINTEL",
                                                 "SubgroupBufferBlockIOINTEL",
                                                 "SubgroupImageBlockIOINTEL"};
  return spirvtext::head(capabilities,
                         {"SPV_INTEL_subgroups", "SPV_KHR_subgroup_rotate", "SPV_KHR_uniform_group_instructions"}) +
         "OpEntryPoint Kernel %k \"k\" %ids %lanes\n" + modes + R"(
OpDecorate %ids BuiltIn GlobalInvocationId
OpDecorate %lanes BuiltIn SubgroupLocalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%i8 = OpTypeInt 8 0
%i16 = OpTypeInt 16 0
%i32 = OpTypeInt 32 0
%i64 = OpTypeInt 64 0
%f16 = OpTypeFloat 16
%f32 = OpTypeFloat 32
%f64 = OpTypeFloat 64
%v3i64 = OpTypeVector %i64 3
%v4i32 = OpTypeVector %i32 4
%sub = OpConstant %i32 3
%n1 = OpConstant %i32 1
%n2 = OpConstant %i32 2
%n4 = OpConstant %i32 4
%in_ids = OpTypePointer Input %v3i64
%in_lanes = OpTypePointer Input %i32
%ids = OpVariable %in_ids Input
%lanes = OpVariable %in_lanes Input
)";
}

/// An instruction without its result id; one of a boolean result begins with '?'. T stands for the type.
template <typename T>
std::string moduleOf(const std::vector<Operation<T>> &operations, std::string type, unsigned size) {
  type = "%" + type;
  std::string text = head(size ? "OpExecutionMode %k SubgroupSize " + std::to_string(size) : "");
  const bool isFloat = type[1] == 'f';
  text += "%one = OpConstant " + type + (isFloat ? " 1.0" : " 1") + "\n%zero = OpConstantNull " + type + "\n";
  text += "%pT = OpTypePointer CrossWorkgroup " + type + "\n";
  for (const char *other : {"i8", "i32"})
    text += std::string("%p_") + other + " = " +
            (type == std::string("%") + other ? "OpTypePointer Workgroup %" : "OpTypePointer CrossWorkgroup %") +
            other + "\n";
  const std::string bytes = type == "%i8" ? "%pT" : "%p_i8", words = type == "%i32" ? "%pT" : "%p_i32";
  text += "%fn = OpTypeFunction %void %pT %pT %pT " + words + " " + bytes + " %pT %i32 %i32\n";
  text += "%k = OpFunction %void None %fn\n";
  for (const std::string &parameter :
       {std::string("%pT %xs"), std::string("%pT %ys"), std::string("%pT %ps"), words + " %indices",
        bytes + " %actives", std::string("%pT %out"), std::string("%i32 %n"), std::string("%i32 %c")}) {
    const std::size_t space = parameter.find(' ');
    text += parameter.substr(space + 1) + " = OpFunctionParameter " + parameter.substr(0, space) + "\n";
  }
  text += "%entry = OpLabel\n%g3 = OpLoad %v3i64 %ids\n%g = OpCompositeExtract %i64 %g3 0\n"
          "%lane = OpLoad %i32 %lanes\n%n64 = OpUConvert %i64 %n\n";
  auto load = [&](const std::string &name, const std::string &pointer, const std::string &of, const std::string &from) {
    text += "%at_" + name + " = OpInBoundsPtrAccessChain " + pointer + " " + from + " %g\n%" + name + " = OpLoad " +
            of + " %at_" + name + "\n";
  };
  load("x", "%pT", type, "%xs"), load("y", "%pT", type, "%ys"), load("p", "%pT", type, "%ps");
  load("index", words, "%i32", "%indices"), load("active", bytes, "%i8", "%actives");
  text += "%none = OpConstantNull %i8\n";
  text += "%isActive = OpINotEqual %bool %active %none\nOpSelectionMerge %end None\n"
          "OpBranchConditional %isActive %do %end\n%do = OpLabel\n";
  // Constants stand before the functions.
  const std::size_t none = text.find("%none = OpConstantNull %i8\n");
  text.erase(none, std::strlen("%none = OpConstantNull %i8\n"));
  text.insert(text.find("%fn = "), "%none = OpConstantNull %i8\n");
  for (std::size_t row = 0; row < operations.size(); ++row) {
    const std::string id = std::to_string(row);
    std::string code = operations[row].code;
    const bool isBool = code[0] == '?';
    code.erase(0, isBool);
    for (std::size_t at; (at = code.find(" T")) != std::string::npos;)
      code.replace(at, 2, " " + type);
    text += "%r" + id + " = " + code + "\n";
    if (isBool)
      text += "%s" + id + " = OpSelect " + type + " %r" + id + " %one %zero\n";
    text.insert(text.find("%fn = "), "%row" + id + " = OpConstant %i64 " + id + "\n");
    text += "%m" + id + " = OpIMul %i64 %row" + id + " %n64\n%w" + id + " = OpIAdd %i64 %m" + id + " %g\n%o" + id +
            " = OpInBoundsPtrAccessChain %pT %out %w" + id + "\nOpStore %o" + id + (isBool ? " %s" : " %r") + id + "\n";
  }
  return text + "OpBranch %end\n%end = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

template <typename T> using Fold = std::function<T(T, T)>;

template <typename T>
void addKind(std::vector<Operation<T>> &all, const std::string &opcode, T neutral, bool inPowers, Fold<T> step,
             bool clusters) {
  using Lane = Lanes<T>::Lane;
  T Lane::*of = inPowers ? &Lane::p : &Lane::x;
  const std::string value = inPowers ? " %p" : " %x";
  auto add = [&](const char *form, auto begin, auto end, const char *more) {
    all.push_back({opcode + " T %sub " + form + value + more,
                   [=](const Lanes<T> &s, unsigned l) { return s.fold(begin(s, l), end(s, l), neutral, of, step); }});
  };
  auto zero = [](auto &, unsigned) { return 0u; };
  add("Reduce", zero, [](auto &s, unsigned) { return s.size; }, "");
  add("InclusiveScan", zero, [](auto &, unsigned l) { return l + 1; }, "");
  add("ExclusiveScan", zero, [](auto &, unsigned l) { return l; }, "");
  if (clusters)
    add(
        "ClusteredReduce", [](auto &, unsigned l) { return l / 4 * 4; },
        [](auto &, unsigned l) { return l / 4 * 4 + 4; }, " %n4");
}

template <typename T> std::vector<Operation<T>> instructions(unsigned size) {
  constexpr bool isFloat = !std::is_integral_v<T>, isSigned = T(-1) < T(0);
  const std::string kind = isFloat ? "F" : "I", order = isFloat ? "F" : isSigned ? "S" : "U";
  const T least = smallest<T>(), most = largest<T>();
  std::vector<Operation<T>> all;
  for (const std::string group : {"OpGroup", "OpGroupNonUniform"}) {
    const bool non = group != "OpGroup", clusters = non && size >= 4;
    const std::string suffix = non ? "" : "KHR";
    addKind<T>(all, group + kind + "Add", T(0), false, [](T a, T b) { return static_cast<T>(a + b); }, clusters);
    addKind<T>(all, group + order + "Min", most, false, [](T a, T b) { return std::min(a, b); }, clusters);
    addKind<T>(all, group + order + "Max", least, false, [](T a, T b) { return std::max(a, b); }, clusters);
    addKind<T>(
        all, group + kind + "Mul" + suffix, T(1), true, [](T a, T b) { return static_cast<T>(a * b); }, clusters);
    if constexpr (!isFloat) {
      addKind<T>(
          all, group + "BitwiseAnd" + suffix, static_cast<T>(~T(0)), true,
          [](T a, T b) { return static_cast<T>(a & b); }, clusters);
      addKind<T>(
          all, group + "BitwiseOr" + suffix, T(0), true, [](T a, T b) { return static_cast<T>(a | b); }, clusters);
      addKind<T>(
          all, group + "BitwiseXor" + suffix, T(0), true, [](T a, T b) { return static_cast<T>(a ^ b); }, clusters);
    }
  }
  auto from = [&](const std::string &code, const std::function<unsigned(const Lanes<T> &, unsigned)> &source) {
    all.push_back({code, [source](const Lanes<T> &s, unsigned l) { return s.at(source(s, l)); }});
  };
  from("OpGroupBroadcast T %sub %x %c", [](auto &s, unsigned) { return s.c; });
  from("OpGroupNonUniformBroadcastFirst T %sub %x", [](auto &s, unsigned) { return s.first(); });
  from("OpGroupNonUniformShuffle T %sub %x %index", [](auto &s, unsigned l) { return s.lanes[l].index; });
  from("OpGroupNonUniformShuffleXor T %sub %x %c", [](auto &s, unsigned l) { return l ^ s.c; });
  from("OpGroupNonUniformShuffleUp T %sub %x %c", [](auto &s, unsigned l) { return l - s.c; });
  from("OpGroupNonUniformShuffleDown T %sub %x %c", [](auto &s, unsigned l) { return l + s.c; });
  from("OpGroupNonUniformRotateKHR T %sub %x %c", [](auto &s, unsigned l) { return (l + s.c) % s.size; });
  if (size >= 4)
    from("OpGroupNonUniformRotateKHR T %sub %x %c %n4", [](auto &s, unsigned l) { return l / 4 * 4 + (l + s.c) % 4; });
  from("OpSubgroupShuffleINTEL T %x %index", [](auto &s, unsigned l) { return s.lanes[l].index; });
  from("OpSubgroupShuffleXorINTEL T %x %c", [](auto &s, unsigned l) { return l ^ s.c; });
  for (bool up : {false, true})
    all.push_back({up ? "OpSubgroupShuffleUpINTEL T %y %x %c" : "OpSubgroupShuffleDownINTEL T %x %y %c",
                   [up](const Lanes<T> &s, unsigned l) -> std::optional<T> {
                     const unsigned at = up ? l + s.size - s.c : l + s.c, lane = at % s.size;
                     if (!s.lanes[lane].active)
                       return std::nullopt;
                     return (at < s.size) != up ? s.lanes[lane].x : s.lanes[lane].y;
                   }});
  all.push_back({"?OpGroupNonUniformElect %bool %sub", [](auto &s, unsigned l) { return T(l == s.first()); }});
  all.push_back({"?OpGroupNonUniformAllEqual %bool %sub %x", [](auto &s, unsigned) {
                   return T(std::ranges::all_of(
                       s.lanes, [&](auto &lane) { return !lane.active || lane.x == s.lanes[s.first()].x; }));
                 }});
  return all;
}

template <typename T> void check(const char *type, unsigned size) {
  const char *width = std::getenv("LANECL_WIDTH");
  auto operations = instructions<T>(size ? size : width && std::string_view(width) == "1" ? 1 : 4);
  harness::Program program(assemble(moduleOf(operations, type, size)));
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  checkResults(program, operations, size);
}

TEST(SubGroupsIl, EveryInstructionAndType) {
  for (unsigned size : sizesToTest().size() == 1 ? std::vector<unsigned>{0} : std::vector<unsigned>{4, 16}) {
    check<cl_char>("i8", size), check<cl_ushort>("i16", size), check<cl_int>("i32", size);
    check<cl_ulong>("i64", size), check<_Float16>("f16", size), check<float>("f32", size), check<double>("f64", size);
  }
}

// SPV_INTEL_subgroups and cl_intel_subgroup_local_block_io: pointers of both storage classes.
TEST(SubGroupsIl, BlocksOfBothStorageClasses) {
  const std::tuple<const char *, unsigned> types[] = {{"i8", 1}, {"i16", 2}, {"i32", 4}, {"i64", 8}};
  for (auto [type, bytes] : types) {
    const std::string t = std::string("%") + type;
    std::string text = head("OpExecutionMode %k SubgroupSize 8\n");
    text += "%vT = OpTypeVector " + t + " 8\n%pT = OpTypePointer CrossWorkgroup " + t +
            "\n%lT = OpTypePointer Workgroup " + t +
            "\n%fn = OpTypeFunction %void %pT %pT %lT\n%k = OpFunction %void None %fn\n"
            "%in = OpFunctionParameter %pT\n%out = OpFunctionParameter %pT\n%local = OpFunctionParameter %lT\n"
            "%entry = OpLabel\n%a = OpSubgroupBlockReadINTEL %vT %in\nOpSubgroupBlockWriteINTEL %local %a\n"
            "%b = OpSubgroupBlockReadINTEL %vT %local\n%d = OpIAdd %vT %b %b\n"
            "OpSubgroupBlockWriteINTEL %out %d\nOpReturn\nOpFunctionEnd\n";
    harness::Program program(assemble(text));
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    std::vector<unsigned char> in(64 * bytes), out(64 * bytes, 0), want;
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = static_cast<unsigned char>(i * 5 % 128);
      want.push_back(static_cast<unsigned char>(in[i] * 2)); // no carry from byte to byte
    }
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::Local{64 * bytes});
    launch.run(harness::Range::of(8, 8));
    EXPECT_EQ(out, want) << type;
  }
}

// SPV_INTEL_subgroup_buffer_prefetch, which assemblers do not know: a block write stands in for the instruction.
TEST(SubGroupsIl, PrefetchesOfBlocks) {
  constexpr std::uint32_t write = 3u << 16 | 5576, prefetch = 3u << 16 | 6221;
  std::string text = head("OpExecutionMode %k SubgroupSize 8\n");
  text += "%n64 = OpConstant %i32 64\n%pT = OpTypePointer CrossWorkgroup %i32\n%fn = OpTypeFunction %void %pT\n"
          "%k = OpFunction %void None %fn\n%data = OpFunctionParameter %pT\n%entry = OpLabel\n"
          "OpSubgroupBlockWriteINTEL %data %n64\nOpReturn\nOpFunctionEnd\n";
  text.insert(text.find("OpMemoryModel"), "OpExtension \"SPV_INTEL_subgroup_buffer_prefetch\"\n");
  std::vector<std::uint32_t> words = assemble(text);
  spirvtext::declare(words, {6220});
  *std::ranges::find(words, write) = prefetch;
  harness::Program program(words);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<int> data(8, 5);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(data));
  launch.run(harness::Range::of(8, 8));
  EXPECT_EQ(data, std::vector<int>(8, 5));
}

std::size_t query(cl_kernel k, cl_kernel_sub_group_info what, std::size_t input) {
  std::size_t value = 77;
  EXPECT_EQ(
      clGetKernelSubGroupInfo(k, harness::Device::get().id, what, sizeof input, &input, sizeof value, &value, nullptr),
      CL_SUCCESS);
  return value;
}

// SPIR-V 3.6: SubgroupsPerWorkgroup, SubgroupSize.
TEST(SubGroupsIl, ExecutionModesSayHowManyThereAre) {
  const std::string modes[] = {"OpExecutionMode %k SubgroupsPerWorkgroup 3\n",
                               "OpExecutionModeId %k SubgroupsPerWorkgroupId %n3\n"};
  for (const std::string &mode : modes) {
    std::string text = head("OpExecutionMode %k SubgroupSize 8\n" + mode);
    text += "%n3 = OpConstant %i32 3\n%fn = OpTypeFunction %void\n%k = OpFunction %void None %fn\n%entry = OpLabel\n"
            "OpReturn\nOpFunctionEnd\n";
    harness::Program program(assemble(text));
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    cl_int error;
    cl_kernel k = clCreateKernel(program.program, "k", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(query(k, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0), 3u);
    EXPECT_EQ(query(k, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0), 3u);
    EXPECT_EQ(query(k, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0), 8u);
    EXPECT_EQ(query(k, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 3), 24u);
    EXPECT_EQ(query(k, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 2), 0u);
    EXPECT_EQ(query(k, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 100), 8u);
    EXPECT_EQ(query(k, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 17), 3u);
    auto launch = [&](std::size_t items, const std::size_t *local) {
      return clEnqueueNDRangeKernel(harness::Device::get().queue, k, 1, nullptr, &items, local, 0, nullptr, nullptr);
    };
    const std::size_t right = 24, wrong = 16;
    EXPECT_EQ(launch(48, &right), CL_SUCCESS);
    EXPECT_EQ(launch(48, nullptr), CL_SUCCESS);
    EXPECT_EQ(launch(48, &wrong), CL_INVALID_WORK_GROUP_SIZE);
    clReleaseKernel(k);
  }
}

// cl_intel_required_subgroup_size.
TEST(SubGroupQueries, RequiredSize) {
  std::size_t sizes[8] = {}, bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(harness::Device::get().id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &bytes),
            CL_SUCCESS);
  EXPECT_EQ(std::vector<std::size_t>(sizes, sizes + bytes / sizeof *sizes),
            (std::vector<std::size_t>{4, 8, 16, 32, 64}));
  harness::Program program("kernel __attribute__((reqd_work_group_size(20, 3, 1))) "
                           "__attribute__((intel_reqd_sub_group_size(32))) void k() {}\nkernel void free() {}");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  cl_int error;
  cl_kernel k = clCreateKernel(program.program, "k", &error), other = clCreateKernel(program.program, "free", &error);
  cl_ulong spilled = 1;
  EXPECT_EQ(clGetKernelWorkGroupInfo(k, harness::Device::get().id, CL_KERNEL_SPILL_MEM_SIZE_INTEL, sizeof spilled,
                                     &spilled, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(spilled, 0u);
  EXPECT_EQ(query(k, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0), 32u);
  EXPECT_EQ(query(k, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0), 2u);
  EXPECT_EQ(query(k, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 2), 0u);
  EXPECT_EQ(query(other, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0), 0u);
  EXPECT_EQ(query(other, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0), 0u);
  clReleaseKernel(k);
  clReleaseKernel(other);
  harness::Program refused("kernel __attribute__((intel_reqd_sub_group_size(5))) void k() {}");
  EXPECT_EQ(refused.status, CL_BUILD_PROGRAM_FAILURE);
}

} // namespace
