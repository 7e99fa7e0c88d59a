// Orders, scopes and memory of atomic operations, fences and barriers in the emitted SPIR-V: every combination that
// OpenCL C 3.0, 6.15.12 allows. The numbers are SPIR-V's (3.31 Scope, 3.32 Memory Semantics), written down here anew.
#include "Support.h"
#include <algorithm>

namespace lanecl::test {
namespace {

struct Named {
  const char *name;
  uint64_t number;
};
constexpr Named orders[] = {{"memory_order_relaxed", 0},
                            {"memory_order_acquire", 0x2},
                            {"memory_order_release", 0x4},
                            {"memory_order_acq_rel", 0x8},
                            {"memory_order_seq_cst", 0x10}};
constexpr Named scopes[] = {{"memory_scope_work_item", 4},       {"memory_scope_sub_group", 3},
                            {"memory_scope_work_group", 2},      {"memory_scope_device", 1},
                            {"memory_scope_all_svm_devices", 0}, {"memory_scope_all_devices", 0}};
constexpr Named flags[] = {
    {"CLK_LOCAL_MEM_FENCE", 0x100}, {"CLK_GLOBAL_MEM_FENCE", 0x200}, {"CLK_IMAGE_MEM_FENCE", 0x800}};
constexpr Named spaces[] = {{"global", 0x200}, {"local", 0x100}, {"", 0x300}};

/// Of an operation on memory of `storage`: relaxed ones have no bits at all.
uint64_t semanticsOf(uint64_t order, uint64_t storage) { return order ? order | storage : 0; }

struct Flags {
  std::string text;
  uint64_t storage;
};
std::vector<Flags> allFlags() {
  std::vector<Flags> all;
  for (unsigned mask = 1; mask < 8; ++mask) {
    Flags one{"", 0};
    for (unsigned bit = 0; bit < 3; ++bit)
      if (mask >> bit & 1) {
        one.text += (one.text.empty() ? "" : " | ") + std::string(flags[bit].name);
        one.storage |= flags[bit].number;
      }
    all.push_back(one);
  }
  return all;
}

/// Statements, each in a function of its own of one module.
class Statements {
public:
  explicit Statements(std::string parameters, std::string preamble = "") : parameters_(std::move(parameters)) {
    source_ = std::move(preamble);
  }
  void add(const std::string &statement) {
    source_ += "void f" + std::to_string(texts_.size()) + "(" + parameters_ + ") { " + statement + "; }\n";
    texts_.push_back(statement);
  }
  void compileAll(const char *options = "-cl-std=CL3.0") {
    module_ = compile(source_, options);
    EXPECT_EQ(module_.status, compiler::Status::Ok) << module_.log;
  }
  /// Instructions of statement i that begin so.
  std::vector<Line> found(std::size_t i, std::string_view opcode) const {
    std::vector<Line> lines;
    if (auto body = module_.functions.find("f" + std::to_string(i)); body != module_.functions.end())
      std::ranges::copy_if(body->second, std::back_inserter(lines),
                           [&](const Line &line) { return line.opcode.starts_with(opcode); });
    return lines;
  }
  /// There is one, with these constants as its operands from `first` on.
  void expect(std::size_t i, std::string_view opcode, std::size_t first, const std::vector<uint64_t> &numbers) const {
    const auto lines = found(i, opcode);
    ASSERT_EQ(lines.size(), 1U) << texts_[i];
    for (std::size_t n = 0; n < numbers.size(); ++n)
      EXPECT_EQ(module_.number(lines[0].operands.at(first + n)), numbers[n]) << texts_[i] << ": operand " << first + n;
  }
  const std::string &text(std::size_t i) const { return texts_[i]; }
  std::size_t size() const { return texts_.size(); }
  const Module &module() const { return module_; }

private:
  std::string parameters_, source_;
  std::vector<std::string> texts_;
  Module module_;
};

// 6.15.12.3.1: "CLK_IMAGE_MEM_FENCE must be used together with..." no order but acquire, release or both on memory; a
// relaxed fence orders nothing.
TEST(Orders, OfFences) {
  Statements all("");
  std::vector<std::vector<uint64_t>> expected;
  for (const Flags &flag : allFlags())
    for (const Named &order : orders)
      for (const Named &scope : scopes) {
        all.add("atomic_work_item_fence(" + flag.text + ", " + order.name + ", " + scope.name + ")");
        expected.push_back(order.number ? std::vector<uint64_t>{scope.number, order.number | flag.storage}
                                        : std::vector<uint64_t>());
      }
  all.compileAll();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (expected[i].empty())
      EXPECT_TRUE(all.found(i, "OpMemoryBarrier").empty()) << all.text(i);
    else
      all.expect(i, "OpMemoryBarrier", 0, expected[i]);
}

// OpenCL C 1.2, 6.12.9.
TEST(Orders, OfFencesOfOldPrograms) {
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    Statements all("");
    std::vector<uint64_t> expected;
    for (const Flags &flag : allFlags()) {
      if (flag.storage & 0x800) // new in OpenCL C 2.0
        continue;
      for (auto [name, order] : {Named{"mem_fence", 0x8}, {"read_mem_fence", 0x2}, {"write_mem_fence", 0x4}}) {
        all.add(std::string(name) + "(" + flag.text + ")");
        expected.push_back(order | flag.storage);
      }
    }
    all.compileAll(options);
    for (std::size_t i = 0; i < all.size(); ++i)
      all.expect(i, "OpMemoryBarrier", 0, {2, expected[i]});
  }
}

// 6.15.8: all are sequentially consistent; without a scope it is the group's own. No flags, no order.
TEST(Orders, OfBarriers) {
  Statements all("");
  std::vector<std::vector<uint64_t>> expected;
  auto of = allFlags();
  of.push_back({"0", 0});
  for (const Flags &flag : of) {
    const uint64_t semantics = semanticsOf(flag.storage ? 0x10 : 0, flag.storage);
    for (auto [name, group] : {Named{"work_group_barrier", 2}, {"sub_group_barrier", 3}}) {
      all.add(std::string(name) + "(" + flag.text + ")");
      expected.push_back({group, group, semantics});
      for (const Named &scope : scopes) {
        all.add(std::string(name) + "(" + flag.text + ", " + scope.name + ")");
        expected.push_back({group, scope.number, semantics});
      }
    }
    all.add("barrier(" + flag.text + ")");
    expected.push_back({2, 2, semantics});
  }
  all.compileAll();
  for (std::size_t i = 0; i < all.size(); ++i)
    all.expect(i, "OpControlBarrier", 0, expected[i]);
}

/// Read-modify-write operations, loads and stores; which orders each may have.
struct Function {
  const char *begin, *end, *opcode;
  std::size_t scopeAt; ///< among the instruction's operands
  bool loads, stores;
};
constexpr Function functions[] = {
    {"atomic_fetch_add", "(p, (V)1", "OpAtomicIAdd", 2, true, true},
    {"atomic_fetch_sub", "(p, (V)1", "OpAtomicISub", 2, true, true},
    {"atomic_fetch_and", "(p, (V)1", "OpAtomicAnd", 2, true, true},
    {"atomic_fetch_or", "(p, (V)1", "OpAtomicOr", 2, true, true},
    {"atomic_fetch_xor", "(p, (V)1", "OpAtomicXor", 2, true, true},
    {"atomic_fetch_min", "(p, (V)1", "OpAtomic?Min", 2, true, true},
    {"atomic_fetch_max", "(p, (V)1", "OpAtomic?Max", 2, true, true},
    {"atomic_exchange", "(p, (V)1", "OpAtomicExchange", 2, true, true},
    {"*o = atomic_load", "(p", "OpAtomicLoad", 2, true, false},
    {"atomic_store", "(p, (V)1", "OpAtomicStore", 1, false, true},
};

bool mayHave(const Function &function, const Named &order) {
  // 6.15.12.7: a load does not release, a store does not acquire.
  return !(order.number == 0x8 || (order.number == 0x2 && !function.loads) ||
           (order.number == 0x4 && !function.stores)) ||
         (function.loads && function.stores);
}

struct AtomicType {
  const char *name, *value;
  bool isSigned;
};
constexpr AtomicType atomicTypes[] = {{"atomic_int", "int", true},
                                      {"atomic_uint", "uint", false},
                                      {"atomic_long", "long", true},
                                      {"atomic_ulong", "ulong", false},
                                      {"atomic_size_t", "size_t", false},
                                      {"atomic_intptr_t", "intptr_t", true},
                                      {"atomic_uintptr_t", "uintptr_t", false},
                                      {"atomic_ptrdiff_t", "ptrdiff_t", true}};

void checkFunctions(const AtomicType &type, const Named &space) {
  Statements all(std::string("volatile ") + space.name + " " + type.name + " *p, global " + type.value + " *o",
                 std::string("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n") +
                     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\ntypedef " +
                     std::string(type.value) + " V;\n");
  struct Expected {
    std::string opcode;
    std::size_t at;
    std::vector<uint64_t> numbers;
  };
  std::vector<Expected> expected;
  auto add = [&](const Function &function, const std::string &call, uint64_t scope, uint64_t order) {
    all.add(call);
    std::string opcode = function.opcode;
    if (auto at = opcode.find('?'); at != std::string::npos)
      opcode[at] = type.isSigned ? 'S' : 'U';
    expected.push_back({opcode, function.scopeAt, {scope, semanticsOf(order, space.number)}});
  };
  for (const Function &function : functions) {
    const std::string begin = function.begin, end = function.end;
    add(function, begin + end + ")", 1, 0x10);
    for (const Named &order : orders) {
      if (!mayHave(function, order))
        continue;
      const std::string call = begin + "_explicit" + end + ", " + order.name;
      add(function, call + ")", 1, order.number);
      for (const Named &scope : scopes)
        add(function, call + ", " + scope.name + ")", scope.number, order.number);
    }
  }
  all.compileAll();
  for (std::size_t i = 0; i < all.size(); ++i)
    all.expect(i, expected[i].opcode, expected[i].at, expected[i].numbers);
}

TEST(Orders, OfEveryOperationTypeAndMemory) {
  for (const AtomicType &type : atomicTypes)
    for (const Named &space : spaces)
      checkFunctions(type, space);
}

// SPIR-V 3.42.18, OpAtomicCompareExchange: scope, semantics if equal, if unequal, the value, the comparator. Weak ones
// are strong ones that never fail without reason.
TEST(Orders, OfCompareExchangesThatSucceedAndFail) {
  for (const Named &space : spaces) {
    Statements all(std::string("volatile ") + space.name + " atomic_int *p, private int *e, int v");
    std::vector<std::vector<uint64_t>> expected;
    for (std::string kind : {"strong", "weak"}) {
      const std::string name = "atomic_compare_exchange_" + kind;
      all.add(name + "(p, e, v)");
      expected.push_back({1, semanticsOf(0x10, space.number), semanticsOf(0x10, space.number)});
      for (const Named &success : orders)
        for (const Named &failure : orders) {
          // 6.15.12.7.4: failure is neither release nor acq_rel, and no stronger than success.
          const bool isStronger = failure.number == 0x10
                                      ? success.number != 0x10
                                      : failure.number == 0x2 && (success.number & ~uint64_t(4)) == 0;
          if (failure.number == 0x4 || failure.number == 0x8 || isStronger)
            continue;
          const std::string call = name + "_explicit(p, e, v, " + success.name + ", " + failure.name;
          const uint64_t equal = semanticsOf(success.number, space.number),
                         unequal = semanticsOf(failure.number, space.number);
          all.add(call + ")");
          expected.push_back({1, equal, unequal});
          for (const Named &scope : scopes) {
            all.add(call + ", " + scope.name + ")");
            expected.push_back({scope.number, equal, unequal});
          }
        }
    }
    all.compileAll();
    for (std::size_t i = 0; i < all.size(); ++i) {
      all.expect(i, "OpAtomicCompareExchange", 2, expected[i]);
      const auto exchange = all.found(i, "OpAtomicCompareExchange");
      ASSERT_EQ(exchange.size(), 1U);
      EXPECT_EQ(exchange[0].opcode, "OpAtomicCompareExchange") << all.text(i);
      const auto loads = all.found(i, "OpLoad");
      ASSERT_EQ(loads.size(), 1U) << all.text(i);
      EXPECT_EQ(exchange[0].operands.at(6), loads[0].result) << all.text(i);
      EXPECT_NE(exchange[0].operands.at(5), loads[0].result) << all.text(i);
    }
  }
}

// 6.15.12.7.5: flags are set by exchanges and cleared by stores.
TEST(Orders, OfFlags) {
  for (const Named &space : spaces) {
    Statements all(std::string("volatile ") + space.name + " atomic_flag *p, global int *o");
    std::vector<std::pair<const char *, std::vector<uint64_t>>> expected;
    auto add = [&](bool clears, const std::string &arguments, uint64_t scope, uint64_t order) {
      const std::string suffix = arguments.empty() ? "" : "_explicit";
      all.add(clears ? "atomic_flag_clear" + suffix + "(p" + arguments + ")"
                     : "*o = atomic_flag_test_and_set" + suffix + "(p" + arguments + ")");
      expected.push_back({clears ? "OpAtomicStore" : "OpAtomicExchange", {scope, semanticsOf(order, space.number)}});
    };
    for (bool clears : {false, true}) {
      add(clears, "", 1, 0x10);
      for (const Named &order : orders) {
        if (clears && (order.number == 0x2 || order.number == 0x8))
          continue;
        add(clears, std::string(", ") + order.name, 1, order.number);
        for (const Named &scope : scopes)
          add(clears, std::string(", ") + order.name + ", " + scope.name, scope.number, order.number);
      }
    }
    all.compileAll();
    for (std::size_t i = 0; i < all.size(); ++i)
      all.expect(i, expected[i].first, expected[i].first == std::string("OpAtomicStore") ? 1 : 2, expected[i].second);
  }
}

// cl_khr_global_int32_base_atomics and its three sisters: names of OpenCL C 1.0 for what 1.1 calls atomic_*.
TEST(Orders, OfOldNames) {
  struct Old {
    const char *call;
    const char *onInt, *onUint;
  };
  constexpr Old olds[] = {{"atom_add(p, 1)", "OpAtomicIAdd", "OpAtomicIAdd"},
                          {"atom_sub(p, 1)", "OpAtomicISub", "OpAtomicISub"},
                          {"atom_xchg(p, 1)", "OpAtomicExchange", "OpAtomicExchange"},
                          {"atom_inc(p)", "OpAtomicIAdd", "OpAtomicIAdd"},
                          {"atom_dec(p)", "OpAtomicISub", "OpAtomicISub"},
                          {"atom_cmpxchg(p, 1, 2)", "OpAtomicCompareExchange", "OpAtomicCompareExchange"},
                          {"atom_min(p, 1)", "OpAtomicSMin", "OpAtomicUMin"},
                          {"atom_max(p, 1)", "OpAtomicSMax", "OpAtomicUMax"},
                          {"atom_and(p, 1)", "OpAtomicAnd", "OpAtomicAnd"},
                          {"atom_or(p, 1)", "OpAtomicOr", "OpAtomicOr"},
                          {"atom_xor(p, 1)", "OpAtomicXor", "OpAtomicXor"}};
  for (const char *options : {"-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL3.0"})
    for (const char *type : {"int", "uint", "long", "ulong"})
      for (const char *space : {"global", "local"}) {
        std::string pragmas;
        for (const char *memory : {"global_int32", "local_int32", "int64"})
          for (const char *part : {"base", "extended"})
            pragmas += std::string("#pragma OPENCL EXTENSION cl_khr_") + memory + "_" + part + "_atomics : enable\n";
        Statements all(std::string("volatile ") + space + " " + type + " *p", pragmas);
        for (const Old &old : olds)
          all.add(old.call);
        all.compileAll(options);
        for (std::size_t i = 0; i < all.size(); ++i)
          all.expect(i, type[0] == 'u' ? olds[i].onUint : olds[i].onInt, 2,
                     {space == std::string("local") ? 2U : 1U, 0});
      }
}

} // namespace
} // namespace lanecl::test
