// A sampler (OpenCL API 5.7). Constant after creation; thread safe.
#pragma once
#include "runtime/Context.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace lanecl {

class Sampler : public Handle<Sampler, Kind::Sampler> {
public:
  /// As clCreateSampler and the properties have it; the defaults are the specification's.
  struct Settings {
    bool normalized = true;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    cl_filter_mode mipFilter = CL_FILTER_NEAREST;
    float lodMin = 0, lodMax = std::numeric_limits<float>::max(); ///< of [0, infinity)
  };
  /// settings: valid. properties: the host's list with the closing 0, or empty when there was none.
  Sampler(Context &context, Settings settings, std::vector<cl_sampler_properties> properties)
      : context_(&context), settings_(settings), properties_(std::move(properties)) {}

  Context &context() const { return *context_; }
  const Settings &settings() const { return settings_; }
  const std::vector<cl_sampler_properties> &properties() const { return properties_; }
  /// What kernels see: SamplerBits (compiler/KernelAbi.h).
  uint32_t bits() const;

private:
  friend class Handle<Sampler, Kind::Sampler>;
  ~Sampler() = default;

  const Ref<Context> context_;
  const Settings settings_;
  const std::vector<cl_sampler_properties> properties_;
};

} // namespace lanecl
