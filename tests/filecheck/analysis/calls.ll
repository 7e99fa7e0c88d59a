; The functions of LaneCL IR as the passes know them.
; RUN: lanecl-opt %s --passes='print<calls>' --disable-output | FileCheck %s

declare i64 @lanecl.local_size(i32)
declare i64 @lanecl.memory_begin(i32)
declare i32 @lanecl.sub_group_size()
declare void @lanecl.barrier(i32, i32)
declare void @lanecl.wait_events()
declare void @lanecl.region_end(i32)
declare void @lanecl.yield(i32)
declare void @lanecl.async_copy.p3.p1(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64)
declare i32 @lanecl.work_group.reduce.add.i32(i32)
declare void @lanecl.accumulate.add.i32(i32, i32)
declare i32 @lanecl.group_result.i32(i32)
declare i32 @lanecl.carry.add.i32(i32, i32)
declare i32 @lanecl.sub_group.reduce.add.i32(i32)
declare <4 x float> @lanecl.estimate.reciprocal.v4f32(<4 x float>)
declare i64 @lanecl.frobnicate(i32)
declare float @_Z3sinf(float)

; CHECK-LABEL: calls of @all
define void @all(ptr addrspace(1) %g, ptr addrspace(3) %l, <4 x float> %x, i32 %d) {
; The dimension is at most 2.
; CHECK-NEXT: lanecl.local_size: query [[SIZE:[0-9]+]] of 1{{$}}
; CHECK-NEXT: lanecl.local_size: query [[SIZE]] of 2{{$}}
; CHECK-NEXT: lanecl.memory_begin: query {{[0-9]+}} of 1, memory
; CHECK-NEXT: lanecl.sub_group_size: query {{[0-9]+}} of 0 sub-groups
  call i64 @lanecl.local_size(i32 1)
  call i64 @lanecl.local_size(i32 7)
  call i64 @lanecl.memory_begin(i32 1)
  call i32 @lanecl.sub_group_size()
; Of the work-group's scope, of the device's, and of the sub-group's.
; CHECK-NEXT: lanecl.barrier: of the group, boundaries
; CHECK-NEXT: lanecl.barrier: of the group, boundaries
; CHECK-NEXT: lanecl.barrier:{{$}}
; CHECK-NEXT: lanecl.wait_events: of the group, boundaries
; CHECK-NEXT: lanecl.region_end: of the group, boundaries
; CHECK-NEXT: lanecl.yield: of the group{{$}}
  call void @lanecl.barrier(i32 2, i32 272)
  call void @lanecl.barrier(i32 1, i32 272)
  call void @lanecl.barrier(i32 3, i32 272)
  call void @lanecl.wait_events()
  call void @lanecl.region_end(i32 1)
  call void @lanecl.yield(i32 1073741824)
; CHECK-NEXT: lanecl.async_copy.p3.p1: of the group
; CHECK-NEXT: lanecl.work_group.reduce.add.i32: of the group
; CHECK-NEXT: lanecl.accumulate.add.i32: of the group
; CHECK-NEXT: lanecl.group_result.i32: of the group
; CHECK-NEXT: lanecl.carry.add.i32: of the group
; CHECK-NEXT: lanecl.sub_group.reduce.add.i32: sub-groups
; CHECK-NEXT: lanecl.estimate.reciprocal.v4f32: estimate
; CHECK-NEXT: lanecl.frobnicate:{{$}}
; CHECK-NEXT: _Z3sinf: library
  call void @lanecl.async_copy.p3.p1(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 4, i64 4, i64 1, i64 1)
  call i32 @lanecl.work_group.reduce.add.i32(i32 1)
  call void @lanecl.accumulate.add.i32(i32 0, i32 1)
  call i32 @lanecl.group_result.i32(i32 0)
  call i32 @lanecl.carry.add.i32(i32 0, i32 1)
  call i32 @lanecl.sub_group.reduce.add.i32(i32 1)
  call <4 x float> @lanecl.estimate.reciprocal.v4f32(<4 x float> %x)
  call i64 @lanecl.frobnicate(i32 0)
  call float @_Z3sinf(float 1.0)
  ret void
}
