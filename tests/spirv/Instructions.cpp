// One .spvasm file for each class of instructions: it must be valid, and its translation must hold what the file's
// comments say, in this order:
//   ; CHECK: text       a line with this text follows; {{.*}} stands for anything
//   ; CHECK-NOT: text   nowhere
//   ; ERROR: text       the module is refused, with this text
#include "Support.h"
#include "compiler/spirv/Validate.h"
#include <gtest/gtest.h>
#include <sstream>

namespace lanecl::test {

namespace {

class Instructions : public testing::TestWithParam<std::string> {};

/// The end of the first match at or behind `from`, on one line; npos: none.
size_t findLine(const std::string &text, const std::string &pattern, size_t from) {
  static const std::string any = "{{.*}}";
  size_t split = pattern.find(any);
  std::string head = pattern.substr(0, split);
  for (size_t at = text.find(head, from); at != std::string::npos; at = text.find(head, at + 1)) {
    size_t end = at + head.size();
    if (split == std::string::npos)
      return end;
    size_t line = text.find('\n', end);
    size_t rest = findLine(text, pattern.substr(split + any.size()), end);
    if (rest != std::string::npos && rest <= line)
      return rest;
  }
  return std::string::npos;
}

struct Expectations {
  std::vector<std::string> present, absent;
  std::string error;
};

Expectations parse(const std::string &source) {
  Expectations result;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    auto after = [&](const char *prefix) { return line.substr(std::string_view(prefix).size()); };
    if (line.starts_with("; CHECK: "))
      result.present.push_back(after("; CHECK: "));
    if (line.starts_with("; CHECK-NOT: "))
      result.absent.push_back(after("; CHECK-NOT: "));
    if (line.starts_with("; ERROR: "))
      result.error = after("; ERROR: ");
  }
  return result;
}

TEST_P(Instructions, Translate) {
  std::string source = readFile(std::string(LANECL_TEST_DATA "/") + GetParam() + ".spvasm");
  Expectations expected = parse(source);
  std::vector<uint32_t> words = assemble(source);
  ASSERT_FALSE(words.empty());
  std::string error = llvm::toString(spirv::validate(words, {}));
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  if (error.empty())
    module = translate(words, context, error);
  if (!expected.error.empty()) {
    EXPECT_NE(error.find(expected.error), std::string::npos) << error;
    return;
  }
  ASSERT_TRUE(module) << error;
  std::string text = print(*module);
  size_t from = 0;
  for (const std::string &pattern : expected.present) {
    size_t end = findLine(text, pattern, from);
    ASSERT_NE(end, std::string::npos) << "not found: " << pattern << "\n" << text.substr(from);
    from = end;
  }
  for (const std::string &pattern : expected.absent)
    EXPECT_EQ(findLine(text, pattern, 0), std::string::npos) << pattern << "\n" << text;
}

INSTANTIATE_TEST_SUITE_P(Classes, Instructions, testing::ValuesIn(assemblyFiles()),
                         [](const auto &info) { return info.param; });

} // namespace

} // namespace lanecl::test
