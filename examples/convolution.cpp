// A pencil drawing by a 9 x 9 filter: convolution [--size 2048] [--repeats 5] [--output FILE.png]
// The same filter twice: straight from global memory, and by tiles that two-dimensional asynchronous copies bring to
// local memory and take back, with two buffers each so that one tile travels while the other is worked on.
#include "Host.h"
#include "Picture.h"
#include <numbers>

static const char *const Source = R"(
#define TILE (TX + 2 * R)

// The picture has a border of R pixels on all sides.
kernel void direct(global const float *in, global float *out, constant float *weights, uint width) {
  uint x = get_global_id(0), y = get_global_id(1), pitch = width + 2 * R;
  float sum = 0.0f;
  for (uint dy = 0; dy <= 2 * R; ++dy)
    for (uint dx = 0; dx <= 2 * R; ++dx)
      sum += weights[dy * (2 * R + 1) + dx] * in[(y + dy) * pitch + x + dx];
  out[y * width + x] = sum;
}

event_t fetch(local float *tile, global const float *in, uint x, uint y, uint pitch) {
  return async_work_group_copy_2D2D(tile, 0, in, (size_t)y * pitch + x, sizeof(float), TILE, TY + 2 * R, pitch, TILE, 0);
}

// A work-group of TX work-items walks down a strip of the picture, TY lines at a step.
kernel __attribute__((reqd_work_group_size(TX, 1, 1)))
void tiled(global const float *in, global float *out, constant float *weights, uint width, uint steps) {
  local float before[2][(TY + 2 * R) * TILE], after[2][TY * TX];
  uint l = get_local_id(0), x = get_group_id(0) * TX, y = get_group_id(1) * TY * steps, pitch = width + 2 * R;
  event_t arrival[2], departure[2];
  arrival[0] = fetch(before[0], in, x, y, pitch);
  for (uint step = 0; step < steps; ++step, y += TY) {
    uint now = step & 1;
    if (step + 1 < steps)
      arrival[1 - now] = fetch(before[1 - now], in, x, y + TY, pitch);
    wait_group_events(1, &arrival[now]);
    if (step >= 2)
      wait_group_events(1, &departure[now]);
    // A column of TY pixels at once: each pixel of the tile is read once for all the sums that it belongs to.
    float sums[TY];
    #pragma unroll
    for (uint line = 0; line < TY; ++line)
      sums[line] = 0.0f;
    for (uint dx = 0; dx <= 2 * R; ++dx)
      #pragma unroll
      for (uint row = 0; row < TY + 2 * R; ++row) {
        float pixel = before[now][row * TILE + l + dx];
        #pragma unroll
        for (uint line = 0; line < TY; ++line)
          if (row >= line && row - line <= 2 * R)
            sums[line] += weights[(row - line) * (2 * R + 1) + dx] * pixel;
      }
    #pragma unroll
    for (uint line = 0; line < TY; ++line)
      after[now][line * TX + l] = sums[line];
    // The copies take no care of their source: all work-items must have written.
    barrier(CLK_LOCAL_MEM_FENCE);
    departure[now] = async_work_group_copy_2D2D(out, (size_t)y * width + x, after[now], 0, sizeof(float), TX, TY, TX,
                                                width, 0);
  }
  wait_group_events(steps > 1 ? 2 : 1, departure);
}
)";

namespace {
constexpr unsigned radius = 4, tileWidth = 128, tileLines = 16, stepsPerGroup = 8;
constexpr unsigned taps = 2 * radius + 1;
} // namespace

/// A narrow bell minus a wide one: what is left are edges.
static std::vector<float> edgeFilter() {
  std::vector<float> weights(taps * taps);
  auto bell = [](float distance2, float width) { return std::exp(-distance2 / (2 * width * width)); };
  auto squared = [](unsigned i) {
    const unsigned column = i % taps, row = i / taps;
    const float x = static_cast<float>(column) - radius, y = static_cast<float>(row) - radius;
    return x * x + y * y;
  };
  float narrow = 0, wide = 0;
  for (unsigned i = 0; i < weights.size(); ++i)
    narrow += bell(squared(i), 0.8F), wide += bell(squared(i), 2.2F);
  for (unsigned i = 0; i < weights.size(); ++i)
    weights[i] = bell(squared(i), 0.8F) / narrow - bell(squared(i), 2.2F) / wide;
  return weights;
}

/// Overlapping petals, bright and dark, with a border.
static std::vector<float> drawFlower(unsigned size) {
  const unsigned pitch = size + 2 * radius;
  std::vector<float> picture(std::size_t{pitch} * pitch);
  for (unsigned i = 0; i < picture.size(); ++i) {
    const unsigned column = i % pitch, row = i / pitch;
    const float x = 2.4F * (static_cast<float>(column) / static_cast<float>(pitch) - 0.5F);
    const float y = 2.4F * (static_cast<float>(row) / static_cast<float>(pitch) - 0.5F);
    float light = 0.1F;
    for (int petal = 0; petal < 24; ++petal) {
      const float angle = static_cast<float>(petal) * std::numbers::pi_v<float> / 12, reach = petal % 2 ? 0.55F : 0.75F;
      const float along = x * std::cos(angle) + y * std::sin(angle), across = y * std::cos(angle) - x * std::sin(angle);
      const float inside = 1 - std::pow((along - reach) / 0.35F, 2.0F) - std::pow(across / 0.13F, 2.0F);
      light += inside > 0 ? 0.15F + 0.1F * std::sin(40 * inside) : 0;
    }
    picture[i] = light;
  }
  return picture;
}

static double best(const Host &host, const cl::Kernel &kernel, const cl::NDRange &range, const cl::NDRange &group,
                   unsigned repeats) {
  double seconds = 1e9;
  for (unsigned i = 0; i < repeats; ++i) {
    cl::Event done;
    host.queue.enqueueNDRangeKernel(kernel, cl::NullRange, range, group, nullptr, &done);
    done.wait();
    seconds = std::min(seconds, secondsOf(done));
  }
  return seconds;
}

static int run(int argc, char **argv) {
  const unsigned step = std::max(tileWidth, tileLines * stepsPerGroup);
  const unsigned size = (std::stoul(option(argc, argv, "--size", "2048")) + step - 1) / step * step;
  const unsigned repeats = std::max(1UL, std::stoul(option(argc, argv, "--repeats", "5")));
  std::vector<float> picture = drawFlower(size), weights = edgeFilter();

  Host host;
  if (host.device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_extended_async_copies") == std::string::npos)
    throw std::runtime_error("the device has no cl_khr_extended_async_copies");
  const std::string options = "-cl-std=CL3.0 -DR=" + std::to_string(radius) + " -DTX=" + std::to_string(tileWidth) +
                              " -DTY=" + std::to_string(tileLines);
  const cl::Program program = host.build(Source, options.c_str());
  const cl::Buffer in(host.context, picture.begin(), picture.end(), true),
      filter(host.context, weights.begin(), weights.end(), true);
  std::vector<std::vector<float>> results;
  for (const char *name : {"direct", "tiled"}) {
    const bool tiled = std::string(name) == "tiled";
    const cl::Buffer out(host.context, CL_MEM_READ_WRITE, sizeof(float) * size * size);
    cl::Kernel kernel(program, name);
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, filter);
    kernel.setArg(3, size);
    if (tiled)
      kernel.setArg(4, stepsPerGroup);
    const double seconds =
        best(host, kernel, tiled ? cl::NDRange(size, size / tileLines / stepsPerGroup) : cl::NDRange(size, size),
             cl::NDRange(tileWidth, 1), repeats);
    std::printf("%-7s %8.3f ms, %.1f GFLOP/s\n", name, 1e3 * seconds,
                2e-9 * taps * taps * size * static_cast<double>(size) / seconds);
    results.emplace_back(std::size_t{size} * size);
    host.queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof(float) * results.back().size(), results.back().data());
  }
  float difference = 0;
  for (std::size_t i = 0; i < results[0].size(); ++i)
    difference = std::max(difference, std::abs(results[0][i] - results[1][i]));
  std::printf("the two differ by at most %.2e\n", static_cast<double>(difference));

  Picture drawing(size, size);
  for (unsigned y = 0; y < size; ++y)
    for (unsigned x = 0; x < size; ++x) {
      const float line = std::min(1.0F, 9 * std::abs(results[1][std::size_t{y} * size + x]));
      drawing.set(x, y, 0.97F - 0.85F * line, 0.95F - 0.80F * line, 0.90F - 0.62F * line);
    }
  drawing.write(option(argc, argv, "--output", "convolution.png"));
  return difference < 1e-5F ? 0 : 1;
}

int main(int argc, char **argv) {
  return guarded([&] { return run(argc, argv); });
}
