// Reads and writes of images whose memory begins and ends where nothing is mapped, against the same images elsewhere.
#include "Edge.h"
#include "Harness.h"
#include <map>
using harness::Edge;

namespace {

const char *const source = R"(
#define TEXELS(KIND, TYPE, READ, WRITE)                                                                                \
  kernel void sampled##KIND(read_only image2d_t in, global float *out, sampler_t sampler, float scale) {               \
    int i = get_global_id(0);                                                                                          \
    float2 at = (float2)(i % 11 - 2, i / 11 - 2) * scale;                                                              \
    vstore4(convert_float4(READ(in, sampler, at)), i, out);                                                            \
  }                                                                                                                    \
  kernel void places##KIND(read_only image2d_t in, global float *out, sampler_t sampler, float scale) {                \
    int i = get_global_id(0), w = get_image_width(in), h = get_image_height(in);                                       \
    float4 sum = 0;                                                                                                    \
    if (i < w * h) {                                                                                                   \
      int2 at = (int2)(i % w, h - 1 - i / w);                                                                          \
      sum = convert_float4(READ(in, at));                                                                              \
      for (int d = -1; d < 2; ++d)                                                                                     \
        sum += convert_float4(READ(in, sampler, at + (int2)(d, 0)));                                                   \
    }                                                                                                                  \
    vstore4(sum, i, out);                                                                                              \
  }                                                                                                                    \
  kernel void written##KIND(write_only image2d_t to, global float *out, sampler_t sampler, float scale) {              \
    int i = get_global_id(0), w = get_image_width(to), h = get_image_height(to);                                       \
    if (i < w * h && i % 3 != 1)                                                                                       \
      WRITE(to, (int2)(w - 1 - i % w, i / w), (TYPE)(i % 2, 1, i % 3 - 1, 0));                                         \
  }
TEXELS(f, float4, read_imagef, write_imagef)
TEXELS(i, int4, read_imagei, write_imagei)
TEXELS(ui, uint4, read_imageui, write_imageui)
)";

const char *suffixOf(cl_channel_type type) {
  switch (type) {
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32:
    return "i";
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32:
    return "ui";
  default:
    return "f";
  }
}

std::vector<cl_image_format> formats() {
  std::vector<cl_image_format> all(200);
  cl_uint count = 0;
  clGetSupportedImageFormats(harness::Device::get().context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D,
                             static_cast<cl_uint>(all.size()), all.data(), &count);
  all.resize(count);
  std::erase_if(all, [](const cl_image_format &format) { return format.image_channel_order == CL_DEPTH; });
  return all;
}

struct Texels {
  size_t width, height;
  cl_image_format format;
  cl_sampler sampler;
  float scale;
};

cl_mem makeImage(const Texels &texels, cl_mem_flags flags, void *memory) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = texels.width;
  desc.image_height = texels.height;
  cl_int error = CL_SUCCESS;
  cl_mem image =
      clCreateImage(harness::Device::get().context, CL_MEM_READ_WRITE | flags, &texels.format, &desc, memory, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return image;
}

size_t bytesOfElement(const Texels &texels) {
  Texels one = texels;
  one.width = one.height = 1;
  cl_mem image = makeImage(one, 0, nullptr);
  size_t bytes = 0;
  clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, nullptr);
  clReleaseMemObject(image);
  return bytes;
}

/// What the kernel wrote, to the image and elsewhere.
std::pair<std::vector<char>, std::vector<float>> run(cl_kernel code, const Texels &texels, cl_mem image, size_t bytes) {
  constexpr size_t Items = 128;
  cl_command_queue queue = harness::Device::get().queue;
  std::vector<float> out(4 * Items);
  cl_int error = CL_SUCCESS;
  cl_mem to = clCreateBuffer(harness::Device::get().context, CL_MEM_COPY_HOST_PTR, out.size() * sizeof(float),
                             out.data(), &error);
  error |= clSetKernelArg(code, 0, sizeof image, &image) | clSetKernelArg(code, 1, sizeof to, &to) |
           clSetKernelArg(code, 2, sizeof texels.sampler, &texels.sampler) |
           clSetKernelArg(code, 3, sizeof texels.scale, &texels.scale);
  error |= clEnqueueNDRangeKernel(queue, code, 1, nullptr, &Items, nullptr, 0, nullptr, nullptr);
  error |= clEnqueueReadBuffer(queue, to, CL_TRUE, 0, out.size() * sizeof(float), out.data(), 0, nullptr, nullptr);
  std::vector<char> written(bytes);
  const size_t origin[3] = {}, region[3] = {texels.width, texels.height, 1};
  error |= clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, written.data(), 0, nullptr, nullptr);
  EXPECT_EQ(error, CL_SUCCESS) << std::hex << texels.format.image_channel_order;
  clReleaseMemObject(to);
  return {written, out};
}

/// Of guarded memory and of the driver's own, with the same texels at first.
void compare(cl_kernel code, const Texels &texels, bool atEnd, const char *name) {
  const size_t bytes = texels.width * texels.height * bytesOfElement(texels);
  Edge edge(bytes, atEnd);
  for (size_t i = 0; i < bytes; ++i) // no NaN of any format
    edge.start[i] = static_cast<char>((i * 29 + 3) % 60);
  cl_mem copy = makeImage(texels, CL_MEM_COPY_HOST_PTR, edge.start);
  const auto expected = run(code, texels, copy, bytes);
  cl_mem image = makeImage(texels, CL_MEM_USE_HOST_PTR, edge.start);
  const auto got = run(code, texels, image, bytes);
  clReleaseMemObject(image);
  clReleaseMemObject(copy);
  ASSERT_TRUE(expected == got) << name << ", channels " << std::hex << texels.format.image_channel_order << " "
                               << texels.format.image_channel_data_type << std::dec << ", " << texels.width << " x "
                               << texels.height << (atEnd ? ", at the end" : ", at the begin");
}

} // namespace

TEST(GuardedImages, AreNotLeft) {
  const harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::map<std::string, cl_kernel> kernels;
  cl_int error = CL_SUCCESS;
  for (const char *name : {"sampled", "places", "written"})
    for (const char *suffix : {"f", "i", "ui"})
      kernels[std::string(name) + suffix] =
          clCreateKernel(program.program, (std::string(name) + suffix).c_str(), &error);
  for (cl_addressing_mode mode : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP})
    for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      const cl_sampler_properties properties[] = {
          CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE, mode, CL_SAMPLER_FILTER_MODE, filter, 0};
      cl_sampler sampler = clCreateSamplerWithProperties(harness::Device::get().context, properties, &error);
      for (const cl_image_format &format : formats())
        for (auto [width, height] : {std::pair<size_t, size_t>{1, 1}, {3, 1}, {5, 3}, {17, 2}, {1, 9}})
          for (bool atEnd : {true, false})
            for (const char *name : {"sampled", "places", "written"}) {
              const std::string suffix = suffixOf(format.image_channel_data_type);
              if (filter == CL_FILTER_LINEAR && suffix != "f")
                continue;
              compare(kernels[name + suffix], {width, height, format, sampler, 1.37F}, atEnd, name);
              if (HasFatalFailure())
                return;
            }
      clReleaseSampler(sampler);
    }
  for (auto &[name, code] : kernels)
    clReleaseKernel(code);
}
