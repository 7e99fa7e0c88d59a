// The options of the environment (runtime/Config.def), read once at the first use. A value that cannot be understood is
// named on stderr and ignored; a set-user-ID program has none of them. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanecl {

#ifdef NDEBUG
inline constexpr bool DebugBuild = false;
#else
inline constexpr bool DebugBuild = true;
#endif

struct Config {
  using Text = std::string;
  using Number = uint64_t;
  using Bytes = uint64_t;
  using Flag = bool;
  enum class Tiers : uint8_t { Auto, Off, First };
  static constexpr std::string_view TierNames[] = {"auto", "off", "first"}; ///< by Tiers
  enum class When : uint8_t { Auto, Off, Always };
  static constexpr std::string_view WhenNames[] = {"auto", "off", "always"}; ///< by When
#define LANECL_OPTION(field, type, initial, variable, help) type field = initial;
#include "runtime/Config.def"

  /// The process's configuration.
  static const Config &get();
  /// Reads the environment again; get() keeps what it has.
  static Config fromEnvironment();
  /// The cache folder after defaults; empty when there is none.
  std::string effectiveCacheDir() const;
};

/// For `lanecl info`: an option and its help.
struct ConfigOption {
  std::string_view variable, type, help;
};
std::span<const ConfigOption> configOptions();

/// What the compiler needs to know, from Config and the table of extensions. The call-backs (Settings::host) are the
/// caller's to set.
compiler::Settings compilerSettings(const Config &config = Config::get());

} // namespace lanecl
