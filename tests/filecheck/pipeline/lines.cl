// Where registers run short for two of each value: loops that write parts of lines of the cache have two all the same.
// RUN: env LANECL_ISA=avx2 lanecl cc %s --report | FileCheck %s
// RUN: env LANECL_ISA=sse4 lanecl cc %s --report | FileCheck %s --check-prefix=HALF

// CHECK: kernel columns: 16 lanes: 2 registers
// HALF: kernel columns: 8 lanes: 2 registers
kernel void columns(global const uint *table, global uint *out, uint n, uint mask) {
  uint me = get_global_id(0), x = me, y = ~me;
  for (uint i = 0; i < n; ++i) {
    x = table[x & mask], y = table[(y ^ x) & mask];
    out[i * get_global_size(0) + me] = x + y;
  }
}

// A whole line, in one register of each value.
// CHECK: kernel wholeLines: 8 lanes: one register
kernel void wholeLines(global const uint *table, global ulong *out, uint n, uint mask) {
  uint me = get_global_id(0), x = me, y = ~me;
  for (uint i = 0; i < n; ++i) {
    x = table[x & mask], y = table[(y ^ x) & mask];
    out[i * get_global_size(0) + me] = x + y;
  }
}

// The next iteration goes on in the same line.
// CHECK: kernel near: 8 lanes: one register
kernel void near(global const uint *table, global uint *out, uint n, uint mask) {
  uint me = get_global_id(0), x = me, y = ~me;
  for (uint i = 0; i < n; ++i) {
    x = table[x & mask], y = table[(y ^ x) & mask];
    out[i + me] = x + y;
  }
}

// Once.
// CHECK: kernel after: 8 lanes: one register
kernel void after(global const uint *table, global uint *out, uint n, uint mask) {
  uint me = get_global_id(0), x = me, y = ~me;
  for (uint i = 0; i < n; ++i)
    x = table[x & mask], y = table[(y ^ x) & mask];
  out[me] = x + y;
}

// Much else is done for each part.
#define MIX(x, y) (((x) + (y)) ^ ((y) << 3) ^ table[(x) & 255])
#define MIX4(x, y) MIX(MIX(MIX(MIX(x, y), y * 3), y * 5), y * 7)
#define MIX16(x, y) MIX4(MIX4(x, y), y * 9)
// CHECK: kernel busy: 8 lanes: one register
kernel void busy(global const uint *table, global uint *out, uint n, uint mask) {
  uint me = get_global_id(0), x = me, y = ~me;
  for (uint i = 0; i < n; ++i) {
    x = table[x & mask], y = table[(y ^ x) & mask];
    x = MIX16(x, y);
    out[i * get_global_size(0) + me] = x + y;
  }
}

// A structure before the loop, and one in it.
typedef struct { uint a, b, c, d; } State;
// CHECK: kernel before: 16 lanes: 2 registers
kernel void before(global const State *states, global const uint *in, global uint *out, uint n) {
  uint me = get_global_id(0);
  uint a = states[me].a, b = states[me].b, c = states[me].c, d = states[me].d;
  for (uint i = 0; i < n; ++i) a += ((in[i + me] * b) ^ c) & d;
  out[me] = a;
}
// CHECK: kernel within: 8 lanes: one register
kernel void within(global const State *states, global uint *out, uint n) {
  uint me = get_global_id(0), sum = 0;
  for (uint i = 0; i < n; ++i) {
    State s = states[me + i];
    sum += (s.a ^ s.b) * s.c + s.d;
  }
  out[me] = sum;
}
