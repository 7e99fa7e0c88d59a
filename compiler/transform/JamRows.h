// Rows together: a body for several neighbouring work-items along dimension 1 at a time. What is the same for all of
// them (a loop, an address without the row in it, a load from there) is done once; chains of dependent operations of
// different rows hide each other's latency; what rows write side by side becomes whole runs of memory.
//
// Work-items of different rows may run in any order and mixed, as long as no barrier stands between them: so bodies
// without barriers only. Control flow must be the same for all rows: conditions on which they may part are looked at
// first, before anything is done.
#pragma once
#include "compiler/targets/Machine.h"
#include "compiler/transform/RegionBody.h"

namespace lanecl {

struct JammedBody {
  /// RegionBody::function's parameters; the local id along dimension 1 is that of the first row. Returns 0; or 1 when
  /// the rows' ways part: then nothing has been done.
  llvm::Function *function = nullptr;
  unsigned rows = 0;
  bool mayRefuse = false;
};

/// Nothing if it cannot be done or is not worth it.
std::optional<JammedBody> jamRows(const RegionBody &body, const targets::Machine &machine);

} // namespace lanecl
