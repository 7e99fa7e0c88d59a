// What the rows of the pipeline's table do, by its stages. Errors are the program's; the other steps cannot fail.
#pragma once
#include "compiler/KernelState.h"

namespace lanecl::compiler::steps {

// The kernel's body, whole and scalar (PrepareSteps.cpp).
llvm::Error isolate(KernelState &k);
void sines(KernelState &k);
llvm::Error link(KernelState &k);
void raise(KernelState &k);
void checks(KernelState &k);
void places(KernelState &k);
void argumentValues(KernelState &k);
void laneDimension(KernelState &k);
void singleItemGroups(KernelState &k);
void vectorMath(KernelState &k);
void inlineFunctions(KernelState &k);
void images(KernelState &k);
void scopesInLoops(KernelState &k);
void arguments(KernelState &k);
void aliasScopes(KernelState &k);
void linearize(KernelState &k);
void ranges(KernelState &k);
void values(KernelState &k);
void simplify(KernelState &k);
void casLoops(KernelState &k);
void memory(KernelState &k);
void bounds(KernelState &k);
void prologue(KernelState &k);
void yields(KernelState &k);
void groupOperations(KernelState &k);
void barriers(KernelState &k);

// Work-items to lanes (LaneSteps.cpp).
void fitLanes(KernelState &k);
void idleGroups(KernelState &k);
void interior(KernelState &k);
void interiorOfGroups(KernelState &k);
void wholeGuards(KernelState &k);
void prepareLanes(KernelState &k);
void planLanes(KernelState &k);
void separateUpdates(KernelState &k);
void wholeIterations(KernelState &k);
llvm::Error lanes(KernelState &k);
void joinUpdates(KernelState &k);
void divisions(KernelState &k);
void estimates(KernelState &k);
void subGroupBarriers(KernelState &k);

// From the loops round lanes to the object (CodeSteps.cpp).
llvm::Error workItemLoops(KernelState &k);
void combine(KernelState &k);
void atomics(KernelState &k);
llvm::Error resolved(KernelState &k);
void machineOperations(KernelState &k);
void conventions(KernelState &k);
void contraction(KernelState &k);
void floats(KernelState &k);
void chooseEffort(KernelState &k);
void optimizeModule(KernelState &k);
void maskedAccesses(KernelState &k);
void wideMasks(KernelState &k);
llvm::Error code(KernelState &k);

} // namespace lanecl::compiler::steps
