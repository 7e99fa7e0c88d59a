// OpSubgroupBlockReadINTEL and OpSubgroupBlockWriteINTEL on Workgroup pointers ("Additionally, ... for Ptr valid
// Storage Classes are: Workgroup").
#include "Common.h"

namespace {

using namespace blockio;
using namespace conformance;

/// What module() is made of: SCALAR stands for the element's type, VALUE for that of `width` elements.
std::string scalarOf(const Type &type) { return type.bytes == 4 ? "%int" : type.bytes == 8 ? "%long" : "%T"; }

std::string declarations(const Type &type, unsigned width) {
  const std::string n = std::to_string(width);
  std::string text = R"(OpCapability Kernel
OpCapability Addresses
OpCapability Int64
OpCapability Int8
OpCapability Int16
OpCapability Vector16
OpCapability Groups
OpCapability SubgroupBufferBlockIOINTEL
OpExtension "SPV_INTEL_subgroups"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %vmax %vid %vlane
OpDecorate %vmax BuiltIn SubgroupMaxSize
OpDecorate %vid BuiltIn SubgroupId
OpDecorate %vlane BuiltIn SubgroupLocalInvocationId
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
)";
  if (scalarOf(type) == "%T")
    text += "%T = OpTypeInt " + std::to_string(type.bytes * 8) + " 0\n";
  if (width > 1)
    text += "%TN = OpTypeVector SCALAR " + n + "\n";
  return text +
         "%event = OpTypeEvent\n%group = OpConstant %int 2\n%one = OpConstant %int 1\n%fence = OpConstant %int 272\n"
         "%unit = OpConstant %long 1\n%n = OpConstant %int " +
         n + "\n%spread = OpConstant %int " + std::to_string(alignment / type.bytes) + "\n%count = OpConstant %long " +
         std::to_string(64 * width * (alignment / type.bytes)) + R"(
%null = OpConstantNull %event
%p_input = OpTypePointer Input %int
%p_global = OpTypePointer CrossWorkgroup SCALAR
%p_values = OpTypePointer CrossWorkgroup VALUE
%p_local = OpTypePointer Workgroup SCALAR
%p_size = OpTypePointer CrossWorkgroup %int
%p_event = OpTypePointer Function %event
%fn = OpTypeFunction %void %p_global %p_global %p_local %p_size
%vmax = OpVariable %p_input Input
%vid = OpVariable %p_input Input
%vlane = OpVariable %p_input Input
)";
}

/// The kernel up to its sub-group's block in the tile.
constexpr const char *Beginning = R"(%k = OpFunction %void None %fn
%in = OpFunctionParameter %p_global
%out = OpFunctionParameter %p_global
%tile = OpFunctionParameter %p_local
%size = OpFunctionParameter %p_size
%entry = OpLabel
%events = OpVariable %p_event Function
%max = OpLoad %int %vmax
%id = OpLoad %int %vid
%lane = OpLoad %int %vlane
OpStore %size %max Aligned 4
%r1 = OpGroupAsyncCopy %event %group %tile %in %count %unit %null
OpStore %events %r1
OpGroupWaitEvents %group %one %events
%stride1 = OpIMul %int %max %n
%stride = OpIMul %int %stride1 %spread
%block = OpIMul %int %id %stride
%mine1 = OpIMul %int %lane %n
%mine = OpIAdd %int %block %mine1
%pblock = OpInBoundsPtrAccessChain %p_local %tile %block
)";

std::string blockAccess(const Type &type, bool write) {
  // A vector in its place in global memory: aligned as its elements are.
  const std::string aligned = " Aligned " + std::to_string(type.bytes) + "\n";
  if (write)
    return "%from = OpInBoundsPtrAccessChain %p_global %in %mine\n%values = OpBitcast %p_values %from\n"
           "%v = OpLoad VALUE %values" +
           aligned +
           "OpSubgroupBlockWriteINTEL %pblock %v\nOpControlBarrier %group %group %fence\n"
           "%r2 = OpGroupAsyncCopy %event %group %out %tile %count %unit %null\n"
           "OpStore %events %r2\nOpGroupWaitEvents %group %one %events\n";
  return "%v = OpSubgroupBlockReadINTEL VALUE %pblock\n%to = OpInBoundsPtrAccessChain %p_global %out %mine\n"
         "%values = OpBitcast %p_values %to\nOpStore %values %v" +
         aligned;
}

/// kernel k(global T *in, global T *out, local T *tile, global int *size): `in` comes to `tile` by an asynchronous copy
/// of all `count` elements; then each sub-group reads its block and stores component n of lane i as out[block + i * N +
/// n] (write = false), or reads so from `in` and writes a block that a copy brings out (write = true).
std::string module(const Type &type, unsigned width, bool write) {
  std::string text = declarations(type, width) + Beginning + blockAccess(type, write) + "OpReturn\nOpFunctionEnd\n";
  for (const auto &[word, with] :
       {std::pair<std::string, std::string>{"SCALAR", scalarOf(type)}, {"VALUE", width == 1 ? scalarOf(type) : "%TN"}})
    for (std::size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), with);
  if (width == 1) // the two pointer types are one
    for (const char *line : {"%p_values = OpTypePointer CrossWorkgroup "})
      if (std::size_t at = text.find(line); at != std::string::npos)
        text.erase(at, text.find('\n', at) - at + 1);
  if (width == 1)
    for (std::size_t at; (at = text.find("%p_values")) != std::string::npos;)
      text.replace(at, 9, "%p_global");
  return text;
}

void run(Session &session, const Type &type, unsigned width, bool write) {
  const Program program(session, assemble(session, module(type, width, write)));
  const std::size_t elements = 64 * width * (alignment / type.bytes);
  Bytes in = Noise(width).bytes(elements * type.bytes), out(in.size(), untouched);
  Bytes expected = write ? in : out; // a write changes what the copy had brought
  std::vector<cl_uint> size{0};
  Launch launch(session, program, "k");
  launch.inOut(in).inOut(out).local(in.size()).inOut(size);
  launch.run(conformance::line(64, 64));
  if (size[0] == 0 || 64 % size[0])
    return session.fail("the sub-group size is " + std::to_string(size[0]));
  for (std::size_t subGroup = 0; subGroup < 64 / size[0]; ++subGroup)
    for (std::size_t lane = 0; lane < size[0]; ++lane)
      for (std::size_t n = 0; n < width; ++n) {
        const std::size_t block = subGroup * size[0] * width * (alignment / type.bytes);
        const std::size_t inBlock = (block + n * size[0] + lane) * type.bytes;
        const std::size_t packed = (block + lane * width + n) * type.bytes;
        std::memcpy(&expected[write ? inBlock : packed], &in[write ? packed : inBlock], type.bytes);
      }
  compareBytes(session, out, expected, std::string(type.name) + std::to_string(width));
}

void everyType(Session &session, bool write) {
  need(session);
  session.need("cl_intel_spirv_subgroups");
  if (!session.takesSpirv())
    session.skip("the device does not take SPIR-V");
  for (const Type &type : types)
    for (unsigned width : widths)
      if (*type.suffix && width <= type.widest && session.has(type.extension))
        run(session, type, width, write);
}

} // namespace

CONFORMANCE_TEST(spirv_block_read_local) { everyType(session, false); }
CONFORMANCE_TEST(spirv_block_write_local) { everyType(session, true); }
