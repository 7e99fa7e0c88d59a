// fuzz-soak [--minutes M | --rounds N]: all features in turn, again and again, and what the process holds meanwhile:
// memory, descriptors, threads. A wrong result or growth is a failure.
#include "tests/fuzz/soak/Features.h"
#include "tests/fuzz/soak/Process.h"
#include <cstdlib>
#include <string_view>

using namespace lanecl::fuzz;

namespace {

constexpr unsigned SamplesPerRun = 240;

bool report(const Samples &samples, uint64_t rounds, double minutes) {
  const double megabytes = samples.growth(&Holding::megabytes), descriptors = samples.growth(&Holding::descriptors),
               threads = samples.growth(&Holding::threads);
  std::fprintf(stderr,
               "%llu rounds in %.1f minutes; growth from the second quarter to the last: %.1f MiB, %.0f descriptors, "
               "%.0f threads\n",
               static_cast<unsigned long long>(rounds), minutes, megabytes, descriptors, threads);
  return megabytes < 8 && descriptors <= 0 && threads <= 0;
}

} // namespace

int main(int argc, char **argv) {
  double minutes = 0;
  uint64_t most = 3;
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::string_view(argv[i]) == "--minutes")
      minutes = std::strtod(argv[i + 1], nullptr), most = ~uint64_t(0);
    else
      most = std::strtoull(argv[i + 1], nullptr, 10);
  const lanecl::bench::Host host;
  fillStores(host);
  const double begin = lanecl::bench::now();
  Samples samples;
  uint64_t rounds = 0;
  for (double elapsed = 0; rounds < most && (minutes == 0 || elapsed < minutes); ++rounds) {
    for (const Feature &feature : features())
      if (!feature.use({host, rounds * 16})) {
        std::fprintf(stderr, "round %llu: %s: wrong\n", static_cast<unsigned long long>(rounds), feature.name);
        return 1;
      }
    elapsed = (lanecl::bench::now() - begin) / 60;
    if (minutes > 0 && elapsed < minutes / SamplesPerRun * double(samples.count() + 1))
      continue;
    const Holding holding = Holding::now();
    samples.add(holding);
    std::fprintf(stderr, "%6.1f min, round %llu: %.1f MiB, %ld descriptors, %ld threads\n", elapsed,
                 static_cast<unsigned long long>(rounds), holding.megabytes, holding.descriptors, holding.threads);
  }
  // A few rounds are too few to tell growth from what is made once.
  return report(samples, rounds, (lanecl::bench::now() - begin) / 60) || minutes == 0 ? 0 : 1;
}
