// Creating images and asking about them: every rule and its error (OpenCL API 5.3.1, 5.3.2, 5.3.8).
#include "tests/api/ImageFixture.h"
#include <algorithm>
#include <map>
#include <set>

using namespace api_test;

namespace {

using Image = WithImages;
using Pair = std::pair<cl_channel_order, cl_channel_type>;

constexpr cl_image_format Rgba8 = {CL_RGBA, CL_UNORM_INT8}, FloatR = {CL_R, CL_FLOAT};
constexpr cl_channel_type PlainTypes[] = {CL_SNORM_INT8,     CL_SNORM_INT16,    CL_UNORM_INT8,   CL_UNORM_INT16,
                                          CL_SIGNED_INT8,    CL_SIGNED_INT16,   CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                                          CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};

std::set<Pair> formatsOf(cl_context context, cl_mem_flags flags, cl_mem_object_type type) {
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count));
  std::vector<cl_image_format> list(count);
  EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context, flags, type, count, list.data(), nullptr));
  std::set<Pair> set;
  for (const cl_image_format &format : list)
    EXPECT_TRUE(set.insert({format.image_channel_order, format.image_channel_data_type}).second);
  return set;
}

/// What every platform of Intel's for CPUs has.
std::set<Pair> usualFormats(cl_mem_object_type type) {
  std::set<Pair> set;
  for (cl_channel_order order : {CL_R, CL_A, CL_RG, CL_RA, CL_RGBA})
    for (cl_channel_type channel : PlainTypes)
      set.insert({order, channel});
  for (cl_channel_order order : {CL_BGRA, CL_ARGB})
    for (cl_channel_type channel : {CL_UNORM_INT8, CL_SNORM_INT8, CL_SNORM_INT16, CL_SIGNED_INT8, CL_UNSIGNED_INT8})
      set.insert({order, channel});
  for (cl_channel_order order : {CL_INTENSITY, CL_LUMINANCE})
    for (cl_channel_type channel :
         {CL_FLOAT, CL_HALF_FLOAT, CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16})
      set.insert({order, channel});
  if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
    set.insert({{CL_DEPTH, CL_FLOAT}, {CL_DEPTH, CL_UNORM_INT16}});
  return set;
}

size_t bytesOf(const Pair &format) {
  switch (format.second) {
  case CL_UNORM_SHORT_565:
  case CL_UNORM_SHORT_555:
    return 2;
  case CL_UNORM_INT_101010:
  case CL_UNORM_INT_101010_2:
  case CL_UNORM_INT_2_101010_EXT:
    return 4;
  default:
    break;
  }
  const std::map<cl_channel_order, size_t> channels = {{CL_R, 1},         {CL_A, 1},  {CL_DEPTH, 1}, {CL_INTENSITY, 1},
                                                       {CL_LUMINANCE, 1}, {CL_RG, 2}, {CL_RA, 2}};
  const std::set<cl_channel_type> bytes = {CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8},
                                  words = {CL_SIGNED_INT32, CL_UNSIGNED_INT32, CL_FLOAT};
  auto found = channels.find(format.first);
  return (found == channels.end() ? 4 : found->second) * (bytes.contains(format.second)   ? 1
                                                          : words.contains(format.second) ? 4
                                                                                          : 2);
}

TEST_F(Image, ListsTheUsualFormats) {
  for (cl_mem_object_type type : AllImageTypes) {
    auto usual = usualFormats(type);
    ASSERT_EQ(dimensionsOf(type) > 1 && type != CL_MEM_OBJECT_IMAGE1D_ARRAY && type != CL_MEM_OBJECT_IMAGE3D ? 84u
                                                                                                             : 82u,
              usual.size());
    for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      auto listed = formatsOf(context, flags, type);
      EXPECT_TRUE(std::ranges::includes(listed, usual)) << type << " " << flags;
      EXPECT_TRUE(listed.contains({CL_ABGR, CL_UNORM_INT8}));
      EXPECT_TRUE(listed.contains({CL_RGB, CL_UNORM_SHORT_565}));
      EXPECT_TRUE(listed.contains({CL_RG, CL_UNORM_INT10X6_EXT}));
      // cl_khr_srgb_image_writes says whether kernels may write them.
      const bool hasWrites = queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).contains("cl_khr_srgb_image_w");
      for (cl_channel_order order : {CL_sRGBA, CL_sBGRA})
        EXPECT_EQ(flags == CL_MEM_READ_ONLY || hasWrites, listed.contains({order, CL_UNORM_INT8}));
    }
  }
}

TEST_F(Image, FormatQueriesHaveRules) {
  cl_uint count = 77;
  cl_image_format format[2];
  auto ask = [&](cl_mem_flags flags, cl_mem_object_type type, cl_uint entries, cl_image_format *to) {
    return clGetSupportedImageFormats(context, flags, type, entries, to, &count);
  };
  EXPECT_EQ(CL_INVALID_VALUE, ask(CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, ask(CL_MEM_READ_ONLY, CL_MEM_OBJECT_PIPE, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, ask(cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, ask(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, ask(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, format));
  format[1] = {1, 2};
  EXPECT_EQ(CL_SUCCESS, ask(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1, format));
  EXPECT_GT(count, 84u);
  EXPECT_EQ(1u, format[1].image_channel_order); // no more than asked for
  EXPECT_EQ(CL_INVALID_CONTEXT, clGetSupportedImageFormats(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
}

// What is listed can be created, what is not cannot.
TEST_F(Image, CreatesWhatItLists) {
  for (cl_mem_object_type type : AllImageTypes)
    for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
      auto listed = formatsOf(context, flags, type);
      for (const Pair &pair : formatsOf(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D)) {
        cl_image_desc desc = descOf(type, {4, 2, 2});
        if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
          desc.mem_object = makeBuffer(64);
        const cl_image_format format{pair.first, pair.second};
        EXPECT_EQ(listed.contains(pair) ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED, createError(flags, format, desc));
        if (listed.contains(pair)) {
          EXPECT_EQ(bytesOf(pair), imageInfo<size_t>(buffers.back(), CL_IMAGE_ELEMENT_SIZE))
              << std::hex << pair.first << " " << pair.second;
        }
      }
    }
}

TEST_F(Image, FormatsHaveRules) {
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  for (cl_image_format invalid :
       {cl_image_format{CL_RGB, CL_FLOAT}, cl_image_format{CL_INTENSITY, CL_UNORM_SHORT_555},
        cl_image_format{CL_RGBA, CL_UNORM_SHORT_565}, cl_image_format{0, CL_FLOAT}, cl_image_format{CL_RGBA, 0},
        cl_image_format{CL_LUMINANCE, CL_SIGNED_INT8}, cl_image_format{CL_DEPTH, CL_SIGNED_INT16},
        cl_image_format{CL_RA, CL_UNORM_INT10X6_EXT}, cl_image_format{CL_ABGR, CL_UNORM_INT_101010_2}})
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(0, invalid, desc));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, createError(0, {CL_BGRA, CL_FLOAT}, desc));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            errorOf([&](cl_int *error) { return clCreateImage(context, 0, nullptr, &desc, nullptr, error); }));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            errorOf([&](cl_int *error) { return clCreateImage(context, 0, &Rgba8, nullptr, nullptr, error); }));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorOf([&](cl_int *error) { return clCreateImage(nullptr, 0, &Rgba8, &desc, nullptr, error); }));
}

TEST_F(Image, SizesHaveLimits) {
  auto limit = [](cl_device_info what) { return query<size_t>(clGetDeviceInfo, device(), what); };
  const size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH), height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
               layers = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), deep = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  const cl_image_format byte = {CL_R, CL_UNORM_INT8};
  auto expect = [&](cl_int code, cl_mem_object_type type, const Size3 &size) {
    EXPECT_EQ(code, createError(0, byte, descOf(type, size)))
        << type << " " << size[0] << " " << size[1] << " " << size[2];
  };
  expect(CL_SUCCESS, CL_MEM_OBJECT_IMAGE1D, {width, 1, 1});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE1D, {width + 1, 1, 1});
  expect(CL_SUCCESS, CL_MEM_OBJECT_IMAGE2D, {1, height, 1});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE2D, {1, height + 1, 1});
  expect(CL_SUCCESS, CL_MEM_OBJECT_IMAGE1D_ARRAY, {1, layers, 1});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE1D_ARRAY, {1, layers + 1, 1});
  expect(CL_SUCCESS, CL_MEM_OBJECT_IMAGE2D_ARRAY, {2, 2, layers});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE2D_ARRAY, {2, 2, layers + 1});
  expect(CL_SUCCESS, CL_MEM_OBJECT_IMAGE3D, {2, 2, deep});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE3D, {2, 2, deep + 1});
  expect(CL_INVALID_IMAGE_SIZE, CL_MEM_OBJECT_IMAGE3D, {limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1, 2, 2});
  for (cl_mem_object_type type : AllImageTypes)
    for (unsigned zero = 0; zero < dimensionsOf(type); ++zero) {
      Size3 size{2, 2, 2};
      size[zero] = 0;
      cl_image_desc desc = descOf(type, size);
      if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        desc.mem_object = makeBuffer(64);
      EXPECT_EQ(CL_INVALID_IMAGE_SIZE, createError(0, byte, desc));
    }
  // More than there is.
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE,
            createError(0, {CL_RGBA, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D_ARRAY, {width, height, layers})));
}

TEST_F(Image, DescriptionsHaveRules) {
  std::vector<float> host(1024);
  auto desc = [](auto... changes) {
    cl_image_desc made = descOf(CL_MEM_OBJECT_IMAGE3D, {8, 4, 3});
    (changes(made), ...);
    return made;
  };
  auto row = [](size_t pitch) { return [=](cl_image_desc &made) { made.image_row_pitch = pitch; }; };
  auto slice = [](size_t pitch) { return [=](cl_image_desc &made) { made.image_slice_pitch = pitch; }; };
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, FloatR, desc(row(32))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, FloatR, desc(slice(128))));
  auto used = [&](const cl_image_desc &made) { return createError(CL_MEM_USE_HOST_PTR, FloatR, made, host.data()); };
  EXPECT_EQ(CL_SUCCESS, used(desc(row(32), slice(128))));
  EXPECT_EQ(CL_SUCCESS, used(desc(row(40), slice(200))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, used(desc(row(28))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, used(desc(row(34))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, used(desc(row(40), slice(128))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, used(desc(row(40), slice(170))));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, FloatR, desc([](auto &made) { made.num_samples = 1; })));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            createError(0, FloatR, desc([](auto &made) { made.image_type = CL_MEM_OBJECT_BUFFER; })));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, FloatR, descOf(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1})));
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(CL_MEM_USE_HOST_PTR, FloatR, desc()));
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(CL_MEM_COPY_HOST_PTR, FloatR, desc()));
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(0, FloatR, desc(), host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, FloatR, desc()));
  EXPECT_EQ(CL_INVALID_VALUE, createError(cl_mem_flags(1) << 40, FloatR, desc()));
  const cl_mem_properties properties[] = {0x1234, 1, 0}, none[] = {0};
  const cl_image_desc plain = desc();
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOf([&](cl_int *error) {
              return clCreateImageWithProperties(context, properties, 0, &FloatR, &plain, nullptr, error);
            }));
  buffers.push_back(clCreateImageWithProperties(context, none, 0, &FloatR, &plain, nullptr, nullptr));
  EXPECT_EQ(1u, queryList<cl_mem_properties>(clGetMemObjectInfo, buffers.back(), CL_MEM_PROPERTIES).size());
}

TEST_F(Image, DeprecatedFunctionsHaveTheirOwnErrors) {
  std::vector<float> host(1024);
  auto flat = [&](size_t width, size_t height, size_t pitch, void *memory) {
    cl_int error = 1;
    cl_mem made =
        clCreateImage2D(context, memory ? CL_MEM_USE_HOST_PTR : 0, &FloatR, width, height, pitch, memory, &error);
    if (made)
      buffers.push_back(made);
    return error;
  };
  EXPECT_EQ(CL_SUCCESS, flat(4, 4, 0, nullptr));
  EXPECT_EQ(cl_mem_object_type(CL_MEM_OBJECT_IMAGE2D),
            query<cl_mem_object_type>(clGetMemObjectInfo, buffers.back(), CL_MEM_TYPE));
  EXPECT_EQ(CL_SUCCESS, flat(4, 4, 20, host.data()));
  EXPECT_EQ(20u, imageInfo<size_t>(buffers.back(), CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, flat(0, 4, 0, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, flat(4, 4, 16, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, flat(4, 4, 12, host.data()));
  auto deep = [&](size_t depth) {
    cl_int error = 1;
    cl_mem made = clCreateImage3D(context, 0, &FloatR, 4, 4, depth, 0, 0, nullptr, &error);
    if (made)
      buffers.push_back(made);
    return error;
  };
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, deep(1)); // "this must be a value > 1"
  EXPECT_EQ(CL_SUCCESS, deep(2));
}

TEST_F(Image, AnswersQueries) {
  const Bytes host = noise(64 * 1024);
  struct Case {
    cl_mem_object_type type;
    size_t height, depth, layers, slice; ///< as the specification wants them for {10, 6, 4} with a row pitch of 48
  };
  for (const Case &expected : {Case{CL_MEM_OBJECT_IMAGE1D, 0, 0, 0, 0}, Case{CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, 6, 48},
                               Case{CL_MEM_OBJECT_IMAGE2D, 6, 0, 0, 0}, Case{CL_MEM_OBJECT_IMAGE2D_ARRAY, 6, 0, 4, 288},
                               Case{CL_MEM_OBJECT_IMAGE3D, 6, 4, 0, 288}}) {
    cl_image_desc desc = descOf(expected.type, {10, 6, 4});
    desc.image_row_pitch = 48;
    cl_mem image =
        makeImage(FloatR, desc, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, const_cast<unsigned char *>(host.data()));
    auto format = imageInfo<cl_image_format>(image, CL_IMAGE_FORMAT);
    EXPECT_TRUE(format.image_channel_order == CL_R && format.image_channel_data_type == CL_FLOAT);
    EXPECT_EQ(4u, imageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE));
    EXPECT_EQ(10u, imageInfo<size_t>(image, CL_IMAGE_WIDTH));
    EXPECT_EQ(expected.height, imageInfo<size_t>(image, CL_IMAGE_HEIGHT));
    EXPECT_EQ(expected.depth, imageInfo<size_t>(image, CL_IMAGE_DEPTH));
    EXPECT_EQ(expected.layers, imageInfo<size_t>(image, CL_IMAGE_ARRAY_SIZE));
    EXPECT_EQ(48u, imageInfo<size_t>(image, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(expected.slice, imageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(nullptr, imageInfo<cl_mem>(image, CL_IMAGE_BUFFER));
    EXPECT_EQ(0u, imageInfo<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS));
    EXPECT_EQ(0u, imageInfo<cl_uint>(image, CL_IMAGE_NUM_SAMPLES));
    EXPECT_EQ(CL_INVALID_VALUE, clGetImageInfo(image, CL_MEM_SIZE, 0, nullptr, nullptr));
    size_t tooSmall = 0;
    EXPECT_EQ(CL_INVALID_VALUE, clGetImageInfo(image, CL_IMAGE_WIDTH, 4, &tooSmall, nullptr));
    EXPECT_EQ(expected.type, query<cl_mem_object_type>(clGetMemObjectInfo, image, CL_MEM_TYPE));
    EXPECT_EQ(host.data(), query<void *>(clGetMemObjectInfo, image, CL_MEM_HOST_PTR));
    EXPECT_EQ(cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR),
              query<cl_mem_flags>(clGetMemObjectInfo, image, CL_MEM_FLAGS));
    size_t rows = std::max<size_t>(expected.height, 1) * std::max<size_t>(expected.depth, 1) *
                  std::max<size_t>(expected.layers, 1);
    EXPECT_EQ(48 * rows, query<size_t>(clGetMemObjectInfo, image, CL_MEM_SIZE));
  }
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clGetImageInfo(makeBuffer(64), CL_IMAGE_WIDTH, 0, nullptr, nullptr));
}

TEST_F(Image, CopiesTheHostsRowsAlone) {
  // A window in a larger picture that ends with the last texel of the window.
  const size_t pitch = 100, rows = 5, width = 7;
  Bytes picture = noise(pitch * (rows - 1) + width * 4);
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, {width, rows, 1});
  desc.image_row_pitch = pitch;
  cl_mem image = makeImage(Rgba8, desc, CL_MEM_COPY_HOST_PTR, picture.data());
  Bytes expected;
  for (size_t y = 0; y < rows; ++y)
    expected.insert(expected.end(), picture.begin() + y * pitch, picture.begin() + y * pitch + width * 4);
  std::ranges::fill(picture, 0);
  EXPECT_EQ(expected, contents(image, {width, rows, 1}, 4));
  // However far apart the rows were, which the image still tells.
  EXPECT_EQ(pitch, imageInfo<size_t>(image, CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(expected.size(), query<size_t>(clGetMemObjectInfo, image, CL_MEM_SIZE));
}

TEST_F(Image, MadeOfBuffersShareTheirMemory) {
  for (cl_mem_object_type type : AllImageTypes) {
    const Size3 size = someSize(type);
    const size_t row = size[0] * 4 + (dimensionsOf(type) > 1 ? 4 * pick(0, 5) : 0);
    const size_t slice = row * (type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? pick(1, 2) : size[1] + pick(0, 2));
    const size_t rowOf = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
    const Bytes bytes = noise(slice * size[1] * size[2] + 128);
    cl_mem whole = makeBuffer(bytes.size(), CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                              const_cast<unsigned char *>(bytes.data()));
    cl_mem buffer = makeSubBuffer(whole, 128, bytes.size() - 128);
    cl_image_desc desc = descOf(type, size);
    desc.mem_object = buffer;
    desc.image_row_pitch = row;
    desc.image_slice_pitch = dimensionsOf(type) == 3 || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : 0;
    cl_mem image = makeImage(FloatR, desc, 0);
    EXPECT_EQ(buffer, imageInfo<cl_mem>(image, CL_IMAGE_BUFFER));
    EXPECT_EQ(buffer, query<cl_mem>(clGetMemObjectInfo, image, CL_MEM_ASSOCIATED_MEMOBJECT));
    EXPECT_EQ(0u, query<size_t>(clGetMemObjectInfo, image, CL_MEM_OFFSET));
    EXPECT_TRUE(query<cl_mem_flags>(clGetMemObjectInfo, image, CL_MEM_FLAGS) & CL_MEM_HOST_READ_ONLY);
    ImageModel model(size, 4);
    ImageModel::forEach(size, [&](size_t x, size_t y, size_t z) {
      std::memcpy(model.at(x, y, z), bytes.data() + 128 + z * slice + y * rowOf + x * 4, 4);
    });
    EXPECT_EQ(model.bytes, contents(image, size, 4)) << type;
    const Size3 origin{};
    EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), size.data(), 0, 0,
                                                        bytes.data(), 0, nullptr, nullptr));
  }
}

TEST_F(Image, MadeOfBuffersHaveRules) {
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
  auto with = [&](cl_mem buffer, size_t row, cl_mem_flags flags = 0, void *host = nullptr) {
    desc.mem_object = buffer;
    desc.image_row_pitch = row;
    return createError(flags, FloatR, desc, host);
  };
  cl_mem buffer = makeBuffer(160), writeOnly = makeBuffer(160, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_SUCCESS, with(buffer, 0));
  EXPECT_EQ(CL_SUCCESS, with(buffer, 40));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, with(buffer, 44));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, with(buffer, 34));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, with(buffer, 28));
  float host = 0;
  EXPECT_EQ(CL_INVALID_HOST_PTR, with(buffer, 0, 0, &host));
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    EXPECT_EQ(CL_INVALID_VALUE, with(buffer, 0, flags, &host));
  EXPECT_EQ(CL_INVALID_VALUE, with(writeOnly, 0, CL_MEM_READ_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, with(writeOnly, 0, CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(CL_SUCCESS, with(writeOnly, 0));
  EXPECT_EQ(cl_mem_flags(CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS),
            query<cl_mem_flags>(clGetMemObjectInfo, buffers.back(), CL_MEM_FLAGS));
  alignas(16) unsigned char memory[256];
  EXPECT_EQ(CL_SUCCESS, with(makeBuffer(160, CL_MEM_USE_HOST_PTR, memory + 4), 0));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, with(makeBuffer(160, CL_MEM_USE_HOST_PTR, memory + 1), 0));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, with(reinterpret_cast<cl_mem>(memory), 0));
  // The buffer lives as long as the image.
  cl_mem image = makeImage(
      FloatR, desc = [&] {
        cl_image_desc made = descOf(CL_MEM_OBJECT_IMAGE1D, {8, 1, 1});
        made.mem_object = clCreateBuffer(context, 0, 32, nullptr, nullptr);
        return made;
      }());
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(desc.mem_object));
  contents(image, {8, 1, 1}, 4);
}

TEST_F(Image, ViewsOfImages) {
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
  const Bytes host = noise(4 * 48);
  desc.image_row_pitch = 48;
  cl_mem image =
      makeImage(Rgba8, desc, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, const_cast<unsigned char *>(host.data()));
  desc.mem_object = image;
  for (size_t row : {0, 48}) {
    desc.image_row_pitch = row;
    cl_mem view = makeImage({CL_sRGBA, CL_UNORM_INT8}, desc, 0);
    EXPECT_EQ(48u, imageInfo<size_t>(view, CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(image, query<cl_mem>(clGetMemObjectInfo, view, CL_MEM_ASSOCIATED_MEMOBJECT));
    EXPECT_EQ(nullptr, imageInfo<cl_mem>(view, CL_IMAGE_BUFFER));
    EXPECT_EQ(contents(image, {8, 4, 1}, 4), contents(view, {8, 4, 1}, 4));
  }
  for (cl_image_format other : {cl_image_format{CL_BGRA, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_SNORM_INT8},
                                cl_image_format{CL_RGBA, CL_FLOAT}, cl_image_format{CL_sBGRA, CL_UNORM_INT8}})
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(0, other, desc));
  desc.image_width = 7;
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(0, {CL_sRGBA, CL_UNORM_INT8}, desc));
  desc.image_width = 8;
  desc.image_row_pitch = 52;
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(0, {CL_sRGBA, CL_UNORM_INT8}, desc));
  cl_image_desc depth = descOf(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
  depth.mem_object = makeImage(FloatR, depth);
  EXPECT_EQ(CL_SUCCESS, createError(0, {CL_DEPTH, CL_FLOAT}, depth));
  depth.mem_object = buffers.back();
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, createError(0, FloatR, depth)); // not the other way round
  // Of 2D images alone.
  cl_image_desc line = descOf(CL_MEM_OBJECT_IMAGE1D, {8, 1, 1});
  cl_image_desc viewed = line;
  viewed.mem_object = makeImage(Rgba8, line);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, createError(0, Rgba8, viewed));
}

} // namespace
