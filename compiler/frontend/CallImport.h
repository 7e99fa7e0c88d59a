// Instructions that the back end cannot write travel through it as calls of functions whose names say which; afterwards
// the calls become those instructions and the functions go.
#pragma once
#include "compiler/frontend/SpirvWords.h"
#include <map>
#include <set>

namespace lanecl::frontend {

/// One pass over a finished module. Not thread safe; for one use.
class CallImport {
public:
  /// The words must be well formed.
  explicit CallImport(std::vector<uint32_t> words) : words_(std::move(words)) {}
  virtual ~CallImport() = default;
  /// The words without the functions. Those of a module that has none come back as they are.
  std::vector<uint32_t> run();

protected:
  /// Which instruction an imported function stands for; 0: none.
  virtual uint32_t numberOf(std::string_view function) const = 0;
  /// Each instruction of the module, once, before the first `declare`.
  virtual void note(const SpirvInstruction &) {}
  /// Before `next` is written, or left out: the place to declare what the new instructions need (SPIR-V 2.4).
  virtual void declare(spv::Op next) = 0;
  /// Writes what stands for a call of a function of that number.
  virtual void replace(const SpirvInstruction &call, uint32_t number) = 0;

  uint32_t newId() { return out_[boundWord]++; }
  /// The imported functions' numbers, by id; complete before the first `declare`.
  const std::map<uint32_t, uint32_t> &functions() const { return functions_; }

  std::vector<uint32_t> out_;

private:
  void find();
  void rewrite(const SpirvInstruction &instruction);

  std::vector<uint32_t> words_;
  std::map<uint32_t, uint32_t> functions_; // numbers by id
  std::set<uint32_t> parameters_;
  bool skipping_ = false;
};

} // namespace lanecl::frontend
