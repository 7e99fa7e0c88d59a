// Intrusive reference to a runtime object: the object counts its owners, the last Ref destroys it. A Ref may be shared
// and dropped on any thread; one Ref variable is not itself thread safe.
#pragma once
#include <concepts>
#include <cstddef>
#include <utility>

namespace lanecl {

/// T offers addRef() and release(); release() destroys the object with its last reference.
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T *object) : object_(object) {
    if (object_)
      object_->addRef();
  }
  /// Takes over a reference that the caller already owns (a new object starts with one).
  static Ref adopt(T *object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U>
    requires std::convertible_to<U *, T *>
  Ref(const Ref<U> &other) : Ref(static_cast<T *>(other.get())) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      object_->release();
  }
  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  /// Gives up the reference without dropping it: the caller owns it now (a handle handed to the host).
  T *detach() { return std::exchange(object_, nullptr); }
  friend bool operator==(const Ref &a, const Ref &b) { return a.object_ == b.object_; }

private:
  T *object_ = nullptr;
};

} // namespace lanecl
