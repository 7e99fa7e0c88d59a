# The references are the kernels' own lines compiled as C++: integer overflow wraps as OpenCL C's tests expect, and their
# unused parameters are the kernels' common signature.
if(TARGET test-kernels)
  # Random programs, as kernels and as C++.
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(random ${CMAKE_CURRENT_BINARY_DIR}/kernels-generated/RandomExpressions.inc)
  add_custom_command(OUTPUT ${random}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/kernels-generated
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/kernels/RandomExpressions.py ${random}
    DEPENDS kernels/RandomExpressions.py VERBATIM)
  target_sources(test-kernels PRIVATE ${random})
  target_include_directories(test-kernels PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/kernels-generated)
  set_source_files_properties(kernels/RandomExpressions.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-Wno-all;-Wno-extra"
                              OBJECT_DEPENDS ${random})
  target_compile_options(test-kernels PRIVATE -fwrapv -Wno-unused-parameter -Wno-implicit-fallthrough)
  # Modules of NonSemantic.Codeplay.GroupAsyncCopies come from another assembler than ours.
  target_link_libraries(test-kernels PRIVATE SPIRV-Tools)
  # The same kernels at every width and instruction set, and made fast: the results must not depend on them.
  foreach(setting WIDTH=1 WIDTH=4 WIDTH=8 WIDTH=32 WIDTH=64 ISA=avx2 ISA=sse4 ISA=portable TIERS=first)
    add_test(NAME kernels-${setting} COMMAND test-kernels)
    set_tests_properties(kernels-${setting} PROPERTIES TIMEOUT 900 ENVIRONMENT
      "${cached_environment};LANECL_${setting}")
  endforeach()
  # What the front end writes comes back as IL.
  add_test(NAME kernels-IL COMMAND test-kernels)
  set_tests_properties(kernels-IL PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_TEST_THROUGH_IL=1")
  # The checking mode.
  add_test(NAME kernels-CHECK COMMAND test-kernels --gtest_filter=Checks*:*SubGroupBlock*)
  set_tests_properties(kernels-CHECK PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_CHECK=1")
  # Robust programs: by the environment what those tests ask for, and others as if they had asked.
  add_test(NAME kernels-ROBUST COMMAND test-kernels
           --gtest_filter=*Robust*:*Atomics*:*Memory*:Barriers*:ControlFlow*:Runs*:SubGroupBlock*:AsyncCopies*)
  set_tests_properties(kernels-ROBUST PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_ROBUST=1")
  # More threads than cores, in which a thread may stop anywhere.
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR threads "4 * ${cores}")
  add_test(NAME kernels-oversubscribed COMMAND test-kernels --gtest_filter=MemoryModel*)
  set_tests_properties(kernels-oversubscribed PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_THREADS=${threads}")
endif()
