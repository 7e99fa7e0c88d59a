# LANECL_STATIC_LLVM: LLVM and Clang inside the compiler library instead of beside it. The targets that LLVM's and
# Clang's packages declare are made to name archives only: as installed, Clang's ask for the shared LLVM, and LLVM's for a
# solver that nothing here reaches (Z3).
if(NOT TARGET ZLIB::ZLIB OR NOT TARGET zstd::libzstd_shared)
  message(FATAL_ERROR "LANECL_STATIC_LLVM needs zlib and zstd with their headers (zlib1g-dev, libzstd-dev)")
endif()
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES
                      "LLVMDemangle;ZLIB::ZLIB;zstd::libzstd_shared;rt;m;${CMAKE_DL_LIBS};Threads::Threads")

# lanecl_only_archives(TARGET): takes the shared LLVM from what TARGET, and the targets that it names, are linked with.
function(lanecl_only_archives target)
  get_property(seen GLOBAL PROPERTY LANECL_ONLY_ARCHIVES)
  if(target IN_LIST seen OR NOT TARGET ${target})
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY LANECL_ONLY_ARCHIVES ${target})
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(NOT libraries)
    return()
  endif()
  list(REMOVE_ITEM libraries LLVM)
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  foreach(library ${libraries})
    lanecl_only_archives(${library})
  endforeach()
endfunction()

# What LaneCL uses, and what the parts of Clang in use ask of LLVM: their archives do not say.
llvm_map_components_to_libnames(LANECL_LLVM_LIBRARIES
  native SPIRV analysis asmparser bitreader bitwriter codegen core ipo irreader linker mc object orcjit orcdebugging
  passes support target targetparser transformutils
  coverage demangle frontenddriver frontendhlsl frontendoffloading frontendopenmp lto option profiledata)
set(LANECL_CLANG_LIBRARIES clangFrontend clangCodeGen)
foreach(library ${LANECL_CLANG_LIBRARIES})
  lanecl_only_archives(${library})
endforeach()
list(APPEND LANECL_CLANG_LIBRARIES ${LANECL_LLVM_LIBRARIES})
# Whose licences go with the binaries.
set(LANECL_LINKED_ARCHIVES ${LLVM_LIBRARY_DIR}/libLLVMSupport.a ${LLVM_LIBRARY_DIR}/libclangAST.a
                           ${LLVM_LIBRARY_DIR}/libPolly.a)
