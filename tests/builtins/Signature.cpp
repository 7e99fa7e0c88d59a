#include "Signature.h"
#include <charconv>

namespace lanecl::test {
namespace {

unsigned takeNumber(std::string_view &text) {
  unsigned number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

bool take(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<std::string> takeScalar(std::string_view &text) {
  if (take(text, "Dh"))
    return "Dh";
  if (text.empty() || std::string_view("chstijlmfd").find(text[0]) == std::string_view::npos)
    return std::nullopt;
  std::string scalar(1, text[0]);
  text.remove_prefix(1);
  return scalar;
}

} // namespace

size_t ValueType::scalarBytes() const {
  switch (scalar[0]) {
  case 'c':
  case 'h':
    return 1;
  case 's':
  case 't':
  case 'D':
    return 2;
  case 'l':
  case 'm':
  case 'd':
    return 8;
  default:
    return 4;
  }
}

std::string Signature::scalarForm() const {
  std::string form = "_Z" + std::to_string(name.size()) + name;
  for (const ValueType &parameter : parameters)
    form += parameter.scalar;
  return form;
}

std::optional<Signature> parseMangled(std::string_view text) {
  if (!take(text, "_Z"))
    return std::nullopt;
  unsigned length = takeNumber(text);
  Signature signature{std::string(text.substr(0, length)), {}};
  text.remove_prefix(length);
  std::vector<ValueType> vectors; // in order of appearance: what S_, S0_, S1_ refer to
  while (!text.empty()) {
    if (take(text, "Dv")) {
      ValueType type{"", takeNumber(text)};
      auto scalar = take(text, "_") ? takeScalar(text) : std::nullopt;
      if (!scalar)
        return std::nullopt;
      type.scalar = *scalar;
      vectors.push_back(type);
      signature.parameters.push_back(type);
    } else if (take(text, "S")) {
      size_t index = text.starts_with("_") ? 0 : takeNumber(text) + 1;
      if (!take(text, "_") || index >= vectors.size())
        return std::nullopt;
      signature.parameters.push_back(vectors[index]);
    } else if (auto scalar = takeScalar(text)) {
      signature.parameters.push_back({*scalar, 1});
    } else {
      return std::nullopt;
    }
  }
  return signature;
}

} // namespace lanecl::test
