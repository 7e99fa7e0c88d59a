// Every atomic operation of every type on one word, from all work-groups on all threads: nothing is lost, and what each
// work-item finds has an order. Run with more threads than cores, too (Tests.cmake).
#include <algorithm>
#include <cstring>
#include <numeric>

#include "Harness.h" // after all others: it defines the words of OpenCL C

namespace {

/// As many as a half can count.
constexpr int Items = 2048;

struct Type {
  const char *name;
  unsigned bytes;
  bool isFloat;
  const char *prefix; ///< of the integers' functions
};
constexpr Type types[] = {{"short", 2, false, "atomic_"}, {"ushort", 2, false, "atomic_"}, {"int", 4, false, "atomic_"},
                          {"uint", 4, false, "atomic_"},  {"long", 8, false, "atom_"},     {"ulong", 8, false, "atom_"},
                          {"half", 2, true, ""},          {"float", 4, true, ""},          {"double", 8, true, ""}};

struct Operation {
  const char *code; ///< leaves what the work-item found in `o`; i is its number
  double before, after;
  double firstFound; ///< of all that was found, one each from here on; below 0: nothing is said of it
  bool ofIntegers, ofFloats;
};
const Operation operations[] = {
    {"o = ADD(w, (T)1)", 0, Items, 0, true, true},
    {"o = SUB(w, (T)1)", Items, 0, 1, true, true},
    {"o = INC(w)", 0, Items, 0, true, false},
    {"o = DEC(w)", Items, 0, 1, true, false},
    {"o = atomic_predec(w)", Items, 0, 0, true, false},
    {"o = MIN(w, (T)i)", Items, 0, -1, true, true},
    {"o = MAX(w, (T)i)", 0, Items - 1, -1, true, true},
    {"o = AND(w, (T)~(1 << i % 15))", 0x7FFF, 0, -1, true, false},
    {"o = OR(w, (T)(1 << i % 15))", 0, 0x7FFF, -1, true, false},
    {"o = XOR(w, (T)(1 << i % 15))", 0, 0xFF, -1, true, false}, // bits 0 to 7 an odd number of times
    {"T s; do { o = *w; s = CMPXCHG(w, o, (T)(o + 1)); } while (s != o)", 0, Items, 0, true, false},
    {"T s; do { o = *w; s = atomic_fcmpwr(w, o, o + 1); } while (s != o)", 0, Items, 0, false, true},
    {"o = XCHG(w, (T)(i + 1))", 0, -1, 0, true, true}, // the last one stays
};

std::string sourceOf(const Type &type, const Operation &operation) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  const std::string name = type.name;
  if (type.isFloat) {
    const std::string cast = "((volatile global atomic_" + name + " *)(w), v)";
    text += "#define ADD(w, v) atomic_fetch_add" + cast + "\n#define SUB(w, v) atomic_fetch_sub" + cast +
            "\n#define MIN(w, v) atomic_fetch_min" + cast + "\n#define MAX(w, v) atomic_fetch_max" + cast +
            "\n#define XCHG(w, v) atomic_exchange" + cast + "\n";
  } else {
    for (auto [macro, function] : {std::pair("ADD", "add"),
                                   {"SUB", "sub"},
                                   {"INC", "inc"},
                                   {"DEC", "dec"},
                                   {"MIN", "min"},
                                   {"MAX", "max"},
                                   {"AND", "and"},
                                   {"OR", "or"},
                                   {"XOR", "xor"},
                                   {"CMPXCHG", "cmpxchg"},
                                   {"XCHG", "xchg"}})
      text += std::string("#define ") + macro + " " + type.prefix + function + "\n";
  }
  return text + "typedef " + name + " T;\nkernel void k(volatile global T *w, global T *found) {\n" +
         "  int i = get_global_id(0); T o; " + operation.code + "; found[i] = o; }\n";
}

template <typename T> T numberAt(const std::vector<unsigned char> &bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

double read(const std::vector<unsigned char> &bytes, const Type &type, std::size_t i) {
  if (type.isFloat)
    return type.bytes == 2   ? static_cast<double>(numberAt<_Float16>(bytes, i))
           : type.bytes == 4 ? numberAt<float>(bytes, i)
                             : numberAt<double>(bytes, i);
  return type.bytes == 2   ? numberAt<std::uint16_t>(bytes, i)
         : type.bytes == 4 ? numberAt<std::uint32_t>(bytes, i)
                           : static_cast<double>(numberAt<std::uint64_t>(bytes, i));
}

void write(std::vector<unsigned char> &bytes, const Type &type, double value) {
  auto put = [&](auto number) { std::memcpy(bytes.data(), &number, sizeof number); };
  if (type.isFloat)
    return type.bytes == 2   ? put(static_cast<_Float16>(value))
           : type.bytes == 4 ? put(static_cast<float>(value))
                             : put(value);
  const auto whole = static_cast<std::uint64_t>(value);
  std::memcpy(bytes.data(), &whole, type.bytes);
}

void check(const Type &type, const Operation &operation) {
  SCOPED_TRACE(std::string(type.name) + ": " + operation.code);
  std::vector<unsigned char> word(8), found(Items * type.bytes);
  write(word, type, operation.before);
  ASSERT_TRUE(harness::run(sourceOf(type, operation), "k", harness::Range::of(Items, 16), harness::inOut(word),
                           harness::inOut(found)));
  const double after = read(word, type, 0);
  if (operation.after >= 0)
    EXPECT_EQ(after, operation.after);
  if (operation.firstFound < 0)
    return;
  std::vector<double> all;
  for (int i = 0; i < Items; ++i)
    all.push_back(read(found, type, static_cast<std::size_t>(i)));
  if (operation.after < 0)
    all.push_back(after);
  std::ranges::sort(all);
  std::vector<double> expected(all.size());
  std::iota(expected.begin(), expected.end(), operation.firstFound);
  EXPECT_EQ(all, expected);
}

TEST(MemoryModel, EveryOperationLosesNothing) {
  for (const Type &type : types)
    for (const Operation &operation : operations)
      if (type.isFloat ? operation.ofFloats : operation.ofIntegers)
        check(type, operation);
}

} // namespace
