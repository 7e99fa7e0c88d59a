// Images of conformance tests, released by themselves.
#pragma once
#include "conformance/harness/Kernel.h"

namespace images {

using Bytes = std::vector<unsigned char>;

/// cl_image_desc of a type with as many sizes as it has; the last one of an array's is its layers.
inline cl_image_desc descOf(cl_mem_object_type type, std::size_t width, std::size_t second = 0, std::size_t third = 0) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = width;
  (type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? desc.image_array_size : desc.image_height) = second;
  (type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? desc.image_array_size : desc.image_depth) = third;
  return desc;
}

class Memory {
public:
  Memory(conformance::Session &session, const cl_image_format &format, const cl_image_desc &desc,
         cl_mem_flags access = CL_MEM_READ_WRITE)
      : session_(session) {
    cl_int error = CL_SUCCESS;
    handle = clCreateImage(session.context, access, &format, &desc, nullptr, &error);
    session.require(error, "clCreateImage");
  }
  /// A buffer.
  Memory(conformance::Session &session, const Bytes &bytes) : session_(session) {
    cl_int error = CL_SUCCESS;
    handle = clCreateBuffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                            const_cast<unsigned char *>(bytes.data()), &error);
    session.require(error, "clCreateBuffer");
  }
  ~Memory() { clReleaseMemObject(handle); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// All texels of a region that begins at `origin`, which has a level behind it for mipmaps.
  void write(const Bytes &texels, std::array<std::size_t, 3> size, std::array<std::size_t, 4> origin = {}) {
    session_.require(clEnqueueWriteImage(session_.queue, handle, CL_TRUE, origin.data(), size.data(), 0, 0,
                                         texels.data(), 0, nullptr, nullptr),
                     "clEnqueueWriteImage");
  }
  Bytes read(std::size_t bytes, std::array<std::size_t, 3> size, std::array<std::size_t, 4> origin = {}) {
    Bytes texels(bytes);
    session_.require(clEnqueueReadImage(session_.queue, handle, CL_TRUE, origin.data(), size.data(), 0, 0,
                                        texels.data(), 0, nullptr, nullptr),
                     "clEnqueueReadImage");
    return texels;
  }
  Bytes readBuffer(std::size_t bytes) {
    Bytes all(bytes);
    session_.require(clEnqueueReadBuffer(session_.queue, handle, CL_TRUE, 0, bytes, all.data(), 0, nullptr, nullptr),
                     "clEnqueueReadBuffer");
    return all;
  }

  cl_mem handle = nullptr;

private:
  conformance::Session &session_;
};

} // namespace images
