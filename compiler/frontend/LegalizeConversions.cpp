// convert_<type><n>[_sat][_<rounding>] (OpenCL C 3.0, 6.4.3). The back end takes the destination's signedness for the
// source's, and knows no conversion to half and double.
#include "compiler/frontend/BuiltinCalls.h"
#include <algorithm>
#include <cctype>

namespace lanecl::frontend {
namespace {

enum class Rounding { Default, Even, Zero, Up, Down };

struct Conversion {
  MangledType to;
  bool saturate = false;
  Rounding rounding = Rounding::Default;
};

bool consume(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<Conversion> parseConversion(std::string_view text) {
  struct Row {
    std::string_view name;
    Element element;
    uint8_t bits;
  };
  static constexpr Row rows[] = {
      {"char", Element::Signed, 8},      {"uchar", Element::Unsigned, 8},  {"short", Element::Signed, 16},
      {"ushort", Element::Unsigned, 16}, {"int", Element::Signed, 32},     {"uint", Element::Unsigned, 32},
      {"long", Element::Signed, 64},     {"ulong", Element::Unsigned, 64}, {"half", Element::Float, 16},
      {"float", Element::Float, 32},     {"double", Element::Float, 64}};
  Conversion conversion;
  if (!consume(text, "convert_"))
    return std::nullopt;
  auto *row = std::ranges::find_if(rows, [&](const Row &row) { return consume(text, row.name); });
  if (row == std::end(rows))
    return std::nullopt;
  conversion.to.element = row->element;
  conversion.to.bits = row->bits;
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])))
    text.remove_prefix(1);
  conversion.saturate = consume(text, "_sat");
  if (consume(text, "_rte"))
    conversion.rounding = Rounding::Even;
  else if (consume(text, "_rtz"))
    conversion.rounding = Rounding::Zero;
  else if (consume(text, "_rtp"))
    conversion.rounding = Rounding::Up;
  else if (consume(text, "_rtn"))
    conversion.rounding = Rounding::Down;
  if (!text.empty())
    return std::nullopt;
  return conversion;
}

llvm::Value *clampTo(const BuiltinCall &at, llvm::Value *value, llvm::CmpInst::Predicate outside,
                     const llvm::APInt &bound) {
  llvm::Constant *limit = llvm::ConstantInt::get(value->getType(), bound);
  return at.builder.CreateSelect(at.builder.CreateICmp(outside, value, limit), limit, value);
}

// 6.4.3.3: with _sat a value out of range becomes the nearest in range. The bounds are those of the destination, as
// numbers of the source's type; those that the source cannot pass need no check.
llvm::Value *saturate(const BuiltinCall &at, llvm::Value *value, const MangledType &from, const MangledType &to) {
  bool fromSigned = from.element == Element::Signed, toSigned = to.element == Element::Signed;
  unsigned bits = from.bits;
  if (fromSigned && !toSigned)
    value = clampTo(at, value, llvm::CmpInst::ICMP_SLT, llvm::APInt::getZero(bits));
  else if (fromSigned && to.bits < bits)
    value = clampTo(at, value, llvm::CmpInst::ICMP_SLT, llvm::APInt::getSignedMinValue(to.bits).sext(bits));
  unsigned valueBits = to.bits - toSigned, sourceValueBits = bits - fromSigned;
  if (valueBits < sourceValueBits)
    value = clampTo(at, value, fromSigned ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_UGT,
                    llvm::APInt::getLowBitsSet(bits, valueBits));
  return value;
}

llvm::Value *convertFloats(const BuiltinCall &at, const MangledType &from, const Conversion &conversion) {
  llvm::Type *type = at.call.getType();
  if (from.bits == conversion.to.bits)
    return at.arg(0);
  if (from.bits < conversion.to.bits)
    return at.builder.CreateFPExt(at.arg(0), type);
  if (conversion.rounding == Rounding::Default || conversion.rounding == Rounding::Even)
    return at.builder.CreateFPTrunc(at.arg(0), type);
  return passThrough(at);
}

llvm::Value *lowerConversion(const BuiltinCall &at) {
  std::optional<Conversion> conversion = parseConversion(at.name.base);
  if (!conversion || at.args() != 1)
    return nullptr;
  const MangledType &from = at.type(0), &to = conversion->to;
  bool fromFloat = from.element == Element::Float, toFloat = to.element == Element::Float;
  if (fromFloat && toFloat)
    return convertFloats(at, from, *conversion);
  bool fromSigned = from.element == Element::Signed;
  if (toFloat) {
    if (conversion->rounding != Rounding::Default && conversion->rounding != Rounding::Even)
      return passThrough(at);
    return fromSigned ? at.builder.CreateSIToFP(at.arg(0), at.call.getType())
                      : at.builder.CreateUIToFP(at.arg(0), at.call.getType());
  }
  // Right in the back end: OpConvertFToS/FToU with SaturatedConversion and FPRoundingMode.
  if (fromFloat)
    return nullptr;
  llvm::Value *value = at.arg(0);
  if (conversion->saturate)
    value = saturate(at, value, from, to);
  return at.builder.CreateIntCast(value, at.call.getType(), fromSigned);
}

constexpr BuiltinRow conversionTable[] = {{"convert_*", lowerConversion}};

} // namespace

std::span<const BuiltinRow> conversionRows() { return conversionTable; }

} // namespace lanecl::frontend
