"""LaneCL, an OpenCL platform for CPUs.

Python programs use it through pyopencl, which finds it where both are installed in the same environment. For other
OpenCL programs: `lanecl run -- PROGRAM`, or `lanecl setup` once.
"""
import os
import sys
from importlib.metadata import version

__all__ = ["driver", "main"]
__version__ = version("lanecl")

_here = os.path.dirname(os.path.abspath(__file__))
#: The driver's library, to be named in an .icd file or in OCL_ICD_FILENAMES.
driver = os.path.join(_here, "lib", "lanecl", "liblanecl.so")


def main():
    """The program `lanecl`, with this process's arguments."""
    program = os.path.join(_here, "bin", "lanecl")
    os.execv(program, ["lanecl", *sys.argv[1:]])
