# A folder for each family of processors.
file(GLOB families CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/targets/*/*.cpp)
target_sources(lanecl_targets PRIVATE ${families})
target_link_libraries(lanecl_targets PUBLIC lanecl_ir)
