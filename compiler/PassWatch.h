// What is seen of passes while they run, of rows of the pipeline's table and of those inside of them: how long they
// take, the code behind them, and whether that keeps the rules of LaneCL IR. Of one run of the pipeline; one thread.
#pragma once
#include "compiler/PassOrder.h"
#include "compiler/SubPasses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::compiler {

/// Prints the code after the passes named (all: "all"); for `lanecl cc --print-after`.
struct PassPrinter {
  std::vector<std::string> names;
  std::string text;
  bool wants(std::string_view pass) const;
};

/// What the passes took, of any number of runs.
class PassTimes {
public:
  void add(std::string_view pass, std::chrono::steady_clock::duration time);
  /// A line for each pass that took any, the longest first: milliseconds, share, name.
  std::string str() const;

private:
  std::vector<std::pair<std::string_view, std::chrono::steady_clock::duration>> times_;
};

class PassWatch final : public SubPassObserver {
public:
  /// All outlive it. `printer` may be null. `verifies`: sub-passes are held to the rules.
  PassWatch(PassTimes &times, PassPrinter *printer, const PassOrder &order, bool verifies)
      : times_(times), printer_(printer), order_(order), verifies_(verifies) {}

  /// Around a row. A pass's time is its own, without what those inside of it take.
  void begin(std::string_view pass);
  void end(std::string_view pass);
  void print(std::string_view pass, const llvm::Module &module);

  void begin(SubPass pass) override { begin(factsOf(pass).name); }
  void end(SubPass pass, const llvm::Function &function) override;
  void end(SubPass pass, const llvm::MachineFunction &function) override;
  /// Of the first sub-pass since the last call that broke a rule.
  llvm::Error takeError();

private:
  using Clock = std::chrono::steady_clock;
  struct Open {
    Clock::time_point begin;
    Clock::duration inside = {};
  };

  /// `look` prints and verifies, in nobody's time.
  void end(std::string_view pass, llvm::function_ref<void()> look);
  void broken(std::string_view pass, const llvm::Twine &rule);

  PassTimes &times_;
  PassPrinter *printer_;
  const PassOrder &order_;
  const bool verifies_;
  llvm::SmallVector<Open, 4> open_;
  std::string error_;
};

} // namespace lanecl::compiler
