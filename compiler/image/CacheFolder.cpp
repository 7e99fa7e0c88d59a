#include "compiler/image/CacheFolder.h"
#include "compiler/Compiler.h"
#include "llvm-c/blake3.h"
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

namespace lanecl::image {
namespace {

constexpr const char *KeyName = "lanecl.key";

// Behind a file's bytes.
struct Trailer {
  uint64_t magic = 0x4c4e434c'4f424a32; // "LNCLOBJ2"
  uint64_t bytes = 0;
  std::array<uint8_t, 32> signature{};
};

bool isOwn(const struct stat &file) { return file.st_uid == geteuid() || file.st_uid == 0; }
bool isTrusted(const struct stat &file) { return isOwn(file) && !(file.st_mode & (S_IWGRP | S_IWOTH)); }

/// `transfer` is read or write, which may be interrupted and may do a part only.
template <auto transfer, typename Bytes> bool transferAll(int descriptor, Bytes *next, std::size_t bytes) {
  while (bytes > 0) {
    ssize_t done = transfer(descriptor, next, bytes);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    next += done;
    bytes -= std::size_t(done);
  }
  return true;
}

bool readAll(int descriptor, void *to, std::size_t bytes) {
  return transferAll<::read>(descriptor, static_cast<char *>(to), bytes);
}

bool writeAll(int descriptor, const void *from, std::size_t bytes) {
  return transferAll<::write>(descriptor, static_cast<const char *>(from), bytes);
}

/// A trusted regular file. The open itself must not wait for a FIFO's writer.
Descriptor openFile(int folder, const char *name, struct stat &file) {
  Descriptor descriptor(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor || fstat(descriptor.get(), &file) != 0 || !S_ISREG(file.st_mode) || !isTrusted(file))
    return Descriptor();
  return descriptor;
}

/// Whether files of the process may be so large. Who writes more than that gets SIGXFSZ, which ends the process.
bool mayHave(uint64_t bytes) {
  rlimit most{};
  return getrlimit(RLIMIT_FSIZE, &most) == 0 && bytes <= most.rlim_cur;
}

/// A file that nobody else has heard of; removed again unless it got another name.
class NewFile {
public:
  NewFile(int folder, const std::string &name) : folder_(folder) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
      return;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
    name_ = name + "." + digits;
    file_ = Descriptor(openat(folder, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    exists_ = bool(file_);
  }
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;
  ~NewFile() {
    if (exists_)
      unlinkat(folder_, name_.c_str(), 0);
  }
  bool write(const void *data, std::size_t bytes) {
    size_ += bytes;
    return file_ && mayHave(size_) && writeAll(file_.get(), data, bytes);
  }
  /// Takes the place of what has that name.
  bool rename(const char *name) {
    if (!file_.close() || renameat(folder_, name_.c_str(), folder_, name) != 0)
      return false;
    exists_ = false;
    return true;
  }
  /// Gives it a name that must be free.
  bool link(const char *name) { return file_.close() && linkat(folder_, name_.c_str(), folder_, name, 0) == 0; }

private:
  int folder_;
  std::string name_;
  Descriptor file_;
  uint64_t size_ = 0;
  bool exists_ = false;
};

void warnOnce(const std::string &path) {
  static std::atomic_flag told;
  if (!told.test_and_set())
    std::fprintf(
        stderr, "lanecl: the cache folder %s is not used: it must belong to this user and be writable by nobody else\n",
        path.c_str());
}

/// Follows a link in the last place only if the user or root made it.
Descriptor openFolder(const std::string &path, bool create) {
  struct stat found;
  if (lstat(path.c_str(), &found) != 0) {
    if (!create)
      return Descriptor();
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    // XDG Base Directory Specification: a folder that is missing is made with permission 0700.
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
      return Descriptor();
  } else if (!isOwn(found)) {
    warnOnce(path);
    return Descriptor();
  }
  Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && (fstat(folder.get(), &found) != 0 || !isTrusted(found))) {
    warnOnce(path);
    return Descriptor();
  }
  return folder;
}

} // namespace

bool Descriptor::close() {
  int number = std::exchange(number_, -1);
  return number >= 0 && ::close(number) == 0;
}

CacheFolder::CacheFolder(const std::string &path, bool create) : folder_(openFolder(path, create)) {
  hasKey_ = folder_ && loadKey(create);
}

bool CacheFolder::loadKey(bool create) {
  struct stat file;
  Descriptor key = openFile(folder_.get(), KeyName, file);
  // A power failure may truncate it: what it signed is compiled again.
  const bool isTruncated = key && file.st_uid == geteuid() && file.st_size != ssize_t(key_.size());
  if ((!key || isTruncated) && create && makeKey(isTruncated))
    key = openFile(folder_.get(), KeyName, file);
  // Nobody but the user: root's own key says nothing of what the user compiled.
  if (!key || file.st_uid != geteuid() || (file.st_mode & (S_IRWXG | S_IRWXO)) || file.st_size != ssize_t(key_.size()))
    return false;
  return readAll(key.get(), key_.data(), key_.size());
}

/// True when there is one behind it, this process's or another's. `anew`: in place of the one there is.
bool CacheFolder::makeKey(bool anew) const {
  Key key;
  if (getrandom(key.data(), key.size(), 0) != ssize_t(key.size()))
    return false;
  NewFile file(folder_.get(), compiler::cacheEntryName(std::string(compiler::CacheKeyDigits, '0')));
  if (!file.write(key.data(), key.size()))
    return false;
  return anew ? file.rename(KeyName) : file.link(KeyName) || errno == EEXIST;
}

CacheFolder::Signature CacheFolder::sign(const std::string &name, std::span<const char> bytes) const {
  Signature signature;
  llvm_blake3_hasher hasher;
  llvm_blake3_hasher_init_keyed(&hasher, key_.data());
  llvm_blake3_hasher_update(&hasher, name.data(), name.size());
  llvm_blake3_hasher_update(&hasher, "", 1); // names have no zero: where they end is certain
  llvm_blake3_hasher_update(&hasher, bytes.data(), bytes.size());
  llvm_blake3_hasher_finalize(&hasher, signature.data(), signature.size());
  return signature;
}

std::unique_ptr<const std::string> CacheFolder::read(const std::string &name, uint64_t maxBytes, bool isUse) const {
  struct stat file;
  Descriptor descriptor = good() ? openFile(folder_.get(), name.c_str(), file) : Descriptor();
  if (!descriptor || uint64_t(file.st_size) < sizeof(Trailer) || uint64_t(file.st_size) - sizeof(Trailer) > maxBytes)
    return nullptr;
  Trailer trailer;
  std::size_t bytes = std::size_t(file.st_size) - sizeof trailer;
  auto buffer = std::make_unique<std::string>();
  try {
    // libstdc++ 12 says that there are as many bytes as it has made room for.
    buffer->resize_and_overwrite(
        bytes, [&](char *to, std::size_t) { return readAll(descriptor.get(), to, bytes) ? bytes : 0; });
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
  if (buffer->size() != bytes || !readAll(descriptor.get(), &trailer, sizeof trailer))
    return nullptr;
  Signature expected = sign(name, *buffer);
  uint8_t different = 0; // compared in the same time wherever they differ
  for (std::size_t i = 0; i < expected.size(); ++i)
    different |= expected[i] ^ trailer.signature[i];
  if (trailer.magic != Trailer().magic || trailer.bytes != bytes || different)
    return nullptr;
  if (isUse)
    futimens(descriptor.get(), nullptr);
  return buffer;
}

bool CacheFolder::write(const std::string &name, std::span<const char> bytes) const {
  if (!good())
    return false;
  NewFile file(folder_.get(), name);
  Trailer trailer;
  trailer.bytes = bytes.size();
  trailer.signature = sign(name, bytes);
  return file.write(bytes.data(), bytes.size()) && file.write(&trailer, sizeof trailer) && file.rename(name.c_str());
}

void CacheFolder::forEach(const std::function<void(const char *, const struct stat &)> &visit) const {
  Descriptor again(openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *list = again ? fdopendir(again.get()) : nullptr;
  if (!list)
    return;
  again.release(); // closedir() closes it
  while (dirent *entry = readdir(list)) {
    struct stat file;
    if (fstatat(folder_.get(), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(file.st_mode))
      visit(entry->d_name, file);
  }
  closedir(list);
}

void CacheFolder::remove(const char *name) const { unlinkat(folder_.get(), name, 0); }

} // namespace lanecl::image
