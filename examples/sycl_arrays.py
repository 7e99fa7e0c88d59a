#!/usr/bin/env python3
"""A SYCL program: dpnp, NumPy's arrays on SYCL devices, follows heat through a plate and checks it with NumPy.

Needs dpnp (pip install dpnp). On the build tree's platform:  BUILD/bin/lanecl run -- python3 examples/sycl_arrays.py
"""
import sys
import time

import dpnp  # first of all: it brings a newer oneTBB than the driver would load by itself
import numpy as np


def step(plate):
    """One step of the heat's way: each point becomes the mean of its four neighbours; the rim stays as it is."""
    plate[1:-1, 1:-1] = 0.25 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:])


def run(module, size, steps):
    """The plate after so many steps, as a NumPy array, and the seconds that the steps took."""
    plate = module.zeros((size, size), dtype=module.float32)
    plate[0, :] = 100
    start = 0.0
    for i in range(steps + 1):
        if i == 1:  # the first step also compiles
            start = time.perf_counter()
        step(plate)
    result = plate if module is np else dpnp.asnumpy(plate)
    return result, time.perf_counter() - start


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    device = dpnp.zeros(1).sycl_device
    print(f"{device.name} ({device.sycl_platform.name}), {device.max_compute_units} compute units")
    expected, on_numpy = run(np, size, 50)
    result, on_sycl = run(dpnp, size, 50)
    print(f"50 steps of {size} x {size}: {1e3 * on_sycl:.1f} ms, NumPy {1e3 * on_numpy:.1f} ms")
    if not np.allclose(expected, result, rtol=1e-5, atol=1e-4):
        sys.exit("the plates differ")
    print("the plates agree")


if __name__ == "__main__":
    main()
