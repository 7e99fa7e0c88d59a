// A variable of the environment, set for the length of a test.
#pragma once
#include <cstdlib>
#include <string>

namespace lanecl {

class Variable {
public:
  /// Null: unset.
  Variable(const char *name, const char *value) : name_(name), had_(std::getenv(name) != nullptr) {
    if (had_)
      old_ = std::getenv(name);
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { had_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name_;
  bool had_;
  std::string old_;
};

} // namespace lanecl
