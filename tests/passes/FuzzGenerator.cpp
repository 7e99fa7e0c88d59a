#include "tests/passes/FuzzGenerator.h"
#include <array>
#include <cmath>
#include <cstring>
#include <random>

namespace lanecl::test {
namespace {

struct Type {
  const char *name;
  bool isFloat, isSigned;
  unsigned bits;
};
constexpr Type Types[] = {{"int", false, true, 32},   {"uint", false, false, 32},  {"char", false, true, 8},
                          {"uchar", false, false, 8}, {"short", false, true, 16},  {"ushort", false, false, 16},
                          {"long", false, true, 64},  {"ulong", false, false, 64}, {"float", true, true, 32},
                          {"double", true, true, 64}, {"half", true, true, 16}};

struct Variable {
  std::string name;
  const Type *type;
};

class Generator {
public:
  Generator(uint64_t seed, unsigned number, bool barriers)
      : random_(seed * 7919 + number), number_(std::to_string(number)), barriers_(barriers) {}
  std::string kernel();

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename... Texts> std::string oneOf(const Texts &...texts) {
    std::array<std::string, sizeof...(texts)> all{std::string(texts)...};
    return all[below(sizeof...(texts))];
  }
  const Type &anyType() { return Types[below(std::size(Types))]; }
  std::string fresh(const char *prefix) { return prefix + std::to_string(names_++); }
  std::string indent() const { return std::string(2 * level_, ' '); }

  std::string index();
  std::string literal(const Type &type);
  std::string leaf(const Type &type);
  std::string expression(const Type &type, unsigned depth);
  std::string condition();
  std::string block(unsigned depth);
  std::string statement(unsigned depth);
  std::string simple();
  std::string conditional(unsigned depth);
  std::string loop(unsigned depth);
  std::string choice(unsigned depth);
  std::string jumps(unsigned depth);
  std::string helper();
  std::string exchange();

  std::mt19937_64 random_;
  std::string number_, helpers_;
  bool barriers_;
  std::vector<Variable> variables_;
  unsigned names_ = 0, level_ = 1, loops_ = 0, helperCount_ = 0, size_ = 0;
};

std::string Generator::literal(const Type &type) {
  if (type.isFloat)
    return oneOf("0.5f", "1.0f", "-2.0f", "3.25f", "0.0f");
  return std::to_string(below(chance(80) ? 20 : 120));
}

/// An index into a buffer of FuzzElements, by all the patterns that kernels use.
std::string Generator::index() {
  std::string c = std::to_string(below(8)), mask = std::to_string(FuzzElements - 1);
  std::string any = expression(Types[0], 1);
  switch (below(12)) {
  case 0:
    return "gid + " + c;
  case 1:
    return "(gid + " + c + ") & " + mask;
  case 2:
    return std::to_string(1 + below(4)) + " * gid + " + c;
  case 3:
    return "clamp(gid - " + c + ", 0, n - 1)";
  case 4:
    return std::to_string(FuzzElements - 1) + " - gid";
  case 5:
    return "(uint)(" + any + ") & " + mask + "u";
  case 6:
    return c;
  case 7:
    return "(n + " + c + ") & " + mask;
  case 8:
    return "gid ^ " + c;
  case 9:
    return "((uint)gid - " + c + "u) & " + mask + "u";
  case 10:
    return "(gid + " + c + ") % (m + 20)";
  default:
    return "get_global_id(0) + " + c;
  }
}

std::string Generator::leaf(const Type &type) {
  std::string cast = std::string("(") + type.name + ")";
  switch (below(8)) {
  case 0:
    return literal(type);
  case 1:
    return cast + "gid";
  case 2:
    return cast + oneOf("n", "m", "(int)get_local_id(0)", "(int)get_group_id(0)", "(int)get_global_size(0)");
  case 3:
    if (level_ < 6)
      return cast + (type.isFloat ? "fin[" : oneOf("in[", "sh[", "ch[", "lo[")) + index() + "]";
    [[fallthrough]];
  default:
    if (variables_.empty())
      return cast + "gid";
    auto &variable = variables_[below(static_cast<unsigned>(variables_.size()))];
    // Values beyond the range of an integer type must not be converted to it.
    if (variable.type->isFloat && !type.isFloat)
      return "(" + std::string(type.name) + ")clampf((float)" + variable.name + ")";
    return cast + variable.name;
  }
}

std::string Generator::condition() {
  const Type &type = anyType();
  std::string compare = expression(type, 1) + oneOf(" < ", " > ", " == ", " != ", " <= ") + expression(type, 1);
  switch (below(8)) {
  case 0:
    return oneOf("n", "m") + oneOf(" > ", " < ", " != ") + std::to_string(below(60));
  case 1:
    return "(" + expression(Types[1], 1) + " & " + std::to_string(1 + below(7)) + "u) " + oneOf("== 0u", "> 1u");
  case 2:
    return "gid < n";
  case 3:
    return compare + oneOf(" && ", " || ") + "gid " + oneOf("< ", "> ") + std::to_string(below(FuzzItems));
  default:
    return compare;
  }
}

std::string Generator::expression(const Type &type, unsigned depth) {
  if (depth == 0 || chance(25))
    return leaf(type);
  auto sub = [&] { return expression(type, depth - 1); };
  std::string cast = std::string("(") + type.name + ")";
  if (chance(8))
    return "(" + condition() + " ? " + sub() + " : " + sub() + ")";
  if (type.isFloat)
    return chance(80) ? "(" + sub() + oneOf(" + ", " - ", " * ") + sub() + ")"
                      : "(" + sub() + " / (" + "1.0f + fabs((float)" + sub() + ")))";
  // Signed sums may not overflow: they are done unsigned.
  std::string wide = type.bits == 64 ? "(ulong)" : "(uint)";
  switch (below(8)) {
  case 0:
    return cast + "(" + sub() + oneOf(" & ", " | ", " ^ ") + sub() + ")";
  case 1:
    return cast + "(" + sub() + " / (" + cast + "((" + sub() + " & 15) + 1)))";
  case 2:
    return cast + "(" + sub() + " % (" + cast + "((" + sub() + " & 15) + 1)))";
  case 3:
    return cast + "(" + wide + sub() + oneOf(" << ", " >> ") + std::to_string(below(7)) + ")";
  case 4:
    return cast + oneOf("max", "min") + "((int)" + sub() + ", (int)" + sub() + ")";
  default:
    return cast + "(" + wide + sub() + oneOf(" + ", " - ", " * ") + wide + sub() + ")";
  }
}

std::string Generator::simple() {
  switch (below(18)) {
  case 14: // whole vectors of memory
    return chance(50) ? "f += ((global const float4*)fin)[(" + index() + ") & 127];"
                      : "((global int4*)out)[gid] = q + (int4)(" + leaf(Types[0]) + ");";
  case 15:
    return "w = w * (short)(" + leaf(Types[4]) + ") + convert_w(q); v0 ^= w.s" + std::to_string(below(8)) + ";";
  case 16: { // a structure of the work-item's own, and an array of halves
    std::string place = "ps[(uint)" + leaf(Types[0]) + " % 3u]";
    return chance(50) ? place + ".b = (char)" + leaf(Types[2]) + "; v0 += " + place + ".b;"
                      : place + ".c += " + leaf(Types[8]) + "; " + place + ".a ^= gid;";
  }
  case 17: // which memory differs from lane to lane
    return "{ global const int *p = " + condition() + " ? in : in + 7; v0 ^= p[(uint)" + leaf(Types[0]) + " & 255u]; }";
  case 0:
    return "out[4 * gid + " + std::to_string(below(4)) + "] = " + expression(Types[0], 2) + ";";
  case 1:
    return "fout[gid] = " + expression(Types[8], 2) + ";";
  case 2:
    return "so[gid] = " + expression(Types[4], 2) + ";";
  case 3:
    return "arr[(uint)" + expression(Types[0], 1) + " & 7u] = " + expression(Types[0], 1) + ";";
  case 4:
    return "arr[" + std::to_string(below(8)) + "] += (int)gid;";
  case 5:
  case 6: { // each operation has counters of its own: the order of lanes must not matter
    constexpr std::array<const char *, 5> Operations = {"add", "xor", "or", "max", "min"};
    unsigned which = below(Operations.size());
    std::string place = std::to_string(8 * which) + " + " + (chance(60) ? "((uint)" + leaf(Types[0]) + " & 7u)" : "3");
    return std::string("__opencl_atomic_fetch_") + Operations[which] + "(&cnt[" + place + "], " +
           expression(Types[0], 1) + ", memory_order_relaxed, memory_scope_device);";
  }
  case 7: {
    if (helperCount_ < 2)
      helpers_ += helper();
    std::string which = "h" + number_ + "_" + std::to_string(below(helperCount_));
    return "v0 ^= " + which + "(" + leaf(Types[0]) + ", " + oneOf("n", "gid", leaf(Types[0])) + ", in);";
  }
  case 8:
    return "q" + oneOf(" += ", " ^= ") + "(int4)(gid, " + leaf(Types[0]) + ", n, 3); v0 ^= q." +
           oneOf("x", "y", "z", "w") + ";";
  case 9:
    return "bo[gid] = __builtin_convertvector(q & 127, uchar4);";
  default: {
    auto &variable = variables_[below(static_cast<unsigned>(variables_.size()))];
    return variable.name + " = " + expression(*variable.type, 3) + ";";
  }
  }
}

std::string Generator::helper() {
  std::string name = "h" + number_ + "_" + std::to_string(helperCount_++);
  std::string body = "__attribute__((noinline)) int " + name + "(int a, int b, global const int* in) {\n";
  switch (below(3)) {
  case 0:
    body += "  if (a & 1) return b * 3;\n  return in[(uint)(a ^ b) & 511u];\n";
    break;
  case 1:
    body += "  int s = 0;\n  for (int i = 0; i < (b & 7); i++) { s += in[(uint)(a + i) & 511u] & 1023; if (s & 64) "
            "break; }\n  return s;\n";
    break;
  default:
    body +=
        "  switch (a & 3) { case 0: return b; case 1: a = b & 255; case 2: return (a & 1023) + 1; }\n  return b & a;\n";
    break;
  }
  return body + "}\n";
}

std::string Generator::conditional(unsigned depth) {
  std::string text = "if (" + condition() + ") {\n" + block(depth - 1) + indent() + "}";
  if (chance(50))
    text += " else {\n" + block(depth - 1) + indent() + "}";
  return text;
}

/// Every loop counts its iterations: it ends.
std::string Generator::loop(unsigned depth) {
  std::string counter = fresh("c");
  std::string bound = oneOf("(n & 7)", "(gid & 7)", "5", "(in[gid] & 7)", "(m & 3)");
  ++loops_;
  std::string text;
  switch (below(3)) {
  case 0:
    text = "for (int " + counter + " = 0; " + counter + " < " + bound + "; " + counter + "++) {\n";
    break;
  case 1:
    text = "int " + counter + " = 0; while (" + counter + "++ < 8 && (" + condition() + ")) {\n";
    break;
  default:
    text = "int " + counter + " = 0; do {\n";
    break;
  }
  bool isDo = text.ends_with("do {\n");
  text += block(depth - 1);
  --loops_;
  text += indent() + (isDo ? "} while (++" + counter + " < " + bound + ");" : "}");
  // A while's counter is a name of the block around.
  return text.starts_with("int ") ? "{ " + text + " }" : text;
}

std::string Generator::choice(unsigned depth) {
  std::string text = "switch (" + expression(Types[0], 1) + " & 7) {\n";
  unsigned loops = std::exchange(loops_, 0); // `break` would mean the switch
  for (unsigned i = 0, label = 0; i < 2 + below(3); ++i, label += 1 + below(2))
    text += indent() + "case " + std::to_string(label) + ": {\n" + block(depth - 1) + indent() + "}" +
            oneOf(" break;", "", " break;") + "\n";
  if (chance(60))
    text += indent() + "default: {\n" + block(depth - 1) + indent() + "}\n";
  loops_ = loops;
  return text + indent() + "}";
}

/// Two labels that jump to each other, entered at either: irreducible.
std::string Generator::jumps(unsigned depth) {
  std::string a = fresh("L"), b = fresh("L"), end = fresh("L"), counter = fresh("c");
  unsigned loops = std::exchange(loops_, 0);
  std::string text = "{ int " + counter + " = 0;\n" + indent() + "if (" + condition() + ") goto " + b + ";\n";
  text += a + ":;\n" + block(depth - 1) + indent() + "if (" + condition() + ") goto " + end + ";\n";
  text += b + ":;\n" + block(depth - 1) + indent() + "if (++" + counter + " < 6 && (" + condition() + ")) goto " + a +
          ";\n";
  loops_ = loops;
  return text + end + ":; }";
}

std::string Generator::statement(unsigned depth) {
  if (++size_ > 60 || depth == 0)
    return simple();
  unsigned pick = below(100);
  if (loops_ > 0 && pick < 12)
    return "if (" + condition() + ") " + oneOf("break;", "continue;");
  if (pick < 16 && !barriers_)
    return "if (" + condition() + ") { out[4 * gid] = v0; return; }";
  if (pick < 40)
    return simple();
  if (pick < 62)
    return conditional(depth);
  if (pick < 84)
    return loop(depth);
  return pick < 94 ? choice(depth) : jumps(depth);
}

std::string Generator::block(unsigned depth) {
  ++level_;
  std::string text;
  size_t known = variables_.size();
  for (unsigned i = 0; i < 1 + below(3); ++i)
    text += indent() + statement(depth) + "\n";
  variables_.resize(known);
  --level_;
  return text;
}

/// A value goes to another work-item of the group: alone, in a loop, or under a condition, all of them uniform.
std::string Generator::exchange() {
  std::string once = "lm[lid] = " + expression(Types[0], 2) + "; barrier(CLK_LOCAL_MEM_FENCE); v0 ^= lm[(lid + " +
                     std::to_string(below(40)) + ") % items]; barrier(CLK_LOCAL_MEM_FENCE);";
  switch (below(4)) {
  case 0: {
    std::string counter = fresh("u");
    return "for (int " + counter + " = 0; " + counter + " <= (n & 3); " + counter + "++) {\n" + block(2) + indent() +
           once + "\n" + indent() + "}";
  }
  case 1:
    return "if (" + oneOf("n > 50", "m & 1", "get_group_id(0) < 2") + ") { " + once + " }";
  default:
    return once;
  }
}

std::string Generator::kernel() {
  std::string body = "  int arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n  int4 q = (int4)(gid, n, m, 1);\n  float4 f = "
                     "(float4)(gid, 1, n, m);\n"
                     "  short8 w = (short8)(1, 2, 3, 4, gid, n, m, 0);\n  struct { int a; char b; double c; } ps[3] = "
                     "{{n, 1, 0.5}, {m, 2, 1.5}, "
                     "{3, 3, 2.5}};\n";
  // Some are for ranges of more dimensions, too (severalDimensions).
  body = (chance(60) ? "  int gid = get_global_id(0);\n"
                     : "  int gid = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * "
                       "get_global_id(2));\n") +
         body;
  variables_.push_back({"v0", &Types[0]});
  body += "  int v0 = gid * 3;\n";
  if (barriers_)
    body += "  local int lm[" + std::to_string(FuzzItems) +
            "];\n  uint lid = get_local_linear_id(), items = get_local_size(0) * get_local_size(1) * "
            "get_local_size(2);\n";
  for (unsigned i = 1; i < 5; ++i) {
    const Type &type = anyType();
    std::string name = "v" + std::to_string(i);
    body += "  " + std::string(type.name) + " " + name + " = " + expression(type, 1) + ";\n";
    variables_.push_back({name, &type});
  }
  for (unsigned i = 0; i < 2 + below(4); ++i)
    body += indent() + statement(3) + "\n" + (barriers_ ? indent() + exchange() + "\n" : "");
  body += "  fout[gid] += f.x + f.w;\n  so[gid] ^= w.s4 ^ ps[n % 3u].a ^ (short)clampf((float)ps[1].c);\n";
  body += "  out[4 * gid + 1] = v0 ^ arr[n & 7];\n  out[4 * gid + 2] = q.x + q.w;\n";
  for (unsigned i = 1; i < 5; ++i)
    body += variables_[i].type->isFloat ? "  fout[gid + 128] = (float)v" + std::to_string(i) + ";\n"
                                        : "  out[4 * gid + 3] ^= (int)v" + std::to_string(i) + ";\n";
  return helpers_ + "kernel void k" + number_ + "(" + fuzzParameters() + ") {\n" + body + "}\n";
}

} // namespace

std::string fuzzParameters() {
  return "global const int* in, global int* out, global const float* fin, global float* fout, global const short* sh,\n"
         "  global short* so, global const char* ch, global uchar4* bo, global const long* lo, global atomic_int* cnt, "
         "int n, int m";
}

std::string fuzzPrelude() {
  return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
         "#pragma OPENCL FP_CONTRACT OFF\n" // x * y + z may be rounded once or twice otherwise
         "static float clampf(float x) { return x > 0.0f ? x < 100.0f ? x : 100.0f : 0.0f; }\n"
         "static short8 convert_w(int4 a) { return (short8)(a.x, a.y, a.z, a.w, a.x ^ 1, a.y, a.z, a.w); }\n";
}

bool forSeveralDimensions(const std::string &code) {
  return code.contains("get_global_id(1)") || code.contains("@lanecl.global_id(i32 1)");
}

std::string fuzzKernel(uint64_t seed, unsigned number, bool barriers) {
  return Generator(seed, number, barriers).kernel();
}

std::vector<KernelArgument> fuzzArguments(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto fill = [&]<typename T>(T, unsigned count, auto value) {
    std::vector<T> values(count);
    for (T &element : values)
      element = static_cast<T>(value());
    return KernelArgument::buffer(values);
  };
  auto number = [&] { return static_cast<int64_t>(random() >> (random() % 60)); };
  auto small = [&] { return static_cast<float>(static_cast<int>(random() % 2000) - 1000) / 16; };
  auto zero = [] { return 0; };
  return {fill(int32_t(), FuzzElements, number),
          fill(int32_t(), FuzzElements, zero),
          fill(float(), FuzzElements, small),
          fill(float(), FuzzElements, zero),
          fill(int16_t(), FuzzElements, number),
          fill(int16_t(), FuzzElements, zero),
          fill(int8_t(), FuzzElements, number),
          fill(uint8_t(), FuzzElements, zero),
          fill(int64_t(), FuzzElements, number),
          fill(int32_t(), 40, zero),
          KernelArgument::value(static_cast<int32_t>(40 + random() % 40)),
          KernelArgument::value(static_cast<int32_t>(random() % 50))};
}

std::string compareArguments(const std::vector<KernelArgument> &want, const std::vector<KernelArgument> &got) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (want[i].bytes == got[i].bytes)
      continue;
    bool isFloat = i == 3;
    for (size_t k = 0; k < want[i].bytes.size() / 4; ++k) {
      int32_t a = 0, b = 0;
      std::memcpy(&a, want[i].bytes.data() + 4 * k, 4);
      std::memcpy(&b, got[i].bytes.data() + 4 * k, 4);
      bool areNaN = isFloat && std::isnan(std::bit_cast<float>(a)) && std::isnan(std::bit_cast<float>(b));
      if (a != b && !areNaN)
        return "argument " + std::to_string(i) + ", word " + std::to_string(k) + ": want " + std::to_string(a) +
               ", got " + std::to_string(b);
    }
  }
  return "";
}

} // namespace lanecl::test
