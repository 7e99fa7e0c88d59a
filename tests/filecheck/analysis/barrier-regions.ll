; Where barriers cut a body, what lives across, and of whom it is. Arguments named "varying" differ between sub-groups.
; RUN: lanecl-opt %s --passes='print<barrier-regions>' --disable-output | FileCheck %s

declare void @lanecl.region_end(i32) convergent noduplicate
declare i32 @reads(ptr) memory(read)

; CHECK-LABEL: barrier regions of @straight
; CHECK-NEXT: from 0 to 1
; CHECK-NEXT: from 1 to 2
; CHECK-NEXT: from 2 to 0
; CHECK-NEXT: parting: none
; CHECK-NEXT: %group: of the group, crosses 1 2
; CHECK-NEXT: %own: of the sub-group, crosses 1
; CHECK-NOT: %short
define void @straight(i32 %n, i32 %varying, ptr addrspace(1) %p) {
  %group = add i32 %n, 1
  %own = add i32 %varying, 1
  %short = add i32 %own, 1
  store i32 %short, ptr addrspace(1) %p
  call void @lanecl.region_end(i32 1)
  store i32 %own, ptr addrspace(1) %p
  call void @lanecl.region_end(i32 2)
  store i32 %group, ptr addrspace(1) %p
  ret void
}

; A barrier in a loop is followed by itself or the end.
; CHECK-LABEL: barrier regions of @loop
; CHECK-NEXT: from 0 to 1
; CHECK-NEXT: from 1 to 0 1
; CHECK-NEXT: parting: none
; CHECK-NEXT: %i: of the group, crosses 1
define void @loop(i32 %n, i32 %varying) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @lanecl.region_end(i32 1)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Some sub-groups return early.
; CHECK-LABEL: barrier regions of @ends
; CHECK-NEXT: from 0 to 0 1
; CHECK-NEXT: from 1 to 0
; CHECK-NEXT: parting: some end
define void @ends(i32 %varying) {
entry:
  %surplus = icmp ugt i32 %varying, 100
  br i1 %surplus, label %end, label %work
work:
  call void @lanecl.region_end(i32 1)
  br label %end
end:
  ret void
}

; Different barriers.
; CHECK-LABEL: barrier regions of @apart
; CHECK-NEXT: from 0 to 1 2
; CHECK-NEXT: from 1 to 0
; CHECK-NEXT: from 2 to 0
; CHECK-NEXT: parting: apart
define void @apart(i32 %varying) {
entry:
  %odd = trunc i32 %varying to i1
  br i1 %odd, label %one, label %two
one:
  call void @lanecl.region_end(i32 1)
  br label %end
two:
  call void @lanecl.region_end(i32 2)
  br label %end
end:
  ret void
}

; A branch that all take alike, and one that varies between no barriers.
; CHECK-LABEL: barrier regions of @together
; CHECK: parting: none
; CHECK-NEXT: %joined: of the sub-group, crosses 1
; CHECK-NEXT: %met: of the group, crosses 1
define void @together(i32 %varying, i1 %all, ptr addrspace(1) %p) {
entry:
  %odd = trunc i32 %varying to i1
  br i1 %odd, label %one, label %join
one:
  br label %join
join:
  %joined = phi i32 [ 1, %one ], [ 2, %entry ]
  br i1 %all, label %two, label %next
two:
  br label %next
next:
  %met = phi i32 [ 1, %two ], [ 2, %join ]
  br i1 %all, label %wait, label %end
wait:
  call void @lanecl.region_end(i32 1)
  %sum = add i32 %joined, %met
  store i32 %sum, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; What memory gives: a load is the group's, what may differ by the time it is asked is not.
; CHECK-LABEL: barrier regions of @memory
; CHECK: %loaded: of the group, crosses 1
; CHECK-NEXT: %fresh: of the sub-group, crosses 1
; CHECK-NEXT: %called: of the sub-group, crosses 1
define void @memory(ptr addrspace(1) %p, ptr %q) {
  %loaded = load i32, ptr addrspace(1) %p
  %fresh = load volatile i32, ptr addrspace(1) %p
  %called = call i32 @reads(ptr %q)
  call void @lanecl.region_end(i32 1)
  store i32 %loaded, ptr addrspace(1) %p
  store i32 %fresh, ptr addrspace(1) %p
  store i32 %called, ptr addrspace(1) %p
  ret void
}

; Variables: used on both sides of a barrier or not, or who knows where.
; CHECK-LABEL: barrier regions of @variables
; CHECK: %both: of the sub-group, contents cross, crosses 1
; CHECK-NEXT: %before: of the sub-group, crosses{{$}}
; CHECK-NEXT: %behind: of the sub-group, crosses 1{{$}}
; CHECK-NEXT: %known: of the sub-group, contents cross, crosses
define void @variables(ptr addrspace(1) %p) {
  %both = alloca i32
  %before = alloca i32
  %behind = alloca i32
  %known = alloca i32
  store i32 1, ptr %both
  store i32 1, ptr %before
  store ptr %known, ptr addrspace(1) %p
  call void @lanecl.region_end(i32 1)
  store i32 1, ptr %behind
  %v = load i32, ptr %both
  store i32 %v, ptr addrspace(1) %p
  ret void
}
