#include "runtime/commands/Transfer.h"
#include <cstring>
#include <utility>

namespace lanecl::commands {
namespace {

struct Copy {
  Ref<MemObject> keepTo, keepFrom;
  std::byte *to;
  const std::byte *from;
  std::size_t bytes;
  cl_int operator()() const {
    copyBytes(to, from, bytes);
    return CL_SUCCESS;
  }
};

struct CopyBox {
  Ref<MemObject> keepTo, keepFrom;
  std::byte *to;
  Box toBox;
  const std::byte *from;
  Box fromBox;
  BoxSize size;
  cl_int operator()() const {
    lanecl::copyBox(to, toBox, from, fromBox, size);
    return CL_SUCCESS;
  }
};

struct Fill {
  Ref<MemObject> keepTo;
  std::byte *to;
  std::size_t bytes;
  std::array<std::byte, 128> pattern;
  std::size_t patternBytes;
  cl_int operator()() const {
    fillBytes(to, bytes, pattern.data(), patternBytes);
    return CL_SUCCESS;
  }
};

struct FillBox {
  Ref<MemObject> image;
  Box box;
  BoxSize size;
  Texel block;
  std::size_t blockBytes;
  cl_int operator()() const {
    lanecl::fillBox(image->data(), box, size, block.data(), blockBytes);
    return CL_SUCCESS;
  }
};

/// Nothing to do but to keep the object until its turn.
struct Keep {
  Ref<MemObject> object;
  cl_int operator()() const { return CL_SUCCESS; }
};

/// Maps nothing, but tells the object what has become of the mapping, however the command ends.
class MapTask final : public Task {
public:
  MapTask(CommandQueue *queue, cl_command_type type, MemObject &object) : Task(queue, type), object_(&object) {}
  ~MapTask() override { withdraw(); }
  Result<> add(const MemObject::Mapping &mapping) {
    auto number = object_->addMapping(mapping);
    if (!number)
      return fail(number.error());
    pending_ = *number;
    return {};
  }

protected:
  cl_int run() override {
    object_->confirmMapping(std::exchange(pending_, 0));
    return CL_SUCCESS;
  }
  void drop() override {
    withdraw();
    object_ = nullptr;
  }

private:
  void withdraw() {
    if (pending_)
      object_->withdrawMapping(std::exchange(pending_, 0));
  }
  Ref<MemObject> object_;
  MemObject::MappingNumber pending_ = 0; ///< 0: none, or its end is told
};

} // namespace

Result<> copy(const Recipient &recipient, cl_command_type type, const End &to, std::size_t toOffset, const End &from,
              std::size_t fromOffset, std::size_t bytes) {
  return recipient.take(type, moveCost(bytes),
                        Copy{to.object, from.object, to.memory + toOffset, from.memory + fromOffset, bytes});
}

Result<> copyBox(const Recipient &recipient, cl_command_type type, const End &to, const Box &toBox, const End &from,
                 const Box &fromBox, const BoxSize &size) {
  return recipient.take(type, moveCost(size.width * size.rows()),
                        CopyBox{to.object, from.object, to.memory, toBox, from.memory, fromBox, size});
}

Result<> fill(const Recipient &recipient, cl_command_type type, const End &to, std::size_t offset, std::size_t bytes,
              std::span<const std::byte> pattern) {
  Fill work{to.object, to.memory + offset, bytes, {}, pattern.size()};
  std::memcpy(work.pattern.data(), pattern.data(), pattern.size());
  return recipient.take(type, moveCost(bytes), std::move(work));
}

Result<> fillBox(const Recipient &recipient, MemObject &image, const Box &box, const BoxSize &size,
                 const Texel &block) {
  return recipient.take(CL_COMMAND_FILL_IMAGE, moveCost(size.width * size.rows()),
                        FillBox{Ref<MemObject>(&image), box, size, block, image.image()->format().blockBytes});
}

Result<void *> map(CommandQueue &queue, cl_command_type type, MemObject &object, const MemObject::Mapping &mapping,
                   const CommandQueue::Submission &how) {
  auto task = Ref<MapTask>::adopt(new MapTask(&queue, type, object));
  if (auto added = task->add(mapping); !added)
    return fail(added.error());
  if (auto submitted = queue.submit(task, how); !submitted)
    return fail(submitted.error());
  return mapping.pointer;
}

Result<> unmap(CommandQueue &queue, MemObject &object, void *pointer, const CommandQueue::Submission &how) {
  if (auto removed = object.removeMapping(pointer); !removed)
    return removed;
  return queue.submit(CL_COMMAND_UNMAP_MEM_OBJECT, 0, Keep{Ref<MemObject>(&object)}, how);
}

Result<> takeTurn(CommandQueue &queue, cl_command_type type, const CommandQueue::Submission &how) {
  return queue.submit(Ref<Task>::adopt(new Task(&queue, type)), how);
}

} // namespace lanecl::commands
