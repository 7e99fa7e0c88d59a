// The atomic operation for W lanes against its definition, one lane after the other in plain C++: every operation on
// every type, for several widths, masks and patterns of addresses, on memory of the work-group and of others, with the
// result wanted or not. Lanes may take effect in any order: wanted results must be those of some order.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/Passes.h"
#include "tests/passes/PacketizeHarness.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace lanecl::test {
namespace {

/// As compiled: memory, byte offsets of the lanes, sources, results, mask.
using Run = void(void *memory, const int64_t *offsets, const void *source0, const void *source1, void *results,
                 uint64_t mask);

struct Form {
  AtomicOp op;
  unsigned width, space;
  bool used, oneAddress, allLanes;
  uint32_t semantics;
  auto operator<=>(const Form &) const = default;
};

template <typename T> llvm::Type *typeOf(llvm::LLVMContext &context) {
  if constexpr (std::is_same_v<T, _Float16>)
    return llvm::Type::getHalfTy(context);
  else if constexpr (std::is_same_v<T, float>)
    return llvm::Type::getFloatTy(context);
  else if constexpr (std::is_same_v<T, double>)
    return llvm::Type::getDoubleTy(context);
  else
    return llvm::Type::getIntNTy(context, sizeof(T) * 8);
}

template <typename T> void build(llvm::Module &module, const Form &form, const std::string &name) {
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> b(context);
  auto *ptr = b.getPtrTy();
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {ptr, ptr, ptr, ptr, ptr, b.getInt64Ty()}, false),
                             llvm::GlobalValue::ExternalLinkage, name, module);
  b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  unsigned width = form.width;
  auto wide = [&](llvm::Type *type) -> llvm::Type * {
    return width == 1 ? type : llvm::FixedVectorType::get(type, width);
  };
  llvm::Align unaligned(1);
  llvm::Value *base = b.CreateAddrSpaceCast(function->getArg(0), b.getPtrTy(form.space));
  llvm::Type *indices = form.oneAddress ? b.getInt64Ty() : wide(b.getInt64Ty());
  llvm::Value *pointer = b.CreateGEP(b.getInt8Ty(), base, b.CreateAlignedLoad(indices, function->getArg(1), unaligned));
  llvm::Type *type = wide(typeOf<T>(context));
  llvm::Value *lanes = llvm::ConstantInt::getTrue(wide(b.getInt1Ty()));
  if (!form.allLanes)
    lanes = b.CreateBitCast(b.CreateTrunc(function->getArg(5), b.getIntNTy(width)), wide(b.getInt1Ty()));
  auto source = [&](unsigned which) { return b.CreateAlignedLoad(type, function->getArg(2 + which), unaligned); };
  unsigned sources = AtomicOperation::sourcesOf(form.op);
  auto atomic = AtomicOperation::create(b, form.op, type,
                                        {pointer, sources > 0 ? source(0) : nullptr, sources > 1 ? source(1) : nullptr,
                                         lanes, ScopeDevice, form.semantics});
  if (form.used)
    b.CreateAlignedStore(atomic.call, function->getArg(4), unaligned);
  b.CreateRetVoid();
}

template <typename T> T apply(AtomicOp op, T old, T a, T b) {
  using U = std::make_unsigned_t<std::conditional_t<std::is_integral_v<T>, T, int>>;
  if constexpr (std::is_integral_v<T>) {
    U x = static_cast<U>(old), y = static_cast<U>(a);
    switch (op) {
    case AtomicOp::Add:
      return static_cast<T>(x + y);
    case AtomicOp::Sub:
      return static_cast<T>(x - y);
    case AtomicOp::Inc:
      return static_cast<T>(x + 1);
    case AtomicOp::Dec:
    case AtomicOp::PreDec:
      return static_cast<T>(x - 1);
    case AtomicOp::Min:
      return static_cast<T>(std::min(x, y));
    case AtomicOp::Max:
      return static_cast<T>(std::max(x, y));
    case AtomicOp::IMin:
      return std::min(old, a);
    case AtomicOp::IMax:
      return std::max(old, a);
    case AtomicOp::And:
      return old & a;
    case AtomicOp::Or:
      return old | a;
    case AtomicOp::Xor:
      return old ^ a;
    case AtomicOp::CmpXchg:
      return old == b ? a : old;
    default:
      return a;
    }
  } else {
    auto x = static_cast<double>(old), y = static_cast<double>(a);
    switch (op) { // one rounding each: double has room for the others' exact sums
    case AtomicOp::Add:
      return sizeof(T) == 8 ? old + a : static_cast<T>(x + y);
    case AtomicOp::Sub:
      return sizeof(T) == 8 ? old - a : static_cast<T>(x - y);
    case AtomicOp::FMax:
      return static_cast<T>(std::fmax(x, y));
    case AtomicOp::FMin:
      return static_cast<T>(std::fmin(x, y));
    case AtomicOp::FCmpWr:
      return a == old ? b : old;
    default:
      return a;
    }
  }
}

template <typename T> bool same(T a, T b) {
  if constexpr (!std::is_integral_v<T>)
    if (std::isnan(static_cast<double>(a)) && std::isnan(static_cast<double>(b)))
      return true;
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(a) == std::bit_cast<std::array<std::byte, sizeof(T)>>(b);
}

template <typename T> struct Lane {
  T source0, source1, result;
};

/// Which zero a minimum or maximum of both is, fmin and fmax leave open.
template <typename T> bool same(AtomicOp op, T a, T b) {
  bool leavesSign = op == AtomicOp::FMin || op == AtomicOp::FMax;
  return same(a, b) || (leavesSign && a == T(0) && b == T(0));
}

/// Some order of the lanes leads from `cell` to `end` with these results.
template <typename T> bool isSomeOrder(AtomicOp op, T cell, T end, std::vector<Lane<T>> lanes, unsigned &budget) {
  if (lanes.empty())
    return same(op, cell, end);
  if (budget == 0)
    return false;
  --budget;
  auto resultOf = [&](const Lane<T> &lane, T old) {
    return op == AtomicOp::PreDec ? apply(op, old, lane.source0, lane.source1) : old;
  };
  // What changes nothing may go first.
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane<T> lane = lanes[i];
    T next = apply(op, cell, lane.source0, lane.source1);
    if (same(op, resultOf(lane, cell), lane.result) && same(op, next, cell)) {
      lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
      return isSomeOrder(op, cell, end, std::move(lanes), budget);
    }
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane<T> lane = lanes[i];
    if (!same(op, resultOf(lane, cell), lane.result))
      continue;
    auto rest = lanes;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (isSomeOrder(op, apply(op, cell, lane.source0, lane.source1), end, std::move(rest), budget))
      return true;
  }
  return false;
}

class Random {
public:
  uint64_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return state_ >> 20;
  }

private:
  uint64_t state_ = 1;
};

/// Values that meet one another often enough for comparisons.
template <typename T> T valueFrom(Random &random) {
  uint64_t n = random.next();
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(n & 1 ? n >> 8 & 3 : n >> 3);
  } else {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double some[] = {0,   1,  1.5,      -2.25,     1e-3,   600,     -0.1, 3,
                                      -0., 0., infinity, -infinity, 60000., -60000., -1,   5e-8}; // of halfs: denormal
    return n % 37 == 0 ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(some[n >> 8 & 15]);
  }
}

template <typename T> std::vector<AtomicOp> operations() {
  std::vector<AtomicOp> all;
  for (unsigned i = 0; i < AtomicOpCount; ++i) {
    auto op = static_cast<AtomicOp>(i);
    bool ofBoth = op == AtomicOp::Add || op == AtomicOp::Sub;
    bool ofFloats = op == AtomicOp::FMax || op == AtomicOp::FMin || op == AtomicOp::FCmpWr;
    if (ofBoth || ofFloats != std::is_integral_v<T>)
      all.push_back(op);
  }
  return all;
}

constexpr unsigned Cells = 96, GenericSpace = 4;

/// Which cell each lane goes to.
using Pattern = unsigned (*)(unsigned lane, Random &random);
constexpr Pattern patterns[] = {
    [](unsigned, Random &) { return 5U; },                                                 // all at one address
    [](unsigned lane, Random &) { return lane / 2; },                                      // pairs
    [](unsigned lane, Random &) { return 7 + lane; },                                      // side by side
    [](unsigned lane, Random &) { return lane * 37 % Cells; },                             // spread
    [](unsigned, Random &random) { return static_cast<unsigned>(random.next() % 4); },     // crowded
    [](unsigned, Random &random) { return static_cast<unsigned>(random.next() % Cells); }, // random
    [](unsigned lane, Random &) { return lane == 3 ? 11U : 5U; },                          // all but one
};

template <typename T> class Checker {
public:
  /// `cpu`: null for the host's. `isa`: whose machine is asked.
  explicit Checker(const char *cpu, const char *isa = "avx512") {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto target = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
    if (cpu) {
      target.setCPU(cpu);
      target.getFeatures() = llvm::SubtargetFeatures();
    }
    target.setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
    auto machine = llvm::cantFail(target.createTargetMachine());
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("atomics", *context);
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    makeForms();
    for (auto [number, form] : llvm::enumerate(forms_))
      build<T>(*module, form, "f" + std::to_string(number));
    for (llvm::Function &function : *module) {
      if (function.isDeclaration())
        continue;
      lowerAtomics(function, *testMachine(isa));
      function.addFnAttr("target-cpu", machine->getTargetCPU());
      function.addFnAttr("target-features", machine->getTargetFeatureString());
    }
    std::string error;
    llvm::raw_string_ostream stream(error);
    EXPECT_FALSE(llvm::verifyModule(*module, &stream)) << error;
    jit_ = llvm::cantFail(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(target).create());
    jit_->getMainJITDylib().addGenerator(llvm::cantFail(
        llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit_->getDataLayout().getGlobalPrefix())));
    llvm::cantFail(jit_->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  }

  void run() {
    for (auto [number, form] : llvm::enumerate(forms_)) {
      auto *code = llvm::cantFail(jit_->lookup("f" + std::to_string(number))).template toPtr<Run>();
      for (Pattern pattern : patterns)
        for (unsigned kind = 0; kind < (form.allLanes ? 1U : 4U); ++kind)
          check(form, code, pattern, maskOf(kind, form.width));
    }
  }

private:
  void makeForms() {
    for (AtomicOp op : operations<T>())
      for (unsigned width : {1U, 2U, 4U, 8U, 16U, 32U})
        for (unsigned space : {1U, 3U, GenericSpace})
          for (bool used : {false, true})
            for (bool oneAddress : {false, true}) {
              if ((width == 1 && oneAddress) || (space == GenericSpace && width != 1 && width != 16))
                continue;
              forms_.push_back({op, width, space, used, oneAddress, false, 0});
              if (width == 16)
                forms_.push_back({op, width, space, used, oneAddress, true, SemanticsSequential});
            }
  }

  uint64_t maskOf(unsigned kind, unsigned width) {
    uint64_t all = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    uint64_t some[] = {all, all >> 1 ? all >> 1 : all, random_.next() & all, uint64_t(1) << (random_.next() % width)};
    // An atomic operation is sent by some lane.
    return some[kind] ? some[kind] : 1;
  }

  void check(const Form &form, Run *code, Pattern pattern, uint64_t mask) {
    std::vector<T> memory(Cells), before, expected, source0(form.width), source1(form.width), results(form.width);
    for (T &value : memory)
      value = valueFrom<T>(random_);
    std::vector<unsigned> cells;
    std::vector<int64_t> offsets;
    for (unsigned lane = 0; lane < form.width; ++lane) {
      source0[lane] = valueFrom<T>(random_);
      source1[lane] = valueFrom<T>(random_);
      cells.push_back(form.oneAddress && lane ? cells[0] : pattern(lane, random_));
      offsets.push_back(static_cast<int64_t>(cells.back() * sizeof(T)));
    }
    before = expected = memory;
    code(memory.data(), offsets.data(), source0.data(), source1.data(), results.data(), mask);
    std::map<unsigned, std::vector<Lane<T>>> byCell;
    for (unsigned lane = 0; lane < form.width; ++lane)
      if (mask >> lane & 1) {
        T &cell = expected[cells[lane]];
        cell = apply(form.op, cell, source0[lane], source1[lane]);
        byCell[cells[lane]].push_back({source0[lane], source1[lane], results[lane]});
      }
    for (unsigned i = 0; i < Cells; ++i) {
      if (!form.used || !byCell.contains(i)) {
        EXPECT_TRUE(same(form.op, memory[i], expected[i])) << describe(form, mask) << " cell " << i;
        continue;
      }
      unsigned budget = 20000;
      EXPECT_TRUE(isSomeOrder(form.op, before[i], memory[i], byCell[i], budget))
          << describe(form, mask) << " cell " << i;
    }
  }

  static std::string describe(const Form &form, uint64_t mask) {
    std::string text;
    llvm::raw_string_ostream(text) << "operation " << unsigned(form.op) << " of " << sizeof(T) << " bytes, width "
                                   << form.width << ", space " << form.space << (form.used ? ", used" : "")
                                   << (form.oneAddress ? ", one address" : "") << ", mask " << llvm::utohexstr(mask);
    return text;
  }

  std::vector<Form> forms_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  Random random_;
};

/// Names of types: _Float16 has no type information.
struct Half {
  using Type = _Float16;
};
template <typename T> struct Plain {
  using Type = T;
};
template <typename T> class Atomics : public testing::Test {};
using Types = testing::Types<Plain<int16_t>, Plain<int32_t>, Plain<int64_t>, Half, Plain<float>, Plain<double>>;
TYPED_TEST_SUITE(Atomics, Types);

TYPED_TEST(Atomics, DoWhatOneLaneAfterTheOtherDoes) { Checker<typename TypeParam::Type>(nullptr).run(); }
TYPED_TEST(Atomics, DoSoOnOlderMachines) {
  for (const char *cpu : {"x86-64-v2", "haswell"})
    Checker<typename TypeParam::Type>(cpu).run();
}

TYPED_TEST(Atomics, DoSoOnAnyMachine) { Checker<typename TypeParam::Type>("x86-64", "portable").run(); }

} // namespace
} // namespace lanecl::test
