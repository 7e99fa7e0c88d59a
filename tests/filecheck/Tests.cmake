# Each pass and analysis by itself: LaneCL IR in, FileCheck on what comes out. lanecl-opt runs the passes, LLVM's lit the
# tests, all in one CTest entry: they take a few seconds together.
find_program(LANECL_LIT NAMES lit-${LANECL_LLVM_VERSION} lit HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(LANECL_FILECHECK FileCheck HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/filecheck/*.cpp)
add_executable(lanecl-opt ${sources})
target_include_directories(lanecl-opt PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
target_compile_options(lanecl-opt PRIVATE -fno-rtti)
target_link_libraries(lanecl-opt PRIVATE lanecl_compiler_impl)
if(NOT LANECL_STATIC_LLVM) # the archives are the host's only
  target_compile_definitions(lanecl-opt PRIVATE LANECL_OPT_TARGETS)
endif()
add_dependencies(lanecl-opt lanecl-tool) # some tests use `lanecl cc`
add_test(NAME filecheck
         COMMAND ${LANECL_LIT} --quiet --verbose --param bin=$<TARGET_FILE_DIR:lanecl-opt>
                 --param llvm=${LLVM_TOOLS_BINARY_DIR} --param output=${CMAKE_CURRENT_BINARY_DIR}/filecheck
                 ${CMAKE_CURRENT_SOURCE_DIR}/filecheck)
set_tests_properties(filecheck PROPERTIES TIMEOUT 300 ENVIRONMENT "${sanitizer_environment}")

# The tables of docs/lanecl-ir.md are those of compiler/ir.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME lanecl-ir-tables COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/compiler/ir/document.py --check)
