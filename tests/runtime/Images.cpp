// The layout of images, mipmaps above all, without a device.
#include "runtime/Image.h"
#include <gtest/gtest.h>

using namespace lanecl;

namespace {

const ImageFormat &rgba8() { return *ImageFormat::find({CL_RGBA, CL_UNORM_INT8}); }

cl_image_desc mipmapOf(cl_mem_object_type type, cl_uint levels) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = 13;
  desc.image_height = 6;
  desc.image_depth = 5;
  desc.image_array_size = 3;
  desc.num_mip_levels = levels;
  return desc;
}

TEST(Images, LevelsAreHalvedAndFollowOneAnother) {
  struct Case {
    cl_mem_object_type type;
    bool height, depth, layers;
  };
  for (const Case &kind :
       {Case{CL_MEM_OBJECT_IMAGE1D, false, false, false}, Case{CL_MEM_OBJECT_IMAGE2D, true, false, false},
        Case{CL_MEM_OBJECT_IMAGE1D_ARRAY, false, false, true}, Case{CL_MEM_OBJECT_IMAGE2D_ARRAY, true, false, true},
        Case{CL_MEM_OBJECT_IMAGE3D, true, true, false}}) {
    auto image = Image::make(*ImageType::find(kind.type), rgba8(), mipmapOf(kind.type, 4), CL_INVALID_IMAGE_DESCRIPTOR);
    ASSERT_TRUE(image);
    ASSERT_EQ(4u, image->levels().size());
    const std::size_t widths[] = {13, 6, 3, 1}, heights[] = {6, 3, 1, 1}, depths[] = {5, 2, 1, 1};
    std::size_t at = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const ImageLevel &level = image->levels()[i];
      EXPECT_EQ(widths[i], level.width);
      EXPECT_EQ(kind.height ? heights[i] : 1, level.height);
      EXPECT_EQ(kind.depth ? depths[i] : 1, level.depth);
      EXPECT_EQ(kind.layers ? 3u : 1u, level.layers); // "the number of layers stays"
      EXPECT_EQ(at, level.offset);
      at += level.width * level.height * level.depth * level.layers * 4;
    }
    EXPECT_EQ(at, image->bytes());
  }
}

// "If image is a 1D image, origin[1] specifies the mip level to use", and so on.
TEST(Images, TheOriginNamesTheLevel) {
  struct Case {
    cl_mem_object_type type;
    unsigned number; ///< of the origin's element that is the level
  };
  for (const Case &kind :
       {Case{CL_MEM_OBJECT_IMAGE1D, 1}, Case{CL_MEM_OBJECT_IMAGE1D_ARRAY, 2}, Case{CL_MEM_OBJECT_IMAGE2D, 2},
        Case{CL_MEM_OBJECT_IMAGE2D_ARRAY, 3}, Case{CL_MEM_OBJECT_IMAGE3D, 3}}) {
    auto image = Image::make(*ImageType::find(kind.type), rgba8(), mipmapOf(kind.type, 3), CL_INVALID_IMAGE_DESCRIPTOR);
    ASSERT_TRUE(image);
    for (std::size_t level = 0; level < 5; ++level) {
      size_t origin[4] = {1}, region[3] = {2, 1, 1};
      origin[kind.number] = level;
      auto made = image->regionOf(origin, region);
      if (level >= 3) {
        EXPECT_EQ(CL_INVALID_MIP_LEVEL, made.error());
        continue;
      }
      ASSERT_TRUE(made);
      EXPECT_EQ(level, made->level);
      EXPECT_EQ(image->levels()[level].offset + 4, made->box.offset);
      region[0] = image->levels()[level].width; // one texel too many from 1 on
      EXPECT_EQ(CL_INVALID_VALUE, image->regionOf(origin, region).error());
    }
  }
}

TEST(Images, KernelsSeeTheLevels) {
  auto image = Image::make(*ImageType::find(CL_MEM_OBJECT_IMAGE2D), rgba8(), mipmapOf(CL_MEM_OBJECT_IMAGE2D, 3),
                           CL_INVALID_IMAGE_DESCRIPTOR);
  ASSERT_TRUE(image);
  std::vector<std::byte> memory(image->bytes());
  image->setMemory(memory.data());
  const Image kept = std::move(*image);
  const ImageDescriptor descriptor = kept.descriptor(memory.data());
  EXPECT_EQ(memory.data(), descriptor.texels);
  EXPECT_EQ(13u, descriptor.width);
  EXPECT_EQ(6u, descriptor.height);
  EXPECT_EQ(52u, descriptor.rowPitch);
  EXPECT_EQ(52u * 6, descriptor.slicePitch);
  EXPECT_EQ(1u, descriptor.depth);
  EXPECT_EQ(1u, descriptor.layers);
  EXPECT_EQ(cl_channel_order(CL_RGBA), descriptor.channelOrder);
  EXPECT_EQ(4u, descriptor.texelBytes);
  ASSERT_EQ(3u, descriptor.levels);
  for (unsigned i = 1; i < 3; ++i) {
    const ImageDescriptor &level = descriptor.mipmaps[i - 1];
    EXPECT_EQ(memory.data() + kept.levels()[i].offset, level.texels);
    EXPECT_EQ(kept.levels()[i].width, level.width);
    EXPECT_EQ(kept.levels()[i].rowPitch, level.rowPitch);
    EXPECT_EQ(1u, level.levels);
  }
}

// The rows of a 1D array are its layers, whichever pitch keeps them apart.
TEST(Images, LinesOfAnArrayAreTheSlicePitchAway) {
  cl_image_desc desc{};
  desc.image_width = 3;
  desc.image_array_size = 4;
  desc.image_row_pitch = 16;
  desc.image_slice_pitch = 48;
  auto image = Image::make(*ImageType::find(CL_MEM_OBJECT_IMAGE1D_ARRAY), rgba8(), desc, CL_INVALID_IMAGE_DESCRIPTOR);
  ASSERT_TRUE(image);
  const ImageDescriptor descriptor = image->descriptor(nullptr);
  EXPECT_EQ(48u, descriptor.rowPitch);
  EXPECT_EQ(48u, descriptor.slicePitch);
  EXPECT_EQ(4u, descriptor.layers);
  const size_t origin[] = {1, 2, 0}, region[] = {2, 2, 1};
  EXPECT_EQ(2u * 48 + 4, image->regionOf(origin, region)->box.offset);
}

} // namespace
