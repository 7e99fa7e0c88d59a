// Queries of images in SPIR-V that the back end does not write.
#pragma once
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// Replaces the calls of the imported functions __lanecl_<get_image_channel_order or get_image_channel_data_type>
/// (LegalizeImages.cpp) by OpImageQueryOrder and OpImageQueryFormat, whose results count from 0; the imports go. The
/// words must be well formed. A module without such calls comes back as it is.
std::vector<uint32_t> importImageQueries(std::vector<uint32_t> words);

} // namespace lanecl::frontend
