// Program binaries: CL_PROGRAM_BINARIES and clCreateProgramWithBinary (OpenCL API 5.8.1, 5.8.8).
#include "tests/api/ProgramFixture.h"
#include <algorithm>
#include <cstring>
#include <random>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace apitest {
namespace {

using Bytes = std::vector<unsigned char>;

class Binaries : public ProgramTest {
protected:
  Bytes executable() {
    return binaryOf(built("kernel void fill(global int *out) { out[get_global_id(0)] = 11; }\n", "-cl-mad-enable"));
  }
  /// What loading these bytes answers; there must be a program only with CL_SUCCESS.
  cl_int load(const Bytes &binary) {
    cl_int error = 1, status = 1;
    Program program = fromBinary(binary, error, &status);
    EXPECT_EQ(bool(program), error == CL_SUCCESS);
    EXPECT_EQ(error, status);
    return error;
  }
};

TEST_F(Binaries, ExecutableComesBack) {
  const Bytes binary = executable();
  ASSERT_FALSE(binary.empty());
  cl_int error = -1, status = -1;
  Program program = fromBinary(binary, error, &status);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(binaryOf(program), binary);
  EXPECT_EQ(infoText(program, CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(clCreateKernel(program.get(), "fill", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);

  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "-cl-mad-enable", nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "fill", 2), (std::vector<cl_int>{11, 11}));
  EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(Binaries, CompiledObjectsAndLibrariesLink) {
  Program object = compiled("int eleven(void);\nkernel void fill(global int *out) { *out = eleven(); }\n");
  Program part = compiled("int eleven(void) { return 11; }\n");
  Program library = linked({part.get()}, "-create-library");
  cl_int error = -1;
  Program loadedObject = fromBinary(binaryOf(object), error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program loadedLibrary = fromBinary(binaryOf(library), error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(loadedObject, CL_PROGRAM_BINARY_TYPE),
            CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(loadedLibrary, CL_PROGRAM_BINARY_TYPE), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  Program program = linked({loadedObject.get(), loadedLibrary.get()});
  EXPECT_EQ(outputOf(program, "fill", 1), std::vector<cl_int>{11});
  // clBuildProgram: the program binary must be an executable binary (not a compiled binary or library).
  EXPECT_EQ(clBuildProgram(loadedObject.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_BINARY);
  EXPECT_EQ(clBuildProgram(loadedLibrary.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_BINARY);
}

TEST_F(Binaries, ArgumentErrors) {
  const Bytes binary = executable();
  const unsigned char *data = binary.data(), *none = nullptr;
  size_t length = binary.size(), zero = 0;
  cl_int error = 0, status = 1;
  auto create = [&](cl_uint count, const cl_device_id *devices, const size_t *lengths, const unsigned char **binaries) {
    EXPECT_EQ(clCreateProgramWithBinary(context.get(), count, devices, lengths, binaries, &status, &error), nullptr);
    return error;
  };
  EXPECT_EQ(create(0, &device, &length, &data), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, &length, &data), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, nullptr, &data), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &length, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(create(1, &device, &zero, &data), CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &length, &none), CL_INVALID_VALUE);
  cl_device_id wrong = nullptr;
  EXPECT_EQ(create(1, &wrong, &length, &data), CL_INVALID_DEVICE);
  EXPECT_EQ(clCreateProgramWithBinary(nullptr, 1, &device, &length, &data, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Binaries, ForeignBytesAreRefused) {
  const std::string il = assemble("constants.spvasm");
  EXPECT_EQ(load(Bytes(il.begin(), il.end())), CL_INVALID_BINARY); // IL comes by clCreateProgramWithIL
  const std::string elf("\x7f"
                        "ELF\x02\x01\x01");
  EXPECT_EQ(load(Bytes(elf.begin(), elf.end())), CL_INVALID_BINARY);
  std::mt19937 random(1);
  for (size_t bytes : {1U, 7U, 8U, 31U, 32U, 500U}) {
    Bytes noise(bytes);
    for (unsigned char &byte : noise)
      byte = random();
    EXPECT_EQ(load(noise), CL_INVALID_BINARY);
    EXPECT_EQ(load(Bytes(bytes, 0)), CL_INVALID_BINARY);
  }
}

TEST_F(Binaries, EveryTruncationIsRefused) {
  const Bytes binary = executable();
  for (size_t length = 1; length < binary.size(); ++length)
    ASSERT_EQ(load(Bytes(binary.begin(), binary.begin() + length)), CL_INVALID_BINARY) << length;
  Bytes longer = binary;
  longer.push_back(0);
  EXPECT_EQ(load(longer), CL_INVALID_BINARY);
}

TEST_F(Binaries, EveryFlippedBitIsRefused) {
  Bytes binary = executable();
  for (size_t bit = 0; bit < binary.size() * 8; ++bit) {
    binary[bit / 8] ^= 1 << bit % 8;
    ASSERT_EQ(load(binary), CL_INVALID_BINARY) << bit;
    binary[bit / 8] ^= 1 << bit % 8;
  }
  EXPECT_EQ(load(binary), CL_SUCCESS);
}

// The hash says that the bytes are whole, not who wrote them.
TEST_F(Binaries, TheirSpirvIsValidated) {
  Bytes binary = executable();
  // OpCapability Addresses, which physical addressing needs (SPIR-V 3.4), becomes Kernel once more.
  const uint32_t addresses[] = {2u << 16 | 17, 4}, kernel = 6;
  auto *bytes = reinterpret_cast<const unsigned char *>(addresses);
  auto found = std::search(binary.begin(), binary.end(), bytes, bytes + sizeof addresses);
  ASSERT_NE(found, binary.end());
  std::memcpy(&*found + 4, &kernel, sizeof kernel);
  constexpr size_t HashAt = 8, HashedFrom = 16;
  const uint64_t hash = XXH3_64bits(binary.data() + HashedFrom, binary.size() - HashedFrom);
  std::memcpy(binary.data() + HashAt, &hash, sizeof hash);
  cl_int error = -1;
  Program program = fromBinary(binary, error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("the SPIR-V module is not valid"), std::string::npos) << log(program);
}

} // namespace
} // namespace apitest
