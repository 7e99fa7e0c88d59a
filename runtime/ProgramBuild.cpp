// clBuildProgram, clCompileProgram and clLinkProgram (OpenCL API 5.8.4 to 5.8.7).
#include "runtime/Background.h"
#include "runtime/BuildOptions.h"
#include "runtime/CompilerLoader.h"
#include "runtime/Config.h"
#include "runtime/Exceptions.h"
#include "runtime/Modules.h"
#include "runtime/Program.h"
#include "runtime/Team.h"
#include "runtime/commands/LaunchShape.h"
#include <algorithm>
#include <iterator>

namespace lanecl {
namespace {

using compiler::Status;

/// The error codes of one of the three calls.
struct Codes {
  cl_int failure, options;
};
constexpr Codes buildCodes{CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS};
constexpr Codes compileCodes{CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS};
constexpr Codes linkCodes{CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS};

cl_int codeOf(Status status, Codes codes) {
  switch (status) {
  case Status::Ok:
    return CL_SUCCESS;
  case Status::InvalidOptions:
    return codes.options;
  case Status::OutOfMemory:
    return CL_OUT_OF_HOST_MEMORY;
  case Status::InvalidBinary:
    return CL_INVALID_BINARY;
  case Status::BuildFailure:
  case Status::InvalidModule:
    break;
  }
  return codes.failure;
}

void appendLog(std::string &log, const std::string &more) {
  if (!log.empty() && !more.empty() && log.back() != '\n')
    log += '\n';
  log += more;
}

/// Whether out.modules may become a library: the compiler makes nothing of them yet.
cl_int checkLibrary(Build &out, std::string_view options, Codes codes) {
  compiler::Compiler *compiler = loadCompiler(out.log);
  if (!compiler)
    return CL_LINKER_NOT_AVAILABLE;
  std::vector<const compiler::SpirvModule *> modules;
  for (const auto &module : out.modules)
    modules.push_back(module.get());
  auto linked = compiler->link({.modules = modules, .options = options, .library = true});
  appendLog(out.log, linked.log);
  return codeOf(linked.status, codes);
}

/// Makes an executable, or with `library` a library, of out.modules.
cl_int linkInto(Build &out, std::string_view options, bool library, Codes codes) {
  if (library) {
    if (cl_int error = checkLibrary(out, options, codes); error != CL_SUCCESS)
      return error;
  } else {
    auto made = LoadedProgram::make({out.modules, std::string(options)}, out.kept);
    appendLog(out.log, made.log);
    if (!made.hasCompiler)
      return CL_LINKER_NOT_AVAILABLE;
    if (made.status != Status::Ok)
      return codeOf(made.status, codes);
    out.code = std::move(made.program);
    out.kept.clear(); // it is the code's now
    if (Config::get().compileAll)
      compileUsualLaunches(out, out.log);
  }
  out.linkOptions = options;
  if (library && !hasOption(options, "-enable-link-options"))
    for (auto &module : out.modules)
      module = std::make_shared<const compiler::SpirvModule>(module->words, true, module->isForeign);
  out.type = library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return CL_SUCCESS;
}

/// The link options of a binary, built with `options`. What its source was compiled with stays as it was, and the host
/// mostly gives the same options again, or none; what it asks for beyond them, the linker can still do (OpenCL
/// API 5.8.4: other options than the binary's have an implementation-defined result).
std::string withFurther(const std::string &options, const Build &binary) {
  std::vector<std::string_view> known;
  for (const auto &module : binary.modules) {
    std::vector<std::string_view> own = carriedOptions(module->words);
    if (module != binary.modules.front()) // what only some have is news to the others
      std::erase_if(known, [&](std::string_view option) { return std::ranges::find(own, option) == own.end(); });
    else
      known = std::move(own);
  }
  std::ranges::copy(carriedOptions(binary.linkOptions), std::back_inserter(known));
  known.emplace_back(); // of options that change nothing
  std::string further = linkerOptions(options, known), all = binary.linkOptions;
  return all + (all.empty() || further.empty() ? "" : " ") + further;
}

cl_int takeModule(Build &out, compiler::Outcome<compiler::SpirvModule> module) {
  appendLog(out.log, module.log);
  if (module.status == Status::Ok)
    out.modules = {std::make_shared<const compiler::SpirvModule>(std::move(module.value))};
  return codeOf(module.status, buildCodes);
}

} // namespace

bool compileUsualLaunches(const Build &build, std::string &log) {
  bool hasAll = true;
  const auto kernels = build.code->kernels();
  for (std::size_t i = 0; i < kernels.size(); ++i)
    for (compiler::VariantKey &key : commands::usualVariants(kernels[i], build.nonUniformGroups, Team::all().threads()))
      hasAll &= build.code->variant(i, std::move(key), log, compiler::Tier::Best) != nullptr;
  return hasAll;
}

Result<Program::Targets> Program::targetsOf(std::span<Device *const> devices) const {
  Targets targets;
  for (Device *device : devices) {
    // CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with program.
    auto index = indexOf(*device);
    if (!index)
      return fail(CL_INVALID_DEVICE);
    if (std::ranges::find(targets, *index, &Target::device) == targets.end())
      targets.push_back({*index, std::make_shared<Build>()});
  }
  for (std::size_t i = 0; devices.empty() && i < devices_.size(); ++i)
    targets.push_back({i, std::make_shared<Build>()});
  return targets;
}

Result<> Program::begin(const Targets &targets, const std::string &options) {
  auto underWay = std::make_shared<Build>();
  underWay->status = CL_BUILD_IN_PROGRESS;
  underWay->options = options;
  std::vector<BuildPtr> replaced(targets.size(), underWay); // the old ones die after the lock
  std::lock_guard lock(mutex_);
  // CL_INVALID_OPERATION if the build of a program executable for any of the devices listed in device_list by a
  // previous call to clBuildProgram for program has not completed, or if there are kernel objects attached to program.
  auto busy = [&](const Target &target) { return builds_[target.device]->status == CL_BUILD_IN_PROGRESS; };
  if (kernels_ || std::ranges::any_of(targets, busy))
    return fail(CL_INVALID_OPERATION);
  for (std::size_t i = 0; i < targets.size(); ++i)
    std::swap(builds_[targets[i].device], replaced[i]);
  return {};
}

void Program::publish(const Target &target) {
  BuildPtr result = target.result;
  std::lock_guard lock(mutex_);
  std::swap(builds_[target.device], result); // the old one dies after the lock
}

cl_int Program::finish(const Targets &targets, const std::string &options, const Work &work) noexcept {
  cl_int error = CL_SUCCESS;
  for (const Target &target : targets) {
    Build &out = *target.result;
    cl_int code;
    try {
      out.options = options;
      code = work(target.device, out);
    } catch (...) {
      code = codeOfException();
      std::string kept = std::move(out.options);
      out = {}; // nothing half made
      out.options = std::move(kept);
    }
    out.status = code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (code != CL_SUCCESS)
      error = code;
    publish(target);
  }
  return error;
}

bool Program::startInBackground(const Targets &targets, const std::string &options, const Work &work,
                                const Notify &notify) {
  try {
    return runInBackground([self = Ref<Program>(this), targets, options, work, notify] {
      self->finish(targets, options, work);
      notify();
    });
  } catch (const std::bad_alloc &) {
    return false;
  }
}

Result<> Program::run(const Targets &targets, const std::string &options, const Work &work, const Notify &notify) {
  if (auto ok = begin(targets, options); !ok)
    return ok;
  if (notify && startInBackground(targets, options, work, notify))
    return {};
  cl_int error = finish(targets, options, work);
  if (notify) { // no thread was to be had: the caller did the work, and hears of it as it asked to
    notify();
    return {};
  }
  return error == CL_SUCCESS ? Result<>() : fail(error);
}

cl_int Program::compileIl(Build &out) const {
  SpecValues values;
  {
    std::lock_guard lock(mutex_);
    values = specValues_;
  }
  auto module = specializeIl(ilModule_, values, out.options, out.log);
  return module ? takeModule(out, std::move(*module)) : CL_COMPILER_NOT_AVAILABLE;
}

cl_int Program::compileInto(Build &out, std::span<const compiler::Header> headers, bool linkable) const {
  out.nonUniformGroups = allowsNonUniformGroups(out.options, origin_ == Origin::Il);
  if (origin_ == Origin::Il)
    return compileIl(out);
  auto module =
      compileSource({.source = source_, .options = out.options, .headers = headers, .linkable = linkable}, out.log);
  return module ? takeModule(out, std::move(*module)) : CL_COMPILER_NOT_AVAILABLE;
}

cl_int Program::buildInto(std::size_t device, Build &out) const {
  if (origin_ == Origin::Binary) {
    const Build &loaded = *loaded_[device];
    out.modules = loaded.modules;
    out.nonUniformGroups = loaded.nonUniformGroups && allowsNonUniformGroups(out.options, true);
    out.kept = loaded.kept;
    return linkInto(out, withFurther(out.options, loaded), false, buildCodes);
  }
  if (cl_int error = compileInto(out, {}, false); error != CL_SUCCESS)
    return error;
  // What the linker must know of a source's options travels inside its module.
  return linkInto(out, origin_ == Origin::Il ? linkerOptions(out.options) : "", false, buildCodes);
}

Result<> Program::build(std::span<Device *const> devices, const std::string &options, const Notify &notify) {
  // CL_INVALID_OPERATION if program was not created with clCreateProgramWithSource, clCreateProgramWithIL or
  // clCreateProgramWithBinary.
  if (origin_ == Origin::Link)
    return fail(CL_INVALID_OPERATION);
  auto targets = targetsOf(devices);
  if (!targets)
    return fail(targets.error());
  // CL_INVALID_BINARY if program is created with clCreateProgramWithBinary and devices listed in device_list do not
  // have a valid program binary loaded ("must be an executable binary, not a compiled binary or library").
  auto unfit = [&](const Target &target) {
    return origin_ == Origin::Binary && loaded_[target.device]->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  };
  if (std::ranges::any_of(*targets, unfit))
    return fail(CL_INVALID_BINARY);
  // One compilation serves all devices: they are parts of the same processor.
  auto made = std::make_shared<std::optional<std::pair<cl_int, Build>>>();
  auto work = [this, made](std::size_t device, Build &out) {
    if (!*made || origin_ == Origin::Binary) {
      cl_int code = buildInto(device, out);
      *made = {code, out};
    }
    out = (*made)->second;
    return (*made)->first;
  };
  return run(*targets, options, work, notify);
}

Result<> Program::compile(std::span<Device *const> devices, const std::string &options,
                          std::vector<compiler::Header> headers, const Notify &notify) {
  // CL_INVALID_OPERATION if program has no source or IL available.
  if (origin_ != Origin::Source && origin_ != Origin::Il)
    return fail(CL_INVALID_OPERATION);
  auto targets = targetsOf(devices);
  if (!targets)
    return fail(targets.error());
  auto made = std::make_shared<std::optional<std::pair<cl_int, Build>>>();
  auto work = [this, made, headers = std::move(headers)](std::size_t, Build &out) {
    if (!*made) {
      cl_int code = compileInto(out, headers, true);
      if (code == CL_SUCCESS)
        out.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
      *made = {code, out};
    }
    out = (*made)->second;
    cl_int code = (*made)->first;
    if (code == buildCodes.failure)
      return compileCodes.failure;
    return code == buildCodes.options ? compileCodes.options : code;
  };
  return run(*targets, options, work, notify);
}

namespace {

/// The modules to link for one device; empty when no program has any for it.
Result<std::vector<std::shared_ptr<const Build>>> inputsFor(const Device &device, std::span<Program *const> programs) {
  std::vector<std::shared_ptr<const Build>> inputs;
  for (Program *program : programs) {
    auto build = program->buildOf(device);
    // CL_INVALID_OPERATION if the compilation or build of a program executable for any of the devices listed in
    // device_list by a previous call to clCompileProgram or clBuildProgram for program has not completed.
    if (build->status == CL_BUILD_IN_PROGRESS)
      return fail(CL_INVALID_OPERATION);
    if (build->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || build->type == CL_PROGRAM_BINARY_TYPE_LIBRARY)
      inputs.push_back(std::move(build));
  }
  // CL_INVALID_OPERATION unless all programs contain a compiled binary or library for the device, or none.
  if (!inputs.empty() && inputs.size() != programs.size())
    return fail(CL_INVALID_OPERATION);
  return inputs;
}

cl_int linkBuilds(std::span<const std::shared_ptr<const Build>> inputs, Build &out) {
  out.nonUniformGroups = true;
  for (const auto &input : inputs) {
    out.modules.insert(out.modules.end(), input->modules.begin(), input->modules.end());
    out.nonUniformGroups &= input->nonUniformGroups;
  }
  return linkInto(out, out.options, hasOption(out.options, "-create-library"), linkCodes);
}

} // namespace

Program::Linked Program::link(Context &context, std::span<Device *const> devices, const std::string &options,
                              std::span<Program *const> inputs, std::function<void(Program &)> notify) {
  // CL_INVALID_CONTEXT if the context associated with programs in input_programs is not the same as context.
  if (std::ranges::any_of(inputs, [&](Program *input) { return &input->context() != &context; }))
    return {nullptr, CL_INVALID_CONTEXT};
  // CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with context.
  if (std::ranges::any_of(devices, [&](Device *device) { return !context.has(device); }))
    return {nullptr, CL_INVALID_DEVICE};
  auto all = context.devices();
  auto list = devices.empty() ? std::vector<Ref<Device>>(all.begin(), all.end()) : refsTo(devices);
  auto program = Ref<Program>::adopt(new Program(context, list, Origin::Link));
  std::vector<std::vector<BuildPtr>> builds;
  for (const Ref<Device> &device : list) {
    auto found = inputsFor(*device, inputs);
    if (!found)
      return {nullptr, found.error()};
    builds.push_back(std::move(*found));
  }
  // With nothing to link for any device there is no link operation to begin: the rules are not followed.
  if (std::ranges::all_of(builds, [](const auto &found) { return found.empty(); }))
    return {nullptr, CL_INVALID_OPERATION};

  Targets targets;
  for (std::size_t i = 0; i < builds.size(); ++i)
    if (!builds[i].empty())
      targets.push_back({i, std::make_shared<Build>()});
  auto work = [builds = std::move(builds)](std::size_t device, Build &out) { return linkBuilds(builds[device], out); };
  Notify done;
  if (notify)
    done = [notify = std::move(notify), self = program.get()] { notify(*self); };
  auto result = program->run(targets, options, work, done);
  // With a link failure there is a program, which holds the log; with wrong options or no linker there is none.
  if (result || result.error() == linkCodes.failure)
    return {std::move(program), result ? CL_SUCCESS : result.error()};
  return {nullptr, result.error()};
}

} // namespace lanecl
