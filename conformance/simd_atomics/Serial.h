// Is there an order? "If more than one channel writes to the same address, they will be serialized and atomically
// updated, though the order is non-deterministic."
#pragma once
#include "Types.h"
#include <vector>

namespace atomics {

/// One operation on an address took it from one value to another.
struct Step {
  Bits from, to;
};

/// Can the steps be put in an order that leads from `first` to `last`, each beginning where the one before ended? That
/// is an Eulerian path of the graph whose edges are the steps.
bool serializable(const std::vector<Step> &steps, Bits first, Bits last);

} // namespace atomics
