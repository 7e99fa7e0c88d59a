// The interface between the runtime and compiled kernels: plain data, laid out the same for C++ and for the code that
// the JIT makes (compiler/transform/groups/WorkItemLoops addresses the fields by offsetof). No LLVM, no cl_* types.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanecl {

/// One launch of a kernel over an NDRange; constant while it runs, shared by all threads. Sizes are in work-items.
/// Dimensions beyond workDim hold size 1, offset 0.
struct alignas(16) LaunchInfo {
  uint64_t globalSize[3];
  uint64_t globalOffset[3];
  uint64_t localSize[3];  ///< enqueued local size; the last group of a dimension may be smaller (non-uniform)
  uint64_t groupCount[3]; ///< work-groups per dimension, the partial last one included
  uint32_t workDim;
  uint32_t reserved;
};

/// What one worker thread lends to the work-groups that it runs. The memory is uninitialised and reused from group to
/// group; all pointers are aligned to MemoryAlignment.
struct alignas(16) WorkerInfo {
  std::byte *localMemory; ///< LocalLayout of the launch: kernel's own variables first, then __local arguments
  std::byte *context;     ///< values that live across barriers: Variant::contextBytes(local size) bytes
  std::byte *scratch;     ///< private arrays too large for the stack: Variant::scratchBytes, one sub-group at a time
  void *sink;             ///< opaque to kernels: handed back to the runtime's call-backs
  /// Sizes of the three: they tell which memory a generic pointer points to (OpenCL C 6.15.11.2).
  uint64_t localBytes = 0, contextBytes = 0, scratchBytes = 0;
  struct Place {
    std::array<uint64_t, 3> workItem{}; ///< global ids of the first active one
    uint32_t line = 0;                  ///< of the source; 0: not known
  };
  /// Of the sub-group that runs, in the checking mode (Settings::check): noted in front of what may fault.
  Place place{};
};

/// The largest alignment that a variable can ask for and get.
inline constexpr std::size_t MemoryAlignment = 4096;

/// What a kernel sees of an image; its entry in the argument block, by value. Constant while the kernel runs. Sizes are
/// in texels, those that the image's type does not have are 1; pitches are in bytes and count from row to row, from
/// slice to slice (3D) or from layer to layer (arrays; of a 1D array, whose rows are its layers, both are the same).
struct alignas(16) ImageDescriptor {
  std::byte *texels; ///< the first texel of level 0
  uint64_t rowPitch, slicePitch;
  uint32_t width, height, depth, layers;
  uint32_t channelOrder, channelType; ///< cl_channel_order, cl_channel_type: what format queries answer
  uint32_t texelBytes;                ///< from texel to texel; where some share bytes, those that are a texel's alone
  uint32_t levels;                    ///< of a mipmap; 1: none
  const ImageDescriptor *mipmaps;     ///< [levels - 1]: the levels from 1 on, each a descriptor of its own; or null
};

/// What a sampler argument's entry in the argument block holds, and a literal sampler becomes (OpenCL C 6.14.14.1).
struct SamplerBits {
  /// Bits 0 to 2: the addressing mode, numbered as SPIR-V's SamplerAddressingMode.
  static constexpr uint32_t AddressingMask = 7, None = 0, ClampToEdge = 1, Clamp = 2, Repeat = 3, MirroredRepeat = 4;
  static constexpr uint32_t Normalized = 8; ///< coordinates are of [0, 1)
  static constexpr uint32_t Linear = 16;    ///< filter; otherwise nearest
  static constexpr uint32_t MipLinear = 32; ///< filter between levels; otherwise nearest
  /// Levels of detail are clamped, first to a least one (bits 19 to 31), then to a most one (bits 6 to 18, counted down
  /// from LodMask, so that 0 is no bound): in steps of 1 / LodSteps, for more than the levels of any image.
  static constexpr uint32_t LodMaxShift = 6, LodMinShift = 19, LodMask = 8191, LodSteps = 512;
};

/// What code may be made for of an image argument: 32 bits that its format and size make; never 0.
struct ImageFormatWord {
  static constexpr uint32_t FirstOrder = 0x10B0, FirstType = 0x10D0, Known = 1u << 31, Small = 1u << 30;
  static constexpr uint32_t of(const ImageDescriptor &image) {
    uint64_t slices = image.depth > image.layers ? image.depth : image.layers;
    bool isSmall = image.slicePitch * slices < (1u << 31) && image.rowPitch * image.height < (1u << 31);
    return Known | (isSmall ? Small : 0) | (image.channelOrder - FirstOrder) | (image.channelType - FirstType) << 8 |
           image.texelBytes << 16;
  }
  static constexpr uint32_t order(uint32_t word) { return FirstOrder + (word & 0xFF); }
  static constexpr uint32_t type(uint32_t word) { return FirstType + (word >> 8 & 0xFF); }
  static constexpr uint32_t texelBytes(uint32_t word) { return word >> 16 & 0xFF; }
  /// 31 bits count the bytes from the first texel to any other.
  static constexpr bool isSmall(uint32_t word) { return (word & Small) != 0; }
};

/// A compiled kernel. Runs the work-groups [firstGroup, firstGroup + groupCount) in linear order
/// (group id = x + groupCount.x * (y + groupCount.y * z)), each from start to end on the calling thread.
/// args: the argument block (KernelInfo::argBlockBytes; layout in ArgInfo::offset). A __local argument's entry holds
/// the uint64_t byte offset into WorkerInfo::localMemory; a buffer's entry its host address.
using KernelEntry = void (*)(const void *args, const LaunchInfo *launch, WorkerInfo *worker, uint64_t firstGroup,
                             uint64_t groupCount);

/// What a pointer to the function of that name is in a program's memory: the same in all its kernels, for host and
/// device, and no address of code. Never 0.
constexpr uint64_t functionPointer(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (char character : name)
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  return hash | 1;
}

/// What compiled code calls in the runtime. `sink` is WorkerInfo::sink. Thread safe.
struct HostCallbacks {
  /// printf of OpenCL C: one finished piece of text of one work-item, to be written whole at the latest when the
  /// queue finishes (OpenCL C 6.15.14).
  void (*printfText)(void *sink, const char *text, std::size_t length) = nullptr;
  /// The checking mode (Settings::check): what a kernel did wrong, one line without its end.
  void (*report)(void *sink, const char *text, std::size_t length) = nullptr;
  /// assert of SYCL programs (cl_intel_devicelib_assert): what is said before the process ends, a whole line.
  void (*assertFailed)(void *sink, const char *text, std::size_t length) = nullptr;
  /// Ends the launch as a fault does where faults are caught, and does not return then.
  void (*trap)(void *sink) = nullptr;
};

} // namespace lanecl
