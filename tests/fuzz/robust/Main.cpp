// fuzz-robust [--seed S] [--configuration C] [--programs N | --minutes M] [--print] [--trusting]: random kernels that
// leave their buffers, run as robust programs at every configuration in turn, from number C on. Around each buffer lies
// memory that is no argument's. Nothing of it may change, and what a kernel makes of its buffers may not depend on it:
// each runs on two fillings of that memory (and twice on one, for what depends on something else). --print shows the
// program of seed S, --source FILE runs another one with its arguments. --trusting runs them as ordinary programs: then
// it must find something.
#include "bench/Host.h"
#include "tests/fuzz/robust/Generate.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using lanecl::bench::check;

constexpr size_t Around = 16384; ///< bytes on each side of a buffer: as far as most wrong indices lead
constexpr size_t Align = 128;

/// How many lanes, which instruction set (LANECL_WIDTH, LANECL_ISA), and whether kernels are optimised.
struct Configuration {
  const char *width, *isa;
  bool optimises;
};
constexpr Configuration Configurations[] = {
    {"0", "", true},         {"1", "", true},         {"4", "", true},     {"8", "avx2", true}, {"16", "", true},
    {"32", "", true},        {"64", "", true},        {"0", "sse4", true}, {"4", "sse4", true}, {"8", "portable", true},
    {"1", "portable", true}, {"1", "", false},        {"4", "", false},    {"8", "", false},    {"16", "avx2", false},
    {"4", "sse4", false},    {"4", "portable", false}};
constexpr uint64_t TogetherPrograms = 20; ///< of one configuration, by one process
constexpr unsigned MostSeconds = 120;     ///< of one program

struct Counts {
  unsigned long programs = 0, refused = 0, unsteady = 0, wrong = 0, died = 0, slow = 0;
};

/// What a child tells its parent, however it ends.
struct Shared {
  volatile unsigned long long seed = 0;
  Counts counts;
};
Shared *shared = nullptr;
bool trusting = false;
const char *sourceFile = nullptr; ///< has the program to run instead of those of the seeds

void onSignal(int signal) {
  ++(signal == SIGALRM ? shared->counts.slow : shared->counts.died);
  char text[80];
  const int length = std::snprintf(text, sizeof text, "seed %llu: %s, signal %d\n", shared->seed,
                                   signal == SIGALRM ? "does not end" : "died", signal);
  static_cast<void>(!write(STDERR_FILENO, text, size_t(length)));
  _exit(1);
}

/// Memory of the arguments' buffers, each between strips that are nobody's.
class Arena {
public:
  explicit Arena(const std::array<size_t, 4> &sizes) : sizes_(sizes) {
    for (size_t i = 0; i < sizes.size(); ++i) {
      places_[i] = bytes_ + Around;
      bytes_ = (places_[i] + sizes[i] + Align - 1) / Align * Align;
    }
    bytes_ += Around;
    void *memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      check(-1, "mmap");
    memory_ = static_cast<unsigned char *>(memory);
  }
  ~Arena() { munmap(memory_, bytes_); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  unsigned char *buffer(size_t i) const { return memory_ + places_[i]; }
  /// The strips depend on the secret, the buffers on the data alone.
  void fill(uint64_t secret, uint64_t data) {
    std::mt19937_64 random(secret);
    for (size_t i = 0; i + 8 <= bytes_; i += 8) {
      const uint64_t word = random();
      std::memcpy(memory_ + i, &word, 8);
    }
    random.seed(data);
    for (size_t i = 0; i < sizes_.size(); ++i)
      for (size_t byte = 0; byte < sizes_[i]; ++byte)
        buffer(i)[byte] = (unsigned char)(random() >> 8 & (byte % 4 ? 0x0F : 0xFF)); // not too large as numbers
    expected_.assign(memory_, memory_ + bytes_);
  }
  /// The first byte outside of the buffers that changed; bytes() when none did.
  size_t changed() const {
    size_t from = 0;
    for (size_t i = 0; i <= sizes_.size(); ++i) {
      const size_t to = i < sizes_.size() ? places_[i] : bytes_;
      for (size_t byte = from; byte < to; ++byte)
        if (memory_[byte] != expected_[byte])
          return byte;
      from = i < sizes_.size() ? places_[i] + sizes_[i] : to;
    }
    return bytes_;
  }
  std::vector<unsigned char> contents() const {
    std::vector<unsigned char> all;
    for (size_t i = 0; i < sizes_.size(); ++i)
      all.insert(all.end(), buffer(i), buffer(i) + sizes_[i]);
    return all;
  }
  size_t bytes() const { return bytes_; }

private:
  std::array<size_t, 4> sizes_, places_{};
  size_t bytes_ = 0;
  unsigned char *memory_ = nullptr;
  std::vector<unsigned char> expected_;
};

class Run {
public:
  Run(const lanecl::bench::Host &host, uint64_t seed) : host_(host), random_(seed), arena_(sizes()) {
    for (size_t i = 0; i < 4; ++i)
      buffers_[i] =
          clCreateBuffer(host_.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizes_[i], arena_.buffer(i), nullptr);
  }
  ~Run() {
    for (cl_mem buffer : buffers_)
      clReleaseMemObject(buffer);
    for (cl_kernel kernel : {reset_, wild_})
      if (kernel)
        clReleaseKernel(kernel);
    if (program_)
      clReleaseProgram(program_);
  }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  bool build(const std::string &source, const std::string &options, std::string &log) {
    const char *text = source.c_str();
    program_ = clCreateProgramWithSource(host_.context, 1, &text, nullptr, nullptr);
    if (clBuildProgram(program_, 0, nullptr, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      size_t bytes = 0;
      clGetProgramBuildInfo(program_, host_.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
      log.resize(bytes);
      clGetProgramBuildInfo(program_, host_.device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
      return false;
    }
    reset_ = clCreateKernel(program_, "reset", nullptr);
    wild_ = clCreateKernel(program_, "wild", nullptr);
    setArguments();
    return true;
  }

  /// What the buffers hold after one run. Says so when something outside of them changed.
  std::vector<unsigned char> run(uint64_t secret, bool &good) {
    arena_.fill(secret, 99);
    const size_t one = 1;
    check(clEnqueueNDRangeKernel(host_.queue, reset_, 1, nullptr, &one, &one, 0, nullptr, nullptr), "reset");
    check(clEnqueueNDRangeKernel(host_.queue, wild_, 1, nullptr, &items_, &group_, 0, nullptr, nullptr), "wild");
    check(clFinish(host_.queue), "clFinish");
    if (const size_t byte = arena_.changed(); byte != arena_.bytes()) {
      good = false;
      std::fprintf(stderr, "seed %llu: byte %zu of %zu changed\n", shared->seed, byte, arena_.bytes());
    }
    return arena_.contents();
  }

private:
  const std::array<size_t, 4> &sizes() {
    sizes_ = {4 * (16 + random_() % 100), 8 * (8 + random_() % 50), 16 + random_() % 200, 4 * (4 + random_() % 40)};
    return sizes_;
  }
  void setArguments() {
    for (cl_uint i = 0; i < 4; ++i)
      check(clSetKernelArg(wild_, i, sizeof(cl_mem), &buffers_[i]), "clSetKernelArg");
    const cl_int n = random_() % 4 ? cl_int(random_() % 200) - 60 : cl_int(random_());
    const cl_ulong m = random_() % 2 ? random_() % 1000 : random_();
    std::array<cl_uint, 8> bag{};
    for (cl_uint &word : bag)
      word = cl_uint(random_());
    check(clSetKernelArg(wild_, 4, 32 * sizeof(cl_uint), nullptr), "local");
    check(clSetKernelArg(wild_, 5, sizeof n, &n), "n");
    check(clSetKernelArg(wild_, 6, sizeof m, &m), "m");
    check(clSetKernelArg(wild_, 7, sizeof bag, &bag), "s");
    static constexpr size_t Groups[] = {1, 5, 8, 16, 24, 64};
    group_ = Groups[random_() % std::size(Groups)];
    items_ = group_ * (1 + random_() % 3);
  }

  const lanecl::bench::Host &host_;
  std::mt19937_64 random_;
  std::array<size_t, 4> sizes_{};
  Arena arena_;
  std::array<cl_mem, 4> buffers_{};
  cl_program program_ = nullptr;
  cl_kernel reset_ = nullptr, wild_ = nullptr;
  size_t items_ = 1, group_ = 1;
};

std::string programOf(uint64_t seed) {
  if (!sourceFile)
    return lanecl::fuzz::wildProgram(seed);
  std::ifstream file(sourceFile);
  return {std::istreambuf_iterator<char>(file), {}};
}

void tryOut(const lanecl::bench::Host &host, uint64_t seed, const Configuration &configuration) {
  Counts &counts = shared->counts;
  shared->seed = seed;
  alarm(MostSeconds);
  std::string log, options = "-cl-std=CL3.0 -w";
  options += trusting ? "" : " -cl-lanecl-robust";
  options += configuration.optimises ? "" : " -cl-opt-disable";
  Run run(host, seed);
  ++counts.programs;
  if (!run.build(programOf(seed), options, log)) {
    ++counts.refused;
    std::fprintf(stderr, "seed %llu: not built\n%s\n", shared->seed, log.c_str());
    return;
  }
  bool good = true;
  const auto first = run.run(1, good), again = run.run(1, good), other = run.run(2, good);
  if (first != again)
    ++counts.unsteady;
  else if (first != other) {
    good = false;
    std::fprintf(stderr, "seed %llu: the results depend on what lies outside\n", shared->seed);
  }
  counts.wrong += !good;
}

/// In a process of its own; the seed behind the last that was tried.
uint64_t runTogether(uint64_t first, uint64_t count, const Configuration &configuration) {
  shared->seed = first;
  const pid_t child = fork();
  if (child == 0) {
    setenv("LANECL_WIDTH", configuration.width, 1);
    setenv("LANECL_ISA", configuration.isa, 1);
    // Work-items meet in the same order each time.
    setenv("LANECL_THREADS", "1", 1);
    setenv("LANECL_TRIALS", "off", 1);
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM})
      std::signal(signal, onSignal);
    if (!std::freopen("/dev/null", "w", stdout)) // what kernels print goes nowhere
      _exit(1);
    const lanecl::bench::Host host;
    for (uint64_t seed = first; seed < first + count; ++seed)
      tryOut(host, seed, configuration);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    check(-1, "fork");
  const uint64_t reached = shared->seed + 1;
  if (status != 0)
    std::fprintf(stderr, "seed %llu: configuration %td: width %s, isa '%s'%s\n", shared->seed,
                 &configuration - Configurations, configuration.width, configuration.isa,
                 configuration.optimises ? "" : ", not optimised");
  if (WIFSIGNALED(status))
    ++shared->counts.died;
  return reached;
}

void tell(const char *name, const Counts &c) {
  std::printf("%s: %lu programs, %lu not built, %lu unsteady, %lu wrong, %lu died, %lu without an end\n", name,
              c.programs, c.refused, c.unsteady, c.wrong, c.died, c.slow);
}

} // namespace

int main(int argc, char **argv) {
  uint64_t seed = 1, programs = 0, configuration = 0;
  double minutes = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--trusting")
      trusting = true;
    else if (argument == "--print")
      return std::puts(lanecl::fuzz::wildProgram(seed).c_str()) < 0;
    else if (i + 1 < argc && argument == "--source")
      sourceFile = argv[++i];
    else if (i + 1 < argc && argument == "--minutes")
      minutes = std::strtod(argv[++i], nullptr);
    else if (i + 1 < argc)
      (argument == "--seed"            ? seed
       : argument == "--configuration" ? configuration
                                       : programs) = std::strtoull(argv[++i], nullptr, 10);
  }
  void *memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  shared = new (memory) Shared;
  const uint64_t end = minutes > 0 ? ~uint64_t(0) : seed + (programs ? programs : 100);
  std::array<Counts, std::size(Configurations)> counts{};
  const double until = lanecl::bench::now() + minutes * 60;
  for (size_t i = configuration; seed < end && (minutes <= 0 || lanecl::bench::now() < until); ++i) {
    Counts &own = counts[i % counts.size()];
    shared->counts = own;
    seed = runTogether(seed, std::min(TogetherPrograms, end - seed), Configurations[i % counts.size()]);
    own = shared->counts;
  }
  Counts all;
  for (size_t i = 0; i < counts.size(); ++i) {
    const Counts &c = counts[i];
    const Configuration &configuration = Configurations[i];
    if (c.programs)
      tell((std::string("width ") + configuration.width + ", isa '" + configuration.isa + "'" +
            (configuration.optimises ? "" : ", not optimised"))
               .c_str(),
           c);
    all = {all.programs + c.programs, all.refused + c.refused, all.unsteady + c.unsteady,
           all.wrong + c.wrong,       all.died + c.died,       all.slow + c.slow};
  }
  tell("all", all);
  return all.wrong || all.refused || all.died || all.slow ? 1 : 0;
}
