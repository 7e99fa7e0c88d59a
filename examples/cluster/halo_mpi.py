#!/usr/bin/env python3
"""Heat that spreads in a plate, over several processes: each has some rows, and the rows at the seams go by MPI straight
from and to mapped buffers, which on a CPU are the device's memory. The result is compared with NumPy's.

    mpirun -n 4 python3 examples/cluster/halo_mpi.py

One process for each NUMA node is a good number: `mpirun --map-by numa --bind-to numa`. The driver keeps to the CPUs that a
process is bound to; where nothing binds them, LANECL_THREADS divides them.
"""
import argparse

import numpy as np
import pyopencl as cl
from mpi4py import MPI

SOURCE = """
kernel void spread(global const float *now, global float *next, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  next[i] = 0.25f * ((now[i - width] + now[i + width]) + (now[i - 1] + now[i + 1]));
}
"""


def start(height, width):
    plate = np.zeros((height, width), dtype=np.float32)
    plate[0] = 1
    plate[:, -1] = np.linspace(1, 0, height, dtype=np.float32)
    return plate


def with_numpy(plate, steps):
    for _ in range(steps):
        after = plate.copy()
        after[1:-1, 1:-1] = np.float32(0.25) * (
            (plate[:-2, 1:-1] + plate[2:, 1:-1]) + (plate[1:-1, :-2] + plate[1:-1, 2:]))
        plate = after
    return plate


def mapped_row(queue, buffer, row, width, flags):
    array, _ = cl.enqueue_map_buffer(queue, buffer, flags, row * width * 4, (width,), np.float32)
    return array


def exchange(comm, queue, buffer, rows, width):
    """Sends the first and the last row of our own to the neighbours, and has theirs in rows 0 and rows + 1."""
    above, below = comm.rank - 1, comm.rank + 1
    seams = [(1, 0, above), (rows, rows + 1, below)]  # our row, the neighbour's, the neighbour
    requests, mapped = [], []
    for own, other, rank in seams:
        if not 0 <= rank < comm.size:
            continue
        sent = mapped_row(queue, buffer, own, width, cl.map_flags.READ)
        received = mapped_row(queue, buffer, other, width, cl.map_flags.WRITE)
        requests += [comm.Irecv(received, source=rank), comm.Isend(sent, dest=rank)]
        mapped += [sent, received]
    MPI.Request.Waitall(requests)
    for array in mapped:
        array.base.release(queue)


def spread(comm, plate, steps):
    """The rows of this process after `steps` steps; all begin with the whole plate."""
    height, width = plate.shape
    bounds = [1 + (height - 2) * i // comm.size for i in range(comm.size + 1)]
    first, last = bounds[comm.rank], bounds[comm.rank + 1]
    rows = last - first
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    kernel = cl.Program(context, SOURCE).build().spread
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    now, after = (cl.Buffer(context, flags, hostbuf=plate[first - 1:last + 1]) for _ in range(2))
    for _ in range(steps):
        kernel(queue, (width - 2, rows), None, now, after, np.int32(width), global_offset=(1, 1))
        exchange(comm, queue, after, rows, width)
        now, after = after, now
    result = np.empty((rows, width), dtype=np.float32)
    cl.enqueue_copy(queue, result, now, src_offset=width * 4)
    return result


def main():
    parser = argparse.ArgumentParser(description="heat that spreads in a plate, over MPI")
    parser.add_argument("--size", default="1024x1024", help="WIDTHxHEIGHT")
    parser.add_argument("--steps", type=int, default=50)
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    comm = MPI.COMM_WORLD
    if comm.size > height - 2:
        raise SystemExit("more processes than rows")
    plate = start(height, width)
    comm.Barrier()
    begin = MPI.Wtime()
    rows = spread(comm, plate, arguments.steps)
    seconds = comm.reduce(MPI.Wtime() - begin, op=MPI.MAX)
    parts = comm.gather(rows)
    if comm.rank == 0:
        whole = np.concatenate([plate[:1], *parts, plate[-1:]])
        np.testing.assert_array_equal(whole, with_numpy(plate, arguments.steps))
        print(f"{comm.size} processes, {width} x {height}, {arguments.steps} steps in {seconds:.3f} s: as NumPy computes it")


main()
