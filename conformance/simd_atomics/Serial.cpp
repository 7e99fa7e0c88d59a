#include "Serial.h"
#include <map>

namespace atomics {

namespace {

/// Disjoint sets of values.
class Parts {
public:
  Bits root(Bits value) {
    const auto [place, isNew] = parent_.try_emplace(value, value);
    if (place->second == value)
      return value;
    const Bits top = root(place->second);
    return parent_[value] = top;
  }
  void join(Bits a, Bits b) { parent_[root(a)] = root(b); }

private:
  std::map<Bits, Bits> parent_;
};

} // namespace

bool serializable(const std::vector<Step> &steps, Bits first, Bits last) {
  std::map<Bits, int> surplus; // steps that leave a value less those that reach it
  Parts parts;
  for (const Step &step : steps) {
    ++surplus[step.from];
    --surplus[step.to];
    parts.join(step.from, step.to);
  }
  --surplus[first];
  ++surplus[last];
  for (const auto &[value, count] : surplus)
    if (count != 0)
      return false;
  for (const Step &step : steps)
    if (parts.root(step.from) != parts.root(first))
      return false;
  return true;
}

} // namespace atomics
