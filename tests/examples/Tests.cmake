# The examples as a user runs them, in small. Each compares its own result with plain C++ or NumPy, and says so.
function(lanecl_example name said)
  add_test(NAME example-${name} COMMAND ${ARGN})
  set_tests_properties(
    example-${name}
    PROPERTIES TIMEOUT 120
               PASS_REGULAR_EXPRESSION "${said}"
               # Python's packages and MPI are not needed to build and test: what lacks, the output says.
               SKIP_REGULAR_EXPRESSION "No module named"
               ENVIRONMENT "OCL_ICD_VENDORS=${PROJECT_BINARY_DIR}/icd;LANECL_CACHE_DIR=off;${sanitizer_environment}")
endfunction()

lanecl_example(mandelbrot "compared with C..: 0 of [0-9]+ sampled pixels differ" mandelbrot --size 160x120)
lanecl_example(nbody "drifted by [0-9.]+e-(0[6-9]|1)" nbody --bodies 1024 --steps 2)
lanecl_example(convolution "differ by at most [0-9.]+e-0[6-9]" convolution --size 256 --repeats 1)

find_program(LANECL_PYTHON python3)
if(LANECL_PYTHON)
  set(folder ${PROJECT_SOURCE_DIR}/examples)
  lanecl_example(vector_add.py "the sum is what NumPy computes" ${LANECL_PYTHON} ${folder}/vector_add.py 100000)
  lanecl_example(mandelbrot.py "every pixel is what NumPy computes" ${LANECL_PYTHON} ${folder}/mandelbrot.py --size 128)
  lanecl_example(subdevices_dask.py "as NumPy counts" ${LANECL_PYTHON} ${folder}/cluster/subdevices_dask.py --tasks 4)
endif()

find_program(LANECL_MPIRUN mpirun)
if(LANECL_MPIRUN)
  set(mpirun ${CMAKE_COMMAND} -E env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ${LANECL_MPIRUN}
             --oversubscribe -n 4)
  lanecl_example(halo_mpi.py "as NumPy computes it" ${mpirun} ${LANECL_PYTHON} ${folder}/cluster/halo_mpi.py --size
                 256x256 --steps 5)
  if(TARGET halo_mpi)
    lanecl_example(halo_mpi "as a loop in C.. computes it" ${mpirun} $<TARGET_FILE:halo_mpi> --width 256 --height 256
                   --steps 5)
  endif()
endif()
