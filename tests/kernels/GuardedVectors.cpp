// Loads and stores of short vectors (vloadN, vstoreN, vload_half, vectors by pointer) at buffers that begin and end
// where nothing is mapped, some at no multiple of anything: as many elements are touched as the standard says, no more.
#include "Edge.h"
#include "Harness.h"
#include <climits>
using harness::Edge;

namespace {

// LOAD and STORE of the vector at place `j` of `in` and `out`; p: the first element.
const char *const source = R"(
  kernel void inOrder(global const T *in, global T *out, global const int *at, int n, int p) {
    int j = get_global_id(0);
    if (j < n)
      STORE(LOAD(j, in + p), j, out + p);
  }
  kernel void fromTheEnd(global const T *in, global T *out, global const int *at, int n, int p) {
    int j = n - 1 - (int)get_global_id(0);
    if (j >= 0)
      STORE(LOAD(j, in + p), j, out + p);
  }
  kernel void some(global const T *in, global T *out, global const int *at, int n, int p) {
    int j = get_global_id(0);
    if (j < n && j % 3 == 1)
      STORE(LOAD(j, in + p), j, out + p);
  }
  kernel void looked(global const T *in, global T *out, global const int *at, int n, int p) {
    int i = get_global_id(0);
    if (i < n && at[i] >= 0)
      STORE(LOAD(at[i], in + p), at[i], out + p);
  }
  kernel void oneAfterAnother(global const T *in, global T *out, global const int *at, int n, int p) {
    if (get_global_id(0) == 0)
      for (int j = 0; j < n; ++j)
        STORE(LOAD(j, in + p), j, out + p);
  }
  kernel void twice(global const T *in, global T *out, global const int *at, int n, int p) {
    int i = get_global_id(0);
    for (int j = i; j < n; j += get_global_size(0))
      STORE(LOAD(j, in + p), j, out + p);
  })";

constexpr const char *kernels[] = {"inOrder", "fromTheEnd", "some", "looked", "oneAfterAnother", "twice"};

bool isActive(const std::string &name, int j, const int *at) {
  return name == "some" ? j % 3 == 1 : name == "looked" ? at[j] >= 0 : true;
}

struct Vector {
  const char *type, *load, *store;
  size_t bytes, elements; ///< of an element; of a vector
  bool isAligned = false;
  /// Elements from vector to vector: three that are aligned have the place of four, and may touch all of it.
  size_t step() const { return isAligned && elements == 3 ? 4 : elements; }
};

std::string macrosOf(const Vector &vector) {
  const std::string load = vector.load;
  if (!load.empty() && load.back() != '*')
    return "#define LOAD " + load + "\n#define STORE " + vector.store + "\n";
  return "#define LOAD(j, from) ((global const " + load + ")(from))[j]\n#define STORE(v, j, to) ((global " + load +
         ")(to))[j] = (v)\n";
}

std::ostream &operator<<(std::ostream &out, const Vector &vector) {
  return out << vector.load << " of " << vector.type << ", " << vector.elements;
}

class GuardedVectors : public testing::TestWithParam<Vector> {
protected:
  void launch(const harness::Program &program, const std::string &name, int n, int p, bool atEnd) {
    const Vector &vector = GetParam();
    const size_t bytes = (static_cast<size_t>(p) + static_cast<size_t>(n) * vector.step()) * vector.bytes;
    Edge in(bytes, atEnd), out(bytes, atEnd), at(static_cast<size_t>(n) * sizeof(int), atEnd);
    auto *places = reinterpret_cast<int *>(at.start);
    for (int i = 0; i < n; ++i)
      places[i] = i % 5 == 2 ? INT_MIN + i : i;
    for (size_t i = 0; i < bytes; ++i) // of halves: no NaN
      in.start[i] = static_cast<char>((i * 37 + 1) % 61), out.start[i] = 7;
    std::vector<char> expected(out.start, out.start + bytes);
    for (int j = 0; j < n; ++j)
      if (isActive(name, j, places)) {
        const size_t begin = (static_cast<size_t>(p) + static_cast<size_t>(j) * vector.step()) * vector.bytes;
        std::copy_n(in.start + begin, vector.elements * vector.bytes, expected.data() + begin);
      }
    run(program, name, {in.start, out.start, at.start}, n, p);
    for (size_t i = 0; i < bytes; ++i)
      if ((i / vector.bytes - static_cast<size_t>(p)) % vector.step() < vector.elements)
        ASSERT_EQ(out.start[i], expected[i])
            << name << " of " << n << ", byte " << i << ", from " << p << (atEnd ? ", at the end" : ", at the begin");
  }

private:
  void run(const harness::Program &program, const std::string &name, std::array<const void *, 3> pointers, int n,
           int p) {
    cl_int error = CL_SUCCESS;
    cl_kernel made = clCreateKernel(program.program, name.c_str(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (cl_uint i = 0; i < pointers.size(); ++i)
      error |= clSetKernelArgSVMPointer(made, i, pointers[i]);
    error |= clSetKernelArg(made, 3, sizeof n, &n) | clSetKernelArg(made, 4, sizeof p, &p);
    cl_command_queue queue = harness::Device::get().queue;
    const size_t group = 24, size = name == "twice" ? group : 320;
    error |= clEnqueueNDRangeKernel(queue, made, 1, nullptr, &size, &group, 0, nullptr, nullptr);
    ASSERT_EQ(error | clFinish(queue), CL_SUCCESS);
    clReleaseKernel(made);
  }
};

std::vector<Vector> vectors() {
  std::vector<Vector> all;
  static constexpr std::pair<const char *, size_t> types[] = {{"uchar", 1}, {"short", 2}, {"int", 4},
                                                              {"long", 8},  {"float", 4}, {"double", 8}};
  static constexpr std::pair<const char *, const char *> calls[] = {{"vload2", "vstore2"},
                                                                    {"vload3", "vstore3"},
                                                                    {"vload4", "vstore4"},
                                                                    {"vload8", "vstore8"},
                                                                    {"vload16", "vstore16"}};
  static constexpr size_t counts[] = {2, 3, 4, 8, 16};
  for (auto [type, bytes] : types)
    for (size_t i = 0; i < std::size(counts); ++i)
      all.push_back({type, calls[i].first, calls[i].second, bytes, counts[i]});
  all.push_back({"half", "vload_half", "vstore_half", 2, 1});
  all.push_back({"half", "vload_half2", "vstore_half2", 2, 2});
  all.push_back({"half", "vload_half3", "vstore_half3", 2, 3});
  all.push_back({"half", "vload_half8", "vstore_half8", 2, 8});
  all.push_back({"half", "vload_half16", "vstore_half16", 2, 16});
  return all;
}

std::vector<Vector> alignedVectors() {
  return {{"half", "vloada_half3", "vstorea_half3", 2, 3, true},
          {"half", "vloada_half4", "vstorea_half4", 2, 4, true},
          {"uchar", "uchar3 *", "", 1, 3, true},
          {"short", "short3 *", "", 2, 3, true},
          {"int", "int3 *", "", 4, 3, true},
          {"double", "double3 *", "", 8, 3, true},
          {"float", "float4 *", "", 4, 4, true},
          {"uchar", "uchar16 *", "", 1, 16, true}};
}

} // namespace

TEST_P(GuardedVectors, TouchTheirElements) {
  const harness::Program program(macrosOf(GetParam()) + source,
                                 (std::string("-cl-std=CL3.0 -DT=") + GetParam().type).c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (const char *name : kernels)
    for (int n : {1, 2, 3, 5, 8, 15, 16, 17, 33, 64, 100, 300})
      for (int p = 0; p < (GetParam().isAligned ? 1 : 2); ++p)
        for (bool atEnd : {true, false}) {
          launch(program, name, n, p, atEnd);
          if (HasFatalFailure())
            return;
        }
}

INSTANTIATE_TEST_SUITE_P(Any, GuardedVectors, testing::ValuesIn(vectors()));
INSTANTIATE_TEST_SUITE_P(Aligned, GuardedVectors, testing::ValuesIn(alignedVectors()));
