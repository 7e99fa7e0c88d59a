# White-box: the library's bitcode is compiled here and called; no platform is needed.
if(TARGET test-builtins)
  target_link_libraries(test-builtins PRIVATE lanecl_builtins lanecl_llvm)
endif()
