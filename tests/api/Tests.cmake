# Sub-devices need compute units: on a machine of one core, too. Here none of these may be skipped.
add_test(NAME api-sub-devices COMMAND test-api
  --gtest_filter=SubDevices*:CommandBufferDevices*:Semaphore.BelongsToItsDevices:ExternalMemory.BelongsToTheDevicesOfItsList)
set_tests_properties(api-sub-devices PROPERTIES TIMEOUT 900 FAIL_REGULAR_EXPRESSION "SKIPPED" ENVIRONMENT
  "${cached_environment};LANECL_THREADS=4")

# The driver finds the test program's own (PosedDmaBuf, ExitWaits).
target_link_options(test-api PRIVATE -Wl,--export-dynamic-symbol=ioctl,--export-dynamic-symbol=fstatfs
  -Wl,--export-dynamic-symbol=pthread_cond_clockwait)
target_link_libraries(test-api PRIVATE ${CMAKE_DL_LIBS})

# A compiler library that throws, for LANECL_COMPILER.
add_library(test-api-throwing-compiler MODULE ${CMAKE_CURRENT_SOURCE_DIR}/api/data/ThrowingCompiler.cpp)
target_include_directories(test-api-throwing-compiler PRIVATE ${PROJECT_SOURCE_DIR})
add_dependencies(test-api test-api-throwing-compiler)
target_compile_definitions(test-api PRIVATE LANECL_THROWING_COMPILER="$<TARGET_FILE:test-api-throwing-compiler>")
