#include "runtime/Extensions.h"
#include "compiler/Compiler.h"
#include "compiler/spirv/generated/Enums.h"
#include <algorithm>
#include <cstring>
#include <span>

namespace lanecl {
namespace {

using spirv::Capability;
enum class Where { Internal, Platform, Device, Both, Feature };
enum Visibility { Api, Language };

struct ExtensionRow {
  const char *name;
  cl_version version;
  Where where;
  Visibility language;
  std::vector<const char *> spirv;
  std::vector<Capability> capabilities;
  bool present;
};

std::vector<ExtensionRow> rowsFor(const Conditions &has) {
  using enum Where;
  return {
#define VERSION(major, minor, patch) CL_MAKE_VERSION(major, minor, patch)
#define LIST(...) {__VA_ARGS__}
#define LANECL_EXTENSION(id, name, version, where, language, spirv, capabilities, condition)                           \
  {name, version, where, language, spirv, capabilities, condition},
#include "runtime/Extensions.def"
#undef LIST
#undef VERSION
  };
}

void addName(std::string &names, std::vector<cl_name_version> &versions, const ExtensionRow &row) {
  if (!names.empty())
    names += ' ';
  names += row.name;
  versions.push_back(nameVersion(row.name, row.version));
}

} // namespace

cl_name_version nameVersion(const char *name, cl_version version) {
  cl_name_version entry{};
  entry.version = version;
  std::strncpy(entry.name, name, sizeof(entry.name) - 1);
  return entry;
}

Extensions::Extensions(const Conditions &has) : conditions_(has) {
  for (const ExtensionRow &row : rowsFor(has)) {
    present_.push_back(row.present);
    if (!row.present)
      continue;
    if (row.where == Where::Platform || row.where == Where::Both)
      addName(platformNames_, platformVersions_, row);
    if (row.where == Where::Device || row.where == Where::Both)
      addName(deviceNames_, deviceVersions_, row);
    if (row.where == Where::Feature)
      features_.push_back(nameVersion(row.name, row.version));
    if (row.language == Language)
      clangOptions_ += std::string(",+") + row.name;
    spirvExtensions_.insert(spirvExtensions_.end(), row.spirv.begin(), row.spirv.end());
    for (Capability capability : row.capabilities)
      capabilities_.push_back(static_cast<uint32_t>(capability));
  }
  auto makeUnique = [](auto &list) {
    std::ranges::sort(list);
    auto repeated = std::ranges::unique(list);
    list.erase(repeated.begin(), repeated.end());
  };
  makeUnique(capabilities_);
  makeUnique(spirvExtensions_);
}

std::vector<const char *> Extensions::spirvExtensionNames() const {
  std::vector<const char *> names;
  for (const std::string &name : spirvExtensions_)
    names.push_back(name.c_str());
  return names;
}

std::vector<const char *> Extensions::spirvInstructionSets() {
  return {std::begin(compiler::SpirvInstructionSets), std::end(compiler::SpirvInstructionSets)};
}

const Extensions &Extensions::get() {
  static const Extensions &extensions = *new Extensions(
      Conditions{.subGroups = true, .workGroupCollectives = true, .images = true, .srgbImageWrites = true});
  return extensions;
}

} // namespace lanecl
