# The examples as a user runs them, in small. Each compares its own result with plain C++ or NumPy, and says so.
function(lanecl_example name said)
  add_test(NAME example-${name} COMMAND ${ARGN})
  set_tests_properties(
    example-${name}
    PROPERTIES TIMEOUT 120
               PASS_REGULAR_EXPRESSION "${said}"
               ENVIRONMENT "${user_environment};LANECL_CACHE_DIR=off")
endfunction()

lanecl_example(mandelbrot "compared with C..: 0 of [0-9]+ sampled pixels differ" mandelbrot --size 160x120)
lanecl_example(nbody "drifted by [0-9.]+e-(0[6-9]|1)" nbody --bodies 1024 --steps 2)
lanecl_example(convolution "differ by at most [0-9.]+e-0[6-9]" convolution --size 256 --repeats 1)

# What building and testing do not need is looked for: without it there is no such test, none that passes by being
# skipped.
set(mpirun ${CMAKE_COMMAND} -E env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 4)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
find_program(LANECL_MPIRUN mpirun)
function(lanecl_python_example file modules said)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import ${modules}" RESULT_VARIABLE lacks OUTPUT_QUIET ERROR_QUIET)
  if(lacks)
    message(STATUS "examples/${file} is not tested: ${Python3_EXECUTABLE} lacks one of ${modules}")
    return()
  endif()
  get_filename_component(name ${file} NAME)
  set(before "")
  if(modules MATCHES mpi4py)
    set(before ${mpirun})
  endif()
  lanecl_example(${name} "${said}" ${before} ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/examples/${file} ${ARGN})
endfunction()

lanecl_python_example(vector_add.py "numpy,pyopencl" "the sum is what NumPy computes" 100000)
lanecl_python_example(mandelbrot.py "numpy,pyopencl" "every pixel is what NumPy computes" --size 128)
lanecl_python_example(cluster/subdevices_dask.py "numpy,pyopencl,distributed" "as NumPy counts" --tasks 4)
if(LANECL_MPIRUN)
  lanecl_python_example(cluster/halo_mpi.py "numpy,pyopencl,mpi4py" "as NumPy computes it" --size 256x256 --steps 5)
  if(TARGET halo_mpi)
    lanecl_example(halo_mpi "as a loop in C.. computes it" ${mpirun} $<TARGET_FILE:halo_mpi> --width 256 --height 256
                   --steps 5)
  endif()
endif()
