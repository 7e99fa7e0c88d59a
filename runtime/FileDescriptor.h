// A file descriptor that is owned: closed with its owner. -1: none.
#pragma once
#include <unistd.h>
#include <utility>

namespace lanecl {

class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor &&other) noexcept : number_(other.release()) {}
  FileDescriptor &operator=(FileDescriptor other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  int get() const { return number_; }
  /// Gives it up without closing it.
  int release() { return std::exchange(number_, -1); }

private:
  int number_ = -1;
};

} // namespace lanecl
