// Apart from what names LaneCL IR: the driver has another Kind.
#include "tests/fuzz/inputs/DriverSettings.h"
#include "runtime/Config.h"

lanecl::compiler::Settings lanecl::fuzz::driverSettings() { return compilerSettings(); }
