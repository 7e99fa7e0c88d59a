#include "Types.h"
#include <bit>
#include <cmath>

namespace atomics {

namespace {

double halfToDouble(Bits bits) {
  const double sign = bits & 0x8000 ? -1 : 1;
  const int exponent = int(bits >> 10 & 31);
  const double fraction = double(bits & 1023);
  if (exponent == 31)
    return fraction != 0 ? std::nan("") : sign * INFINITY;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

Bits doubleToHalf(double value) {
  const Bits sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7E00;
  const double size = std::fabs(value);
  // The units of the last place: 2^-24 for the smallest ones, 2^(exponent - 10) above.
  int exponent = 0;
  std::frexp(size, &exponent);
  const int unit = std::max(exponent - 11, -24);
  const double units = std::nearbyint(std::ldexp(size, -unit)); // to nearest even, the host's mode
  const double rounded = std::ldexp(units, unit);
  if (rounded >= 65520 || std::isinf(size))
    return sign | 0x7C00;
  if (rounded < std::ldexp(1, -14))
    return sign | Bits(std::ldexp(rounded, 24));
  std::frexp(rounded, &exponent);
  return sign | Bits(exponent + 14) << 10 | (Bits(std::ldexp(rounded, 11 - exponent)) & 1023);
}

} // namespace

int64_t Type::toSigned(Bits value) const {
  const unsigned shift = unsigned(64 - 8 * bytes);
  return int64_t(value << shift) >> shift;
}

double Type::toDouble(Bits value) const {
  if (bytes == 2)
    return halfToDouble(value);
  return bytes == 4 ? double(std::bit_cast<float>(uint32_t(value))) : std::bit_cast<double>(value);
}

Bits Type::fromDouble(double value) const {
  if (bytes == 2)
    return doubleToHalf(value);
  return bytes == 4 ? std::bit_cast<uint32_t>(float(value)) : std::bit_cast<uint64_t>(value);
}

bool Type::less(Bits a, Bits b) const {
  if (isFloat())
    return toDouble(a) < toDouble(b);
  return kind == Kind::Signed ? toSigned(a) < toSigned(b) : a < b;
}

Bits apply(const Type &type, Op op, Bits old, Bits a, Bits b) {
  const auto sum = [&](double sign) {
    return type.isFloat() ? type.fromDouble(type.toDouble(old) + sign * type.toDouble(a))
                          : (sign > 0 ? old + a : old - a) & type.mask();
  };
  switch (op) {
  case Op::Add:
    return sum(1);
  case Op::Sub:
    return sum(-1);
  case Op::Inc:
    return (old + 1) & type.mask();
  case Op::Dec:
  case Op::PreDec:
    return (old - 1) & type.mask();
  case Op::Min:
    return type.less(a, old) ? a : old;
  case Op::Max:
    return type.less(old, a) ? a : old;
  case Op::Xchg:
    return a;
  case Op::CmpXchg:
    return old == a ? b : old;
  case Op::FCmpWr:
    return type.toDouble(old) == type.toDouble(a) ? b : old;
  case Op::And:
    return old & a;
  case Op::Or:
    return old | a;
  case Op::Xor:
    return old ^ a;
  }
  return old;
}

Bits oldOf(const Type &type, Op op, Bits result) { return op == Op::PreDec ? (result + 1) & type.mask() : result; }

} // namespace atomics
