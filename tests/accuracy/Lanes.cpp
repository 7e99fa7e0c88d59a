#include "Lanes.h"
#include "compiler/CompilerImpl.h"

namespace lanecl::test {
namespace {

constexpr uint64_t GroupSize = 64;

std::unique_ptr<compiler::Compiler> makeCompiler(const Configuration &configuration) {
  compiler::Settings settings;
  settings.isa = configuration.isa;
  settings.width = configuration.width;
  settings.clExtensions = "-all,+cl_khr_fp64,+cl_khr_fp16,+__opencl_c_fp64,+__opencl_c_int64,"
                          "+__opencl_c_generic_address_space";
  return compiler::CompilerImpl::create(settings);
}

} // namespace

std::vector<Configuration> configurations() {
  std::vector<Configuration> list;
  for (uint32_t width : {0u, 1u})
    for (const char *isa : {"avx512", "avx2", "sse4"})
      if (makeCompiler({isa, width})->target().isa == isa)
        list.push_back({isa, width});
  return list;
}

Lanes::Lanes(const Configuration &configuration, const std::string &source) : compiler_(makeCompiler(configuration)) {
  auto module = compiler_->compile({source, "-cl-std=CL3.0", {}, false});
  if (module.status != compiler::Status::Ok) {
    error_ = module.log;
    return;
  }
  const compiler::SpirvModule *modules[] = {&module.value};
  auto linked = compiler_->link({modules, "", false});
  error_ = linked.status == compiler::Status::Ok ? "" : linked.log;
  program_ = std::move(linked.value);
}

Lanes::~Lanes() = default;

void Lanes::run(const std::string &name, std::initializer_list<const void *> buffers, size_t count) {
  if (!program_)
    return;
  auto kernels = program_->kernels();
  auto kernel = std::ranges::find(kernels, name, &compiler::KernelInfo::name);
  if (kernel == kernels.end()) {
    error_ = "no kernel " + name;
    return;
  }
  const compiler::Variant *variant =
      program_->variant(static_cast<size_t>(kernel - kernels.begin()), {false, false}, error_);
  if (!variant)
    return;
  LaunchInfo launch = {{count, 1, 1}, {0, 0, 0}, {GroupSize, 1, 1}, {count / GroupSize, 1, 1}, 1, 0};
  std::vector<std::byte> memory(variant->contextBytes(launch.localSize) + variant->scratchBytes + 3 * MemoryAlignment);
  auto aligned = [](std::byte *at) {
    auto address = reinterpret_cast<uintptr_t>(at);
    return reinterpret_cast<std::byte *>((address + MemoryAlignment - 1) / MemoryAlignment * MemoryAlignment);
  };
  std::byte *context = aligned(memory.data()), *scratch = aligned(context + variant->contextBytes(launch.localSize));
  WorkerInfo worker{context, context, scratch, nullptr};
  variant->entry(std::data(buffers), &launch, &worker, 0, launch.groupCount[0]);
}

} // namespace lanecl::test
