// Work that a call left behind when the host gave it a call-back: builds.
#pragma once
#include <functional>

namespace lanecl {

/// Runs `work` on a thread of its own. False when no thread can be had: the caller does the work itself then. The
/// process's exit waits for work under way, so that nothing runs while libraries are torn down, but not for work that
/// exits itself, and not for ever; a child after fork has none of its parent's. Throws std::bad_alloc.
bool runInBackground(std::function<void()> work);

} // namespace lanecl
