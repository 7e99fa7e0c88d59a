#!/usr/bin/env python3
"""Adds two vectors on the first OpenCL device and checks the sum with NumPy.

Needs pyopencl and numpy. On the build tree's platform:  BUILD/bin/lanecl run -- python3 examples/vector_add.py
"""
import sys
import time

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void add(global const float *a, global const float *b, global float *sum) {
  size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}
"""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 24
    device = cl.get_platforms()[0].get_devices()[0]
    print(f"{device.name} ({device.platform.name}), {device.max_compute_units} compute units")
    context = cl.Context([device])
    queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)

    start = time.perf_counter()
    program = cl.Program(context, SOURCE).build()
    add = cl.Kernel(program, "add")
    print(f"built in {1e3 * (time.perf_counter() - start):.1f} ms")

    random = np.random.default_rng(1)
    a = random.random(count, dtype=np.float32)
    b = random.random(count, dtype=np.float32)
    flags = cl.mem_flags
    a_buffer = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=a)
    b_buffer = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=b)
    sum_buffer = cl.Buffer(context, flags.WRITE_ONLY, a.nbytes)

    best = float("inf")
    for _ in range(5):
        event = add(queue, (count,), None, a_buffer, b_buffer, sum_buffer)
        event.wait()
        best = min(best, event.profile.end - event.profile.start)
    result = np.empty_like(a)
    cl.enqueue_copy(queue, result, sum_buffer)

    print(f"{count} elements in {best / 1e6:.3f} ms: {3 * a.nbytes / best:.1f} GB/s")
    if not np.array_equal(result, a + b):
        sys.exit("the sum is wrong")
    print("the sum is what NumPy computes")


if __name__ == "__main__":
    main()
