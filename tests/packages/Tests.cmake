if(NOT LANECL_SANITIZE)
  add_test(NAME install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/packages/install.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(install PROPERTIES TIMEOUT 120)
endif()
