// Heat that spreads in a plate, over several processes: mpirun -n 4 halo_mpi [--width 1024] [--height 1024] [--steps
// 50] Each process has some rows in memory that it and the device share (cl_intel_unified_shared_memory), so that MPI
// sends from and receives into what kernels use. The rows at the seams are computed first, and travel while the others
// are computed. The result is compared with a loop in C++.
#include "../Host.h"
#include <CL/cl_ext.h>
#include <mpi.h>
#include <utility>
#include <vector>

static const char *const Source = R"(
kernel void spread(global const float *now, global float *next, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  next[i] = 0.25f * ((now[i - width] + now[i + width]) + (now[i - 1] + now[i + 1]));
}
)";

struct Shape {
  int width, height;
};

static std::vector<float> makePlate(Shape shape) {
  std::vector<float> plate(static_cast<size_t>(shape.width) * shape.height);
  std::fill_n(plate.begin(), shape.width, 1.0F);
  for (int y = 0; y < shape.height; ++y)
    plate[static_cast<size_t>(y + 1) * shape.width - 1] =
        1.0F - static_cast<float>(y) / static_cast<float>(shape.height);
  return plate;
}

static void spreadHere(std::vector<float> &plate, Shape shape, int steps) {
  std::vector<float> after = plate;
  for (int step = 0; step < steps; ++step, plate.swap(after))
    for (int y = 1; y < shape.height - 1; ++y)
      for (int x = 1; x < shape.width - 1; ++x) {
        const float *cell = &plate[static_cast<size_t>(y) * shape.width + x];
        after[cell - plate.data()] = 0.25F * ((cell[-shape.width] + cell[shape.width]) + (cell[-1] + cell[1]));
      }
}

/// Functions of the extension, which the loader does not export.
struct SharedMemory {
  explicit SharedMemory(const Host &host) : context(host.context()) {
    cl_platform_id platform = host.device.getInfo<CL_DEVICE_PLATFORM>();
    const auto find = [&](auto &function, const char *name) {
      function =
          reinterpret_cast<std::decay_t<decltype(function)>>(clGetExtensionFunctionAddressForPlatform(platform, name));
      if (!function)
        throw std::runtime_error(std::string("the platform has no ") + name);
    };
    find(allocate, "clHostMemAllocINTEL");
    find(free, "clMemBlockingFreeINTEL");
    find(setArgument, "clSetKernelArgMemPointerINTEL");
  }
  float *make(size_t count) const {
    cl_int error = CL_SUCCESS;
    void *memory = allocate(context, nullptr, count * sizeof(float), 64, &error);
    if (error != CL_SUCCESS)
      throw cl::Error(error, "clHostMemAllocINTEL");
    return static_cast<float *>(memory);
  }
  cl_context context;
  clHostMemAllocINTEL_fn allocate;
  clMemBlockingFreeINTEL_fn free;
  clSetKernelArgMemPointerINTEL_fn setArgument;
};

/// Sends the first and last of `rows` rows to the neighbours, receives theirs into the rows around. Waits for both.
static void exchange(float *plate, int rows, int width, int rank, int size) {
  MPI_Request requests[4];
  int count = 0;
  const auto swapWith = [&](int neighbour, int own, int theirs) {
    if (neighbour < 0 || neighbour >= size)
      return;
    const auto row = [&](int y) { return plate + static_cast<size_t>(y) * width; };
    MPI_Irecv(row(theirs), width, MPI_FLOAT, neighbour, 0, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(row(own), width, MPI_FLOAT, neighbour, 0, MPI_COMM_WORLD, &requests[count++]);
  };
  swapWith(rank - 1, 1, 0);
  swapWith(rank + 1, rows, rows + 1);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

/// The `rows` rows from `first` on, after `steps` steps of the whole plate.
static std::vector<float> spread(const std::vector<float> &plate, int width, int first, int rows, int steps, int rank,
                                 int size) {
  const Host host;
  const SharedMemory memory(host);
  cl::Kernel kernel(host.build(Source), "spread");
  const size_t count = static_cast<size_t>(rows + 2) * width;
  float *now = memory.make(count), *next = memory.make(count);
  for (float *copy : {now, next})
    std::copy_n(plate.begin() + static_cast<ptrdiff_t>(first - 1) * width, count, copy);
  kernel.setArg(2, width);
  const auto run = [&](int from, int number, cl::Event *done) {
    if (number > 0)
      host.queue.enqueueNDRangeKernel(kernel, cl::NDRange(1, from), cl::NDRange(width - 2, number), cl::NullRange,
                                      nullptr, done);
  };
  for (int step = 0; step < steps; ++step, std::swap(now, next)) {
    memory.setArgument(kernel(), 0, now);
    memory.setArgument(kernel(), 1, next);
    cl::Event seams;
    if (rows > 1)
      run(1, 1, nullptr);
    run(rows, 1, &seams);
    run(2, rows - 2, nullptr);
    host.queue.flush();
    seams.wait();
    exchange(next, rows, width, rank, size);
    host.queue.finish();
  }
  std::vector<float> result(now + width, now + static_cast<size_t>(rows + 1) * width);
  memory.free(memory.context, now);
  memory.free(memory.context, next);
  return result;
}

static int body(int argc, char **argv, int rank, int size) {
  const Shape shape{std::stoi(option(argc, argv, "--width", "1024")),
                    std::stoi(option(argc, argv, "--height", "1024"))};
  const int steps = std::stoi(option(argc, argv, "--steps", "50"));
  if (shape.width < 3 || shape.height - 2 < size)
    throw std::runtime_error("the plate is too small");
  std::vector<float> plate = makePlate(shape);
  const auto bound = [&](int i) { return 1 + static_cast<int>(static_cast<long>(shape.height - 2) * i / size); };
  const int first = bound(rank), rows = bound(rank + 1) - first;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  const std::vector<float> mine = spread(plate, shape.width, first, rows, steps, rank, size);
  const double seconds = MPI_Wtime() - begin;
  spreadHere(plate, shape, steps);
  int wrong = std::equal(mine.begin(), mine.end(), plate.begin() + static_cast<ptrdiff_t>(first) * shape.width) ? 0 : 1;
  int wrongAnywhere = 0;
  MPI_Allreduce(&wrong, &wrongAnywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d processes, %d x %d, %d steps in %.3f s: %s\n", size, shape.width, shape.height, steps, seconds,
                wrongAnywhere ? "WRONG" : "as a loop in C++ computes it");
  return wrongAnywhere ? 1 : 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int status = guarded([&] { return body(argc, argv, rank, size); });
  // A process that gave up must not leave the others waiting.
  if (status != 0)
    MPI_Abort(MPI_COMM_WORLD, status);
  MPI_Finalize();
  return status;
}
