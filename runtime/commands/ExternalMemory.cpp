#include "runtime/commands/ExternalMemory.h"
#include "runtime/ExternalMemory.h"
#include <vector>

namespace lanecl::commands {
namespace {

Result<> forEach(CommandQueue &queue, cl_command_type type, std::span<MemObject *const> objects,
                 cl_int (ExternalMemory::*what)() const, const CommandQueue::Submission &how) {
  std::vector<Ref<MemObject>> keep;
  for (MemObject *object : objects)
    keep.emplace_back(object);
  auto work = [keep = std::move(keep), what]() -> cl_int {
    cl_int status = CL_SUCCESS;
    for (const Ref<MemObject> &object : keep)
      if (cl_int own = (object->external()->*what)(); own != CL_SUCCESS)
        status = own;
    return status;
  };
  return queue.submit(type, 0, std::move(work), how);
}

} // namespace

Result<> acquireExternal(CommandQueue &queue, std::span<MemObject *const> objects,
                         const CommandQueue::Submission &how) {
  return forEach(queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, objects, &ExternalMemory::acquire, how);
}

Result<> releaseExternal(CommandQueue &queue, std::span<MemObject *const> objects,
                         const CommandQueue::Submission &how) {
  return forEach(queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, objects, &ExternalMemory::release, how);
}

} // namespace lanecl::commands
