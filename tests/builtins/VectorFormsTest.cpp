// Every vector form of a function that works component by component gives what its scalar form gives. The forms are
// found in the library's index: a new function is covered without a line here.
#include "BuiltinJit.h"
#include "Signature.h"
#include "builtins/Library.h"
#include <bit>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace lanecl::test {
namespace {

constexpr size_t Elements = 64;

/// Functions whose vector forms are something else than the scalar one for each component.
const std::set<std::string> &notByComponent() {
  static const std::set<std::string> names = {// Truth is -1 in vectors and 1 in scalars.
                                              "isequal", "isnotequal", "isgreater", "isgreaterequal", "isless",
                                              "islessequal", "islessgreater", "isordered", "isunordered", "isfinite",
                                              "isinf", "isnan", "isnormal", "signbit", "select", "any", "all",
                                              // Components meet.
                                              "dot", "dot_acc_sat", "length", "distance", "normalize", "fast_length",
                                              "fast_distance", "fast_normalize", "cross", "shuffle", "shuffle2"};
  return names;
}

struct Form {
  std::string mangled, scalar;
  Signature signature;
  unsigned width;
};

std::string withoutWidth(const std::string &name) {
  // convert_float4_rte -> convert_float_rte
  if (!name.starts_with("convert_"))
    return name;
  size_t digits = name.find_first_of("0123456789");
  if (digits == std::string::npos)
    return name;
  return name.substr(0, digits) + name.substr(name.find_first_not_of("0123456789", digits) == std::string::npos
                                                  ? name.size()
                                                  : name.find_first_not_of("0123456789", digits));
}

/// All vector forms that have a scalar one.
std::vector<Form> forms() {
  std::vector<Form> found;
  for (size_t i = 0; i < builtinCount(); ++i) {
    std::string name(builtinName(i));
    auto signature = parseMangled(name);
    if (!signature || signature->parameters.empty() || notByComponent().contains(signature->name))
      continue;
    unsigned width = 1;
    for (const ValueType &parameter : signature->parameters)
      width = std::max(width, parameter.width);
    if (width == 1)
      continue;
    Signature scalar{withoutWidth(signature->name), signature->parameters};
    if (findBuiltin(scalar.scalarForm()))
      found.push_back({name, scalar.scalarForm(), *signature, width});
  }
  return found;
}

/// Random arguments: ordinary numbers for floating-point types, any bits for integers. Three-component vectors have a
/// fourth component that nothing may depend on.
std::vector<char> randomArgument(const ValueType &type, std::mt19937_64 &random) {
  std::vector<char> bytes(Elements * type.bytes());
  size_t step = type.scalarBytes();
  for (size_t at = 0; at < bytes.size(); at += step) {
    double number = std::uniform_real_distribution<double>(-3, 3)(random);
    uint64_t any = random();
    float single = static_cast<float>(number);
    // Half: sign, an exponent from 2^-3 to 2^2, any digits.
    uint16_t half = static_cast<uint16_t>((any & 0x83ff) | ((12 + (any >> 32) % 6) << 10));
    const void *source = &any;
    if (type.scalar == "f")
      source = &single;
    else if (type.scalar == "d")
      source = &number;
    else if (type.scalar == "Dh")
      source = &half;
    std::memcpy(bytes.data() + at, source, step);
  }
  return bytes;
}

/// Results may be wider than any argument (upsample, convert_long8): room for all.
constexpr size_t ResultBytes = 16 * 8;

/// Runs the vector form once and the scalar form on each component; returns the index of the first element that
/// differs.
std::optional<size_t> firstDifference(Loop vector, Loop scalar, size_t resultScalar, const Form &form,
                                      std::mt19937_64 &random) {
  size_t stride = resultScalar * (form.width == 3 ? 4 : form.width);
  std::vector<char> results(Elements * ResultBytes), expected(Elements * ResultBytes);
  std::vector<std::vector<char>> arguments;
  std::vector<char *> operands = {results.data()};
  std::vector<size_t> strides = {stride};
  for (const ValueType &parameter : form.signature.parameters) {
    arguments.push_back(randomArgument(parameter, random));
    operands.push_back(arguments.back().data());
    strides.push_back(parameter.bytes());
  }
  vector(operands.data(), strides.data(), Elements);
  for (unsigned component = 0; component < form.width; ++component) {
    std::vector<char *> parts = {expected.data() + component * resultScalar};
    for (size_t i = 0; i < arguments.size(); ++i) {
      const ValueType &parameter = form.signature.parameters[i];
      parts.push_back(arguments[i].data() + (parameter.width == 1 ? 0 : component * parameter.scalarBytes()));
    }
    scalar(parts.data(), strides.data(), Elements);
  }
  for (size_t i = 0; i < Elements; ++i)
    if (std::memcmp(results.data() + i * stride, expected.data() + i * stride, form.width * resultScalar) != 0)
      return i;
  return std::nullopt;
}

/// The size of the result's scalar type: the call says so by what it leaves of a pattern.
size_t resultBytes(Loop scalar, const Form &form) {
  std::vector<char> room(ResultBytes, 0x5a), zero(ResultBytes, 0), other(ResultBytes, 0x33);
  std::vector<char *> operands(form.signature.parameters.size() + 1, zero.data()), again = operands;
  std::vector<size_t> strides(operands.size(), 0);
  operands[0] = room.data();
  again[0] = other.data();
  scalar(operands.data(), strides.data(), 1);
  scalar(again.data(), strides.data(), 1);
  size_t bytes = 0;
  while (bytes < 8 && room[bytes] == other[bytes])
    ++bytes;
  return bytes;
}

TEST(VectorForms, AgreeWithTheScalarOnes) {
  std::vector<Form> found = forms();
  ASSERT_GT(found.size(), 4000u);
  std::mt19937_64 random(5);
  constexpr size_t Batch = 200;
  for (size_t begin = 0; begin < found.size(); begin += Batch) {
    std::span<const Form> batch(found.data() + begin, std::min(Batch, found.size() - begin));
    std::set<std::string> names;
    for (const Form &form : batch)
      names.insert({form.mangled, form.scalar});
    BuiltinJit jit(std::vector<std::string>(names.begin(), names.end()));
    ASSERT_EQ(jit.error(), "");
    for (const Form &form : batch) {
      Loop vector = jit.loop(form.mangled), scalar = jit.loop(form.scalar);
      ASSERT_EQ(jit.error(), "");
      auto different = firstDifference(vector, scalar, resultBytes(scalar, form), form, random);
      EXPECT_FALSE(different) << form.mangled << " and " << form.scalar << " differ";
    }
  }
}

} // namespace
} // namespace lanecl::test
