// Runs the programs of a batch on the first device that the ICD loader finds and compares the buffers with what the
// reference says:
//
//   fuzz-programs BATCH EXPECTED OPTIONS [PROGRAM ...]
//
// It says `start NAME`, then `pass NAME` or `fail NAME WHAT`. It survives nothing: from the last `start` the driver
// knows the program at which it crashed or hung.
#include "Batch.h"
#include "bench/Host.h"
#include "tests/kernels/Edge.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>

namespace {

using fuzz::Bytes;
using lanecl::bench::Host;

struct Failure {
  std::string what;
};

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    throw Failure{std::string(what) + ": error " + std::to_string(error)};
}

/// In one line, for the driver reads lines.
std::string buildLog(cl_program program, cl_device_id device) {
  std::size_t length = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::string log(length, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log.data(), nullptr);
  std::replace(log.begin(), log.end(), '\n', '|');
  return log.substr(0, log.find('\0')).substr(0, 600);
}

class Execution {
public:
  Execution(const Host &device, const std::string &source, const char *options) : device_(device) {
    const char *text = source.c_str();
    cl_int error = CL_SUCCESS;
    program_ = clCreateProgramWithSource(device.context, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(program_, 1, &device.device, options, nullptr, nullptr);
    if (error != CL_SUCCESS)
      throw Failure{"clBuildProgram: error " + std::to_string(error) + " " + buildLog(program_, device.device)};
  }
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
  ~Execution() {
    for (cl_mem memory : memories_)
      clReleaseMemObject(memory);
    clReleaseProgram(program_);
  }
  /// Of the driver's memory, or of the host's at the end or the begin of what is mapped, in turn.
  void addBuffer(const Bytes &bytes) {
    const std::size_t turn = (memories_.size() + bytes.size()) % 3;
    cl_mem_flags flags = CL_MEM_COPY_HOST_PTR;
    auto *memory = const_cast<uint8_t *>(bytes.data());
    if (turn > 0) {
      edges_.push_back(std::make_unique<harness::Edge>(bytes.size(), turn == 1));
      memory = std::copy(bytes.begin(), bytes.end(), reinterpret_cast<uint8_t *>(edges_.back()->start)) - bytes.size();
      flags = CL_MEM_USE_HOST_PTR;
    }
    cl_int error = CL_SUCCESS;
    memories_.push_back(clCreateBuffer(device_.context, CL_MEM_READ_WRITE | flags, bytes.size(), memory, &error));
    check(error, "clCreateBuffer");
  }
  void launch(const fuzz::Launch &launch) {
    cl_int error = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program_, launch.kernel.c_str(), &error);
    check(error, "clCreateKernel");
    for (cl_uint i = 0; i < launch.arguments.size(); ++i)
      check(setArgument(kernel, i, launch.arguments[i]), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(device_.queue, kernel, launch.dimensions, launch.offset.data(), launch.global.data(),
                                 launch.local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device_.queue), "clFinish");
    clReleaseKernel(kernel);
  }
  Bytes read(std::size_t number, std::size_t bytes) {
    Bytes values(bytes);
    check(clEnqueueReadBuffer(device_.queue, memories_[number], CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return values;
  }

private:
  cl_int setArgument(cl_kernel kernel, cl_uint index, const fuzz::Argument &argument) {
    switch (argument.kind) {
    case fuzz::Argument::Kind::Buffer:
      return clSetKernelArg(kernel, index, sizeof(cl_mem), &memories_[argument.number]);
    case fuzz::Argument::Kind::Local:
      return clSetKernelArg(kernel, index, argument.number, nullptr);
    case fuzz::Argument::Kind::Value:
      break;
    }
    return clSetKernelArg(kernel, index, argument.value.size(), argument.value.data());
  }
  const Host &device_;
  cl_program program_ = nullptr;
  std::vector<cl_mem> memories_;
  std::vector<std::unique_ptr<harness::Edge>> edges_; ///< memory of some
};

std::string readText(const std::string &path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What the reference says of the buffers after a program, by its name; none where it has no opinion.
std::map<std::string, std::vector<Bytes>> readExpected(const std::string &path) {
  std::map<std::string, std::vector<Bytes>> expected;
  std::ifstream in(path);
  std::string line, name;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word, text;
    words >> word >> text;
    if (word == "ok")
      expected[name = text];
    else if (word == "expect")
      expected[name].push_back(fuzz::fromHex(text));
  }
  return expected;
}

void compare(std::size_t number, const Bytes &expected, const Bytes &got) {
  const auto [at, other] = std::mismatch(expected.begin(), expected.end(), got.begin());
  if (at == expected.end())
    return;
  std::size_t different = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    different += expected[i] != got[i];
  const auto word = static_cast<std::size_t>(at - expected.begin()) / 4 * 4;
  const auto end = std::min(word + 4, got.size());
  const auto part = [&](const Bytes &from) {
    return fuzz::toHex(
        Bytes(from.begin() + static_cast<std::ptrdiff_t>(word), from.begin() + static_cast<std::ptrdiff_t>(end)));
  };
  throw Failure{"buffer " + std::to_string(number) + " at byte " + std::to_string(word) + ": expected " +
                part(expected) + ", got " + part(got) + "; " + std::to_string(different) + " of " +
                std::to_string(got.size()) + " bytes differ"};
}

void run(const Host &device, const fuzz::Program &program, const std::vector<Bytes> &expected,
         const std::string &folder, const char *options) {
  Execution execution(device, readText(folder + program.file), options);
  for (const Bytes &buffer : program.buffers)
    execution.addBuffer(buffer);
  for (const fuzz::Launch &launch : program.launches)
    execution.launch(launch);
  for (std::size_t i = 0; i < expected.size(); ++i)
    compare(i, expected[i], execution.read(i, expected[i].size()));
}

} // namespace

int main(int count, char **arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: fuzz-programs BATCH EXPECTED OPTIONS [PROGRAM ...]\n");
    return 2;
  }
  const std::string path = arguments[1];
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  const std::vector<std::string> wanted(arguments + 4, arguments + count);
  const auto expected = readExpected(arguments[2]);
  try {
    const Host device;
    for (const fuzz::Program &program : fuzz::readBatch(path)) {
      const auto entry = expected.find(program.name);
      if (entry == expected.end() ||
          (!wanted.empty() && std::find(wanted.begin(), wanted.end(), program.name) == wanted.end()))
        continue;
      std::printf("start %s\n", program.name.c_str());
      std::fflush(stdout);
      try {
        run(device, program, entry->second, folder, arguments[3]);
        std::printf("pass %s\n", program.name.c_str());
      } catch (const Failure &failure) {
        std::printf("fail %s %s\n", program.name.c_str(), failure.what.c_str());
      }
      std::fflush(stdout);
    }
  } catch (const Failure &failure) {
    std::fprintf(stderr, "%s\n", failure.what.c_str());
    return 2;
  }
  std::printf("done\n");
  std::fflush(stdout);
  // What the process holds goes with it.
  std::_Exit(0);
}
