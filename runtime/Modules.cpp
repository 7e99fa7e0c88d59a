#include "runtime/Modules.h"
#include "compiler/image/ProgramFacts.h"
#include "runtime/BuildOptions.h"
#include "runtime/CodeStore.h"
#include "runtime/CompilerLoader.h"
#include "runtime/Config.h"
#include <cerrno>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace lanecl {

using compiler::FileUse;
using compiler::Outcome;
using compiler::SpirvModule;
using compiler::Status;

namespace {

struct ModuleEntry {
  std::vector<uint32_t> words;
  std::string log;
  std::vector<FileUse> files;
  std::vector<uint32_t> constants; ///< of IL: pairs of id and bytes
};
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ModuleEntry>
void fields(Archive &archive, T &value) {
  auto &[words, log, files, constants] = value;
  archive(words, log, files, constants);
}

/// Nothing when the file cannot be read to its end.
std::optional<std::string> hashOfFile(const std::string &path, std::size_t bytes) {
  int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  std::string text(bytes, '\0');
  std::size_t done = 0;
  for (ssize_t part = 1; done < bytes && part != 0;) {
    part = ::read(file, text.data() + done, bytes - done);
    if (part < 0 && errno != EINTR)
      break;
    done += part > 0 ? std::size_t(part) : 0;
  }
  close(file);
  if (done != bytes)
    return std::nullopt;
  return image::CacheKey().add(std::string_view(text)).hex();
}

/// Whether the front end would find at the paths what it found (compiler::FileUse).
bool areAsTheyWere(const std::vector<FileUse> &uses) {
  constexpr uint64_t MostBytes = uint64_t(256) << 20; // larger files are none to the front end
  std::map<std::pair<dev_t, ino_t>, std::string> first;
  for (const FileUse &use : uses) {
    struct stat file;
    const bool exists = stat(use.path.c_str(), &file) == 0;
    const bool isFile = exists && S_ISREG(file.st_mode) && uint64_t(file.st_size) <= MostBytes;
    if (use.contents.empty() || use.contents == "/") {
      if (isFile || (exists && S_ISDIR(file.st_mode)) != (use.contents == "/"))
        return false;
      continue;
    }
    if (!isFile)
      return false;
    const std::string &known = first.try_emplace({file.st_dev, file.st_ino}, use.path).first->second;
    if ((known == use.path ? "" : known) != use.sameAs)
      return false;
    if (use.contents.front() == '?' ? use.contents != "?" + std::to_string(file.st_size)
                                    : hashOfFile(use.path, std::size_t(file.st_size)) != use.contents)
      return false;
  }
  return true;
}

std::optional<ModuleEntry> findModule(const std::string &key) {
  ModuleEntry module;
  auto entry = CodeStore::get().find(key);
  if (!entry || !image::fromBytes(*entry, module) || !areAsTheyWere(module.files))
    return std::nullopt;
  return module;
}

void storeModule(const std::string &key, const ModuleEntry &module) {
  CodeStore::get().store(key, image::toBytes(module));
}

std::string sourceKey(const compiler::CompileRequest &request) {
  image::CacheKey key;
  CodeStore::get().begin(key, "source");
  key.add(request.source).add(request.options).add(uint64_t(request.linkable)).add(uint64_t(request.headers.size()));
  for (const compiler::Header &header : request.headers)
    key.add(header.name).add(header.source);
  // Debugging information names the folder that it was compiled in.
  if (hasOption(request.options, "-g") || Config::get().check) {
    char folder[4096];
    key.add(getcwd(folder, sizeof folder) ? std::string_view(folder) : std::string_view());
  }
  return key.hex();
}

} // namespace

std::optional<Outcome<SpirvModule>> compileSource(const compiler::CompileRequest &request, std::string &log) {
  const std::string key = sourceKey(request);
  if (auto module = findModule(key))
    return Outcome<SpirvModule>{Status::Ok, {std::move(module->words)}, std::move(module->log)};
  compiler::Compiler *compiler = loadCompiler(log);
  if (!compiler)
    return std::nullopt;
  auto made = compiler->compile(request);
  if (made.status == Status::Ok && !made.value.isFleeting)
    storeModule(key, {made.value.words, made.log, made.value.files, {}});
  return made;
}

std::optional<Outcome<ImportedIl>> importIl(std::span<const std::byte> il, std::string &log) {
  image::CacheKey hash;
  const std::string key = CodeStore::get().begin(hash, "il").add(il).hex();
  if (auto module = findModule(key); module && module->constants.size() % 2 == 0) {
    ImportedIl found{{std::move(module->words)}, {}};
    for (std::size_t i = 0; i < module->constants.size(); i += 2)
      found.constants.push_back({module->constants[i], module->constants[i + 1]});
    return Outcome<ImportedIl>{Status::Ok, std::move(found), {}};
  }
  compiler::Compiler *compiler = loadCompiler(log);
  if (!compiler)
    return std::nullopt;
  auto made = compiler->import(il);
  if (made.status != Status::Ok)
    return Outcome<ImportedIl>{made.status, {}, std::move(made.log)};
  ImportedIl imported{std::move(made.value), {}};
  imported.constants = compiler->specConstants(imported.module);
  ModuleEntry entry{imported.module.words, {}, {}, {}};
  for (const compiler::SpecConstant &constant : imported.constants)
    entry.constants.insert(entry.constants.end(), {constant.id, constant.bytes});
  storeModule(key, entry);
  return Outcome<ImportedIl>{Status::Ok, std::move(imported), std::move(made.log)};
}

std::optional<Outcome<SpirvModule>> specializeIl(const SpirvModule &module, const SpecValues &values,
                                                 const std::string &options, std::string &log) {
  image::CacheKey hash;
  CodeStore::get().begin(hash, "specialized");
  hash.add(std::as_bytes(std::span(module.words))).add(options).add(uint64_t(values.size()));
  for (const auto &[id, bytes] : values)
    hash.add(uint64_t(id)).add(bytes);
  const std::string key = hash.hex();
  if (auto found = findModule(key))
    return Outcome<SpirvModule>{Status::Ok, {std::move(found->words)}, std::move(found->log)};
  compiler::Compiler *compiler = loadCompiler(log);
  if (!compiler)
    return std::nullopt;
  // Compiling nothing with the options tells.
  if (!options.empty())
    if (auto tried = compiler->compile({.source = "", .options = options, .headers = {}, .linkable = false});
        tried.status == Status::InvalidOptions)
      return Outcome<SpirvModule>{Status::InvalidOptions, {}, std::move(tried.log)};
  auto made = compiler->specialize(module, values);
  if (made.status == Status::Ok)
    storeModule(key, {made.value.words, made.log, {}, {}});
  return made;
}

} // namespace lanecl
