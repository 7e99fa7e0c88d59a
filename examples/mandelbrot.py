#!/usr/bin/env python3
"""Draws the Mandelbrot set with OpenCL, checks it with NumPy and writes mandelbrot.png.

Needs pyopencl and numpy. On the build tree's platform:  BUILD/bin/lanecl run -- python3 examples/mandelbrot.py
"""
import argparse
import struct
import sys
import time
import zlib

import numpy as np
import pyopencl as cl

# Doubles, and no contraction to fma: then every operation is rounded as NumPy rounds it, and the counts must be equal.
SOURCE = """
#pragma OPENCL FP_CONTRACT OFF
kernel void mandelbrot(double left, double top, double step, int limit, global int *counts) {
  int column = get_global_id(0), row = get_global_id(1);
  double cx = left + column * step, cy = top - row * step;
  double x = 0, y = 0;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0) {
    double next = x * x - y * y + cx;
    y = 2.0 * x * y + cy;
    x = next;
    ++count;
  }
  counts[row * get_global_size(0) + column] = count;
}
"""


def with_numpy(left, top, step, limit, width, height):
    cx = np.broadcast_to(left + np.arange(width) * step, (height, width))
    cy = np.broadcast_to((top - np.arange(height) * step)[:, None], (height, width))
    x, y = np.zeros((height, width)), np.zeros((height, width))
    counts = np.zeros((height, width), dtype=np.int32)
    inside = np.ones((height, width), dtype=bool)
    for _ in range(limit):
        inside &= x * x + y * y <= 4.0
        if not inside.any():
            break
        counts += inside
        following = np.where(inside, x * x - y * y + cx, x)
        y = np.where(inside, 2.0 * x * y + cy, y)
        x = following
    return counts


def write_png(path, rgb):
    """A PNG (RFC 2083) of an array of height x width x 3 bytes: signature, header, one compressed chunk, end."""
    height, width, _ = rgb.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), rgb.reshape(height, -1)], axis=1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows.tobytes())))
        file.write(chunk(b"IEND", b""))


def colours(counts, limit):
    share = np.log1p(counts) / np.log1p(limit)
    rgb = np.stack([np.sin(9 * share + phase) ** 2 for phase in (0.0, 0.6, 1.2)], axis=-1)
    rgb[counts == limit] = 0
    return (255 * rgb).round().astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1024, help="width and height in pixels")
    parser.add_argument("--limit", type=int, default=500, help="iterations at most")
    parser.add_argument("--output", default="mandelbrot.png")
    arguments = parser.parse_args()
    size, limit = arguments.size, arguments.limit
    left, top, step = -2.25, 1.5, 3.0 / size

    device = cl.get_platforms()[0].get_devices()[0]
    print(f"{device.name} ({device.platform.name}), {device.max_compute_units} compute units")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    kernel = cl.Kernel(cl.Program(context, SOURCE).build(), "mandelbrot")
    counts = np.empty((size, size), dtype=np.int32)
    buffer = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, counts.nbytes)
    values = (np.float64(left), np.float64(top), np.float64(step), np.int32(limit), buffer)

    kernel(queue, (size, size), None, *values).wait()  # the first launch compiles
    start = time.perf_counter()
    kernel(queue, (size, size), None, *values).wait()
    taken = time.perf_counter() - start
    cl.enqueue_copy(queue, counts, buffer)
    iterations = int(counts.sum(dtype=np.int64))
    print(f"{size} x {size} in {1e3 * taken:.1f} ms: {iterations * 10 / taken / 1e9:.1f} GFLOP/s")

    write_png(arguments.output, colours(counts, limit))
    print(f"wrote {arguments.output}")
    wrong = int((counts != with_numpy(left, top, step, limit, size, size)).sum())
    if wrong:
        sys.exit(f"{wrong} pixels differ from NumPy's")
    print("every pixel is what NumPy computes")


if __name__ == "__main__":
    main()
