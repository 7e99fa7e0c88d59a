// The operations of sub-groups: OpenCL C 3.0, 6.15.19 and cl_khr_subgroups, cl_khr_subgroup_extended_types,
// _non_uniform_vote, _non_uniform_arithmetic, _shuffle, _shuffle_relative, _clustered_reduce, _rotate,
// cl_intel_subgroups with _char, _short, _long; every one in every type and size.
#include "SubGroups.h"
using namespace subgroups;

namespace {

template <typename T> using Operations = std::vector<Operation<T>>;
template <typename T> using Step = std::function<T(T, T)>;

template <typename T> struct Kind {
  std::string name;
  T neutral;
  Step<T> step;
  bool inPowers = false; ///< of p, whose products do not overflow; else of x
};

template <typename T> std::vector<Kind<T>> kinds() {
  constexpr bool isFloat = !std::is_integral_v<T>;
  const T least = smallest<T>(), most = largest<T>();
  std::vector<Kind<T>> all = {
      {"add", T(0), [](T a, T b) { return static_cast<T>(a + b); }},
      {"min", most, [](T a, T b) { return std::min(a, b); }},
      {"max", least, [](T a, T b) { return std::max(a, b); }},
      {"mul", T(1), [](T a, T b) { return static_cast<T>(a * b); }, true},
  };
  if constexpr (!isFloat) {
    all.push_back({"and", static_cast<T>(~T(0)), [](T a, T b) { return static_cast<T>(a & b); }, true});
    all.push_back({"or", T(0), [](T a, T b) { return static_cast<T>(a | b); }, true});
    all.push_back({"xor", T(0), [](T a, T b) { return static_cast<T>(a ^ b); }, true});
  }
  return all;
}

template <typename T> T foldOf(const Lanes<T> &s, const Kind<T> &kind, unsigned begin, unsigned end) {
  using Lane = Lanes<T>::Lane;
  return s.fold(begin, end, kind.neutral, kind.inPowers ? &Lane::p : &Lane::x, kind.step);
}

template <typename T> void addArithmetic(Operations<T> &all, const std::string &prefix, const Kind<T> &kind) {
  const std::string call = kind.name + (kind.inPowers ? "(p)" : "(x)");
  all.push_back({prefix + "reduce_" + call, [kind](auto &s, unsigned) { return foldOf(s, kind, 0, s.size); }});
  all.push_back(
      {prefix + "scan_inclusive_" + call, [kind](auto &s, unsigned lane) { return foldOf(s, kind, 0, lane + 1); }});
  all.push_back(
      {prefix + "scan_exclusive_" + call, [kind](auto &s, unsigned lane) { return foldOf(s, kind, 0, lane); }});
}

template <typename T> void addClusters(Operations<T> &all, const Kind<T> &kind, unsigned size) {
  for (unsigned cluster = 1; cluster <= size; cluster *= 2)
    all.push_back(
        {"sub_group_clustered_reduce_" + kind.name + (kind.inPowers ? "(p, " : "(x, ") + std::to_string(cluster) + ")",
         [kind, cluster](auto &s, unsigned lane) {
           return foldOf(s, kind, lane / cluster * cluster, lane / cluster * cluster + cluster);
         }});
}

template <typename T> Operations<T> arithmetic(unsigned size, const std::string &type) {
  Operations<T> all;
  for (const Kind<T> &kind : kinds<T>()) {
    const bool isCore = kind.name == "add" || kind.name == "min" || kind.name == "max";
    if (isCore)
      addArithmetic(all, "sub_group_", kind);
    if (isCore && std::is_integral_v<T> && sizeof(T) < 4)
      addArithmetic(all, "intel_sub_group_", kind);
    addArithmetic(all, "sub_group_non_uniform_", kind);
    addClusters(all, kind, size);
  }
  if (type != "int")
    return all;
  const std::tuple<const char *, bool, bool (*)(bool, bool)> logical[] = {
      {"and", true, [](bool a, bool b) { return a && b; }},
      {"or", false, [](bool a, bool b) { return a || b; }},
      {"xor", false, [](bool a, bool b) { return a != b; }}};
  for (auto &[name, neutral, step] : logical) {
    auto fold = [neutral = neutral, step = step](const Lanes<T> &s, unsigned begin, unsigned end) {
      bool result = neutral;
      for (unsigned lane = begin; lane < std::min(end, s.size); ++lane)
        if (s.lanes[lane].active)
          result = step(result, s.lanes[lane].x > 0);
      return T(result);
    };
    const std::string call = std::string("_logical_") + name + "(x > 0 ? 16 : 0";
    auto isSet = [](const std::string &code) { return "(" + code + ") != 0"; };
    all.push_back(
        {isSet("sub_group_non_uniform_reduce" + call + ")"), [fold](auto &s, unsigned) { return fold(s, 0, s.size); }});
    all.push_back({isSet("sub_group_non_uniform_scan_inclusive" + call + ")"),
                   [fold](auto &s, unsigned lane) { return fold(s, 0, lane + 1); }});
    all.push_back({isSet("sub_group_non_uniform_scan_exclusive" + call + ")"),
                   [fold](auto &s, unsigned lane) { return fold(s, 0, lane); }});
    all.push_back({isSet("sub_group_clustered_reduce" + call + ", 4)"),
                   [fold](auto &s, unsigned lane) { return fold(s, lane / 4 * 4, lane / 4 * 4 + 4); }});
  }
  return all;
}

/// Where a lane's value comes from; beyond the sub-group: undefined.
template <typename T> using Source = std::function<unsigned(const Lanes<T> &, unsigned lane)>;

template <typename T> Operation<T> moved(const std::string &code, const Source<T> &source, unsigned components = 1) {
  return {code, [source](const Lanes<T> &s, unsigned lane) { return s.at(source(s, lane)); }, components};
}

/// cl_intel_subgroups: two values side by side, read at a distance.
template <typename T> Operation<T> movedOfTwo(const std::string &code, bool up, unsigned components) {
  return {code,
          [up](const Lanes<T> &s, unsigned lane) -> std::optional<T> {
            const unsigned at = up ? lane + s.size - s.c : lane + s.c;
            const unsigned from = at % s.size;
            if (!s.lanes[from].active)
              return std::nullopt;
            // The first argument comes first: for up the previous values (y), for down the current ones (x).
            return (at < s.size) != up ? s.lanes[from].x : s.lanes[from].y;
          },
          components};
}

template <typename T> Operations<T> moves(unsigned size) {
  Operations<T> all;
  auto add = [&](const std::string &code, const Source<T> &source) { all.push_back(moved<T>(code, source)); };
  auto one = [](auto &, unsigned) { return 1u; };
  add("sub_group_broadcast(x, c)", [](auto &s, unsigned) { return s.c; });
  add("sub_group_non_uniform_broadcast(x, 1)", one);
  add("sub_group_broadcast_first(x)", [](auto &s, unsigned) { return s.first(); });
  add("sub_group_shuffle(x, index)", [](auto &s, unsigned lane) { return s.lanes[lane].index; });
  add("sub_group_shuffle(x, c)", [](auto &s, unsigned) { return s.c; });
  add("sub_group_shuffle_xor(x, c)", [](auto &s, unsigned lane) { return lane ^ s.c; });
  add("sub_group_shuffle_up(x, c)", [](auto &s, unsigned lane) { return lane - s.c; });
  add("sub_group_shuffle_down(x, c)", [](auto &s, unsigned lane) { return lane + s.c; });
  add("sub_group_shuffle_up(x, 2)", [](auto &, unsigned lane) { return lane - 2; });
  add("sub_group_shuffle_down(x, 3)", [](auto &, unsigned lane) { return lane + 3; });
  add("sub_group_rotate(x, (int)c)", [](auto &s, unsigned lane) { return (lane + s.c) % s.size; });
  add("sub_group_rotate(x, -(int)c)", [](auto &s, unsigned lane) { return (lane - s.c) % s.size; });
  for (unsigned mask = 1; mask < size; mask *= 2)
    add("sub_group_shuffle_xor(x, " + std::to_string(mask) + ")",
        [mask](auto &, unsigned lane) { return lane ^ mask; });
  for (unsigned cluster = 1; cluster <= size; cluster *= 4)
    add("sub_group_clustered_rotate(x, (int)c, " + std::to_string(cluster) + ")",
        [cluster](auto &s, unsigned lane) { return lane / cluster * cluster + (lane + s.c) % cluster; });
  all.push_back({"sub_group_non_uniform_all_equal(x) != 0", [](auto &s, unsigned) {
                   bool same = true;
                   for (auto &lane : s.lanes)
                     same &= !lane.active || lane.x == s.lanes[s.first()].x;
                   return T(same);
                 }});
  all.push_back({"sub_group_non_uniform_all_equal((T)5) != 0", [](auto &, unsigned) { return T(1); }});
  return all;
}

/// 0, 1, 2, ... added to the components, so that they differ.
std::string vectorOf(const char *scalar, unsigned components) {
  std::string text = "(VEC(" + std::to_string(components) + "))(";
  for (unsigned i = 0; i < components; ++i)
    text += std::string(i ? ", " : "") + scalar + " + (T)" + std::to_string(i);
  return text + ")";
}

template <typename T> Operations<T> vectors(const std::string &type, unsigned size) {
  Operations<T> all;
  // A vector is as many scalars, whatever the size: each number of components with some sizes is enough.
  const bool even = size % 3 == 2;
  const std::array<unsigned, 3> counts = even ? std::array<unsigned, 3>{1, 4, 16} : std::array<unsigned, 3>{2, 3, 8};
  // cl_intel_subgroups knows vectors of 4 bytes; _char and _short add theirs.
  const bool inIntel = type != "long" && type != "ulong" && type != "double" && type != "half";
  for (unsigned components : counts) {
    const std::string x = components == 1 ? "x" : vectorOf("x", components);
    const std::string y = components == 1 ? "y" : vectorOf("y", components);
    auto add = [&](const std::string &code, const Source<T> &source) {
      all.push_back(moved(code, source, components));
    };
    add("sub_group_broadcast(" + x + ", c)", [](auto &s, unsigned) { return s.c; });
    add("sub_group_non_uniform_broadcast(" + x + ", 0)", [](auto &, unsigned) { return 0u; });
    if (components > 1 && !inIntel)
      continue;
    add("intel_sub_group_shuffle(" + x + ", index)", [](auto &s, unsigned lane) { return s.lanes[lane].index; });
    add("intel_sub_group_shuffle_xor(" + x + ", c)", [](auto &s, unsigned lane) { return lane ^ s.c; });
    add("intel_sub_group_shuffle_xor(" + x + ", 2)", [](auto &, unsigned lane) { return lane ^ 2; });
    all.push_back(movedOfTwo<T>("intel_sub_group_shuffle_up(" + y + ", " + x + ", c)", true, components));
    all.push_back(movedOfTwo<T>("intel_sub_group_shuffle_down(" + x + ", " + y + ", c)", false, components));
  }
  return all;
}

template <typename T> void check(const char *type, const Operations<T> &operations, unsigned size) {
  harness::Program program(kernelOf(operations, type, size));
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  checkResults(program, operations, size);
}

struct Case {
  const char *type;
  void (*run)(const char *type, unsigned size);
};

template <typename T> void all(const char *type, unsigned size) {
  const unsigned lanes = size ? size : 4; // clusters and masks that any size has room for
  const bool isNarrow = std::getenv("LANECL_WIDTH") && std::string(std::getenv("LANECL_WIDTH")) == "1";
  check<T>(type, arithmetic<T>(isNarrow ? 1 : lanes, isNarrow ? "" : type), size);
  check<T>(type, moves<T>(isNarrow ? 1 : lanes), size);
  check<T>(type, vectors<T>(type, lanes), size);
}

const Case cases[] = {
    {"char", all<cl_char>},  {"uchar", all<cl_uchar>}, {"short", all<cl_short>}, {"ushort", all<cl_ushort>},
    {"int", all<cl_int>},    {"uint", all<cl_uint>},   {"long", all<cl_long>},   {"ulong", all<cl_ulong>},
    {"half", all<_Float16>}, {"float", all<float>},    {"double", all<double>},
};

class SubGroups : public testing::TestWithParam<Case> {};

TEST_P(SubGroups, EveryOperationAndSize) {
  for (unsigned size : sizesToTest())
    GetParam().run(GetParam().type, size);
}

INSTANTIATE_TEST_SUITE_P(Types, SubGroups, testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.type); });

} // namespace
