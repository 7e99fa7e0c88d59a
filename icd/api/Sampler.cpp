// Samplers (OpenCL API 5.7).
#include "runtime/Sampler.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/Extensions.h"
#include <bit>
#include <set>

namespace lanecl::api {
namespace {

bool isAddressing(cl_sampler_properties value) {
  return value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT;
}
bool isFilter(cl_sampler_properties value) { return value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR; }
bool isBool(cl_sampler_properties value) { return value == CL_FALSE || value == CL_TRUE; }

/// The type of these properties' values is cl_float: its bits are the low ones.
float lodOf(cl_sampler_properties value) { return std::bit_cast<float>(static_cast<uint32_t>(value)); }
/// A number that is not negative.
bool isLod(float lod) { return lod >= 0; }

/// The one way to set a value, for both creating functions. CL_INVALID_VALUE if the property name is not a supported
/// property name or the value specified for it is not valid.
Result<> set(Sampler::Settings &settings, cl_sampler_properties name, cl_sampler_properties value) {
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    settings.normalized = value != CL_FALSE;
    return check({{!isBool(value), CL_INVALID_VALUE}});
  case CL_SAMPLER_ADDRESSING_MODE:
    settings.addressing = static_cast<cl_addressing_mode>(value);
    return check({{!isAddressing(value), CL_INVALID_VALUE}});
  case CL_SAMPLER_FILTER_MODE:
    settings.filter = static_cast<cl_filter_mode>(value);
    return check({{!isFilter(value), CL_INVALID_VALUE}});
  case CL_SAMPLER_MIP_FILTER_MODE_KHR:
    settings.mipFilter = static_cast<cl_filter_mode>(value);
    return check({{!isFilter(value), CL_INVALID_VALUE}});
  case CL_SAMPLER_LOD_MIN_KHR:
    settings.lodMin = lodOf(value);
    return check({{!isLod(settings.lodMin), CL_INVALID_VALUE}});
  case CL_SAMPLER_LOD_MAX_KHR:
    settings.lodMax = lodOf(value);
    return check({{!isLod(settings.lodMax), CL_INVALID_VALUE}});
  default:
    return fail(CL_INVALID_VALUE);
  }
}

/// list: with the closing 0.
Result<Ref<Sampler>> makeSampler(Context &context, std::span<const cl_sampler_properties> list, bool isHosts) {
  // CL_INVALID_OPERATION if images are not supported by any device associated with context.
  if (!Extensions::get().conditions().images)
    return fail(CL_INVALID_OPERATION);
  Sampler::Settings settings;
  std::set<cl_sampler_properties> seen;
  for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
    // CL_INVALID_VALUE if the same property name is specified more than once.
    if (!seen.insert(list[i]).second)
      return fail(CL_INVALID_VALUE);
    if (auto ok = set(settings, list[i], list[i + 1]); !ok)
      return fail(ok.error());
  }
  return Ref<Sampler>::adopt(new Sampler(
      context, settings, isHosts ? std::vector(list.begin(), list.end()) : std::vector<cl_sampler_properties>()));
}

/// A host's list, which may be NULL, with its closing 0.
std::span<const cl_sampler_properties> listOf(const cl_sampler_properties *properties) {
  if (!properties)
    return {};
  std::size_t count = 0;
  while (properties[count])
    count += 2;
  return {properties, count + 1};
}

} // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                       cl_int *errcode_ret) {
  const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                        normalized_coords,
                                        CL_SAMPLER_ADDRESSING_MODE,
                                        addressing_mode,
                                        CL_SAMPLER_FILTER_MODE,
                                        filter_mode,
                                        0};
  return create(errcode_ret, on(context), [&](Context &object) { return makeSampler(object, list, false); });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                     const cl_sampler_properties *sampler_properties,
                                                     cl_int *errcode_ret) {
  return create(errcode_ret, on(context),
                [&](Context &object) { return makeSampler(object, listOf(sampler_properties), true); });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return entry(on(sampler), [](Sampler &object) -> Result<> { return object.retainForHost(), Result<>(); });
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return entry(on(sampler), [](Sampler &object) -> Result<> {
    // CL_INVALID_SAMPLER when the host holds no reference any more.
    return check({{!object.releaseForHost(), CL_INVALID_SAMPLER}});
  });
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                                    void *param_value, size_t *param_value_size_ret) {
  return entry(on(sampler), [&](Sampler &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return info.write<cl_uint>(object.hostCount());
    case CL_SAMPLER_CONTEXT:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_SAMPLER_NORMALIZED_COORDS:
      return info.write<cl_bool>(object.settings().normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
      return info.write<cl_addressing_mode>(object.settings().addressing);
    case CL_SAMPLER_FILTER_MODE:
      return info.write<cl_filter_mode>(object.settings().filter);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
      return info.write<cl_filter_mode>(object.settings().mipFilter);
    case CL_SAMPLER_LOD_MIN_KHR:
      return info.write<cl_float>(object.settings().lodMin);
    case CL_SAMPLER_LOD_MAX_KHR:
      return info.write<cl_float>(object.settings().lodMax);
    case CL_SAMPLER_PROPERTIES:
      return info.write(object.properties());
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
