// The way from the loader to the platform.
#pragma once
#include "runtime/Platform.h"

namespace lanecl::api {

/// The platform, with the loader's dispatch table in place. Entry points that get no object call this, not
/// Platform::get(): a handle without a table must not reach the host.
Platform &platform();

} // namespace lanecl::api
