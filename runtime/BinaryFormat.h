// The program binaries that CL_PROGRAM_BINARIES hands out and clCreateProgramWithBinary takes back. They hold SPIR-V,
// so a binary is good for every CPU and every build of this version of LaneCL, and beside it the machine code that was
// used so far, which the same build takes on the same CPU. All numbers are little-endian.
//
//   offset  bytes  what
//        0      8  magic
//        8      8  XXH3 of everything from offset 16 on
//       16      4  version of this format
//       20      4  kind: cl_program_binary_type
//       24      8  bytes of the whole binary
//       32         text: version of the driver; text: build options; text: link options
//                  4 bytes: flags (bit 0: Build::nonUniformGroups)
//                  4 bytes: number of modules; of each: 4 bytes flags (bit 0: SpirvModule::keepsOptions),
//                  8 bytes number of words, the words
//                  8 bytes of length and the machine code of an executable (LoadedProgram::keep), or nothing
//   A text is 8 bytes of length and its characters.
#pragma once
#include "runtime/Program.h"

namespace lanecl {

/// `build` must have a binary type other than NONE.
std::vector<std::byte> encodeBinary(const Build &build, std::string_view driverVersion);

/// The build as it was encoded, with status CL_BUILD_NONE and without code; CL_INVALID_BINARY when the bytes are
/// foreign, damaged, or of another version.
Result<Build> decodeBinary(std::span<const std::byte> binary, std::string_view driverVersion);

} // namespace lanecl
