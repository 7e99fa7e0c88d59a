#include "compiler/image/OptionWords.h"
#include <utility>

namespace lanecl {

OptionWords splitWords(std::string_view text) {
  OptionWords split;
  std::string word;
  bool inWord = false, inQuotes = false;
  auto end = [&] {
    if (std::exchange(inWord, false))
      split.words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < text.size() && text[i] != '\0'; ++i) {
    const char c = text[i];
    if (!inQuotes && std::string_view(" \t\r\n\v\f").contains(c)) {
      end();
      continue;
    }
    inWord = true;
    if (c == '"')
      inQuotes = !inQuotes;
    else if (c == '\\' && i + 1 < text.size() && std::string_view("\"\\ ").contains(text[i + 1]))
      word += text[++i];
    else
      word += c;
  }
  end();
  split.endsInQuotes = inQuotes;
  return split;
}

} // namespace lanecl
