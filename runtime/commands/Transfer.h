// The commands that move memory: read, write, copy, fill, their rectangles, map and unmap (OpenCL API 5.2). The caller
// has checked everything; what can still fail is the submission (see Recipient::take, CommandQueue::submit). Each
// command keeps its memory objects alive until it has run. Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include "runtime/MemObject.h"
#include "runtime/commands/Bytes.h"
#include "runtime/commands/Recipient.h"
#include <array>
#include <span>

namespace lanecl::commands {

/// One end of a transfer: a memory object, or the host's memory (no object).
struct End {
  Ref<MemObject> object;
  std::byte *memory = nullptr; ///< start of the object's or the host's memory; not written when it is the source
};

Result<> copy(const Recipient &recipient, cl_command_type type, const End &to, std::size_t toOffset, const End &from,
              std::size_t fromOffset, std::size_t bytes);
Result<> copyBox(const Recipient &recipient, cl_command_type type, const End &to, const Box &toBox, const End &from,
                 const Box &fromBox, const BoxSize &size);
/// The pattern is taken along.
Result<> fill(const Recipient &recipient, cl_command_type type, const End &to, std::size_t offset, std::size_t bytes,
              std::span<const std::byte> pattern);
/// Fills a box of an image with one block of texels over and over; the box is as wide as some of them.
Result<> fillBox(const Recipient &recipient, MemObject &image, const Box &box, const BoxSize &size, const Texel &block);
/// The memory itself, at mapping.pointer; nothing is copied. The mapping counts from now on, unless the command fails.
Result<void *> map(CommandQueue &queue, cl_command_type type, MemObject &object, const MemObject::Mapping &mapping,
                   const CommandQueue::Submission &how);
/// CL_INVALID_VALUE when that pointer is not mapped.
Result<> unmap(CommandQueue &queue, MemObject &object, void *pointer, const CommandQueue::Submission &how);
/// Memory is where it is needed already: a command that only takes its turn.
Result<> takeTurn(CommandQueue &queue, cl_command_type type, const CommandQueue::Submission &how);

} // namespace lanecl::commands
