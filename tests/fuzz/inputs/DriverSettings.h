#pragma once
#include "compiler/Compiler.h"

namespace lanecl::fuzz {

/// What the driver asks of its compiler on this machine.
compiler::Settings driverSettings();

} // namespace lanecl::fuzz
