// The reference: runs the programs of a batch that the host's compiler made of the same source (Prelude.h) and writes
// what their buffers hold at the end:
//
//   fuzz-reference BATCH LIBRARY
//
// For each program `ok NAME` and a line `expect HEX` for each buffer, or `bad NAME WHY` when the program is not one
// that has only one result: every work-item is a fiber that runs from barrier to barrier, and the work-items (and
// groups) are run in order, in reversed order and shuffled, with other poison in uninitialised memory each time. The
// sanitizer's traps and faults are caught. Any difference is a mistake of the generator.
#include "Batch.h"
#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace {

using fuzz::Bytes;

/// Of the library's table, see reference.py.
struct Entry {
  const char *program;
  const char *kernel;
  void (*call)(void **arguments);
  char *localsBegin, *localsEnd;
};

constexpr std::size_t stackBytes = 256 * 1024;
constexpr std::size_t usedBytes = 48 * 1024; // what is poisoned of a stack
constexpr unsigned secondsPerProgram = 10;
constexpr std::size_t gapBytes = 496; // of LOCAL_GAP
enum class Order { Forward, Reversed, Shuffled };

struct Bad {
  std::string why;
};

/// What uninitialised memory holds: different in each run and at each place.
void fillPoison(char *memory, std::size_t bytes, unsigned poison) {
  for (std::size_t i = 0; i < bytes; ++i) {
    poison = poison * 1664525 + 1013904223;
    memory[i] = static_cast<char>(poison >> 24);
  }
}

/// Memory that ends where a page begins that cannot be touched; what is left of the page before it has to stay as it
/// is.
class Guarded {
public:
  Guarded(std::size_t bytes, unsigned poison) : bytes_(bytes), poison_(poison) {
    mapped_ = roundUp(bytes, page) + 2 * page;
    void *memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      std::abort();
    base_ = static_cast<char *>(memory);
    mprotect(base_, page, PROT_NONE);
    mprotect(base_ + mapped_ - page, page, PROT_NONE);
    at_ = base_ + mapped_ - page - roundUp(bytes, 16);
    fillPoison(base_ + page, mapped_ - 2 * page, poison);
  }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;
  ~Guarded() { munmap(base_, mapped_); }
  char *data() const { return at_; }
  std::size_t size() const { return bytes_; }
  bool isIntact() const {
    std::vector<char> before(mapped_ - 2 * page);
    fillPoison(before.data(), before.size(), poison_);
    const char *begin = base_ + page;
    const auto end = static_cast<std::size_t>(at_ - begin) + bytes_;
    return std::equal(begin, static_cast<const char *>(at_), before.begin()) &&
           std::equal(before.begin() + static_cast<std::ptrdiff_t>(end), before.end(), begin + end);
  }

private:
  static constexpr std::size_t page = 4096;
  static std::size_t roundUp(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }
  std::size_t bytes_, mapped_ = 0;
  unsigned poison_;
  char *base_ = nullptr, *at_ = nullptr;
};

struct Item {
  ucontext_t context{};
  std::unique_ptr<char[]> stack;
  std::array<std::size_t, 3> local{};
  bool isDone = false;
  int waitsAt = 0;
  long long given = 0;
};

/// The work-group that runs.
struct Group {
  std::array<std::size_t, 3> id{}, size{}, count{};
  const fuzz::Launch *launch = nullptr;
  const Entry *entry = nullptr;
  std::vector<void *> arguments;
  std::vector<std::unique_ptr<Item>> items;
  std::size_t itemCount = 0;
  Item *current = nullptr;
  std::set<char *> gaps; // between variables in local memory
  ucontext_t scheduler{};
};

Group group;
sigjmp_buf escape;

void itemMain() {
  group.entry->call(group.arguments.data());
  group.current->isDone = true;
  group.current->waitsAt = 0;
  swapcontext(&group.current->context, &group.scheduler);
}

void waitAt(int place) {
  Item &item = *group.current;
  item.waitsAt = place;
  swapcontext(&item.context, &group.scheduler);
}

void prepareItem(Item &item, std::size_t number, unsigned char poison) {
  if (!item.stack)
    item.stack = std::make_unique<char[]>(stackBytes);
  // Elsewhere in each run, so that results that depend on addresses show.
  const std::size_t bytes = stackBytes - 256 * poison;
  fillPoison(item.stack.get() + bytes - usedBytes, usedBytes, poison);
  item.local = {number % group.size[0], number / group.size[0] % group.size[1], number / group.size[0] / group.size[1]};
  item.isDone = false;
  item.waitsAt = 0;
  getcontext(&item.context);
  item.context.uc_stack.ss_sp = item.stack.get();
  item.context.uc_stack.ss_size = bytes;
  item.context.uc_link = nullptr;
  makecontext(&item.context, itemMain, 0);
}

/// All waiting work-items wait at the same barrier; those that ended did so before the first one, or all did.
bool passBarrier(bool isFirst) {
  int place = 0;
  std::size_t done = 0;
  for (std::size_t i = 0; i < group.itemCount; ++i) {
    const Item &item = *group.items[i];
    done += item.isDone;
    if (item.isDone)
      continue;
    if (place && item.waitsAt != place)
      throw Bad{"work-items wait at different barriers"};
    place = item.waitsAt;
  }
  static std::size_t doneAtFirst;
  if (isFirst)
    doneAtFirst = done;
  else if (done != doneAtFirst && done != group.itemCount)
    throw Bad{"some work-items end where others wait at a barrier"};
  return done != group.itemCount;
}

void runGroup(Order order, unsigned char poison, std::minstd_rand &random) {
  group.itemCount = group.size[0] * group.size[1] * group.size[2];
  while (group.items.size() < group.itemCount)
    group.items.push_back(std::make_unique<Item>());
  for (std::size_t i = 0; i < group.itemCount; ++i)
    prepareItem(*group.items[i], i, poison);
  const auto localBytes = static_cast<std::size_t>(group.entry->localsEnd - group.entry->localsBegin);
  std::vector<char> untouched(localBytes);
  fillPoison(untouched.data(), localBytes, poison);
  std::copy(untouched.begin(), untouched.end(), group.entry->localsBegin);
  group.gaps.clear();
  std::vector<std::size_t> sequence(group.itemCount);
  std::iota(sequence.begin(), sequence.end(), 0U);
  if (order == Order::Reversed)
    std::reverse(sequence.begin(), sequence.end());
  bool isFirst = true;
  do {
    if (order == Order::Shuffled)
      std::shuffle(sequence.begin(), sequence.end(), random);
    for (const std::size_t number : sequence) {
      group.current = group.items[number].get();
      if (!group.current->isDone)
        swapcontext(&group.scheduler, &group.current->context);
    }
    const bool goesOn = passBarrier(isFirst);
    isFirst = false;
    if (!goesOn)
      break;
  } while (true);
  for (const char *gap : group.gaps)
    if (!std::equal(gap, gap + gapBytes, untouched.begin() + (gap - group.entry->localsBegin)))
      throw Bad{"writes outside of a variable in local memory"};
}

void runLaunch(const fuzz::Launch &launch, const Entry &entry, const std::vector<std::unique_ptr<Guarded>> &buffers,
               Order order, unsigned char poison) {
  std::vector<std::unique_ptr<Guarded>> locals;
  std::vector<void *> pointers(launch.arguments.size()); // the arguments' values, where they are pointers
  group.arguments.assign(launch.arguments.size(), nullptr);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const fuzz::Argument &argument = launch.arguments[i];
    if (argument.kind == fuzz::Argument::Kind::Value) {
      group.arguments[i] = const_cast<uint8_t *>(argument.value.data());
      continue;
    }
    if (argument.kind == fuzz::Argument::Kind::Local)
      locals.push_back(std::make_unique<Guarded>(argument.number, poison));
    pointers[i] =
        argument.kind == fuzz::Argument::Kind::Local ? locals.back()->data() : buffers[argument.number]->data();
    group.arguments[i] = &pointers[i];
  }
  group.launch = &launch;
  group.entry = &entry;
  for (int d = 0; d < 3; ++d)
    group.count[d] = (launch.global[d] + launch.local[d] - 1) / launch.local[d];
  const std::size_t groups = group.count[0] * group.count[1] * group.count[2];
  std::vector<std::size_t> sequence(groups);
  std::iota(sequence.begin(), sequence.end(), 0U);
  std::minstd_rand random(1);
  if (order == Order::Reversed)
    std::reverse(sequence.begin(), sequence.end());
  if (order == Order::Shuffled)
    std::shuffle(sequence.begin(), sequence.end(), random);
  for (const std::size_t number : sequence) {
    group.id = {number % group.count[0], number / group.count[0] % group.count[1],
                number / group.count[0] / group.count[1]};
    for (int d = 0; d < 3; ++d)
      group.size[d] = std::min(launch.local[d], launch.global[d] - group.id[d] * launch.local[d]);
    for (const auto &local : locals)
      fillPoison(local->data(), local->size(), poison);
    runGroup(order, poison, random);
  }
  const auto isIntact = [](const std::unique_ptr<Guarded> &memory) { return memory->isIntact(); };
  if (!std::all_of(locals.begin(), locals.end(), isIntact) || !std::all_of(buffers.begin(), buffers.end(), isIntact))
    throw Bad{"writes outside of an argument"};
}

std::vector<Bytes> runProgram(const fuzz::Program &program, const std::vector<Entry> &entries, Order order,
                              unsigned char poison, std::vector<std::unique_ptr<Guarded>> &buffers) {
  for (const Bytes &bytes : program.buffers) {
    buffers.push_back(std::make_unique<Guarded>(bytes.size(), poison));
    std::memcpy(buffers.back()->data(), bytes.data(), bytes.size());
  }
  for (const fuzz::Launch &launch : program.launches) {
    const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry &candidate) {
      return program.name == candidate.program && launch.kernel == candidate.kernel;
    });
    if (entry == entries.end())
      throw Bad{"no kernel " + launch.kernel};
    runLaunch(launch, *entry, buffers, order, poison);
  }
  std::vector<Bytes> results;
  for (const auto &buffer : buffers)
    results.emplace_back(buffer->data(), buffer->data() + buffer->size());
  return results;
}

void onSignal(int signal) { siglongjmp(escape, signal); }

void catchSignals() {
  static char stack[64 * 1024];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_handler = onSignal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGALRM})
    sigaction(signal, &action, nullptr);
}

std::string nameOf(int signal) {
  switch (signal) {
  case SIGILL:
  case SIGTRAP:
    return "undefined behaviour";
  case SIGALRM:
    return "does not end";
  default:
    return "fault, signal " + std::to_string(signal);
  }
}

/// `results` outlives a jump out of a program's fibers; what those held is lost.
void judge(const fuzz::Program &program, const std::vector<Entry> &entries, std::vector<Bytes> &results) {
  struct Way {
    Order order;
    unsigned char poison;
  };
  static const Way ways[] = {{Order::Forward, 0xA5}, {Order::Reversed, 0x5A}, {Order::Shuffled, 0x3C}};
  alarm(secondsPerProgram);
  if (const int signal = sigsetjmp(escape, 1)) {
    alarm(0);
    throw Bad{nameOf(signal)};
  }
  // The buffers of earlier runs stay where they are, so that those of the next are elsewhere.
  std::vector<std::unique_ptr<Guarded>> buffers[3];
  results = runProgram(program, entries, ways[0].order, ways[0].poison, buffers[0]);
  for (int i = 1; i < 3; ++i)
    if (runProgram(program, entries, ways[i].order, ways[i].poison, buffers[i]) != results)
      throw Bad{"depends on the order of work-items, on uninitialised memory or on addresses"};
  alarm(0);
}

std::size_t product(const std::array<std::size_t, 3> &of) { return of[0] * of[1] * of[2]; }

} // namespace

// What Prelude.h asks for.
extern "C" {
__attribute__((visibility("default"))) void ref_barrier(int place) { waitAt(place); }
__attribute__((visibility("default"))) void ref_gap(char *gap) { group.gaps.insert(gap); }
__attribute__((visibility("default"))) std::size_t ref_query(int what, unsigned d) {
  if (d > 2)
    return what == 2 || what == 3 || what == 4 || what == 5 ? 1 : 0;
  const fuzz::Launch &launch = *group.launch;
  switch (what) {
  case 0:
    return launch.offset[d] + group.id[d] * launch.local[d] + group.current->local[d];
  case 1:
    return group.current->local[d];
  case 2:
    return launch.global[d];
  case 3:
    return group.size[d];
  case 4:
    return group.count[d];
  case 5:
    return launch.local[d];
  case 6:
    return group.id[d];
  default:
    return launch.offset[d];
  }
}
// The group operations' codes are those of Prelude.h: 0 add, 1 min, 2 max; 10 and 20 more for inclusive, exclusive
// scans.
__attribute__((visibility("default"))) long long ref_group(int operation, long long value, std::size_t chosen) {
  Item &self = *group.current;
  self.given = value;
  waitAt(-1 - operation);
  const int kind = operation % 10, range = operation / 10;
  long long result = kind == 0 ? 0 : kind == 1 ? INT64_MAX : INT64_MIN;
  for (std::size_t i = 0; i < product(group.size); ++i) {
    const Item &item = *group.items[i];
    if (range == 2 && &item == &self)
      break;
    if (kind == 3 && i == chosen)
      result = item.given;
    else if (kind < 3)
      result = kind == 0   ? result + item.given
               : kind == 1 ? std::min(result, item.given)
                           : std::max(result, item.given);
    if (range == 1 && &item == &self)
      break;
  }
  waitAt(-101 - operation);
  return result;
}
}

int main(int count, char **arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: fuzz-reference BATCH LIBRARY\n");
    return 2;
  }
  void *library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  const auto *table = static_cast<const Entry *>(dlsym(library, "fuzz_entries"));
  std::vector<Entry> entries;
  for (; table && table->program; ++table)
    entries.push_back(*table);
  catchSignals();
  for (const fuzz::Program &program : fuzz::readBatch(arguments[1])) {
    std::vector<Bytes> results;
    try {
      judge(program, entries, results);
      std::printf("ok %s\n", program.name.c_str());
      for (const Bytes &bytes : results)
        std::printf("expect %s\n", fuzz::toHex(bytes).c_str());
    } catch (const Bad &bad) {
      alarm(0);
      std::printf("bad %s %s\n", program.name.c_str(), bad.why.c_str());
    }
  }
  std::fflush(stdout);
  std::_Exit(0);
}
