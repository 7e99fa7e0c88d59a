#include "compiler/jit/Jit.h"
#include "compiler/frontend/ForkGate.h"
#include "compiler/frontend/Guard.h"
#include "compiler/jit/HostFunctions.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Debugging/PerfSupportPlugin.h"
#include "llvm/ExecutionEngine/Orc/EPCDynamicLibrarySearchGenerator.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/Process.h"
#include <atomic>
#include <dlfcn.h>

namespace lanecl::jit {
namespace {

using namespace llvm::orc;

class HostSymbols : public DefinitionGenerator {
public:
  llvm::Error tryToGenerate(LookupState &, LookupKind, JITDylib &dylib, JITDylibLookupFlags,
                            const SymbolLookupSet &names) override {
    SymbolMap found;
    for (auto &[name, flags] : names)
      if (auto function = findHostFunction(*name))
        found[name] = {ExecutorAddr::fromPtr(function->address),
                       llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    return found.empty() ? llvm::Error::success() : dylib.define(absoluteSymbols(std::move(found)));
  }
};

// perf's jitdump files: names of kernels in `perf report` after `perf inject --jit`.
void announceToPerf(ExecutionSession &session, ObjectLinkingLayer &objects) {
  Dl_info self;
  void *llvmLibrary = dladdr(reinterpret_cast<void *>(&llvm::sys::Process::getProcessId), &self)
                          ? dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD)
                          : nullptr;
  auto address = [&](const char *name) {
    return ExecutorAddr::fromPtr(llvmLibrary ? dlsym(llvmLibrary, name) : nullptr);
  };
  ExecutorAddr start = address("llvm_orc_registerJITLoaderPerfStart"),
               end = address("llvm_orc_registerJITLoaderPerfEnd"), impl = address("llvm_orc_registerJITLoaderPerfImpl");
  if (start && end && impl)
    objects.addPlugin(std::make_shared<PerfSupportPlugin>(session.getExecutorProcessControl(), start, end, impl,
                                                          /*EmitDebugInfo=*/true, /*EmitUnwindInfo=*/false));
}

} // namespace

struct Jit::State {
  std::unique_ptr<ExecutionSession> session;
  std::unique_ptr<ObjectLinkingLayer> objects;
  std::atomic<unsigned> libraries{0};
  ~State() {
    if (session)
      llvm::consumeError(session->endSession());
  }
};

Jit::Jit(std::unique_ptr<State> state) : state_(std::move(state)) {}
Jit::~Jit() = default;

llvm::Expected<std::unique_ptr<Jit>> Jit::create(bool debug) {
  auto control = SelfExecutorProcessControl::Create(nullptr, std::make_unique<InPlaceTaskDispatcher>());
  if (!control)
    return control.takeError();
  auto state = std::make_unique<State>();
  state->session = std::make_unique<ExecutionSession>(std::move(*control));
  // Errors reach the caller of lookup(); nothing is printed.
  state->session->setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
  state->objects = std::make_unique<ObjectLinkingLayer>(*state->session);
  if (debug)
    announceToPerf(*state->session, *state->objects);
  return std::unique_ptr<Jit>(new Jit(std::move(state)));
}

llvm::Expected<std::unique_ptr<Library>> Jit::createLibrary() {
  std::string name = "program" + std::to_string(state_->libraries++);
  JITDylib &dylib = state_->session->createBareJITDylib(name);
  dylib.addGenerator(std::make_unique<HostSymbols>());
  return std::unique_ptr<Library>(new Library(*this, dylib));
}

Library::~Library() {
  frontend::CompilerCall call;
  // It takes memory: where there is none, the code stays.
  std::string ignored;
  frontend::runGuarded([this] { llvm::consumeError(jit_.state_->session->removeJITDylib(dylib_)); }, ignored);
}

llvm::Error Library::add(std::unique_ptr<llvm::MemoryBuffer> object) {
  return jit_.state_->objects->add(dylib_, std::move(object));
}

llvm::Expected<void *> Library::lookup(llvm::StringRef symbol) {
  auto found = jit_.state_->session->lookup({&dylib_}, symbol);
  if (!found)
    return found.takeError();
  return found->getAddress().toPtr<void *>();
}

} // namespace lanecl::jit
