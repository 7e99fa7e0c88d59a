// Program objects (OpenCL API 5.8).
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"

#include "runtime/OwnThreads.h"
#include "runtime/Program.h"
#include <algorithm>
#include <cstring>

namespace lanecl::api {
namespace {

std::string_view textOf(const char *text) { return text ? std::string_view(text) : std::string_view(); }

/// Rules that clBuildProgram, clCompileProgram and clLinkProgram share.
Result<Objects<cl_device_id>> buildDevices(cl_uint count, const cl_device_id *list, bool hasNotify,
                                           const void *userData) {
  if (auto ok = check({
          // CL_INVALID_VALUE if device_list is NULL and num_devices is greater than zero, or if device_list is not NULL
          // and num_devices is zero.
          {isListMismatch(count, list), CL_INVALID_VALUE},
          // CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL.
          {!hasNotify && userData, CL_INVALID_VALUE},
      });
      !ok)
    return fail(ok.error());
  return Objects<cl_device_id>::read(std::span(list, count));
}

using NotifyFunction = void(CL_CALLBACK *)(cl_program, void *);

Program::Notify notifier(NotifyFunction function, cl_program program, void *userData) {
  if (!function)
    return {};
  return [=] { callHost(function, program, userData); };
}

/// One string of clCreateProgramWithSource; the concatenation strips any nulls in the original strings
/// (CL_PROGRAM_SOURCE).
void appendSource(std::string &source, const char *text, std::size_t length) {
  std::string_view piece(text, length ? length : std::strlen(text));
  std::ranges::copy_if(piece, std::back_inserter(source), [](char c) { return c != 0; });
}

Result<std::vector<compiler::Header>> headersOf(Program &program, cl_uint count, const cl_program *programs,
                                                const char **names) {
  // CL_INVALID_VALUE if num_input_headers is zero and header_include_names or input_headers are not NULL, or if
  // num_input_headers is not zero and header_include_names or input_headers are NULL.
  if (isListMismatch(count, programs) || isListMismatch(count, names))
    return fail(CL_INVALID_VALUE);
  auto objects = Objects<cl_program>::read(std::span(programs, count));
  if (!objects)
    return fail(objects.error());
  std::vector<compiler::Header> headers;
  for (cl_uint i = 0; i < count; ++i) {
    Program &header = *objects->held()[i];
    // CL_INVALID_CONTEXT if the context associated with program and programs in input_headers are not the same.
    if (&header.context() != &program.context())
      return fail(CL_INVALID_CONTEXT);
    // input_headers is an array of program embedded headers created with clCreateProgramWithSource.
    if (header.origin() != Program::Origin::Source)
      return fail(CL_INVALID_PROGRAM);
    if (!names[i])
      return fail(CL_INVALID_VALUE);
    headers.push_back({names[i], header.source()});
  }
  return headers;
}

Result<> writeBinaries(Program &program, const InfoWriter &info) {
  std::size_t count = program.devices().size();
  return info.bytes(count * sizeof(unsigned char *), [&](void *value) {
    auto **targets = static_cast<unsigned char **>(value);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::byte> binary = program.binaryOf(*program.devices()[i], false);
      if (targets[i] && !binary.empty())
        std::memcpy(targets[i], binary.data(), binary.size());
    }
  });
}

/// The queries that need an executable.
Result<> writeExecutableInfo(const Program &program, cl_program_info name, const InfoWriter &info) {
  // CL_INVALID_PROGRAM_EXECUTABLE if a successful program executable has not been built for at least one device in the
  // list of devices associated with program.
  auto build = program.executable();
  if (!build)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  auto kernels = build->code->kernels();
  if (name == CL_PROGRAM_NUM_KERNELS)
    return info.write<size_t>(kernels.size());
  if (name == CL_PROGRAM_KERNEL_NAMES) {
    std::string names;
    for (const auto &kernel : kernels)
      names += (names.empty() ? "" : ";") + kernel.name;
    return info.write(names);
  }
  // CL_PROGRAM_SCOPE_GLOBAL_{C,D}TORS_PRESENT "may unconditionally return CL_FALSE if no devices associated with
  // program support" them: it is of OpenCL 2.2 alone.
  return info.write<cl_bool>(CL_FALSE);
}

} // namespace

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                     cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<Program>> {
    // CL_INVALID_VALUE if count is zero or if strings or any entry in strings is NULL.
    if (count == 0 || !strings || std::find(strings, strings + count, nullptr) != strings + count)
      return fail(CL_INVALID_VALUE);
    std::string source;
    for (cl_uint i = 0; i < count; ++i)
      appendSource(source, strings[i], lengths ? lengths[i] : 0);
    return Program::fromSource(object, std::move(source));
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<Program>> {
    // CL_INVALID_VALUE if il is NULL or if length is zero.
    if (!il || length == 0)
      return fail(CL_INVALID_VALUE);
    return Program::fromIl(object, {static_cast<const std::byte *>(il), length});
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                     const size_t *lengths, const unsigned char **binaries, cl_int *binary_status,
                                     cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<Program>> {
    if (auto ok = check({
            // CL_INVALID_VALUE if device_list is NULL or num_devices is zero.
            {!device_list || num_devices == 0, CL_INVALID_VALUE},
            // CL_INVALID_VALUE if lengths or binaries is NULL.
            {!lengths || !binaries, CL_INVALID_VALUE},
        });
        !ok)
      return fail(ok.error());
    auto devices = Objects<cl_device_id>::read(std::span(device_list, num_devices));
    if (!devices)
      return fail(devices.error());
    // CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with context.
    if (std::ranges::any_of(devices->get(), [&](Device *device) { return !object.has(device); }))
      return fail(CL_INVALID_DEVICE);
    std::vector<std::span<const std::byte>> spans;
    for (cl_uint i = 0; i < num_devices; ++i)
      spans.emplace_back(reinterpret_cast<const std::byte *>(binaries[i]), binaries[i] ? lengths[i] : 0);
    std::span<cl_int> statuses(binary_status, binary_status ? num_devices : 0);
    return Program::fromBinaries(object, devices->get(), spans, statuses);
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                             const char *, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<Program>> {
    // CL_INVALID_VALUE if device_list is NULL or num_devices is zero.
    if (!device_list || num_devices == 0)
      return fail(CL_INVALID_VALUE);
    auto devices = Objects<cl_device_id>::read(std::span(device_list, num_devices));
    if (!devices)
      return fail(devices.error());
    // CL_INVALID_DEVICE if any device in device_list is not in the list of devices associated with context.
    if (std::ranges::any_of(devices->get(), [&](Device *device) { return !object.has(device); }))
      return fail(CL_INVALID_DEVICE);
    // CL_INVALID_VALUE if kernel_names is NULL or kernel_names contains a kernel name that is not supported by any of
    // the devices in device_list: this device has no built-in kernels (CL_DEVICE_BUILT_IN_KERNELS is empty).
    return fail(CL_INVALID_VALUE);
  });
}

cl_int clRetainProgram(cl_program program) {
  return entry(on(program), [](Program &object) -> Result<> { return object.retainForHost(), Result<>(); });
}

cl_int clReleaseProgram(cl_program program) {
  return entry(on(program), [](Program &object) -> Result<> {
    // CL_INVALID_PROGRAM when the host holds no reference any more.
    return object.releaseForHost() ? Result<>() : fail(CL_INVALID_PROGRAM);
  });
}

cl_int clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *)(cl_program, void *), void *) {
  // CL_INVALID_OPERATION if no devices in the context associated with program support destructors for program scope
  // global variables ("may unconditionally return an error": it is of OpenCL 2.2 alone).
  return entry(on(program), [](Program &) -> Result<> { return fail(CL_INVALID_OPERATION); });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void *spec_value) {
  return entry(on(program), [&](Program &object) -> Result<> {
    return object.setSpecConstant(spec_id, {static_cast<const std::byte *>(spec_value), spec_value ? spec_size : 0});
  });
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options,
                      void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data) {
  return entry(on(program), [&](Program &object) -> Result<> {
    auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
    if (!devices)
      return fail(devices.error());
    return object.build(devices->get(), std::string(textOf(options)), notifier(pfn_notify, program, user_data));
  });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options,
                        cl_uint num_input_headers, const cl_program *input_headers, const char **header_include_names,
                        void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data) {
  return entry(on(program), [&](Program &object) -> Result<> {
    auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
    if (!devices)
      return fail(devices.error());
    auto headers = headersOf(object, num_input_headers, input_headers, header_include_names);
    if (!headers)
      return fail(headers.error());
    return object.compile(devices->get(), std::string(textOf(options)), std::move(*headers),
                          notifier(pfn_notify, program, user_data));
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const char *options,
                         cl_uint num_input_programs, const cl_program *input_programs,
                         void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data, cl_int *errcode_ret) {
  cl_int error = CL_SUCCESS;
  cl_int linkError = CL_SUCCESS;
  cl_program program = create(&error, on(context), [&](Context &object) -> Result<Ref<Program>> {
    auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
    if (!devices)
      return fail(devices.error());
    // CL_INVALID_VALUE if num_input_programs is zero or input_programs is NULL.
    if (num_input_programs == 0 || !input_programs)
      return fail(CL_INVALID_VALUE);
    auto inputs = Objects<cl_program>::read(std::span(input_programs, num_input_programs));
    if (!inputs)
      return fail(inputs.error());
    std::function<void(Program &)> notify;
    if (pfn_notify)
      notify = [=](Program &linked) { callHost(pfn_notify, handleOf(&linked), user_data); };
    auto linked = Program::link(object, devices->get(), std::string(textOf(options)), inputs->get(), std::move(notify));
    linkError = linked.error;
    return linked.program ? Result<Ref<Program>>(std::move(linked.program)) : fail(linked.error);
  });
  // With CL_LINK_PROGRAM_FAILURE the host gets a program too: it holds the log.
  if (errcode_ret)
    *errcode_ret = program ? linkError : error;
  return program;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret) {
  return entry(on(program), [&](Program &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return info.write<cl_uint>(object.hostCount());
    case CL_PROGRAM_CONTEXT:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_PROGRAM_NUM_DEVICES:
      return info.write<cl_uint>(object.devices().size());
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> devices;
      for (const Ref<Device> &device : object.devices())
        devices.push_back(handleOf(device.get()));
      return info.write(devices);
    }
    case CL_PROGRAM_SOURCE:
      return info.write(object.source());
    case CL_PROGRAM_IL:
      return info.write(object.il());
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<size_t> sizes;
      for (const Ref<Device> &device : object.devices())
        sizes.push_back(object.binaryOf(*device, true).size());
      return info.write(sizes);
    }
    case CL_PROGRAM_BINARIES:
      return writeBinaries(object, info);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return writeExecutableInfo(object, param_name, info);
    default:
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                             size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return entry(on(program, device), [&](Program &object, Device &target) -> Result<> {
    // CL_INVALID_DEVICE if device is not in the list of devices associated with program.
    if (!object.has(target))
      return fail(CL_INVALID_DEVICE);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    auto build = object.buildOf(target);
    // "If build status of the specified program for device is CL_BUILD_NONE, an empty string is returned."
    bool never = build->status == CL_BUILD_NONE;
    switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS:
      return info.write<cl_build_status>(build->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return info.write(never ? std::string_view() : build->options);
    case CL_PROGRAM_BUILD_LOG:
      return info.write(never ? std::string_view() : build->log);
    case CL_PROGRAM_BINARY_TYPE:
      return info.write<cl_program_binary_type>(build->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return info.write<size_t>(build->code ? build->code->globalVariableBytes() : 0);
    default:
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
