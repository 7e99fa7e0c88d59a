# The grammar of the system's spirv-headers becomes C++ at build time.
if(TARGET lanecl_spirv)
  set(generated ${PROJECT_BINARY_DIR}/compiler/spirv/generated)
  add_custom_command(
    OUTPUT ${generated}/Enums.h ${generated}/Tables.inc
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/spirv/GenerateGrammar.py ${LANECL_SPIRV_GRAMMAR_DIR}
            ${CMAKE_CURRENT_SOURCE_DIR}/spirv/Supplement.json ${generated}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/spirv/GenerateGrammar.py ${CMAKE_CURRENT_SOURCE_DIR}/spirv/Supplement.json
            ${LANECL_SPIRV_GRAMMAR_DIR}/spirv.core.grammar.json
            ${LANECL_SPIRV_GRAMMAR_DIR}/extinst.opencl.std.100.grammar.json
    COMMENT "Generating SPIR-V tables from the grammar" VERBATIM)
  # Of its own, for the runtime names capabilities and needs nothing else of this part.
  add_custom_target(lanecl_grammar DEPENDS ${generated}/Enums.h ${generated}/Tables.inc)
  add_dependencies(lanecl_spirv lanecl_grammar)
  target_sources(lanecl_spirv PRIVATE ${generated}/Enums.h ${generated}/Tables.inc)
  target_link_libraries(lanecl_spirv PUBLIC SPIRV-Tools lanecl_ir)
endif()
