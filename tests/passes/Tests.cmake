# Kernels of these tests are OpenCL C, compiled by the Clang that the project builds with.
target_compile_definitions(test-passes PRIVATE LANECL_TEST_CLANG="${LANECL_CLANG}")
# CountedWork.cpp looks at the calls of one function of LLVM.
target_link_options(test-passes PRIVATE
  LINKER:--wrap=_ZN4llvm15PromoteMemToRegENS_8ArrayRefIPNS_10AllocaInstEEERNS_13DominatorTreeEPNS_15AssumptionCacheE)
