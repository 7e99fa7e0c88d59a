// Rows together: a body for several neighbouring work-items along dimension 1 at a time. What is the same for all of
// them (a loop, an address without the row in it, a load from there) is done once; chains of dependent operations of
// different rows hide each other's latency; what rows write side by side becomes contiguous accesses.
//
// Work-items of different rows may run in any order and mixed, as long as no barrier stands between them: so bodies
// without barriers only. Control flow must be the same for all rows: what says so is the version's condition.
#pragma once
#include "compiler/targets/Machine.h"
#include "compiler/transform/groups/BodyVersions.h"

namespace lanecl {

/// A version of `body` for several rows; its conditions say that their paths do not part. Of bodies with versions it
/// may be one of those, with its conditions too. Nothing if it cannot be done or is not worth it.
std::optional<BodyVersion> unrollAndJamRows(const RegionBody &body, const targets::Machine &machine);

} // namespace lanecl
