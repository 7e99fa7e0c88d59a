-cl-std=CL3.0 -cl-denorms-are-zero
global atomic_int counter = ATOMIC_VAR_INIT(5);
global int here[4] = {1, 2, 3}, *there = &here[2];
static void add(atomic_float *sum, float what) {
  float old = atomic_load_explicit(sum, memory_order_relaxed, memory_scope_device);
  while (!atomic_compare_exchange_weak(sum, &old, old + what))
    ;
}
kernel void counts(global atomic_uint *where, global float *sums, global int *lock, local atomic_int *mine) {
  int i = get_global_id(0);
  add((atomic_float *)&sums[i & 3], i * 0.5f);
  int got = atomic_fetch_add(&counter, 1);
  atomic_fetch_max_explicit(&where[got & 7], (uint)i, memory_order_acq_rel, memory_scope_device);
  atomic_cmpxchg((volatile global int *)lock, 0, *there);
  atomic_store(mine, atom_inc(&here[i & 3]));
  switch (atomic_xchg(lock, got)) {
  case 0: goto done;
  case 5: return;
  default: mem_fence(CLK_GLOBAL_MEM_FENCE);
  }
done:
  printf("%d %f %s %v4hlx\n", i, sums[0], "text", (int4)(i));
}
