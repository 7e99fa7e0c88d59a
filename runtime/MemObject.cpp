#include "runtime/MemObject.h"
#include <algorithm>
#include <cstring>

namespace lanecl {

MemObject::MemObject(Context &context, cl_mem_flags flags, std::size_t size, std::byte *data)
    : context_(&context), flags_(flags), size_(size), data_(data) {}

// "The registered callback functions are called and then the memory object's resources are freed"
// (clSetMemObjectDestructorCallback).
MemObject::~MemObject() {
  destructorCallbacks_.run(reinterpret_cast<cl_mem>(this));
  if (isAllocation_)
    context_->allocations().remove(data_, [](AllocationKind kind) { return kind == AllocationKind::Buffer; });
}

Result<Ref<MemObject>> MemObject::createBuffer(Context &context, BufferRequest request) {
  DeviceMemory memory;
  auto *data = static_cast<std::byte *>(request.hostPointer);
  if (request.external) {
    data = request.external->data();
  } else if (!(request.flags & CL_MEM_USE_HOST_PTR)) {
    memory = allocateMemory(*context.devices().front(), request.size);
    if (!memory)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    data = memory.get();
    if (request.flags & CL_MEM_COPY_HOST_PTR)
      std::memcpy(data, request.hostPointer, request.size);
  }
  auto buffer = Ref<MemObject>::adopt(new MemObject(context, request.flags, request.size, data));
  // The host's own memory may be part of another allocation, or of two buffers.
  if (request.fixedAddress && memory) {
    context.allocations().add({data, request.size, AllocationKind::Buffer, request.flags, nullptr});
    buffer->isAllocation_ = true;
  }
  buffer->hasFixedAddress_ = request.fixedAddress;
  buffer->owned_ = std::move(memory);
  buffer->external_ = std::move(request.external);
  buffer->properties_ = std::move(request.properties);
  buffer->usesSvmPointer_ = request.svmPointer && (request.flags & CL_MEM_USE_HOST_PTR);
  return buffer;
}

Result<Ref<MemObject>> MemObject::createSubBuffer(MemObject &parent, cl_mem_flags flags, std::size_t origin,
                                                  std::size_t size) {
  auto buffer = Ref<MemObject>::adopt(new MemObject(parent.context(), flags, size, parent.data() + origin));
  buffer->parent_ = Ref(&parent);
  buffer->origin_ = origin;
  return buffer;
}

Result<Ref<MemObject>> MemObject::createImage(Context &context, ImageRequest request) {
  const Image::Region given = request.image.whole();
  const bool isCopy = (request.flags & CL_MEM_COPY_HOST_PTR) && !request.parent;
  if (isCopy) // what lies between the host's rows need not be there, and may be much
    request.image.pack();
  const std::size_t bytes = request.image.bytes();
  DeviceMemory memory;
  auto *data = static_cast<std::byte *>(request.hostPointer);
  if (request.parent) {
    data = request.parent->data();
  } else if (request.external) {
    data = request.external->data();
  } else if (!(request.flags & CL_MEM_USE_HOST_PTR)) {
    Device &device = *context.devices().front();
    memory = bytes <= device.maxAllocationBytes() ? allocateMemory(device, bytes) : DeviceMemory();
    if (!memory)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    data = memory.get();
    if (isCopy)
      copyBox(data, request.image.whole().box, static_cast<const std::byte *>(request.hostPointer), given.box,
              given.boxSize);
  }
  request.image.setMemory(data);
  auto object = Ref<MemObject>::adopt(new MemObject(context, request.flags, bytes, data));
  object->parent_ = Ref<MemObject>(request.parent);
  object->owned_ = std::move(memory);
  object->external_ = std::move(request.external);
  object->image_ = std::make_unique<const Image>(std::move(request.image));
  object->properties_ = std::move(request.properties);
  return object;
}

bool MemObject::Mapping::overlaps(const Mapping &other) const {
  for (std::size_t i = 0; i < origin.size(); ++i)
    if (origin[i] >= other.origin[i] + other.size[i] || other.origin[i] >= origin[i] + size[i])
      return false;
  return true;
}

Result<MemObject::MappingNumber> MemObject::addMapping(const Mapping &mapping) {
  constexpr cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  std::lock_guard lock(mutex_);
  // CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing.
  for (const Mapped &other : mappings_)
    if ((mapping.flags & writing) && (other.mapping.flags & writing) && mapping.overlaps(other.mapping))
      return fail(CL_INVALID_OPERATION);
  mappings_.push_back({lastMapping_ + 1, mapping});
  return ++lastMapping_;
}

void MemObject::confirmMapping(MappingNumber number) {
  std::lock_guard lock(mutex_);
  if (auto found = std::ranges::find(mappings_, number, &Mapped::number); found != mappings_.end())
    found->isConfirmed = true;
}

void MemObject::withdrawMapping(MappingNumber number) {
  std::lock_guard lock(mutex_);
  if (auto found = std::ranges::find(mappings_, number, &Mapped::number); found != mappings_.end())
    mappings_.erase(found);
}

Result<> MemObject::removeMapping(void *pointer) {
  std::lock_guard lock(mutex_);
  auto found = mappings_.end();
  for (auto at = mappings_.begin(); at != mappings_.end(); ++at)
    if (at->mapping.pointer == pointer && (found == mappings_.end() || (at->isConfirmed && !found->isConfirmed)))
      found = at;
  if (found == mappings_.end())
    return fail(CL_INVALID_VALUE);
  mappings_.erase(found);
  return {};
}

cl_uint MemObject::mapCount() const {
  std::lock_guard lock(mutex_);
  return static_cast<cl_uint>(mappings_.size());
}

} // namespace lanecl
