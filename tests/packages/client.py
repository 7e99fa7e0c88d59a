#!/usr/bin/env python3
"""A pyopencl program of a user: client.py [--before MODULE|LIBRARY ...] [--alone] runs a kernel on every platform of
the loader, and fails unless LaneCL is one of them (with --alone: the only one) and all results are NumPy's.

What is named with --before comes into the process first: a Python module, or a shared library whose symbols everybody
is shown. Numba compiles a function in between when it is one of them, so that two LLVMs work by turns.
"""
import argparse
import ctypes
import importlib

import numpy as np

SOURCE = """
kernel void polynomial(global const float *x, global float *y, float a) {
  size_t i = get_global_id(0);
  local float shared[64];
  size_t l = get_local_id(0);
  shared[l] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = fma(a, shared[63 - l], sqrt(x[i]));
}
"""


def expected(x, a):
    turned = x.reshape(-1, 64)[:, ::-1].reshape(-1)
    return a * turned + np.sqrt(x)


def run(cl, device):
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    # A number of its own in each program: no cache has it.
    program = cl.Program(context, f"/* {np.random.default_rng().integers(1 << 60)} */" + SOURCE).build()
    x = np.random.default_rng(1).random(1 << 16, dtype=np.float32)
    y = np.empty_like(x)
    flags = cl.mem_flags
    source = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=x)
    target = cl.Buffer(context, flags.WRITE_ONLY, y.nbytes)
    program.polynomial(queue, x.shape, (64,), source, target, np.float32(3))
    cl.enqueue_copy(queue, y, target)
    np.testing.assert_allclose(y, expected(x.astype(np.float64), 3), rtol=1e-6)


def numba_compiles(numba):
    @numba.njit
    def total(values):
        s = 0.0
        for value in values:
            s += value
        return s

    assert total(np.arange(100.0)) == 4950


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", nargs="*", default=[])
    parser.add_argument("--alone", action="store_true")
    arguments = parser.parse_args()
    modules = {}
    for name in arguments.before:
        if "/" in name:
            ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
        else:
            modules[name] = importlib.import_module(name)
    import pyopencl as cl

    names = []
    for platform in cl.get_platforms():
        for device in platform.get_devices():
            if "numba" in modules:
                numba_compiles(modules["numba"])
            run(cl, device)
            names.append(platform.name)
    print("ran on", ", ".join(names), "beside" if arguments.before else "", *arguments.before)
    if "LaneCL" not in names or (arguments.alone and set(names) != {"LaneCL"}):
        raise SystemExit("the platforms are not those expected")


main()
