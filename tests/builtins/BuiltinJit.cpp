#include "BuiltinJit.h"
#include "builtins/Library.h"
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

namespace lanecl::test {
namespace {

llvm::Expected<std::unique_ptr<llvm::Module>> open(llvm::LLVMContext &context, const std::string &name,
                                                   const llvm::Module &like) {
  auto blob = findBuiltin(name);
  if (!blob)
    return llvm::createStringError("no built-in " + name);
  llvm::MemoryBufferRef buffer(llvm::StringRef(reinterpret_cast<const char *>(blob->data()), blob->size()), name);
  auto module = llvm::getLazyBitcodeModule(buffer, context);
  if (module) {
    (*module)->setTargetTriple(like.getTargetTriple());
    (*module)->setDataLayout(like.getDataLayout());
  }
  return module;
}

/// Links what the module calls until nothing of the library is missing. Names of LaneCL IR stay undefined.
llvm::Error linkAll(llvm::Module &module) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<std::string> wanted;
    for (llvm::Function &function : module)
      if (function.isDeclaration() && function.getName().starts_with("_"))
        wanted.push_back(function.getName().str());
    for (const std::string &name : wanted) {
      if (!module.getFunction(name)->isDeclaration())
        continue;
      auto source = open(module.getContext(), name, module);
      if (!source)
        return source.takeError();
      if (llvm::Linker::linkModules(module, std::move(*source), llvm::Linker::LinkOnlyNeeded))
        return llvm::createStringError("cannot link " + name);
      changed = true;
    }
  }
  return llvm::Error::success();
}

/// void (ptr operands, ptr strides, i64 count): the function applied to each element.
void makeLoop(llvm::Module &module, llvm::Function &callee) {
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> build(context);
  llvm::Type *pointer = build.getPtrTy(), *size = build.getInt64Ty();
  auto *loop = llvm::Function::Create(llvm::FunctionType::get(build.getVoidTy(), {pointer, pointer, size}, false),
                                      llvm::Function::ExternalLinkage, "loop" + callee.getName(), module);
  auto *entry = llvm::BasicBlock::Create(context, "entry", loop),
       *body = llvm::BasicBlock::Create(context, "body", loop), *exit = llvm::BasicBlock::Create(context, "exit", loop);
  build.SetInsertPoint(entry);
  build.CreateBr(body);
  build.SetInsertPoint(body);
  llvm::PHINode *index = build.CreatePHI(size, 2);
  auto element = [&](unsigned operand) -> llvm::Value * {
    llvm::Value *base = build.CreateLoad(pointer, build.CreateConstGEP1_32(pointer, loop->getArg(0), operand));
    llvm::Value *stride = build.CreateLoad(size, build.CreateConstGEP1_32(size, loop->getArg(1), operand));
    return build.CreateGEP(build.getInt8Ty(), base, build.CreateMul(index, stride));
  };
  std::vector<llvm::Value *> arguments;
  for (unsigned i = 0; i < callee.arg_size(); ++i) {
    llvm::Type *type = callee.getArg(i)->getType();
    llvm::Value *address = element(i + 1);
    arguments.push_back(type->isPointerTy() ? build.CreateAddrSpaceCast(address, type)
                                            : build.CreateAlignedLoad(type, address, llvm::Align(1)));
  }
  llvm::CallInst *call = build.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  if (!call->getType()->isVoidTy())
    build.CreateAlignedStore(call, element(0), llvm::Align(1));
  llvm::Value *next = build.CreateAdd(index, build.getInt64(1));
  index->addIncoming(build.getInt64(0), entry);
  index->addIncoming(next, body);
  build.CreateCondBr(build.CreateICmpEQ(next, loop->getArg(2)), exit, body);
  build.SetInsertPoint(exit);
  build.CreateRetVoid();
}

void optimise(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !function.getName().starts_with("loop"))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  for (llvm::Function &function : module) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

} // namespace

struct BuiltinJit::State {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::string error;
  llvm::Error build(std::span<const std::string> names);
};

llvm::Error BuiltinJit::State::build(std::span<const std::string> names) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  auto machine = host->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto made = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*host).create();
  if (!made)
    return made.takeError();
  jit = std::move(*made);

  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("test", *context);
  module->setTargetTriple((*machine)->getTargetTriple());
  module->setDataLayout((*machine)->createDataLayout());
  for (const std::string &name : names) {
    auto source = open(*context, name, *module);
    if (!source)
      return source.takeError();
    llvm::Function *function = (*source)->getFunction(name);
    auto callee = module->getOrInsertFunction(name, function->getFunctionType());
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(function->getCallingConv());
  }
  if (llvm::Error error = linkAll(*module))
    return error;
  for (const std::string &name : names)
    makeLoop(*module, *module->getFunction(name));
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(*module, &stream))
    return llvm::createStringError(text);
  optimise(*module, **machine);
  return jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)));
}

BuiltinJit::BuiltinJit(std::span<const std::string> names) : state(std::make_unique<State>()) {
  if (llvm::Error error = state->build(names))
    state->error = llvm::toString(std::move(error));
}

BuiltinJit::~BuiltinJit() = default;

const std::string &BuiltinJit::error() const { return state->error; }

Loop BuiltinJit::loop(std::string_view name) const {
  if (!state->error.empty())
    return nullptr;
  auto address = state->jit->lookup("loop" + std::string(name));
  if (!address) {
    state->error = llvm::toString(address.takeError());
    return nullptr;
  }
  return address->toPtr<Loop>();
}

std::unique_ptr<BuiltinJit> compileOne(const std::string &name) {
  return std::make_unique<BuiltinJit>(std::span(&name, 1));
}

} // namespace lanecl::test
