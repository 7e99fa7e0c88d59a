// Arithmetic as numbers: OpSpecConstantOp runs the same handlers on constants, so that the results can be held against
// the host's own arithmetic without running a kernel.
#include "Support.h"
#include "llvm/IR/Constants.h"
#include <bit>
#include <cfenv>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace lanecl::test {

namespace {

const char *const types = R"(
OpDecorate %out LinkageAttributes "out" Export
%bool = OpTypeBool
%char = OpTypeInt 8 0
%short = OpTypeInt 16 0
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
)";

/// The value of the expression `name`, of type `type`, that `body` defines, as bits.
uint64_t evaluate(const std::string &decorations, const std::string &body, const std::string &type) {
  std::vector<uint32_t> words =
      assemble(std::string(preamble) + decorations + types + body + "%p = OpTypePointer CrossWorkgroup " + type +
               "\n%out = OpVariable %p CrossWorkgroup %result\n");
  llvm::LLVMContext context;
  std::string error;
  auto module = translate(words, context, error);
  EXPECT_TRUE(module) << error << "\n" << body;
  if (!module)
    return 0;
  const llvm::Constant *value = module->getNamedGlobal("out")->getInitializer();
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
    return number->getZExtValue();
  auto *number = llvm::dyn_cast<llvm::ConstantFP>(value);
  EXPECT_TRUE(number);
  return number ? number->getValueAPF().bitcastToAPInt().getZExtValue() : 0;
}

int32_t binary(const char *operation, int32_t a, int32_t b) {
  return int32_t(evaluate("",
                          fmt::format("%a = OpSpecConstant %int {}\n%b = OpSpecConstant %int {}\n"
                                      "%result = OpSpecConstantOp %int {} %a %b\n",
                                      uint32_t(a), uint32_t(b), operation),
                          "%int"));
}

TEST(Folding, IntegerOperations) {
  std::mt19937 random(1);
  for (int round = 0; round < 8; ++round) {
    int32_t a = int32_t(random()), b = round % 2 ? int32_t(random() % 100) - 50 : int32_t(random());
    b = b ? b : 3;
    uint32_t ua = uint32_t(a), ub = uint32_t(b);
    EXPECT_EQ(binary("IAdd", a, b), int32_t(ua + ub));
    EXPECT_EQ(binary("IMul", a, b), int32_t(ua * ub));
    EXPECT_EQ(binary("SDiv", a, b), a / b);
    EXPECT_EQ(binary("UDiv", a, b), int32_t(ua / ub));
    EXPECT_EQ(binary("SRem", a, b), a % b);
    EXPECT_EQ(binary("UMod", a, b), int32_t(ua % ub));
    // SMod takes the divisor's sign.
    EXPECT_EQ(binary("SMod", a, b), (a % b != 0 && (a < 0) != (b < 0)) ? a % b + b : a % b);
    EXPECT_EQ(binary("BitwiseXor", a, b), a ^ b);
    EXPECT_EQ(binary("ShiftRightArithmetic", a, round), a >> round);
    EXPECT_EQ(binary("ShiftRightLogical", a, round), int32_t(ua >> round));
  }
}

// OpConvertFToS and OpConvertFToU: undefined where the result does not fit. Some value it must be.
TEST(Folding, ConversionsThatDoNotFit) {
  auto convert = [](const std::string &operation, const std::string &value, const std::string &type) {
    return evaluate(
        "", "%x = OpSpecConstant %float " + value + "\n%result = OpSpecConstantOp " + type + " " + operation + " %x\n",
        type);
  };
  EXPECT_EQ(convert("ConvertFToS", "-12.75", "%int"), uint32_t(-12));
  EXPECT_EQ(convert("ConvertFToU", "200.5", "%char"), 200u);
  EXPECT_EQ(convert("ConvertFToS", "1e20", "%int"), 0u);
  EXPECT_EQ(convert("ConvertFToU", "-7", "%int"), 0u);
  EXPECT_EQ(convert("ConvertFToU", "256", "%char"), 0u);
  const std::string vector =
      "%int2 = OpTypeVector %int 2\n%float2 = OpTypeVector %float 2\n%big = OpSpecConstant %float 1e20\n"
      "%five = OpSpecConstant %float 5.5\n%both = OpSpecConstantComposite %float2 %big %five\n"
      "%numbers = OpSpecConstantOp %int2 ConvertFToS %both\n";
  EXPECT_EQ(evaluate("", vector + "%result = OpSpecConstantOp %int CompositeExtract %numbers 0\n", "%int"), 0u);
  EXPECT_EQ(evaluate("", vector + "%result = OpSpecConstantOp %int CompositeExtract %numbers 1\n", "%int"), 5u);
}

TEST(Folding, DivisionsThatWouldTrap) {
  constexpr int32_t lowest = std::numeric_limits<int32_t>::min();
  EXPECT_EQ(binary("SDiv", 7, 0), 7); // any value would do: that there is one counts
  EXPECT_EQ(binary("SDiv", lowest, -1), lowest);
  EXPECT_EQ(binary("SRem", lowest, -1), 0);
  EXPECT_EQ(binary("UMod", 7, 0), 0);
}

TEST(Folding, CompositesAndSelection) {
  std::string body = R"(
%int4 = OpTypeVector %int 4
%a = OpSpecConstant %int 10
%b = OpSpecConstant %int 20
%v = OpSpecConstantComposite %int4 %a %b %a %b
%w = OpSpecConstantOp %int4 VectorShuffle %v %v 1 0 7 6
%x = OpSpecConstantOp %int CompositeExtract %w 2
%c = OpSpecConstantOp %bool SLessThan %a %x
%result = OpSpecConstantOp %int Select %c %x %a
)";
  EXPECT_EQ(evaluate("", body, "%int"), 20u);
}

// ---- rounding, against the host's own modes

struct Rounding {
  const char *name;
  int host;
};
constexpr Rounding roundings[] = {
    {"RTE", FE_TONEAREST}, {"RTZ", FE_TOWARDZERO}, {"RTP", FE_UPWARD}, {"RTN", FE_DOWNWARD}};

/// The same, for conversions of the machine under test.
template <typename To, typename From> To convertAs(int mode, From value) {
  volatile From source = value;
  std::fesetround(mode);
  volatile To result = static_cast<To>(source);
  std::fesetround(FE_TONEAREST);
  return result;
}

TEST(Folding, DoubleToFloat) {
  std::vector<double> values = {0.0,        -0.0,        1.0 / 3,
                                -1.0 / 3,   1e300,       -1e300,
                                1e-300,     -1e-300,     3.5e38,
                                -3.5e38,    1e-45,       std::numeric_limits<double>::infinity(),
                                16777217.0, -16777217.0, 1.17549435e-38 / 3};
  for (const Rounding &mode : roundings)
    for (double value : values) {
      std::string body = fmt::format("%bits = OpConstant %long {}\n%value = OpSpecConstantOp %double Bitcast %bits\n"
                                     "%result = OpSpecConstantOp %float FConvert %value\n",
                                     std::bit_cast<uint64_t>(value));
      uint64_t bits = evaluate(fmt::format("OpDecorate %result FPRoundingMode {}\n", mode.name), body, "%float");
      EXPECT_EQ(uint32_t(bits), std::bit_cast<uint32_t>(convertAs<float>(mode.host, value))) << mode.name << value;
    }
}

TEST(Folding, LongToFloatingPoint) {
  std::vector<int64_t> values = {0,
                                 1,
                                 -1,
                                 16777217,
                                 -16777217,
                                 9007199254740993,
                                 -9007199254740993,
                                 std::numeric_limits<int64_t>::max(),
                                 std::numeric_limits<int64_t>::min(),
                                 123456789012345};
  for (const Rounding &mode : roundings)
    for (int64_t value : values)
      for (bool isSigned : {true, false}) {
        if (value == 0 && !isSigned)
          continue; // hosts make -0 of it when rounding down
        auto body = [&](const char *type) {
          return fmt::format("%value = OpSpecConstant %long {}\n%result = OpSpecConstantOp {} {} %value\n",
                             uint64_t(value), type, isSigned ? "ConvertSToF" : "ConvertUToF");
        };
        std::string decoration = fmt::format("OpDecorate %result FPRoundingMode {}\n", mode.name);
        float single = isSigned ? convertAs<float>(mode.host, value) : convertAs<float>(mode.host, uint64_t(value));
        double wide = isSigned ? convertAs<double>(mode.host, value) : convertAs<double>(mode.host, uint64_t(value));
        EXPECT_EQ(uint32_t(evaluate(decoration, body("%float"), "%float")), std::bit_cast<uint32_t>(single))
            << mode.name << value << isSigned;
        EXPECT_EQ(evaluate(decoration, body("%double"), "%double"), std::bit_cast<uint64_t>(wide))
            << mode.name << value << isSigned;
      }
}

TEST(Folding, FloatToIntegerModes) {
  for (const Rounding &mode : roundings)
    for (float value : {2.5f, -2.5f, 3.5f, 0.49f, -0.51f, 100.0f}) {
      std::fesetround(mode.host);
      float (*volatile rint)(float) = ::rintf; // called: what compilers make of it heeds no mode
      volatile int expected = int(rint(value));
      std::fesetround(FE_TONEAREST);
      std::string body = fmt::format("%value = OpSpecConstant %float {}\n%result = OpSpecConstantOp %int ConvertFToS "
                                     "%value\n",
                                     value);
      EXPECT_EQ(int32_t(evaluate(fmt::format("OpDecorate %result FPRoundingMode {}\n", mode.name), body, "%int")),
                int(expected))
          << mode.name << value;
    }
}

TEST(Folding, Saturation) {
  auto convert = [](const char *value) {
    return int8_t(
        evaluate("OpDecorate %result SaturatedConversion\n",
                 fmt::format("%value = OpSpecConstant %float {}\n%result = OpSpecConstantOp %char ConvertFToS "
                             "%value\n",
                             value),
                 "%char"));
  };
  EXPECT_EQ(convert("1000"), 127);
  EXPECT_EQ(convert("-1000"), -128);
  EXPECT_EQ(convert("-3.7"), -3);
}

} // namespace

} // namespace lanecl::test
