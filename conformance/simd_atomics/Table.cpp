#include "Table.h"

namespace atomics {

namespace {

const Type integers[] = {{"short", Kind::Signed, 2},  {"ushort", Kind::Unsigned, 2}, {"int", Kind::Signed, 4},
                         {"uint", Kind::Unsigned, 4}, {"long", Kind::Signed, 8},     {"ulong", Kind::Unsigned, 8}};
const Type floats[] = {{"half", Kind::Float, 2}, {"float", Kind::Float, 4}, {"double", Kind::Float, 8}};

struct Named {
  Op op;
  const char *name;
  const char *arguments;
};
const Named integerOps[] = {
    {Op::Add, "add", "p, a"}, {Op::Sub, "sub", "p, a"}, {Op::Inc, "inc", "p"},      {Op::Dec, "dec", "p"},
    {Op::Min, "min", "p, a"}, {Op::Max, "max", "p, a"}, {Op::Xchg, "xchg", "p, a"}, {Op::CmpXchg, "cmpxchg", "p, a, b"},
    {Op::And, "and", "p, a"}, {Op::Or, "or", "p, a"},   {Op::Xor, "xor", "p, a"},
};
const Named halfOps[] = {
    {Op::Add, "add", "p, a"}, {Op::Sub, "sub", "p, a"},   {Op::Min, "min", "p, a"},
    {Op::Max, "max", "p, a"}, {Op::Xchg, "xchg", "p, a"},
};

const char *const own = "cl_lanecl_simd_atomics";

std::string call(const std::string &prefix, const Named &named) {
  return prefix + named.name + "(" + named.arguments + ")";
}

void addIntegers(std::vector<Function> &all) {
  for (const Type &type : integers) {
    for (const Named &named : integerOps) {
      // 64-bit functions have a prefix of their own, and min, max and the logical ones an extension of their own.
      const bool extended = named.op == Op::Min || named.op == Op::Max || named.op == Op::And || named.op == Op::Or ||
                            named.op == Op::Xor;
      const std::string extension = type.bytes == 2   ? own
                                    : type.bytes == 4 ? ""
                                    : extended        ? "cl_khr_int64_extended_atomics"
                                                      : "cl_khr_int64_base_atomics";
      all.push_back({type, named.op, call(type.bytes == 8 ? "atom_" : "atomic_", named), extension,
                     type.bytes == 8 && extended ? "_extended" : "", extension == own});
    }
    all.push_back({type, Op::PreDec, "atomic_predec(p)", own, "_predec", true});
  }
}

void addFloats(std::vector<Function> &all) {
  for (const Type &type : floats) {
    all.push_back({type, Op::FCmpWr, "atomic_fcmpwr(p, a, b)", own, "_fcmpwr", true});
    if (type.bytes == 2)
      for (const Named &named : halfOps)
        all.push_back({type, named.op, call("atomic_", named), own, "", true});
    else // those that C11 spells
      for (const auto &[op, name] : {std::pair{Op::Add, "add"}, {Op::Min, "min"}, {Op::Max, "max"}})
        all.push_back({type, op,
                       std::string("atomic_fetch_") + name + "_explicit((volatile A atomic_" + type.name +
                           " *)p, a, memory_order_relaxed)",
                       "cl_ext_float_atomics", "_fetch", true});
  }
  all.push_back({floats[1], Op::Xchg, "atomic_xchg(p, a)", "", "", false}); // OpenCL C 1.2 has this one
}

} // namespace

std::vector<Function> functions() {
  std::vector<Function> all;
  addIntegers(all);
  addFloats(all);
  return all;
}

} // namespace atomics
