option(LANECL_BUILD_TESTS "Build the tests" ON)
option(LANECL_BUILD_BENCH "Build the benchmarks in bench/ (Google Benchmark)" OFF)
option(LANECL_STATIC_LLVM "Link LLVM and Clang into the compiler library, for machines that do not have them" OFF)
set(LANECL_SANITIZE "" CACHE STRING "Sanitizers to build with: address, undefined, thread or a list")
option(LANECL_FUZZ "Instrument for libFuzzer, and let crashes be seen that the driver would survive (tests/fuzz)" OFF)

find_program(LANECL_CCACHE ccache)
if(LANECL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LANECL_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${LANECL_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
if(LANECL_SANITIZE)
  add_compile_options(-fsanitize=${LANECL_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LANECL_SANITIZE})
  if(LANECL_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options(-fno-sanitize=function) # compiled kernels do not say their type in front of their code
  endif()
endif()

if(LANECL_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_compile_definitions(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
endif()

# What GCC 12 believes of its own library's strings and intrinsics when it has inlined them.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-restrict
                      -Wno-maybe-uninitialized)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-mismatched-new-delete>) # handles are buried, not freed at once
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU) # GoogleTest's assertions hold an "else"
  add_compile_options(-Wno-dangling-else)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>) # it takes sources that are compiled together for headers
endif()

# Several sources a compilation: much of compiling is templates of LLVM and of the standard library, which they share. Names
# of one folder's files differ, those in unnamed namespaces too.
option(CMAKE_UNITY_BUILD "Compile sources together (OFF: each alone, for who changes one file over and over)" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12 CACHE STRING "Sources a compilation")

# A precompiled header that ccache can serve: clang must not stamp it with times.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
