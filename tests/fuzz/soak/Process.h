// What the process holds: for programs that run long and must not grow.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <unistd.h>
#include <vector>

namespace lanecl::fuzz {

struct Holding {
  double megabytes = 0; ///< resident
  long descriptors = 0, threads = 0;

  static Holding now() {
    auto count = [](const char *folder) {
      return long(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator{}));
    };
    malloc_trim(0); // what is free is not held
    Holding holding;
    long size = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    holding.megabytes = double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
    holding.descriptors = count("/proc/self/fd") - 1; // the listing's own
    holding.threads = count("/proc/self/task");
    return holding;
  }
};

/// Samples at equal times. What they tell of growth: the median of the last quarter over that of the second one; the
/// first is for what is made once.
class Samples {
public:
  void add(const Holding &holding) { all_.push_back(holding); }
  std::size_t count() const { return all_.size(); }
  template <typename T> double growth(T Holding::*what) const {
    return median(what, all_.size() / 4 * 3, all_.size()) - median(what, all_.size() / 4, all_.size() / 2);
  }

private:
  template <typename T> double median(T Holding::*what, std::size_t from, std::size_t to) const {
    std::vector<double> values;
    for (std::size_t i = from; i < std::max(to, from + 1) && i < all_.size(); ++i)
      values.push_back(double(all_[i].*what));
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
  }
  std::vector<Holding> all_;
};

} // namespace lanecl::fuzz
