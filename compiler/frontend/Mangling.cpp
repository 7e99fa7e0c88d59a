#include "compiler/frontend/Mangling.h"
#include <cctype>

namespace lanecl::frontend {
namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  std::optional<MangledName> parse() {
    MangledName result;
    if (!consume("_Z") || !readName(result.base))
      return std::nullopt;
    while (!text.empty()) {
      MangledType type;
      if (!readType(type))
        return std::nullopt;
      if (type.element != Element::Void || type.pointer)
        result.parameters.push_back(type);
    }
    return result;
  }

private:
  bool consume(std::string_view prefix) {
    if (!text.starts_with(prefix))
      return false;
    text.remove_prefix(prefix.size());
    return true;
  }

  bool readNumber(unsigned &number) {
    number = 0;
    size_t digits = 0;
    for (; digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) && digits < 6; ++digits)
      number = number * 10 + (text[digits] - '0');
    text.remove_prefix(digits);
    return digits > 0;
  }

  bool readName(std::string_view &name) {
    unsigned length;
    if (!readNumber(length) || length > text.size())
      return false;
    name = text.substr(0, length);
    text.remove_prefix(length);
    return true;
  }

  // <type>; everything but built-in types becomes a substitution candidate (Itanium ABI 5.1.10).
  bool readType(MangledType &type) {
    if (consume("S"))
      return readSubstitution(type);
    if (readScalar(type))
      return true;
    bool read = false;
    if (consume("Dv"))
      read = readVector(type);
    else if (consume("P"))
      read = readPointer(type);
    else if (text.starts_with("U") || text.starts_with("V") || text.starts_with("K") || text.starts_with("r"))
      return readQualified(type);
    else if (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0]))) {
      std::string_view name;
      type = {};
      read = readName(name);
    }
    if (read)
      candidates.push_back(type);
    return read;
  }

  bool readSubstitution(MangledType &type) {
    size_t index = 0;
    if (!consume("_")) {
      unsigned value = 0;
      while (!text.empty() && text[0] != '_') {
        char c = text[0];
        if (!std::isdigit(static_cast<unsigned char>(c)) && !(c >= 'A' && c <= 'Z'))
          return false;
        value = value * 36 + (c <= '9' ? c - '0' : c - 'A' + 10);
        text.remove_prefix(1);
      }
      if (!consume("_"))
        return false;
      index = value + 1;
    }
    if (index >= candidates.size())
      return false;
    type = candidates[index];
    return true;
  }

  bool readScalar(MangledType &type) {
    struct Row {
      std::string_view code;
      Element element;
      uint8_t bits;
    };
    static constexpr Row rows[] = {
        {"v", Element::Void, 0},      {"b", Element::Bool, 1},      {"c", Element::Signed, 8},
        {"a", Element::Signed, 8},    {"h", Element::Unsigned, 8},  {"s", Element::Signed, 16},
        {"t", Element::Unsigned, 16}, {"i", Element::Signed, 32},   {"j", Element::Unsigned, 32},
        {"l", Element::Signed, 64},   {"m", Element::Unsigned, 64}, {"Dh", Element::Float, 16},
        {"f", Element::Float, 32},    {"d", Element::Float, 64},    {"z", Element::Other, 0}};
    for (const Row &row : rows)
      if (consume(row.code)) {
        type = {};
        type.element = row.element;
        type.bits = row.bits;
        return true;
      }
    return false;
  }

  bool readVector(MangledType &type) {
    unsigned lanes;
    if (!readNumber(lanes) || !consume("_") || !readType(type))
      return false;
    type.lanes = static_cast<uint8_t>(lanes);
    return true;
  }

  bool readPointer(MangledType &type) {
    MangledType pointee;
    if (!readType(pointee))
      return false;
    type = pointee;
    type.pointer = true;
    return true;
  }

  // Qualifiers in order: vendor (U3AS1, U7_Atomic), then r V K. Each complete qualified type is one candidate, but a
  // vendor qualifier makes one of its own for what stands inside.
  bool readQualified(MangledType &type) {
    if (consume("U")) {
      std::string_view qualifier;
      if (!readName(qualifier) || !readType(type))
        return false;
      if (qualifier.starts_with("AS"))
        type.addressSpace = static_cast<uint8_t>(qualifier.back() - '0');
      type.atomic |= qualifier == "_Atomic";
    } else {
      while (consume("r") || consume("V") || consume("K"))
        ;
      if (!readType(type))
        return false;
    }
    candidates.push_back(type);
    return true;
  }

  std::string_view text;
  std::vector<MangledType> candidates;
};

} // namespace

std::optional<MangledName> parseMangledName(std::string_view name) { return Parser(name).parse(); }

} // namespace lanecl::frontend
