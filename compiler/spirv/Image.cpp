// Images and samplers are not supported: their types and instructions are refused by name.
#include "compiler/spirv/Translation.h"

namespace lanecl::spirv {

namespace {

void refuse(Translation &t, const Instruction &instruction) {
  t.fail(instruction, "images are not supported by this device");
}

constexpr Handler handlers[] = {
    {Op::TypeImage, refuse},        {Op::TypeSampler, refuse},
    {Op::TypeSampledImage, refuse}, {Op::ImageTexelPointer, refuse},
    {Op::SampledImage, refuse},     {Op::ImageSampleExplicitLod, refuse},
    {Op::ImageFetch, refuse},       {Op::ImageRead, refuse},
    {Op::ImageWrite, refuse},       {Op::Image, refuse},
    {Op::ImageQueryFormat, refuse}, {Op::ImageQueryOrder, refuse},
};

} // namespace

std::span<const Handler> imageHandlers() { return handlers; }

} // namespace lanecl::spirv
