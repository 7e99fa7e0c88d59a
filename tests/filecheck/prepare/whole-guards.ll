; Guards get a copy for sub-groups all of whose lanes pass; what does not ask for a position does not.
; RUN: lanecl-opt %s --passes=copy-behind-guards | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate

; Questions at which lanes part become one; what is the same for all of them at the end stays by itself.
; CHECK-LABEL: @chain(
; CHECK: %[[BOTH:.*]] = select i1 %{{.*}}, i1 %b, i1 false
; CHECK-NEXT: %[[ALL:.*]] = call i1 @lanecl.sub_group.all(i1 %[[BOTH]])
; CHECK-NEXT: br i1 %[[ALL]], label %[[WHOLE:.*]], label %[[PART:.*]]
; CHECK: [[PART]]:
; CHECK-NEXT: br i1 %[[BOTH]], label %rows, label %end
; CHECK: rows:
; CHECK: br i1 %{{.*}}, label %body, label %end
; CHECK: body:
; CHECK: store float 1.0
; CHECK: [[WHOLE]]:
; CHECK: br i1 %{{.*}}, label %[[COPY:.*]], label %end
; CHECK: [[COPY]]:
; CHECK: store float 1.0
define spir_kernel void @chain(ptr addrspace(1) %p, i64 %w, i64 %h) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %a = icmp eq i64 %x, 0
  br i1 %a, label %end, label %more
more:
  %b = icmp slt i64 %x, %w
  br i1 %b, label %rows, label %end
rows:
  %c = icmp slt i64 %y, %h
  br i1 %c, label %body, label %end
body:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Values that come out of the region come out of its copy, too.
; CHECK-LABEL: @results(
; CHECK: phi float [ 0.000000e+00, %{{.*}} ], [ %v, %body ], [ %{{.*}}, %[[COPY:.*]] ]
define spir_kernel void @results(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %w) {
  %x = call i64 @lanecl.global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  %a = icmp slt i64 %x, %w
  br i1 %a, label %body, label %end
body:
  %v = load float, ptr addrspace(1) %q
  store float 2.0, ptr addrspace(1) %q
  br label %end
end:
  %r = phi float [ 0.0, %0 ], [ %v, %body ]
  %o = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %r, ptr addrspace(1) %o
  ret void
}

; Data, the same lanes each time, one lane, nothing stored, a barrier behind: no copy.
; CHECK-LABEL: @others(
; CHECK-NOT: lanecl.sub_group.all
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %p, i64 %w) {
  %x = call i64 @lanecl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %q
  %data = icmp sgt i32 %v, 3
  br i1 %data, label %store, label %next
store:
  store i32 1, ptr addrspace(1) %q
  br label %next
next:
  %low = and i64 %x, 3
  %odd = icmp ult i64 %low, 2
  br i1 %odd, label %store2, label %next2
store2:
  store i32 2, ptr addrspace(1) %q
  br label %next2
next2:
  %one = icmp eq i64 %x, 7
  br i1 %one, label %store3, label %next3
store3:
  store i32 3, ptr addrspace(1) %q
  br label %next3
next3:
  %first = icmp slt i64 %x, %w
  br i1 %first, label %waits, label %end
waits:
  store i32 4, ptr addrspace(1) %q
  call void @lanecl.barrier(i32 2, i32 0)
  br label %end
end:
  ret void
}
