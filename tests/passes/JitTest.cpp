// The parts of compiler/jit/ and compiler/targets/ that need no compiled kernel: printf's formatting, the copies, the
// target.
#include "compiler/jit/Jit.h"
#include "compiler/jit/HostSupport.h"
#include "compiler/jit/PrintfFormat.h"
#include "compiler/targets/HostTarget.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>

using namespace lanecl::jit;
using namespace lanecl::targets;

namespace {

class Records {
public:
  template <typename T> Records &add(PrintfKind kind, std::initializer_list<T> values) {
    append(printfHeader(kind, sizeof(T), unsigned(values.size())));
    std::size_t start = bytes_.size();
    bytes_.resize(start + (values.size() * sizeof(T) + 7) / 8 * 8);
    std::memcpy(bytes_.data() + start, values.begin(), values.size() * sizeof(T));
    ++count_;
    return *this;
  }
  std::optional<std::string> format(const char *text) const { return formatPrintf(text, bytes_.data(), count_); }

private:
  void append(uint64_t word) {
    bytes_.resize(bytes_.size() + 8);
    std::memcpy(bytes_.data() + bytes_.size() - 8, &word, 8);
  }
  std::vector<std::byte> bytes_;
  uint32_t count_ = 0;
};

template <typename T> std::string hostPrintf(const char *format, T value) {
  char text[512];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

} // namespace

TEST(PrintfFormat, NumbersAsTheHostPrintsThem) {
  for (const char *format : {"%d", "%5d|", "%-8d|", "%+d", "%08d", "%.3d", "% d", "%i", "%u", "%x", "%#X", "%o"})
    for (int value : {0, 1, -1, 123456, -2147483647})
      EXPECT_EQ(Records().add(PrintfKind::Integer, {value}).format(format), hostPrintf(format, value)) << format;
  for (const char *format : {"%f", "%10.3f|", "%-12.1e|", "%g", "%A", "%a", "%+.0f", "%F", "%G"})
    for (double value : {0.0, 1.5, -2.25, 1e30, -1e-30, HUGE_VAL})
      EXPECT_EQ(Records().add(PrintfKind::Float, {value}).format(format), hostPrintf(format, value)) << format;
  EXPECT_EQ(Records().add(PrintfKind::Float, {1.5f}).format("%f"), "1.500000");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {int64_t(1) << 40}).format("%ld"), "1099511627776");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {-1}).format("%hhu %%"), "255 %");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {-1}).format("%hx"), "ffff");
  EXPECT_EQ(Records().add(PrintfKind::Integer, {int('A')}).format("<%c>"), "<A>");
  // half 1.5, smallest subnormal, infinity
  EXPECT_EQ(Records().add<uint16_t>(PrintfKind::Float, {0x3e00, 0x0001}).format("%v2hg"), "1.5,5.96046e-08");
}

TEST(PrintfFormat, VectorsAndStrings) {
  EXPECT_EQ(Records().add(PrintfKind::Float, {1.0f, 2.0f, 3.0f, 4.0f}).format("f4 = %2.2v4hlf\n"),
            "f4 = 1.00,2.00,3.00,4.00\n");
  EXPECT_EQ(Records().add<uint8_t>(PrintfKind::Integer, {0xFA, 0xFB, 0xFC}).format("%#v3hhx"), "0xfa,0xfb,0xfc");
  EXPECT_EQ(Records().add<int64_t>(PrintfKind::Integer, {-1, 2}).format("%v2ld"), "-1,2");
  const char *text = "lanes";
  EXPECT_EQ(Records().add(PrintfKind::Pointer, {text}).format("%s|%%"), "lanes|%");
  EXPECT_EQ(Records().add(PrintfKind::Pointer, {text}).format("%7.3s|"), "    lan|");
}

TEST(PrintfFormat, BrokenFormatsFail) {
  for (const char *format : {"%", "%y", "%v5hld", "%v4d", "%hld", "%lld", "%*d", "%n", "%d %d", "%f", "%s"})
    EXPECT_EQ(Records().add(PrintfKind::Integer, {1}).format(format), std::nullopt) << format;
  EXPECT_EQ(Records().format("no arguments"), "no arguments");
}

/// What both sides of a copy hold besides is neither read into the copy nor changed.
void copyAndCompare(const CopyLoops &loops, uint64_t lineBytes, uint64_t lines, uint64_t planes, uint64_t srcLine,
                    uint64_t srcPlane, uint64_t dstLine, uint64_t dstPlane) {
  auto extent = [&](uint64_t line, uint64_t plane) { return plane * planes + line * lines + lineBytes + 2; };
  std::vector<std::byte> source(extent(srcLine, srcPlane)), target(extent(dstLine, dstPlane), std::byte{0xEE});
  for (size_t i = 0; i < source.size(); ++i)
    source[i] = std::byte(i * 7 + i / 251);
  auto expected = target, single = target;
  for (uint64_t z = 0; z < planes; ++z)
    for (uint64_t y = 0; y < lines; ++y)
      for (uint64_t x = 0; x < lineBytes; ++x)
        expected[1 + z * dstPlane + y * dstLine + x] = source[1 + z * srcPlane + y * srcLine + x];
  std::string what = std::to_string(lineBytes) + " x " + std::to_string(lines) + " x " + std::to_string(planes) +
                     ", lines " + std::to_string(srcLine) + " " + std::to_string(dstLine);
  loops.planes(target.data() + 1, source.data() + 1, lineBytes, lines, planes, srcLine, srcPlane, dstLine, dstPlane);
  EXPECT_EQ(target, expected) << what;
  if (planes == 1) {
    loops.lines(single.data() + 1, source.data() + 1, lineBytes, lines, srcLine, dstLine);
    EXPECT_EQ(single, expected) << what;
  }
}

/// The loops of each instruction set that this machine has; the others are named.
std::vector<const CopyLoops *> everyLoops() {
  std::vector<const CopyLoops *> found;
  for (const char *isa : {"portable", "sse4", "avx2", "avx512"})
    if (hostTarget(isa).info.isa != isa)
      std::printf("not tested: this machine has no %s\n", isa);
    else
      for (const auto &machine : {leastTarget(isa)->machine, hostTarget(isa).machine})
        if (!llvm::is_contained(found, &machine->copyLoops()))
          found.push_back(&machine->copyLoops());
  return found;
}

TEST(HostSupport, Copies) {
  for (const CopyLoops *each : everyLoops()) {
    const CopyLoops &loops = *each;
    for (uint64_t bytes : {1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 24, 31, 32, 48, 63, 64, 65, 127, 128, 200, 511, 512, 600})
      for (uint64_t lines : {0, 1, 2, 5, 37, 100})
        for (uint64_t stride : {1, 2, 3, 4, 5, 9}) {
          copyAndCompare(loops, bytes, lines, 1, bytes * stride, 0, bytes, 0);
          copyAndCompare(loops, bytes, lines, 1, bytes, 0, bytes * stride, 0);
          copyAndCompare(loops, bytes, lines, 1, bytes * stride, 0, bytes + 3, 0);
        }
    for (uint64_t bytes : {1, 2, 4, 8, 16, 24}) // one element for all
      copyAndCompare(loops, bytes, 37, 1, 0, 0, bytes, 0);
    for (uint64_t bytes : {1, 4, 6, 64, 100})
      for (uint64_t planes : {0, 1, 3})
        for (uint64_t gap : {0, 1, 8})
          for (uint64_t planeGap : {0, 5, 64})
            for (uint64_t lines : {1, 4}) {
              uint64_t wide = bytes + gap;
              copyAndCompare(loops, bytes, lines, planes, wide, wide * lines + planeGap, bytes, bytes * lines);
              copyAndCompare(loops, bytes, lines, planes, bytes, bytes * lines, wide, wide * lines + planeGap);
            }
  }
}

/// Memory that ends where the next page may not be touched.
class Edge {
public:
  explicit Edge(size_t bytes) : bytes_(bytes), whole_((bytes + 4095) / 4096 * 4096 + 4096) {
    memory_ =
        static_cast<std::byte *>(mmap(nullptr, whole_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + whole_ - 4096, 4096, PROT_NONE);
  }
  ~Edge() { munmap(memory_, whole_); }
  Edge(const Edge &) = delete;
  Edge &operator=(const Edge &) = delete;
  std::byte *begin() { return memory_ + whole_ - 4096 - bytes_; }

private:
  size_t bytes_, whole_;
  std::byte *memory_;
};

// Loops that read whole vectors stop before the end of what is copied.
TEST(HostSupport, StridedCopiesEndWithTheirLastElement) {
  for (const CopyLoops *loops : everyLoops()) {
    for (uint64_t bytes : {1, 2, 4, 8, 16})
      for (uint64_t stride : {2, 3, 4, 5, 6, 7, 8, 11, 16, 31, 32, 33, 64})
        for (uint64_t count : {1, 2, 3, 7, 16, 25, 64, 65, 129, 300}) {
          uint64_t apart = bytes * stride, spread = (count - 1) * apart + bytes;
          Edge wide(spread), dense(count * bytes), back(spread);
          for (size_t i = 0; i < spread; ++i)
            wide.begin()[i] = std::byte(i * 7 + i / 251);
          loops->lines(dense.begin(), wide.begin(), bytes, count, apart, bytes);
          loops->lines(back.begin(), dense.begin(), bytes, count, bytes, apart);
          for (size_t i = 0; i < spread; ++i)
            ASSERT_EQ(back.begin()[i], i % apart < bytes ? wide.begin()[i] : std::byte{0})
                << bytes << " bytes, " << count << " by " << stride << ": " << i;
        }
  }
}

TEST(HostSupport, EmptyCopiesTouchNothing) {
  const CopyLoops &loops = hostTarget("portable").machine->copyLoops();
  loops.lines(nullptr, nullptr, 0, 5, 8, 8);
  loops.lines(nullptr, nullptr, 4, 0, 8, 8);
  loops.planes(nullptr, nullptr, 0, 5, 5, 8, 40, 8, 40);
  loops.planes(nullptr, nullptr, 4, 0, 5, 8, 40, 8, 40);
  loops.planes(nullptr, nullptr, 4, 5, 0, 8, 40, 4, 20);
}

TEST(HostTarget, IsaRestrictsTheFeatures) {
  auto full = hostTarget("");
  EXPECT_FALSE(full.dataLayout.empty());
  auto narrow = hostTarget("sse4");
  EXPECT_EQ(narrow.info.isa, "sse4");
  EXPECT_EQ(narrow.info.nativeVectorBits, 128u);
  EXPECT_EQ(narrow.features.find("+avx"), std::string::npos);
  EXPECT_NE(narrow.features.find("+sse4.1"), std::string::npos);
  EXPECT_EQ(narrow.cpu, full.cpu); // what instructions cost is the host's
  EXPECT_TRUE(createTargetMachine(narrow)->getMCSubtargetInfo()->checkFeatures("+sse4.1,-avx,-avx2,-fma,-avx512f"));
  if (full.info.nativeVectorBits >= 256) {
    auto middle = hostTarget("avx2");
    EXPECT_EQ(middle.info.isa, "avx2");
    EXPECT_EQ(middle.features.find("+avx512"), std::string::npos);
    EXPECT_NE(middle.features.find("+avx2"), std::string::npos);
    EXPECT_TRUE(createTargetMachine(middle)->getMCSubtargetInfo()->checkFeatures("+avx2,-avx512f,-avx512vl"));
  }
}

TEST(HostTarget, PortableIsTheBaseline) {
  auto target = hostTarget("portable");
  EXPECT_EQ(target.info.isa, "portable");
  EXPECT_EQ(target.features, "");
  EXPECT_GE(target.machine->vectorBits, 128u);
  EXPECT_GE(target.machine->vectorRegisters, 16u);
  EXPECT_FALSE(target.machine->lookUp(32, 4));
  EXPECT_TRUE(createTargetMachine(target));
}

TEST(HostTarget, MachinesOfInstructionSets) {
  for (auto [isa, bits, registers] :
       {std::tuple("sse4", 128u, 16u), std::tuple("avx2", 256u, 16u), std::tuple("avx512", 512u, 32u)}) {
    auto target = leastTarget(isa);
    ASSERT_TRUE(target);
    EXPECT_EQ(target->machine->name, isa);
    EXPECT_EQ(target->machine->vectorBits, bits);
    EXPECT_EQ(target->machine->vectorRegisters, registers);
    EXPECT_FALSE(target->machine->dotProducts || target->machine->nativeHalf);
  }
  EXPECT_TRUE(leastTarget("avx512", {"avx512vnni"})->machine->dotProducts);
  EXPECT_FALSE(leastTarget("avx2", {"avx512vnni"})->machine->dotProducts);
  EXPECT_FALSE(leastTarget("none"));
}

#if defined(__x86_64__)
// The driver asks the processor itself (runtime/HostFacts), the compiler LLVM.
TEST(HostTarget, IsWhatTheDriverTells) {
  std::string best = "portable";
  unsigned bits = 128;
#define LANECL_ISA_LEVEL(id, name, level, vectorBits)                                                                  \
  if (__builtin_cpu_supports(level))                                                                                   \
    best = name, bits = vectorBits;
#include "compiler/image/IsaLevels.def"
  auto target = hostTarget("");
  EXPECT_EQ(target.info.isa, best);
  EXPECT_EQ(target.info.nativeVectorBits, bits);
  EXPECT_EQ(target.info.nativeHalf, bits == 512 && __builtin_cpu_supports("avx512fp16"));
  EXPECT_EQ(target.info.dotProducts, bits == 512 && __builtin_cpu_supports("avx512vnni"));
}
#endif

TEST(HostTarget, AnUnknownCpuIsItsFeatures) {
  auto target = hostTarget("");
  target.cpu = "x86-64";
  EXPECT_TRUE(createTargetMachine(target));
}

TEST(Jit, UnknownSymbolsAndDamagedObjectsAreErrors) {
  auto jit = llvm::cantFail(Jit::create(false));
  auto library = llvm::cantFail(jit->createLibrary());
  auto missing = library->lookup("lanecl.no.such.function");
  EXPECT_FALSE(bool(missing));
  llvm::consumeError(missing.takeError());
  auto host = library->lookup("laneclPrintf");
  ASSERT_TRUE(bool(host));
  EXPECT_EQ(*host, reinterpret_cast<void *>(&laneclPrintf));
  auto sine = library->lookup("sinf");
  ASSERT_TRUE(bool(sine));
  EXPECT_EQ(reinterpret_cast<float (*)(float)>(*sine)(0.0f), 0.0f);
  auto error = library->add(llvm::MemoryBuffer::getMemBufferCopy("not an object", "broken"));
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}

// Whatever a program calls its functions and variables, it meets nothing of the host's.
TEST(Jit, OnlyOffersWhatCodeGeneratorsCall) {
  auto jit = llvm::cantFail(Jit::create(false));
  auto library = llvm::cantFail(jit->createLibrary());
  for (const char *name : {"memcpy", "memset", "sin", "fmodf", "ldexp", "__udivti3", "__extendhfsf2"}) {
    auto found = library->lookup(name);
    EXPECT_TRUE(bool(found)) << name;
    llvm::consumeError(found.takeError());
  }
  for (const char *name :
       {"environ", "stdout", "system", "getenv", "puts", "malloc", "free", "mmap", "dlopen", "longjmp", "signgam",
        "__libc_single_threaded", "_Unwind_Resume", "__register_frame_info", "exit"}) {
    auto found = library->lookup(name);
    EXPECT_FALSE(bool(found)) << name;
    llvm::consumeError(found.takeError());
  }
}
