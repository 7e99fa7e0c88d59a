// The small passes of the pipeline, a file each (Pipeline.cpp has their order). All work on one module in LaneCL IR
// whose only kernel is the one being compiled; not thread safe within one LLVMContext.
#pragma once
#include "compiler/Effort.h"
#include "compiler/SubPasses.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <array>

namespace lanecl {

/// IsolateKernel.cpp: drops everything that `kernel` does not use. Program-scope variables become declarations of what
/// emitGlobals defines; constants stay, as the kernel's own.
void isolateKernel(llvm::Function &kernel);

/// PairSines.cpp: one call for the sine and the cosine of an angle that are asked for together, which share most of
/// their work. Before linkBuiltins.
void pairSines(llvm::Module &module);

/// LinkBuiltins.cpp: links the bodies of the library functions that the module calls, and what those call; the forms
/// for lanes where the machine has some, if `lanes`.
llvm::Error linkBuiltins(llvm::Module &module, const targets::Machine &machine, bool lanes);
/// Names of functions and variables that are used but neither defined, of LaneCL IR, nor built-ins.
std::vector<std::string> unresolvedNames(const llvm::Module &module);

/// Recursion.cpp: an error that names the functions when some of a program's call each other in a circle.
llvm::Error refuseRecursion(llvm::Module &program);

/// FunctionPointers.cpp: addresses of functions become numbers (functionPointer()), and a call through one chooses by
/// name. An error when two functions have one number.
llvm::Error resolveFunctionPointers(llvm::Module &program);

/// OpenVariables.cpp: values for the variables of functions that update memory by compare-exchange, before it is asked
/// what their loops wait for (describeKernel).
void openVariables(llvm::Module &program);

/// ExchangeDimensions.cpp: what is asked of dimension 0 is answered for `dimension`, and the other way round: lanes lie
/// along it then (VariantKey::laneDimension). Local linear ids stay what they are, for groups have one work-item along
/// dimension 0 (and 1, if `dimension` is 2); global ones are made of what is asked.
void exchangeDimensions(llvm::Module &module, unsigned dimension);

/// SingleItemGroups.cpp: answers the queries of groups of one work-item from the global id and drops their barriers, so
/// that lanes may be groups (VariantKey::singleItemGroups).
void makeSingleItemGroups(llvm::Module &module);

/// InlineCalls.cpp: inlines into `kernel` what must be part of it (queries, barriers, local memory, printf) and what is
/// small. Nothing calls itself.
void inlineCalls(llvm::Function &kernel);

/// SpecializeImages.cpp: reads and writes of images as functions for the samplers that are constants, and, given
/// VariantKey::images, as code for these formats. Behind inlineCalls, which leaves the library's functions on images.
void specializeImages(llvm::Function &kernel, llvm::ArrayRef<uint32_t> words, llvm::TargetMachine &machine);
/// Before it, where formats are given: functions that take images become part of the kernel.
void inlineImageHelpers(llvm::Module &module);

/// ScopesInLoops.cpp: what inlined calls in loops say of their `restrict` pointers is dropped. After inlineCalls,
/// before anything else asks; whether there was any.
bool dropScopesInLoops(llvm::Function &function);

/// CopyArguments.cpp: a struct passed by value that the kernel changes or lets escape is copied to private memory; the
/// argument itself is only read.
void copyByValueArguments(llvm::Function &kernel);
/// The same of the functions that are left, which take pointers then: lanes know nothing of arguments by value.
void copyFunctionArguments(llvm::Module &module);

/// ArgumentValues.cpp: those arguments, integers of at most 64 bits, have these values, sign-extended.
void setArguments(llvm::Function &kernel, llvm::ArrayRef<std::pair<unsigned, int64_t>> values);

/// LinearizeIds.cpp: ids in terms of the linear local id, for sub-groups that do not follow the rows of the work-group
/// (VariantKey::linear). Local ids 0, 1, 2 and what is made from them are gone from `kernel`.
void linearizeIds(llvm::Function &kernel);

/// BoundIds.cpp: tells by ranges that ids and sizes stay below 2^31 (no VariantKey::wideIds), and those of the group
/// within its `required` size (reqd_work_group_size; zeros: none), or that each has it (`whole`).
void boundIds(llvm::Module &module, const std::array<uint32_t, 3> &required = {}, bool whole = false);

/// SeparatePrologue.cpp: a barrier behind what all work-items of a group do alike to local memory at the kernel's
/// start, where some then write there without one. Before numberBarriers; whether there was need.
bool separatePrologue(llvm::Function &kernel);

/// MakeReducible.cpp: loops with several entries get one, which says where to go on; whether there were any.
bool makeReducible(llvm::Function &function);

/// RaiseCasLoops.cpp: loops round a compare-exchange that add, take a minimum and the like as one atomic operation.
void raiseCasLoops(llvm::Function &function);

/// LowerAtomics.cpp: LLVM's atomic instructions (of library functions) as atomic operations.
void raiseAtomics(llvm::Module &module);
/// CombineAtomics.cpp: relaxed atomic operations without results that a loop sends to one address, the loops over
/// work-items and work-groups included, as one combined operation behind it.
void combineAtomics(llvm::Function &body, llvm::TargetMachine &machine);
/// ShareAtomics.cpp: atomic operations of lanes that are many and alike become calls of a function with one of them.
void shareAtomics(llvm::Function &body);
/// Atomic operations of one lane or of many as instructions; atomic loads and stores of memory that belongs to the
/// work-group or the work-item, which runs on one thread, as plain ones.
void lowerAtomics(llvm::Function &body, const targets::Machine &machine);

/// LowerEstimates.cpp: the estimates of LaneCL IR become the machine's instructions, register by register.
void lowerEstimates(llvm::Module &module, const targets::Machine &machine);

/// LowerMachineOperations.cpp: dot products and the machine's own operations that were not made to lanes.
void lowerMachineOperations(llvm::Module &module, const targets::Machine &machine);

/// DefineValues.cpp: robust programs. Gives what has no value one: undefined operands, shifts too far, what is read
/// behind the end of a variable. `ofMemory`: all that is read from the work-item's own variables, which is only in the
/// way until most of them are gone, and right before boundAccesses. A work-item that comes where `unreachable` stood
/// ends.
void defineValues(llvm::Function &kernel, bool ofMemory);

/// BoundAccesses.cpp: robust programs. Makes accesses outside of buffers and variables do nothing.
void boundAccesses(llvm::Function &kernel);
/// BufferSizes.cpp: gives a kernel of a robust program a parameter for the size of each buffer, behind those that the
/// host sees.
void addBufferSizes(llvm::Function &kernel);
/// How many of its parameters the host sees.
unsigned visibleArguments(const llvm::Function &kernel);
/// It has such a size.
bool isSizedArgument(const llvm::Argument &argument);

/// CheckBlocks.cpp: the checking mode. Kernels that are marked report block reads and writes whose pointer is
/// misaligned, by i32 lanecl.report(format, ...), lanecl.printf's sibling.
void markForChecks(llvm::Function &kernel);
bool isChecked(const llvm::Function &kernel);
void checkBlocks(llvm::Function &kernel);

/// NotePlaces.cpp: the checking mode. Kernels that are marked keep their place, by lanecl.place, in front of what may
/// fault.
void notePlaces(llvm::Function &kernel);

/// Canonicalize.cpp: into SSA form and simple, before lanes. `quick`: only what is linear in the code.
void canonicalize(llvm::Module &module, llvm::TargetMachine &machine, bool quick = false,
                  SubPassObserver *observer = nullptr);

/// Contract.cpp: sums of products that may be contracted are fused, and no others will be, but for what may be computed
/// in another order. For machines that have such operations (MachineFacts::fusesProducts).
void contract(llvm::Function &function, bool nativeHalf);

/// SoftwareFloats.cpp: what the machine has no instructions for (MachineFacts::convertsHalf, fusesProducts) in integers
/// and wider numbers: half, and fused products of float.
void softwareFloats(llvm::Function &function, const targets::Machine &machine);

/// Optimize.cpp: LLVM's optimiser after the work-item loops. `vectorize`: also its vectorisers, for scalar code.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool vectorize,
              compiler::Effort effort = compiler::Effort::Full, SubPassObserver *observer = nullptr);
/// GuardCounters.cpp: keeps LLVM's loop vectoriser, before which it runs, from loops that it would break.
struct GuardCountersPass : SubPassMixin<GuardCountersPass, SubPass::GuardCounters> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};
/// UnrollCounts.cpp: says of short loops how often they are unrolled.
struct UnrollCountsPass : SubPassMixin<UnrollCountsPass, SubPass::UnrollCounts> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};
/// PrefetchStrides.cpp: loads of long iterations whose addresses go in steps that no processor foresees ask for those
/// of the next iterations.
struct PrefetchStridesPass : SubPassMixin<PrefetchStridesPass, SubPass::PrefetchStrides> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};
/// SplitSums.cpp: short loops that keep more sums than there are registers become several.
struct SplitSumsPass : SubPassMixin<SplitSumsPass, SubPass::SplitSums> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};
/// ComparePointers.cpp: lanes' pointers are compared and subtracted as numbers, before LLVM's InstCombine, which breaks
/// some of them.
struct ComparePointersPass : SubPassMixin<ComparePointersPass, SubPass::ComparePointers> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// What a pass that leaves the blocks as they are preserves.
inline llvm::PreservedAnalyses keptAfter(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

/// CombineInstructions.cpp: LLVM's InstCombine, without what it does wrong to masked loads.
struct CombineInstructionsPass : SubPassMixin<CombineInstructionsPass, SubPass::CombineInstructions> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};
/// FreezeQuotients.cpp: vectors of quotients by constants are frozen before they are shuffled; behind all that
/// simplifies.
struct FreezeQuotientsPass : SubPassMixin<FreezeQuotientsPass, SubPass::FreezeQuotients> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};
/// SpreadConditions.cpp: choices of vectors by one condition get one for each element; behind all that simplifies.
struct SpreadConditionsPass : SubPassMixin<SpreadConditionsPass, SubPass::SpreadConditions> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

/// NarrowIndices.cpp: gathers and scatters by numbers of 32 bits, signed or not, have signed indices of 32 bits; behind
/// all that simplifies.
struct NarrowIndicesPass : SubPassMixin<NarrowIndicesPass, SubPass::NarrowIndices> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// BoundShifts.cpp: each amount of a shift of vectors by constants is less than the bits; behind all that simplifies.
struct BoundShiftsPass : SubPassMixin<BoundShiftsPass, SubPass::BoundShifts> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// LowerMaskedAccesses.cpp: masked accesses that the machine has no instructions for as plain ones if all lanes take
/// part, else as one loop for all of them. Code stays linear in the number of accesses. After everything else.
void lowerMaskedAccesses(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace lanecl
