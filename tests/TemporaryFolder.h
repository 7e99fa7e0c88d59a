// A folder of a test's own.
#pragma once
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace lanecl::test {

/// Removed with all that is in it when the object goes. Where it can't be made the test fails and the path is empty.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = testing::TempDir() + "lanecl-XXXXXX";
    if (mkdtemp(pattern.data()))
      path_ = pattern;
    else
      ADD_FAILURE() << "no folder for temporary files";
  }
  ~TemporaryFolder() {
    std::error_code ignored; // what cannot be removed fails no test
    if (!path_.empty())
      std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace lanecl::test
