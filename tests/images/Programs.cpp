#include "tests/images/Programs.h"
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>

namespace lanecl::test {

ImageProgram::ImageProgram(const std::string &source) {
  compiler::Settings settings;
  settings.clExtensions = "-all,+cl_khr_fp16,+cl_khr_3d_image_writes,+cl_khr_depth_images,+cl_khr_mipmap_image,+cl_khr_"
                          "mipmap_image_writes,+__opencl_c_images,"
                          "+__opencl_c_read_write_images,+__opencl_c_3d_image_writes,"
                          "+__opencl_c_program_scope_global_variables,+cl_intel_subgroups,+cl_intel_subgroups_char,"
                          "+cl_intel_subgroups_short,+cl_intel_subgroups_long,+cl_intel_required_subgroup_size,"
                          "+cl_intel_media_block_io";
  auto text = [](const char *name) { return std::string(getenv(name) ? getenv(name) : ""); };
  settings.isa = text("LANECL_ISA");
  settings.width = static_cast<uint32_t>(std::strtoul(text("LANECL_WIDTH").c_str(), nullptr, 10));
  settings.robust = text("LANECL_ROBUST") == "1";
  settings.verify = true;
  compiler_ = compiler::CompilerImpl::create(settings);
  auto module = compiler_->compile({source, "-cl-std=CL3.0", {}, false});
  log_ = module.log;
  if (module.status != compiler::Status::Ok)
    return;
  const compiler::SpirvModule *modules[] = {&module.value};
  auto program = compiler_->link({modules, "", false});
  log_ += program.log;
  program_ = std::move(program.value);
}

const compiler::KernelInfo &ImageProgram::kernel(const std::string &name) const {
  for (const compiler::KernelInfo &info : program_->kernels())
    if (info.name == name)
      return info;
  throw std::invalid_argument("no kernel " + name);
}

void ImageProgram::run(const std::string &kernel, const std::vector<Argument> &arguments, std::array<uint64_t, 2> items,
                       bool special) const {
  const compiler::KernelInfo &info = this->kernel(kernel);
  alignas(16) std::array<std::byte, 4096> block = {};
  ASSERT_EQ(info.args.size(), arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    std::visit([&](auto value) { std::memcpy(block.data() + info.args[i].offset, &value, sizeof value); },
               arguments[i]);
  for (const compiler::ArgInfo &argument : info.args)
    if (uint64_t all = ~uint64_t{0}; argument.sizeOffset)
      std::memcpy(block.data() + argument.sizeOffset, &all, sizeof all);
  compiler::VariantKey key;
  if (special)
    key.images = compiler::imageWords(info, block.data());
  key.linear = info.usesSubGroups && 16 % info.subGroupSize != 0; // as launches have it: only the last is partial
  std::string log;
  const compiler::Variant *variant = program_->variant(size_t(&info - program_->kernels().data()), key, log);
  ASSERT_TRUE(variant) << log;
  LaunchInfo launch = {{items[0], items[1], 1}, {}, {16, 2, 1}, {(items[0] + 15) / 16, (items[1] + 1) / 2, 1}, 2, 0};
  auto aligned = [](std::vector<std::byte> &bytes, uint64_t count) {
    bytes.resize(count + 128);
    return reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(bytes.data()) + 127) & ~uintptr_t(127));
  };
  std::vector<std::byte> local, context, scratch;
  WorkerInfo worker{aligned(local, 64), aligned(context, variant->contextBytes(launch.localSize)),
                    aligned(scratch, variant->scratchBytes), nullptr};
  variant->entry(block.data(), &launch, &worker, 0, launch.groupCount[0] * launch.groupCount[1]);
}

} // namespace lanecl::test
