// Samplers (OpenCL API 5.7).
#include "tests/api/ImageFixture.h"

using namespace api_test;

namespace {

using Sampler = WithImages;

struct State {
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};

void expectState(cl_sampler sampler, cl_context context, const State &state) {
  EXPECT_EQ(state.normalized, query<cl_bool>(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_EQ(state.addressing, query<cl_addressing_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(state.filter, query<cl_filter_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(context, query<cl_context>(clGetSamplerInfo, sampler, CL_SAMPLER_CONTEXT));
  EXPECT_EQ(1u, query<cl_uint>(clGetSamplerInfo, sampler, CL_SAMPLER_REFERENCE_COUNT));
}

TEST_F(Sampler, KeepsWhatItWasMadeWith) {
  for (cl_bool normalized : {CL_FALSE, CL_TRUE})
    for (cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
      for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        cl_int error = 1;
        cl_sampler sampler = clCreateSampler(context, normalized, addressing, filter, &error);
        ASSERT_EQ(CL_SUCCESS, error);
        expectState(sampler, context, {normalized, addressing, filter});
        EXPECT_TRUE(queryList<cl_sampler_properties>(clGetSamplerInfo, sampler, CL_SAMPLER_PROPERTIES).empty());
        EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
      }
}

TEST_F(Sampler, TakesProperties) {
  cl_int error = 1;
  cl_sampler plain = clCreateSamplerWithProperties(context, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  expectState(plain, context, {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST}); // the defaults
  EXPECT_TRUE(queryList<cl_sampler_properties>(clGetSamplerInfo, plain, CL_SAMPLER_PROPERTIES).empty());
  const std::vector<cl_sampler_properties> list = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                                   CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
  cl_sampler other = clCreateSamplerWithProperties(context, list.data(), &error);
  ASSERT_EQ(CL_SUCCESS, error);
  expectState(other, context, {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR});
  EXPECT_EQ(list, queryList<cl_sampler_properties>(clGetSamplerInfo, other, CL_SAMPLER_PROPERTIES));
  const cl_sampler_properties empty[] = {0};
  cl_sampler third = clCreateSamplerWithProperties(context, empty, &error);
  EXPECT_EQ(1u, queryList<cl_sampler_properties>(clGetSamplerInfo, third, CL_SAMPLER_PROPERTIES).size());
  for (cl_sampler sampler : {plain, other, third})
    EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
}

TEST_F(Sampler, HasRules) {
  auto plain = [&](cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    return errorOf([&](cl_int *error) { return clCreateSampler(context, normalized, addressing, filter, error); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, plain(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, plain(CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, plain(CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP));
  auto listed = [&](std::vector<cl_sampler_properties> list) {
    return errorOf([&](cl_int *error) { return clCreateSamplerWithProperties(context, list.data(), error); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, listed({CL_SAMPLER_CONTEXT, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, listed({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            listed({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorOf([&](cl_int *error) { return clCreateSamplerWithProperties(nullptr, nullptr, error); }));
}

TEST_F(Sampler, CountsReferences) {
  cl_sampler sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, nullptr);
  EXPECT_EQ(CL_SUCCESS, clRetainSampler(sampler));
  EXPECT_EQ(2u, query<cl_uint>(clGetSamplerInfo, sampler, CL_SAMPLER_REFERENCE_COUNT));
  EXPECT_EQ(CL_INVALID_VALUE, clGetSamplerInfo(sampler, CL_MEM_SIZE, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
  EXPECT_EQ(CL_SUCCESS, clReleaseSampler(sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clReleaseSampler(sampler));
  EXPECT_EQ(CL_INVALID_SAMPLER, clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr));
}

} // namespace
