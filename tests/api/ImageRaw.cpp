// Images of texels that share bytes (cl_ext_image_raw10_raw12): what can be created, what commands refuse, and what
// kernels get from the memory of a camera. Whole blocks in commands: ImageTransfer.cpp, ImageFill.cpp.
#include "tests/api/ImageFixture.h" // first: it names the deprecated functions that are meant

#include "tests/api/ProgramFixture.h"
#include <algorithm>

using namespace api_test;

namespace {

/// Texels of a block, whose bytes are one more.
struct Raw {
  cl_channel_type type;
  size_t texels;
  unsigned bits;
  cl_image_format format() const { return {CL_R, type}; }
  size_t rowBytes(size_t width) const { return width / texels * (texels + 1); }
  /// A row's texel, bit by bit.
  unsigned texel(const unsigned char *row, size_t x) const {
    const unsigned char *block = row + rowBytes(x / texels * texels);
    const size_t number = x % texels;
    unsigned value = block[number];
    for (unsigned bit = bits - 8; bit-- > 0;)
      value = 2 * value + (block[texels] >> (number * (bits - 8) + bit) & 1);
    return value;
  }
};
constexpr Raw Both[] = {{CL_UNSIGNED_INT_RAW10_EXT, 4, 10}, {CL_UNSIGNED_INT_RAW12_EXT, 2, 12}};

class RawImages : public WithImages {
protected:
  /// In place of the fixtures' own: with a context that tells of errors.
  void SetUp() override {
    cl_device_id one = device();
    context = clCreateContext(
        nullptr, 1, &one,
        [](const char *text, const void *, size_t, void *to) { static_cast<RawImages *>(to)->message = text; }, this,
        nullptr);
    ASSERT_NE(nullptr, context);
    queue = makeQueue(0);
    unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  cl_program build(const std::string &source) {
    const char *text = source.c_str();
    cl_program made = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(made, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr)) << message;
    return made;
  }
  /// What `kernel name(read_only image2d_t, global uint *)` writes for each texel, and one more.
  std::vector<cl_uint> texelsOf(cl_program program, const char *name, cl_mem image, const Size3 &size) {
    std::vector<cl_uint> got(size[0] * size[1] + 1, 7);
    cl_mem out = makeBuffer(got.size() * sizeof(cl_uint));
    cl_kernel kernel = clCreateKernel(program, name, nullptr);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof image, &image));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof out, &out));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size.data(), nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, got.size() * sizeof(cl_uint), got.data(), 0,
                                              nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
    return got;
  }
  static std::vector<cl_uint> expected(const Raw &raw, const unsigned char *first, size_t pitch, const Size3 &size,
                                       cl_uint last) {
    std::vector<cl_uint> values;
    for (size_t y = 0; y < size[1]; ++y)
      for (size_t x = 0; x < size[0]; ++x)
        values.push_back(raw.texel(first + y * pitch, x));
    values.push_back(last);
    return values;
  }
  std::string message;
};

const char *const RawSource = R"(
#ifndef __opencl_c_ext_image_raw10_raw12
#error no feature
#endif
kernel void rows(read_only image2d_t from, global uint *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(from);
  out[at.y * size.x + at.x] = read_imageui(from, at).x;
  int type = get_image_channel_data_type(from);
  out[size.x * size.y] = type == CLK_UNSIGNED_INT_RAW10_EXT ? 10 : type == CLK_UNSIGNED_INT_RAW12_EXT ? 12 : 0;
}
kernel void writes(write_only image2d_t to) {}
kernel void both(read_write image2d_t image) {}
)";

TEST_F(RawImages, AreListedForReading) {
  auto lists = [&](cl_mem_flags flags, cl_mem_object_type type, const Raw &raw) {
    std::vector<cl_image_format> list(512);
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context, flags, type, 512, list.data(), &count));
    list.resize(count);
    return std::ranges::any_of(list, [&](const cl_image_format &format) {
      return format.image_channel_order == CL_R && format.image_channel_data_type == raw.type;
    });
  };
  for (const Raw &raw : Both)
    for (cl_mem_object_type type : AllImageTypes) {
      EXPECT_EQ(mayHave(type, raw.format()), lists(CL_MEM_READ_ONLY, type, raw));
      for (cl_mem_flags flags : {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE})
        EXPECT_FALSE(lists(flags, type, raw)) << flags;
    }
  const auto names = queryList<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION);
  const auto found = std::ranges::find_if(
      names, [](const cl_name_version &one) { return std::string_view(one.name) == "cl_ext_image_raw10_raw12"; });
  ASSERT_NE(names.end(), found);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0), found->version);
}

TEST_F(RawImages, CreationHasRules) {
  for (const Raw &raw : Both) {
    auto create = [&](cl_mem_object_type type, size_t width, cl_mem_flags flags = CL_MEM_READ_ONLY, cl_uint levels = 0,
                      cl_channel_order order = CL_R) {
      cl_image_desc desc = descOf(type, {width, 6, 3});
      desc.num_mip_levels = levels;
      if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        desc.mem_object = makeBuffer(64);
      message.clear();
      return createError(flags, {order, raw.type}, desc);
    };
    EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(CL_MEM_OBJECT_IMAGE3D, 3 * raw.texels));
    for (cl_mem_object_type type : AllImageTypes) {
      if (!mayHave(type, raw.format()))
        continue;
      EXPECT_EQ(CL_SUCCESS, create(type, 3 * raw.texels));
      EXPECT_EQ("", message);
      for (size_t more = 1; more < raw.texels; ++more) {
        EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, create(type, 3 * raw.texels + more));
        EXPECT_TRUE(message.contains("image_width") && message.contains(std::to_string(raw.texels))) << message;
      }
      EXPECT_EQ(CL_INVALID_IMAGE_SIZE, create(type, 0));
      EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(type, 3 * raw.texels, CL_MEM_READ_WRITE));
      EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(type, 3 * raw.texels, 0));
      EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(type, 3 * raw.texels, CL_MEM_WRITE_ONLY));
    }
    EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, create(CL_MEM_OBJECT_IMAGE2D, 8, CL_MEM_READ_ONLY, 2));
    EXPECT_TRUE(message.contains("num_mip_levels")) << message;
    EXPECT_EQ(CL_SUCCESS, create(CL_MEM_OBJECT_IMAGE2D, 8, CL_MEM_READ_ONLY, 1));
    for (cl_channel_order order : {CL_RG, CL_RGBA, CL_A, CL_LUMINANCE, CL_DEPTH})
      EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, create(CL_MEM_OBJECT_IMAGE2D, 8, CL_MEM_READ_ONLY, 0, order));
  }
}

TEST_F(RawImages, AnswerQueries) {
  auto requirements = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetImageRequirementsInfoEXT"));
  for (const Raw &raw : Both) {
    const cl_image_format format = raw.format();
    cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D_ARRAY, {12, 6, 3});
    cl_mem image = makeImage(format, desc, CL_MEM_READ_ONLY);
    const size_t row = raw.rowBytes(12);
    EXPECT_EQ(2u, imageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE));
    EXPECT_EQ(12u, imageInfo<size_t>(image, CL_IMAGE_WIDTH));
    EXPECT_EQ(row, imageInfo<size_t>(image, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(6 * row, imageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(18 * row, query<size_t>(clGetMemObjectInfo, image, CL_MEM_SIZE));
    auto ask = [&](cl_image_requirements_info_ext what, size_t &value) {
      return requirements(context, nullptr, CL_MEM_READ_ONLY, &format, &desc, what, sizeof value, &value, nullptr);
    };
    size_t value = 0;
    EXPECT_EQ(CL_SUCCESS, ask(CL_IMAGE_REQUIREMENTS_SIZE_EXT, value));
    EXPECT_EQ(18 * row, value);
    for (cl_image_requirements_info_ext what :
         {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT,
          CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT}) {
      EXPECT_EQ(CL_SUCCESS, ask(what, value));
      EXPECT_EQ(1u, value);
    }
    desc.image_row_pitch = 64;
    EXPECT_EQ(CL_SUCCESS, ask(CL_IMAGE_REQUIREMENTS_SIZE_EXT, value));
    EXPECT_EQ(18u * 64, value);
    desc.image_width = 13;
    EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, ask(CL_IMAGE_REQUIREMENTS_SIZE_EXT, value));
  }
}

TEST_F(RawImages, CommandsTakeWholeBlocks) {
  Bytes host(4096);
  for (const Raw &raw : Both)
    for (cl_mem_object_type type : AllImageTypes) {
      if (!mayHave(type, raw.format()))
        continue;
      Size3 size{4 * raw.texels, 4, 3};
      for (unsigned i = dimensionsOf(type); i < 3; ++i)
        size[i] = 1;
      cl_mem image = makeImage(raw.format(), descOf(type, size), CL_MEM_READ_ONLY),
             other = makeImage(raw.format(), descOf(type, size), CL_MEM_READ_ONLY), buffer = makeBuffer(4096);
      const Size3 start{};
      auto expect = [&](cl_int code, size_t at, size_t width) {
        const Size3 from{at, 0, 0}, extent{width, size[1], size[2]};
        const size_t *origin = from.data(), *region = extent.data();
        size_t row = 0, slice = 0;
        cl_int mapped = 1;
        const cl_uint color[4] = {};
        auto take = [&](cl_int got) {
          EXPECT_EQ(code, got) << type << " " << at << " " << width;
          EXPECT_EQ(code == CL_SUCCESS, !message.contains("origin[0]") && !message.contains("region[0]")) << message;
          EXPECT_TRUE(code == CL_SUCCESS || message.contains(std::to_string(raw.texels))) << message;
          message.clear();
        };
        take(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr, nullptr));
        take(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr, nullptr));
        take(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr));
        take(clEnqueueCopyImage(queue, image, other, origin, start.data(), region, 0, nullptr, nullptr));
        take(clEnqueueCopyImage(queue, other, image, start.data(), origin, region, 0, nullptr, nullptr));
        take(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 0, nullptr, nullptr));
        take(clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, 0, nullptr, nullptr));
        void *where = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, 0, nullptr,
                                        nullptr, &mapped);
        take(mapped);
        if (where) {
          EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, image, where, 0, nullptr, nullptr));
        }
      };
      expect(CL_SUCCESS, raw.texels, 2 * raw.texels);
      for (size_t part = 1; part < raw.texels; ++part) {
        expect(CL_INVALID_VALUE, part, raw.texels);
        expect(CL_INVALID_VALUE, raw.texels, raw.texels + part);
        expect(CL_INVALID_VALUE, part, 2 * raw.texels - part); // ends where a block ends
      }
    }
}

// Rows of cameras: at any address, as far apart as the camera puts them.
TEST_F(RawImages, KernelsReadTheHostsRows) {
  cl_program program = build(RawSource);
  for (const Raw &raw : Both)
    for (size_t alignment : {1, 7, 16, 64}) {
      const Size3 size{52, 9, 1};
      const size_t row = raw.rowBytes(size[0]), pitch = (row + alignment - 1) / alignment * alignment;
      Bytes memory = noise(pitch * size[1] + 1);
      cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, size);
      desc.image_row_pitch = pitch;
      const auto wanted = expected(raw, memory.data() + 1, pitch, size, raw.bits);
      cl_mem used = makeImage(raw.format(), desc, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, memory.data() + 1),
             copied = makeImage(raw.format(), desc, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, memory.data() + 1);
      EXPECT_EQ(pitch, imageInfo<size_t>(used, CL_IMAGE_ROW_PITCH));
      EXPECT_EQ(wanted, texelsOf(program, "rows", used, size));
      EXPECT_EQ(wanted, texelsOf(program, "rows", copied, size));
      desc.mem_object = makeBuffer(pitch * size[1], CL_MEM_USE_HOST_PTR, memory.data() + 1);
      EXPECT_EQ(wanted, texelsOf(program, "rows", makeImage(raw.format(), desc, CL_MEM_READ_ONLY), size));
      desc.image_row_pitch = row - 1;
      EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(CL_MEM_READ_ONLY, raw.format(), desc));
      desc.image_row_pitch = pitch + 1;
      EXPECT_EQ(CL_INVALID_IMAGE_SIZE, createError(CL_MEM_READ_ONLY, raw.format(), desc));
    }
  EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
}

TEST_F(RawImages, KernelsOnlyRead) {
  cl_program program = build(RawSource);
  for (const Raw &raw : Both) {
    cl_mem image = makeImage(raw.format(), descOf(CL_MEM_OBJECT_IMAGE2D, {8, 2, 1}), CL_MEM_READ_ONLY);
    for (const char *name : {"writes", "both"}) {
      cl_kernel kernel = clCreateKernel(program, name, nullptr);
      EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof image, &image));
      EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
    }
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
}

// SPV_EXT_image_raw10_raw12.
TEST_F(RawImages, ModulesKnowTheTypes) {
  const std::string il = apitest::assemble("rawimages.spvasm");
  cl_int error = 1;
  cl_program program = clCreateProgramWithIL(context, il.data(), il.size(), &error);
  ASSERT_EQ(CL_SUCCESS, error) << message;
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)) << message;
  for (const Raw &raw : Both) {
    const Size3 size{24, 5, 1};
    Bytes memory = noise(raw.rowBytes(size[0]) * size[1]);
    cl_mem image = makeImage(raw.format(), descOf(CL_MEM_OBJECT_IMAGE2D, size), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                             memory.data());
    EXPECT_EQ(expected(raw, memory.data(), raw.rowBytes(size[0]), size, raw.bits == 10 ? 19 : 20),
              texelsOf(program, "rows", image, size));
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
}

} // namespace
