// OpenCL C: a line of build options and a source, from Clang to linked LaneCL IR. Mutations keep to tokens and lines,
// for most changed bytes only find Clang's lexer.
#include "tests/fuzz/inputs/Compilers.h"
#include <array>
#include <cctype>

namespace lanecl::fuzz {
namespace {

constexpr std::string_view Types[] = {"char",
                                      "uchar",
                                      "short",
                                      "ushort",
                                      "int",
                                      "uint",
                                      "long",
                                      "ulong",
                                      "float",
                                      "double",
                                      "half",
                                      "bool",
                                      "size_t",
                                      "void",
                                      "uchar2",
                                      "short8",
                                      "int2",
                                      "int3",
                                      "uint4",
                                      "long16",
                                      "ulong2",
                                      "float3",
                                      "float4",
                                      "double2",
                                      "half4",
                                      "float16",
                                      "int *",
                                      "float *",
                                      "sampler_t",
                                      "event_t",
                                      "image2d_t",
                                      "image3d_t",
                                      "image1d_buffer_t",
                                      "image2d_array_depth_t",
                                      "image2d_msaa_t",
                                      "atomic_int",
                                      "atomic_ulong",
                                      "queue_t",
                                      "clk_event_t",
                                      "reserve_id_t",
                                      "pipe int"};
constexpr std::string_view Spaces[] = {"global", "local",    "constant",  "private",    "generic",   "__global",
                                       "const",  "volatile", "restrict",  "static",     "inline",    "kernel",
                                       "extern", "unsigned", "read_only", "write_only", "read_write"};
constexpr std::string_view Functions[] = {"get_global_id",
                                          "get_local_id",
                                          "get_sub_group_local_id",
                                          "barrier",
                                          "work_group_barrier",
                                          "sub_group_barrier",
                                          "atomic_add",
                                          "atomic_fetch_min",
                                          "atomic_cmpxchg",
                                          "atomic_work_item_fence",
                                          "async_work_group_copy",
                                          "wait_group_events",
                                          "prefetch",
                                          "vload4",
                                          "vstore8",
                                          "vload_half",
                                          "vstorea_half3_rtz",
                                          "convert_int4_sat_rtz",
                                          "as_uint2",
                                          "as_float",
                                          "shuffle",
                                          "select",
                                          "bitselect",
                                          "mad24",
                                          "rotate",
                                          "popcount",
                                          "upsample",
                                          "remquo",
                                          "sincos",
                                          "modf",
                                          "nan",
                                          "ilogb",
                                          "ldexp",
                                          "half_exp2",
                                          "native_recip",
                                          "cross",
                                          "normalize",
                                          "any",
                                          "step",
                                          "smoothstep",
                                          "sub_group_shuffle",
                                          "sub_group_broadcast",
                                          "sub_group_scan_inclusive_min",
                                          "work_group_reduce_max",
                                          "work_group_all",
                                          "intel_sub_group_block_read8",
                                          "read_imagef",
                                          "write_imageui",
                                          "get_image_dim",
                                          "printf",
                                          "to_global",
                                          "dot_acc_sat",
                                          "dot_4x8packed_us_uint",
                                          "bitfield_insert",
                                          "sub_group_rotate",
                                          "work_group_any",
                                          "sub_group_ballot_exclusive_scan",
                                          "sub_group_non_uniform_reduce_mul",
                                          "__builtin_expect",
                                          "__builtin_assume",
                                          "__builtin_unreachable",
                                          "__builtin_shufflevector",
                                          "__builtin_memcpy",
                                          "__builtin_clzll",
                                          "sizeof",
                                          "vec_step",
                                          "_Alignof",
                                          "atomic_init",
                                          "ctz",
                                          "fract",
                                          "lgamma_r",
                                          "enqueue_kernel",
                                          "get_fence"};
constexpr std::string_view Signs[] = {
    "+",  "-", "*", "/", "%",  "<<",  ">>", "<",  ">",     "==",   "!=",  "&",    "|",   "^",  "&&",
    "||", "!", "~", "=", "+=", "<<=", "?",  ":",  "++",    "--",   ".",   "->",   ",",   ";",  "(",
    ")",  "{", "}", "[", "]",  "#",   "##", "\n", ".xyzw", ".s0f", ".hi", ".odd", "[0]", "..."};
constexpr std::string_view Numbers[] = {"0",
                                        "1",
                                        "-1",
                                        "2",
                                        "7",
                                        "8",
                                        "31",
                                        "32",
                                        "63",
                                        "64",
                                        "255",
                                        "65536",
                                        "0x7fffffff",
                                        "0x80000000u",
                                        "2147483648",
                                        "0xffffffffffffffffUL",
                                        "9223372036854775807L",
                                        "1.0f",
                                        "0.5",
                                        "1e38f",
                                        "0x1p-149f",
                                        "INFINITY",
                                        "NAN",
                                        "1.0h",
                                        "'a'",
                                        "\"%s\"",
                                        "NULL",
                                        "1ull"};
constexpr std::string_view Pieces[] = {"if (get_local_id(0) & 1) { ",
                                       "} else { ",
                                       "for (int q = 0; q < 5; ++q) ",
                                       "while (i) ",
                                       "switch (i) { case 0: ",
                                       "goto done; done: ;",
                                       "return;",
                                       "break;",
                                       "continue;",
                                       "{ int i = 0; ",
                                       "int *p = &i;",
                                       "local int l[8];",
                                       "float4 v = (float4)(1, 2, 3, 4);",
                                       "struct S { int a[3]; char b; } s = {{1}};",
                                       "typedef int T; T t = 3;",
                                       "union { float f; uint u; } w; w.f = 1;",
                                       "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                                       "\n#pragma unroll 3\n",
                                       "\n#pragma OPENCL FP_CONTRACT OFF\n",
                                       "\n#pragma OPENCL EXTENSION all : disable\n",
                                       "__attribute__((opencl_unroll_hint(2))) ",
                                       "__attribute__((noinline)) ",
                                       "__attribute__((packed, aligned(2))) ",
                                       "__attribute__((reqd_work_group_size(3, 1, 1))) ",
                                       "__attribute__((overloadable)) ",
                                       "__attribute__((always_inline)) ",
                                       "kernel void extra(global int *e) { e[get_global_id(0)] = 1; }\n",
                                       "int f(int n) { return n ? f(n - 1) : 0; }\n",
                                       "void *g = 0; ",
                                       "global int kept[100] = {1};\n",
                                       "constant int many[3][2] = {{1, 2}, {3}};\n",
                                       "constant char *constant names[] = {\"a\", \"bc\"};\n",
                                       "-cl-std=CL1.1\n",
                                       "-cl-opt-disable ",
                                       "-g ",
                                       "-cl-fast-relaxed-math "};

std::vector<std::string> tokensOf(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    auto isWord = [&](std::size_t i) { return std::isalnum(uint8_t(text[i])) || text[i] == '_' || text[i] == '.'; };
    if (isWord(at))
      while (end < text.size() && isWord(end))
        ++end;
    tokens.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string_view anyWord(std::mt19937 &random) {
  switch (below(random, 6)) {
  case 0:
    return oneOf(random, Types);
  case 1:
    return oneOf(random, Spaces);
  case 2:
    return oneOf(random, Functions);
  case 3:
    return oneOf(random, Signs);
  case 4:
    return oneOf(random, Numbers);
  default:
    return oneOf(random, Pieces);
  }
}

/// A word of the same kind; none for one of the program's own.
template <std::size_t... Counts>
std::string_view sameKind(std::mt19937 &random, const std::string &token, const std::string_view (&...lists)[Counts]) {
  std::string_view found;
  (void)((std::ranges::find(lists, token) != std::end(lists) && !(found = oneOf(random, lists)).empty()) || ...);
  return found;
}

void changeTokens(std::vector<std::string> &tokens, std::mt19937 &random) {
  const std::size_t at = below(random, tokens.size()), other = below(random, tokens.size());
  const std::size_t length = 1 + below(random, std::min<std::size_t>(12, tokens.size() - other));
  switch (below(random, 8)) {
  case 0:
    tokens.erase(tokens.begin() + ptrdiff_t(at));
    return;
  case 1: {
    const std::vector<std::string> piece(tokens.begin() + ptrdiff_t(other),
                                         tokens.begin() + ptrdiff_t(std::min(tokens.size(), other + length)));
    tokens.insert(tokens.begin() + ptrdiff_t(at), piece.begin(), piece.end());
    return;
  }
  case 2:
    std::swap(tokens[at], tokens[other]);
    return;
  case 3:
    tokens[at] = tokens[other];
    return;
  case 4:
    tokens.insert(tokens.begin() + ptrdiff_t(at), std::string(anyWord(random)));
    return;
  default:
    if (std::isdigit(uint8_t(tokens[at][0])))
      tokens[at] = oneOf(random, Numbers);
    else if (auto word = sameKind(random, tokens[at], Types, Spaces, Functions, Signs); !word.empty())
      tokens[at] = word;
    else
      tokens[at] = below(random, 2) ? std::string(anyWord(random)) : tokens[other];
  }
}

} // namespace

std::vector<Seed> seeds() { return sources(); }

void run(std::string_view input) {
  const Source source(input);
  auto made = ourCompiler().compile({.source = source.text, .options = source.options, .headers = {}});
  refuseCrash(made.log);
  if (made.status != compiler::Status::Ok)
    return made.log.empty() ? fail("a source is refused without a reason") : void();
  linkAndCompile(made.value);
}

std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 &random) {
  if (size == 0 || below(random, 32) == 0)
    return changeBytes(data, size, room);
  std::vector<std::string> tokens = tokensOf({reinterpret_cast<const char *>(data), size});
  for (uint64_t changes = 1 + below(random, 3); changes > 0 && !tokens.empty(); --changes)
    changeTokens(tokens, random);
  std::string text;
  for (const std::string &token : tokens)
    text += token;
  return put(text, data, room);
}

} // namespace lanecl::fuzz
