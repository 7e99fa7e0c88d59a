// A memory object, a buffer or an image (OpenCL API 5.2, 5.3, 5.5). All memory is the host's own: data() is what
// kernels, copies and map use, so nothing is ever moved. A sub-buffer, and an image made of a buffer or of another
// image, share their parent's memory and keep the parent alive. Everything but the mappings and call-backs is constant
// after creation; thread safe.
#pragma once
#include "runtime/Context.h"
#include "runtime/DeviceMemory.h"
#include "runtime/ExternalMemory.h"
#include "runtime/Image.h"
#include "runtime/NewerNames.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace lanecl {

class MemObject : public Handle<MemObject, Kind::MemObject> {
public:
  /// What clCreateBuffer(WithProperties) was given; checked by the caller. properties: with the closing 0, or empty.
  struct BufferRequest {
    cl_mem_flags flags = 0;
    std::size_t size = 0;
    void *hostPointer = nullptr;
    std::vector<cl_mem_properties> properties;
    bool svmPointer = false;   ///< hostPointer is of shared virtual memory
    bool fixedAddress = false; ///< CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT: kernels may be given its address
    std::unique_ptr<ExternalMemory> external = nullptr; ///< at least as large; then there is no hostPointer
  };
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory.
  static Result<Ref<MemObject>> createBuffer(Context &, BufferRequest);
  /// flags: complete, the inherited ones included.
  static Result<Ref<MemObject>> createSubBuffer(MemObject &parent, cl_mem_flags flags, std::size_t origin,
                                                std::size_t size);
  /// What clCreateImage(WithProperties) was given; checked by the caller. parent: the object whose memory it is, or
  /// null; then flags are complete, the inherited ones included, and there is no hostPointer.
  struct ImageRequest {
    cl_mem_flags flags = 0;
    Image image;
    void *hostPointer = nullptr;
    MemObject *parent = nullptr;
    std::vector<cl_mem_properties> properties = {};
    std::unique_ptr<ExternalMemory> external = nullptr; ///< at least as large; then no hostPointer and no parent
  };
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory.
  static Result<Ref<MemObject>> createImage(Context &, ImageRequest);
  ~MemObject();

  cl_mem_object_type type() const { return image_ ? image_->type().type : CL_MEM_OBJECT_BUFFER; }
  bool isBuffer() const { return !image_; }
  /// Null for a buffer.
  const Image *image() const { return image_.get(); }
  Context &context() const { return *context_; }
  cl_mem_flags flags() const { return flags_; }
  /// The flags with those that the specification implies made explicit (CL_MEM_READ_WRITE).
  bool deviceMayWrite() const { return !(flags_ & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT)); }
  bool deviceMayRead() const { return !(flags_ & CL_MEM_WRITE_ONLY); }
  bool hostMayRead() const { return !(flags_ & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)); }
  bool hostMayWrite() const {
    return !(flags_ & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT));
  }
  /// Nothing changes it once it is made (cl_ext_immutable_memory_objects).
  bool isImmutable() const { return flags_ & CL_MEM_IMMUTABLE_EXT; }
  std::size_t size() const { return size_; }
  /// First byte of the memory; the same address for host and kernels.
  std::byte *data() const { return data_; }
  /// The host's pointer (CL_MEM_HOST_PTR): only with CL_MEM_USE_HOST_PTR.
  void *hostPointer() const { return flags_ & CL_MEM_USE_HOST_PTR ? data_ : nullptr; }
  /// CL_MEM_USES_SVM_POINTER.
  bool usesSvmPointer() const { return storage().usesSvmPointer_; }
  /// The host may ask for its address (CL_MEM_DEVICE_ADDRESS_EXT), which is data().
  bool hasFixedAddress() const { return hasFixedAddress_; }
  /// The memory of another API that it was made of; null for others, parts of such included.
  const ExternalMemory *external() const { return external_.get(); }
  MemObject *parent() const { return parent_.get(); }
  /// Offset in the parent, bytes; 0 without one.
  std::size_t origin() const { return origin_; }
  /// The object whose memory this is: the parent's, or its own.
  const MemObject &storage() const { return parent_ ? parent_->storage() : *this; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }

  /// A region that the host has mapped (clEnqueueMapBuffer, clEnqueueMapImage); the same pointer may be mapped more
  /// than once. The region in bytes of a buffer, or in texels and layers of an image and its levels.
  struct Mapping {
    void *pointer = nullptr;
    std::array<std::size_t, 4> origin = {}, size = {1, 1, 1, 1};
    cl_map_flags flags = 0;
    bool overlaps(const Mapping &other) const;
  };
  /// What tells a mapping from others of the same region; never 0.
  using MappingNumber = uint64_t;
  /// From now on the region counts as mapped, though the command that maps it has yet to run: confirmMapping() tells
  /// that it has, withdrawMapping() that it never will. CL_INVALID_OPERATION when both it and a mapping that it
  /// overlaps are for writing.
  Result<MappingNumber> addMapping(const Mapping &);
  /// Both do nothing when removeMapping() took it meanwhile.
  void confirmMapping(MappingNumber number);
  void withdrawMapping(MappingNumber number);
  /// Removes one mapping of that pointer, a confirmed one if there is any; CL_INVALID_VALUE if there is none
  /// (clEnqueueUnmapMemObject).
  Result<> removeMapping(void *pointer);
  /// CL_MEM_MAP_COUNT.
  cl_uint mapCount() const;

  DestructorCallbacks<cl_mem> &destructorCallbacks() { return destructorCallbacks_; }

private:
  MemObject(Context &, cl_mem_flags, std::size_t size, std::byte *data);

  Ref<Context> context_;
  Ref<MemObject> parent_;
  cl_mem_flags flags_;
  std::size_t size_, origin_ = 0;
  std::byte *data_;
  std::unique_ptr<const Image> image_;
  bool usesSvmPointer_ = false, hasFixedAddress_ = false;
  bool isAllocation_ = false; ///< among the context's, where robust programs look for its size
  DeviceMemory owned_;
  std::unique_ptr<ExternalMemory> external_;
  std::vector<cl_mem_properties> properties_;
  mutable std::mutex mutex_;
  struct Mapped {
    MappingNumber number;
    Mapping mapping;
    bool isConfirmed = false;
  };
  std::vector<Mapped> mappings_;
  MappingNumber lastMapping_ = 0;
  DestructorCallbacks<cl_mem> destructorCallbacks_;
};

} // namespace lanecl
