#include "runtime/Config.h"
#include "runtime/Extensions.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <type_traits>

namespace lanecl {
namespace {

std::optional<uint64_t> parseNumber(std::string_view text, bool withUnit) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data())
    return std::nullopt;
  std::string_view unit(end, text.data() + text.size() - end);
  if (unit.empty())
    return value;
  if (!withUnit || unit.size() != 1)
    return std::nullopt;
  std::size_t power = std::string_view("KMG").find(static_cast<char>(unit[0] & ~0x20));
  unsigned shift = 10 * (static_cast<unsigned>(power) + 1);
  if (power == std::string_view::npos || value > (~uint64_t{0} >> shift))
    return std::nullopt;
  return value << shift;
}

std::optional<bool> parseFlag(std::string_view text) {
  for (std::string_view yes : {"1", "on", "yes", "true"})
    if (text == yes)
      return true;
  for (std::string_view no : {"0", "off", "no", "false"})
    if (text == no)
      return false;
  return std::nullopt;
}

struct TextTag {};
struct NumberTag {};
struct BytesTag {};
struct FlagTag {};
struct TiersTag {};
struct WhenTag {};

std::optional<std::string> parse(TextTag, std::string_view text) { return std::string(text); }
std::optional<uint64_t> parse(NumberTag, std::string_view text) { return parseNumber(text, false); }
std::optional<uint64_t> parse(BytesTag, std::string_view text) { return parseNumber(text, true); }
std::optional<bool> parse(FlagTag, std::string_view text) { return parseFlag(text); }
template <typename Enumeration>
std::optional<Enumeration> parseName(std::span<const std::string_view> names, std::string_view text) {
  auto name = std::ranges::find(names, text);
  return name == names.end() ? std::nullopt : std::optional(static_cast<Enumeration>(name - names.begin()));
}
std::optional<Config::Tiers> parse(TiersTag, std::string_view text) {
  return parseName<Config::Tiers>(Config::TierNames, text);
}
std::optional<Config::When> parse(WhenTag, std::string_view text) {
  return parseName<Config::When>(Config::WhenNames, text);
}

// A program that runs with more rights than its caller (set-user-ID, capabilities) takes nothing from the caller's
// environment: options name files to load and folders to write.
template <typename Tag, typename T> void read(Tag tag, const char *variable, T &field) {
  const char *text = secure_getenv(variable);
  if (!text || !*text)
    return;
  if (auto value = parse(tag, text))
    field = std::move(*value);
  else
    std::fprintf(stderr, "lanecl: %s=%s is not understood and ignored\n", variable, text);
}

uint32_t saturated(uint64_t value) { return static_cast<uint32_t>(std::min<uint64_t>(value, UINT32_MAX)); }

} // namespace

Config Config::fromEnvironment() {
  Config config;
#define LANECL_OPTION(field, type, initial, variable, help) read(type##Tag{}, variable, config.field);
#include "runtime/Config.def"
  return config;
}

const Config &Config::get() {
  static const Config &config = *new Config(fromEnvironment());
  return config;
}

std::string Config::effectiveCacheDir() const {
  if (cacheDir == "off" || cacheBytes == 0)
    return {};
  if (!cacheDir.empty())
    return cacheDir;
  // XDG Base Directory Specification: an unset, empty or relative XDG_CACHE_HOME means $HOME/.cache.
  const char *cache = secure_getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/')
    return std::string(cache) + "/lanecl";
  const char *home = secure_getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.cache/lanecl" : std::string();
}

std::span<const ConfigOption> configOptions() {
  static constexpr ConfigOption options[] = {
#define LANECL_OPTION(field, type, initial, variable, help) {variable, #type, help},
#include "runtime/Config.def"
  };
  return options;
}

compiler::Settings compilerSettings(const Config &config) {
  const Extensions &extensions = Extensions::get();
  compiler::Settings settings;
  settings.isa = config.isa;
  settings.cacheDir = config.effectiveCacheDir();
  settings.cacheBytes = config.cacheBytes;
  settings.clExtensions = extensions.clangOptions();
  settings.spirvExtensions = extensions.spirvExtensions();
  settings.capabilities = extensions.capabilities();
  settings.width = saturated(config.width);
  settings.compileBudget = saturated(config.compileBudget);
  settings.limits = {config.compileSeconds, config.compileBytes, config.constantBytes};
  settings.debug = config.debugJit;
  settings.robust = config.robust;
  settings.check = config.check;
  settings.verify = config.verify;
  settings.quickCode = config.quickCode;
  settings.onlyFirst = config.tiers == Config::Tiers::First;
  return settings;
}

} // namespace lanecl
