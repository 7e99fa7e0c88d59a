declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
@tile = internal addrspace(3) global [64 x i32] undef, align 16

define spir_kernel void @queries(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 1)
  store volatile i64 %g, ptr addrspace(1) %p
  store volatile i64 %l, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @cut(ptr addrspace(1) %p, i32 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %own = load i32, ptr addrspace(1) %a
  %same = load i32, ptr addrspace(1) %p
  %cheap = mul i32 %n, 3
  call void @lanecl.barrier(i32 2, i32 272)
  %s = add i32 %own, %same
  %t = add i32 %s, %cheap
  store i32 %t, ptr addrspace(1) %a
  ret void
}
define spir_kernel void @locals(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  store i32 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 4)
  ret void
}
define spir_kernel void @variables(ptr addrspace(1) %p, i64 %i) {
  %kept = alloca [8 x i32]
  %brief = alloca [8 x i32]
  %huge = alloca [4096 x i32]
  %a = getelementptr i32, ptr %kept, i64 %i
  store i32 1, ptr %a
  call void @lanecl.barrier(i32 2, i32 272)
  %b = getelementptr i32, ptr %brief, i64 %i
  store volatile i32 2, ptr %b
  %c = getelementptr i32, ptr %huge, i64 %i
  store volatile i32 3, ptr %c
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}
