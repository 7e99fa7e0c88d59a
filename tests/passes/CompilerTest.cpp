// From OpenCL C to results through compiler/Compiler.h, as the runtime uses it.
#include "compiler/CompilerImpl.h"
#include "compiler/Pipeline.h"
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

using namespace lanecl;
using namespace lanecl::compiler;

namespace {

Settings settings() {
  Settings result;
  result.clExtensions = "-all,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_generic_address_space,+__opencl_c_int64,"
                        "+__opencl_c_program_scope_global_variables";
  return result;
}

std::unique_ptr<CompilerImpl> makeCompiler(const Settings &options = settings()) {
  return CompilerImpl::create(options);
}

Outcome<std::unique_ptr<ProgramCode>> build(Compiler &compiler, std::initializer_list<const char *> sources,
                                            const char *options = "-cl-std=CL3.0") {
  std::vector<SpirvModule> modules;
  for (const char *source : sources) {
    auto module = compiler.compile({source, options, {}, sources.size() > 1});
    EXPECT_EQ(module.status, Status::Ok) << module.log;
    modules.push_back(std::move(module.value));
  }
  std::vector<const SpirvModule *> pointers;
  for (const SpirvModule &module : modules)
    pointers.push_back(&module);
  return compiler.link({pointers, "", false});
}

void run(ProgramCode &program, std::size_t kernel, const void *arguments, uint64_t items, uint64_t local) {
  std::string log;
  const Variant *variant = program.variant(kernel, {}, log);
  ASSERT_TRUE(variant) << log;
  LaunchInfo launch = {{items, 1, 1}, {}, {local, 1, 1}, {(items + local - 1) / local, 1, 1}, 1, 0};
  std::vector<std::byte> localMemory(4096), context(variant->contextBytes(launch.localSize) + 128),
      scratch(variant->scratchBytes + 128);
  auto align = [](std::vector<std::byte> &bytes) {
    return reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(bytes.data()) + 127) & ~uintptr_t(127));
  };
  WorkerInfo worker{align(localMemory), align(context), align(scratch), nullptr};
  variant->entry(arguments, &launch, &worker, 0, launch.groupCount[0]);
}

} // namespace

TEST(Compiler, VectorAddFromSourceToResult) {
  auto compiler = makeCompiler();
  ASSERT_TRUE(compiler);
  auto program = build(*compiler, {R"(
    kernel void add(global const float *a, global const float *b, global float *c, float scale) {
      size_t i = get_global_id(0);
      c[i] = a[i] + scale * b[i];
    })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  auto &info = program.value->kernels()[0];
  EXPECT_EQ(info.name, "add");
  ASSERT_EQ(info.args.size(), 4u);
  EXPECT_EQ(info.args[0].kind, ArgKind::Global);
  EXPECT_EQ(info.args[3].kind, ArgKind::Value);
  EXPECT_EQ(info.args[3].offset, 24u);
  EXPECT_EQ(info.args[3].bytes, 4u);
  EXPECT_TRUE(info.groupAgnostic);
  std::vector<float> a(1003), b(1003), c(1003);
  for (int i = 0; i < 1003; ++i)
    a[i] = float(i), b[i] = float(i % 7);
  struct {
    float *a, *b, *c;
    float scale;
  } arguments{a.data(), b.data(), c.data(), 10};
  run(*program.value, 0, &arguments, 1003, 100);
  for (int i = 0; i < 1003; ++i)
    ASSERT_EQ(c[i], float(i + 10 * (i % 7))) << i;
}

TEST(Compiler, KernelFactsOfAttributesAndArguments) {
  auto compiler = makeCompiler();
  auto program = build(*compiler, {R"(
    struct Pair { char a; double b; };
    kernel __attribute__((reqd_work_group_size(8, 4, 1))) __attribute__((vec_type_hint(float4)))
    void facts(global int *restrict out, constant float3 *c, local double *scratch, char x, float3 v,
               struct Pair pair, global const volatile uint *in) {
      local int tile[32];
      tile[get_local_id(0)] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = tile[0] + (int)c[0].x + (int)v.y + (int)pair.b + (int)*in + (int)scratch[0];
    })"},
                       "-cl-std=CL3.0 -cl-kernel-arg-info");
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  auto &info = program.value->kernels()[0];
  EXPECT_EQ(info.attributes, "reqd_work_group_size(8,4,1) vec_type_hint(float4)");
  EXPECT_EQ(info.requiredWorkGroupSize, (std::array<uint32_t, 3>{8, 4, 1}));
  EXPECT_EQ(info.localBytes, 128u);
  EXPECT_FALSE(info.groupAgnostic);
  std::vector<uint32_t> offsets, bytes;
  for (const ArgInfo &argument : info.args)
    offsets.push_back(argument.offset), bytes.push_back(argument.bytes);
  EXPECT_EQ(offsets, (std::vector<uint32_t>{0, 8, 16, 24, 32, 48, 64}));
  EXPECT_EQ(bytes, (std::vector<uint32_t>{8, 8, 8, 1, 16, 16, 8}));
  EXPECT_EQ(info.args[2].kind, ArgKind::Local);
  EXPECT_EQ(info.args[1].kind, ArgKind::Constant);
  ASSERT_TRUE(info.hasArgInfo);
  EXPECT_EQ(info.args[4].typeName, "float3");
  EXPECT_EQ(info.args[6].name, "in");
  EXPECT_EQ(info.args[0].typeQualifiers, QualifierRestrict);
  EXPECT_EQ(info.args[6].typeQualifiers, QualifierConst | QualifierVolatile);
}

// Work-items that only try again are in groups of any size, however the attempt is written.
TEST(Compiler, AtomicSumsOfFloatsWaitForNobody) {
  const char *const attempts[] = {
      "union { uint i; float f; } old, next; do { old.f = *p; next.f = old.f + x; } "
      "while (atomic_cmpxchg((volatile global uint *)p, old.i, next.i) != old.i);",
      "uint old, next, seen; *(float *)&old = *p; *(float *)&next = *(float *)&old + x; "
      "while ((seen = atomic_cmpxchg((volatile global uint *)p, old, next)) != old) { old = seen; "
      "*(float *)&next = *(float *)&old + x; }",
      "uint old = as_uint(*p); for (;;) { uint seen = atomic_cmpxchg((volatile global uint *)p, old, "
      "as_uint(as_float(old) + x)); if (seen == old) break; old = seen; }"};
  auto compiler = makeCompiler();
  for (const char *attempt : attempts) {
    const std::string source = std::string("void add(volatile global float *p, float x) { ") + attempt +
                               " } kernel void sums(global float *o, global int *w) { size_t i = get_global_id(0); "
                               "add(o + w[i], i); }";
    auto program = build(*compiler, {source.c_str()}, "");
    ASSERT_EQ(program.status, Status::Ok) << program.log;
    EXPECT_TRUE(program.value->kernels()[0].groupAgnostic) << attempt;
  }
  // What waits until somebody else writes does.
  auto program = build(*compiler,
                       {"kernel void waits(volatile global int *o) { union { int i; uint u; } free; do free.i = "
                        "0; while (atomic_cmpxchg(o, free.i, 1) != 0); o[1] += 1; atomic_xchg(o, 0); }"},
                       "");
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  EXPECT_FALSE(program.value->kernels()[0].groupAgnostic);
}

TEST(Compiler, StructsByValueAreTheItemsOwn) {
  auto compiler = makeCompiler();
  auto program = build(*compiler, {R"(
    struct State { int values[4]; int next; };
    kernel void own(global int *out, struct State s) {
      int i = get_global_id(0);
      s.values[i & 3] += i;
      s.next++;
      out[i] = s.values[0] + 10 * s.values[1] + 100 * s.values[2] + 1000 * s.values[3] + 10000 * s.next;
    })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  std::vector<int> out(70);
  struct {
    int *out;
    int values[4], next;
  } arguments{out.data(), {1, 2, 3, 4}, 5};
  run(*program.value, 0, &arguments, 70, 70);
  for (int i = 0; i < 70; ++i) {
    int values[4] = {1, 2, 3, 4};
    values[i & 3] += i;
    ASSERT_EQ(out[i], values[0] + 10 * values[1] + 100 * values[2] + 1000 * values[3] + 60000) << i;
  }
}

// One place in memory for all kernels of a program, with initial values that hold addresses.
TEST(Compiler, ProgramScopeVariablesAreShared) {
  auto compiler = makeCompiler();
  auto program = build(*compiler, {R"(
    global int counter = 40;
    global int table[3] = {7, 8, 9};
    global int *global where = &table[1];
    kernel void set(global int *out) { counter += 2; *where = 80; out[0] = counter; }
    kernel void get(global int *out) { out[0] = counter; out[1] = table[0] + table[1] + table[2]; })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  EXPECT_EQ(program.value->globalVariableBytes(), 24u);
  int out[2] = {};
  int *pointer = out;
  std::size_t set = program.value->kernels()[0].name == "set" ? 0 : 1;
  run(*program.value, set, &pointer, 1, 1);
  EXPECT_EQ(out[0], 42);
  run(*program.value, 1 - set, &pointer, 1, 1);
  EXPECT_EQ(out[0], 42);
  EXPECT_EQ(out[1], 96);
}

TEST(Compiler, LinksModulesAndNamesWhatIsMissing) {
  auto compiler = makeCompiler();
  const char *library = "int twice(int x) { return 2 * x; }";
  const char *user = "int twice(int x); kernel void k(global int *o) { o[get_global_id(0)] = twice(21); }";
  auto program = build(*compiler, {user, library}, "-cl-std=CL3.0");
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  int out = 0, *pointer = &out;
  run(*program.value, 0, &pointer, 1, 1);
  EXPECT_EQ(out, 42);
  auto open = build(*compiler, {user, "int other(int x) { return x; }"});
  EXPECT_EQ(open.status, Status::BuildFailure);
  EXPECT_NE(open.log.find("twice"), std::string::npos) << open.log;
  auto twice = build(*compiler, {user, library, library});
  EXPECT_EQ(twice.status, Status::BuildFailure);
  EXPECT_FALSE(twice.log.empty());
}

TEST(Compiler, RecursionIsAnErrorNotACrash) {
  auto compiler = makeCompiler();
  auto module = compiler->compile({R"(
    int odd(int n);
    __attribute__((noinline)) int even(int n) { return n == 0 ? 1 : odd(n - 1); }
    __attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : even(n - 1) + (int)get_local_id(0); }
    kernel void k(global int *o) { o[0] = even(o[1]); })",
                                   "",
                                   {},
                                   true});
  if (module.status != Status::Ok)
    return; // the front end may refuse it
  const SpirvModule *modules[] = {&module.value};
  auto program = compiler->link({modules, "", false});
  std::string log = program.log;
  if (program.status == Status::Ok)
    EXPECT_EQ(program.value->variant(0, {}, log), nullptr);
  EXPECT_NE(log.find("itself"), std::string::npos) << log;
}

TEST(Compiler, CacheGivesTheSameCode) {
  Settings options = settings();
  options.cacheDir = std::filesystem::temp_directory_path() / ("lanecl-compiler-test-" + std::to_string(getpid()));
  options.cacheBytes = 1 << 24;
  for (int turn = 0; turn < 2; ++turn) {
    auto compiler = makeCompiler(options);
    auto program = build(*compiler, {R"(
      kernel void k(global int *o) { local int s[4]; s[get_local_id(0)] = 3; barrier(CLK_LOCAL_MEM_FENCE);
        o[get_global_id(0)] = s[3 - get_local_id(0)] + 4; })"});
    ASSERT_EQ(program.status, Status::Ok) << program.log;
    std::vector<int> out(8);
    int *pointer = out.data();
    run(*program.value, 0, &pointer, 8, 4);
    EXPECT_EQ(out, std::vector<int>(8, 7));
    auto isEntry = [](const auto &file) { return file.path().filename() != "lanecl.key"; };
    EXPECT_EQ(std::ranges::count_if(std::filesystem::directory_iterator(options.cacheDir), isEntry), 1);
  }
  std::filesystem::remove_all(options.cacheDir);
}

// As many lanes, but asked for by LANECL_WIDTH: the code that was chosen in freedom is not theirs.
TEST(Compiler, CacheKnowsForcedWidths) {
  Settings options = settings();
  options.cacheDir = std::filesystem::temp_directory_path() / ("lanecl-width-test-" + std::to_string(getpid()));
  options.cacheBytes = 1 << 24;
  auto variantOf = [&](uint32_t &width) {
    options.width = width;
    auto compiler = makeCompiler(options);
    auto program = build(*compiler, {R"(
      kernel void k(global const int *row, global const int *column, global const float *value, global float *o) {
        int i = get_global_id(0);
        float sum = 0;
        for (int at = row[i]; at < row[i + 1]; ++at) sum += value[at] * o[column[at]];
        o[i] = sum;
      })"});
    EXPECT_EQ(program.status, Status::Ok) << program.log;
    std::string log;
    const Variant *variant = program.value->variant(0, {}, log);
    EXPECT_TRUE(variant) << log;
    width = program.value->kernels()[0].subGroupSize;
    return variant ? variant->subGroupSize : 0;
  };
  uint32_t width = 0;
  uint32_t chosen = variantOf(width);
  EXPECT_EQ(chosen, 1u) << "the kernel is no example any more: each work-item walks through memory of its own";
  EXPECT_GT(width, 1u);
  const uint32_t insisted = variantOf(width);
  EXPECT_EQ(insisted, width);
  std::filesystem::remove_all(options.cacheDir);
}

// Lanes that won a trial are asked for by what was kept, which may be anything.
TEST(Compiler, AsManyLanesAsTheLaunchHas) {
  auto compiler = makeCompiler();
  auto program = build(*compiler, {R"(
    kernel void free(global float *o) { o[get_global_id(0)] += 1; }
    kernel void grouped(global float *o) { o[get_group_id(0) * 9 + get_local_id(0)] += 1; })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  std::string log;
  for (std::size_t kernel : {0, 1}) {
    const KernelInfo &info = program.value->kernels()[kernel];
    const uint32_t most = info.groupAgnostic ? info.freeLanes : info.subGroupSize;
    ASSERT_GT(most, 2u);
    for (uint8_t lanes : {1, 2, 3, 255}) {
      const Variant *variant = program.value->variant(kernel, {.tails = false, .lanes = lanes}, log);
      ASSERT_TRUE(variant) << log;
      EXPECT_EQ(lanes == 255 ? most : lanes == 3 ? 2 : lanes, variant->subGroupSize) << info.name << int(lanes);
    }
  }
}

// Where code is loaded under its own name, each number of lanes has one.
TEST(Compiler, RowsOfSeveralLengthsHaveCodeOfTheirOwn) {
  Settings options = settings();
  options.isa = "avx2";
  auto compiler = makeCompiler(options);
  auto program = build(*compiler, {R"(
    kernel void k(global int *o, int n) {
      int a = o[get_global_id(0) + get_local_id(0)];
      for (int i = 0; i < n; ++i) a = a * a + 3;
      o[get_global_id(0)] = a;
    })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  ASSERT_EQ(32u, program.value->kernels()[0].freeLanes) << "the kernel is no example any more";
  for (uint8_t lanes : {16, 32}) {
    std::string log;
    const Variant *variant = program.value->variant(0, {.tails = false, .freeLanes = lanes}, log);
    ASSERT_TRUE(variant) << log;
    EXPECT_EQ(lanes, variant->subGroupSize);
  }
}

// Groups that are nobody's: as many lanes as short rows fill, and none where the rows that would share what they reach
// are too few.
TEST(Compiler, ShortRowsOfNobodysGroups) {
  Settings options = settings();
  options.isa = "avx2";
  auto compiler = makeCompiler(options);
  auto program = build(*compiler, {R"(
    kernel void scale(global float *y, global const float *x, int w) {
      int c = get_global_id(0), i = get_global_id(1);
      y[i * w + c] = x[i * w + c] * 2;
    }
    kernel void gather(global float *y, global const float *x, global const int *t, int w) {
      int c = get_global_id(0), i = get_global_id(1);
      float s = 0;
      for (int k = 0; k < 8; ++k) s += x[t[i * 8 + k] * w + c];
      y[i * w + c] = s;
    })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  const auto &kernels = program.value->kernels();
  std::string log;
  auto lanesOf = [&](const char *name, const VariantKey &key) {
    const auto kernel = std::ranges::find(kernels, name, &KernelInfo::name);
    EXPECT_TRUE(kernel->groupAgnostic && kernel->laneDimension == 0) << name << " is no example any more";
    const Variant *variant = program.value->variant(std::size_t(kernel - kernels.begin()), key, log);
    return variant ? variant->subGroupSize : 0;
  };
  for (unsigned lanes : {4, 8})
    EXPECT_EQ(lanesOf("scale", {.tails = false, .freeLanes = uint8_t(lanes)}), lanes) << log;
  EXPECT_GT(lanesOf("gather", {}), 1u) << "rows read runs of memory";
  EXPECT_EQ(lanesOf("gather", {.laneDimension = 1}), 1u) << log;
}

TEST(Compiler, VariantsFromManyThreads) {
  auto compiler = makeCompiler();
  auto program = build(*compiler, {R"(
    kernel void a(global int *o) { o[get_global_id(0)] = 1; }
    kernel void b(global int *o) { o[get_global_id(0)] = 2; }
    kernel void c(global int *o) { o[get_global_id(0)] = 3; })"});
  ASSERT_EQ(program.status, Status::Ok) << program.log;
  std::vector<std::thread> threads;
  std::array<std::array<const Variant *, 12>, 4> seen;
  for (auto &row : seen)
    threads.emplace_back([&row, &program] {
      std::string log;
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = program.value->variant(i % 3, {i % 2 == 0, i % 4 < 2}, log);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &row : seen)
    for (std::size_t i = 0; i < row.size(); ++i) {
      EXPECT_TRUE(row[i]);
      EXPECT_EQ(row[i], seen[0][i]);
    }
}

TEST(Compiler, ShowsEveryStageAndPass) {
  auto compiler = makeCompiler();
  auto module = compiler->compile({"kernel void k(global int *o) { o[get_global_id(0)] = 1; }", "", {}});
  ASSERT_EQ(module.status, Status::Ok);
  auto show = [&](Emit emit, const char *kernel, const char *passes) {
    auto shown = compiler->show(module.value, emit, kernel, passes);
    EXPECT_EQ(shown.status, Status::Ok) << shown.log;
    return shown.value;
  };
  EXPECT_NE(show(Emit::SpirvText, "", "").find("OpEntryPoint Kernel"), std::string::npos);
  EXPECT_NE(show(Emit::Llvm, "", "").find("spir_kernel void @k"), std::string::npos);
  EXPECT_NE(show(Emit::Asm, "k", "").find("ret"), std::string::npos);
  for (const PassRow &row : passRows())
    EXPECT_NE(show(Emit::Llvm, "k", std::string(row.name).c_str()).find("; after " + std::string(row.name)),
              std::string::npos);
  EXPECT_EQ(compiler->show(module.value, Emit::Llvm, "k", "no-such-pass").status, Status::BuildFailure);
}

/// An array of the work-item's own, loops: there is something to do for passes inside of others.
constexpr const char *Loops = R"(kernel void k(global int *o, int n) {
  int a[4];
  for (int i = 0; i < 4; ++i)
    a[i] = o[i] + n;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i & 3] * i;
  o[get_global_id(0)] = sum;
})";

/// In lanes, with a code generator that does all and one that does little, and as LLVM's vectorisers find it.
std::string shownBehind(std::string_view passes, Emit emit = Emit::Llvm) {
  std::string text;
  for (auto [width, quickCode] : {std::pair(0u, false), std::pair(0u, true), std::pair(1u, false)}) {
    Settings options = settings();
    options.width = width;
    options.quickCode = quickCode;
    auto compiler = makeCompiler(options);
    auto module = compiler->compile({Loops, "", {}});
    EXPECT_EQ(module.status, Status::Ok) << module.log;
    auto shown = compiler->show(module.value, emit, "k", passes);
    EXPECT_EQ(shown.status, Status::Ok) << shown.log;
    text += shown.value;
  }
  return text;
}

TEST(Compiler, ShowsPassesInsideOfOthers) {
  const std::string all = shownBehind("all"), times = shownBehind("", Emit::Times);
  for (const SubPassFacts &pass : SubPasses) {
    const std::string name = pass.name.str();
    EXPECT_TRUE(llvm::any_of(passRows(), [&](const PassRow &row) { return row.name == std::string_view(pass.row); }))
        << name;
#if !defined(__x86_64__)
    if (pass.row == "emit-code")
      continue;
#endif
    EXPECT_NE(all.find("; after " + name + '\n'), std::string::npos) << name;
    EXPECT_NE(times.find("  " + name + '\n'), std::string::npos) << name << '\n' << times;
  }
  const std::string some = shownBehind("narrow-counters,hoisted-reads");
  EXPECT_NE(some.find("; after narrow-counters\n"), std::string::npos);
  EXPECT_EQ(some.find("; after count-iterations"), std::string::npos);
}

TEST(Compiler, ReportsWhatBecameOfEachLine) {
  auto compiler = makeCompiler();
  constexpr const char *Source =
      R"(kernel void k(global int *out, global const int *in, global const int *index, int n) {
  int gid = get_global_id(0);
  int sum = in[0];
  for (int i = 0; i < n; i++)
    sum += in[index[gid] + i];
  if (sum > gid)
    out[3 * gid] = sum;
  while (sum > 100 + gid)
    sum -= in[n - gid];
  out[gid] = sum;
})";
  auto report = [&](const char *options) {
    auto module = compiler->compile({Source, options, {}, false});
    EXPECT_EQ(module.status, Status::Ok) << module.log;
    auto shown = compiler->show(module.value, Emit::Report, "k", "");
    EXPECT_EQ(shown.status, Status::Ok) << shown.log;
    return shown.value;
  };
  std::string lines = report("-g");
  for (const char *line :
       {" lanes: ", "line 3: uniform load", "uniform loop", "line 5: gather", "line 6: divergent branch",
        "divergent loop", "contiguous, reversed", "line 10: contiguous store"})
    EXPECT_NE(lines.find(line), std::string::npos) << line << '\n' << lines;
  EXPECT_NE(report("").find("line ?: gather"), std::string::npos);
}

TEST(Compiler, ForeignAndDamagedModules) {
  auto compiler = makeCompiler();
  auto garbage = std::vector<std::byte>(64, std::byte{0x5a});
  EXPECT_EQ(compiler->import(garbage).status, Status::InvalidModule);
  auto module = compiler->compile({"kernel void k(global int *o) { o[get_global_id(0)] = 1; }", "", {}});
  ASSERT_EQ(module.status, Status::Ok);
  for (std::size_t keep = 5; keep < module.value.words.size(); keep += 7) {
    SpirvModule truncated{{module.value.words.begin(), module.value.words.begin() + long(keep)}};
    const SpirvModule *modules[] = {&truncated};
    auto program = compiler->link({modules, "", false});
    if (program.status == Status::Ok)
      EXPECT_TRUE(program.value->kernels().empty() || !truncated.words.empty());
    else
      EXPECT_FALSE(program.log.empty());
  }
}
