// Robust programs: atomic operations of every type, half of whose lanes are outside. They find zero there.
#include "Guarded.h"
using harness::Guarded, harness::inOut, harness::Range;

namespace {

struct Type {
  const char *name;
  unsigned bytes;
  bool isFloat;
};
constexpr Type types[] = {{"short", 2, false}, {"ushort", 2, false}, {"int", 4, false},
                          {"uint", 4, false},  {"long", 8, false},   {"ulong", 8, false},
                          {"half", 2, true},   {"float", 4, true},   {"double", 8, true}};

/// What one operation makes of an element, and what it says. Numbers stay small enough for a half.
struct Operation {
  const char *legacy; ///< empty: none
  const char *c11;
  int (*after)(int before);
  bool returnsNew = false;
  bool ofIntegers = true, ofFloats = true;
};
const Operation operations[] = {
    {"ADD(w, (T)300)", "atomic_fetch_add(p, (T)300)", [](int v) { return v + 300; }},
    {"SUB(w, (T)5)", "atomic_fetch_sub_explicit(p, (T)5, memory_order_acquire)", [](int v) { return v - 5; }},
    {"MIN(w, (T)310)", "atomic_fetch_min_explicit(p, (T)310, memory_order_relaxed, memory_scope_work_group)",
     [](int v) { return std::min(v, 310); }},
    {"MAX(w, (T)303)", "atomic_fetch_max(p, (T)303)", [](int v) { return std::max(v, 303); }},
    {"INC(w)", "", [](int v) { return v + 1; }, false, true, false},
    {"DEC(w)", "", [](int v) { return v - 1; }, false, true, false},
    {"atomic_predec(w)", "", [](int v) { return v - 1; }, true, true, false},
    {"AND(w, (T)0x7f)", "atomic_fetch_and(p, (T)0x7f)", [](int v) { return v & 0x7f; }, false, true, false},
    {"OR(w, (T)0x101)", "atomic_fetch_or(p, (T)0x101)", [](int v) { return v | 0x101; }, false, true, false},
    {"XOR(w, (T)0x33)", "atomic_fetch_xor(p, (T)0x33)", [](int v) { return v ^ 0x33; }, false, true, false},
    {"CMPXCHG(w, (T)288, (T)77)", "", [](int v) { return v == 288 ? 77 : v; }, false, true, false},
    {"CMPXCHG(w, (T)0, (T)77)", "", [](int v) { return v == 0 ? 77 : v; }, false, true, false},
    {"atomic_fcmpwr(w, (T)305, (T)78)", "", [](int v) { return v == 305 ? 78 : v; }, false, false, true},
    {"atomic_fcmpwr(w, (T)0, (T)78)", "", [](int v) { return v == 0 ? 78 : v; }, false, false, true},
    {"XCHG(w, (T)(i + 400))", "atomic_exchange_explicit(p, (T)(i + 400), memory_order_acq_rel, memory_scope_device)",
     nullptr},
    {"", "atomic_load(p)", [](int v) { return v; }},
    {"", "atomic_load_explicit(p, memory_order_relaxed)", [](int v) { return v; }},
    {"", "(atomic_store_explicit(p, (T)(i + 450), memory_order_release), (T)5)", nullptr},
    {"", "(atomic_store(p, (T)(i + 460)), (T)5)", nullptr},
};

bool isStore(const std::string &call) { return call.starts_with("(atomic_store"); }

std::string macrosOf(const Type &type) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                     "typedef " +
                     std::string(type.name) + " T;\ntypedef atomic_" +
                     (type.bytes == 2 && !type.isFloat ? "int" : type.name) + " A;\n";
  const std::string prefix = type.bytes == 8 && !type.isFloat ? "atom_" : "atomic_";
  for (std::string name : {"add", "sub", "min", "max", "inc", "dec", "and", "or", "xor", "cmpxchg", "xchg"}) {
    std::string macro = name;
    std::ranges::transform(macro, macro.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    text += "#define " + macro + " " + prefix + name + "\n";
  }
  return text;
}

std::vector<const char *> callsOf(const Type &type, bool isGeneric, bool c11, std::vector<const Operation *> &used) {
  std::vector<const char *> calls;
  for (const Operation &operation : operations) {
    const char *call = c11 ? operation.c11 : operation.legacy;
    // C11 has no words of 16 bits but halfs; of floats the legacy functions have only those of halfs, and exchanges.
    const bool isThere = *call && (type.isFloat ? operation.ofFloats : operation.ofIntegers) &&
                         (c11 ? type.bytes > 2 || type.isFloat
                              : !type.isFloat || type.bytes == 2 || std::string(call).starts_with("atomic_fcmpwr") ||
                                    (type.bytes == 4 && std::string(call).starts_with("XCHG")));
    // atom_* of 64 bits know no generic pointers.
    if (isThere && (c11 || !isGeneric || type.bytes < 8 || std::string(call).starts_with("atomic_"))) {
      calls.push_back(call);
      used.push_back(&operation);
    }
  }
  return calls;
}

template <typename T> void writeAs(std::vector<unsigned char> &bytes, std::size_t index, int value) {
  const T number = static_cast<T>(value);
  std::memcpy(bytes.data() + index * sizeof(T), &number, sizeof(T));
}
template <typename T> int readAs(const std::vector<unsigned char> &bytes, std::size_t index) {
  T number;
  std::memcpy(&number, bytes.data() + index * sizeof(T), sizeof(T));
  return static_cast<int>(number);
}
void write(std::vector<unsigned char> &bytes, const Type &type, std::size_t index, int value) {
  if (type.isFloat)
    type.bytes == 2   ? writeAs<_Float16>(bytes, index, value)
    : type.bytes == 4 ? writeAs<float>(bytes, index, value)
                      : writeAs<double>(bytes, index, value);
  else
    type.bytes == 2   ? writeAs<int16_t>(bytes, index, value)
    : type.bytes == 4 ? writeAs<int32_t>(bytes, index, value)
                      : writeAs<int64_t>(bytes, index, value);
}
int read(const std::vector<unsigned char> &bytes, const Type &type, std::size_t index) {
  if (type.isFloat)
    return type.bytes == 2   ? readAs<_Float16>(bytes, index)
           : type.bytes == 4 ? readAs<float>(bytes, index)
                             : readAs<double>(bytes, index);
  return type.bytes == 2   ? readAs<int16_t>(bytes, index)
         : type.bytes == 4 ? readAs<int32_t>(bytes, index)
                           : readAs<int64_t>(bytes, index);
}

struct Space {
  const char *name, *pointer, *base;
};
constexpr Space spaces[] = {
    {"global", "global", "memory"}, {"local", "local", "l"}, {"generic", "", "memory"}, {"generic local", "", "l"}};

/// Work-item i has the element i - first, of 256 bytes; all operations on it one after the other.
std::string sourceOf(const Type &type, const Space &space, const std::vector<const char *> &calls, bool uses) {
  std::string text = macrosOf(type) + "kernel void k(global T *memory, local T *l, global T *found, int first) {\n"
                                      "  int i = get_local_id(0), count = 256 / sizeof(T), at = i - first;\n"
                                      "  for (int e = i; e < count; e += get_local_size(0)) l[e] = memory[e];\n"
                                      "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n";
  const std::string base = std::string(space.base) + " + at";
  text += std::string("  volatile ") + space.pointer + " T *w = " + base + "; volatile " + space.pointer +
          " A *p = (volatile " + space.pointer + " A *)(" + base + ");\n";
  for (std::size_t n = 0; n < calls.size(); ++n)
    text += uses ? "  found[" + std::to_string(n) + " * get_local_size(0) + i] = " + calls[n] + ";\n"
                 : std::string("  ") + calls[n] + ";\n";
  text += "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n";
  if (std::string(space.base) == "l")
    text += "  for (int e = i; e < count; e += get_local_size(0)) memory[e] = l[e];\n";
  return text + "}\n";
}

void check(const Type &type, const Space &space, bool c11, bool uses) {
  std::vector<const Operation *> used;
  const auto calls = callsOf(type, !*space.pointer, c11, used);
  if (calls.empty())
    return;
  harness::Program program(sourceOf(type, space, calls, uses), harness::robustOptions().c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  constexpr int Items = 192;
  const int count = static_cast<int>(256 / type.bytes);
  for (int first : {0, 50, -count, -100000, 100000}) {
    SCOPED_TRACE(std::string(type.name) + ", " + space.name + (c11 ? ", C11" : "") + ", first " +
                 std::to_string(first));
    std::vector<unsigned char> before(256), after(256), found(used.size() * Items * type.bytes), expected(found.size());
    for (int e = 0; e < count; ++e)
      write(before, type, static_cast<std::size_t>(e), e % 90 + 1);
    after = before;
    for (int i = 0; i < Items; ++i) {
      const int at = i - first;
      const bool isInside = at >= 0 && at < count;
      for (std::size_t n = 0; n < used.size(); ++n) {
        const int old = isInside ? read(after, type, static_cast<std::size_t>(at)) : 0;
        const std::string call = calls[n];
        const int added = call.contains("400") ? 400 : call.contains("450") ? 450 : 460;
        const int next = used[n]->after ? used[n]->after(old) : i + added;
        if (isInside)
          write(after, type, static_cast<std::size_t>(at), next);
        if (uses)
          write(expected, type, n * Items + static_cast<std::size_t>(i),
                isStore(call)         ? 5
                : !isInside           ? 0
                : used[n]->returnsNew ? next
                                      : old);
      }
    }
    Guarded memory(before);
    harness::Launch launch(program, "k");
    launch.arg(memory.part);
    launch.arg(harness::Local{256});
    launch.arg(inOut(found));
    launch.arg(first);
    launch.run(Range::of(Items, Items));
    EXPECT_EQ(memory.read<unsigned char>(), after);
    EXPECT_EQ(found, expected);
  }
}

class RobustAtomics : public testing::TestWithParam<Type> {};

TEST_P(RobustAtomics, LanesOutsideFindZeroAndChangeNothing) {
  const bool isFirstOfItsSize = std::string("short int ulong float").contains(GetParam().name);
  for (const Space &space : spaces)
    for (bool c11 : {false, true})
      if (*space.pointer || isFirstOfItsSize)
        check(GetParam(), space, c11, true);
}

TEST_P(RobustAtomics, WhenNobodyAsksForResults) {
  check(GetParam(), spaces[0], true, false);
  check(GetParam(), spaces[1], false, false);
}

INSTANTIATE_TEST_SUITE_P(Types, RobustAtomics, testing::ValuesIn(types),
                         [](const auto &info) { return std::string(info.param.name); });

// The compiler knows that the place is none, of a pointer and of an index that is read from outside.
TEST(RobustPrograms, AtomicsAtPlacesThatAreKnownToBeNone) {
  const char *operations[] = {"atomic_add(p, 3)",       "atomic_cmpxchg(p, 0, 3)", "atomic_xchg(p, i)",
                              "atomic_min(p, -3)",      "atomic_sub(p, i)",        "atomic_or(p, i)",
                              "atomic_cmpxchg(p, 3, i)"};
  for (const char *operation : operations)
    for (const char *place : {"out + own[-13035] - 5000", "(global int *)0", "(global int *)(ulong)own[1000]"}) {
      harness::Robust robust;
      robust.run(std::string("kernel void k(global int *in, global int *out, local int *l) {"
                             "  int i = (int)get_global_id(0), own[3] = {i, 5, 6}; global int *p = ") +
                 place + "; in[i] = " + operation + " + 9; " + operation + "; }");
      robust.expect([](int) { return 9; }, [](int) { return 0; }, std::string(operation) + " at " + place);
    }
}

// Zero is what a compare-exchange finds outside: it succeeds where zero is expected, and says so where not.
TEST(RobustPrograms, CompareExchangesAndFlagsOutside) {
  for (const Type &kept : {types[2], types[5], types[7], types[8]})
    for (const char *kind : {"strong", "weak"}) {
      const std::string source = std::string("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                                             "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
                                             "typedef ") +
                                 kept.name + " T; typedef atomic_" + kept.name + R"( A;
        kernel void k(global T *memory, global int *seen, int count) {
          int i = (int)get_global_id(0); global A *p = (global A *)memory + i - 40;
          T five = 5, zero = 0, its = i - 40 + 1; int result = 0;
          if (atomic_compare_exchange_)" +
                                 kind + R"((p, &five, (T)6)) result |= 1;
          if (atomic_compare_exchange_)" +
                                 kind + R"(_explicit(p, &zero, (T)6, memory_order_release, memory_order_relaxed))
            result |= 2;
          if (atomic_compare_exchange_)" +
                                 kind + R"((p, &its, (T)700)) result |= 4;
          seen[i * 4] = result; seen[i * 4 + 1] = (int)five; seen[i * 4 + 2] = (int)zero; seen[i * 4 + 3] = (int)its;
        })";
      harness::Program program(source, harness::robustOptions().c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      const int count = static_cast<int>(256 / kept.bytes);
      std::vector<unsigned char> before(256), after(256);
      std::vector<int> seen(128 * 4), expected;
      for (int e = 0; e < count; ++e) {
        write(before, kept, static_cast<std::size_t>(e), e + 1);
        write(after, kept, static_cast<std::size_t>(e), e + 1 == 5 ? 6 : 700);
      }
      for (int i = 0; i < 128; ++i) {
        const int own = i - 39;
        if (const bool isInside = i >= 40 && i < 40 + count; !isInside)
          expected.insert(expected.end(), {own == 0 ? 6 : 2, 0, 0, 0});
        else if (own == 5)
          expected.insert(expected.end(), {1, 5, 6, 6});
        else
          expected.insert(expected.end(), {4, own, own, own});
      }
      Guarded memory(before);
      harness::Launch launch(program, "k");
      launch.arg(memory.part);
      launch.arg(inOut(seen));
      launch.arg(count);
      launch.run(Range::of(128, 32));
      EXPECT_EQ(memory.read<unsigned char>(), after) << kept.name << " " << kind;
      EXPECT_EQ(seen, expected) << kept.name << " " << kind;
    }
  harness::Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); volatile global atomic_flag *f = (volatile global atomic_flag *)in + i - 64;"
        "  int was = atomic_flag_test_and_set(f); atomic_flag_clear(f + 128);"
        "  if (i < 128) atomic_or(out + (i & 63), (i < 64 ? 1 : 2) << was); }",
        192, 64);
  t.expect([](int) { return 1; }, [](int i) { return 1 | 4; });
}

} // namespace
