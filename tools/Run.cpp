// lanecl run -- APP ARGS...: any OpenCL program, on this platform alone.
#include "tools/Commands.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace lanecl::tools {
namespace {

int run(const std::vector<std::string> &command) {
  std::filesystem::path driver = Places::find().driver;
  if (driver.empty()) {
    std::cerr << "lanecl: there is no driver beside this program\n";
    return EXIT_FAILURE;
  }
  // ocl-icd takes a library in place of a folder of drivers. The loader of Khronos finds no folder there, and loads the
  // libraries that are named one by one. So no file has to say where this installation lies.
  setenv("OCL_ICD_VENDORS", driver.c_str(), /*replace=*/1);
  setenv("OCL_ICD_FILENAMES", driver.c_str(), /*replace=*/1);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  std::cerr << "lanecl: " << command[0] << ": " << std::strerror(errno) << '\n';
  return errno == ENOENT ? 127 : 126; // as a shell answers
}

} // namespace

void addRun(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand("run", "Run an OpenCL program on LaneCL: lanecl run -- APP ARGS...");
  auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("command", *words, "the program and its arguments, after --")->required();
  command->positionals_at_end();
  command->callback([&chosen, words] { chosen = [words] { return run(*words); }; });
}

} // namespace lanecl::tools
