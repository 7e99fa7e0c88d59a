// Build options (OpenCL API 3.0, 5.8.6 and 5.8.7).
#include "compiler/frontend/Options.h"
#include "Support.h"

namespace lanecl::test {
namespace {

using frontend::OptionsFor;
using frontend::parseOptions;
using Words = std::vector<std::string>;

struct Parsed {
  bool valid;
  frontend::BuildOptions options;
  std::string error;
};

Parsed parse(std::string_view text, OptionsFor phase = OptionsFor::Compile) {
  auto options = parseOptions(text, phase);
  if (!options)
    return {false, {}, llvm::toString(options.takeError())};
  return {true, *options, ""};
}

TEST(Options, AcceptsEveryOptionOfTheSpecification) {
  for (const char *option : {"-D X",
                             "-DX",
                             "-D X=1",
                             "-DX=1",
                             "-I dir",
                             "-Idir",
                             "-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
                             "-cl-uniform-work-group-size",
                             "-cl-no-subgroup-ifp",
                             "-cl-mad-enable",
                             "-cl-no-signed-zeros",
                             "-cl-unsafe-math-optimizations",
                             "-cl-finite-math-only",
                             "-cl-fast-relaxed-math",
                             "-w",
                             "-Werror",
                             "-cl-std=CL1.0",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL3.0",
                             "-cl-kernel-arg-info",
                             "-g",
                             ""}) {
    Parsed parsed = parse(option);
    EXPECT_TRUE(parsed.valid) << option << ": " << parsed.error;
  }
}

TEST(Options, NamesTheWrongOne) {
  for (const char *option : {"-foo", "foo", "-cl-std=CL9.9", "-cl-std=", "-D", "-I", "-cl-mad", "-create-library",
                             "-D 1X", "-cl-mad-enable=1", "-x clc", "--help", "-wrong"}) {
    Parsed parsed = parse(std::string("-w ") + option);
    EXPECT_FALSE(parsed.valid) << option;
    EXPECT_NE(parsed.error.find(std::string(option).substr(0, 2)), std::string::npos) << parsed.error;
  }
  EXPECT_FALSE(parse("-DX=\"open").valid);
}

TEST(Options, SplitsWordsAsTheHostQuotedThem) {
  EXPECT_EQ(parse(R"(-D X="a b" -DY=\"z\" -I "my dir")").options.clangArgs,
            (Words{"-D", "X=a b", "-D", "Y=\"z\"", "-I", "my dir"}));
  EXPECT_EQ(parse(R"(  -D	X=1
-I a\ b )")
                .options.clangArgs,
            (Words{"-D", "X=1", "-I", "a b"}));
  EXPECT_EQ(parse(R"(-DP=C:\dir)").options.clangArgs, (Words{"-D", R"(P=C:\dir)"}));
}

TEST(Options, LinkerTakesItsOwn) {
  EXPECT_TRUE(parse("-create-library -enable-link-options", OptionsFor::Link).options.has("create-library"));
  EXPECT_TRUE(parse("-cl-denorms-are-zero -cl-fast-relaxed-math", OptionsFor::Link).valid);
  EXPECT_FALSE(parse("-D X", OptionsFor::Link).valid);
  EXPECT_FALSE(parse("-cl-std=CL1.2", OptionsFor::Link).valid);
}

TEST(Options, DefaultLanguageIsOpenClC12) {
  EXPECT_EQ(parse("").options.standard, "CL1.2");
  Module module =
      compile("kernel void k(global int *o) { o[0] = __OPENCL_C_VERSION__; o[1] = __OPENCL_VERSION__; }", "");
  EXPECT_TRUE(module.has("OpConstant %uint 120"));
}

TEST(Options, InvalidOptionsAreNoBuildFailure) {
  Module module = compile("kernel void k() {}", "-cl-std=CL3.0 -fnonsense");
  EXPECT_EQ(module.status, compiler::Status::InvalidOptions);
  EXPECT_NE(module.log.find("-fnonsense"), std::string::npos);
}

TEST(Options, MacrosReachTheSource) {
  const char *source = "kernel void k(global float *o) { o[0] = F(2, 3); }";
  Module module = compile(source, "-cl-std=CL3.0 -D F(a,b)=(a*1000+b)");
  EXPECT_TRUE(module.has("OpConstant %float 2003"));
}

TEST(Options, PredefinedMacros) {
  EXPECT_EQ(compile("#if __OPENCL_C_VERSION__ != 300 || __OPENCL_VERSION__ != 310 || !defined(__ENDIAN_LITTLE__)\n"
                    "#error versions\n#endif\n"
                    "#if !defined(__IMAGE_SUPPORT__) || !defined(__opencl_c_images) || defined(__FAST_RELAXED_MATH__)\n"
                    "#error features\n#endif\n"
                    "#if !defined(__opencl_c_fp64) || !defined(cl_khr_extended_async_copies) || !defined(cl_khr_fp64)\n"
                    "#error extensions\n#endif\n")
                .log,
            "");
  EXPECT_EQ(compile("#if __OPENCL_C_VERSION__ != 310 || CL_VERSION_3_1 != 310 || !defined(__opencl_c_fp64)\n"
                    "#error versions\n#endif\n"
                    "kernel void k(global int *p) { int *q = p; q[0] = popcount(3); }\n",
                    "-cl-std=CL3.1")
                .log,
            "");
  EXPECT_EQ(compile("#ifndef __FAST_RELAXED_MATH__\n#error missing\n#endif\n", "-cl-fast-relaxed-math").log, "");
}

TEST(Options, ModuleCarriesThem) {
  Module module = compile("kernel void k() {}", "-cl-denorms-are-zero -cl-mad-enable -cl-mad-enable -g");
  EXPECT_TRUE(module.has("OpModuleProcessed \"lanecl.options: denorms-are-zero mad-enable g std=CL1.2\""));
}

} // namespace
} // namespace lanecl::test
