// Two clusters of stars fall into each other: nbody [--bodies 16384] [--steps 20] [--output FILE.png]
// All-pairs forces with a tile of bodies in local memory; total momentum is checked at the end.
#include "Host.h"
#include "Picture.h"
#include <random>

static const char *const Source = R"(
kernel void advance(global const float4 *old, global float4 *fresh, global float4 *velocity, float dt, uint count,
                 local float4 *tile) {
  uint i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = old[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (uint first = 0; first < count; first += size) {
    tile[l] = old[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < size; ++j) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inverse = native_rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      float force = other.w * inverse * inverse * inverse;
      ax += dx * force;
      ay += dy * force;
      az += dz * force;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float4 v = velocity[i] + dt * (float4)(ax, ay, az, 0.0f);
  velocity[i] = v;
  fresh[i] = me + dt * (float4)(v.xyz, 0.0f);
}
)";

static void makeClusters(std::vector<cl_float4> &places, std::vector<cl_float4> &velocities) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const float side = i % 2 ? 1.0F : -1.0F;
    const float x = 0.25F * normal(random), y = 0.25F * normal(random), z = 0.05F * normal(random);
    places[i] = {{x + 0.7F * side, y + 0.2F * side, z, 1.0F / static_cast<float>(places.size())}};
    velocities[i] = {{-0.35F * side - 0.9F * y, 0.9F * x, 0, 0}};
  }
}

static double momentum(const std::vector<cl_float4> &velocities) {
  double sum[3] = {};
  for (const cl_float4 &v : velocities)
    for (int axis = 0; axis < 3; ++axis)
      sum[axis] += v.s[axis];
  return std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / static_cast<double>(velocities.size());
}

static int run(int argc, char **argv) {
  const unsigned group = 256;
  const unsigned count = (std::stoul(option(argc, argv, "--bodies", "16384")) + group - 1) / group * group;
  const unsigned steps = std::stoul(option(argc, argv, "--steps", "20"));
  std::vector<cl_float4> places(count), velocities(count);
  makeClusters(places, velocities);
  const double before = momentum(velocities);

  Host host;
  cl::Kernel kernel(host.build(Source), "advance");
  cl::Buffer place[2] = {cl::Buffer(host.context, places.begin(), places.end(), false),
                         cl::Buffer(host.context, CL_MEM_READ_WRITE, sizeof(cl_float4) * count)};
  cl::Buffer velocity(host.context, velocities.begin(), velocities.end(), false);
  kernel.setArg(2, velocity);
  kernel.setArg(3, 0.004F);
  kernel.setArg(4, count);
  kernel.setArg(5, cl::Local(sizeof(cl_float4) * group));

  double seconds = 0;
  for (unsigned step = 0; step < steps; ++step) {
    kernel.setArg(0, place[step % 2]);
    kernel.setArg(1, place[(step + 1) % 2]);
    cl::Event done;
    host.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count), cl::NDRange(group), nullptr, &done);
    done.wait();
    seconds += secondsOf(done);
    showProgress("steps", step + 1, steps);
  }
  host.queue.enqueueReadBuffer(place[steps % 2], CL_TRUE, 0, sizeof(cl_float4) * count, places.data());
  host.queue.enqueueReadBuffer(velocity, CL_TRUE, 0, sizeof(cl_float4) * count, velocities.data());
  // Twenty operations a pair, as is usual for this benchmark.
  std::printf("%u bodies, %u steps in %.3f s: %.1f GFLOP/s\n", count, steps, seconds,
              20e-9 * count * static_cast<double>(count) * steps / seconds);
  const double drift = std::abs(momentum(velocities) - before);
  std::printf("momentum per body drifted by %.2e\n", drift);

  const unsigned width = 1280, height = 960;
  std::vector<float> light(std::size_t{width} * height);
  for (const cl_float4 &p : places) {
    const int x = static_cast<int>(width * (0.5F + p.s[0] / 3.2F)),
              y = static_cast<int>(height * (0.5F - p.s[1] / 2.4F));
    if (x >= 0 && y >= 0 && x < static_cast<int>(width) && y < static_cast<int>(height))
      light[static_cast<std::size_t>(y) * width + x] += 1;
  }
  Picture picture(width, height);
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      const float l = 1 - std::exp(-0.9F * light[std::size_t{y} * width + x]);
      picture.set(x, y, l, l * (0.75F + 0.25F * l), 0.6F * l + 0.4F * l * l);
    }
  picture.write(option(argc, argv, "--output", "nbody.png"));
  return drift < 1e-4 ? 0 : 1;
}

int main(int argc, char **argv) {
  return guarded([&] { return run(argc, argv); });
}
