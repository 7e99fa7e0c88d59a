// Atomic instructions through clCreateProgramWithIL that OpenCL C has no words for.
#include "Assemble.h"

#include "Harness.h"

namespace {

// SPV_INTEL_16bit_atomics: Int16AtomicsINTEL and AtomicInt16CompareExchangeINTEL; the weak form, which SPIR-V has up to
// 1.3, does what the other one does.
TEST(AtomicsIl, NarrowIntegers) {
  std::vector<std::uint32_t> words =
      spirvtext::assemble(spirvtext::head({"Int16"}, {"SPV_INTEL_16bit_atomics"}) + R"(OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%short = OpTypeInt 16 0
%int = OpTypeInt 32 0
%device = OpConstant %int 1
%relaxed = OpConstant %int 0
%three = OpConstant %short 3
%first = OpConstant %short 5
%last = OpConstant %short 9
%one = OpConstant %int 1
%two = OpConstant %int 2
%p = OpTypePointer CrossWorkgroup %short
%fn = OpTypeFunction %void %p
%k = OpFunction %void None %fn
%data = OpFunctionParameter %p
%entry = OpLabel
%sum = OpAtomicIAdd %short %data %device %relaxed %three
%next = OpInBoundsPtrAccessChain %p %data %one
%third = OpInBoundsPtrAccessChain %p %data %two
%weak = OpAtomicCompareExchangeWeak %short %third %device %relaxed %relaxed %first %last
%old = OpAtomicCompareExchange %short %next %device %relaxed %relaxed %last %first
OpReturn
OpFunctionEnd
)");
  spirvtext::declare(words, {6260, 6261});
  harness::Program program(words);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<short> data{10, 5, 9, 77};
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(data));
  launch.run(harness::Range::of(16, 8));
  EXPECT_EQ(data, (std::vector<short>{10 + 16 * 3, 9, 5, 77}));
}

} // namespace
