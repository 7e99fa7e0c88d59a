// What the table of extensions (runtime/Extensions.def) says, in the forms that its users need. Built at the first use,
// then constant. No code asks for an extension by its text: has(Extension::KhrFp64).
#pragma once
#include <CL/cl.h>
#include <cstdint>
#include <string>
#include <vector>

namespace lanecl {

enum class Extension {
#define LANECL_EXTENSION(id, name, version, where, language, spirv, capabilities, condition) id,
#include "runtime/Extensions.def"
};

/// What rows may depend on.
struct Conditions {
  bool subGroups = false;            ///< a sub-group is a vector of lanes
  bool workGroupCollectives = false; ///< work_group_all and its kin
  bool images = false;               ///< images and samplers (CL_DEVICE_IMAGE_SUPPORT)
  bool srgbImageWrites = false;      ///< kernels may write images of sRGB formats
};

class Extensions {
public:
  explicit Extensions(const Conditions &has);
  /// The platform's.
  static const Extensions &get();

  bool has(Extension extension) const { return present_[static_cast<std::size_t>(extension)]; }
  const Conditions &conditions() const { return conditions_; }
  /// CL_PLATFORM_EXTENSIONS, CL_DEVICE_EXTENSIONS: names with a space between.
  const std::string &platformNames() const { return platformNames_; }
  const std::string &deviceNames() const { return deviceNames_; }
  /// CL_*_EXTENSIONS_WITH_VERSION, CL_DEVICE_OPENCL_C_FEATURES.
  const std::vector<cl_name_version> &platformVersions() const { return platformVersions_; }
  const std::vector<cl_name_version> &deviceVersions() const { return deviceVersions_; }
  const std::vector<cl_name_version> &features() const { return features_; }
  /// For Clang's -cl-ext: "-all,+name,...".
  const std::string &clangOptions() const { return clangOptions_; }
  /// That a SPIR-V module may declare; capabilities by number, each once, ascending.
  const std::vector<std::string> &spirvExtensions() const { return spirvExtensions_; }
  const std::vector<uint32_t> &capabilities() const { return capabilities_; }
  /// The answers of cl_khr_spirv_queries; the strings live as long as the process.
  std::vector<const char *> spirvExtensionNames() const;
  static std::vector<const char *> spirvInstructionSets();

private:
  Conditions conditions_;
  std::vector<bool> present_;
  std::string platformNames_, deviceNames_, clangOptions_ = "-all";
  std::vector<cl_name_version> platformVersions_, deviceVersions_, features_;
  std::vector<std::string> spirvExtensions_;
  std::vector<uint32_t> capabilities_;
};

/// A cl_name_version of that text and version.
cl_name_version nameVersion(const char *name, cl_version version);

} // namespace lanecl
