// Images and samplers as arguments of kernels (OpenCL API 5.9.2): what clSetKernelArg takes, and what a launch does
// with it. Values are copied by the simplest kernels; how kernels read and write is not the matter here.
#include "tests/api/ImageFixture.h"

using namespace api_test;

namespace {

const char *const ImagesSource = R"(
kernel void reads(read_only image2d_t from, sampler_t sampler, global float *to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  to[at.y * get_global_size(0) + at.x] = read_imagef(from, sampler, at).x;
}
kernel void writes(write_only image2d_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, (float4)(at.x + 100 * at.y));
}
kernel void lines(read_only image1d_t a, read_only image1d_array_t b, read_only image1d_buffer_t c,
                  read_only image2d_array_t d, read_only image3d_t e, read_only image2d_depth_t f) {}
)";
const char *const ReadWriteSource = "kernel void both(read_write image2d_t image) {}";

class ImageArguments : public WithImages {
protected:
  void SetUp() override {
    WithImages::SetUp();
    program = build(ImagesSource, "");
  }
  void TearDown() override {
    for (cl_kernel kernel : kernels)
      EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
    for (cl_program made : programs)
      EXPECT_EQ(CL_SUCCESS, clReleaseProgram(made));
    WithImages::TearDown();
  }
  cl_program build(const char *source, const char *options) {
    cl_int error = 1;
    programs.push_back(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(programs.back(), 0, nullptr, options, nullptr, nullptr));
    return programs.back();
  }
  cl_kernel kernel(cl_program from, const char *name) {
    cl_int error = 1;
    kernels.push_back(clCreateKernel(from, name, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return kernels.back();
  }
  static cl_int setImage(cl_kernel kernel, cl_uint index, cl_mem image) {
    return clSetKernelArg(kernel, index, sizeof image, &image);
  }
  cl_mem flat(cl_mem_flags flags = CL_MEM_READ_WRITE) {
    return makeImage({CL_R, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1}), flags);
  }
  cl_program program = nullptr;
  std::vector<cl_program> programs;
  std::vector<cl_kernel> kernels;
};

TEST_F(ImageArguments, HaveRules) {
  cl_kernel reads = kernel(program, "reads"), writes = kernel(program, "writes");
  cl_mem image = flat(), buffer = makeBuffer(64), none = nullptr;
  EXPECT_EQ(CL_SUCCESS, setImage(reads, 0, image));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, setImage(reads, 0, buffer));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, setImage(reads, 0, none));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(reads, 0, sizeof image, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(reads, 0, sizeof image - 1, &image));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, setImage(reads, 2, image)); // a pointer's
  EXPECT_EQ(CL_INVALID_ARG_VALUE, setImage(reads, 0, flat(CL_MEM_WRITE_ONLY)));
  EXPECT_EQ(CL_SUCCESS, setImage(reads, 0, flat(CL_MEM_READ_ONLY)));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, setImage(writes, 0, flat(CL_MEM_READ_ONLY)));
  EXPECT_EQ(CL_SUCCESS, setImage(writes, 0, flat(CL_MEM_WRITE_ONLY)));
  cl_device_id one = device();
  cl_context foreign = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  const cl_image_format format = {CL_R, CL_FLOAT};
  const cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
  cl_mem theirs = clCreateImage(foreign, 0, &format, &desc, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_CONTEXT, setImage(reads, 0, theirs));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(theirs));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(foreign));
}

TEST_F(ImageArguments, TakeImagesOfTheirTypeAlone) {
  cl_kernel lines = kernel(program, "lines");
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,        CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE3D,        CL_MEM_OBJECT_IMAGE2D};
  for (cl_uint given = 0; given < 6; ++given) {
    const cl_image_format format = {cl_channel_order(given == 5 ? CL_DEPTH : CL_R), CL_FLOAT};
    cl_mem image = makeImage(format, descOf(types[given], {4, 4, 4}));
    for (cl_uint argument = 0; argument < 6; ++argument)
      EXPECT_EQ(given == argument ? CL_SUCCESS : CL_INVALID_MEM_OBJECT, setImage(lines, argument, image))
          << given << " for " << argument;
  }
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, setImage(lines, 5, flat())); // without depth
}

TEST_F(ImageArguments, ReadWriteNeedsBoth) {
  cl_kernel both = kernel(build(ReadWriteSource, "-cl-std=CL3.0"), "both");
  EXPECT_EQ(CL_INVALID_ARG_VALUE, setImage(both, 0, flat(CL_MEM_READ_ONLY)));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, setImage(both, 0, flat(CL_MEM_WRITE_ONLY)));
  EXPECT_EQ(CL_SUCCESS, setImage(both, 0, flat(0)));
}

TEST_F(ImageArguments, SamplersHaveRules) {
  cl_kernel reads = kernel(program, "reads");
  cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, nullptr), none = nullptr;
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(reads, 1, sizeof(cl_uint), &sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(reads, 1, sizeof none, &none));
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(reads, 1, sizeof none, nullptr));
  cl_mem image = flat();
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(reads, 1, sizeof image, &image));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(reads, 0, sizeof sampler, &sampler));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(reads, 1, sizeof sampler, &sampler));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
}

TEST_F(ImageArguments, LaunchesSeeTheImageAndKeepIt) {
  const size_t size[] = {8, 4};
  const Size3 region{8, 4, 1};
  cl_kernel reads = kernel(program, "reads"), writes = kernel(program, "writes");
  cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, nullptr);
  cl_mem to = makeBuffer(32 * sizeof(float));
  std::vector<float> host(10 * 4); // rows of ten
  const cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, region);
  desc.image_row_pitch = 10 * sizeof(float);
  cl_mem image = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &desc, host.data(), nullptr);
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS,
            clEnqueueNDRangeKernel(queue, reads, 2, nullptr, size, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, setImage(writes, 0, image));
  EXPECT_EQ(CL_SUCCESS, setImage(reads, 0, image));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(reads, 1, sizeof sampler, &sampler));
  EXPECT_EQ(CL_SUCCESS, setImage(reads, 2, to));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler)); // its state is the kernel's now
  cl_event gate = userEvent();
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, writes, 2, nullptr, size, nullptr, 1, &gate, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, reads, 2, nullptr, size, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(image)); // while the launches wait
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  std::vector<float> got(32);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, to, CL_TRUE, 0, 128, got.data(), 0, nullptr, nullptr));
  for (size_t y = 0; y < 4; ++y)
    for (size_t x = 0; x < 10; ++x) {
      const float expected = x < 8 ? static_cast<float>(x + 100 * y) : 0;
      EXPECT_EQ(expected, host[y * 10 + x]);
      if (x < 8) {
        EXPECT_EQ(expected, got[y * 8 + x]);
      }
    }
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

} // namespace
