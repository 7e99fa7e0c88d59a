// The code of a built program in this process. What the CodeStore or a binary has is loaded without the compiler; the
// compiler is asked only for variants of kernels that nobody has compiled.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/image/ImageLoader.h"
#include "compiler/image/VariantTable.h"
#include "runtime/CodeStore.h"
#include "runtime/LaneTrial.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lanecl {

/// What a program is linked from.
struct LinkInput {
  std::vector<std::shared_ptr<const compiler::SpirvModule>> modules;
  std::string options;
};

/// Thread safe. Always a shared_ptr's.
class LoadedProgram final : public compiler::ProgramCode, public std::enable_shared_from_this<LoadedProgram> {
public:
  /// Links, or takes what an earlier link left in the CodeStore or `kept` (keep(), or empty). On failure `program` is
  /// null. The log is that of the link in either case.
  struct Made {
    compiler::Status status = compiler::Status::Ok;
    bool hasCompiler = true; ///< false: it was needed, and there is none
    std::shared_ptr<LoadedProgram> program;
    std::string log;
  };
  static Made make(LinkInput input, std::span<const std::byte> kept);
  ~LoadedProgram() override;

  std::span<const compiler::KernelInfo> kernels() const override { return facts_.kernels; }
  const compiler::Variant *variant(std::size_t kernel, compiler::VariantKey key, std::string &log,
                                   compiler::Tier tier) override;
  void improve(const compiler::Variant &variant) override;
  void tryLanes(const compiler::Variant &variant) override;
  void endTrial(const compiler::Variant &variant) override;
  bool isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) override;
  SpecialCode specialCode(std::size_t kernel, const compiler::VariantKey &key, compiler::Special special,
                          bool isUsual) override;
  GlobalVariable variable(std::string_view name) override;
  uint64_t globalVariableBytes() const override { return facts_.globalVariableBytes; }
  bool hasFunction(std::string_view name) const override {
    return isDirect_ ? compiled_->hasFunction(name) : facts_.hasFunction(name);
  }
  bool hasInitializers() const override { return facts_.hasInitializers; }
  const compiler::ProgramFacts *facts() const override { return isDirect_ ? nullptr : &facts_; }
  std::vector<std::byte> image(std::size_t kernel, const compiler::VariantKey &key, compiler::Tier &tier,
                               std::string &log, const std::atomic<bool> *isUnwanted) override;

  /// The machine code that was used so far, for a binary; empty when none can be kept. Good for the same version of the
  /// driver and its compiler, the same CPU and settings; make() tells.
  image::Bytes keep() const;
  /// Whether keep() can have made these bytes, all of them as they were.
  static bool isWhole(std::span<const std::byte> kept);

private:
  struct Kept;
  LoadedProgram(LinkInput input, std::string key) : input_(std::move(input)), key_(std::move(key)) {}
  bool takeFacts(const image::Bytes &bytes, std::string &log);
  bool loadVariables(std::string &log);
  compiler::ProgramCode *compiled(std::string &log);
  /// A variant of Tier::First, which may be improved; stays where it is as long as the program.
  struct Improvable {
    Improvable(compiler::Variant &first, std::size_t number, compiler::VariantKey shape)
        : variant(first), kernel(number), key(std::move(shape)) {}
    compiler::Variant &variant;
    const std::size_t kernel;
    const compiler::VariantKey key;
    std::atomic<bool> isAsked{false};
  };
  Improvable *improvable(const compiler::Variant &variant);
  /// A variant that has a trial; stays where it is as long as the program.
  struct Tried {
    Tried(compiler::Variant &tried, std::size_t number, compiler::VariantKey shape, uint64_t due,
          compiler::LaneTrial::Rules rules)
        : variant(tried), kernel(number), key(std::move(shape)), trial(tried, due, rules) {}
    compiler::Variant &variant;
    const std::size_t kernel;
    const compiler::VariantKey key;
    compiler::LaneTrial trial;
  };
  Tried *tried(const compiler::Variant &variant);
  struct HowBest {
    bool mayCompile = true; ///< or only what is kept
    const std::atomic<bool> *isUnwanted = nullptr;
  };
  std::unique_ptr<compiler::Variant> best(std::size_t kernel, const compiler::VariantKey &key, std::string &log,
                                          const HowBest &how);
  void addTrial(compiler::Variant &variant, std::size_t kernel, const compiler::VariantKey &key, uint64_t compiled);
  void makeRivals(Tried &of, const std::atomic<bool> &isUnwanted);
  void keepWinner(const Tried &of);
  std::unique_ptr<compiler::Variant> obtain(std::size_t kernel, const compiler::VariantKey &key, compiler::Tier tier,
                                            std::string &log);
  std::unique_ptr<compiler::Variant> substitute(std::size_t kernel, const compiler::VariantKey &key, std::string &log);
  CodeStore::Entry keptAs(const std::string &name) const;
  std::unique_ptr<compiler::Variant> take(const std::string &name);
  void makeBest(const Improvable &of, const std::atomic<bool> &isUnwanted);
  std::string nameOf(std::size_t kernel, const compiler::VariantKey &key, compiler::Tier tier) const;
  std::unique_ptr<compiler::Variant> load(const std::string &key, const CodeStore::Entry &bytes, std::string &log);
  void *resolve(const image::Import &import) const;

  LinkInput input_;
  std::string key_; ///< of the facts in the CodeStore
  compiler::ProgramFacts facts_;
  std::string log_; ///< of the link
  std::unique_ptr<image::LoadedImage> variables_;
  image::VariantTable variants_;
  bool isDirect_ = false; ///< only the compiler's variant() gives code

  std::mutex linkMutex_; ///< guards compiled_, of programs that are not direct
  std::unique_ptr<compiler::ProgramCode> compiled_;
  mutable std::mutex mutex_; ///< guards what follows
  std::vector<std::unique_ptr<image::LoadedImage>> images_;
  std::map<std::string, CodeStore::Entry> used_;    ///< by key: what images_ were loaded from
  std::map<std::string, CodeStore::Entry> brought_; ///< of a binary, not used yet
  std::map<const compiler::Variant *, Improvable> improvable_;
  std::map<const compiler::Variant *, Tried> tried_;
  std::vector<std::unique_ptr<compiler::Variant>> better_; ///< successors, and what is tried
};

} // namespace lanecl
