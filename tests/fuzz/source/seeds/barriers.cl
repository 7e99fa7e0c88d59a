
kernel void reduce(global const int *in, global int *out, local int *part) {
  size_t i = get_local_id(0);
  part[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (i < step)
      part[i] += part[i + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0)
    atomic_add(&out[get_group_id(0)], part[0]);
}
kernel __attribute__((reqd_work_group_size(8, 2, 1))) void copies(global const float *in, global float *out) {
  local float tile[64];
  event_t done = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &done);
  done = async_work_group_strided_copy(out, tile, 32, 2, 0);
  wait_group_events(1, &done);
}
