; Accesses under a mask: of a branch, and of a partial sub-group.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --masked | FileCheck %s --check-prefix=TAIL

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; `if (i < n)`: the comparison is the mask, the accesses stay contiguous, and nobody gets there if the first lane does not.
; CHECK-LABEL: @bounds.lanes4(
; CHECK: %[[MASK:.*]] = icmp slt <4 x i64>
; CHECK: %[[ANY:.*]] = icmp slt i64 %g, %n
; CHECK: br i1 %[[ANY]], label %then, label %after
; CHECK: then:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[MASK]], <4 x float> poison)
; CHECK: call void @llvm.masked.store.v4f32.p1(<4 x float> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[MASK]])
; TAIL-LABEL: @bounds.lanes4m(
; TAIL-SAME: <4 x i1> %[[ACTIVE:.*]])
; TAIL: %[[IN:.*]] = icmp slt <4 x i64>
; TAIL: %[[MASK:.*]] = select <4 x i1> %[[ACTIVE]], <4 x i1> %[[IN]], <4 x i1> zeroinitializer
; TAIL: @llvm.masked.load.v4f32.p1({{.*}}, <4 x i1> %[[MASK]],
define spir_kernel void @bounds(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %in = icmp slt i64 %g, %n
  br i1 %in, label %then, label %end
then:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  store float %w, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; All lanes there: no mask. Of a partial sub-group only some are. A uniform load needs none in either.
; CHECK-LABEL: @plain.lanes4(
; CHECK: load <4 x i32>
; CHECK: %u = load i32, ptr addrspace(1) %q
; CHECK: store <4 x i32>
; CHECK-NOT: masked
; CHECK: {{^[}]}}
; TAIL-LABEL: @plain.lanes4m(
; TAIL-SAME: <4 x i1> %[[ACTIVE:.*]])
; TAIL: @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[ACTIVE]],
; TAIL: %u = load i32, ptr addrspace(1) %q
; TAIL: @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> %[[ACTIVE]])
; TAIL: {{^[}]}}
define spir_kernel void @plain(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %u = load i32, ptr addrspace(1) %q
  %w = add i32 %v, %u
  store i32 %w, ptr addrspace(1) %a
  ret void
}

; The last of the active lanes writes.
; TAIL-LABEL: @last.lanes4m(
; TAIL-SAME: <4 x i1> %[[ACTIVE:.*]])
; TAIL: %[[BITS:.*]] = bitcast <4 x i1> %[[ACTIVE]] to i4
; TAIL: %[[WIDE:.*]] = zext i4 %[[BITS]] to i64
; TAIL: call i64 @llvm.ctlz.i64(i64 %[[WIDE]],
; TAIL: %[[LANE:.*]] = extractelement <4 x i32> %{{.*}}, i{{32|64}} %
; TAIL: store i32 %[[LANE]], ptr addrspace(1) %q
define spir_kernel void @last(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %q
  ret void
}
