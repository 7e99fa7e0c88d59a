# The references are the kernels' own lines compiled as C++: integer overflow wraps as OpenCL C's tests expect, and their
# unused parameters are the kernels' common signature.
if(TARGET test-kernels)
  target_compile_options(test-kernels PRIVATE -fwrapv -Wno-unused-parameter -Wno-implicit-fallthrough)
endif()
