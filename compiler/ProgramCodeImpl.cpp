#include "compiler/ProgramCodeImpl.h"
#include "compiler/CodeGeneration.h"
#include "compiler/CompileBudget.h"
#include "compiler/KernelFacts.h"
#include "compiler/LanePlan.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/analysis/PointerUses.h"
#include "compiler/frontend/ForkGate.h"
#include "compiler/frontend/Guard.h"
#include "compiler/image/ProgramFacts.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/jit/ImageMaker.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include <bit>
#include <cstring>
#include <utility>

namespace lanecl::compiler {
namespace {

constexpr uint32_t CacheFormat = 2;
/// Budgets of operations, as they are written, beyond which code has no lanes; what is left of them is counted again
/// when it is compiled (steps::fitLanes).
constexpr uint64_t LongestAsWritten = 4;
constexpr llvm::StringLiteral VariablePrefix = "lanecl.variable.";

/// The head of a cached entry, in front of the object.
struct CachedVariant {
  uint32_t format = CacheFormat, subGroupSize = 0;
  uint64_t contextBytesPerSubGroup = 0, contextBytesPerGroup = 0, scratchBytes = 0;
};

llvm::Expected<std::unique_ptr<llvm::Module>> parse(llvm::ArrayRef<char> bitcode, llvm::LLVMContext &context) {
  return llvm::parseBitcodeFile(llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "program"),
                                context);
}

/// The program with the body of a kernel and those of what it uses; other functions are not read. Of robust programs
/// all is read: what is in reach of a kernel's pointers is asked of all functions (isolateKernel).
llvm::Expected<std::unique_ptr<llvm::Module>> parseFor(llvm::StringRef kernel, llvm::ArrayRef<char> bitcode,
                                                       llvm::LLVMContext &context) {
  llvm::MemoryBufferRef buffer(llvm::StringRef(bitcode.data(), bitcode.size()), "program");
  auto module = llvm::getLazyBitcodeModule(buffer, context);
  if (!module)
    return module;
  llvm::Function *root = (*module)->getFunction(kernel);
  if (!root || attribute::isRobust(*root))
    return parse(bitcode, context);
  // Only what is read has uses.
  for (bool isNew = true; std::exchange(isNew, false);)
    for (llvm::Function &function : **module)
      if (function.isMaterializable() && (&function == root || !function.use_empty())) {
        if (llvm::Error error = function.materialize())
          return error;
        isNew = true;
      }
  for (llvm::Function &function : llvm::make_early_inc_range(**module))
    if (function.isMaterializable()) {
      function.deleteBody();
      function.eraseFromParent();
    }
  if (llvm::Error error = (*module)->materializeAll())
    return error;
  return module;
}

// Runs what may crash inside LLVM; its result, or the reason why there is none.
template <typename T> llvm::Expected<T> guarded(llvm::function_ref<llvm::Expected<T>()> work, bool *crashed = nullptr) {
  std::optional<llvm::Expected<T>> result;
  std::string error;
  if (!frontend::runGuarded([&] { result.emplace(work()); }, error)) {
    if (crashed)
      *crashed = true;
    return llvm::createStringError(error);
  }
  return std::move(*result);
}

/// Something may be computed otherwise than the program says (-cl-fast-relaxed-math and the like, `fast` decorations of
/// SPIR-V), but for contraction, which is decided before the tiers part; or nothing is to be optimised at all.
bool isInexact(const llvm::Function &function) {
  return function.hasFnAttribute(attribute::OptDisable) ||
         llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
           if (!llvm::isa<llvm::FPMathOperator>(instruction))
             return false;
           return instruction.hasAllowReassoc() || instruction.hasAllowReciprocal() || instruction.hasApproxFunc() ||
                  (instruction.isBinaryOp() && instruction.hasNoSignedZeros());
         });
}

// Whoever keeps the address of a constant, or compares it, may meet another kernel's (one object, one address).
bool addressMatters(const llvm::GlobalVariable &variable) {
  PointerUses uses = usesOf(variable);
  return uses.escapes || uses.isNumber ||
         llvm::any_of(uses.users, [](const llvm::Instruction *user) { return llvm::isa<llvm::CmpInst>(user); });
}

} // namespace

ProgramVariables nameGlobals(llvm::Module &module) {
  ProgramVariables variables;
  unsigned number = 0;
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.hasAppendingLinkage() || variable.getAddressSpace() == space::Local)
      continue;
    bool isConstant = variable.isConstant() || variable.getAddressSpace() != space::Global;
    const std::string hostName = variable.getAttribute(attribute::HostName).getValueAsString().str();
    if (isConstant && hostName.empty() && !addressMatters(variable)) { // each kernel has a copy
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
      continue;
    }
    const uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    if (!isConstant)
      variables.bytes += bytes;
    const std::string name = variable.getName().str();
    variable.setName(VariablePrefix + llvm::Twine(number++));
    if (!isConstant && !name.empty())
      variables.named.try_emplace(name, variable.getName().str(), bytes);
    if (!hostName.empty())
      variables.named.try_emplace(hostName, variable.getName().str(), bytes);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setVisibility(llvm::GlobalValue::DefaultVisibility);
    variable.setDSOLocal(false);
  }
  variables.any = number != 0;
  return variables;
}

llvm::Expected<std::unique_ptr<ProgramCodeImpl>> ProgramCodeImpl::create(std::shared_ptr<Backend> backend,
                                                                         llvm::Module &module, std::string_view options,
                                                                         std::string &log) {
  std::unique_ptr<ProgramCodeImpl> program(new ProgramCodeImpl(std::move(backend)));
  const Backend &shared = *program->backend_;
  const targets::Machine &machine = *shared.target.machine;
  program->variables_ = nameGlobals(module);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    program->isInexact_ |= isInexact(function);
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      if (!function.hasLocalLinkage())
        program->facts_.functions.push_back(function.getName().str());
      continue;
    }
    KernelInfo info = describeKernel(function);
    if (info.requiredSubGroupSize && !llvm::is_contained(SubGroupSizes, info.requiredSubGroupSize))
      return llvm::createStringError("kernel '%s' requires sub-groups of %u, which this device does not have",
                                     info.name.c_str(), info.requiredSubGroupSize);
    info.subGroupSize = chooseWidth(info, machine, shared.settings.width);
    info.freeLanes = chooseFreeLanes(info, machine, shared.settings.width);
    if (!info.requiredSubGroupSize)
      program->fit(function, info, log);
    program->facts_.hasInitializers |=
        function.hasFnAttribute(attribute::Initializer) || function.hasFnAttribute(attribute::Finalizer);
    program->facts_.kernels.push_back(std::move(info));
  }
  llvm::raw_svector_ostream stream(program->bitcode_);
  llvm::WriteBitcodeToFile(module, stream);
  image::CacheKey key;
  key.add(std::as_bytes(std::span(program->bitcode_))).add(options).add(shared.target.info.version);
  key.add(shared.target.cpu).add(shared.target.features).add(shared.target.triple).add(shared.target.info.isa);
  program->hash_ = key.hex();
  auto library = shared.jit->createLibrary();
  if (!library)
    return library.takeError();
  program->library_ = std::move(*library);
  program->makesImages_ = !shared.settings.debug && jit::makesImages(llvm::Triple(shared.target.triple));
  if (program->makesImages_)
    if (auto error = program->keepGlobals())
      return error;
  if (!program->makesImages_ && program->variables_.any && !program->addGlobals())
    return llvm::createStringError("the program's variables cannot be made");
  return program;
}

// Only fewer lanes than the registers hold are worth a word. What is told of sub-groups must hold whatever is inlined.
void ProgramCodeImpl::fit(const llvm::Function &function, KernelInfo &info, std::string &log) const {
  uint64_t operations = info.usesSubGroups ? inlinedOperationsOf(function) : operationsOf(function);
  const uint64_t budget = backend_->settings.compileBudget * (info.usesSubGroups ? 1 : LongestAsWritten);
  const uint64_t most = budget * (info.usesSubGroups ? 1 : budget::LargestInLanes);
  unsigned width = fitToBudget(info.subGroupSize, operations, *backend_->target.machine, budget, most);
  if (width == 1 && info.subGroupSize > 1)
    log += fitNote(info.name, width, operations, backend_->settings.compileBudget);
  info.subGroupSize = width;
  info.freeLanes = fitToBudget(info.freeLanes, operations, *backend_->target.machine, budget, most);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ProgramCodeImpl::compileGlobals() const {
  llvm::LLVMContext context;
  auto module = parse(bitcode_, context);
  if (!module)
    return module.takeError();
  auto machine = backend_->takeMachine();
  auto object = emitGlobals(**module, *machine);
  if (!object)
    return object.takeError();
  backend_->giveMachine(std::move(machine));
  llvm::StringRef bytes(object->data(), object->size());
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, "variables");
}

llvm::Error ProgramCodeImpl::keepGlobals() {
  facts_.globalVariableBytes = variables_.bytes;
  for (const auto &[name, variable] : variables_.named)
    facts_.variables.push_back({name, variable.symbol, variable.bytes});
  if (!variables_.any)
    return llvm::Error::success();
  auto object = compileGlobals();
  if (!object)
    return object.takeError();
  auto isVariable = [](llvm::StringRef name) { return name.starts_with(VariablePrefix); };
  auto image = jit::makeImage((*object)->getMemBufferRef(), isVariable, [](llvm::StringRef) { return false; });
  if (!image)
    return image.takeError();
  facts_.variablesImage = image::toBytes(*image);
  return llvm::Error::success();
}

/// For variant() and variable(). False when they cannot be made.
bool ProgramCodeImpl::addGlobals() {
  std::call_once(globalsOnce_, [this] {
    frontend::CompilerCall call;
    auto object = guarded<std::unique_ptr<llvm::MemoryBuffer>>([this] { return compileGlobals(); });
    llvm::Error error = object ? library_->add(std::move(*object)) : object.takeError();
    hasGlobals_ = !error;
    llvm::consumeError(std::move(error));
  });
  return hasGlobals_;
}

ProgramCode::GlobalVariable ProgramCodeImpl::variable(std::string_view name) {
  auto found = variables_.named.find(name);
  if (found == variables_.named.end() || !addGlobals())
    return {};
  auto address = library_->lookup(found->second.symbol);
  if (!address) {
    llvm::consumeError(address.takeError());
    return {};
  }
  return {static_cast<std::byte *>(*address), found->second.bytes};
}

std::string ProgramCodeImpl::cacheKey(std::size_t kernel, const VariantKey &key) const {
  const PipelineRequest asked = request(facts_.kernels[kernel], {}, key, least(Tier::Best));
  image::CacheKey hash;
  hash.add(hash_).add(uint64_t(asked.lanes.width)).add(uint64_t(asked.lanes.budget)).add(uint64_t(CacheFormat));
  image::addVariant(hash, asked.kernel, key);
  hash.add(uint64_t(asked.lanes.mayNarrow)); // not where LANECL_WIDTH insists on the same width
  hash.add(uint64_t(asked.tier)).add(uint64_t(asked.quickCode));
  return hash.hex();
}

/// PipelineRequest::values.
static std::vector<std::pair<unsigned, int64_t>> knownValues(const KernelInfo &info, const VariantKey &key) {
  std::vector<std::pair<unsigned, int64_t>> known;
  const std::span<const int64_t> values = key.values.all();
  auto value = values.begin();
  for (unsigned index = 0; index < info.args.size() && value != values.end(); ++index)
    if (info.args[index].shaping != Shaping::None) {
      if (*value != ShapingValues::Any)
        known.emplace_back(index, *value);
      ++value;
    }
  return known;
}

PipelineRequest ProgramCodeImpl::request(const KernelInfo &info, const std::string &symbol, const VariantKey &key,
                                         Tier tier) const {
  bool isFree = info.groupAgnostic || key.singleItemGroups; // the launch's groups are the runtime's
  auto required = isFree ? std::array<uint32_t, 3>{} : info.requiredWorkGroupSize;
  std::swap(required[0], required[key.laneDimension]);
  if (key.hasLocalSize())
    required = key.localSize;
  const Settings &settings = backend_->settings;
  LaneRequest lanes;
  // The launch's rows are whole with so many.
  lanes.width = key.freeLanes ? key.freeLanes : isFree ? info.freeLanes : info.subGroupSize;
  if (key.lanes)
    lanes.width = std::bit_floor(std::min<uint32_t>(lanes.width, key.lanes));
  const bool isOpen = settings.width == 0 && !key.lanes;
  lanes.mayNarrow = isOpen && (isFree || key.freeLanes);
  lanes.hasFewRows = isFree && key.laneDimension != info.laneDimension;
  lanes.isRequired = info.requiredSubGroupSize != 0 || info.requiredSubGroupsPerGroup != 0;
  // What makes lanes compute otherwise than the program says may do so in another way with more of them.
  lanes.mayTry = isOpen && !lanes.isRequired && !info.usesSubGroups && !isInexact_;
  lanes.mayDrop = isOpen && (isFree || lanes.mayTry);
  lanes.hasGroups = !isFree;
  lanes.isOfLines = !info.groupAgnostic && !info.singleItemAgnostic && !info.longBlocks;
  lanes.inCache = key.lanesInCache;
  lanes.isSet = settings.width != 0;
  lanes.isFitted = info.subGroupSize < chooseWidth(info, *backend_->target.machine, settings.width);
  lanes.budget = settings.compileBudget;
  lanes.most = uint64_t(settings.compileBudget) * (tier == Tier::First ? 1 : budget::LargestInLanes);
  return {.kernel = info.name,
          .symbol = symbol,
          .key = key,
          .lanes = lanes,
          .requiredSize = required,
          .values = knownValues(info, key),
          .verify = settings.verify,
          .quickCode = settings.quickCode,
          .tier = tier};
}

llvm::Expected<PipelineResult> ProgramCodeImpl::runOnce(const PipelineRequest &request, llvm::TargetMachine &machine,
                                                        llvm::LLVMContext &context) const {
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo *, void *) {});
  auto module = parseFor(request.kernel, bitcode_, context);
  return module ? runPipeline(**module, request, backend_->target, machine) : module.takeError();
}

/// First code has to give the results of the best: not where LLVM may compute otherwise than the program says.
Tier ProgramCodeImpl::least(Tier asked) const {
  const bool isFirst = asked == Tier::First || backend_->settings.onlyFirst;
  return isFirst && !isInexact_ ? Tier::First : Tier::Best;
}

llvm::Expected<PipelineResult> ProgramCodeImpl::attempt(const PipelineRequest &request, bool &crashed,
                                                        const std::atomic<bool> *isUnwanted) const {
  std::unique_ptr<llvm::TargetMachine> machine;
  auto result = guarded<PipelineResult>(
      [&]() -> llvm::Expected<PipelineResult> {
        const frontend::EndsWhen unwanted(isUnwanted);
        machine = backend_->takeMachine();
        if (!machine)
          return llvm::createStringError("no code generator for this CPU");
        llvm::LLVMContext context;
        auto made = runOnce(request, *machine, context);
        if (!made || !made->stackBytes)
          return made;
        PipelineRequest again = request;
        again.tier = Tier::Best;
        again.savesStack = true;
        made = runOnce(again, *machine, context);
        if (made && made->stackBytes > StackOfThread)
          return llvm::createStringError("the code takes %llu bytes of stack, more than a thread has",
                                         static_cast<unsigned long long>(made->stackBytes));
        return made;
      },
      &crashed);
  if (crashed)
    (void)machine.release(); // in whatever state the crash left it: not even its destructor may run
  else if (machine)
    backend_->giveMachine(std::move(machine));
  return result;
}

// Where LLVM crashes or does not end with the code that is asked for, less is asked of it: code as for the first
// launches, then one lane and hardly any optimisation. What is had so for the best code is the best that there is.
llvm::Expected<ProgramCodeImpl::Code> ProgramCodeImpl::build(std::size_t kernel, const VariantKey &key, Tier tier,
                                                             const std::string &symbol, std::string &log,
                                                             const std::atomic<bool> *isUnwanted) const {
  const KernelInfo &info = facts_.kernels[kernel];
  PipelineRequest asked = request(info, symbol, key, tier);
  for (;;) {
    bool crashed = false;
    auto result = attempt(asked, crashed, isUnwanted);
    if (result) {
      log += result->report;
      if (asked.tier != tier || asked.isPlain)
        result->variant.tier = tier;
      llvm::StringRef bytes(result->object.data(), result->object.size());
      return Code{result->variant, llvm::MemoryBuffer::getMemBufferCopy(bytes, info.name)};
    }
    if (!crashed || asked.isPlain || (isUnwanted && *isUnwanted))
      return result.takeError();
    asked.isPlain = asked.tier == least(Tier::First);
    asked.tier = least(Tier::First);
    log += "kernel " + info.name + ": " + llvm::toString(result.takeError()) + "; tried again with less optimisation\n";
  }
}

llvm::Expected<ProgramCodeImpl::Code> ProgramCodeImpl::obtain(std::size_t kernel, const VariantKey &key,
                                                              const std::string &symbol, std::string &log) {
  if (!backend_->cache.enabled())
    return build(kernel, key, least(Tier::Best), symbol, log);
  std::string entry = cacheKey(kernel, key);
  CachedVariant head;
  if (auto found = backend_->cache.find(entry); found && found->size() > sizeof head) {
    std::memcpy(&head, found->data(), sizeof head);
    Code code;
    code.variant.subGroupSize = head.subGroupSize;
    code.variant.contextBytesPerSubGroup = head.contextBytesPerSubGroup;
    code.variant.contextBytesPerGroup = head.contextBytesPerGroup;
    code.variant.scratchBytes = head.scratchBytes;
    code.object = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(*found).drop_front(sizeof head), entry);
    return code;
  }
  auto code = build(kernel, key, least(Tier::Best), symbol, log);
  if (!code)
    return code;
  head.subGroupSize = code->variant.subGroupSize;
  head.contextBytesPerSubGroup = code->variant.contextBytesPerSubGroup;
  head.contextBytesPerGroup = code->variant.contextBytesPerGroup;
  head.scratchBytes = code->variant.scratchBytes;
  std::vector<char> bytes(sizeof head);
  std::memcpy(bytes.data(), &head, sizeof head);
  bytes.insert(bytes.end(), code->object->getBufferStart(), code->object->getBufferEnd());
  backend_->cache.store(entry, bytes);
  return code;
}

llvm::Expected<void *> ProgramCodeImpl::load(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef symbol) {
  return guarded<void *>([&]() -> llvm::Expected<void *> {
    if (auto error = library_->add(std::move(object)))
      return error;
    return library_->lookup(symbol);
  });
}

// The symbol is part of what is kept: the same for the same kernel and key in any program. The kernel's name, which may
// hold anything, stands behind all else.
std::string ProgramCodeImpl::symbolOf(std::size_t kernel, const VariantKey &key) const {
  std::string symbol = std::string("entry") + (key.tails ? ".tails" : "") + (key.wideIds ? ".wide" : "") +
                       (key.singleItemGroups ? ".solo" : "") + (key.lanes ? "." + std::to_string(key.lanes) : "") +
                       (key.linear ? ".linear" : "") + (key.freeLanes ? ".free" + std::to_string(key.freeLanes) : "") +
                       (key.noAliasBuffers ? ".apart" : "");
  for (uint32_t word : key.images)
    symbol += "." + llvm::utohexstr(word);
  if (key.laneDimension)
    symbol += ".along" + std::to_string(key.laneDimension);
  if (const auto &size = key.localSize; key.hasLocalSize())
    symbol += llvm::formatv(".of{0}x{1}x{2}", size[0], size[1], size[2]).str();
  for (int64_t value : key.values.all())
    symbol += ".with" + std::to_string(value);
  return symbol + ":" + facts_.kernels[kernel].name;
}

namespace {

void appendError(std::string &log, const KernelInfo &kernel, llvm::Error error) {
  log += "kernel " + kernel.name + ": " + llvm::toString(std::move(error)) + '\n';
}

} // namespace

std::unique_ptr<Variant> ProgramCodeImpl::compile(std::size_t kernel, const VariantKey &key, std::string &log) {
  const KernelInfo &info = facts_.kernels[kernel];
  if (variables_.any && !addGlobals()) {
    appendError(log, info, llvm::createStringError("the program's variables cannot be made"));
    return nullptr;
  }
  std::string symbol = symbolOf(kernel, key);
  auto code = obtain(kernel, key, symbol, log);
  if (!code) {
    appendError(log, info, code.takeError());
    return nullptr;
  }
  auto entry = load(std::move(code->object), symbol);
  if (!entry) {
    appendError(log, info, entry.takeError());
    return nullptr;
  }
  auto variant = std::make_unique<Variant>(code->variant);
  variant->entry = reinterpret_cast<KernelEntry>(*entry);
  return variant;
}

const Variant *ProgramCodeImpl::variant(std::size_t kernel, VariantKey key, std::string &log, Tier) {
  return variants_.find(facts_.kernels[kernel], kernel, std::move(key), log,
                        [&](const VariantKey &asked, std::string &reasons) {
                          frontend::CompilerCall call;
                          return compile(kernel, asked, reasons);
                        });
}

bool ProgramCodeImpl::isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) {
  return variants_.isWorthImages(kernel, images, items);
}

ProgramCode::SpecialCode ProgramCodeImpl::specialCode(std::size_t kernel, const VariantKey &key, Special special,
                                                      bool isUsual) {
  return variants_.specialCode(facts_.kernels[kernel], kernel, key, special,
                               [&](const VariantKey &) { return isUsual; });
}

std::vector<std::byte> ProgramCodeImpl::image(std::size_t kernel, const VariantKey &key, Tier &tier, std::string &log,
                                              const std::atomic<bool> *isUnwanted) {
  frontend::CompilerCall call;
  tier = least(tier);
  std::string symbol = symbolOf(kernel, key);
  auto made = [&]() -> llvm::Expected<image::CodeImage> {
    auto code = build(kernel, key, tier, symbol, log, isUnwanted);
    if (!code)
      return code.takeError();
    tier = code->variant.tier;
    return guarded<image::CodeImage>([&]() -> llvm::Expected<image::CodeImage> {
      auto image = jit::makeImage(
          code->object->getMemBufferRef(), [&](llvm::StringRef name) { return name == symbol; },
          [](llvm::StringRef name) { return name.starts_with(VariablePrefix); });
      if (image)
        image->variant = code->variant;
      return image;
    });
  }();
  if (made)
    return image::toBytes(*made);
  appendError(log, facts_.kernels[kernel], made.takeError());
  return {};
}

/// Of a launch with buffers of its own, in groups of any size or, where they may have more lanes for it, of a large
/// one.
static VariantKey usualKey(const KernelInfo &info) {
  const bool hasMore = !info.groupAgnostic && info.mayHaveFreeLanes();
  return {.tails = !hasMore, .freeLanes = static_cast<uint8_t>(hasMore ? info.freeLanes : 0), .noAliasBuffers = true};
}

llvm::Expected<std::string> ProgramCodeImpl::show(std::string_view kernel, Emit emit, std::string_view passes) const {
  std::string text;
  PassPrinter printer;
  llvm::SmallVector<llvm::StringRef, 8> names;
  llvm::StringRef(passes.data(), passes.size()).split(names, ',', -1, false);
  for (llvm::StringRef name : names) {
    if (name != "all" && !llvm::is_contained(passNames(), std::string_view(name)))
      return llvm::createStringError("there is no pass '%s'", name.str().c_str());
    printer.names.push_back(name.str());
  }
  if (emit == Emit::Llvm && printer.names.empty())
    printer.names.push_back("optimize");
  for (const KernelInfo &info : facts_.kernels) {
    if (!kernel.empty() && kernel != info.name)
      continue;
    auto machine = targets::createTargetMachine(backend_->target);
    auto result = guarded<PipelineResult>([&]() -> llvm::Expected<PipelineResult> {
      llvm::LLVMContext context;
      auto module = parse(bitcode_, context);
      if (!module)
        return module.takeError();
      PipelineRequest how = request(info, info.name, usualKey(info), least(Tier::Best));
      how.detailed = emit == Emit::Report;
      return runPipeline(**module, how, backend_->target, *machine, &printer, emit == Emit::Asm);
    });
    if (!result)
      return result.takeError();
    if (emit == Emit::Report)
      text += result->report;
    else if (emit == Emit::Times)
      text += "kernel " + info.name + '\n' + result->times.str();
    else if (emit != Emit::Llvm)
      text.append(result->object.data(), result->object.size());
  }
  return printer.text + text;
}

} // namespace lanecl::compiler
