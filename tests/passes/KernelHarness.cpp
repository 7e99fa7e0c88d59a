#include "tests/passes/KernelHarness.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

// Memory between two zones that must stay untouched.
class Guarded {
public:
  explicit Guarded(std::size_t bytes) : bytes_(bytes), memory_(bytes + 2 * Zone + MemoryAlignment, Pattern) {}
  std::byte *data() {
    auto address = reinterpret_cast<uintptr_t>(memory_.data()) + Zone;
    return reinterpret_cast<std::byte *>((address + MemoryAlignment - 1) / MemoryAlignment * MemoryAlignment);
  }
  bool intact() {
    auto untouched = [](std::byte value) { return value == Pattern; };
    std::byte *first = data();
    return std::all_of(memory_.data(), first, untouched) &&
           std::all_of(first + bytes_, memory_.data() + memory_.size(), untouched);
  }

private:
  static constexpr std::size_t Zone = 256;
  static constexpr std::byte Pattern{0xA5};
  std::size_t bytes_;
  std::vector<std::byte> memory_;
};

} // namespace

void CompiledKernel::build(const std::string &ir, const std::string &kernel, const compiler::VariantKey &key,
                           unsigned width, const std::string &isa, uint32_t budget) {
  auto target = targets::hostTarget(isa);
  auto machine = targets::createTargetMachine(target);
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(ir, diagnostic, context);
  ASSERT_TRUE(module) << diagnostic.getMessage().str() << " in line " << diagnostic.getLineNo();
  module->setTargetTriple(llvm::Triple(target.triple));
  module->setDataLayout(target.dataLayout);
  ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  compiler::PassPrinter printer;
  if (auto *names = getenv("LANECL_PRINT_AFTER"))
    printer.names = {names};
  compiler::PipelineRequest request{kernel, "entry", key, {.width = width, .isRequired = true, .budget = budget}};
  request.verify = true;
  auto result = compiler::runPipeline(*module, request, target, *machine, &printer);
  llvm::errs() << printer.text;
  ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
  ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  jit_ = llvm::cantFail(jit::Jit::create(false));
  library_ = llvm::cantFail(jit_->createLibrary());
  llvm::StringRef object(result->object.data(), result->object.size());
  llvm::cantFail(library_->add(llvm::MemoryBuffer::getMemBufferCopy(object, "kernel")));
  auto entry = library_->lookup("entry");
  ASSERT_TRUE(bool(entry)) << llvm::toString(entry.takeError());
  variant_ = result->variant;
  variant_.entry = reinterpret_cast<KernelEntry>(*entry);
  report_ = result->report;
}

void CompiledKernel::run(const ArgumentBlock &arguments, const Range &range, std::size_t localBytes, void *sink) const {
  ASSERT_TRUE(variant_.entry);
  LaunchInfo launch = {};
  uint64_t groups = 1;
  for (unsigned d = 0; d < 3; ++d) {
    launch.globalSize[d] = range.global[d];
    launch.globalOffset[d] = range.offset[d];
    launch.localSize[d] = range.local[d];
    launch.groupCount[d] = (range.global[d] + range.local[d] - 1) / range.local[d];
    groups *= launch.groupCount[d];
  }
  launch.workDim = range.global[2] > 1 ? 3 : range.global[1] > 1 ? 2 : 1;
  Guarded local(localBytes), context(variant_.contextBytes(launch.localSize)), scratch(variant_.scratchBytes);
  WorkerInfo worker{local.data(), context.data(), scratch.data(), sink};
  // In two parts: a range may begin anywhere.
  uint64_t first = groups / 3;
  variant_.entry(arguments.data(), &launch, &worker, 0, first);
  variant_.entry(arguments.data(), &launch, &worker, first, groups - first);
  EXPECT_TRUE(local.intact());
  EXPECT_TRUE(context.intact());
  EXPECT_TRUE(scratch.intact());
}

} // namespace lanecl::test
