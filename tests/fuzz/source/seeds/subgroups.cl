-cl-std=CL3.0 -cl-kernel-arg-info
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void groups(global uint *data, global ulong *more) {
  uint i = get_global_id(0), lane = get_sub_group_local_id();
  uint sum = sub_group_reduce_add(data[i]) + sub_group_scan_exclusive_max(lane);
  if (lane & 1)
    sum += sub_group_shuffle_xor(sum, 3);
  uint4 ballot = sub_group_ballot(sum > 10);
  data[i] = sum + sub_group_ballot_bit_count(ballot) + work_group_scan_inclusive_add(lane);
  intel_sub_group_block_write(data + get_sub_group_id() * 16, intel_sub_group_block_read(data) + sub_group_broadcast(i, 2));
  more[i] = work_group_broadcast(data[0], 0) + sub_group_all(lane < 8);
}
