#include "runtime/Sampler.h"
#include "compiler/KernelAbi.h"

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

} // namespace

uint32_t Sampler::bits() const {
  return addressingBits(settings_.addressing) | (settings_.normalized ? SamplerBits::Normalized : 0) |
         (settings_.filter == CL_FILTER_LINEAR ? SamplerBits::Linear : 0);
}

} // namespace lanecl
