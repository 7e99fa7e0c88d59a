// SPV_KHR_linkonce_odr: modules that define the same function and the same variable are linked, one of each is kept.
#include "Assemble.h"
#include "Harness.h"
using spirvtext::assemble;

namespace {

/// A kernel of that name, which adds `helper(x) = x * 3 + number` of the module's own copy to what it finds.
std::string module(const std::string &entry) {
  return spirvtext::head({"Linkage", "Int64"}, {"SPV_KHR_linkonce_odr"}) + "OpEntryPoint Kernel %k \"" + entry +
         R"(" %gid %number
OpDecorate %helper LinkageAttributes "helper" LinkOnceODR
OpDecorate %number LinkageAttributes "number" LinkOnceODR
OpDecorate %number Constant
OpDecorate %gid BuiltIn GlobalInvocationId
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%three = OpConstant %int 3
%seven = OpConstant %int 7
%p = OpTypePointer CrossWorkgroup %int
%pc = OpTypePointer UniformConstant %int
%pin = OpTypePointer Input %long3
%gid = OpVariable %pin Input
%number = OpVariable %pc UniformConstant %seven
%fn = OpTypeFunction %void %p
%fh = OpTypeFunction %int %int
%helper = OpFunction %int None %fh
%x = OpFunctionParameter %int
%in = OpLabel
%times = OpIMul %int %x %three
%n = OpLoad %int %number Aligned 4
%sum = OpIAdd %int %times %n
OpReturnValue %sum
OpFunctionEnd
%k = OpFunction %void None %fn
%data = OpFunctionParameter %p
%entry = OpLabel
%ids = OpLoad %long3 %gid
%id = OpCompositeExtract %long %ids 0
%at = OpInBoundsPtrAccessChain %p %data %id
%old = OpLoad %int %at Aligned 4
%new = OpFunctionCall %int %helper %old
%both = OpIAdd %int %old %new
OpStore %at %both Aligned 4
OpReturn
OpFunctionEnd
)";
}

TEST(LinkOnce, KeepsOneOfTheSame) {
  harness::Device &device = harness::Device::get();
  cl_program parts[2] = {}, whole = nullptr;
  cl_int error = CL_SUCCESS;
  for (int i : {0, 1}) {
    auto words = assemble(module(i ? "second" : "first"), SPV_ENV_UNIVERSAL_1_4);
    parts[i] = clCreateProgramWithIL(device.context, words.data(), words.size() * sizeof(uint32_t), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clCompileProgram(parts[i], 1, &device.id, nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  whole = clLinkProgram(device.context, 1, &device.id, nullptr, 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<uint32_t> data(100), expected(100);
  for (uint32_t i = 0; i < data.size(); ++i) {
    data[i] = i * i;
    expected[i] = 4 * (4 * data[i] + 7) + 7;
  }
  cl_mem memory = clCreateBuffer(device.context, CL_MEM_USE_HOST_PTR, data.size() * 4, data.data(), &error);
  for (const char *name : {"first", "second"}) {
    cl_kernel one = clCreateKernel(whole, name, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    clSetKernelArg(one, 0, sizeof memory, &memory);
    std::size_t size = data.size();
    EXPECT_EQ(clEnqueueNDRangeKernel(device.queue, one, 1, nullptr, &size, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    clReleaseKernel(one);
  }
  std::vector<uint32_t> results(data.size());
  EXPECT_EQ(
      clEnqueueReadBuffer(device.queue, memory, CL_TRUE, 0, results.size() * 4, results.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(results, expected);
  clReleaseMemObject(memory);
  for (cl_program program : {parts[0], parts[1], whole})
    clReleaseProgram(program);
}

} // namespace
