; LLVM's optimiser as kernels want it.
; RUN: lanecl-opt %s --passes=optimize --width=8 | FileCheck %s --check-prefixes=CHECK,LANES
; RUN: lanecl-opt %s --passes=optimize --width=1 | FileCheck %s --check-prefixes=CHECK,SCALAR
; RUN: lanecl-opt %s --passes=optimize --width=8 --quick | FileCheck %s --check-prefix=QUICK

; An index of two bits is a counter that begins again.
; CHECK-LABEL: @narrow(
; CHECK-NOT: load <
; CHECK: {{^[}]}}
define void @narrow(ptr noalias %res, ptr noalias %a, i32 %n, i32 %base) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %x1, %loop ]
  %wide = zext i32 %x to i64
  %i = and i64 %wide, 3
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %o = add i32 %base, %x
  %o64 = zext i32 %o to i64
  %q = getelementptr inbounds i32, ptr %res, i64 %o64
  store i32 %v, ptr %q
  %x1 = add nuw nsw i32 %x, 1
  %more = icmp ult i32 %x1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Loops are made to vectors only where there are no lanes yet.
; CHECK-LABEL: @loop(
; LANES-NOT: <{{[0-9]+}} x
; SCALAR: <{{[0-9]+}} x i32>
; CHECK: {{^[}]}}
; QUICK-LABEL: @loop(
; QUICK: phi i64
; QUICK: load i32
define void @loop(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 7
  %b = getelementptr inbounds i32, ptr %q, i64 %i
  store i32 %w, ptr %b
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sums are made in vectors, too.
; CHECK-LABEL: @sum(
; SCALAR: add <{{[0-9]+}} x i32>
; CHECK: {{^[}]}}
define i32 @sum(ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %s1 = add nsw i32 %s, %v
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %s1
}

; The counter's last step is none.
; CHECK-LABEL: @rest(
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: {{^[}]}}
define i32 @rest(ptr noalias %p, i32 %n) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %c1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %more = icmp ult i32 %c, %n
  %three = select i1 %more, i32 3, i32 0
  %s1 = add i32 %s, %three
  %one = zext i1 %more to i32
  %c1 = add i32 %c, %one
  br i1 %more, label %loop, label %end
end:
  store i32 %s1, ptr %p
  ret i32 %c1
}

; What a counter's steps do not pass one by one may be passed by those of many lanes, or with the sign turned.
; CHECK-LABEL: @steps(
; SCALAR-NOT: {{= (add|mul|shl) (nuw|nsw) .*x i32>}}
; SCALAR: = phi <{{[0-9]+}} x i32>
; SCALAR-NOT: {{= (add|mul|shl) (nuw|nsw) .*x i32>}}
; SCALAR: = udiv <{{[0-9]+}} x i32>
; SCALAR-NOT: {{= (add|mul|shl) (nuw|nsw) .*x i32>}}
; CHECK: {{^[}]}}
define void @steps(ptr noalias %p, i32 %first, i32 %a, i32 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %down = phi i32 [ %first, %entry ], [ %down1, %loop ]
  %both = phi i32 [ %first, %entry ], [ %both1, %loop ]
  %up = phi i32 [ %first, %entry ], [ %up1, %loop ]
  %x = xor i32 %down, %both
  %y = xor i32 %x, %up
  %v = udiv i32 %y, 3
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 %v, ptr %q
  %down1 = sub nuw i32 %down, %a
  %part = sub i32 %both, %a
  %both1 = add nuw nsw i32 %part, %b
  %up1 = add nsw i32 %up, %b
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What does not change goes before the loop, what nobody reads goes.
; CHECK-LABEL: @invariant(
; CHECK: %[[V:.*]] = load i32, ptr %p
; CHECK: phi i64
; CHECK-NOT: load i32, ptr %p
; CHECK: {{^[}]}}
; With little effort they stay where they are, but variables are values.
; QUICK-LABEL: @invariant(
; QUICK-NOT: alloca
; QUICK: phi i64
; QUICK: load i32, ptr %p
define void @invariant(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  %x = alloca i64
  store i64 %n, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %v = load i32, ptr %p
  %a = getelementptr inbounds i32, ptr %q, i64 %i
  %u = load volatile i32, ptr %a
  %w = add i32 %v, %u
  store volatile i32 %w, ptr %a
  %end = load i64, ptr %x
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %end1
end1:
  ret void
}

; Functions that nobody calls go.
; CHECK-NOT: @unused
define internal void @unused() {
  ret void
}

; Lanes' pointers that steps of a scalar lead to, of which others go on, are compared and subtracted as numbers.
; LANES-LABEL: @compare(
; LANES-NOT: icmp {{.*}} x ptr>
; LANES: icmp eq <8 x i64>
; LANES: {{^[}]}}
declare void @llvm.masked.scatter.v8p0.v8p0(<8 x ptr>, <8 x ptr>, <8 x i1>)
define <8 x i1> @compare(ptr %base, i64 %n, <8 x i1> %mask, i64 %m) {
  %frame = getelementptr i8, ptr %base, i64 %n
  %one = getelementptr i8, ptr %frame, i64 1024
  %ones = getelementptr i8, ptr %one, <8 x i64> <i64 0, i64 32, i64 64, i64 96, i64 128, i64 160, i64 192, i64 224>
  %two = getelementptr i8, ptr %frame, i64 1344
  %twos = getelementptr i8, ptr %two, <8 x i64> <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28>
  %three = getelementptr i32, ptr %one, i64 %m
  %threes = getelementptr i8, ptr %three, <8 x i64> <i64 0, i64 32, i64 64, i64 96, i64 128, i64 160, i64 192, i64 224>
  call void @llvm.masked.scatter.v8p0.v8p0(<8 x ptr> %threes, <8 x ptr> %ones, <8 x i1> %mask)
  %equal = icmp eq <8 x ptr> %ones, %twos
  %choice = select <8 x i1> %mask, <8 x ptr> %twos, <8 x ptr> %threes
  %less = icmp ult <8 x ptr> %ones, %choice
  %either = or <8 x i1> %equal, %less
  ret <8 x i1> %either
}

; LANES-LABEL: @subtract(
; LANES: call void @use(ptr %one)
; LANES: call void @use(ptr %two)
; LANES: sub <8 x i64>
; LANES: {{^[}]}}
declare void @use(ptr)
declare void @useLanes(<8 x ptr>)
define <8 x i64> @subtract(ptr %base, i64 %n, i64 %m, <8 x i64> %by) {
  %one = getelementptr i32, ptr %base, i64 %n
  call void @use(ptr %one)
  %ones = getelementptr i8, ptr %one, <8 x i64> %by
  %two = getelementptr i32, ptr %base, i64 %m
  call void @use(ptr %two)
  %twos = getelementptr i32, ptr %two, <8 x i64> %by
  call void @useLanes(<8 x ptr> %twos)
  %a = ptrtoint <8 x ptr> %ones to <8 x i64>
  %b = ptrtoint <8 x ptr> %twos to <8 x i64>
  %difference = sub <8 x i64> %a, %b
  ret <8 x i64> %difference
}

; Where nothing is known of the pointers, they stay.
; LANES-LABEL: @pointers(
; LANES: icmp ult <8 x ptr> %a, %b
; LANES: {{^[}]}}
define <8 x i1> @pointers(<8 x ptr> %a, <8 x ptr> %b) {
  %less = icmp ult <8 x ptr> %a, %b
  ret <8 x i1> %less
}

; Lanes that nobody takes are shifted by an amount, too.
; CHECK-LABEL: @shifts(
; CHECK-NOT: i32 255
; CHECK: {{^[}]}}
define <4 x i32> @shifts(<4 x i32> %v) {
  %l = shl <4 x i32> %v, <i32 0, i32 24, i32 0, i32 24>
  %s = ashr <4 x i32> %l, <i32 255, i32 24, i32 255, i32 24>
  %m = mul <4 x i32> %l, <i32 3, i32 5, i32 7, i32 9>
  %r = shufflevector <4 x i32> %m, <4 x i32> %s, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  ret <4 x i32> %r
}

; What was loaded before something is stored stays so.
; LANES-LABEL: @exchange(
; LANES: call {{.*}}@llvm.masked.load
; LANES: call {{.*}}@llvm.masked.store
; LANES-NOT: call {{.*}}@llvm.masked.load
; LANES: {{^[}]}}
define <8 x float> @exchange(ptr %p, <8 x float> %old, <8 x float> %more, <8 x i1> %m) {
  %found = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m, <8 x float> poison)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %old, ptr align 4 %p, <8 x i1> %m)
  %other = fadd <8 x float> %old, %more
  %one = select <8 x i1> %m, <8 x float> %found, <8 x float> %other
  ret <8 x float> %one
}
