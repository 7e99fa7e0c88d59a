// Block reads and writes: cl_intel_subgroups ("Sub Group Read and Write Functions"), _char, _short, _long, and
// cl_intel_subgroup_local_block_io. Component i of work-item l is p[i * sub_group_size + l].
#include "SubGroups.h"
using subgroups::attribute;
using subgroups::Shape;
using subgroups::sizeOf;
using subgroups::sizesToTest;

namespace {

struct Family {
  const char *suffix, *type;
  unsigned bytes;
  std::vector<unsigned> counts;
};
const Family families[] = {{"", "uint", 4, {1, 2, 4, 8}},
                           {"_ui", "uint", 4, {1, 2, 4, 8}},
                           {"_uc", "uchar", 1, {1, 2, 4, 8, 16}},
                           {"_us", "ushort", 2, {1, 2, 4, 8, 16}},
                           {"_ul", "ulong", 8, {1, 2, 4, 8}}};

/// For each count N a kernel gN (through global memory) and lN (the same through local memory): what each work-item
/// reads goes to `seen`, what it writes is that plus its number and the component's.
std::string source(const Family &family, unsigned size) {
  std::string text = "#define T " + std::string(family.type) + "\n#define ATTRIBUTE " + attribute(size) + R"(
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
uint blockOf(uint n) { // of this sub-group, in elements
  return (get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id()) * get_max_sub_group_size() * n;
}
)";
  for (unsigned count : family.counts) {
    const std::string n = std::to_string(count), vector = count == 1 ? "" : n;
    const std::string read = std::string("intel_sub_group_block_read") + family.suffix + vector;
    const std::string write = std::string("intel_sub_group_block_write") + family.suffix + vector;
    std::string adds, shows;
    for (unsigned i = 0; i < count; ++i) {
      const std::string part = count == 1 ? "v" : std::string("v.s") + "0123456789abcdef"[i];
      shows += "seen[get_global_id(0) * " + n + " + " + std::to_string(i) + "] = " + part + "; ";
      adds += part + " += get_sub_group_local_id() * 3 + " + std::to_string(i) + "; ";
    }
    const std::string head =
        "(global const T *in, global T *out, global T *seen, global const uchar *active, local T *s)";
    const std::string type = "JOIN(T, " + vector + ") ";
    text += "kernel ATTRIBUTE void g" + n + head + " {\n  uint at = blockOf(" + n +
            ");\n  if (active[get_global_id(0)]) {\n    " + type + "v = " + read + "(in + at);\n    " + shows + adds +
            "\n    " + write + "(out + at, v);\n  }\n}\n";
    text += "kernel ATTRIBUTE void l" + n + head + " {\n  uint at = blockOf(" + n +
            "), W = get_max_sub_group_size();\n" + "  local T *mine = s + get_sub_group_id() * W * " + n + ";\n" +
            "  for (uint i = 0; i < " + n +
            "; ++i) mine[i * W + get_sub_group_local_id()] = in[at + i * W + get_sub_group_local_id()];\n" +
            "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n  if (active[get_global_id(0)]) {\n    " + type +
            "v = " + read + "(mine);\n    " + shows + adds + "\n    " + write + "(mine, v);\n  }\n" +
            "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n  if (active[get_global_id(0)])\n    for (uint i = 0; i < " +
            n + "; ++i) out[at + i * W + get_sub_group_local_id()] = mine[i * W + get_sub_group_local_id()];\n}\n";
  }
  return text;
}

template <typename T>
void checkKernel(const harness::Program &program, char space, unsigned n, const Shape &shape, unsigned size) {
  const std::size_t items = shape.local * shape.groups, perGroup = (shape.local + size - 1) / size;
  const std::size_t elements = shape.groups * perGroup * size * n;
  std::vector<T> in = harness::noise<T>(elements, 11), out(elements, T(0x5A)), seen(items * n, T(0xA5));
  std::vector<T> wantOut = out, wantSeen = seen;
  std::vector<unsigned char> active(items, 1);
  for (std::size_t i = 0; i < items; ++i) {
    active[i] = !shape.divergent || (i * 7 + 2) % 5 != 0;
    const std::size_t group = i / shape.local, inGroup = i % shape.local, lane = inGroup % size;
    for (unsigned part = 0; active[i] && part < n; ++part) {
      const std::size_t place = (group * perGroup + inGroup / size) * size * n + part * size + lane;
      wantSeen[i * n + part] = in[place];
      wantOut[place] = static_cast<T>(in[place] + lane * 3 + part);
    }
  }
  harness::Launch launch(program, (space + std::to_string(n)).c_str());
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::inOut(seen));
  launch.arg(harness::inOut(active)), launch.arg(harness::Local{perGroup * size * n * sizeof(T)});
  launch.run(harness::Range::of(items, shape.local));
  EXPECT_TRUE(seen == wantSeen) << space << n << ": read, sub-groups of " << size << ", " << shape.name;
  EXPECT_TRUE(out == wantOut) << space << n << ": written, sub-groups of " << size << ", " << shape.name;
}

void checkFamily(const Family &family, unsigned asked) {
  harness::Program program(source(family, asked));
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  const unsigned size = sizeOf(program, "g1");
  for (unsigned n : family.counts)
    for (char space : {'g', 'l'})
      for (const Shape &shape : subgroups::shapes(size)) {
        auto run = family.bytes == 1   ? checkKernel<cl_uchar>
                   : family.bytes == 2 ? checkKernel<cl_ushort>
                   : family.bytes == 4 ? checkKernel<cl_uint>
                                       : checkKernel<cl_ulong>;
        run(program, space, n, shape, size);
      }
}

class SubGroupBlocks : public testing::TestWithParam<unsigned> {};

TEST_P(SubGroupBlocks, EveryTypeWidthAndSpace) {
  for (unsigned size : sizesToTest())
    checkFamily(families[GetParam()], size);
}

INSTANTIATE_TEST_SUITE_P(Families, SubGroupBlocks, testing::Range(0u, 5u), [](const auto &info) {
  return std::string(families[info.param].type) + families[info.param].suffix;
});

// "The pointer ... must be the same for all work-items": it is so even where its sum is not plainly uniform, and it
// need not be aligned to be read by us.
TEST(SubGroupBlockPointers, ComputedFromIdsAndUnaligned) {
  const std::string text = R"(
kernel void k(global const uint *in, global uint *out, uint shift) {
  size_t start = get_global_id(0) - get_sub_group_local_id();
  global const uint *p = (global const uint *)((global const uchar *)(in + start) + shift);
  uint v = intel_sub_group_block_read(p);
  global uint *q = (global uint *)((global uchar *)(out + start) + shift);
  intel_sub_group_block_write(q, v ^ 0x01010101u);
}
kernel void prefetches(global const uint *in, global uint *out, uint shift) {
  intel_sub_group_block_prefetch_ui4(in);
  intel_sub_group_block_prefetch_uc16((global const uchar *)in);
  out[get_global_id(0)] = 7;
})";
  harness::Program program(text);
  for (unsigned shift : {0u, 1u, 2u, 4u}) {
    std::vector<cl_uint> in = harness::noise<cl_uint>(260), out(260, 0);
    std::vector<unsigned char> want(out.size() * 4, 0);
    for (std::size_t i = shift; i < 1024 + shift; ++i)
      want[i] = reinterpret_cast<unsigned char *>(in.data())[i] ^ 1;
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(static_cast<cl_uint>(shift));
    launch.run(harness::Range::of(256, 64));
    EXPECT_EQ(std::memcmp(out.data(), want.data(), want.size()), 0) << shift;
  }
  std::vector<cl_uint> in(256), out(256);
  harness::Launch launch(program, "prefetches");
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(cl_uint{0});
  launch.run(harness::Range::of(256, 64));
  EXPECT_EQ(out, std::vector<cl_uint>(256, 7));
}

} // namespace
