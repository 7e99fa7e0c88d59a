#include "compiler/targets/CopyLoop.h"
#include "compiler/targets/x86/X86Machine.h"
#include <algorithm>

// The loops are the host's own code. Where the host is no x86, nobody runs them.
#if defined(__x86_64__)
#include <immintrin.h>

// The functions between the two are compiled for an instruction set that the rest of the library must not assume.
#if defined(__clang__)
#define LANECL_PRAGMA(text) _Pragma(#text)
#define LANECL_BEGIN_TARGET(features)                                                                                  \
  LANECL_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define LANECL_END_TARGET _Pragma("clang attribute pop")
#else
#define LANECL_PRAGMA(text) _Pragma(#text)
#define LANECL_BEGIN_TARGET(features) _Pragma("GCC push_options") LANECL_PRAGMA(GCC target(features))
#define LANECL_END_TARGET _Pragma("GCC pop_options")
#endif

namespace lanecl::targets::x86 {
namespace {

namespace sse4 {
LANECL_BEGIN_TARGET("sse4.2,popcnt")
#include "compiler/targets/AsyncCopyLoops.inc"
LANECL_END_TARGET
} // namespace sse4

namespace avx2 {
LANECL_BEGIN_TARGET("avx2,bmi,bmi2,fma")
#include "compiler/targets/AsyncCopyLoops.inc"
LANECL_END_TARGET
} // namespace avx2

namespace avx512 {
LANECL_BEGIN_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,bmi,bmi2,fma")
#include "compiler/targets/x86/AsyncCopyScatter.inc"
// The loops find its gatherLoop and scatterLoop before the general ones.
#include "compiler/targets/AsyncCopyLoops.inc"
LANECL_END_TARGET
} // namespace avx512

// The same with permutations of bytes (Ice Lake, Zen 4 and later).
namespace avx512Bytes {
#define LANECL_BYTE_PERMUTES
LANECL_BEGIN_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,avx2,bmi,bmi2,fma")
#include "compiler/targets/AsyncCopyLoops.inc"
#include "compiler/targets/x86/AsyncCopyScatter.inc"
LANECL_END_TARGET
#undef LANECL_BYTE_PERMUTES
} // namespace avx512Bytes

} // namespace

const CopyLoops &X86Machine::copyLoops() const {
  static constexpr CopyLoops loops[] = {{sse4::copyLines, sse4::copyPlanes},
                                        {avx2::copyLines, avx2::copyPlanes},
                                        {avx512::copyLines, avx512::copyPlanes},
                                        {avx512Bytes::copyLines, avx512Bytes::copyPlanes}};
  return loops[bytePermutes_ ? 3 : static_cast<unsigned>(level_)];
}

} // namespace lanecl::targets::x86
#else
namespace lanecl::targets::x86 {
const CopyLoops &X86Machine::copyLoops() const { return Machine::copyLoops(); }
} // namespace lanecl::targets::x86
#endif
