// clCreateProgramWith*, clBuildProgram, clGetProgramInfo, clGetProgramBuildInfo: OpenCL API 5.8.
#include "tests/api/ProgramFixture.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace apitest {
namespace {

constexpr const char *fill = "kernel void fill(global int *out) { out[get_global_id(0)] = VALUE; }\n";

class Programs : public ProgramTest {};

TEST_F(Programs, SourceIsTheConcatenationWithoutNulls) {
  const char *strings[] = {"kernel void a", "(void) {}xxx", "/*\0*/"};
  const size_t lengths[] = {0, 9, 5};
  cl_int error = -1;
  Program program(clCreateProgramWithSource(context.get(), 3, strings, lengths, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoText(program, CL_PROGRAM_SOURCE), "kernel void a(void) {}/**/");
}

TEST_F(Programs, SourceErrors) {
  cl_int error = 0;
  const char *strings[] = {"kernel void a(void) {}", nullptr};
  EXPECT_EQ(clCreateProgramWithSource(nullptr, 1, strings, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateProgramWithSource(context.get(), 0, strings, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithSource(context.get(), 1, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithSource(context.get(), 2, strings, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithSource(context.get(), 2, strings, nullptr, nullptr), nullptr);
}

TEST_F(Programs, NewProgramHasNothingBuilt) {
  Program program = fromSource(fill);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 1U);
  EXPECT_EQ(info<cl_context>(program, CL_PROGRAM_CONTEXT), context.get());
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_NUM_DEVICES), 1U);
  EXPECT_EQ(info<cl_device_id>(program, CL_PROGRAM_DEVICES), device);
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_BINARY_SIZES), 0U);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_NONE);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "");
  size_t kernels = 0;
  for (cl_program_info name : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT})
    EXPECT_EQ(clGetProgramInfo(program.get(), name, sizeof kernels, &kernels, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program.get(), "fill", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clCreateKernelsInProgram(program.get(), 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Programs, InfoChecksSizeAndName) {
  Program program = fromSource(fill);
  cl_uint value = 0;
  EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_DEVICES, 3, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetProgramInfo(program.get(), 0xFFFF, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetProgramInfo(nullptr, CL_PROGRAM_NUM_DEVICES, sizeof value, &value, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clGetProgramBuildInfo(program.get(), device, 0xFFFF, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetProgramBuildInfo(program.get(), nullptr, CL_PROGRAM_BUILD_STATUS, sizeof value, &value, nullptr),
            CL_INVALID_DEVICE);
  size_t bytes = 7;
  EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, 0, nullptr, &bytes), CL_SUCCESS);
  EXPECT_EQ(bytes, 0U);
}

TEST_F(Programs, RetainAndRelease) {
  Program program = built(fill, "-DVALUE=1");
  EXPECT_EQ(clRetainProgram(program.get()), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 2U);
  EXPECT_EQ(clReleaseProgram(program.get()), CL_SUCCESS);
  // A kernel keeps its program alive, but gives the host no reference to release.
  Kernel held = kernel(program, "fill");
  cl_program dead = program.release();
  EXPECT_EQ(clReleaseProgram(dead), CL_SUCCESS);
  EXPECT_EQ(clReleaseProgram(dead), CL_INVALID_PROGRAM);
  held.reset();
  EXPECT_EQ(clReleaseProgram(dead), CL_INVALID_PROGRAM);
  EXPECT_EQ(clRetainProgram(dead), CL_INVALID_PROGRAM);
  cl_uint count = 0;
  EXPECT_EQ(clGetProgramInfo(dead, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clRetainProgram(reinterpret_cast<cl_program>(context.get())), CL_INVALID_PROGRAM);
}

TEST_F(Programs, BuildAndRun) {
  Program program = built(fill, "-D VALUE=42");
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "-D VALUE=42");
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_NUM_KERNELS), 1U);
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT), cl_bool{CL_FALSE});
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT), cl_bool{CL_FALSE});
  EXPECT_EQ(outputOf(program, "fill", 3), (std::vector<cl_int>{42, 42, 42}));
}

TEST_F(Programs, RebuildsReplaceWhatWasBuilt) {
  Program program = built(fill, "-DVALUE=1");
  ASSERT_EQ(clBuildProgram(program.get(), 1, &device, "-DVALUE=2", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{2});
  EXPECT_EQ(clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_NE(log(program).find("VALUE"), std::string::npos);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program.get(), "fill", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Programs, NoRebuildWhileKernelsAreAttached) {
  Program program = built(fill, "-DVALUE=1");
  Kernel held = kernel(program, "fill");
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-DVALUE=2", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, "-DVALUE=2", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  held.reset();
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-DVALUE=2", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Programs, KernelKeepsItsProgram) {
  Program program = built(fill, "-DVALUE=5");
  Kernel held = kernel(program, "fill");
  program.reset();
  cl_program owner = nullptr;
  ASSERT_EQ(clGetKernelInfo(held.get(), CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr), CL_SUCCESS);
  cl_uint devices = 0;
  EXPECT_EQ(clGetProgramInfo(owner, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, nullptr), CL_SUCCESS);
  EXPECT_EQ(devices, 1U);
}

TEST_F(Programs, KernelNamesAreSeparatedBySemicolons) {
  Program program = built("kernel void one(void) {}\nvoid helper(void) {}\nkernel void two(void) {}\n");
  std::string names = infoText(program, CL_PROGRAM_KERNEL_NAMES);
  EXPECT_TRUE(names == "one;two" || names == "two;one") << names;
}

TEST_F(Programs, LogShowsLineAndColumn) {
  Program program = fromSource("kernel void a(void) {\n  int x = ;\n}\n");
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  std::string text = log(program);
  EXPECT_NE(text.find(":2:11: error:"), std::string::npos) << text;
  EXPECT_NE(text.find('^'), std::string::npos) << text;
}

TEST_F(Programs, BuildArgumentErrors) {
  Program program = fromSource(fill);
  int data = 0;
  EXPECT_EQ(clBuildProgram(nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clBuildProgram(program.get(), 1, nullptr, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program.get(), 0, &device, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, &data), CL_INVALID_VALUE);
  cl_device_id none = nullptr;
  EXPECT_EQ(clBuildProgram(program.get(), 1, &none, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  for (const char *options : {"-no-such-option", "-D", "-cl-std=CL9.9", "-cl-fast-relaxed-maths"}) {
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS)
        << options;
    EXPECT_FALSE(log(program).empty());
  }
  EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_COMPILER_OPTIONS);
}

/// Waits for a call-back.
struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;
  cl_program program = nullptr;
  static void CL_CALLBACK notify(cl_program program, void *data) {
    auto *self = static_cast<Signal *>(data);
    std::lock_guard lock(self->mutex);
    ++self->calls;
    self->program = program;
    self->changed.notify_all();
  }
  bool wait() {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(60), [this] { return calls > 0; });
  }
};

TEST_F(Programs, CallbackComesOnceTheStateIsThere) {
  Program good = fromSource(fill);
  Signal signal;
  ASSERT_EQ(clBuildProgram(good.get(), 0, nullptr, "-DVALUE=3", Signal::notify, &signal), CL_SUCCESS);
  ASSERT_TRUE(signal.wait());
  EXPECT_EQ(signal.program, good.get());
  EXPECT_EQ(buildInfo<cl_build_status>(good, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(outputOf(good, "fill", 1), std::vector<cl_int>{3});

  Program bad = fromSource("kernel void a(void) { no }");
  Signal failed;
  ASSERT_EQ(clCompileProgram(bad.get(), 0, nullptr, nullptr, 0, nullptr, nullptr, Signal::notify, &failed), CL_SUCCESS);
  ASSERT_TRUE(failed.wait());
  EXPECT_EQ(buildInfo<cl_build_status>(bad, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(failed.calls, 1);
}

TEST_F(Programs, CallbackMayReleaseTheProgram) {
  cl_program program = fromSource(fill).release();
  Signal signal;
  auto releasing = [](cl_program handle, void *data) {
    EXPECT_EQ(clReleaseProgram(handle), CL_SUCCESS);
    Signal::notify(handle, data);
  };
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-DVALUE=3", releasing, &signal), CL_SUCCESS);
  ASSERT_TRUE(signal.wait());
}

TEST_F(Programs, ManyThreadsBuildAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      Program program = built(fill, ("-DVALUE=" + std::to_string(i)).c_str());
      right += outputOf(program, "fill", 1) == std::vector<cl_int>{i};
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 4);
}

TEST_F(Programs, CompileLinkAndEmbeddedHeaders) {
  Program header = fromSource("int number(void);\n#define BASE 40\n");
  Program user = fromSource("#include \"dir/number.h\"\n"
                            "kernel void fill(global int *out) { out[get_global_id(0)] = BASE + number(); }\n");
  const char *name = "dir/number.h";
  cl_program headers[] = {header.get()};
  ASSERT_EQ(clCompileProgram(user.get(), 0, nullptr, nullptr, 1, headers, &name, nullptr, nullptr), CL_SUCCESS)
      << log(user);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(user, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  Program number = compiled("int number(void) { return 2; }\n");
  Program program = linked({user.get(), number.get()});
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  EXPECT_EQ(outputOf(program, "fill", 2), (std::vector<cl_int>{42, 42}));
  // A program of the linker cannot be built, and what is not compiled cannot be linked.
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_OPERATION);
}

TEST_F(Programs, LibrariesLinkIntoPrograms) {
  Program one = compiled("int one(void) { return 1; }\n");
  Program two = compiled("int one(void);\nint two(void) { return 2 * one(); }\n");
  Program library = linked({one.get(), two.get()}, "-create-library -enable-link-options");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(library.get(), "fill", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  Program user = compiled("int two(void);\nkernel void fill(global int *out) { out[get_global_id(0)] = two(); }\n");
  Program program = linked({user.get(), library.get()}, "-cl-fast-relaxed-math");
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{2});
}

TEST_F(Programs, LinkErrors) {
  Program object = compiled("int missing(void);\nkernel void fill(global int *out) { *out = missing(); }\n");
  Program source = fromSource(fill);
  Context otherContext = makeContext();
  Program other = fromSource(fill, otherContext.get());
  cl_program ok[] = {object.get()}, mixed[] = {object.get(), source.get()}, foreign[] = {other.get()},
             none[] = {nullptr};
  auto link = [&](cl_uint count, const cl_program *inputs, const char *options) {
    cl_int error = 0;
    Program program(clLinkProgram(context.get(), 0, nullptr, options, count, inputs, nullptr, nullptr, &error));
    // Only a link that was begun leaves a program behind.
    EXPECT_EQ(bool(program), error == CL_LINK_PROGRAM_FAILURE);
    if (error == CL_LINK_PROGRAM_FAILURE) {
      EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
      EXPECT_NE(log(program).find("missing"), std::string::npos) << log(program);
    }
    return error;
  };
  EXPECT_EQ(link(1, ok, nullptr), CL_LINK_PROGRAM_FAILURE);
  EXPECT_EQ(link(0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, ok, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(1, none, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(link(1, foreign, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(link(2, mixed, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(link(1, ok, "-no-such-option"), CL_INVALID_LINKER_OPTIONS);
  EXPECT_EQ(link(1, ok, "-DFOR=compilers"), CL_INVALID_LINKER_OPTIONS);
}

TEST_F(Programs, LinkedKernelsShareConstants) {
  const char *tables = "constant int squares[4] = {0, 1, 4, 9};\nglobal const int cubes[4] = {0, 1, 8, 27};\n"
                       "kernel void one(global int *out) { out[get_global_id(0)] = squares[get_global_id(0) % 4]; }\n";
  const char *users = "extern constant int squares[4];\nextern global const int cubes[4];\n"
                      "kernel void two(global int *out) {\n"
                      "  int i = get_global_id(0) % 4;\n  out[get_global_id(0)] = squares[i] + cubes[3 - i];\n}\n";
  Program first = compiled(tables, "-cl-std=CL3.0"), second = compiled(users, "-cl-std=CL3.0");
  Program program = linked({first.get(), second.get()});
  for (size_t size : {1, 5, 64}) { // other sizes take other code
    std::vector<cl_int> ones, twos;
    for (size_t i = 0; i < size; ++i) {
      auto x = static_cast<cl_int>(i % 4), y = 3 - x;
      ones.push_back(x * x), twos.push_back(x * x + y * y * y);
    }
    EXPECT_EQ(outputOf(program, "one", size), ones);
    EXPECT_EQ(outputOf(program, "two", size), twos);
  }
}

TEST_F(Programs, LinkCallbackGetsTheProgram) {
  Program object = compiled("kernel void fill(global int *out) { *out = 9; }\n");
  cl_program input = object.get();
  Signal signal;
  cl_int error = -1;
  Program program(clLinkProgram(context.get(), 0, nullptr, nullptr, 1, &input, Signal::notify, &signal, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_TRUE(signal.wait());
  EXPECT_EQ(signal.program, program.get());
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{9});
}

TEST_F(Programs, CompileErrors) {
  Program program = fromSource(fill);
  Program header = fromSource("");
  Context otherContext = makeContext();
  Program foreign = fromSource("", otherContext.get());
  const char *name = "h.h";
  cl_program good = header.get(), bad = foreign.get(), none = nullptr;
  auto compile = [&](cl_uint count, const cl_program *headers, const char **names) {
    return clCompileProgram(program.get(), 0, nullptr, nullptr, count, headers, names, nullptr, nullptr);
  };
  EXPECT_EQ(compile(1, &good, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, nullptr, &name), CL_INVALID_VALUE);
  EXPECT_EQ(compile(0, &good, &name), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, &bad, &name), CL_INVALID_CONTEXT);
  EXPECT_EQ(compile(1, &none, &name), CL_INVALID_PROGRAM);
  EXPECT_EQ(compile(0, nullptr, nullptr), CL_COMPILE_PROGRAM_FAILURE); // VALUE is not defined
}

TEST_F(Programs, BuiltInKernelsAndReleaseCallbacksAreNotThere) {
  cl_int error = 0;
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context.get(), 1, &device, "something", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context.get(), 0, nullptr, "something", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  Program program = fromSource(fill);
  EXPECT_EQ(clSetProgramReleaseCallback(program.get(), Signal::notify, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
}

TEST_F(Programs, IlMustBeSpirv) {
  cl_int error = 0;
  EXPECT_EQ(clCreateProgramWithIL(context.get(), nullptr, 4, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const std::string garbage[] = {"x", std::string(4, '\0'), "kernel void a(void) {}",
                                 std::string("\x03\x02\x23\x07", 4),
                                 std::string("\x03\x02\x23\x07\x00\x00\x01\x00", 8)};
  EXPECT_EQ(clCreateProgramWithIL(context.get(), garbage[0].data(), 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  for (const std::string &il : garbage) {
    EXPECT_FALSE(fromIl(il, error));
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
}

TEST_F(Programs, DamagedIlIsRefusedOrBuiltButNeverCrashes) {
  const std::string il = assemble("constants.spvasm");
  cl_int error = 0;
  auto tryOut = [&](const std::string &damaged) {
    Program program = fromIl(damaged, error);
    EXPECT_EQ(!program, error == CL_INVALID_VALUE) << error;
    if (!program)
      return false;
    cl_int built = clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr);
    EXPECT_TRUE(built == CL_SUCCESS || built == CL_BUILD_PROGRAM_FAILURE) << built;
    return true;
  };
  EXPECT_TRUE(tryOut(il));
  // A module that ends after its declarations is valid; one that ends anywhere else is not.
  size_t accepted = 0;
  for (size_t length = 4; length < il.size(); length += 4)
    accepted += tryOut(il.substr(0, length));
  EXPECT_LT(accepted, il.size() / 4 / 4);
  for (size_t at = 0; at < il.size(); at += 3) {
    std::string damaged = il;
    damaged[at] ^= 1 << (at % 8);
    tryOut(damaged);
  }
}

TEST_F(Programs, IlIsKeptAndSpecialised) {
  const std::string il = assemble("constants.spvasm");
  cl_int error = -1;
  Program program = fromIl(il, error);
  ASSERT_EQ(error, CL_SUCCESS);
  size_t bytes = 0;
  ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, 0, nullptr, &bytes), CL_SUCCESS);
  std::string kept(bytes, '?');
  ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, bytes, kept.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(kept, il);
  EXPECT_EQ(infoText(program, CL_PROGRAM_SOURCE), "");

  // out[i] = flag ? number : 0 - number, with the defaults true and 7
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 2), (std::vector<cl_int>{7, 7}));
  cl_int number = 21;
  cl_uchar no = 0;
  ASSERT_EQ(clSetProgramSpecializationConstant(program.get(), 3, sizeof number, &number), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{21});
  ASSERT_EQ(clSetProgramSpecializationConstant(program.get(), 5, sizeof no, &no), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{-21});

  EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 4, sizeof number, &number), CL_INVALID_SPEC_ID);
  EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 3, 2, &number), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 3, sizeof number, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-no-such-option", nullptr, nullptr), CL_INVALID_BUILD_OPTIONS);
  Program source = fromSource(fill);
  EXPECT_EQ(clSetProgramSpecializationConstant(source.get(), 3, sizeof number, &number), CL_INVALID_PROGRAM);
}

TEST_F(Programs, IlCompilesAndLinks) {
  cl_int error = -1;
  Program program = fromIl(assemble("constants.spvasm"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clCompileProgram(program.get(), 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  Program executable = linked({program.get()});
  EXPECT_EQ(outputOf(executable, "fill", 1), std::vector<cl_int>{7});
}

TEST_F(Programs, IlOfOlderProducersRuns) {
  cl_int error = -1;
  Program program = fromIl(assemble("uniform-constant.spvasm"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 4), (std::vector<cl_int>{0, 2, 4, 6}));
}

TEST_F(Programs, IlMayUseWhatExtensionsAllow) {
  cl_int error = -1;
  Program program = fromIl(assemble("half.spvasm"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 2), (std::vector<cl_int>{3, 3}));
}

TEST_F(Programs, KhrNamesOfIlAreThere) {
  auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  ASSERT_NE(create, nullptr);
  const std::string il = assemble("constants.spvasm");
  cl_int error = -1;
  Program program(create(context.get(), il.data(), il.size(), &error));
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(Programs, CapabilitiesThatTheDeviceLacksAreRefused) {
  cl_int error = 0;
  EXPECT_FALSE(fromIl(assemble("shader.spvasm"), error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Programs, GlobalVariablesAreCounted) {
  Program program = built("global int table[100];\nkernel void fill(global int *out) { out[get_global_id(0)] = "
                          "table[get_global_id(0)]++; }\n",
                          "-cl-std=CL3.0");
  EXPECT_GE(buildInfo<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 400U);
}

/// Runs in a process whose environment names a compiler library that is not there.
TEST_F(Programs, DISABLED_WithoutCompilerLibrary) {
  Program program = fromSource(fill);
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-DVALUE=1", nullptr, nullptr), CL_COMPILER_NOT_AVAILABLE);
  EXPECT_NE(log(program).find("/no/such/file.so"), std::string::npos) << log(program);
}
TEST_F(Programs, WithoutCompilerLibraryThereIsAnError) {
  api_test::runFresh("LANECL_COMPILER=/no/such/file.so", "Programs.DISABLED_WithoutCompilerLibrary");
}

/// Whatever the compiler throws, on the host's thread or on one of its own: the build ends, and says so.
TEST_F(Programs, DISABLED_WithAThrowingCompiler) {
  struct Case {
    const char *source;
    cl_int error;
  };
  for (const Case &each :
       {Case{"kernel void k() {}", CL_OUT_OF_RESOURCES}, Case{"kernel void memory() {}", CL_OUT_OF_HOST_MEMORY}}) {
    Program here = fromSource(each.source), there = fromSource(each.source);
    EXPECT_EQ(clBuildProgram(here.get(), 0, nullptr, "-DA", nullptr, nullptr), each.error);
    Signal signal;
    EXPECT_EQ(clBuildProgram(there.get(), 0, nullptr, "-DA", Signal::notify, &signal), CL_SUCCESS);
    EXPECT_TRUE(signal.wait());
    for (const Program *program : {&here, &there}) {
      EXPECT_EQ(buildInfo<cl_build_status>(*program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
      EXPECT_EQ(buildText(*program, CL_PROGRAM_BUILD_OPTIONS), "-DA");
    }
  }
}
TEST_F(Programs, WithAThrowingCompilerThereIsAnError) {
  api_test::runFresh("LANECL_CACHE_DIR=off LANECL_COMPILER=" LANECL_THROWING_COMPILER,
                     "Programs.DISABLED_WithAThrowingCompiler");
}

} // namespace
} // namespace apitest
