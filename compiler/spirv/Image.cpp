// Images, samplers and what device-side enqueue needs are not supported: refused by name.
#include "compiler/spirv/Translation.h"

namespace lanecl::spirv {

namespace {

void refuse(Translation &t, const Instruction &instruction) {
  t.fail(instruction, "images are not supported by this device");
}

/// Sub-group queries about a block that is to be enqueued by a kernel.
void refuseEnqueue(Translation &t, const Instruction &instruction) {
  t.fail(instruction, "device-side enqueue is not supported by this device");
}

constexpr Handler handlers[] = {
    {Op::TypeImage, refuse},
    {Op::TypeSampler, refuse},
    {Op::TypeSampledImage, refuse},
    {Op::ImageTexelPointer, refuse},
    {Op::SampledImage, refuse},
    {Op::ImageSampleExplicitLod, refuse},
    {Op::ImageFetch, refuse},
    {Op::ImageRead, refuse},
    {Op::ImageWrite, refuse},
    {Op::Image, refuse},
    {Op::ImageQueryFormat, refuse},
    {Op::ImageQueryOrder, refuse},
    {Op::ImageQuerySizeLod, refuse},
    {Op::ImageQuerySize, refuse},
    {Op::ImageQueryLevels, refuse},
    {Op::ImageQuerySamples, refuse},
    {Op::SubgroupImageBlockReadINTEL, refuse},
    {Op::SubgroupImageBlockWriteINTEL, refuse},
    {Op::GetKernelLocalSizeForSubgroupCount, refuseEnqueue},
    {Op::GetKernelMaxNumSubgroups, refuseEnqueue},
};

} // namespace

std::span<const Handler> imageHandlers() { return handlers; }

} // namespace lanecl::spirv
