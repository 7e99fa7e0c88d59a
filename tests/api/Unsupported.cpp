// What the device does not support says so with the specification's error.
#include "Api.h"

using namespace api_test;

namespace {

using Unsupported = WithContext;

TEST_F(Unsupported, Pipes) {
  cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clGetPipeInfo(buffer, CL_PIPE_MAX_PACKETS, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOf([&](cl_int *error) { return clCreatePipe(context, 0, 4, 4, nullptr, error); }));
}

} // namespace
