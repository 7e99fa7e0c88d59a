// What is changed in LLVM's code generator, where no kernel can be relied upon to show it.
#include "compiler/CodeGeneration.h"
#include "compiler/CompileBudget.h"
#include "compiler/jit/Jit.h"
#include "compiler/targets/HostTarget.h"
#include "compiler/transform/Passes.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <gtest/gtest.h>

using namespace lanecl;

namespace {

/// Copies, a loop, floating point, what a library is asked for, a choice of lanes.
constexpr const char *Everything = R"(
  declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
  declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
  declare double @llvm.sin.f64(double)
  declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
  define void @copy(ptr %to, ptr %from, i64 %bytes) {
    call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
    ret void
  }
  define double @sum(ptr %numbers, i64 %count) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %loop ]
    %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
    %at = getelementptr double, ptr %numbers, i64 %i
    %number = load double, ptr %at
    %sine = call double @llvm.sin.f64(double %number)
    %more = fadd double %sum, %sine
    %next = add i64 %i, 1
    %again = icmp ult i64 %next, %count
    br i1 %again, label %loop, label %end
  end:
    ret double %more
  }
  define <8 x float> @lanes(<8 x float> %a, <8 x float> %b, ptr %numbers, <4 x i1> %mask) {
    %sums = call <8 x float> @llvm.fma.v8f32(<8 x float> %a, <8 x float> %b, <8 x float> %a)
    %read = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %numbers, <4 x i1> %mask, <4 x i32> zeroinitializer)
    %less = fcmp olt <8 x float> %sums, %b
    %chosen = select <8 x i1> %less, <8 x float> %sums, <8 x float> %a
    %first = extractelement <4 x i32> %read, i32 0
    %number = sitofp i32 %first to float
    %all = insertelement <8 x float> %chosen, float %number, i32 3
    ret <8 x float> %all
  }
)";

using Emit = llvm::function_ref<void(llvm::Module &, llvm::TargetMachine &, llvm::SmallVectorImpl<char> &)>;

std::string assembly(Emit emit) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(Everything, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  auto machine = targets::createTargetMachine(targets::hostTarget(""));
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> text;
  emit(*module, *machine, text);
  return {text.begin(), text.end()};
}

TEST(CodeGeneration, IsPutTogetherAsLlvmDoes) {
  auto ours = [](compiler::Effort effort) {
    return assembly([effort](llvm::Module &module, llvm::TargetMachine &machine, llvm::SmallVectorImpl<char> &text) {
      llvm::cantFail(compiler::emitCode(module, machine, effort, /*assembly=*/true, text));
    });
  };
  auto llvms = [](llvm::CodeGenOptLevel level, bool fast) {
    return assembly([=](llvm::Module &module, llvm::TargetMachine &machine, llvm::SmallVectorImpl<char> &text) {
      llvm::raw_svector_ostream stream(text);
      llvm::legacy::PassManager passes;
      machine.setOptLevel(level);
      machine.setFastISel(fast);
      ASSERT_FALSE(machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile));
      passes.run(module);
    });
  };
  EXPECT_EQ(llvms(llvm::CodeGenOptLevel::Default, false), ours(compiler::Effort::Full));
  EXPECT_EQ(llvms(llvm::CodeGenOptLevel::None, true), ours(compiler::Effort::Quick));
  // Of its own, but with the same libraries.
  const std::string first = ours(compiler::Effort::First);
  for (const char *called : {"memcpy", "sin"})
    EXPECT_NE(std::string::npos, first.find(called)) << first;
}

/// How many values are vectors, and how many blocks there are, when LLVM's optimiser is through with `name`.
struct Optimized {
  std::size_t vectors = 0, blocks = 0;
};

Optimized optimizedWithVectors(const std::string &text, const char *name) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module)
    return ADD_FAILURE() << diagnostic.getMessage().str(), Optimized{};
  auto machine = targets::createTargetMachine(targets::hostTarget(""));
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  optimize(*module, *machine, /*vectorize=*/true, compiler::Effort::Full);
  llvm::Function &function = *module->getFunction(name);
  auto isVector = [](const llvm::Instruction &instruction) { return instruction.getType()->isVectorTy(); };
  return {static_cast<std::size_t>(llvm::count_if(llvm::instructions(function), isVector)), function.size()};
}

/// A loop that adds numbers up, behind so many calls: whether LLVM's optimiser makes vectors of it.
bool vectorizes(unsigned calls) {
  std::string text = "declare void @call()\ndefine i32 @sum(ptr %numbers, i64 %count) {\nentry:\n";
  for (unsigned i = 0; i < calls; ++i)
    text += "  call void @call()\n";
  text += R"(  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr %numbers, i64 %i
  %number = load i32, ptr %at
  %more = add i32 %sum, %number
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
})";
  return optimizedWithVectors(text, "sum").vectors > 0;
}

TEST(CodeGeneration, LargeBodiesHaveNoVectorsOfLoops) {
  EXPECT_TRUE(vectorizes(10));
  EXPECT_FALSE(vectorizes(2000));
}

/// Four neighbours are doubled, one behind the other with so many other instructions between them.
Optimized doublesNeighbours(unsigned between) {
  std::string text = "define i32 @twice(ptr noalias %to, ptr noalias %from, i32 %number) {\n";
  std::string last = "%number";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    text += "  %f" + n + " = getelementptr float, ptr %from, i64 " + n + "\n  %v" + n + " = load float, ptr %f" + n +
            "\n  %d" + n + " = fadd float %v" + n + ", %v" + n + "\n  %t" + n +
            " = getelementptr float, ptr %to, i64 " + n + "\n  store float %d" + n + ", ptr %t" + n + "\n";
    for (unsigned j = 0; j < between; ++j) {
      const std::string next = "%x" + n + "." + std::to_string(j);
      text += "  " + next + (j % 2 ? " = mul i32 " : " = xor i32 ") + last + ", 1234567\n";
      last = next;
    }
  }
  return optimizedWithVectors(text + "  ret i32 " + last + "\n}\n", "twice");
}

TEST(CodeGeneration, VectorsOfStraightCodeAreOfWhatIsCloseTogether) {
  EXPECT_GT(doublesNeighbours(10).vectors, 0U);
  const Optimized far = doublesNeighbours(150);
  EXPECT_EQ(far.vectors, 0U);
  EXPECT_EQ(far.blocks, 1U);
}

#if defined(__x86_64__)

using Bytes [[gnu::vector_size(16)]] = uint8_t;

/// LLVM IR to code for the least processor of that instruction set.
class Code {
public:
  Code(const char *text, const char *isa, compiler::Effort effort = compiler::Effort::Full,
       SubPassObserver *observer = nullptr) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(text, diagnostic, context);
    if (!module) {
      ADD_FAILURE() << diagnostic.getMessage().str();
      return;
    }
    auto target = targets::leastTarget(isa);
    auto machine = targets::createTargetMachine(*target);
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    llvm::SmallVector<char, 0> object;
    llvm::cantFail(compiler::emitCode(*module, *machine, effort, /*assembly=*/false, object, observer));
    jit_ = llvm::cantFail(jit::Jit::create(/*debug=*/false));
    library_ = llvm::cantFail(jit_->createLibrary());
    llvm::cantFail(library_->add(std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object))));
  }
  template <typename Function> Function *find(const char *name) {
    return reinterpret_cast<Function *>(llvm::cantFail(library_->lookup(name)));
  }

private:
  std::unique_ptr<jit::Jit> jit_;
  std::unique_ptr<jit::Library> library_; // before the Jit it goes
};

// Both sides begin with the same unpack instruction. One needs the bytes of both operands, the other one only every
// second byte of the result, so that its second operand is any register: by chance the same one.
constexpr char sides[] = R"(
define <16 x i8> @unpack(<16 x i8> %y, <16 x i8> %x, i1 %c) {
  br i1 %c, label %both, label %one
both:
  %u = shufflevector <16 x i8> %x, <16 x i8> %y, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %v = add <16 x i8> %u, %y
  ret <16 x i8> %v
one:
  %e = shufflevector <16 x i8> %x, <16 x i8> poison, <16 x i32> <i32 8, i32 poison, i32 9, i32 poison, i32 10, i32 poison, i32 11, i32 poison, i32 12, i32 poison, i32 13, i32 poison, i32 14, i32 poison, i32 15, i32 poison>
  %w = bitcast <16 x i8> %e to <8 x i16>
  %s = shl <8 x i16> %w, splat (i16 9)
  %r = bitcast <8 x i16> %s to <16 x i8>
  ret <16 x i8> %r
})";

TEST(CodeGeneration, WhatOneSideOfABranchNeedsIsRead) {
  Code code(sides, "sse4");
  auto *unpack = code.find<Bytes(Bytes, Bytes, bool)>("unpack");
  Bytes x{}, y{};
  for (uint8_t i = 0; i < 16; ++i)
    x[i] = 3 * i, y[i] = 200 - 7 * i;
  const Bytes both = unpack(y, x, true), one = unpack(y, x, false);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(both[2 * i], uint8_t(x[8 + i] + y[2 * i])) << i;
    EXPECT_EQ(both[2 * i + 1], uint8_t(y[8 + i] + y[2 * i + 1])) << i;
    EXPECT_EQ(one[2 * i], 0) << i;
    EXPECT_EQ(one[2 * i + 1], uint8_t(2 * x[8 + i])) << i;
  }
}

/// How many instructions the longest block has behind `SplitBlocks`, and the longest region of a block that the
/// schedulers see; 0: nothing limits them.
class Longest : public SubPassObserver {
public:
  std::size_t block = 0, region = 0;
  unsigned schedulers = 0, labelsLeft = 0;

  void begin(SubPass) override {}
  void end(SubPass pass, const llvm::Function &function) override {
    if (pass != SubPass::SplitBlocks)
      return;
    for (const llvm::BasicBlock &code : function)
      block = std::max(block, code.size());
  }
  void end(SubPass pass, const llvm::MachineFunction &function) override {
    if (pass != SubPass::EndRegions && pass != SubPass::JoinRegions)
      return;
    schedulers += pass == SubPass::JoinRegions;
    for (const llvm::MachineBasicBlock &code : function) {
      std::size_t length = 0;
      for (const llvm::MachineInstr &instruction : code) {
        length = instruction.isLabel() ? 0 : length + 1;
        labelsLeft += pass == SubPass::JoinRegions && instruction.isLabel();
        region = std::max(region, pass == SubPass::EndRegions ? length : 0);
      }
    }
  }
};

// A single block of 1,500 reads, each with a mask of what was read before, and a variable in the frame.
TEST(CodeGeneration, LongBlocksAreTakenInPieces) {
  constexpr int Reads = 1500;
  std::string text = "define i32 @sum(ptr %numbers) {\n  %kept = alloca <4 x i32>\n"
                     "  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %kept\n"
                     "  %s0 = load <4 x i32>, ptr %kept\n  %m0 = icmp sgt <4 x i32> %s0, splat (i32 2)\n";
  for (int i = 0; i < Reads; ++i) {
    auto name = [i](const char *letter, int next = 0) { return letter + std::to_string(i + next); };
    text += "  " + name("%a") + " = getelementptr i32, ptr %numbers, i32 " + std::to_string(i) + "\n  " + name("%v") +
            " = load <4 x i32>, ptr " + name("%a") + ", align 4\n  " + name("%c") + " = select <4 x i1> " + name("%m") +
            ", <4 x i32> " + name("%v") + ", <4 x i32> splat (i32 1)\n  " + name("%s", 1) + " = add <4 x i32> " +
            name("%s") + ", " + name("%c") + "\n  " + name("%m", 1) + " = icmp sgt <4 x i32> " + name("%v") + ", " +
            name("%s") + "\n";
  }
  text +=
      "  store <4 x i32> %s" + std::to_string(Reads) + ", ptr %kept\n  %sum = load i32, ptr %kept\n  ret i32 %sum\n}\n";
  std::array<int, Reads + 4> numbers;
  for (int i = 0; auto &number : numbers)
    number = i++ * 37 % 1000 - 300;
  int sum = 1;
  bool isLess = false;
  for (int i = 0; i < Reads; ++i) {
    const int next = sum + (isLess ? numbers[i] : 1);
    isLess = numbers[i] > sum;
    sum = next;
  }
  using enum compiler::Effort;
  for (compiler::Effort effort : {Full, InOrder, First, Quick}) {
    Longest longest;
    Code code(text.c_str(), "avx2", effort, &longest);
    EXPECT_EQ(code.find<int(const int *)>("sum")(numbers.data()), sum);
    EXPECT_LE(longest.block, effort == Full ? 0U : compiler::budget::LongestBlock + 1); // and the branch to the next
    EXPECT_EQ(longest.block > 500, effort != Full);
    EXPECT_LE(longest.region, effort == Full ? compiler::budget::LongestRegion + 1 : 0U); // and what ends the block
    EXPECT_EQ(longest.region > 250, effort == Full);
    EXPECT_EQ(longest.schedulers, effort == Full ? 2U : 0U);
    EXPECT_EQ(longest.labelsLeft, 0U);
  }
}

constexpr char choice[] = R"(
define void @choose(ptr %o, ptr %p, ptr %q, i16 %m) {
  %mask = bitcast i16 %m to <16 x i1>
  %c = shufflevector <16 x i1> %mask, <16 x i1> poison, <LANES x i32> FIRST
  %x = load VECTOR, ptr %p, align 8
  %v = load VECTOR, ptr %q, align 8
  %y = add VECTOR %v, MORE
  %a = and VECTOR %x, CONSTANT
  %b = and VECTOR %y, INVERTED
  %r = or VECTOR %a, %b
  %s = select <LANES x i1> %c, VECTOR %r, VECTOR KEPT
  store VECTOR %s, ptr %o, align 8
  ret void
})";

/// Bits of one operand by a constant, the others of another, in the place of either where a mask says so.
template <typename T> class Choice {
public:
  explicit Choice(unsigned lanes) : lanes_(lanes) {}

  void check(bool splat, bool keepsFirst, bool computed) {
    for (unsigned i = 0; i < lanes_; ++i) {
      bits_[i] = static_cast<T>(0x0f1f3f7f00ff1234 + (splat ? 0 : 0x0101010101010101 * i));
      x_[i] = static_cast<T>(0x123456789abcdef1u * (i + 3)), y_[i] = static_cast<T>(0xfedcba9876543217 * (i + 7));
    }
    Code code(text(keepsFirst, computed).c_str(), "avx512");
    auto *choose = code.template find<void(T *, const T *, const T *, uint16_t)>("choose");
    std::array<T, Most> out{};
    choose(out.data(), x_.data(), y_.data(), Mask);
    for (unsigned i = 0; i < lanes_; ++i) {
      const T y = y_[i] + computed, other = keepsFirst ? x_[i] : y;
      EXPECT_EQ(out[i], Mask >> i & 1 ? (x_[i] & bits_[i]) | (y & ~bits_[i]) : other)
          << lanes_ << " of " << sizeof(T) << ", " << splat << keepsFirst << computed << ", " << i;
    }
  }

private:
  static constexpr unsigned Most = 64 / sizeof(T);
  static constexpr uint16_t Mask = 0x6cb5;

  std::string constant(bool inverted) const {
    std::string elements;
    for (unsigned i = 0; i < lanes_; ++i)
      elements += (i ? ", " : "") + element() + " " + std::to_string(inverted ? T(~bits_[i]) : bits_[i]);
    return "<" + elements + ">";
  }
  static std::string element() { return "i" + std::to_string(8 * sizeof(T)); }

  std::string firstLanes() const {
    std::string numbers;
    for (unsigned i = 0; i < lanes_; ++i)
      numbers += (i ? ", i32 " : "i32 ") + std::to_string(i);
    return "<" + numbers + ">";
  }

  /// `computed`: the second operand is in no memory, so that the constant alone is.
  std::string text(bool keepsFirst, bool computed) const {
    std::string result = choice;
    const std::string lanes = std::to_string(lanes_);
    for (auto &[name, value] :
         {std::pair<llvm::StringRef, std::string>("VECTOR", "<" + lanes + " x " + element() + ">"),
          {"LANES", lanes},
          {"FIRST", firstLanes()},
          {"MORE", "splat (" + element() + (computed ? " 1)" : " 0)")},
          {"INVERTED", constant(true)},
          {"CONSTANT", constant(false)},
          {"KEPT", keepsFirst ? "%x" : "%y"}})
      for (auto at = result.find(name); at != std::string::npos; at = result.find(name))
        result.replace(at, name.size(), value);
    return result;
  }

  unsigned lanes_;
  std::array<T, Most> bits_{}, x_{}, y_{};
};

template <typename T> void checkChoices() {
  if (targets::hostTarget("").info.isa != "avx512")
    GTEST_SKIP() << "needs AVX-512";
  for (unsigned lanes = 16 / sizeof(T); lanes <= 64 / sizeof(T); lanes *= 2)
    for (unsigned how = 0; how < 8; ++how)
      Choice<T>(lanes).check(how & 1, how & 2, how & 4);
}

/// SSE4a's instructions cost 220 ns each where registers of AVX are in use (AMD's Zen 3).
TEST(CodeGeneration, HasNoInstructionsThatAvxLacks) {
  for (const char *isa : {"avx2", "avx512"}) {
    const targets::HostTarget target = targets::hostTarget(isa);
    EXPECT_TRUE(target.info.isa == "sse4" || target.features.find("+sse4a") == std::string::npos) << target.features;
  }
}

TEST(CodeGeneration, ChoicesOfBitsInWords) { checkChoices<uint32_t>(); }
TEST(CodeGeneration, ChoicesOfBitsInDoubleWords) { checkChoices<uint64_t>(); }

#endif

} // namespace
