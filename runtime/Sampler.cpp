#include "runtime/Sampler.h"
#include "compiler/KernelAbi.h"
#include <algorithm>
#include <cmath>

namespace lanecl {
namespace {

uint32_t addressingBits(cl_addressing_mode mode) {
  switch (mode) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return SamplerBits::ClampToEdge;
  case CL_ADDRESS_CLAMP:
    return SamplerBits::Clamp;
  case CL_ADDRESS_REPEAT:
    return SamplerBits::Repeat;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return SamplerBits::MirroredRepeat;
  default:
    return SamplerBits::None;
  }
}

/// A level of detail in steps, no more than there are.
uint32_t stepsOf(float lod) {
  constexpr float Most = SamplerBits::LodMask, Steps = SamplerBits::LodSteps;
  return static_cast<uint32_t>(std::clamp(std::rint(lod * Steps), 0.0f, Most));
}

} // namespace

uint32_t Sampler::bits() const {
  return addressingBits(settings_.addressing) | (settings_.normalized ? SamplerBits::Normalized : 0) |
         (settings_.filter == CL_FILTER_LINEAR ? SamplerBits::Linear : 0) |
         (settings_.mipFilter == CL_FILTER_LINEAR ? SamplerBits::MipLinear : 0) |
         (SamplerBits::LodMask - stepsOf(settings_.lodMax)) << SamplerBits::LodMaxShift |
         stepsOf(settings_.lodMin) << SamplerBits::LodMinShift;
}

} // namespace lanecl
