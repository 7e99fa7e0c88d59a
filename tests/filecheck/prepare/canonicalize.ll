; RUN: lanecl-opt %s --passes=canonicalize | FileCheck %s
; RUN: lanecl-opt %s --passes=canonicalize --quick | FileCheck %s --check-prefix=QUICK

; Variables become values, with or without much effort.
; CHECK-LABEL: @variables(
; CHECK-NOT: alloca
; CHECK: add i32 %n, 3
; CHECK: {{^[}]}}
; QUICK-LABEL: @variables(
; QUICK-NOT: alloca
; QUICK: add i32 %n, 1
; QUICK: {{^[}]}}
define spir_kernel void @variables(ptr addrspace(1) %p, i32 %n) {
  %x = alloca i32
  %y = add i32 %n, 1
  store i32 %y, ptr %x
  %z = load i32, ptr %x
  %w = add i32 %z, 2
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; A small array in a short loop becomes registers.
; CHECK-LABEL: @array(
; CHECK-NOT: alloca
; CHECK-COUNT-4: load i32
; CHECK-NOT: br
; CHECK: {{^[}]}}
; QUICK-LABEL: @array(
; QUICK: alloca [4 x i32]
define spir_kernel void @array(ptr addrspace(1) %p) {
entry:
  %array = alloca [4 x i32]
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %a = getelementptr [4 x i32], ptr %array, i32 0, i32 %i
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  store i32 %v, ptr %a
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 4
  br i1 %more, label %fill, label %sum
sum:
  %j = phi i32 [ 0, %fill ], [ %j1, %sum ]
  %s = phi i32 [ 0, %fill ], [ %s1, %sum ]
  %b = getelementptr [4 x i32], ptr %array, i32 0, i32 %j
  %w = load i32, ptr %b
  %s1 = add i32 %s, %w
  %j1 = add i32 %j, 1
  %go = icmp ult i32 %j1, 4
  br i1 %go, label %sum, label %end
end:
  store i32 %s1, ptr addrspace(1) %p
  ret void
}

; Nor do loops stay, however much is in them, that alone keep a small array from registers ...
; CHECK-LABEL: @manyIterations(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: {{^[}]}}
define spir_kernel void @manyIterations(ptr addrspace(1) %p) {
entry:
  %array = alloca [32 x i32]
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %a = getelementptr [32 x i32], ptr %array, i32 0, i32 %i
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %v1 = xor i32 %v, 7
  %v2 = mul i32 %v1, %v
  %v3 = udiv i32 %v2, 3
  %v4 = xor i32 %v3, %v
  %v5 = mul i32 %v4, %v
  %v6 = udiv i32 %v5, 5
  %v7 = xor i32 %v6, %v
  %v8 = mul i32 %v7, %v
  %v9 = udiv i32 %v8, 7
  store i32 %v9, ptr %a
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 32
  br i1 %more, label %fill, label %end
end:
  %last = getelementptr [32 x i32], ptr %array, i32 0, i32 31
  %w = load i32, ptr %last
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; ... but where something else does, too.
; CHECK-LABEL: @anyPlace(
; CHECK: alloca
; CHECK: phi
; CHECK: {{^[}]}}
define spir_kernel void @anyPlace(ptr addrspace(1) %p, i32 %n) {
entry:
  %array = alloca [32 x i32]
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %a = getelementptr [32 x i32], ptr %array, i32 0, i32 %i
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %v1 = xor i32 %v, 7
  %v2 = mul i32 %v1, %v
  %v3 = udiv i32 %v2, 3
  %v4 = xor i32 %v3, %v
  %v5 = mul i32 %v4, %v
  %v6 = udiv i32 %v5, 5
  %v7 = xor i32 %v6, %v
  %v8 = mul i32 %v7, %v
  %v9 = udiv i32 %v8, 7
  store i32 %v9, ptr %a
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 32
  br i1 %more, label %fill, label %end
end:
  %any = getelementptr [32 x i32], ptr %array, i32 0, i32 %n
  %w = load i32, ptr %any
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; No loop is unrolled where there is no array to win.
; CHECK-LABEL: @loop(
; CHECK: phi i32
; CHECK: br i1
define spir_kernel void @loop(ptr addrspace(1) %p) {
entry:
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %q
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 4
  br i1 %more, label %fill, label %end
end:
  ret void
}

; A branch stays one: which of two conditions diverges is known later.
; CHECK-LABEL: @branch(
; CHECK: br i1 %c
define spir_kernel void @branch(ptr addrspace(1) %p, i1 %c, i32 %n) {
entry:
  br i1 %c, label %then, label %end
then:
  %x = mul i32 %n, 3
  br label %end
end:
  %r = phi i32 [ %x, %then ], [ 0, %entry ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; What a function reached through a generic pointer is the array still, and global memory is known as such.
; CHECK-LABEL: @generic(
; CHECK-NOT: alloca
; CHECK-NOT: addrspace(4)
; CHECK: {{^[}]}}
; QUICK-LABEL: @generic(
; QUICK-NOT: addrspace(4)
; QUICK: {{^[}]}}
define spir_kernel void @generic(ptr addrspace(1) %p) {
  %array = alloca [2 x i32]
  %any = addrspacecast ptr %array to ptr addrspace(4)
  %far = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %v = load i32, ptr addrspace(4) %far
  %second = getelementptr i32, ptr addrspace(4) %any, i32 1
  store i32 %v, ptr addrspace(4) %second
  %w = load i32, ptr addrspace(4) %second
  store i32 %w, ptr addrspace(4) %far
  ret void
}

; Of one or the other it stays.
; CHECK-LABEL: @either(
; CHECK: store i32 1, ptr addrspace(4)
define spir_kernel void @either(ptr addrspace(1) %p, i1 %c) {
  %x = alloca i32
  %any = addrspacecast ptr %x to ptr addrspace(4)
  %far = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %q = select i1 %c, ptr addrspace(4) %any, ptr addrspace(4) %far
  store i32 1, ptr addrspace(4) %q
  %v = load i32, ptr %x
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; A counter of 32 bits whose step is a size: InstCombine widens it, for both have been extended.
; CHECK-LABEL: @counter(
; CHECK: phi i32
; CHECK-NOT: phi i64
; CHECK: add i32
; CHECK: {{^[}]}}
define spir_kernel void @counter(ptr addrspace(1) %p, i64 %id, i64 %size, i32 %n) {
entry:
  %first = trunc i64 %id to i32
  %any = icmp slt i32 %first, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %place = sext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %place
  store i32 %i, ptr addrspace(1) %q
  %sum = add i64 %place, %size
  %next = trunc i64 %sum to i32
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Whoever takes all of its bits keeps it wide.
; CHECK-LABEL: @wide(
; CHECK: phi i64
; CHECK-NOT: phi i32
; CHECK: {{^[}]}}
define spir_kernel void @wide(ptr addrspace(1) %p, i64 %id, i64 %size, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %low = trunc i64 %i to i32
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %low, ptr addrspace(1) %q
  %next = add i64 %i, %size
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
