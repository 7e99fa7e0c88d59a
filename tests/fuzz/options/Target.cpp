// Build options: text to what the front end, the linker and the runtime make of it. Those three read it by themselves,
// so they are held against each other.
#include "tests/fuzz/inputs/Target.h"
#include "compiler/frontend/Options.h"
#include "runtime/BuildOptions.h"
#include <algorithm>
#include <optional>

namespace lanecl::fuzz {
namespace {

constexpr std::string_view Words[] = {
#define BUILD_OPTION(text, form, phases, clang, carried) text,
#include "compiler/frontend/BuildOptions.def"
    "CL1.0", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "spir", "NAME", "NAME=1", "F(x)=x",  "/tmp",
    "\"",    "\\\"",  "\\\\",  "\\ ",   "\t",    "\n",   "=",    "-",      "\"a b\"", "$"};

std::optional<frontend::BuildOptions> parse(const std::string &text, frontend::OptionsFor phase) {
  auto options = frontend::parseOptions(text, phase);
  if (options)
    return std::move(*options);
  if (llvm::toString(options.takeError()).empty())
    fail("options are refused without a reason", text);
  return std::nullopt;
}

} // namespace

std::vector<Seed> seeds() {
  return {{"empty", ""},
          {"some", "-cl-std=CL3.0 -D N=4 -DM -I /tmp -cl-mad-enable -cl-kernel-arg-info"},
          {"quoted", "-D \"TEXT=a b\" -D F(x)=x\\ +\\\"1\\\" -I \"/a folder\""},
          {"link", "-create-library -enable-link-options -cl-fast-relaxed-math -cl-no-signed-zeros"},
          {"others", "-x spir -spir-std=1.2 -w -Werror -g -cl-opt-disable"}};
}

void run(std::string_view input) {
  const std::string text(input.substr(0, input.find('\0'))); // the host's is a C string
  auto compile = parse(text, frontend::OptionsFor::Compile), link = parse(text, frontend::OptionsFor::Link);
  const std::string forLinker = linkerOptions(text);
  auto linker = parse(forLinker, frontend::OptionsFor::Link);
  if (!linker)
    fail("what the runtime hands to the linker is refused", forLinker);
  if (linkerOptions(forLinker) != forLinker)
    fail("options of the linker are not all options of the linker", forLinker);
  allowsNonUniformGroups(text, false);
  allowsNonUniformGroups(text, true);
  if (link)
    for (std::string_view carried : carriedOptions(text))
      if (!link->has(carried))
        fail("the runtime sees a link option that the linker does not", carried);
  if (compile) {
    if (!std::ranges::all_of(linker->carried, [&](const std::string &one) { return compile->has(one); }))
      fail("the runtime sees an option that the front end does not", text);
    for (const std::string &argument : compile->clangArgs)
      if (argument.find('\0') != argument.npos)
        fail("an argument with a zero", text);
  }
}

std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 &random) {
  if (below(random, 2))
    return changeBytes(data, size, room);
  std::string text(reinterpret_cast<char *>(data), size);
  std::string word(oneOf(random, Words));
  if (below(random, 2))
    word = (below(random, 2) ? " " : "") + word + (below(random, 2) ? " " : "");
  const std::size_t at = below(random, size + 1);
  text.replace(at, below(random, 3) ? 0 : below(random, 8), word);
  return put(text, data, room);
}

} // namespace lanecl::fuzz
