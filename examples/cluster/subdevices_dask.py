#!/usr/bin/env python3
"""A map over many pieces of work with Dask, in which each worker has CPUs of its own: a sub-device of the OpenCL device.

    python3 examples/cluster/subdevices_dask.py --workers 2

Dask's workers are processes that all see every CPU, and Dask asks libraries to take one thread in each, which LaneCL
does unless LANECL_THREADS says otherwise. Here each worker is to have as many CPUs as there are for it: a sub-device,
whose threads keep to its CPUs, so that the workers do not compete for them. The estimates of pi are compared with
NumPy's on the same numbers.
"""
import argparse
import functools
import os

import numpy as np

# 32-bit xorshift (Marsaglia 2003), a sequence for each work-item; counts points within the quarter of a circle.
SOURCE = """
kernel void count(uint seed, int rounds, global uint *hits) {
  uint state = (get_global_id(0) + 1) * 2654435761u ^ seed, inside = 0;
  for (int i = 0; i < rounds; ++i) {
    state ^= state << 13; state ^= state >> 17; state ^= state << 5;
    uint x = state >> 16, y = state & 0xffff;
    inside += x * x / 2 + y * y / 2 < (1u << 31);
  }
  hits[get_global_id(0)] = inside;
}
"""
ITEMS, ROUNDS = 4096, 256


@functools.lru_cache(maxsize=None)
def prepared(workers):
    """Context, queue and kernel of this worker's process, on its share of the device."""
    import pyopencl as cl
    from distributed import get_worker

    device = cl.create_some_context(interactive=False).devices[0]
    units = max(device.max_compute_units // workers, 1)
    shares = device.create_sub_devices([cl.device_partition_property.EQUALLY, units])
    context = cl.Context([shares[int(get_worker().name) % len(shares)]])
    return context, cl.CommandQueue(context), cl.Program(context, SOURCE).build().count


def count(seed, workers):
    import pyopencl as cl

    context, queue, kernel = prepared(workers)
    hits = np.empty(ITEMS, dtype=np.uint32)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, hits.nbytes)
    kernel(queue, hits.shape, None, np.uint32(seed), np.int32(ROUNDS), buffer)
    cl.enqueue_copy(queue, hits, buffer)
    return int(hits.sum())


def count_with_numpy(seed):
    state = (np.arange(1, ITEMS + 1, dtype=np.uint32) * np.uint32(2654435761)) ^ np.uint32(seed)
    total = 0
    for _ in range(ROUNDS):
        state ^= state << np.uint32(13)
        state ^= state >> np.uint32(17)
        state ^= state << np.uint32(5)
        x, y = state >> np.uint32(16), state & np.uint32(0xFFFF)
        total += int((x * x // 2 + y * y // 2 < (1 << 31)).sum())
    return total


def main():
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser(description="a map over sub-devices with Dask")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", type=int, default=32)
    arguments = parser.parse_args()
    os.environ.setdefault("LANECL_THREADS", str(len(os.sched_getaffinity(0))))  # the workers inherit it
    with LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            hits = client.gather(client.map(functools.partial(count, workers=arguments.workers), range(arguments.tasks)))
    assert hits == [count_with_numpy(seed) for seed in range(arguments.tasks)]
    points = ITEMS * ROUNDS * arguments.tasks
    print(f"{arguments.tasks} tasks on {arguments.workers} workers: pi is about {4 * sum(hits) / points:.5f}, as NumPy counts")


if __name__ == "__main__":
    main()
