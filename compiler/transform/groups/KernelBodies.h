// The bodies that an entry calls, and what they need together.
#pragma once
#include "compiler/transform/groups/BodyVersions.h"

namespace lanecl {

struct KernelBodies {
  RegionBody full;                     ///< of sub-groups with all lanes active; masked: of all
  std::optional<RegionBody> tail;      ///< of partial ones, where `full` is not for them
  std::optional<BodyVersion> together; ///< of `full`, for several rows at once

  /// Some boundaries are no barriers.
  bool yields() const { return full.yields || (tail && tail->yields); }
  /// Sub-groups may part at barriers: each keeps the number of the boundary that it waits at, 0 after its end.
  bool parts() const { return full.parting != Parting::None || (tail && tail->parting != Parting::None); }
  /// One loop calls the body for every region; else each region has code of its own.
  bool runsRoundRobin() const;
  /// Of one sub-group, and where in it the number of its boundary is.
  uint64_t contextBytes() const;
  uint64_t waitsAtOffset() const;
  uint64_t scratchBytes() const { return std::max(full.scratchBytes, tail ? tail->scratchBytes : 0); }

private:
  uint64_t valueBytes() const { return std::max(full.contextBytes, tail ? tail->contextBytes : 0); }
};

} // namespace lanecl
