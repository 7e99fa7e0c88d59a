// Compiles functions of the built-in library for the host and calls them over arrays, whatever their types: arguments
// and results lie in memory as OpenCL C lays them out (a vector of three takes the room of four).
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::test {

/// operands[0] is where results go (ignored for void), operands[1..] where arguments come from; a pointer argument gets
/// the address of its element. strides in bytes, one for each operand.
using Loop = void (*)(char *const *operands, const size_t *strides, size_t count);

/// A set of functions compiled together. Not thread safe.
class BuiltinJit {
public:
  /// Compiles `mangledNames` and all they call. What is missing or does not compile is reported by error().
  explicit BuiltinJit(std::span<const std::string> mangledNames);
  ~BuiltinJit();
  const std::string &error() const;
  Loop loop(std::string_view mangledName) const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// Calls one function over typed arrays: call<float>(jit, "_Z3powff", x, y). All arrays have the same count.
template <typename R, typename... A>
std::vector<R> call(const BuiltinJit &jit, std::string_view name, const std::vector<A> &...arguments) {
  size_t count = std::get<0>(std::tie(arguments...)).size();
  std::vector<R> results(count);
  char *operands[] = {reinterpret_cast<char *>(results.data()),
                      const_cast<char *>(reinterpret_cast<const char *>(arguments.data()))...};
  size_t strides[] = {sizeof(R), sizeof(A)...};
  if (Loop loop = jit.loop(name))
    loop(operands, strides, count);
  return results;
}

/// A compiled set with one function, for tests that need few.
std::unique_ptr<BuiltinJit> compileOne(const std::string &mangledName);

} // namespace lanecl::test
