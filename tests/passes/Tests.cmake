# Kernels of these tests are OpenCL C, compiled by the Clang that the project builds with.
target_compile_definitions(test-passes PRIVATE LANECL_TEST_CLANG="${LANECL_CLANG}")
