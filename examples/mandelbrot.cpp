// Draws the Mandelbrot set with smooth colours: mandelbrot [--size 1600x1200] [--iterations 1000] [--output FILE.png]
// The picture is made in bands, so that progress shows; a sample of pixels is compared with plain C++.
#include "Host.h"
#include "Picture.h"
#include <charconv>

static const char *const Source = R"(
kernel void mandelbrot(global float *smoothed, uint width, uint firstRow, float left, float top, float step, uint limit) {
  uint x = get_global_id(0), y = get_global_id(1) + firstRow;
  float cr = left + step * x, ci = top - step * y;
  float zr = 0.0f, zi = 0.0f;
  uint n = 0;
  while (n < limit && zr * zr + zi * zi < 256.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    ++n;
  }
  smoothed[y * width + x] = n == limit ? -1.0f : n + 1.0f - log2(log2(zr * zr + zi * zi) * 0.5f);
}
)";

// The same in C++, with the count alone: rounding may move a pixel on the border, not the picture.
static unsigned countOf(float cr, float ci, unsigned limit) {
  float zr = 0, zi = 0;
  unsigned n = 0;
  for (; n < limit && zr * zr + zi * zi < 256.0F; ++n) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
  }
  return n;
}

static int run(int argc, char **argv) {
  const std::string size = option(argc, argv, "--size", "1600x1200");
  unsigned width = 0, height = 0;
  const char *end = size.data() + size.size();
  const char *cross = std::from_chars(size.data(), end, width).ptr;
  if (cross == end || *cross != 'x' || std::from_chars(cross + 1, end, height).ptr != end || !width || !height)
    throw std::runtime_error("--size wants WIDTHxHEIGHT");
  const unsigned limit = std::stoul(option(argc, argv, "--iterations", "1000"));
  const float step = 3.2F / static_cast<float>(width), left = -2.3F, top = step * static_cast<float>(height) / 2;

  Host host;
  cl::Kernel kernel(host.build(Source), "mandelbrot");
  cl::Buffer values(host.context, CL_MEM_WRITE_ONLY, sizeof(float) * width * height);
  kernel.setArg(0, values);
  kernel.setArg(1, width);
  kernel.setArg(3, left);
  kernel.setArg(4, top);
  kernel.setArg(5, step);
  kernel.setArg(6, limit);

  double seconds = 0;
  const unsigned bands = 20;
  for (unsigned band = 0; band < bands; ++band) {
    const unsigned first = height * band / bands, last = height * (band + 1) / bands;
    if (first == last)
      continue;
    kernel.setArg(2, first);
    cl::Event done;
    host.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(width, last - first), cl::NullRange, nullptr,
                                    &done);
    done.wait();
    seconds += secondsOf(done);
    showProgress("bands", band + 1, bands);
  }
  std::vector<float> smoothed(std::size_t{width} * height);
  host.queue.enqueueReadBuffer(values, CL_TRUE, 0, sizeof(float) * smoothed.size(), smoothed.data());

  double iterations = 0;
  unsigned sampled = 0, different = 0;
  Picture picture(width, height);
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      const float value = smoothed[std::size_t{y} * width + x];
      iterations += value < 0 ? limit : value;
      if ((x * 31 + y * 17) % 97 == 0) {
        const unsigned n = countOf(left + step * static_cast<float>(x), top - step * static_cast<float>(y), limit);
        ++sampled;
        different += (n == limit) != (value < 0);
      }
      if (value < 0)
        continue;
      const float t = 0.15F * std::sqrt(value);
      picture.set(x, y, 0.5F - 0.5F * std::cos(3 * t), 0.5F - 0.5F * std::cos(3 * t + 0.6F),
                  0.5F - 0.5F * std::cos(3 * t + 1.2F));
    }
  // Nine floating-point operations an iteration: 3 multiplications and an addition for the bound, 5 for the step.
  std::printf("%u x %u, %.2f Giter in %.3f s: %.2f Giter/s, %.1f GFLOP/s\n", width, height, iterations * 1e-9, seconds,
              iterations * 1e-9 / seconds, 9e-9 * iterations / seconds);
  std::printf("compared with C++: %u of %u sampled pixels differ in kind\n", different, sampled);
  picture.write(option(argc, argv, "--output", "mandelbrot.png"));
  return different > sampled / 100 ? 1 : 0;
}

int main(int argc, char **argv) {
  return guarded([&] { return run(argc, argv); });
}
