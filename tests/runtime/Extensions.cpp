#include "runtime/Extensions.h"
#include "runtime/Config.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <sstream>

using namespace lanecl;

namespace {

std::set<std::string> words(const std::string &text, char separator) {
  std::istringstream stream(text);
  std::set<std::string> all;
  for (std::string word; std::getline(stream, word, separator);)
    EXPECT_TRUE(all.insert(word).second) << word << " twice";
  return all;
}

bool declares(const Extensions &extensions, spv::Capability capability) {
  return std::ranges::binary_search(extensions.capabilities(), static_cast<uint32_t>(capability));
}

TEST(Extensions, OneRowFeedsAllForms) {
  const Extensions &extensions = Extensions::get();
  auto device = words(extensions.deviceNames(), ' '), clang = words(extensions.clangOptions(), ',');
  EXPECT_TRUE(extensions.has(Extension::KhrFp64));
  EXPECT_TRUE(device.contains("cl_khr_fp64"));
  EXPECT_TRUE(clang.contains("+cl_khr_fp64"));
  EXPECT_TRUE(declares(extensions, spv::Capability::Float64));
  // An extension of the API is no word of the language.
  EXPECT_TRUE(device.contains("cl_khr_il_program"));
  EXPECT_FALSE(clang.contains("+cl_khr_il_program"));
  EXPECT_TRUE(extensions.clangOptions().starts_with("-all,"));
  EXPECT_EQ(device.size(), extensions.deviceVersions().size());
  auto spirv = extensions.spirvExtensions();
  EXPECT_NE(spirv.end(), std::ranges::find(spirv, "SPV_KHR_expect_assume"));
}

// OpenCL SPIR-V environment, "Required Capabilities" for a full profile device with doubles and generic pointers.
TEST(Extensions, RequiredCapabilitiesAreThere) {
  for (spv::Capability required :
       {spv::Capability::Addresses, spv::Capability::Float16Buffer, spv::Capability::Int64, spv::Capability::Int16,
        spv::Capability::Int8, spv::Capability::Kernel, spv::Capability::Linkage, spv::Capability::Vector16,
        spv::Capability::GenericPointer, spv::Capability::Float64})
    EXPECT_TRUE(declares(Extensions::get(), required)) << static_cast<int>(required);
  EXPECT_FALSE(declares(Extensions::get(), spv::Capability::Shader));
  for (spv::Capability ofImages : {spv::Capability::ImageBasic, spv::Capability::LiteralSampler,
                                   spv::Capability::Sampled1D, spv::Capability::Image1D, spv::Capability::SampledBuffer,
                                   spv::Capability::ImageBuffer, spv::Capability::ImageReadWrite})
    EXPECT_EQ(Extensions::get().conditions().images, declares(Extensions::get(), ofImages))
        << static_cast<int>(ofImages);
  EXPECT_FALSE(declares(Extensions::get(), spv::Capability::DeviceEnqueue));
}

TEST(Extensions, RowsFollowTheirCondition) {
  Extensions without(Conditions{}), with(Conditions{.subGroups = true, .workGroupCollectives = true});
  EXPECT_FALSE(without.has(Extension::FeatureSubgroups));
  EXPECT_FALSE(declares(without, spv::Capability::Groups));
  EXPECT_TRUE(with.has(Extension::FeatureSubgroups));
  EXPECT_TRUE(declares(with, spv::Capability::Groups));
  EXPECT_EQ(without.features().size() + 2, with.features().size());
  EXPECT_TRUE(words(with.clangOptions(), ',').contains("+__opencl_c_subgroups"));
}

TEST(Extensions, CompilerGetsTheSameTable) {
  compiler::Settings settings = compilerSettings();
  EXPECT_EQ(Extensions::get().clangOptions(), settings.clExtensions);
  EXPECT_EQ(Extensions::get().capabilities(), settings.capabilities);
  EXPECT_EQ(Extensions::get().spirvExtensions(), settings.spirvExtensions);
}

} // namespace
