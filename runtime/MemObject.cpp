#include "runtime/MemObject.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace lanecl {

void MemObject::Free::operator()(std::byte *memory) const { std::free(memory); }

MemObject::MemObject(Context &context, cl_mem_flags flags, std::size_t size, std::byte *data)
    : context_(&context), flags_(flags), size_(size), data_(data) {}

// "The registered callback functions are called and then the memory object's resources are freed"
// (clSetMemObjectDestructorCallback).
MemObject::~MemObject() { destructorCallbacks_.run(reinterpret_cast<cl_mem>(this)); }

namespace {
/// Kernels may read whole vectors at the end of a buffer, so the memory is a multiple of its alignment.
std::byte *allocate(std::size_t size) {
  constexpr std::size_t alignment = Device::bufferAlignment;
  if (size > SIZE_MAX - alignment)
    return nullptr;
  return static_cast<std::byte *>(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
}
} // namespace

Result<Ref<MemObject>> MemObject::createBuffer(Context &context, BufferRequest request) {
  std::unique_ptr<std::byte, Free> memory;
  auto *data = static_cast<std::byte *>(request.hostPointer);
  if (!(request.flags & CL_MEM_USE_HOST_PTR)) {
    memory.reset(allocate(request.size));
    if (!memory)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    data = memory.get();
    if (request.flags & CL_MEM_COPY_HOST_PTR)
      std::memcpy(data, request.hostPointer, request.size);
  }
  auto buffer = Ref<MemObject>::adopt(new MemObject(context, request.flags, request.size, data));
  buffer->owned_ = std::move(memory);
  buffer->properties_ = std::move(request.properties);
  return buffer;
}

Result<Ref<MemObject>> MemObject::createSubBuffer(MemObject &parent, cl_mem_flags flags, std::size_t origin,
                                                  std::size_t size) {
  auto buffer = Ref<MemObject>::adopt(new MemObject(parent.context(), flags, size, parent.data() + origin));
  buffer->parent_ = Ref(&parent);
  buffer->origin_ = origin;
  return buffer;
}

void MemObject::addMapping(const Mapping &mapping) {
  std::lock_guard lock(mutex_);
  mappings_.push_back(mapping);
}

Result<MemObject::Mapping> MemObject::removeMapping(void *pointer) {
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find(mappings_, pointer, &Mapping::pointer);
  if (found == mappings_.end())
    return fail(CL_INVALID_VALUE);
  Mapping mapping = *found;
  mappings_.erase(found);
  return mapping;
}

cl_uint MemObject::mapCount() const {
  std::lock_guard lock(mutex_);
  return static_cast<cl_uint>(mappings_.size());
}

} // namespace lanecl
