// What all memory objects share (OpenCL API 5.5).
#include "runtime/MemObject.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"

namespace lanecl::api {

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  return entry(on(memobj), [](MemObject &object) -> Result<> {
    object.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return entry(on(memobj), [](MemObject &object) -> Result<> {
    return check({{!object.releaseForHost(), CL_INVALID_MEM_OBJECT}});
  });
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret) {
  return entry(on(memobj), [&](MemObject &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_TYPE:
      return info.write<cl_mem_object_type>(object.type());
    case CL_MEM_FLAGS:
      return info.write<cl_mem_flags>(object.flags());
    case CL_MEM_SIZE:
      return info.write<size_t>(object.size());
    case CL_MEM_HOST_PTR:
      return info.write<void *>(object.hostPointer());
    case CL_MEM_MAP_COUNT:
      return info.write<cl_uint>(object.mapCount());
    case CL_MEM_REFERENCE_COUNT:
      return info.write<cl_uint>(object.hostCount());
    case CL_MEM_CONTEXT:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return info.write<cl_mem>(handleOf(object.parent()));
    case CL_MEM_OFFSET:
      return info.write<size_t>(object.origin());
    case CL_MEM_USES_SVM_POINTER:
      return info.write<cl_bool>(object.usesSvmPointer());
    case CL_MEM_DEVICE_ADDRESS_EXT:
      // CL_INVALID_OPERATION is returned if the buffer was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
      if (!object.hasFixedAddress())
        return fail(CL_INVALID_OPERATION);
      // "one for each device in the context": they share their memory.
      return info.write(std::vector<cl_mem_device_address_ext>(
          object.context().devices().size(), reinterpret_cast<cl_mem_device_address_ext>(object.data())));
    case CL_MEM_PROPERTIES:
      return info.write(object.properties());
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                                    void *user_data) {
  return entry(on(memobj), [&](MemObject &object) -> Result<> {
    // CL_INVALID_VALUE if pfn_notify is NULL.
    if (!pfn_notify)
      return fail(CL_INVALID_VALUE);
    object.destructorCallbacks().add(pfn_notify, user_data);
    return {};
  });
}

} // namespace lanecl::api
