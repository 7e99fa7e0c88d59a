; Loops that lanes leave in their last iterations get a copy in front for those in which all take part.
; RUN: lanecl-opt %s --passes=prepare-packetize,copy-whole-iterations | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,copy-whole-iterations,packetize --width=8 | FileCheck %s --check-prefix=LANES

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate

; The copy asks before each iteration, also the first, and what is left goes on behind it. The last lane tells for all;
; what is left has a mask, and its accesses are contiguous as before.
; CHECK-LABEL: @strided(
; CHECK: br label %[[TOP:.*]]
; CHECK: [[TOP]]:
; CHECK: %[[I:.*]] = phi i64 {{.*}}[ %x, %entry ]
; CHECK: %[[IN:.*]] = icmp slt i64 %[[I]], %n
; CHECK: %[[ALL:.*]] = call i1 @lanecl.sub_group.all(i1 %[[IN]])
; CHECK: br i1 %[[ALL]], label %{{.*}}, label %whole.done
; CHECK: add nsw i64 %[[I]], %step
; CHECK: br label %[[TOP]]
; CHECK: whole.done:
; CHECK: %[[LEFT:.*]] = phi i64 [ %[[I]], %[[TOP]] ]
; CHECK: br i1 %{{.*}}, label %[[REST:.*]], label %end
; CHECK: phi i64 {{.*}}[ %[[LEFT]], %[[REST]] ]
; LANES-LABEL: @strided.lanes8(
; LANES-NOT: phi <8 x i64>
; LANES: %[[LAST:.*]] = add i64 %{{.*}}, 7
; LANES: icmp sge i64 %[[LAST]], %n
; LANES: icmp sgt i64 %{{.*}}, %[[LAST]]
; LANES: load <8 x float>
; LANES: call <8 x float> @llvm.masked.load.v8f32
; LANES-NOT: gather
; LANES: ret void
define spir_kernel void @strided(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %step) {
entry:
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %any = icmp slt i64 %x, %n
  br i1 %any, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %x, %before ], [ %next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %more, %loop ]
  %a = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add nsw i64 %i, %step
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %all = phi float [ %more, %loop ]
  br label %end
end:
  %result = phi float [ 0.0, %entry ], [ %all, %exit ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to
  ret void
}

; Nothing is asked before the first iteration: the copy asks behind each.
; CHECK-LABEL: @untested(
; CHECK: %[[AGAIN:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: %[[ALL:.*]] = call i1 @lanecl.sub_group.all(i1 %[[AGAIN]])
; CHECK: br i1 %[[ALL]], label %{{.*}}, label %whole.done
; CHECK: whole.done:
; CHECK: br i1 %{{.*}}, label %rest, label %
define spir_kernel void @untested(ptr addrspace(1) %out, i64 %n, i64 %step) {
entry:
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %a
  %next = add nsw i64 %i, %step
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Where each lane has an end of its own none is waited for; barriers are not copied.
; CHECK-LABEL: @apart(
; CHECK-NOT: lanecl.sub_group.all
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step) {
entry:
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %n = load i64, ptr addrspace(1) %e
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %a
  %next = add nsw i64 %i, %step
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
