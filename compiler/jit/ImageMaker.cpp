#include "compiler/jit/ImageMaker.h"
#include "compiler/image/Memory.h"
#include "compiler/jit/HostFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/ExecutionEngine/Orc/SymbolStringPool.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

namespace lanecl::jit {
namespace {

using namespace llvm::jitlink;
using llvm::orc::ExecutorAddr;

// Where the linker believes the block to be, and the imports: further away than any instruction reaches, from the block
// and from zero, so that all of them are reached through 64-bit addresses in memory.
constexpr uint64_t BlockAddress = uint64_t(1) << 40, FirstImport = uint64_t(1) << 44, ImportDistance = 16;

using Filter = llvm::function_ref<bool(llvm::StringRef)>;

/// One link. The linker owns contexts and memory managers, this outlives them.
struct Link {
  Filter keep, isProgram;
  image::CodeImage image;
  std::map<std::string, uint32_t> imports;
  std::optional<llvm::Error> error;

  Link(Filter keep, Filter isProgram) : keep(keep), isProgram(isProgram) {}
  void fail(llvm::Error more) {
    error = error ? llvm::joinErrors(std::move(*error), std::move(more)) : std::move(more);
  }
  llvm::Error place(LinkGraph &graph);
  llvm::Expected<uint32_t> import(llvm::StringRef name);
  llvm::Error markKept(LinkGraph &graph) const;
  llvm::Error collect(LinkGraph &graph);
  llvm::Error relocate(const Block &block, const Edge &edge);
  void clearAddresses();
};

llvm::Expected<image::Segment::Protection> protectionOf(llvm::orc::MemProt protection) {
  using llvm::orc::MemProt;
  auto has = [&](MemProt bit) { return (std::to_underlying(protection) & std::to_underlying(bit)) != 0; };
  if (!has(MemProt::Exec))
    return has(MemProt::Write) ? image::Segment::Protection::Writable : image::Segment::Protection::ReadOnly;
  if (has(MemProt::Write))
    return llvm::createStringError("code that may be written to is not kept");
  return image::Segment::Protection::Code;
}

// The linker writes to the contents where they are until it is done.
static_assert(std::is_nothrow_move_constructible_v<image::Segment>);

// Segments one behind the other, each on pages of its own.
llvm::Error Link::place(LinkGraph &graph) {
  BasicLayout layout(graph);
  uint64_t offset = 0;
  for (auto &[group, segment] : layout.segments()) {
    auto protection = protectionOf(group.getMemProt());
    if (!protection)
      return protection.takeError();
    if (segment.Alignment.value() > PageBytes)
      return llvm::createStringError("an alignment of more than a page is not kept");
    image.segments.push_back({*protection, offset, segment.ZeroFillSize, {}});
    std::vector<std::byte> &contents = image.segments.back().contents;
    contents.resize(segment.ContentSize);
    segment.Addr = ExecutorAddr(BlockAddress + offset);
    segment.WorkingMem = reinterpret_cast<char *>(contents.data());
    offset = llvm::alignTo(offset + segment.ContentSize + segment.ZeroFillSize, PageBytes);
  }
  return layout.apply();
}

llvm::Expected<uint32_t> Link::import(llvm::StringRef name) {
  auto [entry, isNew] = imports.try_emplace(name.str(), image.imports.size());
  if (!isNew)
    return entry->second;
  if (isProgram(name)) {
    image.imports.push_back({image::Origin::Program, name.str()});
    return entry->second;
  }
  auto found = findHostFunction(name);
  if (!found)
    return llvm::createStringError("there is no '" + name.str() + "'");
  image.imports.push_back({found->origin, name.str()});
  return entry->second;
}

llvm::Error Link::markKept(LinkGraph &graph) const {
  for (Symbol *symbol : graph.defined_symbols())
    symbol->setLive(symbol->hasName() && keep(*symbol->getName()));
  return llvm::Error::success();
}

llvm::Error Link::relocate(const Block &block, const Edge &edge) {
  const Symbol &target = edge.getTarget();
  const bool isInside = target.isDefined();
  switch (edge.getKind()) {
  case x86_64::Pointer64: {
    image::Relocation relocation;
    relocation.offset = (block.getAddress() + edge.getOffset()).getValue() - BlockAddress;
    relocation.addend = edge.getAddend();
    if (isInside) {
      relocation.addend += int64_t(target.getAddress().getValue() - BlockAddress);
    } else {
      auto number = import(*target.getName());
      if (!number)
        return number.takeError();
      relocation.import = *number;
    }
    image.relocations.push_back(relocation);
    return llvm::Error::success();
  }
  case x86_64::Delta64:
  case x86_64::Delta32:
  case x86_64::Delta16:
  case x86_64::Delta8:
  case x86_64::NegDelta64:
  case x86_64::NegDelta32:
  case x86_64::PCRel32:
  case x86_64::BranchPCRel32:
  case x86_64::BranchPCRel32ToPtrJumpStub:
  case x86_64::BranchPCRel32ToPtrJumpStubBypassable:
  case x86_64::PCRel32GOTLoadRelaxable:
  case x86_64::PCRel32GOTLoadREXRelaxable:
    if (isInside)
      return llvm::Error::success(); // wherever the block is
    break;
  default:
    if (!edge.isRelocation())
      return llvm::Error::success();
    break;
  }
  return llvm::createStringError("a relocation of kind %u is not kept", unsigned(edge.getKind()));
}

llvm::Error Link::collect(LinkGraph &graph) {
  for (Section &section : graph.sections()) {
    if (section.getMemLifetime() == llvm::orc::MemLifetime::NoAlloc)
      continue;
    for (Block *block : section.blocks())
      for (const Edge &edge : block->edges())
        if (llvm::Error failure = relocate(*block, edge))
          return failure;
  }
  for (Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName() && keep(*symbol->getName()))
      image.symbols.push_back({(*symbol->getName()).str(), symbol->getAddress().getValue() - BlockAddress});
  return llvm::Error::success();
}

// They are nobody's: zeros, so that equal objects make equal images.
void Link::clearAddresses() {
  for (const image::Relocation &relocation : image.relocations)
    for (image::Segment &segment : image.segments)
      if (relocation.offset >= segment.offset && relocation.offset + 8 <= segment.offset + segment.contents.size())
        std::fill_n(segment.contents.begin() + std::ptrdiff_t(relocation.offset - segment.offset), 8, std::byte{});
}

class Memory : public JITLinkMemoryManager {
public:
  explicit Memory(Link &link) : link_(link) {}
  void allocate(const JITLinkDylib *, LinkGraph &graph, OnAllocatedFunction done) override {
    if (llvm::Error failure = link_.place(graph))
      return done(std::move(failure));
    done(std::make_unique<InFlight>(link_));
  }
  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction done) override {
    for (FinalizedAlloc &allocation : allocations)
      allocation.release();
    done(llvm::Error::success());
  }

private:
  struct InFlight : InFlightAlloc {
    explicit InFlight(Link &link) : link(link) {}
    void abandon(OnAbandonedFunction done) override { done(llvm::Error::success()); }
    void finalize(OnFinalizedFunction done) override {
      link.clearAddresses();
      done(FinalizedAlloc(ExecutorAddr(BlockAddress)));
    }
    Link &link;
  };
  Link &link_;
};

class Context : public JITLinkContext {
public:
  explicit Context(Link &link) : JITLinkContext(nullptr), link_(link), memory_(link) {}
  JITLinkMemoryManager &getMemoryManager() override { return memory_; }
  void notifyFailed(llvm::Error error) override { link_.fail(std::move(error)); }
  void lookup(const LookupMap &symbols, std::unique_ptr<JITLinkAsyncLookupContinuation> next) override {
    AsyncLookupResult addresses;
    for (auto &[name, flags] : symbols) {
      auto number = link_.import(*name);
      if (!number)
        return next->run(number.takeError());
      addresses[name] = {ExecutorAddr(FirstImport + *number * ImportDistance), llvm::JITSymbolFlags::Exported};
    }
    next->run(std::move(addresses));
  }
  llvm::Error notifyResolved(LinkGraph &) override { return llvm::Error::success(); }
  void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc allocation) override { allocation.release(); }
  LinkGraphPassFunction getMarkLivePass(const llvm::Triple &) const override {
    return [&link = link_](LinkGraph &graph) { return link.markKept(graph); };
  }
  llvm::Error modifyPassConfig(LinkGraph &, PassConfiguration &passes) override {
    passes.PostFixupPasses.push_back([&link = link_](LinkGraph &graph) { return link.collect(graph); });
    return llvm::Error::success();
  }

private:
  Link &link_;
  Memory memory_;
};

} // namespace

bool makesImages(const llvm::Triple &triple) { return triple.isX86_64() && triple.isOSBinFormatELF(); }

llvm::Expected<image::CodeImage> makeImage(llvm::MemoryBufferRef object, Filter keep, Filter isProgram) {
  auto names = std::make_shared<llvm::orc::SymbolStringPool>();
  auto graph = createLinkGraphFromObject(object, names);
  if (!graph)
    return graph.takeError();
  Link state(keep, isProgram);
  link(std::move(*graph), std::make_unique<Context>(state)); // synchronous: so are its call-backs
  if (state.error)
    return std::move(*state.error);
  if (state.image.symbols.empty())
    return llvm::createStringError("an object without the symbols that were asked for");
  return std::move(state.image);
}

} // namespace lanecl::jit
