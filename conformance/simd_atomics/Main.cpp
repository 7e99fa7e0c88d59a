// operation x type x width x mask x conflict x memory. Each sub-test is one memory, one type and the functions of one
// extension; results are right when each address has an order of its operations that explains every value returned.
#include "Serial.h"
#include "Table.h"
#include "conformance/harness/Kernel.h"
#include <cstdlib>
#include <map>

namespace {

using namespace atomics;
using namespace conformance;
using Bytes = std::vector<unsigned char>;

struct Memory {
  const char *name;
  const char *space; // of the pointer
  bool local;        // where the words lie
};
const Memory memories[] = {
    {"global", "global", false}, {"local", "local", true}, {"generic_global", "", false}, {"generic_local", "", true}};

/// Memory is `words` elements, in local memory for the time of the kernel where MEMORY says so.
const std::string frame = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ATTRIBUTE kernel void NAME(global T *memory, global const uint *offset, global const uchar *enabled,
                           global const T *as, global const T *bs, global T *result, local T *slm, uint words) {
  const uint i = get_local_id(0);
  for (uint w = i; w < words; w += get_local_size(0))
    slm[w] = memory[w];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  volatile A T *p = MEMORY + offset[i];
  const T a = as[i], b = bs[i];
  if (enabled[i])
    RESULT CALL;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (IN_SLM)
    for (uint w = i; w < words; w += get_local_size(0))
      memory[w] = slm[w];
}
)";

void replaceAll(std::string &text, const std::string &word, const std::string &with) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += with.size())
    text.replace(at, word.size(), with);
}

/// `uses`: what the function returns.
std::string source(const Function &function, const Memory &memory, std::size_t subGroup, const std::string &name,
                   bool uses = true) {
  std::string text = frame;
  replaceAll(text, "RESULT", uses ? "result[i] =" : "");
  replaceAll(text, "CALL", function.call);
  replaceAll(text, "ATTRIBUTE",
             subGroup ? "__attribute__((intel_reqd_sub_group_size(" + std::to_string(subGroup) + ")))" : std::string());
  replaceAll(text, "NAME", name);
  replaceAll(text, "MEMORY", memory.local ? "slm" : "memory");
  replaceAll(text, "IN_SLM", memory.local ? "1" : "0");
  replaceAll(text, "volatile A ", std::string("volatile ") + memory.space + " ");
  replaceAll(text, "T *", std::string(function.type.name) + " *");
  replaceAll(text, "const T ", std::string("const ") + function.type.name + " ");
  return text;
}

/// Which lanes take part.
struct Mask {
  const char *name;
  bool (*enabled)(std::size_t lane);
};
const Mask masks[] = {
    {"all", [](std::size_t) { return true; }},
    {"even", [](std::size_t lane) { return lane % 2 == 0; }},
    {"first", [](std::size_t lane) { return lane == 0; }},
    {"some", [](std::size_t lane) { return lane * 7 % 5 < 2; }},
    {"none", [](std::size_t) { return false; }},
};

/// Which word each lane goes to.
struct Conflict {
  const char *name;
  std::size_t (*place)(std::size_t lane);
};
constexpr std::size_t words = 150; // with room that no lane goes to
const Conflict conflicts[] = {
    {"none", [](std::size_t lane) { return lane + 1; }},
    {"all lanes", [](std::size_t) { return std::size_t{5}; }},
    {"pairs", [](std::size_t lane) { return lane / 2; }},
    {"scattered", [](std::size_t lane) { return lane * 37 % 149; }},
    {"few", [](std::size_t lane) { return lane * lane % 3; }},
};

void put(Bytes &bytes, const Type &type, std::size_t at, Bits value) {
  std::memcpy(&bytes[at * type.bytes], &value, type.bytes);
}
Bits get(const Bytes &bytes, const Type &type, std::size_t at) {
  Bits value = 0;
  std::memcpy(&value, &bytes[at * type.bytes], type.bytes);
  return value;
}

/// Integers of all bits, a few of them often so that comparisons meet; numbers that add without a NaN, and if they must
/// be exact, in any order, small ones.
Bits randomValue(Noise &noise, const Function &function, bool exact) {
  const bool compares = function.op == Op::CmpXchg || function.op == Op::FCmpWr;
  if (function.type.isFloat() && exact && !compares)
    return function.type.fromDouble(double(noise.between(1, 9)));
  if (function.type.isFloat())
    return function.type.fromDouble(compares ? double(noise.between(1, 3))
                                             : double(noise.between(1, 4000)) / 8 - 200.0625);
  return compares ? noise.between(0, 2) : (noise.next() << 20 ^ noise.next()) & function.type.mask();
}

struct Run {
  Bytes memory, as, bs, result, enabled;
  std::vector<cl_uint> offset;
};

Run prepare(const Function &function, std::size_t lanes, const Mask &mask, const Conflict &conflict,
            bool exact = false) {
  const Type &type = function.type;
  Noise noise(lanes * 8 + std::size_t(function.op));
  Run run{Bytes(words * type.bytes),
          Bytes(lanes * type.bytes),
          Bytes(lanes * type.bytes),
          Bytes(lanes * type.bytes, 0x55),
          Bytes(lanes),
          std::vector<cl_uint>(lanes)};
  for (std::size_t w = 0; w < words; ++w)
    put(run.memory, type, w, randomValue(noise, function, exact));
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    put(run.as, type, lane, randomValue(noise, function, exact));
    put(run.bs, type, lane, randomValue(noise, function, exact));
    run.enabled[lane] = mask.enabled(lane);
    run.offset[lane] = cl_uint(conflict.place(lane));
  }
  return run;
}

void launch(Session &session, const Program &program, const std::string &kernel, Run &run, std::size_t bytes) {
  Launch made(session, program, kernel);
  made.inOut(run.memory).inOut(run.offset).inOut(run.enabled).inOut(run.as).inOut(run.bs).inOut(run.result);
  made.local(words * bytes).value(cl_uint(words));
  made.run(conformance::line(run.offset.size(), run.offset.size()));
}

/// Every address has an order, lanes that are off returned nothing, and words that no lane went to are as before.
void check(Session &session, const Function &function, const Bytes &before, const Run &run, const std::string &what) {
  const Type &type = function.type;
  std::map<std::size_t, std::vector<Step>> steps;
  for (std::size_t lane = 0; lane < run.offset.size(); ++lane) {
    const Bits result = get(run.result, type, lane);
    if (!run.enabled[lane]) {
      session.expect(result == (0x5555555555555555ULL & type.mask()),
                     what + ": lane " + std::to_string(lane) + ", which is off, has a result");
      continue;
    }
    const Bits old = oldOf(type, function.op, result);
    steps[run.offset[lane]].push_back(
        {old, apply(type, function.op, old, get(run.as, type, lane), get(run.bs, type, lane))});
  }
  for (std::size_t w = 0; w < words; ++w)
    session.expect(serializable(steps[w], get(before, type, w), get(run.memory, type, w)),
                   what + ": no order of the " + std::to_string(steps[w].size()) + " operations explains word " +
                       std::to_string(w));
}

void needAll(Session &session, const Function &function) {
  if (!function.extension.empty())
    session.need(function.extension);
  if (function.type.isFloat() && function.type.bytes != 4)
    session.need(function.type.bytes == 2 ? "cl_khr_fp16" : "cl_khr_fp64");
}

/// All widths, masks and conflicts of the functions, which are of one type.
void everyLaunch(Session &session, const std::vector<Function> &all, const Memory &memory) {
  for (const Function &function : all)
    needAll(session, function);
  for (std::size_t subGroup : session.subGroupSizes()) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i)
      text += source(all[i], memory, subGroup, "k" + std::to_string(i));
    const Program program(session, text);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t lanes :
           subGroup ? std::vector<std::size_t>{64} : std::vector<std::size_t>{1, 2, 4, 8, 16, 32, 61})
        for (const Mask &mask : masks)
          for (const Conflict &conflict : conflicts) {
            Run run = prepare(all[i], lanes, mask, conflict);
            const Bytes before = run.memory;
            launch(session, program, "k" + std::to_string(i), run, all[i].type.bytes);
            check(session, all[i], before, run,
                  all[i].call + " on " + memory.name + " " + all[i].type.name + ", " + std::to_string(lanes) +
                      " lanes, sub-group size asked " + std::to_string(subGroup) + ", mask " + mask.name +
                      ", conflict " + conflict.name);
          }
  }
}

/// Nobody asks what the functions return: then lanes may be put together first.
void unusedResults(Session &session, const std::vector<Function> &all, const Memory &memory) {
  for (const Function &function : all)
    needAll(session, function);
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    text += source(all[i], memory, 0, "k" + std::to_string(i), false);
  const Program program(session, text);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t lanes : {1, 8, 32, 61})
      for (const Mask &mask : masks)
        for (const Conflict &conflict : conflicts) {
          const Function &function = all[i];
          Run run = prepare(function, lanes, mask, conflict, true);
          const Bytes before = run.memory;
          launch(session, program, "k" + std::to_string(i), run, function.type.bytes);
          std::map<std::size_t, std::vector<Operands>> operations;
          for (std::size_t lane = 0; lane < lanes; ++lane)
            if (run.enabled[lane])
              operations[run.offset[lane]].push_back(
                  {get(run.as, function.type, lane), get(run.bs, function.type, lane)});
          for (std::size_t w = 0; w < words; ++w)
            session.expect(leadsTo(function.type, function.op, operations[w], get(before, function.type, w),
                                   get(run.memory, function.type, w)),
                           function.call + " without result on " + memory.name + " " + function.type.name + ", " +
                               std::to_string(lanes) + " lanes, mask " + mask.name + ", conflict " + conflict.name +
                               ": no order of the operations explains word " + std::to_string(w));
        }
}

/// "Out-of-bound Access: On read: zeros are returned. On write: data is dropped."
void outOfBounds(Session &session, const std::vector<Function> &all, const Memory &memory) {
  if (!std::getenv("CONFORMANCE_ROBUST"))
    session.skip("out-of-bounds accesses are defined where a platform promises it: CONFORMANCE_ROBUST=1 says so");
  for (const Function &function : all)
    needAll(session, function);
  for (const Function &function : all) {
    const Program program(session, source(function, memory, 0, "k"));
    Run run = prepare(function, 32, masks[0], conflicts[0]);
    const Bytes before = run.memory;
    const cl_uint outside[] = {words, words + 1, words * 2, 1u << 20, 1u << 30};
    for (std::size_t lane = 1; lane < run.offset.size(); lane += 2)
      run.offset[lane] = outside[lane / 2 % std::size(outside)];
    launch(session, program, "k", run, function.type.bytes);
    for (std::size_t lane = 1; lane < run.offset.size(); lane += 2) {
      session.expect(get(run.result, function.type, lane) == 0,
                     function.call + " on " + memory.name + ": lane " + std::to_string(lane) + " read no zero");
      run.enabled[lane] = 0;
      put(run.result, function.type, lane, 0x5555555555555555ULL);
    }
    check(session, function, before, run, function.call + " on " + memory.name + " beside lanes out of bounds");
  }
}

/// One sub-test for each memory, type and label.
const std::vector<conformance::Registration> registrations = [] {
  std::vector<conformance::Registration> made;
  for (const Memory &memory : memories) {
    std::map<std::string, std::vector<Function>> groups;
    for (const Function &function : functions())
      if (*memory.space || function.generic)
        groups[std::string(function.type.name) + function.label].push_back(function);
    for (const auto &[name, group] : groups)
      made.emplace_back(std::string(memory.name) + "_" + name,
                        [group, memory](Session &session) { everyLaunch(session, group, memory); });
    for (const auto &[name, group] : groups)
      made.emplace_back("unused_" + std::string(memory.name) + "_" + name,
                        [group, memory](Session &session) { unusedResults(session, group, memory); });
    for (const auto &[name, group] : groups)
      // PREDEC's result is the new value: what it is where nothing is read, the document does not say.
      if (*memory.space && group.front().op != Op::PreDec)
        made.emplace_back("out_of_bounds_" + std::string(memory.name) + "_" + name,
                          [group, memory](Session &session) { outOfBounds(session, group, memory); });
  }
  return made;
}();

} // namespace
