// A CodeImage as code of this process. Uses no LLVM.
#pragma once
#include "compiler/image/CodeImage.h"
#include <functional>
#include <memory>
#include <string_view>

namespace lanecl::image {

/// A function of a host library that the maker has found there; null. `origin`: not Compiler or Program. The libraries
/// are opened once and never closed. Thread safe.
void *hostFunction(Origin origin, const std::string &name);

/// Owns its memory: code and variables go with it. Immutable but for the variables; thread safe.
class LoadedImage {
public:
  /// Addresses of the imports of Origin::Compiler and Origin::Program; null: none.
  using Resolve = std::function<void *(const Import &)>;
  /// Null, with the reason in `log`, when an import is not there, memory cannot be had, or the image contradicts
  /// itself: nothing outside of its own block is ever read or written, whatever it says.
  static std::unique_ptr<LoadedImage> load(const CodeImage &image, const Resolve &resolve, std::string &log);
  ~LoadedImage();
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;

  /// Null without one of that name.
  std::byte *symbol(std::string_view name) const;
  /// The first symbol; null without any.
  std::byte *entry() const { return symbols_.empty() ? nullptr : begin_ + symbols_.front().offset; }

private:
  LoadedImage(std::byte *begin, std::size_t bytes, std::vector<Symbol> symbols)
      : begin_(begin), bytes_(bytes), symbols_(std::move(symbols)) {}
  std::byte *begin_;
  std::size_t bytes_;
  std::vector<Symbol> symbols_;
};

} // namespace lanecl::image
