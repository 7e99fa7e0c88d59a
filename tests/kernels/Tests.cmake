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
  # The same kernels at every width and instruction set, with code for each local size and for the values of arguments,
  # and what the front end writes come back as IL: the results must not depend on them. IL runs with the code that is made
  # fast, which needs to be right, too:
  # its best code is that of its source. Widths are a matter of the passes; LLVM's code generator, which takes most of the
  # time, spends little there: each of the machine's instruction sets has its best code. With 64 lanes, arithmetic of long
  # vectors and long random programs are left out: they take the longest there and do what they do with 32.
  set(settings WIDTH=1 WIDTH=4,QUICK_CODE=1,LOCAL_SIZES=always,ARGUMENT_VALUES=always WIDTH=8,QUICK_CODE=1 WIDTH=32,QUICK_CODE=1
               WIDTH=64,QUICK_CODE=1 ISA=sse4 ISA=portable,QUICK_CODE=1 TEST_THROUGH_IL=1,TIERS=first TRIALS=always,QUICK_CODE=1)
  set(filter-WIDTH=64,QUICK_CODE=1 --gtest_filter=-Programs/Random.*:Integers/*:BitOperations/*:Variables.Private)
  # Several numbers of lanes in one launch, of what has a choice.
  set(filter-TRIALS=always,QUICK_CODE=1 --gtest_filter=-*SubGroup*:*Robust*:*Il.*)
  execute_process(COMMAND ${LANECL_CLANG} -march=native -dM -E -x c /dev/null OUTPUT_VARIABLE machine)
  if(machine MATCHES "__AVX512F__") # elsewhere it is what the machine does anyway
    list(APPEND settings ISA=avx2)
  endif()
  foreach(setting ${settings})
    string(REPLACE "," ";LANECL_" variables "LANECL_${setting}")
    add_test(NAME kernels-${setting} COMMAND test-kernels ${filter-${setting}})
    set_tests_properties(kernels-${setting} PROPERTIES TIMEOUT 1800 ENVIRONMENT "${cached_environment};${variables}")
  endforeach()
  # The checking mode.
  add_test(NAME kernels-CHECK COMMAND test-kernels --gtest_filter=Checks*:*SubGroupBlock*)
  set_tests_properties(kernels-CHECK PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_CHECK=1")
  # Robust programs: by the environment what those tests ask for, and others as if they had asked.
  add_test(NAME kernels-ROBUST COMMAND test-kernels
           --gtest_filter=*Robust*:*Atomics*:*Memory*:Barriers*:ControlFlow*:ContiguousAccesses*:SubGroupBlock*:AsyncCopies*)
  set_tests_properties(kernels-ROBUST PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_ROBUST=1")
  # More threads than cores, in which a thread may stop anywhere.
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR threads "4 * ${cores}")
  add_test(NAME kernels-oversubscribed COMMAND test-kernels --gtest_filter=MemoryModel*)
  set_tests_properties(kernels-oversubscribed PROPERTIES TIMEOUT 900 ENVIRONMENT
    "${cached_environment};LANECL_THREADS=${threads}")
endif()
