// What commands do to images, compared with plain loops over texels (OpenCL API 5.3.3 to 5.3.6).
#include "tests/api/ImageFixture.h"
#include <algorithm>

using namespace api_test;

namespace {

constexpr cl_image_format Formats[] = {{CL_R, CL_UNORM_INT8},
                                       {CL_RA, CL_UNORM_INT8},
                                       {CL_R, CL_FLOAT},
                                       {CL_RG, CL_HALF_FLOAT},
                                       {CL_RGBA, CL_UNORM_INT16},
                                       {CL_RGBA, CL_FLOAT},
                                       {CL_R, CL_UNSIGNED_INT_RAW10_EXT},
                                       {CL_R, CL_UNSIGNED_INT_RAW12_EXT}};
constexpr size_t TexelBytes[] = {1, 2, 4, 4, 8, 16, 5, 3}; ///< of those that share bytes, all that do

/// Host memory for a region, with pitches of its own.
struct Packing {
  size_t row, slice;     ///< as the commands are told; 0: packed
  size_t rowAt, sliceAt; ///< bytes from y to y, from z to z
  size_t bytes;
  Packing(cl_mem_object_type type, const Size3 &region, size_t texelBytes, size_t extraRow, size_t extraSlice)
      : row(extraRow ? region[0] * texelBytes + extraRow : 0), slice(0), rowAt(region[0] * texelBytes + extraRow) {
    // The slices of a 1D array are its rows.
    const bool isLines = type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    sliceAt = rowAt * (isLines ? 1 : region[1]) + extraSlice;
    if (extraSlice && (isLines || dimensionsOf(type) == 3))
      slice = sliceAt;
    else
      sliceAt -= extraSlice;
    if (isLines)
      rowAt = sliceAt;
    bytes = sliceAt * region[2] + rowAt * region[1];
  }
  size_t at(size_t x, size_t y, size_t z, size_t texelBytes) const { return z * sliceAt + y * rowAt + x * texelBytes; }
};

class ImageTransfer : public WithImages {
protected:
  struct Subject {
    cl_mem_object_type type;
    cl_mem image;
    ImageModel model;
  };
  /// An image of random size and contents; some lie in the host's memory, with pitches.
  Subject someImage(cl_mem_object_type type, size_t format, Size3 atLeast = {1, 1, 1}) {
    Size3 size = someSize(type);
    for (unsigned i = 0; i < dimensionsOf(type); ++i)
      size[i] = std::max(size[i], atLeast[i]);
    const size_t texel = TexelBytes[format], block = blockOf(Formats[format]);
    ImageModel model(size, texel, block);
    cl_image_desc desc = descOf(type, model.forCommands(size));
    void *host = nullptr;
    if (type != CL_MEM_OBJECT_IMAGE1D_BUFFER && pick(0, 1)) {
      desc.image_row_pitch = block == 1 ? (size[0] + pick(0, 9)) * texel : size[0] * texel + pick(0, 9);
      const size_t rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : size[1];
      if (dimensionsOf(type) == 3 || type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        desc.image_slice_pitch = desc.image_row_pitch * (rows + pick(0, 2));
      const size_t slice = std::max(desc.image_slice_pitch, desc.image_row_pitch * rows);
      host = memory.emplace_back(slice * size[1] * size[2]).data();
    }
    const cl_mem_flags flags = block == 1 ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY; // of kernels
    Subject made{type, makeImage(Formats[format], desc, flags | (host ? CL_MEM_USE_HOST_PTR : 0), host), model};
    made.model.bytes = noise(made.model.bytes.size());
    fillWith(made.image, made.model);
    return made;
  }
  void expectContents(Subject &subject) {
    EXPECT_EQ(subject.model.bytes, contents(subject.image, subject.model)) << subject.type;
  }
  std::vector<Bytes> memory;
};

TEST_F(ImageTransfer, ReadsAndWritesRegions) {
  for (cl_mem_object_type type : AllImageTypes)
    for (size_t format = 0; format < std::size(Formats); ++format) {
      if (!mayHave(type, Formats[format]))
        continue;
      Subject subject = someImage(type, format);
      ImageModel &model = subject.model;
      for (int round = 0; round < 6; ++round) {
        Size3 origin, region;
        someRegion(model.size, origin, region);
        const Packing packing(type, region, model.texelBytes, pick(0, 1) * pick(1, 40), pick(0, 1) * pick(1, 70));
        Bytes host = noise(packing.bytes);
        ASSERT_EQ(CL_SUCCESS, clEnqueueWriteImage(queue, subject.image, CL_FALSE, model.forCommands(origin).data(),
                                                  model.forCommands(region).data(), packing.row, packing.slice,
                                                  host.data(), 0, nullptr, nullptr));
        ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
          std::memcpy(model.at(origin[0] + x, origin[1] + y, origin[2] + z),
                      host.data() + packing.at(x, y, z, model.texelBytes), model.texelBytes);
        });
        expectContents(subject);
        someRegion(model.size, origin, region);
        const Packing other(type, region, model.texelBytes, pick(0, 1) * pick(1, 40), pick(0, 1) * pick(1, 70));
        Bytes expected = noise(other.bytes), got = expected; // what lies between the rows stays
        ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
          std::memcpy(expected.data() + other.at(x, y, z, model.texelBytes),
                      model.at(origin[0] + x, origin[1] + y, origin[2] + z), model.texelBytes);
        });
        ASSERT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, subject.image, CL_TRUE, model.forCommands(origin).data(),
                                                 model.forCommands(region).data(), other.row, other.slice, got.data(),
                                                 0, nullptr, nullptr));
        EXPECT_EQ(expected, got) << type;
      }
    }
}

TEST_F(ImageTransfer, CopiesBetweenAllTypes) {
  for (cl_mem_object_type from : AllImageTypes)
    for (cl_mem_object_type to : AllImageTypes) {
      size_t format = pick(0, std::size(Formats) - 1);
      if (!mayHave(from, Formats[format]) || !mayHave(to, Formats[format]))
        format = 0;
      Subject source = someImage(from, format), target = someImage(to, format);
      Size3 region, sourceOrigin, targetOrigin;
      for (unsigned i = 0; i < 3; ++i) {
        region[i] = pick(1, std::min(source.model.size[i], target.model.size[i]));
        sourceOrigin[i] = pick(0, source.model.size[i] - region[i]);
        targetOrigin[i] = pick(0, target.model.size[i] - region[i]);
      }
      ASSERT_EQ(CL_SUCCESS,
                clEnqueueCopyImage(queue, source.image, target.image, source.model.forCommands(sourceOrigin).data(),
                                   target.model.forCommands(targetOrigin).data(),
                                   source.model.forCommands(region).data(), 0, nullptr, nullptr));
      ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
        std::memcpy(target.model.at(targetOrigin[0] + x, targetOrigin[1] + y, targetOrigin[2] + z),
                    source.model.at(sourceOrigin[0] + x, sourceOrigin[1] + y, sourceOrigin[2] + z),
                    source.model.texelBytes);
      });
      expectContents(source);
      expectContents(target);
    }
}

TEST_F(ImageTransfer, CopiesToAndFromBuffers) {
  for (cl_mem_object_type type : AllImageTypes)
    for (size_t format = 0; format < std::size(Formats); ++format) {
      if (!mayHave(type, Formats[format]))
        continue;
      Subject subject = someImage(type, format);
      ImageModel &model = subject.model;
      Size3 origin, region;
      someRegion(model.size, origin, region);
      const size_t texels = region[0] * region[1] * region[2], offset = pick(0, 50);
      Bytes expected = noise(offset + texels * model.texelBytes + pick(0, 50));
      cl_mem buffer = makeBuffer(expected.size(), CL_MEM_COPY_HOST_PTR, expected.data());
      ASSERT_EQ(CL_SUCCESS,
                clEnqueueCopyBufferToImage(queue, buffer, subject.image, offset, model.forCommands(origin).data(),
                                           model.forCommands(region).data(), 0, nullptr, nullptr));
      size_t texel = 0;
      ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
        std::memcpy(model.at(origin[0] + x, origin[1] + y, origin[2] + z),
                    expected.data() + offset + model.texelBytes * texel++, model.texelBytes);
      });
      expectContents(subject);
      const Size3 start{};
      const size_t all = model.bytes.size();
      cl_mem back = makeBuffer(all + 3);
      ASSERT_EQ(CL_SUCCESS, clEnqueueCopyImageToBuffer(queue, subject.image, back, start.data(),
                                                       model.forCommands(model.size).data(), 3, 0, nullptr, nullptr));
      Bytes got(all);
      EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, back, CL_TRUE, 3, all, got.data(), 0, nullptr, nullptr));
      EXPECT_EQ(model.bytes, got);
      // One byte short.
      EXPECT_EQ(CL_INVALID_VALUE,
                clEnqueueCopyImageToBuffer(queue, subject.image, back, start.data(),
                                           model.forCommands(model.size).data(), 4, 0, nullptr, nullptr));
      EXPECT_EQ(CL_INVALID_VALUE,
                clEnqueueCopyBufferToImage(queue, back, subject.image, 4, start.data(),
                                           model.forCommands(model.size).data(), 0, nullptr, nullptr));
    }
}

TEST_F(ImageTransfer, MapsItsOwnMemory) {
  for (cl_mem_object_type type : AllImageTypes)
    for (size_t format : {0, 3, 5, 6, 7}) {
      if (!mayHave(type, Formats[format]))
        continue;
      Subject subject = someImage(type, format);
      ImageModel &model = subject.model;
      Size3 origin, region;
      someRegion(model.size, origin, region);
      size_t row = 0, slice = 77;
      cl_int error = 1;
      auto *mapped = static_cast<unsigned char *>(
          clEnqueueMapImage(queue, subject.image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, model.forCommands(origin).data(),
                            model.forCommands(region).data(), &row, &slice, 0, nullptr, nullptr, &error));
      ASSERT_EQ(CL_SUCCESS, error);
      EXPECT_EQ(imageInfo<size_t>(subject.image, CL_IMAGE_ROW_PITCH), row);
      EXPECT_EQ(imageInfo<size_t>(subject.image, CL_IMAGE_SLICE_PITCH), slice); // 0 where there are none
      const size_t rowAt = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
      if (void *host = query<void *>(clGetMemObjectInfo, subject.image, CL_MEM_HOST_PTR)) {
        EXPECT_EQ(static_cast<unsigned char *>(host) + origin[2] * slice + origin[1] * rowAt +
                      origin[0] * model.texelBytes,
                  mapped);
      }
      ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
        unsigned char *here = mapped + z * slice + y * rowAt + x * model.texelBytes;
        unsigned char *there = model.at(origin[0] + x, origin[1] + y, origin[2] + z);
        EXPECT_EQ(0, std::memcmp(here, there, model.texelBytes));
        for (size_t i = 0; i < model.texelBytes; ++i)
          here[i] = there[i] = static_cast<unsigned char>(random());
      });
      EXPECT_EQ(1u, query<cl_uint>(clGetMemObjectInfo, subject.image, CL_MEM_MAP_COUNT));
      cl_event event = nullptr;
      EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, subject.image, mapped, 0, nullptr, &event));
      EXPECT_EQ(cl_command_type(CL_COMMAND_UNMAP_MEM_OBJECT),
                query<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE));
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
      EXPECT_EQ(0u, query<cl_uint>(clGetMemObjectInfo, subject.image, CL_MEM_MAP_COUNT));
      EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, subject.image, mapped, 0, nullptr, nullptr));
      expectContents(subject);
    }
}

TEST_F(ImageTransfer, MapsForWritingDoNotOverlap) {
  cl_mem image = makeImage({CL_R, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}));
  auto map = [&](cl_map_flags flags, const Size3 &origin, const Size3 &region) {
    size_t row = 0;
    cl_int error = 1;
    clEnqueueMapImage(queue, image, CL_TRUE, flags, origin.data(), region.data(), &row, nullptr, 0, nullptr, nullptr,
                      &error);
    return error;
  };
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_WRITE, {0, 0, 0}, {4, 8, 1}));
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_WRITE, {4, 0, 0}, {4, 4, 1})); // beside it, though between its rows
  EXPECT_EQ(CL_INVALID_OPERATION, map(CL_MAP_WRITE_INVALIDATE_REGION, {3, 7, 0}, {1, 1, 1}));
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_READ, {3, 7, 0}, {1, 1, 1}));
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_WRITE, {4, 4, 0}, {4, 4, 1}));
}

TEST_F(ImageTransfer, FailedMapsAreNone) {
  cl_mem image = makeImage({CL_R, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}));
  const Size3 origin{}, region{4, 4, 1};
  cl_event gate = userEvent(), mapped = nullptr;
  auto map = [&](cl_bool blocking, const std::vector<cl_event> &waits, cl_event *event) {
    size_t row = 0;
    cl_int error = 1;
    clEnqueueMapImage(queue, image, blocking, CL_MAP_WRITE, origin.data(), region.data(), &row, nullptr, waits.size(),
                      waits.empty() ? nullptr : waits.data(), event, &error);
    return error;
  };
  EXPECT_EQ(CL_SUCCESS, map(CL_FALSE, {gate}, &mapped));
  EXPECT_EQ(CL_INVALID_OPERATION, map(CL_TRUE, {}, nullptr)) << "that is under way";
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &mapped));
  EXPECT_EQ(0u, query<cl_uint>(clGetMemObjectInfo, image, CL_MEM_MAP_COUNT));
  EXPECT_EQ(CL_SUCCESS, map(CL_TRUE, {}, nullptr));
  EXPECT_EQ(1u, query<cl_uint>(clGetMemObjectInfo, image, CL_MEM_MAP_COUNT));
  for (cl_event event : {gate, mapped})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

TEST_F(ImageTransfer, RegionsHaveRules) {
  std::vector<unsigned char> host(1 << 16);
  for (cl_mem_object_type type : AllImageTypes) {
    const unsigned dimensions = dimensionsOf(type);
    Size3 size{5, 4, 3};
    for (unsigned i = dimensions; i < 3; ++i)
      size[i] = 1;
    cl_mem image = makeImage({CL_R, CL_FLOAT}, descOf(type, size)),
           other = makeImage({CL_R, CL_FLOAT}, descOf(type, size)), buffer = makeBuffer(4096);
    const Size3 start{};
    auto expect = [&](cl_int code, const size_t *origin, const size_t *region) {
      size_t row = 0, slice = 0;
      cl_int mapped = 1;
      const float color[4] = {};
      EXPECT_EQ(code,
                clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr, nullptr));
      EXPECT_EQ(code,
                clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, host.data(), 0, nullptr, nullptr));
      EXPECT_EQ(code, clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr));
      EXPECT_EQ(code, clEnqueueCopyImage(queue, image, other, origin, start.data(), region, 0, nullptr, nullptr));
      EXPECT_EQ(code, clEnqueueCopyImage(queue, other, image, start.data(), origin, region, 0, nullptr, nullptr));
      EXPECT_EQ(code, clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 0, nullptr, nullptr));
      EXPECT_EQ(code, clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, 0, nullptr, nullptr));
      clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, 0, nullptr, nullptr, &mapped);
      EXPECT_EQ(code, mapped);
    };
    expect(CL_SUCCESS, start.data(), size.data());
    expect(CL_INVALID_VALUE, nullptr, size.data());
    expect(CL_INVALID_VALUE, start.data(), nullptr);
    for (unsigned i = 0; i < 3; ++i) {
      Size3 zero = size, large = size, at{}, far{}, one{1, 1, 1};
      zero[i] = 0;
      expect(CL_INVALID_VALUE, start.data(), zero.data());
      ++large[i]; // beyond the image, or not 1 where it has no such dimension
      expect(CL_INVALID_VALUE, start.data(), large.data());
      at[i] = size[i];
      expect(CL_INVALID_VALUE, at.data(), one.data());
      far[i] = SIZE_MAX;
      expect(CL_INVALID_VALUE, far.data(), one.data());
    }
  }
}

TEST_F(ImageTransfer, CommandsHaveRules) {
  std::vector<unsigned char> host(1 << 16);
  const Size3 start{}, region{4, 4, 1}, deepRegion{4, 4, 2}, one{1, 1, 1};
  const cl_image_format format = {CL_R, CL_FLOAT};
  cl_mem flat = makeImage(format, descOf(CL_MEM_OBJECT_IMAGE2D, region)),
         deep = makeImage(format, descOf(CL_MEM_OBJECT_IMAGE3D, deepRegion)), buffer = makeBuffer(256);
  auto read = [&](cl_mem image, const Size3 &size, size_t row, size_t slice, void *to) {
    return clEnqueueReadImage(queue, image, CL_TRUE, start.data(), size.data(), row, slice, to, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, read(flat, region, 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, read(flat, region, 15, 0, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, read(flat, region, 0, 64, host.data())); // "must be 0 if image is a 1D or 2D image"
  EXPECT_EQ(CL_SUCCESS, read(deep, deepRegion, 16, 64, host.data()));
  EXPECT_EQ(CL_INVALID_VALUE, read(deep, deepRegion, 16, 63, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, read(buffer, region, 0, 0, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, read(nullptr, region, 0, 0, host.data()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, flat, CL_TRUE, 0, 4, host.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueFillImage(queue, flat, nullptr, start.data(), region.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyImage(queue, flat, buffer, start.data(), start.data(), one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyImageToBuffer(queue, flat, flat, start.data(), one.data(), 0, 0, nullptr, nullptr));
  cl_mem other = makeImage({CL_RG, CL_HALF_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D, region));
  EXPECT_EQ(CL_IMAGE_FORMAT_MISMATCH,
            clEnqueueCopyImage(queue, flat, other, start.data(), start.data(), one.data(), 0, nullptr, nullptr));
  const Size3 beside{2, 0, 0}, close{1, 1, 0}, half{2, 4, 1};
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueCopyImage(queue, flat, flat, start.data(), beside.data(), half.data(), 0, nullptr, nullptr));
  const Size3 part{2, 3, 1};
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueCopyImage(queue, flat, flat, start.data(), close.data(), part.data(), 0, nullptr, nullptr));
  // A 1D image buffer and its own buffer.
  cl_image_desc line = descOf(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1});
  line.mem_object = buffer;
  cl_mem lineImage = makeImage(format, line);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyImageToBuffer(queue, lineImage, buffer, start.data(), one.data(), 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueCopyBufferToImage(queue, buffer, lineImage, 0, start.data(), one.data(), 0, nullptr, nullptr));
  // What the host may not do.
  struct Access {
    cl_mem_flags flags;
    bool reads, writes;
  };
  for (const Access &access : {Access{CL_MEM_HOST_WRITE_ONLY, false, true}, Access{CL_MEM_HOST_READ_ONLY, true, false},
                               Access{CL_MEM_HOST_NO_ACCESS, false, false}}) {
    cl_mem image = makeImage(format, descOf(CL_MEM_OBJECT_IMAGE2D, region), access.flags);
    EXPECT_EQ(access.reads ? CL_SUCCESS : CL_INVALID_OPERATION, read(image, region, 0, 0, host.data()));
    EXPECT_EQ(access.writes ? CL_SUCCESS : CL_INVALID_OPERATION,
              clEnqueueWriteImage(queue, image, CL_TRUE, start.data(), region.data(), 0, 0, host.data(), 0, nullptr,
                                  nullptr));
    for (cl_map_flags flags : {CL_MAP_READ, CL_MAP_WRITE_INVALIDATE_REGION}) {
      size_t row = 0;
      cl_int error = 1;
      clEnqueueMapImage(queue, image, CL_TRUE, flags, start.data(), region.data(), &row, nullptr, 0, nullptr, nullptr,
                        &error);
      EXPECT_EQ((flags == CL_MAP_READ ? access.reads : access.writes) ? CL_SUCCESS : CL_INVALID_OPERATION, error);
    }
  }
}

TEST_F(ImageTransfer, MapsWantSomewhereForThePitches) {
  const Size3 start{}, region{4, 4, 2}, one{1, 1, 1};
  cl_mem deep = makeImage({CL_R, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE3D, region));
  size_t row = 0, slice = 0;
  auto map = [&](size_t *rowTo, size_t *sliceTo, cl_map_flags flags) {
    return errorOf([&](cl_int *error) {
      return clEnqueueMapImage(queue, deep, CL_TRUE, flags, start.data(), one.data(), rowTo, sliceTo, 0, nullptr,
                               nullptr, error);
    });
  };
  EXPECT_EQ(CL_INVALID_VALUE, map(nullptr, &slice, CL_MAP_READ));
  EXPECT_EQ(CL_INVALID_VALUE, map(&row, nullptr, CL_MAP_READ));
  EXPECT_EQ(CL_INVALID_VALUE, map(&row, &slice, cl_map_flags(1) << 20));
  EXPECT_EQ(CL_SUCCESS, map(&row, &slice, CL_MAP_READ));
}

TEST_F(ImageTransfer, CommandsTakeTheirTurnAndKeepTheImage) {
  const Size3 start{}, region{64, 64, 1};
  ImageModel model(region, 4);
  model.bytes = noise(model.bytes.size());
  cl_mem image = clCreateImage(context, 0, std::data({cl_image_format{CL_RGBA, CL_UNORM_INT8}}),
                               std::data({descOf(CL_MEM_OBJECT_IMAGE2D, region)}), nullptr, nullptr);
  fillWith(image, model);
  cl_event gate = userEvent(), done = nullptr;
  Bytes got(model.bytes.size());
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueReadImage(queue, image, CL_FALSE, start.data(), region.data(), 0, 0, got.data(), 1, &gate, &done));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(image));
  EXPECT_EQ(cl_command_type(CL_COMMAND_READ_IMAGE),
            query<cl_command_type>(clGetEventInfo, done, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &done));
  EXPECT_EQ(model.bytes, got);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(done));
}

TEST_F(ImageTransfer, Migrates) {
  cl_mem image = makeImage({CL_R, CL_FLOAT}, descOf(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue, 1, &image, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr));
}

} // namespace
