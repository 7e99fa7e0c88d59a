target_link_libraries(lanecl_jit PUBLIC lanecl_frontend lanecl_targets lanecl_image ${CMAKE_DL_LIBS})
