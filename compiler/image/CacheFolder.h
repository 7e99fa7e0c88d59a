// The folder of the cache on disk as a place that only its user can have written to. What is in it becomes code of the
// process, so folder and files must belong to the effective user or root and be writable by nobody else, and every file
// carries a signature with a key that only the user can read: a file of the user's that somebody else filled, or that
// was given another name, is not taken. Files are regular ones, reached through no symbolic link, never waited for and
// read into memory (a mapped file that becomes shorter takes the process along). Thread safe; any number of processes
// may share a folder.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace lanecl::image {

/// A file descriptor that is closed with it; negative: none.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }
  void release() { number_ = -1; }
  /// False when it could not be closed well: what was written may be lost.
  bool close();

private:
  int number_;
};

/// One opened folder. Every failure is "not there".
class CacheFolder {
public:
  /// Of an existing folder, or one that is made, with its parents, for the user alone. Not good() where it is missing
  /// or not to be trusted; of the latter stderr is told once in a process.
  CacheFolder(const std::string &path, bool create);
  bool good() const { return bool(folder_) && hasKey_; }

  /// The bytes written under this name, at most `maxBytes`; null. With `isUse` the file's time becomes the present.
  std::unique_ptr<const std::string> read(const std::string &name, uint64_t maxBytes, bool isUse = true) const;
  /// Puts a file there at once or not at all. `name` is one of an entry (compiler::CacheFile).
  bool write(const std::string &name, std::span<const char> bytes) const;
  /// Visits the regular files.
  void forEach(const std::function<void(const char *name, const struct stat &)> &visit) const;
  void remove(const char *name) const;

private:
  using Signature = std::array<uint8_t, 32>;
  using Key = std::array<uint8_t, 32>;
  bool loadKey(bool create);
  bool makeKey(bool anew) const;
  Signature sign(const std::string &name, std::span<const char> bytes) const;

  Descriptor folder_;
  bool hasKey_ = false;
  Key key_{};
};

} // namespace lanecl::image
