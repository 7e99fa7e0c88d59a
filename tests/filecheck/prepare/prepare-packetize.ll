; The form that packetize needs.
; RUN: lanecl-opt %s --passes=prepare-packetize | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize --quick | FileCheck %s --check-prefix=QUICK

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare i32 @f(i32) memory(none) nounwind willreturn

; Short vectors are taken apart, however little time there is.
; CHECK-LABEL: @vectors(
; CHECK-COUNT-4: load float
; CHECK-COUNT-4: fadd float
; CHECK-COUNT-4: store float
; CHECK-NOT: <4 x float>
; CHECK: {{^[}]}}
; QUICK-LABEL: @vectors(
; QUICK-COUNT-4: fadd float
; QUICK-NOT: <4 x float>
; QUICK: {{^[}]}}
define spir_kernel void @vectors(ptr addrspace(1) %p) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %w = fadd <4 x float> %v, %v
  store <4 x float> %w, ptr addrspace(1) %p
  ret void
}

; What is set or copied in private memory is written element by element, so that it can be interleaved.
; CHECK-LABEL: @sets(
; CHECK-COUNT-4: store i32 16843009, ptr %
; CHECK-NOT: memset
; CHECK: {{^[}]}}
define spir_kernel void @sets(ptr addrspace(1) %p, i64 %n) {
  %array = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 16, i1 false)
  %a = getelementptr i32, ptr %array, i64 %n
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; Nothing private: as it is.
; CHECK-LABEL: @copies(
; CHECK: call void @llvm.memcpy.p1.p1.i64(
define spir_kernel void @copies(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 16, i1 false)
  ret void
}

; Too many elements.
; CHECK-LABEL: @large(
; CHECK: call void @llvm.memset.p0.i64(
define spir_kernel void @large(ptr addrspace(1) %p, i64 %n) {
  %array = alloca [400 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 1600, i1 false)
  %a = getelementptr i32, ptr %array, i64 %n
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; One way out, and none that is never taken.
; CHECK-LABEL: @two(
; CHECK-NOT: unreachable
; CHECK: ret void
; CHECK-NOT: ret
; CHECK: {{^[}]}}
define spir_kernel void @two(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %a [ i32 0, label %b
                            i32 1, label %c ]
a:
  store i32 1, ptr addrspace(1) %p
  ret void
b:
  store i32 2, ptr addrspace(1) %p
  ret void
c:
  unreachable
}

; A loop that is entered at two places gets one entrance.
; CHECK-LABEL: @irreducible(
; CHECK: br label %irr.guard
; CHECK: irr.guard:
; CHECK: %[[WHICH:.*]] = phi i1
; CHECK: br i1 %[[WHICH]], label %b, label %{{.*}}
; QUICK-LABEL: @irreducible(
; QUICK: irr.guard:
define spir_kernel void @irreducible(ptr addrspace(1) %p, i32 %n) {
entry:
  %s = icmp ult i32 %n, 7
  br i1 %s, label %a, label %b
a:
  %x = phi i32 [ 0, %entry ], [ %y1, %b ]
  %x1 = call i32 @f(i32 %x)
  %cx = icmp ult i32 %x1, 100
  br i1 %cx, label %b, label %end
b:
  %y = phi i32 [ 1, %entry ], [ %x1, %a ]
  %y1 = call i32 @f(i32 %y)
  store i32 %y1, ptr addrspace(1) %p
  %cy = icmp ult i32 %y1, 100
  br i1 %cy, label %a, label %end
end:
  ret void
}

; What decides about a barrier is not the same for all: nobody may come to it.
; CHECK-LABEL: @waits(
; CHECK-NOT: @lanecl.uniform
; CHECK: br i1 %some, label %then, label %else
define spir_kernel void @waits(ptr addrspace(1) %p) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %some = icmp ult i32 %v, 7
  br i1 %some, label %then, label %else
then:
  call void @lanecl.barrier(i32 2, i32 272)
  br label %end
else:
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  call void @lanecl.barrier(i32 2, i32 272)
  ret void
}

; What both ways read is read before lanes part, and needs no mask.
; CHECK-LABEL: @both(
; CHECK: load i32
; CHECK: br i1
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK: {{^[}]}}
define spir_kernel void @both(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %d) {
  %x = call i64 @lanecl.global_id(i32 0)
  %in = icmp uge i64 %x, %d
  br i1 %in, label %two, label %one
two:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %a
  %y = sub i64 %x, %d
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %y
  %w = load i32, ptr addrspace(1) %b
  %sum = add i32 %v, %w
  br label %end
one:
  %c = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %u = load i32, ptr addrspace(1) %c
  br label %end
end:
  %r = phi i32 [ %sum, %two ], [ %u, %one ]
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %x
  store i32 %r, ptr addrspace(1) %to
  ret void
}
