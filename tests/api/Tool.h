// Runs the program `lanecl`.
#pragma once
#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace apitest {

/// Of a process.
struct Outcome {
  int status;
  std::string output; ///< standard output and error
};

/// Runs the program `lanecl` of this build.
inline Outcome lanecl(const std::string &arguments, const std::string &environment = "") {
  std::string command = environment + " '" LANECL_BUILD_DIR "/bin/lanecl' " + arguments + " 2>&1";
  FILE *pipe = popen(command.c_str(), "r");
  std::string output;
  char block[4096];
  for (size_t got; pipe && (got = fread(block, 1, sizeof block, pipe));)
    output.append(block, got);
  int status = pipe ? pclose(pipe) : -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

} // namespace apitest
