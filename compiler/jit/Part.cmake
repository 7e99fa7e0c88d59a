target_link_libraries(lanecl_jit PUBLIC lanecl_frontend PkgConfig::XXHASH ${CMAKE_DL_LIBS})
