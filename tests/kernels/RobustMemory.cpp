// Robust programs: the compiler's operations on memory (__builtin_memcpy and its like, copies of structures, vectors)
// with any length and any place. They do all or nothing, at once; and what is inside is done as the host does it.
#include "Guarded.h"
using harness::Guarded, harness::Robust;

namespace {

constexpr int64_t Bytes = Guarded::Elements * sizeof(int);
constexpr int64_t Lengths[] = {
    0, 1, 5, 24, Bytes - 9, Bytes, Bytes + 1, 1 << 20, 1 << 30, int64_t(1) << 40, INT64_MAX, INT64_MIN, -1, -12345};
constexpr int64_t Places[] = {0, 8, Bytes - 1, Bytes, -1, -4096, int64_t(1) << 45, INT64_MIN};

bool isInside(int64_t place, int64_t length) {
  return place >= 0 && length >= 0 && place <= Bytes && length <= Bytes - place;
}

std::vector<char> bytesOf(Guarded::ValueOf *valueOf) {
  std::vector<char> bytes(Bytes);
  for (int i = 0; i < static_cast<int>(Guarded::Elements); ++i) {
    const int value = valueOf(i);
    std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

harness::Program programOf(const std::string &operation, const std::string &condition) {
  return harness::Program(
      "kernel void k(global char *in, global char *out, local char *l, long to, long from, long n) {"
      "  int i = get_global_id(0); if (" +
          condition + ") " + operation + "; }",
      harness::robustOptions().c_str());
}

// By one work-item of many, and by a single one.
void checkAll(const std::string &operation, bool isWithin, bool isSet) {
  for (const char *condition : {"i == 5", "n != 99"}) {
    const harness::Program program = programOf(operation, condition);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    for (int64_t length : Lengths)
      for (int64_t to : Places)
        for (int64_t from : Places) {
          if (isSet && from != 0)
            continue;
          Robust t;
          const size_t items = condition[0] == 'i' ? 32 : 1;
          t.launch(program, items, items, 64, to, from, length);
          const auto source = bytesOf(Guarded::number);
          auto expected = bytesOf(isWithin ? Guarded::number : Guarded::nothing);
          if (isInside(to, length) && length) {
            if (isSet)
              std::memset(expected.data() + to, 7, length);
            else if (isInside(from, length))
              std::memcpy(expected.data() + to, source.data() + from, length);
            else
              std::memset(expected.data() + to, 0, length);
          }
          EXPECT_EQ((isWithin ? t.in : t.out).read<char>(), expected)
              << operation << " " << length << " bytes, to " << to << ", from " << from;
          (isWithin ? t.out : t.in).read();
        }
  }
}

TEST(RobustMemory, CopiesOfAnyLength) { checkAll("__builtin_memcpy(out + to, in + from, n)", false, false); }
TEST(RobustMemory, MovesOfAnyLength) { checkAll("__builtin_memmove(out + to, in + from, n)", false, false); }
TEST(RobustMemory, MovesWithinABuffer) { checkAll("__builtin_memmove(in + to, in + from, n)", true, false); }
TEST(RobustMemory, SetsOfAnyLength) { checkAll("__builtin_memset(out + to, 7, n)", false, true); }

// Of lengths that are known when compiling no loop is made, and no constant as long.
TEST(RobustMemory, LongConstantLengths) {
  for (const char *operation :
       {"__builtin_memset(out + n, 1, 1UL << 40)", "__builtin_memset(out + n, (char)n, 1UL << 40)",
        "__builtin_memset(out, 1, 257)", "__builtin_memset(out, (char)n, -1UL)",
        "__builtin_memmove(out, in, 1UL << 40)", "__builtin_memmove(out + n, in, 255)",
        "__builtin_memcpy(out, in, 1UL << 40)", "__builtin_bzero(out, 1L << 33)",
        "__builtin_memset(l + n, 1, 1UL << 32)", "__builtin_memmove(l, in + n, 1UL << 32)"}) {
    const harness::Program program = programOf(operation, "i >= 0");
    ASSERT_EQ(program.status, CL_SUCCESS) << operation << program.log;
    Robust t;
    t.launch(program, 64, 32, 64, int64_t{2}, int64_t{0}, int64_t{2});
    t.expect(Guarded::number, Guarded::nothing, operation);
  }
}

// Structures and vectors through pointers made of numbers, also in private memory.
TEST(RobustMemory, WildStructuresAndVectors) {
  for (const char *operation :
       {"*(global struct S *)(to + i * 4096) = *(global struct S *)(from)", "*(global struct S *)to = own",
        "own = *(global struct S *)(from + i); out[0] = own.a[99] & 0",
        "((struct S *)&own)[from >> 20] = *(struct S *)(in + to)", "vstore16((char16)(i), to, out)",
        "vstore4(vload4(from, (global float *)in), to, (global float *)out)", "out[0] &= vload16(from, in).s3",
        "vstore_half8((float8)(i), to, (global half *)out)", "vstore3((int3)(i), from, (local int *)l)",
        "__builtin_memcpy(&own, in + to, n)", "__builtin_memmove((char *)&own + n, &own, -n)",
        "__builtin_memset(&own, i, n)"}) {
    Robust t;
    for (int64_t length : {int64_t(-1), int64_t(1) << 20, INT64_MAX, INT64_MIN})
      t.run("struct S { int a[100]; };"
            "kernel void k(global char *in, global char *out, local char *l, long to, long from, long n) {"
            "  int i = get_global_id(0); struct S own; own.a[i] = i; " +
                std::string(operation) + "; if (own.a[i] == 1 << 30) out[i] = own.a[i]; }",
            64, 32, 64, (int64_t(1) << 40) + 12345, -(int64_t(1) << 41), length);
    t.expect(Guarded::number, Guarded::nothing, operation);
  }
}

} // namespace
