target_link_libraries(lanecl_jit PUBLIC lanecl_frontend lanecl_targets PkgConfig::XXHASH ${CMAKE_DL_LIBS})
