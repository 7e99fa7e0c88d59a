// Built-ins as programs see them, through the ICD loader: front end, SPIR-V, lanes and vector libraries between the
// name and the code. Math against the limits of OpenCL C 7.4; conversions and integer functions against the library
// compiled on its own, which the other tests of this folder have checked.
#include "Platform.h"
#include "BuiltinJit.h"
#include "MathFunctions.h"
#include "Signature.h"
#include "builtins/Library.h"
#include <cstring>
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

template <typename T> const char *const TypeName = sizeof(T) == 8 ? "double" : "float";

template <typename T> Platform::Array input(std::vector<T> &list) {
  return {list.data(), list.size() * sizeof(T), false};
}
template <typename T> Platform::Array output(std::vector<T> &list) {
  return {list.data(), list.size() * sizeof(T), true};
}

template <typename T> struct PlatformMath : ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PlatformMath, Precisions);

/// A kernel for one work-item an element, and one for three: the shapes differ in how components become lanes.
std::string unaryKernels(const std::string &name, const std::string &type) {
  std::string pointer = "(global const " + type + " *x, global " + type + " *y) {\n  size_t i = get_global_id(0);\n";
  return "kernel void scalar_" + name + pointer + "  y[i] = " + name + "(x[i]);\n}\n" + "kernel void vector_" + name +
         pointer + "  vstore3(" + name + "(vload3(i, x)), i, y);\n}\n";
}

TYPED_TEST(PlatformMath, OneArgument) {
  using T = TypeParam;
  auto functions = unaryFunctions<Wide<T>>();
  std::string source;
  for (const auto &function : functions)
    source += unaryKernels(function.name, TypeName<T>);
  Platform platform(source, "-cl-std=CL3.0");
  ASSERT_EQ(platform.error(), "");
  std::mt19937_64 random(20);
  std::vector<T> x = specialNumbers<T>();
  while (x.size() < 6000 || x.size() % 3)
    x.push_back(randomNumber<T>(random));
  for (const auto &function : functions)
    for (const char *shape : {"scalar_", "vector_"}) {
      std::vector<T> y(x.size());
      platform.run(std::string(shape) + function.name, {input(x), output(y)}, x.size() / (*shape == 's' ? 1 : 3));
      ASSERT_EQ(platform.error(), "");
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_LE(ulpError(y[i], function.exact(x[i])), function.limit)
            << shape << function.name << "(" << x[i] << ") gave " << y[i];
    }
}

TYPED_TEST(PlatformMath, TwoArguments) {
  using T = TypeParam;
  auto functions = binaryFunctions<Wide<T>>();
  std::string source = std::string("#define T ") + TypeName<T> + "\n";
  for (const auto &function : functions)
    source.append("kernel void k_")
        .append(function.name)
        .append("(global const T *x, global const T *y, global T *z) {\n"
                "  size_t i = get_global_id(0);\n  z[i] = ")
        .append(function.name)
        .append("(x[i], y[i]);\n}\n");
  Platform platform(source, "-cl-std=CL3.0");
  ASSERT_EQ(platform.error(), "");
  std::mt19937_64 random(21);
  std::vector<T> x, y, z(12000);
  for (size_t i = 0; i < z.size(); ++i) {
    x.push_back(randomNumber<T>(random));
    y.push_back(randomNumber<T>(random));
  }
  for (const auto &function : functions) {
    platform.run("k_" + std::string(function.name), {input(x), input(y), output(z)}, x.size());
    ASSERT_EQ(platform.error(), "");
    for (size_t i = 0; i < x.size(); ++i)
      if (!function.anyZero || x[i] != 0 || y[i] != 0) {
        ASSERT_LE(ulpError(z[i], function.exact(x[i], y[i])), function.limit)
            << function.name << "(" << x[i] << ", " << y[i] << ") gave " << z[i];
      }
  }
}

const char *nameOf(const std::string &letter) {
  for (auto [known, name] : {std::pair{"c", "char"},
                             {"h", "uchar"},
                             {"s", "short"},
                             {"t", "ushort"},
                             {"i", "int"},
                             {"j", "uint"},
                             {"l", "long"},
                             {"m", "ulong"},
                             {"f", "float"},
                             {"d", "double"}})
    if (letter == known)
      return name;
  return nullptr;
}

struct Case {
  std::string mangled, kernel;
  Signature signature;
  std::string result;
};

/// Scalar functions of the index whose parameters OpenCL C without half knows, of the names given (all of a prefix when
/// it ends in '_').
std::vector<Case> cases(const std::vector<std::string> &names) {
  std::vector<Case> found;
  for (size_t i = 0; i < builtinCount(); ++i) {
    auto signature = parseMangled(builtinName(i));
    if (!signature || signature->parameters.empty())
      continue;
    bool wanted = false, known = true;
    for (const std::string &name : names)
      wanted |= signature->name == name || (name.back() == '_' && signature->name.starts_with(name));
    for (const ValueType &parameter : signature->parameters)
      known &= parameter.width == 1 && nameOf(parameter.scalar);
    if (!wanted || !known || signature->name.find("half") != std::string::npos)
      continue;
    found.push_back({std::string(builtinName(i)), "k" + std::to_string(found.size()), *signature, ""});
  }
  return found;
}

std::vector<char> randomBytes(const ValueType &type, size_t count, std::mt19937_64 &random) {
  std::vector<char> bytes(count * type.bytes());
  for (size_t i = 0; i < count; ++i) {
    // Small and large numbers; floating-point ones inside every integer's range or just outside of the small ones'.
    uint64_t any = random() >> (random() % 64);
    double number = std::uniform_real_distribution<double>(-300, 300)(random);
    float single = static_cast<float>(number);
    const void *source = type.scalar == "f"   ? static_cast<const void *>(&single)
                         : type.scalar == "d" ? static_cast<const void *>(&number)
                                              : &any;
    std::memcpy(bytes.data() + i * type.bytes(), source, type.bytes());
  }
  return bytes;
}

/// Runs each function on the platform and from the library, and compares bit by bit. The kernels store results as what
/// `resultOf` says their type is.
template <typename F> void compareWithLibrary(std::vector<Case> all, F resultOf) {
  constexpr size_t Count = 500;
  std::string source;
  std::vector<std::string> names;
  for (Case &one : all) {
    one.result = resultOf(one.signature);
    names.push_back(one.mangled);
    source += "kernel void " + one.kernel + "(global " + one.result + " *r";
    std::string call;
    for (size_t i = 0; i < one.signature.parameters.size(); ++i) {
      source += std::string(", global const ") + nameOf(one.signature.parameters[i].scalar) + " *p" + std::to_string(i);
      call += (i ? ", p" : "p") + std::to_string(i) + "[i]";
    }
    source += ") { size_t i = get_global_id(0); r[i] = " + one.signature.name + "(" + call + "); }\n";
  }
  Platform platform(source, "-cl-std=CL3.0");
  ASSERT_EQ(platform.error(), "");
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(22);
  for (const Case &one : all) {
    std::vector<std::vector<char>> arguments;
    std::vector<char> results(Count * 8), expected(Count * 8);
    std::vector<Platform::Array> arrays = {output(results)};
    std::vector<char *> operands = {expected.data()};
    std::vector<size_t> strides = {one.result == "long" || one.result == "ulong" || one.result == "double" ? 8u
                                   : one.result == "int" || one.result == "uint" || one.result == "float"  ? 4u
                                   : one.result == "short" || one.result == "ushort"                       ? 2u
                                                                                                           : 1u};
    arguments.reserve(one.signature.parameters.size());
    for (const ValueType &parameter : one.signature.parameters) {
      arguments.push_back(randomBytes(parameter, Count, random));
      arrays.push_back(input(arguments.back()));
      operands.push_back(arguments.back().data());
      strides.push_back(parameter.bytes());
    }
    platform.run(one.kernel, arrays, Count);
    ASSERT_EQ(platform.error(), "");
    jit.loop(one.mangled)(operands.data(), strides.data(), Count);
    ASSERT_EQ(std::memcmp(results.data(), expected.data(), Count * strides[0]), 0) << one.mangled;
  }
}

TEST(PlatformInteger, AgreesWithTheLibrary) {
  auto all = cases({"add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "mad_hi", "mad_sat", "rotate", "clz", "ctz",
                    "popcount", "min", "max", "clamp"});
  std::erase_if(all, [](const Case &one) { return one.signature.parameters[0].floating(); });
  ASSERT_EQ(all.size(), 14u * 8);
  compareWithLibrary(all, [](const Signature &signature) { return nameOf(signature.parameters[0].scalar); });
}

TEST(PlatformConvert, AgreesWithTheLibrary) {
  auto all = cases({"convert_"});
  ASSERT_GT(all.size(), 800u);
  // A third of all conversions, each type and mode among them.
  size_t seen = 0;
  std::erase_if(all, [&](const Case &) { return seen++ % 7 != 0; });
  // Outside of the range only the saturating forms are defined.
  std::erase_if(all, [](const Case &one) {
    return one.signature.parameters[0].floating() && one.signature.name.find("_sat") == std::string::npos &&
           one.signature.name.find("float") == std::string::npos &&
           one.signature.name.find("double") == std::string::npos;
  });
  compareWithLibrary(all, [](const Signature &signature) {
    std::string type = signature.name.substr(8);
    return type.substr(0, type.find('_'));
  });
}

} // namespace
} // namespace lanecl::test
