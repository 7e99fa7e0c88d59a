// The interior of a range: most sub-groups, and most work-groups, pass every guard (`if (x > 0 && x < w - 1)`), clamp
// nothing (`min(max(x + k, 0), w - 1)`), wrap nothing round (`(x + 1) % w`) and stay within one row of `i % w`, `i /
// w`. Their ids and the arguments tell so before they begin.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl {

/// A copy of `kernel` that begins with a choice, declared as one of versions (VersionChoices.h): what it does, or that
/// for sub-groups of the interior, in which guards are true, clamps the identity and remainders differences, so that
/// accesses are contiguous and without masks; the former is marked as likely. Null: nothing is gained, and nothing is
/// left behind. It pays where masks cost nothing by themselves (AVX-512), too: without them loads are operands of what
/// uses them, and rows run together.
/// `kernel`: in SSA form, before preparePacketize, without barriers; to become lanes along dimension 0, `lanes` at a
/// time, more than 1, each sub-group in one row.
///
/// `lanes` 0: one with barriers, or operations of work-groups, before they have numbers. What holds is asked for a
/// whole work-group, so that all of it waits in one version; the choice is a branch as others are, and guards alone
/// are not worth it: copyBehindGuards serves each sub-group.
llvm::Function *makeInteriorVersion(llvm::Function &kernel, unsigned lanes);

} // namespace lanecl
