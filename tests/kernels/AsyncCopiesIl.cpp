// The extended instruction set NonSemantic.Codeplay.GroupAsyncCopies from clCreateProgramWithIL: what its specification
// says of operands, and what becomes of modules that break it.
#include "Harness.h"
#include <spirv-tools/libspirv.hpp>
using harness::inOut;
using harness::Local;
using harness::Range;

namespace {

/// A module in parts, so that a test can change one of them.
struct Text {
  std::string capabilities = "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Int8\n";
  std::string extension = "OpExtension \"SPV_KHR_non_semantic_info\"\n";
  std::string set = "NonSemantic.Codeplay.GroupAsyncCopies";
  std::string addressing = "Physical64";
  std::string moreTypes;
  std::string toLocal = "%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null\n";
  std::string toGlobal = "%r2 = OpExtInst %event %copies 2 %o %c1 %l %c0 %c4 %c2 %c2 %c2 %c3 %c6 %c4 %c10 %r1\n";
  std::string wait = "OpStore %events %r1\nOpGroupWaitEvents %group %one %events\n";
  std::string waitAgain = "OpStore %events %r2\nOpGroupWaitEvents %group %one %events\n";

  std::string all() const {
    return capabilities + extension + "%copies = OpExtInstImport \"" + set + "\"\nOpMemoryModel " + addressing +
           " OpenCL\nOpEntryPoint Kernel %k \"k\"\n" + R"(
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%char = OpTypeInt 8 0
%event = OpTypeEvent
%group = OpConstant %int 2
%one = OpConstant %int 1
%c0 = OpConstant %long 0
%c1 = OpConstant %long 1
%c2 = OpConstant %long 2
%c3 = OpConstant %long 3
%c4 = OpConstant %long 4
%c5 = OpConstant %long 5
%c6 = OpConstant %long 6
%c10 = OpConstant %long 10
%null = OpConstantNull %event
%p_local = OpTypePointer Workgroup %int
%p_global = OpTypePointer CrossWorkgroup %int
%p_private = OpTypePointer Function %int
%p_constant = OpTypePointer UniformConstant %int
%p_event = OpTypePointer Function %event
)" + moreTypes +
           R"(
%fn = OpTypeFunction %void %p_global %p_global %p_local
%k = OpFunction %void None %fn
%g = OpFunctionParameter %p_global
%o = OpFunctionParameter %p_global
%l = OpFunctionParameter %p_local
%entry = OpLabel
%events = OpVariable %p_event Function
%private = OpVariable %p_private Function
)" + toLocal +
           wait + toGlobal + waitAgain + "OpReturn\nOpFunctionEnd\n";
  }

  std::vector<uint32_t> words() const {
    spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_4);
    std::string log;
    tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &at, const char *message) {
      log += std::to_string(at.line) + ": " + message + "\n";
    });
    std::vector<uint32_t> result;
    EXPECT_TRUE(tools.Assemble(all(), &result)) << log;
    return result;
  }
};

/// The module does what the two copies of `Text` say.
void expectCopies(const Text &text) {
  harness::Program program(text.words());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  auto in = harness::noise<int>(40);
  std::vector<int> tile(40), out(40, -1), expected = out;
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x)
      tile[1 + y * 4 + x] = in[2 + y * 5 + x];
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x)
        expected[1 + z * 10 + y * 4 + x] = tile[z * 6 + y * 3 + x];
  // What the first copy does not write of local memory is undefined: places 0, 4 and from 8 on.
  harness::Launch launch(program, "k");
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.arg(Local{40 * sizeof(int)});
  launch.run(Range::of(24, 24));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x)
        if (const int from = z * 6 + y * 3 + x; from == 0 || from == 4 || from > 7)
          expected[1 + z * 10 + y * 4 + x] = out[1 + z * 10 + y * 4 + x] = 0;
  EXPECT_EQ(out, expected);
}

TEST(AsyncCopiesIl, CopiesInBothDirections) { expectCopies({}); }

TEST(AsyncCopiesIl, TheExtensionNeedNotBeDeclared) {
  Text text;
  text.extension.clear();
  expectCopies(text);
}

TEST(AsyncCopiesIl, ResultMayBeUnused) {
  Text text;
  text.wait = "OpStore %events %null\nOpGroupWaitEvents %group %one %events\n";
  text.toGlobal = "%r2 = OpExtInst %event %copies 2 %o %c1 %l %c0 %c4 %c2 %c2 %c2 %c3 %c6 %c4 %c10 %null\n";
  text.waitAgain = text.wait;
  expectCopies(text);
}

TEST(AsyncCopiesIl, ZeroCountsCopyNothing) {
  for (const char *counts : {"%c0 %c3 %c2", "%c4 %c0 %c2", "%c4 %c3 %c0"}) {
    Text text;
    text.toLocal = "%r1 = OpExtInst %event %copies 1 %o %c1 %l %c2 " + std::string(counts) + " %c5 %c4 %null\n";
    text.toGlobal.clear();
    text.waitAgain.clear();
    harness::Program program(text.words());
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    std::vector<int> in(40, 1), out(40, 2);
    harness::Launch launch(program, "k");
    launch.arg(inOut(in));
    launch.arg(inOut(out));
    launch.arg(Local{160});
    launch.run(Range::of(8, 8));
    EXPECT_EQ(out, std::vector<int>(40, 2));
  }
}

/// The program is created, for the module is SPIR-V; its build fails with this text in the log.
void expectRefused(const Text &text, const std::string &message) {
  harness::Program program(text.words());
  ASSERT_TRUE(program.program) << "not even created: " << program.status << ", wanted: " << message;
  EXPECT_EQ(program.status, CL_BUILD_PROGRAM_FAILURE) << message;
  EXPECT_NE(program.log.find(message), std::string::npos) << "wanted: " << message << "\ngot: " << program.log;
}

Text with(const std::string &toLocal) {
  Text text;
  text.toLocal = toLocal + "\n";
  return text;
}

TEST(AsyncCopiesIl, UnknownInstruction) {
  for (const char *number : {"0", "3", "77"})
    expectRefused(
        with("%r1 = OpExtInst %event %copies " + std::string(number) + " %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null"),
        "has no instruction " + std::string(number));
}

TEST(AsyncCopiesIl, OperandCount) {
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %null"),
                "GroupAsyncCopy2D2D: has 10 operands, not 9");
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null %null"),
                "GroupAsyncCopy2D2D: has 10 operands, not 11");
  expectRefused(with("%r1 = OpExtInst %event %copies 2 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null"),
                "GroupAsyncCopy3D3D: has 13 operands, not 10");
}

TEST(AsyncCopiesIl, StorageClasses) {
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %l %c1 %l %c2 %c4 %c3 %c2 %c5 %c4 %null"),
                "Source must have the storage class CrossWorkgroup when Destination is Workgroup");
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %o %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null"),
                "Source must have the storage class Workgroup when Destination is CrossWorkgroup");
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %private %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null"),
                "Destination must be OpTypePointer with a storage class of Workgroup or CrossWorkgroup");
  expectRefused(with("%r1 = OpExtInst %event %copies 2 %l %c0 %private %c0 %c4 %c2 %c2 %c2 %c3 %c6 %c4 %c10 %null"),
                "Source must be OpTypePointer with a storage class of Workgroup or CrossWorkgroup");
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %c1 %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null"),
                "Destination must be OpTypePointer");
}

TEST(AsyncCopiesIl, IntegerWidths) {
  const std::array<const char *, 7> names2D = {"Destination Offset",     "Source Offset", "Num Bytes Per Element",
                                               "Num Elements Per Line",  "Num Lines",     "Source Line Length",
                                               "Destination Line Length"};
  const std::array<const char *, 10> names3D = {"Destination Offset",    "Source Offset",     "Num Bytes Per Element",
                                                "Num Elements Per Line", "Num Lines",         "Num Planes",
                                                "Source Line Length",    "Source Plane Area", "Destination Line Length",
                                                "Destination Plane Area"};
  auto refuse = [](const std::string &number, std::size_t sizes, std::size_t which, const char *name) {
    // The third operand is the source, behind the destination's offset.
    std::string call = "%r1 = OpExtInst %event %copies " + number + " %l";
    for (std::size_t i = 0; i < sizes; ++i)
      call += (i == 1 ? " %g" : "") + std::string(i == which ? " %one" : " %c4");
    expectRefused(with(call + " %null"), std::string(name) + " must be a 64-bit OpTypeInt");
  };
  for (std::size_t i = 0; i < names2D.size(); ++i)
    refuse("1", names2D.size(), i, names2D[i]);
  for (std::size_t i = 0; i < names3D.size(); ++i)
    refuse("2", names3D.size(), i, names3D[i]);
}

TEST(AsyncCopiesIl, EventsAndResultType) {
  expectRefused(with("%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %c0"),
                "Event must be an object of OpTypeEvent");
  Text text = with("%r0 = OpExtInst %long %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null\n%r1 = OpCopyObject %event "
                   "%null");
  expectRefused(text, "Result Type must be OpTypeEvent");
}

TEST(AsyncCopiesIl, NeedsTheKernelCapability) {
  Text text;
  text.capabilities = "OpCapability Addresses\nOpCapability Int64\nOpCapability Int8\nOpCapability Linkage\n";
  expectRefused(text, "can only be imported when the capability Kernel is declared");
}

/// CL_SUCCESS when the module compiles and links by itself.
cl_int compileAndLink(const Text &text, std::string &log) {
  harness::Device &device = harness::Device::get();
  const std::vector<uint32_t> words = text.words();
  cl_int error = CL_SUCCESS;
  cl_program part = clCreateProgramWithIL(device.context, words.data(), words.size() * sizeof(uint32_t), &error);
  if (error != CL_SUCCESS)
    return error;
  cl_program whole = nullptr, named = part;
  error = clCompileProgram(part, 1, &device.id, nullptr, 0, nullptr, nullptr, nullptr, nullptr);
  if (error == CL_SUCCESS) {
    whole = clLinkProgram(device.context, 1, &device.id, nullptr, 1, &part, nullptr, nullptr, &error);
    named = whole ? whole : part;
  }
  std::array<char, 1000> messages{};
  clGetProgramBuildInfo(named, device.id, CL_PROGRAM_BUILD_LOG, messages.size() - 1, messages.data(), nullptr);
  log = messages.data();
  clReleaseProgram(part);
  if (whole)
    clReleaseProgram(whole);
  return error;
}

TEST(AsyncCopiesIl, RulesHoldForLinkedPrograms) {
  std::string log;
  EXPECT_EQ(compileAndLink({}, log), CL_SUCCESS) << log;
  EXPECT_NE(compileAndLink(with("%r1 = OpExtInst %event %copies 9 %null"), log), CL_SUCCESS);
  EXPECT_NE(log.find("has no instruction 9"), std::string::npos) << log;
}

// CL_DEVICE_ADDRESS_BITS is 64.
TEST(AsyncCopiesIl, Physical32IsRefused) {
  Text text;
  text.addressing = "Physical32";
  harness::Program program(text.words());
  EXPECT_EQ(program.status, CL_INVALID_VALUE);
}

/// Room for used results is room for nothing else.
TEST(AsyncCopiesIl, TheRestIsStillValidated) {
  auto created = [](const Text &text) { return harness::Program(text.words()).program != nullptr; };
  EXPECT_TRUE(created({}));
  // Another non-semantic set's result is used.
  Text other;
  other.set = "NonSemantic.Other";
  EXPECT_FALSE(created(other));
  // An operand that does not dominate its use, one that is no id, and a result of the wrong type.
  EXPECT_FALSE(created(with("%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %late %null\n"
                            "%late = OpIAdd %long %c1 %c2")));
  EXPECT_FALSE(created(with("%r1 = OpExtInst %event %copies 1 %l %c1 %g %c2 %c4 %c3 %c2 %c5 %c4 %null\n"
                            "%sum = OpIAdd %long %c1 %r1")));
  Text store;
  store.wait = "OpStore %events %c1\nOpGroupWaitEvents %group %one %events\n";
  EXPECT_FALSE(created(store));
}

} // namespace
