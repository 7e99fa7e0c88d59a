// The transforms of the pipeline, one line each.
#include "compiler/frontend/Legalize.h"
#include "compiler/frontend/LineImport.h"
#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/finish/WidenMasks.h"
#include "compiler/transform/groups/IdleGroups.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/groups/UnrollAndJam.h"
#include "compiler/transform/lanes/InteriorVersion.h"
#include "compiler/transform/lanes/LowerDivision.h"
#include "compiler/transform/lanes/SerialUpdates.h"
#include "compiler/transform/lanes/UnrollStreams.h"
#include "compiler/transform/lanes/WholeGuards.h"
#include "compiler/transform/lanes/WholeIterations.h"
#include "compiler/transform/lanes/WidenSums.h"
#include "compiler/transform/prepare/AliasScopes.h"
#include "tests/filecheck/Opt.h"

namespace lanecl::test {
namespace {

using llvm::Error, llvm::Function;

template <auto Pass> Error onFunctions(Work &work) {
  for (Function &function : work.module)
    if (!function.isDeclaration())
      Pass(function);
  return Error::success();
}

/// The pass may put another function into the kernel's place.
template <void (*Pass)(Function &)> Error onKernels(Work &work) {
  for (Body &body : work.bodies) {
    Pass(*body.full);
    body.full = work.module.getFunction(body.name);
  }
  return Error::success();
}

template <uint32_t X, uint32_t Y, uint32_t Z, bool Whole = false> Error bound(Work &work) {
  return boundIds(work.module, {X, Y, Z}, Whole), Error::success();
}
template <unsigned Dimension> Error exchange(Work &work) {
  return exchangeDimensions(work.module, Dimension), Error::success();
}

/// Of integer arguments named "known...".
template <int64_t Value> Error argumentValues(Work &work) {
  for (Body &body : work.bodies) {
    llvm::SmallVector<std::pair<unsigned, int64_t>> values;
    for (const llvm::Argument &argument : body.full->args())
      if (argument.getName().starts_with("known"))
        values.emplace_back(argument.getArgNo(), Value);
    setArguments(*body.full, values);
  }
  return Error::success();
}

/// Parts of prepare-packetize.
Error streams(Work &work) {
  for (Body &body : work.bodies) {
    simd::LaneAnalyses analyses;
    simd::unrollStreams(*body.full, analyses, work.settings.lanes.width);
  }
  return Error::success();
}
void sums(Function &kernel) {
  simd::LaneAnalyses analyses;
  simd::widenSums(kernel, analyses);
}

template <void (*Pass)(llvm::Module &)> Error onModule(Work &work) { return Pass(work.module), Error::success(); }

/// The file's first kernel.
Error isolate(Work &work) {
  work.bodies.resize(1);
  return isolateKernel(*work.bodies[0].full), Error::success();
}

Error link(Work &work) {
  return linkBuiltins(work.module, *work.settings.lanes.machine, work.settings.lanes.width > 1);
}

Error keepMath(Work &work) {
  return targets::keepVectorMath(work.module, work.settings.lanes.width, *work.settings.lanes.machine),
         Error::success();
}

Error simplify(Work &work) {
  return canonicalize(work.module, work.machine, work.settings.lanes.quick), Error::success();
}

/// VariantKey::images of small images of CL_R, CL_FLOAT, and of samplers of AddressClamp.
constexpr uint32_t RFloat = ImageFormatWord::of({.texels = nullptr,
                                                 .rowPitch = 4,
                                                 .slicePitch = 4,
                                                 .width = 1,
                                                 .height = 1,
                                                 .depth = 1,
                                                 .layers = 1,
                                                 .channelOrder = 0x10B0,
                                                 .channelType = 0x10DE,
                                                 .texelBytes = 4,
                                                 .levels = 1,
                                                 .mipmaps = nullptr});
template <uint32_t Format> Error images(Work &work) {
  for (Body &body : work.bodies) {
    llvm::SmallVector<uint32_t> words;
    for (const llvm::Argument &parameter : body.full->args())
      if (Format && (image::isImage(parameter) || image::isSampler(parameter)))
        words.push_back(image::isSampler(parameter) ? SamplerBits::Clamp : Format);
    specializeImages(*body.full, words, work.machine);
  }
  return Error::success();
}

/// Waits: as in kernels whose sub-groups may wait for one another.
template <bool Waits> void number(Function &kernel) {
  splitWorkGroupOps(kernel, Waits);
  numberBarriers(kernel);
}
/// Disjoint: the launch says that buffers are.
template <bool Disjoint> void scopes(Function &kernel) { scopeKernelMemory(kernel, Disjoint); }
void bounds(Function &kernel) {
  defineValues(kernel, /*ofMemory=*/true);
  boundAccesses(kernel);
}
void prologue(Function &kernel) { separatePrologue(kernel); }
void scopesInLoops(Function &function) { dropScopesInLoops(function); }
void wholeGuards(Function &kernel) { copyBehindGuards(kernel); }
void wholeIterations(Function &kernel) { copyWholeIterations(kernel); }
void idle(Function &kernel) { makeIdleTest(kernel); }
void yield(Function &kernel) { yieldInLoops(kernel); }

void check(Function &kernel) {
  markForChecks(kernel);
  checkBlocks(kernel);
}

Error interior(Work &work, unsigned lanes) {
  for (Body &body : work.bodies)
    if (Function *made = makeInteriorVersion(*body.full, lanes)) {
      made->takeName(body.full);
      body.full->eraseFromParent();
      body.full = made;
    }
  return Error::success();
}

Error interiorOfSubGroups(Work &work) { return interior(work, work.settings.lanes.width); }
Error interiorOfGroups(Work &work) { return interior(work, 0); }

Error prepare(Work &work) {
  for (Body &body : work.bodies)
    preparePacketize(*body.full, work.settings.lanes);
  return Error::success();
}

/// Replaces the bodies by bodies of lanes.
Error lanes(Work &work) {
  for (Body &body : work.bodies) {
    PacketizeOptions options = work.settings.lanes;
    PacketizeReport report;
    report.detailed = true;
    auto full = packetize(*body.full, options, &report);
    if (!full)
      return full.takeError();
    if (work.settings.report)
      work.out << report.str();
    if (work.settings.tails) {
      options.masked = true;
      auto masked = packetize(*body.full, options);
      if (!masked)
        return masked.takeError();
      body.masked = *masked;
    }
    body.full->eraseFromParent();
    body.full = *full;
  }
  return Error::success();
}

/// A region body under the kernel's name, its state parameters under theirs.
RegionBody makeRegions(Work &work, Body &body) {
  static constexpr const char *Sizes[] = {"local_id",   "local_size",  "enqueued_size", "group_id",
                                          "group_base", "global_size", "global_offset", "num_groups"};
  static constexpr const char *Others[] = {"work_dim", "sub_group_id", "region",      "worker",       "context",
                                           "scratch",  "uniform_in",   "uniform_out", "accumulators", "results"};
  static_assert(3 * std::size(Sizes) + std::size(Others) == StateCount);
  const PacketizeOptions &options = work.settings.lanes;
  WorkItemLoopsOptions loops;
  loops.width = options.width;
  loops.maskRegisters = options.machine->maskRegisters;
  loops.wideIds = options.wideIds;
  loops.locals = body.locals;
  RegionBody made = makeRegionBody(*body.full, options.masked, loops);
  for (unsigned i = 0; i < StateCount; ++i) {
    std::string size = i < 24 ? std::string(Sizes[i / 3]) + "." + "xyz"[i % 3] : Others[i - 24];
    made.function->getArg(made.firstState + i)->setName(size);
  }
  body.full->eraseFromParent();
  body.full = made.function;
  body.full->setName(body.name + ".region");
  return made;
}

Error regions(Work &work) {
  for (Body &body : work.bodies)
    makeRegions(work, body);
  return Error::success();
}

Error rows(Work &work) {
  for (Body &body : work.bodies) {
    auto jammed = unrollAndJamRows(makeRegions(work, body), *work.settings.lanes.machine);
    work.out << "; " << body.name << ": " << (jammed ? jammed->rows : 1) << " rows"
             << (jammed && !jammed->conditions.empty() ? " if they stay together" : "") << '\n';
    if (!jammed)
      continue;
    jammed->function->setName(body.name + ".jammed");
    for (const VersionCondition &condition : jammed->conditions)
      condition.function->setName(body.name + ".holds");
  }
  return Error::success();
}

Error loops(Work &work) {
  for (Body &body : work.bodies) {
    WorkItemLoopsOptions options;
    options.width = work.settings.lanes.width;
    options.wideIds = work.settings.lanes.wideIds;
    options.onlyMasked = work.settings.lanes.masked;
    options.arguments = layoutArguments(*body.full, body.full->arg_size() - (options.onlyMasked ? 1 : 0));
    options.locals = body.locals;
    options.idleTest = work.module.getFunction(body.name + ".idle");
    auto made = makeWorkItemLoops(*body.full, body.masked, body.name + ".entry", options);
    if (!made)
      return made.takeError();
    work.out << "; " << body.name << ": context " << made->contextBytesPerSubGroup << " per sub-group, "
             << made->contextBytesPerGroup << " per group, scratch " << made->scratchBytes << '\n';
    body.full = made->entry;
  }
  return Error::success();
}

Error estimates(Work &work) { return lowerEstimates(work.module, *work.settings.lanes.machine), Error::success(); }

Error machineOperations(Work &work) {
  return lowerMachineOperations(work.module, *work.settings.lanes.machine), Error::success();
}

Error atomics(Work &work) {
  for (Function &function : work.module)
    if (!function.isDeclaration())
      lowerAtomics(function, *work.settings.lanes.machine);
  return Error::success();
}

Error combine(Work &work) {
  for (Function &function : work.module)
    if (!function.isDeclaration())
      combineAtomics(function, work.machine);
  return Error::success();
}

template <bool nativeHalf> Error contracted(Work &work) {
  for (llvm::Function &function : work.module)
    contract(function, nativeHalf);
  return Error::success();
}

Error floats(Work &work) {
  for (llvm::Function &function : work.module)
    softwareFloats(function, *work.settings.lanes.machine);
  return Error::success();
}

/// One of those that run among LLVM's (Optimize.cpp).
template <typename Pass> Error amongLlvms(Work &work) {
  Analyses analyses(work.machine);
  for (Function &function : work.module)
    if (!function.isDeclaration())
      Pass().run(function, analyses.functions);
  return Error::success();
}

Error finish(Work &work) {
  const PacketizeOptions &options = work.settings.lanes;
  return optimize(work.module, work.machine, options.width == 1,
                  options.quick ? compiler::Effort::Quick : compiler::Effort::Full),
         Error::success();
}

Error maskedAccesses(Work &work) { return lowerMaskedAccesses(work.module, work.machine), Error::success(); }

Error wideMasks(Work &work) { return widenMasks(work.module, work.machine), Error::success(); }

Error rejected(Work &work) {
  std::string log;
  if (frontend::rejectUnsupported(work.module, log))
    return Error::success();
  return llvm::createStringError(log);
}

/// Linkable: what other modules may use stays.
template <bool Linkable> Error linkage(Work &work) {
  return frontend::fixLinkage(work.module, Linkable), Error::success();
}

} // namespace

llvm::ArrayRef<Step> transforms() {
  static constexpr Step table[] = {
      {"merge-kernel-stubs", onModule<frontend::mergeKernelStubs>},
      {"fix-linkage", linkage<false>},
      {"fix-linkage<linkable>", linkage<true>},
      {"reject-unsupported", rejected},
      {"promote-variables", onModule<frontend::promoteVariables>},
      {"lower-intrinsics", onModule<frontend::lowerIntrinsics>},
      {"lower-builtins", onModule<frontend::lowerBuiltins>},
      {"lower-instructions", onModule<frontend::lowerInstructions>},
      {"type-variables", onModule<frontend::typeVariables>},
      {"carry-loop-hints", onModule<frontend::carryLoopHints>},
      {"carry-lines", onModule<frontend::carryLines>},
      {"function-pointers", [](Work &work) { return resolveFunctionPointers(work.module); }},
      {"refuse-recursion", [](Work &work) { return refuseRecursion(work.module); }},
      {"add-buffer-sizes", onKernels<addBufferSizes>},
      {"isolate-kernel", isolate},
      {"link-builtins", link},
      {"raise-atomics", onModule<raiseAtomics>},
      {"check-blocks", onKernels<check>},
      {"pair-sines", onModule<pairSines>},
      {"argument-values<7>", argumentValues<7>},
      {"argument-values<-3>", argumentValues<-3>},
      {"exchange-dimensions<1>", exchange<1>},
      {"exchange-dimensions<2>", exchange<2>},
      {"single-item-groups", onModule<makeSingleItemGroups>},
      {"keep-vector-math", keepMath},
      {"inline-calls", onKernels<inlineCalls>},
      {"copy-arguments", onKernels<copyByValueArguments>},
      {"copy-function-arguments", onModule<copyFunctionArguments>},
      {"alias-scopes", onKernels<scopes<false>>},
      {"alias-scopes<disjoint>", onKernels<scopes<true>>},
      {"linearize-ids", onKernels<linearizeIds>},
      {"images", images<0>},
      {"images<r-float>", images<RFloat>},
      {"bound-ids", bound<0, 0, 0>},
      {"bound-ids<8x2>", bound<8, 2, 1>},
      {"bound-ids<8x2;whole>", bound<8, 2, 1, true>},
      {"canonicalize", simplify},
      {"raise-cas-loops", onFunctions<raiseCasLoops>},
      {"bound-accesses", onKernels<bounds>},
      {"separate-prologue", onKernels<prologue>},
      {"scopes-in-loops", onFunctions<scopesInLoops>},
      {"make-idle-test", onKernels<idle>},
      {"make-interior-version", interiorOfSubGroups},
      {"make-interior-of-groups", interiorOfGroups},
      {"copy-behind-guards", onKernels<wholeGuards>},
      {"number-barriers", onKernels<number<false>>, "barriers"},
      {"number-barriers<waits>", onKernels<number<true>>, "barriers"},
      {"yield-in-loops", onKernels<yield>},
      {"lower-single-lane-sub-groups", onKernels<lowerSingleLaneSubGroups>, "packetize"},
      {"widen-sums", onKernels<sums>},
      {"unroll-streams", streams},
      {"prepare-packetize", prepare, "prepare-lanes"},
      {"packetize", lanes, "packetize"},
      {"share-atomics", onFunctions<shareAtomics>},
      {"separate-updates", onFunctions<simd::separateUpdates>},
      {"copy-whole-iterations", onKernels<wholeIterations>},
      {"join-updates", onModule<simd::joinUpdates>},
      {"lower-divisions", onFunctions<lowerDivisions>},
      {"lower-estimates", estimates, "estimates"},
      {"remove-sub-group-barriers", onFunctions<removeSubGroupBarriers>, "sub-group-barriers"},
      {"region-body", regions},
      {"jam-rows", rows},
      {"work-item-loops", loops, "work-item-loops"},
      {"combine-atomics", combine},
      {"lower-atomics", atomics},
      {"lower-machine-operations", machineOperations},
      {"contract", contracted<false>},
      {"contract<half>", contracted<true>},
      {"software-floats", floats},
      {"narrow-indices", amongLlvms<NarrowIndicesPass>},
      {"compare-pointers", amongLlvms<ComparePointersPass>},
      {"guard-counters", amongLlvms<GuardCountersPass>},
      {"bound-shifts", amongLlvms<BoundShiftsPass>},
      {"optimize", finish},
      {"lower-masked-accesses", maskedAccesses},
      {"widen-masks", wideMasks},
  };
  return table;
}

} // namespace lanecl::test
