// The loop over the work-groups of one call of an entry.
#pragma once
#include "compiler/transform/groups/EntryFrame.h"

namespace lanecl {

/// At the builder's position, as the rest of the entry. `group` makes the code for one work-group, whose state (ids,
/// sizes) is the frame's then.
void makeGroupLoop(EntryFrame &frame, llvm::function_ref<void()> group);

} // namespace lanecl
