# FileCheck tests of the compiler's passes and analyses, run by LLVM's lit. Values come with --param from CMake.
import os

import lit.formats

config.name = "LaneCL passes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]
config.environment["PATH"] = os.pathsep.join(
    [lit_config.params["bin"], lit_config.params["llvm"], config.environment["PATH"]])
for name in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# The output must depend on the test alone.
config.environment["LANECL_CACHE_DIR"] = "off"
config.environment["LANECL_VERIFY"] = "1" # of `lanecl cc`; lanecl-opt always verifies
