# Clang and the SPIR-V back end, and Clang's base header embedded, so that nothing of Clang's files is needed at run
# time.
if(TARGET lanecl_frontend)
  target_link_libraries(lanecl_frontend PUBLIC lanecl_image ${LANECL_CLANG_LIBRARIES} Threads::Threads)

  find_file(LANECL_OPENCL_BASE_HEADER opencl-c-base.h
            PATHS ${LLVM_LIBRARY_DIR}/clang/${LANECL_LLVM_VERSION}/include NO_DEFAULT_PATH REQUIRED)
  set(preludes ${CMAKE_CURRENT_SOURCE_DIR}/frontend/prelude.h ${CMAKE_CURRENT_SOURCE_DIR}/frontend/preludeSubGroups.h)
  string(REPLACE ";" "|" preludeList "${preludes}")
  set(headers ${PROJECT_BINARY_DIR}/compiler/frontend/EmbeddedHeaders.inc)
  add_custom_command(
    OUTPUT ${headers}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${headers} "-DINPUTS=${LANECL_OPENCL_BASE_HEADER}|${preludeList}"
            -P ${CMAKE_CURRENT_SOURCE_DIR}/frontend/EmbedHeaders.cmake
    DEPENDS ${LANECL_OPENCL_BASE_HEADER} ${preludes} ${CMAKE_CURRENT_SOURCE_DIR}/frontend/EmbedHeaders.cmake
    VERBATIM)
  target_sources(lanecl_frontend PRIVATE ${headers})
  set_source_files_properties(${headers} PROPERTIES HEADER_FILE_ONLY ON)
endif()
