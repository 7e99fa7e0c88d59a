// Uses of images in SPIR-V that the back end does not write, or leaves operands out of.
#pragma once
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// Replaces the calls of the imported functions __lanecl_<name> (LegalizeImages.cpp) by instructions; the imports go:
/// get_image_channel_order and get_image_channel_data_type by OpImageQueryOrder and OpImageQueryFormat, whose results
/// count from 0; reads and writes of levels of mipmaps by OpImageSampleExplicitLod and OpImageWrite with their
/// operands. The words must be well formed. A module without such calls comes back as it is.
std::vector<uint32_t> importImageCalls(std::vector<uint32_t> words);

} // namespace lanecl::frontend
