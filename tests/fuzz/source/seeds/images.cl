-cl-std=CL3.0
constant sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t in, write_only image2d_t out, sampler_t given, read_only image1d_buffer_t b) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      sum += read_imagef(in, plain, at + (int2)(x, y));
  sum += read_imagef(in, given, convert_float2(at) / (float2)(get_image_width(in), get_image_height(in)));
  write_imagef(out, at, sum / 10.0f + convert_float4(read_imagei(b, at.x)));
}
kernel void deep(read_only image3d_t in, read_write image2d_array_t out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  uint4 old = read_imageui(out, at);
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  write_imageui(out, at, old + read_imageui(in, plain, at) + get_image_channel_order(in));
}
