# White-box: all instruction sets in one process. MPFR and glibc's vector functions judge.
if(TARGET test-accuracy)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(mpfr REQUIRED IMPORTED_TARGET mpfr)
  target_link_libraries(test-accuracy PRIVATE PkgConfig::mpfr mvec)
  set_source_files_properties(accuracy/VectorReference.cpp PROPERTIES COMPILE_OPTIONS -mavx2)
endif()
