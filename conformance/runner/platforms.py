"""Which platform is tested: what the ICD loader finds under the given environment, one of them by name.

Run as a program it prints what there is as JSON; the runner starts it so, because the loader reads the environment
once, when it is loaded."""
import ctypes
import ctypes.util
import json
import os
import subprocess
import sys

# Numbers of the OpenCL API.
PLATFORM = {"version": 0x0901, "name": 0x0902}
DEVICE = {"name": 0x102B, "driver": 0x102D, "version": 0x102F}
ALL_DEVICES = 0xFFFFFFFF


def environment(vendors=None, library_path=None, settings=()):
    """The children's environment. `settings` are NAME=VALUE texts."""
    result = dict(os.environ)
    if vendors:
        # A file names the one driver to load, a folder holds .icd files.
        result["OCL_ICD_VENDORS"] = os.path.abspath(vendors)
    if library_path:
        old = result.get("LD_LIBRARY_PATH")
        result["LD_LIBRARY_PATH"] = library_path + (":" + old if old else "")
    for setting in settings:
        name, _, value = setting.partition("=")
        result[name] = value
    return result


def _text(query, handle, number):
    size = ctypes.c_size_t()
    if query(handle, number, 0, None, ctypes.byref(size)) != 0:
        return ""
    buffer = ctypes.create_string_buffer(size.value)
    query(handle, number, size, buffer, None)
    return buffer.value.decode(errors="replace").strip()


def _devices(library, platform):
    count = ctypes.c_uint()
    if library.clGetDeviceIDs(platform, ctypes.c_uint64(ALL_DEVICES), 0, None, ctypes.byref(count)) != 0:
        return []
    devices = (ctypes.c_void_p * count.value)()
    library.clGetDeviceIDs(platform, ctypes.c_uint64(ALL_DEVICES), count, devices, None)
    return [ctypes.c_void_p(device) for device in devices]


def query():
    """[{name, version, devices: [{name, driver, version}]}] in the loader's order. Loads the loader."""
    library = ctypes.CDLL(ctypes.util.find_library("OpenCL") or "libOpenCL.so.1")
    count = ctypes.c_uint()
    if library.clGetPlatformIDs(0, None, ctypes.byref(count)) != 0:
        return []
    handles = (ctypes.c_void_p * count.value)()
    library.clGetPlatformIDs(count, handles, None)
    found = []
    for handle in map(ctypes.c_void_p, handles):
        entry = {key: _text(library.clGetPlatformInfo, handle, number) for key, number in PLATFORM.items()}
        entry["devices"] = [
            {key: _text(library.clGetDeviceInfo, device, number) for key, number in DEVICE.items()}
            for device in _devices(library, handle)
        ]
        found.append(entry)
    return found


def installed(child_environment):
    """`query` in a child under this environment."""
    done = subprocess.run(
        [sys.executable, os.path.abspath(__file__)], env=child_environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=120, check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise RuntimeError("the OpenCL platforms cannot be queried: " + (lines[-1] if lines else "no message"))
    return json.loads(done.stdout)


def choose(platforms, name=None):
    """(index, platform): the first whose name contains `name`, without regard to case."""
    for index, platform in enumerate(platforms):
        if not name or name.lower() in platform["name"].lower():
            return index, platform
    there = ", ".join(platform["name"] for platform in platforms) or "none"
    raise RuntimeError(f"the loader finds no platform {name or 'at all'!r}; there are: {there}")


if __name__ == "__main__":
    json.dump(query(), sys.stdout)
