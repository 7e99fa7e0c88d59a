; What is the same in all lanes, and which branches send them different ways.
; RUN: lanecl-opt %s --passes='print<lane-uniformity>' --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_linear_id() memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_local_id() memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_id() memory(none) nounwind willreturn
declare i32 @lanecl.sub_group.reduce.add.i32(i32) convergent
declare i32 @lanecl.sub_group.scan_inclusive.add.i32(i32) convergent
declare i32 @lanecl.sub_group.shuffle.i32(i32, i32) convergent
declare i1 @lanecl.uniform.i1(i1) memory(none) nounwind willreturn
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare float @_Z3sinf(float) memory(none) nounwind willreturn
declare i32 @_Z4randv()

; A sub-group lies along dimension 0.
; CHECK-LABEL: lane uniformity of @queries
; CHECK-NEXT: %x: divergent
; CHECK-NEXT: %y: uniform
; CHECK-NEXT: %z: uniform
; CHECK-NEXT: %linear: divergent
; CHECK-NEXT: %group: uniform
; CHECK-NEXT: %lane: divergent
; CHECK-NEXT: %subGroup: uniform
define spir_kernel void @queries() {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %z = call i64 @lanecl.global_id(i32 2)
  %linear = call i64 @lanecl.local_linear_id()
  %group = call i64 @lanecl.group_id(i32 0)
  %lane = call i32 @lanecl.sub_group_local_id()
  %subGroup = call i32 @lanecl.sub_group_id()
  ret void
}

; CHECK-LABEL: lane uniformity of @operations
; CHECK-NEXT: %lane: divergent
; CHECK-NEXT: %sum: uniform
; CHECK-NEXT: %scan: divergent
; CHECK-NEXT: %shuffled: divergent
; CHECK-NEXT: %condition: divergent
; CHECK-NEXT: %promised: uniform
; Each lane has its own operation on memory, and its own variables.
; CHECK-NEXT: %old: divergent
; CHECK-NEXT: %variable: divergent
; CHECK-NEXT: %loaded: uniform
; CHECK-NEXT: %taken: divergent
define spir_kernel void @operations(ptr addrspace(1) %p) {
  %lane = call i32 @lanecl.sub_group_local_id()
  %sum = call i32 @lanecl.sub_group.reduce.add.i32(i32 %lane)
  %scan = call i32 @lanecl.sub_group.scan_inclusive.add.i32(i32 %lane)
  %shuffled = call i32 @lanecl.sub_group.shuffle.i32(i32 %lane, i32 1)
  %condition = icmp eq i32 %lane, 0
  %promised = call i1 @lanecl.uniform.i1(i1 %condition)
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 0)
  %variable = alloca i32
  %loaded = load i32, ptr addrspace(1) %p
  %taken = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret void
}

define internal i64 @asksForId() {
  %g = call i64 @lanecl.global_id(i32 0)
  ret i64 %g
}
define internal i64 @adds(i64 %a) memory(none) {
  %r = add i64 %a, 1
  ret i64 %r
}

; A function differs from lane to lane if it asks for a lane's id or has effects; else as its arguments do.
; CHECK-LABEL: lane uniformity of @calls
; CHECK-NEXT: %own: divergent
; CHECK-NEXT: %plain: uniform
; CHECK-NEXT: %ofOwn: divergent
; CHECK-NEXT: %math: uniform
; CHECK-NEXT: %effects: divergent
define spir_kernel void @calls(i64 %n, float %x) {
  %own = call i64 @asksForId()
  %plain = call i64 @adds(i64 %n)
  %ofOwn = call i64 @adds(i64 %own)
  %math = call float @_Z3sinf(float %x)
  %effects = call i32 @_Z4randv()
  ret void
}

; CHECK-LABEL: lane uniformity of @branches
; CHECK-NEXT: %lane: divergent
; CHECK-NEXT: %all: uniform
; CHECK-NEXT: branch of %entry: uniform
; CHECK-NEXT: %some: divergent
; CHECK-NEXT: branch of %then: divergent
; CHECK-NEXT: %joined: divergent
; CHECK-NEXT: %met: uniform
define spir_kernel void @branches(i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %all = icmp eq i32 %n, 0
  br i1 %all, label %then, label %end
then:
  %some = icmp eq i32 %lane, 0
  br i1 %some, label %one, label %join
one:
  br label %join
join:
  %joined = phi i32 [ 1, %one ], [ 2, %then ]
  br label %end
end:
  %met = phi i32 [ 1, %join ], [ 2, %entry ]
  ret void
}

; Lanes leave the loop one by one: inside, the counter is the same for those that are there, behind it is not.
; CHECK-LABEL: lane uniformity of @temporal
; CHECK: %i: uniform
; CHECK: branch of %loop: divergent
; CHECK-NEXT: %last: divergent
define spir_kernel void @temporal() {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %i, %loop ]
  ret void
}
