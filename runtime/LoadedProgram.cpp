#include "runtime/LoadedProgram.h"
#include "compiler/image/OptionWords.h"
#include "compiler/image/ProgramFacts.h"
#include "compiler/image/TrialResult.h"
#include "runtime/BuildOptions.h"
#include "runtime/Clock.h"
#include "runtime/CompilerLoader.h"
#include "runtime/Config.h"
#include "runtime/Improver.h"
#include <algorithm>
#include <xxhash.h>

namespace lanecl {

using compiler::LaneTrial;
using compiler::ProgramFacts;
using compiler::Special;
using compiler::Status;
using compiler::Tier;
using compiler::Variant;
using compiler::VariantKey;

namespace {

/// What the CodeStore has of a program.
struct LinkEntry {
  ProgramFacts facts;
  std::string log;
};
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, LinkEntry>
void fields(Archive &archive, T &value) {
  auto &[facts, log] = value;
  archive(facts, log);
}

struct KeptImage {
  std::string key;
  image::Bytes bytes;
};
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, KeptImage>
void fields(Archive &archive, T &value) {
  auto &[key, bytes] = value;
  archive(key, bytes);
}

std::string keyOf(const LinkInput &input) {
  image::CacheKey hash;
  CodeStore::get().begin(hash, "program").add(input.options).add(uint64_t(input.modules.size()));
  for (const auto &module : input.modules)
    hash.add(std::as_bytes(std::span(module->words))).add(uint64_t(module->keepsOptions));
  return hash.hex();
}

/// What a binary says of itself is the host's word; where programs are not trusted, it is not taken.
bool isRobust(const LinkInput &input) {
  auto has = [](const auto &options) { return std::ranges::find(options, RobustOption) != options.end(); };
  return Config::get().robust || has(carriedOptions(input.options)) ||
         std::ranges::any_of(input.modules, [&](const auto &module) { return has(carriedOptions(module->words)); });
}

compiler::Outcome<std::unique_ptr<compiler::ProgramCode>> link(compiler::Compiler &compiler, const LinkInput &input) {
  std::vector<const compiler::SpirvModule *> modules;
  for (const auto &module : input.modules)
    modules.push_back(module.get());
  return compiler.link({.modules = modules, .options = input.options, .library = false});
}

} // namespace

/// In a binary: the program as the CodeStore has it, and its images.
struct LoadedProgram::Kept {
  uint64_t hash = 0; ///< of what follows
  std::string key;
  image::Bytes entry;
  std::vector<KeptImage> images;

  template <typename Archive> static void list(Archive &archive, auto &value) {
    archive(value.hash, value.key, value.entry, value.images);
  }
  friend void fields(image::Writer &archive, const Kept &value) { list(archive, value); }
  friend void fields(image::Reader &archive, Kept &value) { list(archive, value); }

  static uint64_t hashOf(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data() + sizeof hash, bytes.size() - sizeof hash);
  }
};

LoadedProgram::~LoadedProgram() = default;

bool LoadedProgram::takeFacts(const image::Bytes &bytes, std::string &log) {
  LinkEntry entry;
  if (!image::fromBytes(bytes, entry))
    return false;
  facts_ = std::move(entry.facts);
  log_ = std::move(entry.log);
  return loadVariables(log);
}

bool LoadedProgram::loadVariables(std::string &log) {
  if (facts_.variablesImage.empty())
    return true;
  image::CodeImage image;
  if (!image::fromBytes(facts_.variablesImage, image))
    return false;
  variables_ = image::LoadedImage::load(image, [](const image::Import &) { return nullptr; }, log);
  return variables_ != nullptr;
}

LoadedProgram::Made LoadedProgram::make(LinkInput input, std::span<const std::byte> kept) {
  CodeStore &store = CodeStore::get();
  std::string key = keyOf(input), ignored;
  std::shared_ptr<LoadedProgram> program(new LoadedProgram(std::move(input), key));
  Kept code;
  if (!kept.empty() && !isRobust(program->input_) && image::fromBytes(kept, code) && code.key == key &&
      program->takeFacts(code.entry, ignored)) {
    for (KeptImage &image : code.images)
      program->brought_.try_emplace(image.key, std::make_shared<const image::Bytes>(std::move(image.bytes)));
    return {Status::Ok, true, program, program->log_};
  }
  if (auto entry = store.find(key); entry && program->takeFacts(*entry, ignored))
    return {Status::Ok, true, program, program->log_};
  Made made;
  compiler::Compiler *compiler = loadCompiler(made.log);
  if (!compiler)
    return {Status::BuildFailure, false, nullptr, made.log};
  auto linked = link(*compiler, program->input_);
  made.status = linked.status;
  made.log = program->log_ = std::move(linked.log);
  if (linked.status != Status::Ok)
    return made;
  program->compiled_ = std::move(linked.value);
  if (const ProgramFacts *facts = program->compiled_->facts()) {
    program->facts_ = *facts;
    if (!program->loadVariables(made.log))
      return {Status::OutOfMemory, true, nullptr, made.log};
    store.store(key, image::toBytes(LinkEntry{*facts, made.log}));
  } else {
    program->isDirect_ = true;
    auto kernels = program->compiled_->kernels();
    program->facts_.kernels.assign(kernels.begin(), kernels.end());
    program->facts_.globalVariableBytes = program->compiled_->globalVariableBytes();
    program->facts_.hasInitializers = program->compiled_->hasInitializers();
  }
  made.program = std::move(program);
  return made;
}

/// The compiler's side of the program, made when it is first needed.
compiler::ProgramCode *LoadedProgram::compiled(std::string &log) {
  std::lock_guard lock(linkMutex_);
  if (!compiled_)
    if (compiler::Compiler *compiler = loadCompiler(log)) {
      auto linked = link(*compiler, input_);
      if (linked.status != Status::Ok)
        log += linked.log;
      compiled_ = std::move(linked.value);
    }
  return compiled_.get();
}

void *LoadedProgram::resolve(const image::Import &import) const {
  if (import.origin == image::Origin::Program)
    return variables_ ? variables_->symbol(import.name) : nullptr;
  std::string ignored;
  compiler::Compiler *compiler = loadCompiler(ignored);
  return compiler ? compiler->hostFunction(import.name) : nullptr;
}

std::unique_ptr<Variant> LoadedProgram::load(const std::string &key, const CodeStore::Entry &bytes, std::string &log) {
  image::CodeImage image;
  if (!image::fromBytes(*bytes, image)) {
    log += "the kept code is damaged\n";
    return nullptr;
  }
  auto loaded = image::LoadedImage::load(image, [this](const image::Import &import) { return resolve(import); }, log);
  if (!loaded || !loaded->entry())
    return nullptr;
  auto variant = std::make_unique<Variant>(image.variant);
  variant->entry = reinterpret_cast<KernelEntry>(loaded->entry());
  std::lock_guard lock(mutex_);
  images_.push_back(std::move(loaded));
  used_.try_emplace(key, bytes);
  return variant;
}

std::string LoadedProgram::nameOf(std::size_t kernel, const VariantKey &key, Tier tier) const {
  image::CacheKey hash;
  CodeStore::get().begin(hash, tier == Tier::First ? "first kernel" : "kernel").add(key_);
  return image::addVariant(hash, facts_.kernels[kernel].name, key).hex();
}

/// What is kept under that name; null.
CodeStore::Entry LoadedProgram::keptAs(const std::string &name) const {
  {
    std::lock_guard lock(mutex_);
    if (auto brought = brought_.find(name); brought != brought_.end())
      return brought->second;
  }
  return CodeStore::get().find(name);
}

std::unique_ptr<Variant> LoadedProgram::take(const std::string &name) {
  CodeStore::Entry bytes = keptAs(name);
  std::string ignored;
  return bytes ? load(name, bytes, ignored) : nullptr;
}

/// Code for all, which does until there is some for what is special in `key`.
std::unique_ptr<Variant> LoadedProgram::substitute(std::size_t kernel, const VariantKey &key, std::string &log) {
  const Variant *any = this->variant(kernel, key.forAll(), log, Tier::First);
  if (!any)
    return nullptr;
  auto variant = std::make_unique<Variant>(*any);
  variant->tier = Tier::First;
  return variant;
}

namespace {

/// Under this name stands the number of lanes that won a trial.
std::string nameOfLanes(const std::string &ofVariant) {
  image::CacheKey hash;
  return CodeStore::get().begin(hash, "lanes").add(ofVariant).hex();
}

/// Code that an earlier process made: what it took to compile is not known, in nanoseconds.
constexpr uint64_t UsualCompile = 50'000'000;
/// Making the rivals may take this part of the time that the kernel has run, once: what is found is kept.
constexpr uint64_t PartOfRun = 5;

} // namespace

/// Of Tier::Best, with the lanes that won an earlier trial; or null.
std::unique_ptr<Variant> LoadedProgram::best(std::size_t kernel, const VariantKey &key, std::string &log,
                                             const HowBest &how) {
  const bool mayTry = Config::get().trials != Config::When::Off && !key.lanes;
  VariantKey wanted = key;
  const std::string own = nameOf(kernel, key, Tier::Best);
  const CodeStore::Entry kept = mayTry ? keptAs(nameOfLanes(own)) : nullptr;
  image::TrialResult found;
  const bool isTried = kept && image::readTrial(*kept, found);
  if (isTried && found.lanes != found.estimated)
    wanted.lanes = found.lanes;
  const std::string name = nameOf(kernel, wanted, Tier::Best);
  auto variant = take(name);
  uint64_t compiled = UsualCompile;
  if (!variant) {
    const uint64_t start = clockNow();
    Tier tier = Tier::Best;
    compiler::ProgramCode *compiler = how.mayCompile ? this->compiled(log) : nullptr;
    image::Bytes made = compiler ? compiler->image(kernel, wanted, tier, log, how.isUnwanted) : image::Bytes();
    if (made.empty() || tier != Tier::Best)
      return nullptr;
    compiled = clockNow() - start;
    variant = load(name, CodeStore::get().store(name, std::move(made)), log);
  }
  if (variant && mayTry && !isTried && variant->rivals.front())
    addTrial(*variant, kernel, key, compiled);
  return variant;
}

void LoadedProgram::addTrial(Variant &variant, std::size_t kernel, const VariantKey &key, uint64_t compiled) {
  const bool isAtOnce = Config::get().trials == Config::When::Always;
  const auto rivals = variant.rivals.size() - static_cast<std::size_t>(std::ranges::count(variant.rivals, 0));
  const uint64_t due = isAtOnce ? 0 : PartOfRun * compiled * rivals;
  Tried *of = nullptr;
  {
    std::lock_guard lock(mutex_);
    const LaneTrial::Rules rules{.round = isAtOnce ? 0 : LaneTrial::Rules().round};
    of = &tried_.try_emplace(&variant, variant, kernel, key, due, rules).first->second;
  }
  variant.trial.set(&of->trial);
  static const std::atomic<bool> never{false};
  if (isAtOnce && of->trial.isDueAfter(0, 0))
    makeRivals(*of, never);
}

LoadedProgram::Tried *LoadedProgram::tried(const Variant &variant) {
  std::lock_guard lock(mutex_);
  auto found = tried_.find(&variant);
  return found == tried_.end() ? nullptr : &found->second;
}

void LoadedProgram::tryLanes(const Variant &variant) {
  if (Tried *of = tried(variant))
    improveLater([weak = weak_from_this(), of](const std::atomic<bool> &isUnwanted) {
      if (auto program = weak.lock())
        program->makeRivals(*of, isUnwanted);
    });
}

// A rival that cannot be made, or not with so many lanes, does not take part.
void LoadedProgram::makeRivals(Tried &of, const std::atomic<bool> &isUnwanted) {
  std::vector<const Variant *> rivals;
  for (uint8_t lanes : of.variant.rivals) {
    VariantKey key = of.key;
    key.lanes = lanes;
    std::string ignored;
    auto rival = lanes ? best(of.kernel, key, ignored, {.isUnwanted = &isUnwanted}) : nullptr;
    if (rival && rival->subGroupSize == lanes) {
      std::lock_guard lock(mutex_);
      rivals.push_back(better_.emplace_back(std::move(rival)).get());
    }
  }
  of.trial.start(rivals);
}

void LoadedProgram::endTrial(const Variant &variant) {
  Tried *of = tried(variant);
  if (!of)
    return;
  if (const Variant &winner = of->trial.winner(); &winner != &variant)
    of->variant.successor.set(&winner);
  improveLater([weak = weak_from_this(), of](const std::atomic<bool> &) { // files are not written between two ranges
    if (auto program = weak.lock())
      program->keepWinner(*of);
  });
}

/// For later processes, and binaries, which need no other of the plans.
void LoadedProgram::keepWinner(const Tried &of) {
  const Variant &winner = of.trial.winner();
  const bool isOwn = &winner == &of.variant;
  const std::string own = nameOf(of.kernel, of.key, Tier::Best), name = nameOfLanes(own);
  const auto lanes = [](const Variant &variant) { return static_cast<uint8_t>(variant.subGroupSize); };
  auto kept = CodeStore::get().store(name, image::toBytes(image::TrialResult{
                                               .estimated = lanes(of.variant),
                                               .lanes = lanes(winner),
                                               .share = static_cast<float>(of.trial.winnersShare()),
                                               .kernel = facts_.kernels[of.kernel].name,
                                           }));
  std::lock_guard lock(mutex_);
  used_.try_emplace(name, std::move(kept));
  for (uint8_t lanes : of.variant.rivals) {
    VariantKey key = of.key;
    key.lanes = lanes;
    if (lanes && (isOwn || lanes != winner.subGroupSize))
      used_.erase(nameOf(of.kernel, key, Tier::Best));
  }
  if (!isOwn)
    used_.erase(own);
}

std::unique_ptr<Variant> LoadedProgram::obtain(std::size_t kernel, const VariantKey &key, Tier tier, std::string &log) {
  auto variant = best(kernel, key, log, {.mayCompile = tier == Tier::Best});
  if (variant || tier == Tier::Best)
    return variant;
  variant = key.isSpecial() ? substitute(kernel, key, log) : take(nameOf(kernel, key, Tier::First));
  if (!variant) {
    compiler::ProgramCode *compiler = compiled(log);
    image::Bytes made = compiler ? compiler->image(kernel, key, tier, log) : image::Bytes();
    if (made.empty())
      return nullptr;
    const std::string name = nameOf(kernel, key, tier);
    variant = load(name, CodeStore::get().store(name, std::move(made)), log);
  }
  if (variant && variant->tier == Tier::First) {
    std::lock_guard lock(mutex_);
    improvable_.try_emplace(variant.get(), *variant, kernel, key);
  }
  return variant;
}

const Variant *LoadedProgram::variant(std::size_t kernel, VariantKey key, std::string &log, Tier tier) {
  if (isDirect_)
    return compiled_->variant(kernel, std::move(key), log, tier);
  const Variant *variant = variants_.find(
      facts_.kernels[kernel], kernel, std::move(key), log,
      [&](const VariantKey &asked, std::string &reasons) { return obtain(kernel, asked, tier, reasons); });
  if (variant && tier == Tier::Best && variant->latest().tier != tier)
    if (const Improvable *of = improvable(*variant)) {
      static const std::atomic<bool> never{false};
      makeBest(*of, never);
    }
  return variant ? &variant->latest() : nullptr;
}

/// Null: it is as good as it will be.
LoadedProgram::Improvable *LoadedProgram::improvable(const Variant &variant) {
  std::lock_guard lock(mutex_);
  auto found = improvable_.find(&variant);
  return found == improvable_.end() ? nullptr : &found->second;
}

// A program that is gone by then needs no better code.
void LoadedProgram::improve(const Variant &variant) {
  Improvable *of = improvable(variant);
  if (!of || of->isAsked.exchange(true))
    return;
  improveLater([weak = weak_from_this(), of](const std::atomic<bool> &isUnwanted) {
    if (auto program = weak.lock())
      program->makeBest(*of, isUnwanted);
  });
}

// Where that fails the first code is as good as any: it computes the same. Two threads may do it at once.
void LoadedProgram::makeBest(const Improvable &of, const std::atomic<bool> &isUnwanted) {
  if (of.variant.successor.get())
    return;
  std::string ignored;
  auto variant = best(of.kernel, of.key, ignored, {.isUnwanted = &isUnwanted});
  if (!variant)
    return;
  const std::string first = nameOf(of.kernel, of.key, Tier::First);
  std::lock_guard lock(mutex_);
  used_.erase(first); // no binary needs it any more
  brought_.erase(first);
  of.variant.successor.set(better_.emplace_back(std::move(variant)).get());
}

bool LoadedProgram::isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) {
  return variants_.isWorthImages(kernel, images, items);
}

compiler::ProgramCode::SpecialCode LoadedProgram::specialCode(std::size_t kernel, const VariantKey &key,
                                                              Special special, bool isUsual) {
  auto isKept = [&](const VariantKey &of) { return !isDirect_ && keptAs(nameOf(kernel, of, Tier::Best)) != nullptr; };
  return variants_.specialCode(facts_.kernels[kernel], kernel, key, special, [&](const VariantKey &own) {
    return isKept(own) || (isUsual && !isKept(own.without(special)) && !isKept(own.forAll()));
  });
}

compiler::ProgramCode::GlobalVariable LoadedProgram::variable(std::string_view name) {
  if (isDirect_)
    return compiled_->variable(name);
  for (const ProgramFacts::Variable &variable : facts_.variables)
    if (variable.name == name)
      return {variables_->symbol(variable.symbol), variable.bytes};
  return {};
}

std::vector<std::byte> LoadedProgram::image(std::size_t kernel, const VariantKey &key, Tier &tier, std::string &log,
                                            const std::atomic<bool> *isUnwanted) {
  compiler::ProgramCode *compiler = compiled(log);
  return compiler ? compiler->image(kernel, key, tier, log, isUnwanted) : image::Bytes();
}

image::Bytes LoadedProgram::keep() const {
  if (isDirect_)
    return {};
  Kept kept;
  kept.key = key_;
  kept.entry = image::toBytes(LinkEntry{facts_, log_});
  {
    std::lock_guard lock(mutex_);
    std::map<std::string, CodeStore::Entry> all = used_;
    all.insert(brought_.begin(), brought_.end());
    for (const auto &[key, bytes] : all)
      kept.images.push_back({key, *bytes});
  }
  image::Bytes bytes = image::toBytes(kept);
  kept.hash = Kept::hashOf(bytes);
  std::memcpy(bytes.data(), &kept.hash, sizeof kept.hash);
  return bytes;
}

bool LoadedProgram::isWhole(std::span<const std::byte> bytes) {
  Kept kept;
  return image::fromBytes(bytes, kept) && kept.hash == Kept::hashOf(bytes);
}

} // namespace lanecl
