#include "Serial.h"
#include <algorithm>
#include <map>
#include <set>

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

namespace {

/// Comparing operations: one that finds another value changes nothing, and may come whenever there is another value.
bool comparesTo(const Type &type, Op op, const std::vector<Operands> &operations, Bits first, Bits last) {
  auto after = [&](Bits value) {
    std::set<Bits> next;
    for (const Operands &operation : operations)
      if (const Bits made = apply(type, op, value, operation.a, operation.b); made != value)
        next.insert(made);
    return next;
  };
  std::set<Bits> reached = after(first), latest = reached;
  if (reached.empty())
    return first == last;
  while (!latest.empty()) {
    std::set<Bits> found;
    for (Bits value : latest)
      for (Bits next : after(value))
        if (reached.insert(next).second)
          found.insert(next);
    latest = found;
  }
  return reached.contains(last);
}

} // namespace

bool leadsTo(const Type &type, Op op, const std::vector<Operands> &operations, Bits first, Bits last) {
  if (op == Op::CmpXchg || op == Op::FCmpWr)
    return comparesTo(type, op, operations, first, last);
  if (op == Op::Xchg && !operations.empty())
    return std::ranges::any_of(operations, [&](const Operands &operation) { return operation.a == last; });
  for (const Operands &operation : operations)
    first = apply(type, op, first, operation.a, operation.b);
  return first == last;
}

} // namespace atomics
