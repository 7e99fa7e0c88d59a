#include "tests/passes/PacketizeHarness.h"
#include "compiler/ir/Operations.h"
#include "compiler/targets/HostTarget.h"
#include "compiler/transform/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <sstream>
#include <unistd.h>

namespace lanecl::test {

using llvm::Function, llvm::Type, llvm::Value;

namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// _Z13get_global_idj -> lanecl.global_id, and so on.
void mapQueries(llvm::Module &module) {
  for (Function &function : module) {
    std::string mangled = function.getName().str();
    llvm::StringRef name = mangled;
    unsigned length = 0;
    if (!function.isDeclaration() || !name.consume_front("_Z") || name.consumeInteger(10, length))
      continue;
    name = name.take_front(length);
    if (!name.consume_front("get_"))
      continue;
    function.setName("lanecl." + name);
    if (!queryOf(function)) {
      function.setName(mangled);
      continue;
    }
    function.setDoesNotAccessMemory();
    function.setWillReturn();
    function.setDoesNotThrow();
    function.removeFnAttr(llvm::Attribute::Convergent);
  }
}

/// Built-ins that the translator would turn to instructions.
Value *simpleBuiltin(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::CallInst &call) {
  namespace I = llvm::Intrinsic;
  auto a = [&](unsigned i) { return call.getArgOperand(i); };
  auto binary = [&](I::ID id) { return b.CreateBinaryIntrinsic(id, a(0), a(1)); };
  if (name == "_Z7barrierj") { // the work-group's; sequentially consistent
    auto callee =
        call.getModule()->getOrInsertFunction("lanecl.barrier", b.getVoidTy(), b.getInt32Ty(), b.getInt32Ty());
    auto *barrier = llvm::cast<Function>(callee.getCallee());
    barrier->setConvergent();
    barrier->addFnAttr(llvm::Attribute::NoDuplicate);
    return b.CreateCall(callee, {b.getInt32(2), b.getInt32(0x110)});
  }
  if (name == "_Z3maxii" || name == "_Z3maxll" || name == "_Z3maxss")
    return binary(I::smax);
  if (name == "_Z3minii" || name == "_Z3minll" || name == "_Z3minss")
    return binary(I::smin);
  if (name == "_Z3maxjj")
    return binary(I::umax);
  if (name == "_Z3minjj")
    return binary(I::umin);
  if (name == "_Z5clampiii")
    return b.CreateBinaryIntrinsic(I::smin, b.CreateBinaryIntrinsic(I::smax, a(0), a(1)), a(2));
  if (name == "_Z6rotatejj")
    return b.CreateIntrinsic(I::fshl, {call.getType()}, {a(0), a(0), a(1)});
  if (name == "_Z9bitselectjjj")
    return b.CreateOr(b.CreateAnd(a(0), b.CreateNot(a(2))), b.CreateAnd(a(1), a(2)));
  if (name == "_Z4fabsf")
    return b.CreateUnaryIntrinsic(I::fabs, a(0));
  if (name == "_Z4sqrtf")
    return b.CreateUnaryIntrinsic(I::sqrt, a(0));
  if (name == "_Z3fmafff" || name == "_Z3madfff")
    return b.CreateIntrinsic(I::fma, {call.getType()}, {a(0), a(1), a(2)});
  if (name == "_Z12native_rsqrtf" || name == "_Z5rsqrtf") {
    auto *root = llvm::cast<llvm::Instruction>(b.CreateUnaryIntrinsic(I::sqrt, a(0)));
    root->setFast(name == "_Z12native_rsqrtf");
    auto *result = b.CreateFDiv(llvm::ConstantFP::get(call.getType(), 1.0), root);
    llvm::cast<llvm::Instruction>(result)->setFast(name == "_Z12native_rsqrtf");
    return result;
  }
  return nullptr;
}

void mapBuiltins(llvm::Module &module) {
  for (Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->getCalledFunction())
        continue;
      llvm::IRBuilder<> builder(call);
      if (Value *value = simpleBuiltin(builder, call->getCalledFunction()->getName(), *call)) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
    }
}

void inlineEverything(Function &kernel) {
  for (bool again = true; again;) {
    again = false;
    for (llvm::Instruction &instruction : llvm::instructions(kernel)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      auto *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration())
        continue;
      llvm::InlineFunctionInfo info;
      again = llvm::InlineFunction(*call, info).isSuccess();
      if (again)
        break;
    }
  }
}

/// Calls of OpenCL's math functions that are left go to libm.
void mapMath(llvm::Module &module) {
  for (Function &function : module) {
    llvm::StringRef name = function.getName();
    unsigned length = 0;
    if (!function.isDeclaration() || !name.consume_front("_Z") || name.consumeInteger(10, length))
      continue;
    bool isFloat = function.getReturnType()->isFloatTy();
    function.setName((name.take_front(length) + (isFloat ? "f" : "")).str());
  }
}

/// Makes `run(arguments, {global sizes, local sizes})`. Where the sub-group is, functions read from globals.
struct Runner {
  llvm::Module &module;
  llvm::IRBuilder<> b;
  llvm::GlobalVariable *sizes[6] = {}, *group[3] = {}, *local[3] = {}; ///< local: of lane 0

  explicit Runner(llvm::Module &module) : module(module), b(module.getContext()) {
    for (auto **variable : {&sizes[0], &sizes[1], &sizes[2], &sizes[3], &sizes[4], &sizes[5], &group[0], &group[1],
                            &group[2], &local[0], &local[1], &local[2]})
      *variable = new llvm::GlobalVariable(module, b.getInt64Ty(), false, llvm::GlobalValue::InternalLinkage,
                                           b.getInt64(0), "state");
  }
  Value *get(llvm::GlobalVariable *variable) { return b.CreateLoad(b.getInt64Ty(), variable); }
  Value *answer(const QueryCall &query, Type *type);
  void lowerQueries();
  /// for (i = 0; i < count; i += step) body(i)
  void loop(Value *count, uint64_t step, llvm::function_ref<void(Value *)> body);
  void subGroup(Function &full, Function *masked, unsigned width, llvm::ArrayRef<Value *> arguments);
  void build(Function &full, Function *masked, unsigned width);
};

Value *Runner::answer(const QueryCall &query, Type *type) {
  unsigned d = query.dimension;
  auto global = [&](unsigned k) { return b.CreateAdd(b.CreateMul(get(group[k]), get(sizes[3 + k])), get(local[k])); };
  auto linear = [&](auto id, unsigned size) {
    return b.CreateAdd(b.CreateMul(b.CreateAdd(b.CreateMul(id(2), get(sizes[size + 1])), id(1)), get(sizes[size])),
                       id(0));
  };
  Value *value = nullptr;
  switch (query.query) {
  case Query::GlobalId:
    value = global(d);
    break;
  case Query::LocalId:
    value = get(local[d]);
    break;
  case Query::GroupId:
    value = get(group[d]);
    break;
  case Query::GlobalSize:
    value = get(sizes[d]);
    break;
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
    value = get(sizes[3 + d]);
    break;
  case Query::NumGroups:
    value = b.CreateUDiv(get(sizes[d]), get(sizes[3 + d]));
    break;
  case Query::GlobalLinearId:
    value = linear(global, 0);
    break;
  case Query::LocalLinearId:
    value = linear([&](unsigned k) { return get(local[k]); }, 3);
    break;
  default:
    value = b.getInt64(0);
    break;
  }
  return b.CreateZExtOrTrunc(value, type);
}

void Runner::lowerQueries() {
  for (Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto query = queryOf(instruction)) {
        b.SetInsertPoint(&instruction);
        instruction.replaceAllUsesWith(answer(*query, instruction.getType()));
        instruction.eraseFromParent();
      }
}

void Runner::loop(Value *count, uint64_t step, llvm::function_ref<void(Value *)> body) {
  auto *run = b.GetInsertBlock()->getParent();
  auto *before = b.GetInsertBlock();
  auto *start = llvm::BasicBlock::Create(b.getContext(), "", run),
       *after = llvm::BasicBlock::Create(b.getContext(), "", run);
  b.CreateBr(start);
  b.SetInsertPoint(start);
  auto *i = b.CreatePHI(b.getInt64Ty(), 2);
  i->addIncoming(b.getInt64(0), before);
  body(i);
  Value *next = b.CreateAdd(i, b.getInt64(step));
  i->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpULT(next, count), start, after);
  b.SetInsertPoint(after);
}

void Runner::subGroup(Function &full, Function *masked, unsigned width, llvm::ArrayRef<Value *> arguments) {
  if (!masked) {
    b.CreateCall(&full, arguments);
    return;
  }
  auto *run = b.GetInsertBlock()->getParent();
  auto block = [&] { return llvm::BasicBlock::Create(b.getContext(), "", run); };
  auto *whole = block(), *part = block(), *after = block();
  Value *left = b.CreateSub(get(sizes[3]), get(local[0]));
  b.CreateCondBr(b.CreateICmpUGE(left, b.getInt64(width)), whole, part);
  b.SetInsertPoint(whole);
  b.CreateCall(&full, arguments);
  b.CreateBr(after);
  b.SetInsertPoint(part);
  llvm::SmallVector<llvm::Constant *> steps;
  for (unsigned i = 0; i < width; ++i)
    steps.push_back(b.getInt64(i));
  llvm::SmallVector<Value *> with(arguments);
  with.push_back(b.CreateICmpULT(llvm::ConstantVector::get(steps), b.CreateVectorSplat(width, left)));
  b.CreateCall(masked, with);
  b.CreateBr(after);
  b.SetInsertPoint(after);
}

void Runner::build(Function &full, Function *masked, unsigned width) {
  auto *run = Function::Create(llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy()}, false),
                               Function::ExternalLinkage, "run", &module);
  b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", run));
  llvm::SmallVector<Value *> arguments;
  for (auto &argument : full.args()) {
    Value *at = b.CreateLoad(b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), run->getArg(0), argument.getArgNo()));
    arguments.push_back(argument.hasByValAttr() ? at : static_cast<Value *>(b.CreateLoad(argument.getType(), at)));
  }
  for (unsigned i = 0; i < 6; ++i)
    b.CreateStore(b.CreateLoad(b.getInt64Ty(), b.CreateConstGEP1_64(b.getInt64Ty(), run->getArg(1), i)), sizes[i]);
  auto dimension = [&](auto &self, int k, bool groups) -> void {
    if (k < 0)
      return groups ? self(self, 2, false) : subGroup(full, masked, width, arguments);
    Value *count = groups ? b.CreateUDiv(get(sizes[k]), get(sizes[3 + k])) : get(sizes[3 + k]);
    loop(count, !groups && k == 0 ? width : 1, [&](Value *i) {
      b.CreateStore(i, (groups ? group : local)[k]);
      self(self, k - 1, groups);
    });
  };
  dimension(dimension, 2, true);
  b.CreateRetVoid();
  lowerQueries();
}

/// The host's processor for its own instruction set, the least one for others.
llvm::orc::JITTargetMachineBuilder targetBuilder(const targets::Machine &machine) {
  auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  if (machine.name != targets::hostTarget("").machine->name) {
    builder.setCPU(targets::leastTarget(machine.name)->cpu);
    builder.getFeatures() = llvm::SubtargetFeatures();
  }
  return builder;
}

void optimiseModule(llvm::Module &module, llvm::TargetMachine &machine, const targets::Machine &facts) {
  for (Function &function : module) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::Convergent);
    function.addFnAttr(llvm::Attribute::NoUnwind);
    facts.tune(function);
  }
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

} // namespace

const targets::Machine *testMachine(const std::string &isa) {
  static std::map<std::string, std::shared_ptr<const targets::Machine>> machines;
  auto [found, isNew] = machines.try_emplace(isa);
  if (auto target = isNew ? targets::leastTarget(isa) : std::nullopt)
    found->second = target->machine;
  return found->second.get();
}

const targets::Machine *runnableMachine(const std::string &isa) {
  return testMachine(std::string(targets::hostTarget(isa).machine->name));
}

std::string compileOpenCl(const std::string &source, const std::string &options) {
  std::string base = testing::TempDir() + "lanecl-" + std::to_string(getpid()) + "-" + std::to_string(rand());
  std::ofstream(base + ".cl") << source;
  std::string command = std::string(LANECL_TEST_CLANG) +
                        " -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -O2 "
                        "-Xclang -disable-llvm-passes -Wno-everything -ffp-contract=on -target spir64-unknown-unknown "
                        "-emit-llvm -S " +
                        options + " " + base + ".cl -o " + base + ".ll";
  int status = std::system(command.c_str());
  std::string text = status == 0 ? readFile(base + ".ll") : "";
  std::remove((base + ".cl").c_str());
  std::remove((base + ".ll").c_str());
  return text;
}

KernelModule::KernelModule(const std::string &ir, const std::string &kernel, bool bound, bool inlineCalls)
    : context(std::make_unique<llvm::LLVMContext>()) {
  llvm::SMDiagnostic diagnostic;
  module_ = llvm::parseIR(*llvm::MemoryBuffer::getMemBuffer(ir), diagnostic, *context);
  if (!module_) {
    diagnostic.print("test", llvm::errs());
    return;
  }
  kernel_ = module_->getFunction(kernel);
  if (!kernel_)
    return;
  for (Function &function : llvm::make_early_inc_range(*module_)) {
    function.setCallingConv(llvm::CallingConv::C);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
        call->setCallingConv(llvm::CallingConv::C);
    if (!function.isDeclaration() && &function != kernel_)
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  for (bool again = true; again;) {
    again = false;
    for (Function &function : llvm::make_early_inc_range(*module_))
      if (&function != kernel_ && !function.isDeclaration() && function.use_empty()) {
        function.eraseFromParent();
        again = true;
      }
  }
  mapQueries(*module_);
  mapBuiltins(*module_);
  if (inlineCalls)
    inlineEverything(*kernel_);
  else // the kernel's own stub only
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(*kernel_)))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__clang_ocl_kern")) {
        llvm::InlineFunctionInfo info;
        (void)llvm::InlineFunction(*call, info);
        break;
      }
  if (bound)
    boundIds(*module_);
}

LaneKernel::LaneKernel(const std::string &ir, const std::string &name, PacketizeOptions options, bool inlineCalls) {
  static bool ready = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL);
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
    return true;
  }();
  (void)ready;
  if (!options.machine)
    options.machine = runnableMachine();
  KernelModule source(ir, name, !options.wideIds, inlineCalls);
  if (!source.kernel_) {
    error = "no such kernel";
    return;
  }
  auto builder = targetBuilder(*options.machine);
  auto machine = llvm::cantFail(builder.createTargetMachine());
  llvm::Module &module = source.module();
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
  Function *full = source.kernel_, *masked = nullptr;
  raiseAtomics(module);
  if (options.width > 1) {
    preparePacketize(*full, options);
    Function *scalar = full;
    options.masked = false;
    auto first = packetize(*scalar, options, &report);
    options.masked = true;
    auto second = packetize(*scalar, options);
    if (!first || !second) {
      error = first ? llvm::toString(second.takeError()) : llvm::toString(first.takeError());
      if (first)
        llvm::consumeError(first.takeError());
      return;
    }
    full = *first;
    masked = *second;
    scalar->eraseFromParent();
  }
  for (Function &function : module)
    if (!function.isDeclaration())
      lowerAtomics(function, *options.machine);
  llvm::raw_string_ostream stream(error);
  if (llvm::verifyModule(module, &stream)) {
    stream << '\n' << *full;
    return;
  }
  full->setLinkage(llvm::GlobalValue::InternalLinkage);
  Runner(module).build(*full, masked, options.width);
  mapMath(module);
  optimiseModule(module, *machine, *options.machine);
  jit_ = llvm::cantFail(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(builder).create());
  jit_->getMainJITDylib().addGenerator(llvm::cantFail(
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit_->getDataLayout().getGlobalPrefix())));
  llvm::cantFail(jit_->addIRModule(llvm::orc::ThreadSafeModule(std::move(source.module_), std::move(source.context))));
  auto symbol = jit_->lookup("run");
  if (!symbol) {
    error = llvm::toString(symbol.takeError());
    return;
  }
  entry_ = symbol->toPtr<void(void **, const uint64_t *)>();
}

void LaneKernel::run(std::vector<KernelArgument> &arguments, const LaunchShape &shape) const {
  if (!entry_)
    return;
  std::vector<void *> pointers, values;
  pointers.reserve(arguments.size());
  for (auto &argument : arguments) {
    pointers.push_back(argument.bytes.data());
    values.push_back(argument.isBuffer ? static_cast<void *>(&pointers.back()) : argument.bytes.data());
  }
  uint64_t nd[6];
  for (int i = 0; i < 3; ++i) {
    nd[i] = shape.global[i];
    nd[3 + i] = shape.local[i];
  }
  entry_(values.data(), nd);
}

} // namespace lanecl::test
