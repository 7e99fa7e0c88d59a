# Sub-devices need compute units: on a machine of one core, too.
add_test(NAME api-sub-devices COMMAND test-api --gtest_filter=SubDevices*)
set_tests_properties(api-sub-devices PROPERTIES TIMEOUT 900 ENVIRONMENT
  "OCL_ICD_VENDORS=${PROJECT_BINARY_DIR}/icd;LANECL_CACHE_DIR=${PROJECT_BINARY_DIR}/test-cache;LANECL_VERIFY=1;LANECL_THREADS=4;${sanitizer_environment}")
