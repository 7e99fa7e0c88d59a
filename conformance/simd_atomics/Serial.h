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

/// What one work-item asked for, when nobody asks what it found.
struct Operands {
  Bits a, b;
};

/// Can the operations be put in an order that leads from `first` to `last`? Sums must be exact.
bool leadsTo(const Type &type, Op op, const std::vector<Operands> &operations, Bits first, Bits last);

} // namespace atomics
