// A module of NonSemantic.Codeplay.GroupAsyncCopies in parts, so that a test can change one of them.
#pragma once
#include "conformance/harness/Kernel.h"

namespace copies {

/// kernel k(global uchar *in, global uchar *out, local uchar *tile, ulong...): a copy of a block from layout A of `in`
/// to layout B of `tile`, then one to layout C of `out`. The ulongs are bytes, perLine, lines, planes, then offset,
/// line and plane of A, of B and of C.
struct Module {
  std::string capabilities = "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Int8\n";
  std::string extension = "OpExtension \"SPV_KHR_non_semantic_info\"\n";
  /// Defines %r1 and %r2, events.
  std::string toLocal = to2D("%r1", "%tile", "B", "%in", "A", "%null");
  std::string toGlobal = to2D("%r2", "%out", "C", "%tile", "B", "%null");
  std::string waitBetween = "OpStore %events %r1\nOpGroupWaitEvents %group %one %events\n";
  std::string waitAtEnd = "OpStore %events %r2\nOpGroupWaitEvents %group %one %events\n";
  std::string declarations; // more types and constants

  static std::string to2D(const std::string &result, const std::string &dst, const std::string &dstLayout,
                          const std::string &src, const std::string &srcLayout, const std::string &event) {
    return result + " = OpExtInst %event %copies 1 " + dst + " %offset" + dstLayout + " " + src + " %offset" +
           srcLayout + " %bytes %perLine %lines %line" + srcLayout + " %line" + dstLayout + " " + event + "\n";
  }
  static std::string to3D(const std::string &result, const std::string &dst, const std::string &dstLayout,
                          const std::string &src, const std::string &srcLayout, const std::string &event) {
    return result + " = OpExtInst %event %copies 2 " + dst + " %offset" + dstLayout + " " + src + " %offset" +
           srcLayout + " %bytes %perLine %lines %planes %line" + srcLayout + " %plane" + srcLayout + " %line" +
           dstLayout + " %plane" + dstLayout + " " + event + "\n";
  }

  std::string text() const {
    std::string all = capabilities + extension;
    all += R"(%copies = OpExtInstImport "NonSemantic.Codeplay.GroupAsyncCopies"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%char = OpTypeInt 8 0
%event = OpTypeEvent
%group = OpConstant %int 2
%one = OpConstant %int 1
%null = OpConstantNull %event
%p_local = OpTypePointer Workgroup %char
%p_global = OpTypePointer CrossWorkgroup %char
%p_private = OpTypePointer Function %char
%p_event = OpTypePointer Function %event
%fn = OpTypeFunction %void %p_global %p_global %p_local )";
    const char *const names[] = {"bytes",   "perLine", "lines",  "planes",  "offsetA", "lineA", "planeA",
                                 "offsetB", "lineB",   "planeB", "offsetC", "lineC",   "planeC"};
    for (std::size_t i = 0; i < std::size(names); ++i)
      all += "%long ";
    all += "\n" + declarations + "%k = OpFunction %void None %fn\n%in = OpFunctionParameter %p_global\n" +
           "%out = OpFunctionParameter %p_global\n%tile = OpFunctionParameter %p_local\n";
    for (const char *name : names)
      all += std::string("%") + name + " = OpFunctionParameter %long\n";
    return all +
           "%entry = OpLabel\n%events = OpVariable %p_event Function\n%private = OpVariable %p_private Function\n" +
           toLocal + waitBetween + toGlobal + waitAtEnd + "OpReturn\nOpFunctionEnd\n";
  }
};

/// Skips unless the device takes SPIR-V and has the built-ins that the set represents.
inline void needCopies(conformance::Session &session) {
  session.need("cl_khr_extended_async_copies");
  if (!session.takesSpirv())
    session.skip("the device does not take SPIR-V");
}

} // namespace copies
