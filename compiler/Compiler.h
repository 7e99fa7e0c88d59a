// The compiler as the runtime sees it: OpenCL C or SPIR-V in, machine code out. The only header of compiler/ (with
// KernelAbi.h) that runtime/ includes. No LLVM and no cl_* type appears here. The implementation lives in
// liblanecl-compiler.so, opened at the first build; everything crosses as plain C++ data.
// Thread safety: every method may be called from any thread at the same time; objects are immutable once returned.
// Nothing here throws, exits or aborts the host: a crash inside Clang or LLVM becomes Status::BuildFailure.
#pragma once
#include "compiler/KernelAbi.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanecl::compiler {

enum class Status {
  Ok,
  BuildFailure,   ///< the program is wrong: the log says where
  InvalidOptions, ///< a build option is unknown or malformed: the log names it
  InvalidModule,  ///< not SPIR-V, damaged, or invalid under the validator
  InvalidBinary,  ///< not a ProgramCode of this version
  OutOfMemory
};

enum class ArgKind : uint8_t { Value, Global, Constant, Local, Image, Sampler, Pipe, Queue };
enum class AccessQualifier : uint8_t { None, ReadOnly, WriteOnly, ReadWrite };
enum TypeQualifier : uint8_t { QualifierConst = 1, QualifierRestrict = 2, QualifierVolatile = 4, QualifierPipe = 8 };

/// What kind of image an argument is (OpTypeImage): the dimensions of a texel's place, layers, depth.
enum class ImageDimension : uint8_t { Unknown, One, Two, Three, Buffer };
struct ImageKind {
  ImageDimension dimension = ImageDimension::Unknown;
  bool arrayed = false, depth = false;
};

/// Which values of an integer argument would make other code where they are known.
enum class Shaping : uint8_t {
  None,
  Small, ///< those up to ShapingValues::Small: steps of ids and counters, bounds of loops
  Any    ///< it chooses between ways, or divides
};

/// One argument of a kernel (clGetKernelArgInfo, OpenCL API 5.9.4) and its place in the argument block.
struct ArgInfo {
  ArgKind kind = ArgKind::Value;
  AccessQualifier access = AccessQualifier::None;
  uint8_t typeQualifiers = 0; ///< TypeQualifier bits
  ImageKind image;            ///< of images
  uint32_t bytes = 0;         ///< size that clSetKernelArg must be given; 8 for pointers
  uint32_t offset = 0;        ///< byte offset in the argument block
  uint32_t pointeeAlign = 1;  ///< __local arguments: alignment of their memory
  Shaping shaping = Shaping::None;
  /// Of an integer: so many bytes times it are between where neighbouring work-items reach memory, in rows or blocks of
  /// their own; 0: it says nothing of that.
  uint32_t rowBytes = 0;
  /// Robust programs, pointers: where the uint64_t size of their memory goes in the argument block; 0: nowhere.
  uint32_t sizeOffset = 0;
  std::string name, typeName; ///< empty when the module does not carry them
};

struct KernelInfo {
  std::string name;
  std::vector<ArgInfo> args;
  bool hasArgInfo = false; ///< names and type names are known
  uint32_t argBlockBytes = 0;
  std::array<uint32_t, 3> requiredWorkGroupSize = {}; ///< zeros: none
  std::array<uint32_t, 3> workGroupSizeHint = {};     ///< zeros: none
  uint32_t requiredSubGroupSize = 0;                  ///< 0: none
  uint32_t requiredSubGroupsPerGroup = 0;             ///< SubgroupsPerWorkgroup; 0: none
  std::string attributes;                             ///< CL_KERNEL_ATTRIBUTES text
  uint64_t localBytes = 0;                            ///< the kernel's own __local variables
  uint64_t privateBytes = 0;                          ///< private memory per work-item, a guess
  uint32_t subGroupSize = 1;                          ///< lanes that this kernel runs with by default
  /// Lanes at most of launches where nobody can tell how many there are: their groups are the runtime's own, or rows of
  /// them are as whole with so many (VariantKey::freeLanes).
  uint32_t freeLanes = 1;
  /// No barrier, local memory, sub-group or group query: the runtime may split the NDRange into groups as it likes.
  bool groupAgnostic = false;
  /// The same once each group is a single work-item, whose queries and barriers are known
  /// (VariantKey::singleItemGroups).
  bool singleItemAgnostic = false;
  /// Group-agnostic kernels: the dimension along which lanes reach memory best, an estimate. Not 0 only where nobody
  /// can tell along which they lie.
  uint8_t laneDimension = 0;
  bool wideVectors = false;   ///< most of its arithmetic is on vectors of 32 bytes and more
  bool longBlocks = false;    ///< more arithmetic without a branch, or in a loop, than a processor looks ahead
  bool usesSubGroups = false; ///< asks for sub-groups or has their operations
  bool hasLoops = false;      ///< a few work-items may take long
  bool isRobust = false;      ///< local memory is zeros where its groups begin to run on a thread

  /// Where groups are the host's, too, more lanes may pay and nobody can tell.
  bool mayHaveFreeLanes() const { return !usesSubGroups && freeLanes > subGroupSize; }
  /// And fewer.
  bool mayHaveFewerLanes() const { return !usesSubGroups && !requiredSubGroupSize && !requiredSubGroupsPerGroup; }
};

/// Values of a launch's arguments that shape code (ArgInfo::shaping), in their order; without allocations, for each
/// launch has some.
class ShapingValues {
public:
  /// As many arguments of a kernel shape its code at most.
  static constexpr unsigned Most = 8;
  /// What stands for all values of an argument, and up to which one is small.
  static constexpr int64_t Any = INT64_MIN, Small = 64;

  /// Those beyond `Most` are left out.
  void add(int64_t value) {
    if (count_ < Most)
      values_[count_++] = value;
  }
  bool empty() const { return count_ == 0; }
  std::span<const int64_t> all() const { return std::span(values_).first(count_); }
  auto operator<=>(const ShapingValues &) const = default;

private:
  std::array<int64_t, Most> values_ = {};
  uint32_t count_ = 0;
};

/// What of a launch code may be made for where it pays: members of VariantKey.
enum class Special : uint8_t { LocalSize, Values };
inline constexpr std::array Specials = {Special::LocalSize, Special::Values};

/// The shapes of launch that get code of their own, compiled at first use.
struct VariantKey {
  bool tails = true;    ///< some sub-groups are partial (local size or edge no multiple of the sub-group size)
  bool wideIds = false; ///< a global id or linear id may reach 2^31
  /// The host asked for groups of one work-item; for KernelInfo::singleItemAgnostic kernels, whose lanes are then
  /// groups. The shape in LaunchInfo is the runtime's own.
  bool singleItemGroups = false;
  /// So many lanes, of kernels that do not use sub-groups; 0: as many as the compiler finds best. 1: for groups of one
  /// work-item (with local memory, say), whose vectors would be empty but for a lane. Others are tried
  /// (Variant::rivals).
  uint8_t lanes = 0;
  /// Sub-groups follow the linear local id, not the rows of the group: for kernels that use sub-groups, when rows are
  /// no multiple of the sub-group size ("All sub-groups must be the same size, while the last ... could be smaller").
  bool linear = false;
  /// Lanes lie along this dimension of the kernel: it and dimension 0 have changed places, in LaunchInfo, too. For
  /// groups with few work-items along dimension 0, of kernels that do not use sub-groups, and what
  /// KernelInfo::laneDimension says.
  uint8_t laneDimension = 0;
  /// Of a kernel that does not use sub-groups: lanes at most, for the groups' rows. Where groups are the host's: of
  /// which the rows are whole numbers, more than its sub-groups have and up to KernelInfo::freeLanes, or as few as the
  /// rows are long. Where they are the runtime's: of rows that are shorter than KernelInfo::freeLanes.
  /// 0: there is no such number.
  uint8_t freeLanes = 0;
  /// Of a kernel that does not use sub-groups: so many lanes at most go along rows of their own, which this launch has
  /// (ArgInfo::rowBytes), without pushing each other's out of the cache. 0: any number.
  uint8_t lanesInCache = 0;
  /// The memory objects of the kernel's pointer arguments share no byte, and there are no other pointers among them.
  bool noAliasBuffers = false;
  /// What the image and sampler arguments are, in their order: code made for their formats (ImageFormatWord) and modes
  /// (SamplerBits). Empty: code for all.
  std::vector<uint32_t> images = {};
  /// The launch's local size, in LaunchInfo's order of dimensions, for kernels whose groups are the host's: code for
  /// groups of that size alone, all of them whole. Zeros: code for all.
  std::array<uint32_t, 3> localSize = {};
  /// Code for those values alone. Empty: code for all.
  ShapingValues values = {};
  bool hasLocalSize() const { return localSize[0] != 0; }
  bool has(Special special) const { return special == Special::LocalSize ? hasLocalSize() : !values.empty(); }
  bool isSpecial() const { return has(Special::LocalSize) || has(Special::Values); }
  /// Makes it the key of code for all launches, as far as that is concerned.
  void drop(Special special) {
    if (special == Special::LocalSize)
      localSize = {};
    else
      values = {};
  }
  VariantKey without(Special special) const {
    VariantKey key = *this;
    key.drop(special);
    return key;
  }
  VariantKey forAll() const { return without(Special::LocalSize).without(Special::Values); }
  auto operator<=>(const VariantKey &) const = default;
};

/// VariantKey::images of a launch with this argument block.
inline std::vector<uint32_t> imageWords(const KernelInfo &kernel, const std::byte *block) {
  std::vector<uint32_t> words;
  words.reserve(std::ranges::count_if(kernel.args, [](const ArgInfo &argument) {
    return argument.kind == ArgKind::Image || argument.kind == ArgKind::Sampler;
  }));
  for (const ArgInfo &argument : kernel.args) {
    if (argument.kind == ArgKind::Image) {
      ImageDescriptor image;
      std::memcpy(&image, block + argument.offset, sizeof image);
      words.push_back(ImageFormatWord::of(image));
    } else if (argument.kind == ArgKind::Sampler) {
      uint32_t sampler;
      std::memcpy(&sampler, block + argument.offset, sizeof sampler);
      words.push_back(sampler);
    }
  }
  return words;
}

/// VariantKey::values of a launch with this argument block.
inline ShapingValues shapingValues(const KernelInfo &kernel, const std::byte *block) {
  ShapingValues values;
  bool isAnyKnown = false;
  for (const ArgInfo &argument : kernel.args) {
    uint64_t bits = 0;
    if (argument.shaping == Shaping::None || argument.bytes == 0 || argument.bytes > sizeof bits)
      continue;
    std::memcpy(&bits, block + argument.offset, argument.bytes);
    const unsigned unused = 64 - 8 * argument.bytes;
    const int64_t value = static_cast<int64_t>(bits << unused) >> unused;
    const bool isSmall = value >= -ShapingValues::Small && value <= ShapingValues::Small;
    const bool isKnown = value != ShapingValues::Any && (isSmall || argument.shaping == Shaping::Any);
    values.add(isKnown ? value : ShapingValues::Any);
    isAnyKnown |= isKnown;
  }
  return isAnyKnown ? values : ShapingValues();
}

/// Lanes, a power of two, that go along parts of memory which lie so many bytes from each other: of the nearest cache
/// of today's processors, what is 4096 bytes apart has the same place, in which 8 lines have room.
constexpr uint64_t lanesInCache(uint64_t distance) {
  constexpr uint64_t Way = 4096, Lines = 8;
  const uint64_t places = Way / std::min(Way, std::max<uint64_t>(distance & -distance, 1));
  return Lines * places;
}

/// VariantKey::lanesInCache of a launch with this argument block.
inline uint8_t lanesInCache(const KernelInfo &kernel, const std::byte *block) {
  const uint64_t most = std::max(kernel.freeLanes, kernel.subGroupSize);
  uint64_t lanes = most;
  for (const ArgInfo &argument : kernel.args) {
    uint64_t value = 0;
    if (argument.rowBytes == 0 || argument.bytes > sizeof value)
      continue;
    std::memcpy(&value, block + argument.offset, argument.bytes);
    if (value > 1) // of which there are rows
      lanes = std::min(lanes, lanesInCache(value * argument.rowBytes));
  }
  return lanes < most ? static_cast<uint8_t>(lanes) : 0;
}

/// How much is spent on code. Results do not depend on it.
enum class Tier : uint8_t {
  Best,
  First ///< made fast, to run until the best code is there
};

struct Variant;
/// What becomes known of a variant while it is used; null at first, and for a copy. Thread safe.
template <typename T> class Later {
public:
  Later() = default;
  Later(const Later &) noexcept {}
  Later &operator=(const Later &) noexcept { return *this; }
  T *get() const { return value_.load(std::memory_order_acquire); }
  void set(T *value) { value_.store(value, std::memory_order_release); }

private:
  std::atomic<T *> value_{nullptr};
};
/// The better code of a variant.
class Successor : public Later<const Variant> {
public:
  Successor() = default;
  Successor(const Successor &other) noexcept : Later(other) {}
  Successor &operator=(const Successor &) noexcept { return *this; }
  /// Counts a use: whether there was one before.
  bool isUsedAgain() const { return isUsed_.exchange(true, std::memory_order_relaxed); }

private:
  mutable std::atomic<bool> isUsed_{false};
};
/// Other numbers of lanes tried beside a variant's; the runtime's (runtime/LaneTrial.h).
class LaneTrial;

struct Variant {
  KernelEntry entry = nullptr;
  Tier tier = Tier::Best;
  uint32_t subGroupSize = 1;
  uint64_t contextBytesPerSubGroup = 0, contextBytesPerGroup = 0, scratchBytes = 0;
  /// Other numbers of lanes (VariantKey::lanes) that may run faster, nobody could tell, with the same results; 0: none.
  std::array<uint8_t, 3> rivals = {};
  Successor successor;
  Later<LaneTrial> trial;
  /// The best code that there is by now.
  const Variant &latest() const {
    const Variant *best = this;
    while (const Variant *better = best->successor.get())
      best = better;
    return *best;
  }
  /// Bytes of WorkerInfo::context for work-groups of this local size.
  uint64_t contextBytes(const uint64_t (&local)[3]) const {
    uint64_t perRow = (local[0] + subGroupSize - 1) / subGroupSize;
    return contextBytesPerGroup + contextBytesPerSubGroup * perRow * local[1] * local[2];
  }
};

/// What is known of a built program once its code is made: with it and the code's images (compiler/image/CodeImage.h) a
/// program runs without its compiler.
struct ProgramFacts {
  /// A program-scope variable in global memory: the module's name for it, and the image's.
  struct Variable {
    std::string name, symbol;
    uint64_t bytes = 0;
  };
  std::vector<KernelInfo> kernels;
  std::vector<Variable> variables;
  std::vector<std::string> functions; ///< beside the kernels, those that others may call by name
  uint64_t globalVariableBytes = 0;
  bool hasInitializers = false;
  std::vector<std::byte> variablesImage; ///< a CodeImage whose symbols are all variables; empty: none

  bool hasFunction(std::string_view name) const {
    return std::ranges::find(functions, name) != functions.end() ||
           std::ranges::find(kernels, name, &KernelInfo::name) != kernels.end();
  }
};

/// A built program: kernels ready to be compiled for a launch. Keeps its machine code alive as long as it lives.
class ProgramCode {
public:
  virtual ~ProgramCode() = default;
  virtual std::span<const KernelInfo> kernels() const = 0;
  /// Machine code of kernel number `kernel` for that shape; compiled at the first request, then shared. On failure
  /// nullptr, with the reason in `log`. The pointer lives as long as the ProgramCode.
  /// `tier`: the least that will do.
  virtual const Variant *variant(std::size_t kernel, VariantKey key, std::string &log, Tier tier = Tier::Best) = 0;
  /// A variant of Tier::First, which this program gave, is used so much that better code pays: to be made in the
  /// background, as its successor. Returns at once, and may be told again.
  virtual void improve(const Variant &) {}
  /// The trial of a variant, which this program gave, begins: code for its rivals is to be made in the background.
  virtual void tryLanes(const Variant &) {}
  /// The trial is over: what it found is kept, and the variant has a successor if one of its rivals won.
  virtual void endTrial(const Variant &) {}
  /// Whether a launch of so many work-items is to have code for its images (VariantKey::images) rather than code for
  /// all: a kernel's first few formats have their own at once, the others when they have run often enough. Counts the
  /// launch.
  virtual bool isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) = 0;
  /// Whether a launch is to have code for its local size or arguments' values, which `key` has, rather than code for
  /// all: where such launches have run for long and, when it is likely that the kernel will see no others (`isUsual`),
  /// at its first launch, unless there is code for all already.
  struct SpecialCode {
    bool isWorth = false;
    /// Else, where that may change: what the time of the launch, of one thread, is to be added to, in nanoseconds.
    /// Lives as long as the ProgramCode.
    std::atomic<uint64_t> *ran = nullptr;
  };
  virtual SpecialCode specialCode(std::size_t kernel, const VariantKey &key, Special special, bool isUsual) = 0;
  /// A program-scope variable in global memory. All zero without one of that name; lives as long as the ProgramCode.
  struct GlobalVariable {
    std::byte *address = nullptr;
    uint64_t bytes = 0;
  };
  /// By the name that it is exported by or, when it is not, that the module gives it.
  virtual GlobalVariable variable(std::string_view name) = 0;
  /// Whether there is a function of that name, a kernel or another that the program shows (lanecl::functionPointer).
  virtual bool hasFunction(std::string_view name) const = 0;
  /// Bytes of the program-scope variables in global memory (CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE).
  virtual uint64_t globalVariableBytes() const = 0;
  /// Names of program-scope constructors/destructors present (SPIR-V Initializer/Finalizer modes).
  virtual bool hasInitializers() const = 0;
  /// What a program can be kept by. Null when its code is for this process alone (LANECL_DEBUG_JIT; processors for
  /// which no images are made): only variant() gives any then.
  virtual const ProgramFacts *facts() const = 0;
  /// Compiles a variant as a CodeImage, in bytes, with the variables as imports; nothing is loaded. Empty on failure,
  /// with the reason in `log`. Every call compiles: the caller keeps what it gets. `tier`: the least that will do, and
  /// then what it is: there is no first code where it could not give the same results. Ends early, empty, soon after
  /// `isUnwanted` (null: never) is set.
  virtual std::vector<std::byte> image(std::size_t kernel, const VariantKey &key, Tier &tier, std::string &log,
                                       const std::atomic<bool> *isUnwanted = nullptr) = 0;
};

/// A file that the front end looked for on the host. `contents`: empty, there is none that it would take; "/", a
/// folder; "?" and the size in decimal digits, a file that it did not read; otherwise the hash of what it read
/// (image::CacheKey). `sameAs`: the first path, in the order of the module's list, that led to the same file; empty:
/// none before.
struct FileUse {
  std::string path, contents, sameAs;
};

/// A SPIR-V module of one translation unit. Words are host-endian. Everything later stages need travels inside
/// (argument info as OpString, options as OpModuleProcessed).
struct SpirvModule {
  std::vector<uint32_t> words;
  /// Part of a library made without -enable-link-options: link options leave it as it is (OpenCL API 5.8.7.1).
  bool keepsOptions = false;
  /// From a binary, which anybody may have written: link() validates it first.
  bool isForeign = false;
  /// The same source may become another module tomorrow (__DATE__, __TIME__).
  bool isFleeting = false;
  /// Of a source: the files that it depends on.
  std::vector<FileUse> files = {};
};

struct SpecConstant {
  uint32_t id = 0, bytes = 0;
};

struct Header {
  std::string name, source; ///< as included: #include "name"
};

/// Build options of clBuildProgram/clCompileProgram/clLinkProgram (OpenCL API 5.8.6), as the host gave them.
struct CompileRequest {
  std::string_view source;
  std::string_view options;
  std::span<const Header> headers;
  /// clCompileProgram: functions and variables stay visible to the modules that it is linked with. For clBuildProgram
  /// false: what no kernel uses is left out, which large programs need (their compile takes a fraction of the time).
  bool linkable = false;
};

struct LinkRequest {
  std::span<const SpirvModule *const> modules;
  std::string_view options;
  bool library = false; ///< -create-library: keep it linkable, make no code
};

template <typename T> struct Outcome {
  Status status = Status::Ok;
  T value{};
  std::string log; ///< diagnostics, also on success (warnings)
};

/// Sub-group sizes that a kernel may ask for: the same for every target, so that queries need no compiler.
inline constexpr std::array<uint32_t, 5> SubGroupSizes = {4, 8, 16, 32, 64};

/// What clGetDeviceInfo and clinfo tell about the target, from the same code that compiles for it.
struct TargetInfo {
  std::string cpu, isa;                         ///< LLVM's CPU name; "portable", "sse4", "avx2", "avx512"
  bool nativeHalf = false, dotProducts = false; ///< half arithmetic, dot products of bytes: instructions of their own
  uint32_t nativeVectorBits = 128;
  std::string version; ///< of the code generator: part of every cache key and binary
};

/// The cache's files on disk: an entry is called by the digits of its key and a suffix; what is being written has 16
/// more behind it. Nothing else in the folder is the cache's to read or to remove, but its key
/// (compiler/image/CacheFolder.h).
inline constexpr std::size_t CacheKeyDigits = 32;
inline std::string cacheEntryName(const std::string &key) { return key + ".lanecl"; }
enum class CacheFile { None, Entry, Unfinished };
constexpr CacheFile cacheFileOf(std::string_view name) {
  auto takeDigits = [&](std::size_t count) {
    bool good = name.size() >= count && name.substr(0, count).find_first_not_of("0123456789abcdef") == name.npos;
    name.remove_prefix(std::min(count, name.size()));
    return good;
  };
  if (!takeDigits(CacheKeyDigits) || !name.starts_with(".lanecl"))
    return CacheFile::None;
  name.remove_prefix(std::string_view(".lanecl").size());
  if (name.empty())
    return CacheFile::Entry;
  return name.starts_with('.') && name.size() == 17 && (name.remove_prefix(1), takeDigits(16)) ? CacheFile::Unfinished
                                                                                               : CacheFile::None;
}

/// What one step of a build may take; 0: as much as it wants. It fails with a message that names the limit.
struct Limits {
  uint64_t seconds = 0;       ///< LANECL_COMPILE_SECONDS
  uint64_t bytes = 0;         ///< LANECL_COMPILE_MEMORY: that the process grows by
  uint64_t constantBytes = 0; ///< LANECL_CONSTANT_MEMORY: of variables with contents from the start
};

struct Settings {
  std::string isa;      ///< LANECL_ISA: "", "portable", "sse4", "avx2", "avx512"
  std::string cacheDir; ///< empty: no cache on disk
  uint64_t cacheBytes = 0;
  std::string clExtensions;                 ///< "-all,+cl_khr_fp64,..." made from Extensions.def
  std::vector<std::string> spirvExtensions; ///< that a module may declare
  std::vector<uint32_t> capabilities;       ///< that a module may declare
  uint32_t width = 0;                       ///< LANECL_WIDTH: forces the lanes of kernels that do not ask; 0: chosen
  uint32_t compileBudget = 0;               ///< LANECL_COMPILE_BUDGET; 0: no bound
  Limits limits;
  bool debug = false;     ///< LANECL_DEBUG_JIT
  bool robust = false;    ///< LANECL_ROBUST: all programs, as with -cl-lanecl-robust
  bool check = false;     ///< LANECL_CHECK: misaligned block reads and writes are reported
  bool verify = false;    ///< LANECL_VERIFY: LaneCL IR's rules are checked behind each pass
  bool quickCode = false; ///< LANECL_QUICK_CODE: LLVM's code generator spends little on all code
  bool onlyFirst = false; ///< LANECL_TIERS=first: all code is of Tier::First
  HostCallbacks host;
};

/// The extended instruction sets that SPIR-V modules may import, beside the non-semantic ones.
inline constexpr const char *SpirvInstructionSets[] = {"OpenCL.std", "OpenCL.DebugInfo.100", "SPIRV.debug",
                                                       "DebugInfo"};

/// The stages that `lanecl cc` shows.
/// Report: what became of each kernel, branch, loop and memory access, with source lines when built with -g.
/// Times: what each pass took.
enum class Emit { Spirv, SpirvText, Llvm, Asm, Object, Report, Times };

class Compiler {
public:
  virtual ~Compiler() = default;
  virtual const TargetInfo &target() const = 0;
  /// OpenCL C -> SPIR-V (clCompileProgram; first half of clBuildProgram).
  virtual Outcome<SpirvModule> compile(const CompileRequest &) = 0;
  /// Validates foreign SPIR-V and names capabilities that the device lacks. Byte-swapped words are accepted and put
  /// right.
  virtual Outcome<SpirvModule> import(std::span<const std::byte> il) = 0;
  virtual std::vector<SpecConstant> specConstants(const SpirvModule &) = 0;
  /// Sets specialisation constants: {id, bytes of the value}. The result has them frozen.
  virtual Outcome<SpirvModule> specialize(const SpirvModule &,
                                          std::span<const std::pair<uint32_t, std::vector<std::byte>>>) = 0;
  /// SPIR-V -> program (second half of clBuildProgram; clLinkProgram). For libraries the value is null.
  virtual Outcome<std::unique_ptr<ProgramCode>> link(const LinkRequest &) = 0;
  /// A function of the compiler library that images import (image::Origin::Compiler); null. It lives as long as the
  /// process.
  virtual void *hostFunction(std::string_view name) const = 0;
  /// One stage as text or bytes; `passes`: print after these passes (names of Pipeline.cpp, comma separated).
  virtual Outcome<std::string> show(const SpirvModule &, Emit, std::string_view kernel, std::string_view passes) = 0;
};

/// Of what crosses between driver and compiler library, which may be of different builds: raised by hand for changes
/// that the sizes of the structures do not show.
inline constexpr uint32_t InterfaceVersion = [] {
  uint32_t version = 10;
  for (std::size_t bytes :
       {sizeof(Settings), sizeof(HostCallbacks), sizeof(TargetInfo), sizeof(CompileRequest), sizeof(LinkRequest),
        sizeof(SpirvModule), sizeof(KernelInfo), sizeof(ArgInfo), sizeof(VariantKey), sizeof(Variant),
        sizeof(ProgramFacts), sizeof(LaunchInfo), sizeof(WorkerInfo)})
    version = version * 31 + static_cast<uint32_t>(bytes);
  return version;
}();

/// Exported by liblanecl-compiler.so. Returns nullptr when `interfaceVersion` differs from its own.
using CreateCompiler = Compiler *(uint32_t interfaceVersion, const Settings &);

} // namespace lanecl::compiler

extern "C" __attribute__((visibility("default"))) lanecl::compiler::Compiler *
laneclCreateCompiler(uint32_t interfaceVersion, const lanecl::compiler::Settings &);
