; Private memory of W lanes.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --report | FileCheck %s
; 
; CHECK: kernel array: 4 lanes, 4 contiguous accesses
; CHECK: kernel own: 4 lanes, 3 contiguous accesses, 1 gathers
; CHECK: kernel masked: 4 lanes, 4 contiguous accesses
; CHECK: kernel struct: 4 lanes, 1 contiguous accesses, 1 scatters, 1 instructions lane after lane

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare void @known(ptr)

; The same element of all lanes is a vector.
; CHECK-LABEL: @array.lanes4
; CHECK: %array = alloca [16 x <4 x i32>], align 64
; CHECK: %[[AT:.*]] = mul i64 %{{.*}}, 16
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %array, i64 %[[AT]]
; CHECK: store <4 x i32> %{{.*}}, ptr %[[PLACE]]
; CHECK: load <4 x i32>, ptr %{{[0-9]+}}
; CHECK-NOT: gather
; CHECK: {{^[}]}}
define spir_kernel void @array(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %q
  %array = alloca [16 x i32]
  %a = getelementptr [16 x i32], ptr %array, i64 0, i32 %n
  store i32 %v, ptr %a
  %b = getelementptr [16 x i32], ptr %array, i64 0, i32 %m
  %w = load i32, ptr %b
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; An index of each lane's own: its column, and rows of sixteen bytes, as one distance from one place.
; CHECK-LABEL: @own.lanes4
; CHECK: %[[ROW:.*]] = mul <4 x i64> %{{.*}}, splat (i64 16)
; CHECK: %[[BYTES:.*]] = add <4 x i64> <i64 0, i64 4, i64 8, i64 12>, %[[ROW]]
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %array, <4 x i64> %[[BYTES]]
; CHECK: @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[PLACE]],
define spir_kernel void @own(ptr addrspace(1) %p, i32 %n) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %q
  %array = alloca [16 x i32]
  %a = getelementptr [16 x i32], ptr %array, i64 0, i32 %n
  store i32 7, ptr %a
  %b = getelementptr [16 x i32], ptr %array, i64 0, i32 %v
  %w = load i32, ptr %b
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; Under a mask the other lanes' elements stay: a blend, for there is always something to read.
; CHECK-LABEL: @masked.lanes4
; CHECK: %[[C:.*]] = icmp sgt <4 x i32> %[[OLD:.*]], zeroinitializer
; CHECK: select <4 x i1> %[[C]], <4 x i32> splat (i32 9), <4 x i32> %[[OLD]]
; CHECK: store <4 x i32> %{{.*}}, ptr %
; CHECK-NOT: masked
; CHECK: {{^[}]}}
define spir_kernel void @masked(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %q
  %array = alloca [16 x i32]
  %a = getelementptr [16 x i32], ptr %array, i64 0, i32 %n
  store i32 %v, ptr %a
  %some = icmp sgt i32 %v, 0
  br i1 %some, label %then, label %end
then:
  store i32 9, ptr %a
  br label %end
end:
  %b = getelementptr [16 x i32], ptr %array, i64 0, i32 %m
  %w = load i32, ptr %b
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; Known to a function: a copy for each lane, at the distance of its size.
; CHECK-LABEL: @struct.lanes4
; CHECK: %struct = alloca [96 x i8]
; CHECK: getelementptr i8, ptr %struct, <4 x i64> <i64 0, i64 24, i64 48, i64 72>
; CHECK: lane:
; CHECK: call void @known(ptr nonnull %
; CHECK: @llvm.masked.scatter.v4i32.v4p0(
define spir_kernel void @struct(ptr addrspace(1) %p, i32 %n) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %q
  %struct = alloca [6 x i32]
  call void @known(ptr %struct)
  %a = getelementptr [6 x i32], ptr %struct, i64 0, i32 %n
  store i32 %v, ptr %a
  ret void
}
