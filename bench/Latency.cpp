// The first result: how long a program takes from its source, SPIR-V or binary to the first result on the host, in
// fresh processes (this program, started again for each measurement) and in one that has built before. Run it beside
// other platforms (OCL_ICD_VENDORS). Columns, medians in milliseconds: `start`: from main() to a queue; `build`: from
// clCreateProgramWith... to the end of the build; `result`: from there to the last kernel's result; `first`: build and
// result together. Arguments: REPEATS (default 5), then parts of names of rows to be run.
// The caches of LaneCL and PoCL are switched off, or put into a folder of their own, by the environment of the
// children.
#define CL_TARGET_OPENCL_VERSION 300
#include "bench/Host.h"
#include <CL/cl.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using lanecl::bench::check, lanecl::bench::Host, lanecl::bench::now;

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

/// `kernels` kernels, each with a loop, a branch and local memory; `salt` makes a program that nobody has built.
std::string sourceOf(unsigned kernels, unsigned salt) {
  std::string text = "#define SALT " + std::to_string(salt) + "\n";
  for (unsigned i = 0; i < kernels; ++i)
    text += "kernel void k" + std::to_string(i) + R"((global float *out, global const float *in, uint count) {
  local float part[64];
  float sum = )" +
            std::to_string(i) + R"(;
  for (uint j = 0; j < count; ++j)
    sum += in[j] * (float)(j + SALT);
  part[get_local_id(0)] = sum > 10.0f ? sqrt(sum) : sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0) ^ 1];
}
)";
  return text;
}

enum class From { Source, Il, Binary };

struct Times {
  double start = 0, build = 0, result = 0;
};

cl_program createProgram(const Host &host, From from, const Bytes &text) {
  cl_int error = CL_SUCCESS;
  auto *characters = reinterpret_cast<const char *>(text.data());
  const unsigned char *bytes = text.data();
  std::size_t size = text.size();
  cl_program program = from == From::Source ? clCreateProgramWithSource(host.context, 1, &characters, &size, &error)
                       : from == From::Il
                           ? clCreateProgramWithIL(host.context, bytes, size, &error)
                           : clCreateProgramWithBinary(host.context, 1, &host.device, &size, &bytes, nullptr, &error);
  check(error, "clCreateProgramWith...");
  return program;
}

/// Runs all kernels of a program and waits for what each wrote.
void runKernels(const Host &host, cl_program program, unsigned kernels) {
  constexpr std::size_t Items = 256, GroupSize = 64;
  std::vector<float> values(Items, 1.0f);
  cl_int error = CL_SUCCESS;
  cl_mem in = clCreateBuffer(host.context, CL_MEM_COPY_HOST_PTR, Items * sizeof(float), values.data(), &error);
  check(error, "clCreateBuffer");
  cl_mem out = clCreateBuffer(host.context, 0, Items * sizeof(float), nullptr, &error);
  check(error, "clCreateBuffer");
  for (unsigned i = 0; i < kernels; ++i) {
    cl_kernel kernel = clCreateKernel(program, ("k" + std::to_string(i)).c_str(), &error);
    check(error, "clCreateKernel");
    cl_uint count = Items;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &in);
    clSetKernelArg(kernel, 2, sizeof count, &count);
    check(clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &Items, &GroupSize, 0, nullptr, nullptr), "enqueue");
    check(clEnqueueReadBuffer(host.queue, out, CL_TRUE, 0, Items * sizeof(float), values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseKernel(kernel);
    if (values[0] <= 0) {
      std::fputs("a kernel gave a wrong result\n", stderr);
      std::exit(1);
    }
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

/// Builds and runs; with `save` the binary goes there, once the kernels have run.
Times measure(const Host &host, From from, const Bytes &text, unsigned kernels, const std::string &save = {}) {
  Times times;
  double begin = now();
  cl_program program = createProgram(host, from, text);
  check(clBuildProgram(program, 1, &host.device, "", nullptr, nullptr), "clBuildProgram");
  double built = now();
  runKernels(host, program, kernels);
  times.build = built - begin;
  times.result = now() - built;
  if (!save.empty()) {
    std::size_t size = 0;
    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "CL_PROGRAM_BINARY_SIZES");
    Bytes binary(size);
    unsigned char *to = binary.data();
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr), "CL_PROGRAM_BINARIES");
    std::ofstream(save, std::ios::binary).write(reinterpret_cast<const char *>(binary.data()), std::streamsize(size));
  }
  clReleaseProgram(program);
  return times;
}

Bytes bytesOf(const std::string &text) { return {text.begin(), text.end()}; }

Bytes readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// --- The child: one measurement in a fresh process ---

enum class Kind { First, Warm, Again };

/// Arguments: kind, from, kernels, salt, file (SPIR-V or binary; of a source: where the binary goes, or "").
int child(char **arguments) {
  double begin = now();
  auto kind = Kind(std::atoi(arguments[0]));
  auto from = From(std::atoi(arguments[1]));
  auto kernels = unsigned(std::atoi(arguments[2])), salt = unsigned(std::atoi(arguments[3]));
  std::string file = arguments[4];
  Bytes text = from == From::Source ? bytesOf(sourceOf(kernels, salt)) : readFile(file);
  std::string save = from == From::Source ? file : std::string();
  Host host;
  double start = now() - begin;
  if (kind == Kind::Warm) // another program, so that all that is loaded once is there
    measure(host, From::Source, bytesOf(sourceOf(1, salt + 1000)), 1);
  if (kind == Kind::Again) {
    Host other;
    measure(other, from, text, kernels);
  }
  Times times = measure(host, from, text, kernels, save);
  std::printf("%.9f %.9f %.9f\n", start, times.build, times.result);
  return 0;
}

// --- The parent: starts children and prints the table ---

struct Row {
  const char *name;
  Kind kind;
  From from;
  unsigned kernels;
  bool cached;
};

constexpr Row Rows[] = {
    {"fresh/source/1/nocache", Kind::First, From::Source, 1, false},
    {"fresh/il/1/nocache", Kind::First, From::Il, 1, false},
    {"fresh/binary/1/nocache", Kind::First, From::Binary, 1, false},
    {"fresh/source/1/cached", Kind::First, From::Source, 1, true},
    {"fresh/il/1/cached", Kind::First, From::Il, 1, true},
    {"fresh/binary/1/cached", Kind::First, From::Binary, 1, true},
    {"fresh/source/32/nocache", Kind::First, From::Source, 32, false},
    {"fresh/binary/32/nocache", Kind::First, From::Binary, 32, false},
    {"fresh/source/32/cached", Kind::First, From::Source, 32, true},
    {"warm/source/1/nocache", Kind::Warm, From::Source, 1, false},
    {"warm/il/1/nocache", Kind::Warm, From::Il, 1, false},
    {"warm/binary/1/nocache", Kind::Warm, From::Binary, 1, false},
    {"again/source/1/nocache", Kind::Again, From::Source, 1, false},
    {"again/source/32/nocache", Kind::Again, From::Source, 32, false},
};

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "lanecl-latency-XXXXXX").string();
    if (!mkdtemp(name.data()))
      std::exit(1);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
};

void setCaches(const std::string &folder) {
  setenv("LANECL_CACHE_DIR", folder.empty() ? "off" : folder.c_str(), 1);
  setenv("POCL_KERNEL_CACHE", folder.empty() ? "0" : "1", 1);
  if (!folder.empty())
    setenv("POCL_CACHE_DIR", folder.c_str(), 1);
}

/// False when the child failed.
bool runChild(const Row &row, unsigned salt, const std::string &file, Times &times) {
  std::string command = fs::read_symlink("/proc/self/exe").string() + " --child " + std::to_string(int(row.kind)) +
                        " " + std::to_string(int(row.from)) + " " + std::to_string(row.kernels) + " " +
                        std::to_string(salt) + " '" + file + "'";
  FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    return false;
  int read = std::fscanf(pipe, "%lf %lf %lf", &times.start, &times.build, &times.result);
  return pclose(pipe) == 0 && read == 3;
}

/// The SPIR-V or binary that a row starts from; empty when it cannot be had.
std::string inputOf(const Row &row, unsigned salt, const fs::path &folder) {
  if (row.from == From::Source)
    return {};
  std::string path = (folder / ("input" + std::to_string(row.kernels) + (row.from == From::Il ? ".spv" : ".bin")));
  if (row.from == From::Binary) {
    Times ignored;
    bool made = runChild({"", Kind::First, From::Source, row.kernels, false}, salt, path, ignored);
    return made ? path : std::string();
  }
  fs::path source = folder / "input.cl";
  std::ofstream(source) << sourceOf(row.kernels, salt);
  std::string command = std::string(LANECL_TOOL " cc -o ") + path + " " + source.string();
  return std::system(command.c_str()) == 0 ? path : std::string();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2] * 1e3;
}

void runRow(const Row &row, unsigned repeats, unsigned salt) {
  Folder folder;
  setCaches({});
  std::string file = inputOf(row, salt, folder.path);
  Times times;
  bool good = row.from == From::Source || !file.empty();
  if (row.cached) {
    setCaches((folder.path / "cache").string());
    good = good && runChild(row, salt, file, times);
  }
  std::vector<double> start, build, result, first;
  for (unsigned i = 0; good && i < repeats; ++i) {
    good = runChild(row, salt, file, times);
    start.push_back(times.start);
    build.push_back(times.build);
    result.push_back(times.result);
    first.push_back(times.build + times.result);
  }
  if (good)
    std::printf("| %-26s | %8.2f | %8.2f | %8.2f | %8.2f |\n", row.name, median(start), median(build), median(result),
                median(first));
  else
    std::printf("| %-26s |   failed |          |          |          |\n", row.name);
  std::fflush(stdout);
}

} // namespace

int main(int count, char **arguments) {
  if (count == 7 && std::strcmp(arguments[1], "--child") == 0)
    return child(arguments + 2);
  unsigned repeats = count > 1 ? unsigned(std::max(1, std::atoi(arguments[1]))) : 5;
  std::printf("| %-26s | %8s | %8s | %8s | %8s |\n|---|---:|---:|---:|---:|\n", "row", "start", "build", "result",
              "first");
  unsigned salt = 1;
  for (const Row &row : Rows) {
    auto asked = [&](const char *part) { return std::strstr(row.name, part) != nullptr; };
    if (count <= 2 || std::any_of(arguments + 2, arguments + count, asked))
      runRow(row, repeats, salt++);
  }
}
