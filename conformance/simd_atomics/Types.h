// The element types of the message and its operations, computed on the host.
#pragma once
#include <cstdint>
#include <string>

namespace atomics {

/// A value of any type, as its bits in the low end.
using Bits = uint64_t;

enum class Kind { Signed, Unsigned, Float };

struct Type {
  const char *name;
  Kind kind;
  std::size_t bytes;

  Bits mask() const { return bytes == 8 ? ~Bits{0} : (Bits{1} << (8 * bytes)) - 1; }
  bool isFloat() const { return kind == Kind::Float; }
  int64_t toSigned(Bits value) const;
  /// Exact for every floating-point type.
  double toDouble(Bits value) const;
  /// Rounded once, to nearest even.
  Bits fromDouble(double value) const;
  bool less(Bits a, Bits b) const;
};

/// The message's operations; CMPXCHG and FCMPWR are one on the bits and one on the values.
enum class Op { Add, Sub, Inc, Dec, Min, Max, Xchg, CmpXchg, And, Or, Xor, PreDec, FCmpWr };

/// What memory holds after the operation. `a` is the value; of CmpXchg and FCmpWr `a` is compared and `b` is written.
Bits apply(const Type &type, Op op, Bits old, Bits a, Bits b);

/// The old value of a work-item that got `result`: PREDEC returns the new one.
Bits oldOf(const Type &type, Op op, Bits result);

} // namespace atomics
