// A program: source, IL or binaries, and what building them made of it (OpenCL API 5.8).
#pragma once
#include "compiler/Compiler.h"
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/LoadedProgram.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl {

/// What one build, compile or link made: never changed once it is published, so devices, kernels and readers share it.
struct Build {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options, log;
  /// Modules of a compiled object (one), a library or an executable (what it was linked from).
  std::vector<std::shared_ptr<const compiler::SpirvModule>> modules;
  std::string linkOptions;             ///< that the modules are linked with
  std::shared_ptr<LoadedProgram> code; ///< executables only
  std::vector<std::byte> kept;         ///< of a binary: LoadedProgram::keep(), or empty
  /// Work-groups at the edge of the NDRange may be smaller: -cl-std of 2.0 or later without
  /// -cl-uniform-work-group-size (OpenCL API 5.8.6.8).
  bool nonUniformGroups = false;
};

/// Compiles all kernels of an executable for their usual launches, as far as nobody did; false, with the reasons in
/// `log`, where one cannot be.
bool compileUsualLaunches(const Build &build, std::string &log);

/// Thread safe: every method may be called from any thread. No lock is held while the compiler or the host's call-backs
/// run.
class Program : public Handle<Program, Kind::Program> {
public:
  enum class Origin { Source, Il, Binary, Link };
  using Notify = std::function<void()>; ///< the host's pfn_notify with its arguments; empty: none

  static Result<Ref<Program>> fromSource(Context &context, std::string source);
  /// CL_INVALID_VALUE when `il` is not valid SPIR-V or needs a capability that the device lacks.
  static Result<Ref<Program>> fromIl(Context &context, std::span<const std::byte> il);
  /// One binary for each device; `statuses` (as many, or empty) get CL_SUCCESS, CL_INVALID_VALUE or CL_INVALID_BINARY.
  static Result<Ref<Program>> fromBinaries(Context &context, std::span<Device *const> devices,
                                           std::span<const std::span<const std::byte>> binaries,
                                           std::span<cl_int> statuses);

  /// clBuildProgram and clCompileProgram. `devices` empty: all of the program. With `notify` they return at once and
  /// the work is done on another thread.
  Result<> build(std::span<Device *const> devices, const std::string &options, const Notify &notify);
  Result<> compile(std::span<Device *const> devices, const std::string &options, std::vector<compiler::Header> headers,
                   const Notify &notify);
  /// clLinkProgram: the new program, and the error that goes with it. With CL_LINK_PROGRAM_FAILURE there is a program
  /// all the same, which holds the log. `notify` gets the new program.
  struct Linked {
    Ref<Program> program;
    cl_int error = CL_SUCCESS;
  };
  static Linked link(Context &context, std::span<Device *const> devices, const std::string &options,
                     std::span<Program *const> inputs, std::function<void(Program &)> notify);

  /// The value for the next build. CL_INVALID_PROGRAM, CL_INVALID_SPEC_ID or CL_INVALID_VALUE.
  Result<> setSpecConstant(cl_uint id, std::span<const std::byte> value);

  Context &context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return devices_; }
  Origin origin() const { return origin_; }
  /// What clCreateProgramWithSource was given; empty for other programs.
  const std::string &source() const { return source_; }
  /// What clCreateProgramWithIL was given; empty for other programs.
  std::span<const std::byte> il() const { return il_; }

  /// State of the newest build for that device, or else for the device that it is a part of; never null.
  std::shared_ptr<const Build> buildOf(const Device &device) const;
  /// An executable of any device, or null.
  std::shared_ptr<const Build> executable() const;
  /// CL_PROGRAM_BINARIES of that device; empty without one. A binary grows as code is made: with `anew` (the query of
  /// its size) it has all that there is, and without it is the same as at the last time.
  std::vector<std::byte> binaryOf(const Device &device, bool anew);
  bool has(const Device &device) const { return indexOf(device).has_value(); }

  /// A kernel counts itself in while it lives: its program cannot be rebuilt meanwhile.
  void attachKernel();
  void detachKernel();

private:
  friend class Handle<Program, Kind::Program>;
  using BuildPtr = std::shared_ptr<const Build>;
  struct Target {
    std::size_t device;            ///< index into devices_
    std::shared_ptr<Build> result; ///< still empty: there before the work begins, so that its end can always be told
  };
  using Targets = std::vector<Target>;
  /// Does the work for one device's entry of builds_; the cl_int is what a waiting caller gets.
  using Work = std::function<cl_int(std::size_t device, Build &out)>;

  Program(Context &context, std::vector<Ref<Device>> devices, Origin origin);
  ~Program() = default;

  static std::vector<Ref<Device>> refsTo(std::span<Device *const> devices);
  std::optional<std::size_t> indexOf(const Device &device) const;
  /// Empty: all of the program. CL_INVALID_DEVICE.
  Result<Targets> targetsOf(std::span<Device *const> devices) const;
  /// Marks them as under way; CL_INVALID_OPERATION. Nothing is thrown from then on until `finish` has ended it.
  Result<> begin(const Targets &targets, const std::string &options);
  /// All of it, from `begin` on. The errors of `begin` or, without `notify`, of the work.
  Result<> run(const Targets &targets, const std::string &options, const Work &work, const Notify &notify);
  /// False when there is no thread, or no memory for one.
  bool startInBackground(const Targets &targets, const std::string &options, const Work &work, const Notify &notify);
  cl_int finish(const Targets &targets, const std::string &options, const Work &work) noexcept;
  void publish(const Target &target);

  cl_int compileInto(Build &out, std::span<const compiler::Header> headers, bool linkable) const;
  cl_int compileIl(Build &out) const;
  cl_int buildInto(std::size_t device, Build &out) const;

  Ref<Context> context_;
  std::vector<Ref<Device>> devices_;
  Origin origin_;
  std::string source_;
  std::vector<std::byte> il_;
  compiler::SpirvModule ilModule_; ///< of il_, validated
  std::vector<compiler::SpecConstant> specConstants_;
  std::vector<BuildPtr> loaded_; ///< of a binary: one for each device

  mutable std::mutex mutex_;     ///< guards what follows
  std::vector<BuildPtr> builds_; ///< one for each device, never null
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> specValues_;
  unsigned kernels_ = 0;
  /// By device: what binaryOf() gave last, and of which build.
  std::map<std::size_t, std::pair<BuildPtr, std::vector<std::byte>>> binaries_;
};

} // namespace lanecl
