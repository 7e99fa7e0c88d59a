// lanecl setup: puts the driver where the loaders look, for the system or for one user, and takes it away again.
#include "tools/Commands.h"
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <unistd.h>

namespace lanecl::tools {
namespace {

namespace fs = std::filesystem;

// cl_khr_icd, "Linux": the loader reads the *.icd files of this folder, each a line with a driver's library.
constexpr const char *systemVendors = "/etc/OpenCL/vendors";
constexpr const char *entryName = "lanecl.icd";
// Read by systemd for the user's sessions (environment.d(5)).
constexpr const char *environmentName = "60-lanecl.conf";

struct SetupRequest {
  bool system = false, user = false, remove = false, force = false;
  std::string vendors;
};

[[noreturn]] void fail(const std::string &text) { throw std::runtime_error(text); }

std::string firstLine(const fs::path &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The whole file or nothing: readers see the old one or the new one.
void write(const fs::path &path, const std::string &text) {
  fs::create_directories(path.parent_path());
  fs::path aside = path;
  aside += fmt::format(".{}", getpid());
  std::error_code error;
  if (!(std::ofstream(aside) << text).flush())
    error = std::make_error_code(std::errc::permission_denied);
  else
    fs::rename(aside, path, error);
  if (!error)
    return;
  std::error_code ignored;
  fs::remove(aside, ignored);
  fail(path.string() + " cannot be written");
}

/// Removes `path`, then the folders above it that are empty by that, `levels` of them at most.
void removeWithFolders(fs::path path, int levels) {
  fs::remove(path);
  std::error_code notEmpty;
  for (; levels > 0 && fs::remove(path = path.parent_path(), notEmpty); --levels) {
  }
}

/// Whether the entry of a folder of drivers is this installation's to replace or to remove: it names this driver, or
/// one that is gone.
bool isOurs(const fs::path &entry, const fs::path &driver) {
  fs::path named = firstLine(entry);
  std::error_code gone;
  return named.is_absolute() && (named == driver || !fs::exists(named, gone));
}

void setUpFolder(const fs::path &folder, const fs::path &driver, const SetupRequest &request) {
  fs::path entry = folder / entryName;
  bool there = fs::exists(entry);
  if (there && !request.force && !isOurs(entry, driver))
    fail(fmt::format("{} names another installation, {} (--force)", entry.string(), firstLine(entry)));
  if (request.remove) {
    if (there)
      removeWithFolders(entry, request.vendors.empty() ? 2 : 0);
    fmt::print("{} {}\n", entry.string(), there ? "removed" : "was not there");
    return;
  }
  write(entry, driver.string() + '\n');
  fmt::print("{} names {}\n", entry.string(), driver.string());
}

/// XDG base directories: a variable that holds an absolute path, or a folder of the home.
fs::path userFolder(const char *variable, const char *belowHome) {
  if (const char *path = std::getenv(variable); path && fs::path(path).is_absolute())
    return path;
  const char *home = std::getenv("HOME");
  if (!home || !fs::path(home).is_absolute())
    fail("HOME is not set");
  return fs::path(home) / belowHome;
}

/// Of one user: no loader has a folder for that, so the variable that both know names one, with the system's drivers
/// linked beside ours.
void setUpUser(const fs::path &driver, const SetupRequest &request) {
  fs::path folder = userFolder("XDG_DATA_HOME", ".local/share") / "lanecl" / "vendors";
  fs::path environment = userFolder("XDG_CONFIG_HOME", ".config") / "environment.d" / environmentName;
  // Other drivers may have come or gone since.
  if (fs::exists(folder))
    for (const fs::directory_entry &entry : fs::directory_iterator(folder))
      if (entry.is_symlink())
        fs::remove(entry.path());
  if (request.remove) {
    setUpFolder(folder, driver, request);
    removeWithFolders(environment, 1);
    return;
  }
  setUpFolder(folder, driver, request);
  std::error_code none;
  for (const fs::directory_entry &entry : fs::directory_iterator(systemVendors, none))
    if (entry.path().extension() == ".icd" && entry.path().filename() != entryName)
      fs::create_symlink(entry.path(), folder / entry.path().filename());
  std::string setting = "OCL_ICD_VENDORS=" + folder.string();
  write(environment, setting + '\n');
  fmt::print("From the next login of a desktop session on (systemd's environment.d) every program finds it. In this "
             "shell,\nand in the profile of shells that have no such session:\n  export {}\n"
             "Run this again when other drivers were installed for the system.\n",
             setting);
}

int setUp(const SetupRequest &request) {
  fs::path driver = Places::find().driver;
  if (driver.empty())
    fail("there is no driver beside this program");
  bool user = request.user || (!request.system && request.vendors.empty() && geteuid() != 0);
  if (user)
    setUpUser(driver, request);
  else
    setUpFolder(request.vendors.empty() ? systemVendors : request.vendors, driver, request);
  return EXIT_SUCCESS;
}

} // namespace

void addSetup(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand(
      "setup", "Let OpenCL programs find this driver: for the system as root, otherwise for the user");
  auto request = std::make_shared<SetupRequest>();
  auto *system = command->add_flag("--system", request->system, "in /etc/OpenCL/vendors, for every program");
  auto *user = command->add_flag("--user", request->user, "by OCL_ICD_VENDORS, for this user's sessions");
  auto *vendors = command->add_option("--vendors", request->vendors, "in this folder of drivers, a loader's own");
  system->excludes(user, vendors);
  user->excludes(vendors);
  command->add_flag("--remove", request->remove, "undo it");
  command->add_flag("--force", request->force, "even where another installation of LaneCL is named");
  command->callback([&chosen, request] { chosen = [request] { return setUp(*request); }; });
}

} // namespace lanecl::tools
