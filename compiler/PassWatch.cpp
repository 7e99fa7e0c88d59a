#include "compiler/PassWatch.h"
#include "compiler/ir/Verify.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl::compiler {

bool PassPrinter::wants(std::string_view pass) const {
  return llvm::is_contained(names, pass) || llvm::is_contained(names, "all");
}

void PassTimes::add(std::string_view pass, std::chrono::steady_clock::duration time) {
  auto row = llvm::find_if(times_, [&](const auto &entry) { return entry.first == pass; });
  if (row == times_.end())
    times_.emplace_back(pass, time);
  else
    row->second += time;
}

std::string PassTimes::str() const {
  auto rows = times_;
  llvm::sort(rows,
             [](const auto &a, const auto &b) { return std::tie(b.second, a.first) < std::tie(a.second, b.first); });
  std::chrono::steady_clock::duration sum{};
  for (const auto &[pass, time] : rows)
    sum += time;
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto print = [&](std::string_view pass, std::chrono::steady_clock::duration time) {
    const double part = std::chrono::duration<double, std::milli>(time).count();
    if (const double whole = std::chrono::duration<double, std::milli>(sum).count(); part > 0)
      stream << llvm::format("%10.3f ms %5.1f %%  ", part, 100 * part / whole) << pass << '\n';
  };
  for (const auto &[pass, time] : rows)
    print(pass, time);
  print("all", sum);
  return text;
}

void PassWatch::begin(std::string_view) { open_.push_back({Clock::now()}); }

void PassWatch::end(std::string_view pass, llvm::function_ref<void()> look) {
  const Open row = open_.pop_back_val();
  times_.add(pass, Clock::now() - row.begin - row.inside);
  look();
  if (!open_.empty())
    open_.back().inside += Clock::now() - row.begin;
}

void PassWatch::end(std::string_view pass) {
  end(pass, [] {});
}

void PassWatch::print(std::string_view pass, const llvm::Module &module) {
  if (printer_ && printer_->wants(pass))
    llvm::raw_string_ostream(printer_->text) << "; after " << pass << '\n' << module << '\n';
}

void PassWatch::end(SubPass pass, const llvm::Function &function) {
  const llvm::StringRef name = factsOf(pass).name;
  end(name, [&] {
    if (verifies_)
      if (llvm::Error error = verify(function, order_.gone()))
        broken(name, llvm::toString(std::move(error)));
    print(name, *function.getParent());
  });
}

void PassWatch::end(SubPass pass, const llvm::MachineFunction &function) {
  const llvm::StringRef name = factsOf(pass).name;
  end(name, [&] {
    // Not verified: LLVM's verifier finds fault with machine code that LLVM made itself (displacements of 2^32 - 2).
    if (!printer_ || !printer_->wants(name))
      return;
    llvm::raw_string_ostream print(printer_->text);
    print << "; after " << name << '\n';
    function.print(print);
    print << '\n';
  });
}

void PassWatch::broken(std::string_view pass, const llvm::Twine &rule) {
  if (error_.empty())
    error_ = ("after " + llvm::Twine(llvm::StringRef(pass)) + "\n" + rule).str();
}

llvm::Error PassWatch::takeError() {
  return error_.empty() ? llvm::Error::success() : llvm::createStringError(std::exchange(error_, ""));
}

} // namespace lanecl::compiler
