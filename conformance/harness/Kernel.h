// Programs, buffers and launches of conformance tests, short to write and released by themselves. What goes wrong that
// the test is not about ends the sub-test as failed.
#pragma once
#include "Harness.h"
#include <array>
#include <cstring>

namespace conformance {

/// A program that was built, or not: then `status` is not CL_SUCCESS. `log` is the build log.
class Program {
public:
  /// Of OpenCL C.
  Program(Session &session, const std::string &source, const std::string &options = "-cl-std=CL3.0");
  /// Of SPIR-V; `status` tells of the creation, too.
  Program(Session &session, const std::vector<uint32_t> &words);
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  cl_program handle = nullptr;
  cl_int status = CL_SUCCESS;
  std::string log;

private:
  void build(cl_device_id device, const char *options);
};

/// Assembles SPIR-V text; the empty vector for text with a mistake (reported as a failure).
std::vector<uint32_t> assemble(Session &session, const std::string &text);

/// A range of one to three dimensions; local size 0 leaves it to the platform.
struct Range {
  cl_uint dimensions = 1;
  std::array<std::size_t, 3> global{1, 1, 1}, local{0, 0, 0};
};
inline Range line(std::size_t global, std::size_t local) { return {1, {global, 1, 1}, {local, 0, 0}}; }

/// A kernel with its arguments, in order; vectors of an `inOut` come back changed.
class Launch {
public:
  Launch(Session &session, const Program &program, const std::string &kernel);
  ~Launch();
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;

  template <typename T> Launch &value(const T &number) { return argument(sizeof number, &number); }
  Launch &local(std::size_t bytes) { return argument(bytes, nullptr); }
  template <typename T> Launch &inOut(std::vector<T> &values) {
    return buffer(values.data(), values.size() * sizeof(T));
  }
  /// Runs and reads the buffers back. False, with a note: the groups are not uniform, and the device, which does not
  /// take such, refuses them (CL_INVALID_WORK_GROUP_SIZE).
  bool run(const Range &range);

private:
  Launch &argument(std::size_t bytes, const void *value);
  Launch &buffer(void *data, std::size_t bytes);

  struct Buffer {
    cl_mem memory;
    void *data;
    std::size_t bytes;
  };
  Session &session_;
  cl_kernel kernel_ = nullptr;
  cl_uint arguments_ = 0;
  std::vector<Buffer> buffers_;
};

/// Notes a failure that names the first byte that differs.
void compareBytes(Session &session, const std::vector<unsigned char> &got, const std::vector<unsigned char> &expected,
                  const std::string &what);

} // namespace conformance
