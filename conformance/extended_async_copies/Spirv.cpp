// The strided copy as SPIR-V spells it: OpGroupAsyncCopy, for elements of every kind, there and back.
#include "Common.h"

namespace {

using namespace conformance;
using Bytes = std::vector<unsigned char>;

struct Element {
  const char *name;
  std::size_t bytes;
  const char *definition; // of %T
};
const Element elements[] = {
    {"char", 1, "%T = OpTypeInt 8 0"},
    {"short", 2, "%T = OpTypeInt 16 0"},
    {"int", 4, "%T = OpTypeInt 32 0"},
    {"float", 4, "%T = OpTypeFloat 32"},
    {"int2", 8, "%T = OpTypeVector %int 2"},
    {"int3", 16, "%T = OpTypeVector %int 3"}, // takes the place of four
    {"float4", 16, "%f = OpTypeFloat 32\n%T = OpTypeVector %f 4"},
    {"long8", 64, "%T = OpTypeVector %long 8"},
};

/// kernel k(global T *in, global T *out, local T *tile, long n, long srcStride, long dstStride): every srcStride-th
/// element of `in` to `tile`, from there to every dstStride-th of `out`.
std::string module(const Element &element) {
  std::string definition = element.definition;
  // Types are declared once: int and long stand in the module already.
  std::string use = "%T";
  if (definition == "%T = OpTypeInt 32 0") {
    definition.clear();
    use = "%int";
  }
  std::string text = R"(OpCapability Kernel
OpCapability Addresses
OpCapability Int64
OpCapability Int8
OpCapability Int16
OpCapability Vector16
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
)" + definition + R"(
%event = OpTypeEvent
%group = OpConstant %int 2
%count = OpConstant %int 1
%one = OpConstant %long 1
%null = OpConstantNull %event
%p_global = OpTypePointer CrossWorkgroup ELEMENT
%p_local = OpTypePointer Workgroup ELEMENT
%p_event = OpTypePointer Function %event
%fn = OpTypeFunction %void %p_global %p_global %p_local %long %long %long
%k = OpFunction %void None %fn
%in = OpFunctionParameter %p_global
%out = OpFunctionParameter %p_global
%tile = OpFunctionParameter %p_local
%n = OpFunctionParameter %long
%from = OpFunctionParameter %long
%to = OpFunctionParameter %long
%entry = OpLabel
%events = OpVariable %p_event Function
%r1 = OpGroupAsyncCopy %event %group %tile %in %n %from %null
OpStore %events %r1
OpGroupWaitEvents %group %count %events
%r2 = OpGroupAsyncCopy %event %group %out %tile %n %to %null
OpStore %events %r2
OpGroupWaitEvents %group %count %events
OpReturn
OpFunctionEnd
)";
  for (std::size_t at; (at = text.find("ELEMENT")) != std::string::npos;)
    text.replace(at, 7, use);
  return text;
}

} // namespace

CONFORMANCE_TEST(spirv_strided_copy) {
  if (!session.takesSpirv())
    session.skip("the device does not take SPIR-V");
  for (const Element &element : elements) {
    const Program program(session, assemble(session, module(element)));
    for (std::size_t n : {0, 1, 13, 64})
      for (std::size_t from : {1, 2, 5})
        for (std::size_t to : {1, 3, 4}) {
          const std::size_t size = element.bytes;
          Bytes in = Noise(n + from).bytes((n * from + 1) * size), out((n * to + 1) * size, copies::untouched);
          Bytes expected = out;
          for (std::size_t i = 0; i < n; ++i)
            std::memcpy(&expected[i * to * size], &in[i * from * size], size);
          Launch launch(session, program, "k");
          launch.inOut(in).inOut(out).local((n + 1) * size);
          launch.value(cl_ulong(n)).value(cl_ulong(from)).value(cl_ulong(to));
          launch.run(conformance::line(24, 24));
          compareBytes(session, out, expected,
                       std::string(element.name) + ", " + std::to_string(n) + " elements, strides " +
                           std::to_string(from) + " and " + std::to_string(to));
        }
  }
}
