; The shape of a value across the lanes: each line says what an address made of it becomes.
; RUN: lanecl-opt %s --passes='print<shapes>' --width=8 --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn

; CHECK-LABEL: shapes of @sums
define spir_kernel void @sums(ptr addrspace(1) %p, i32 %n) {
; CHECK-NEXT: %g: linear 1 nsw
; CHECK-NEXT: %row: uniform
; CHECK-NEXT: %group: uniform
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %row = call i64 @lanecl.global_id(i32 1)
  %group = call i64 @lanecl.group_id(i32 0)
; CHECK-NEXT: %i: linear 1 nsw
; CHECK-NEXT: %next: linear 1 nsw
; CHECK-NEXT: %mayWrap: linear 1{{$}}
  %i = trunc nuw nsw i64 %g to i32
  %next = add nsw i32 %i, 1
  %mayWrap = add i32 %i, %n
; CHECK-NEXT: %down: linear -1 nsw
; CHECK-NEXT: %twice: linear 2 nsw
; CHECK-NEXT: %same: uniform
; CHECK-NEXT: %times3: linear 3 nsw
; CHECK-NEXT: %shifted: linear 4 nsw, zeros 2
; CHECK-NEXT: %timesN: varying
; CHECK-NEXT: %square: varying
  %down = sub nsw i32 %n, %i
  %twice = add nsw i32 %i, %next
  %same = sub nsw i32 %i, %next
  %times3 = mul nsw i32 %i, 3
  %shifted = shl nsw i32 %i, 2
  %timesN = mul nsw i32 %i, %n
  %square = mul nsw i32 %i, %i
; CHECK-NEXT: %small: linear 1{{$}}
; CHECK-NEXT: %disjoint: linear 1 nsw
; CHECK-NEXT: %overlapping: varying
  %small = trunc i32 %i to i16
  %disjoint = or disjoint i32 %i, %n
  %overlapping = or i32 %i, %n
  ret void
}

; Bytes, with the strides of all indices added up.
; CHECK-LABEL: shapes of @addresses
define spir_kernel void @addresses(ptr addrspace(1) %p, i64 %n, i32 %m) {
; CHECK-NEXT: %g: linear 1 nsw
; CHECK-NEXT: %row: uniform
; CHECK-NEXT: %start: uniform
; CHECK-NEXT: %place: linear 1 nsw
; CHECK-NEXT: %floats: linear 4 nsw
; CHECK-NEXT: %fields: linear 12 nsw
; CHECK-NEXT: %behind: linear 8 nsw
; CHECK-NEXT: %mapped: linear 8 nsw
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %row = call i64 @lanecl.global_id(i32 1)
  %start = mul i64 %row, %n
  %place = add i64 %start, %g
  %floats = getelementptr float, ptr addrspace(1) %p, i64 %place
  %fields = getelementptr {i32, i32, i32}, ptr addrspace(1) %p, i64 %place, i32 1
  %behind = getelementptr i32, ptr addrspace(1) %floats, i64 %g
  %mapped = addrspacecast ptr addrspace(1) %behind to ptr addrspace(4)
; A load from uniform memory is uniform; from a lane's own place it is not, nor what it addresses.
; CHECK-NEXT: %bound: uniform
; CHECK-NEXT: %index: varying
; CHECK-NEXT: %apart: varying
; CHECK-NEXT: %fixed: uniform
  %bound = load i64, ptr addrspace(1) %p
  %index = load i64, ptr addrspace(1) %floats
  %apart = getelementptr float, ptr addrspace(1) %p, i64 %index
  %fixed = getelementptr float, ptr addrspace(1) %p, i64 %bound
; A sum that may wrap cannot address, but as one of 64 bits, which wraps as addresses do.
; CHECK-NEXT: %i: linear 1{{$}}
; CHECK-NEXT: %wrapping: linear 1{{$}}
; CHECK-NEXT: %unknown: varying
  %i = trunc i64 %g to i32
  %wrapping = add i32 %i, %m
  %unknown = getelementptr float, ptr addrspace(1) %p, i32 %wrapping
  ret void
}

; Sums that may wrap, extended: linear if a test says that they do not.
; CHECK-LABEL: shapes of @tested
define spir_kernel void @tested(ptr addrspace(1) %p, i32 %n, i16 %k) {
; CHECK-NEXT: %g: linear
; CHECK-NEXT: %i: linear 1 nsw
; CHECK-NEXT: %sum: linear 1{{$}}
; CHECK-NEXT: %wide: linear 1 nsw, if %wide
; CHECK-NEXT: %at: linear 4 nsw, if %wide
; CHECK-NEXT: %positive: linear 1 nsw{{$}}
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = trunc nuw nsw i64 %g to i32
  %sum = add i32 %i, %n
  %wide = zext i32 %sum to i64
  %at = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %positive = zext nneg i32 %i to i64
; CHECK-NEXT: %clamped: linear 1 nsw, if %clamped
; CHECK-NEXT: %wrapped: linear 1 nsw, if %wrapped
; CHECK-NEXT: %masked: linear 1 nsw, if %masked
; CHECK-NEXT: %extended: linear 1 nsw, if %clamped
; One test is enough for a sum, two are not made.
; CHECK-NEXT: %shiftedClamp: linear 2 nsw, if %clamped
; CHECK-NEXT: %both: varying
; CHECK-NEXT: %byLanes: varying
  %clamped = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %wrapped = urem i32 %i, %n
  %masked = and i32 %i, %n
  %extended = sext i32 %clamped to i64
  %shiftedClamp = add nsw i32 %clamped, %i
  %both = add nsw i32 %clamped, %wrapped
  %byLanes = urem i32 %n, %i
  ret void
}

; Work-groups start at whole vectors: the low bits of a local id are the lane's.
; CHECK-LABEL: shapes of @bits
define spir_kernel void @bits(ptr addrspace(1) %p) {
; CHECK-NEXT: %l: linear 1 nsw, zeros 3
; CHECK-NEXT: %row: uniform
; CHECK-NEXT: %column: linear 1 nsw, zeros 3
; CHECK-NEXT: %half: varying
; CHECK-NEXT: %flipped: linear 1 nsw
; CHECK-NEXT: %reversed: linear 1 nsw, if %reversed
; CHECK-NEXT: %aligned: uniform
  %l = call i64 @lanecl.local_id(i32 0)
  %row = lshr i64 %l, 4
  %column = and i64 %l, 15
  %half = lshr i64 %l, 1
  %flipped = xor i64 %l, 16
  %reversed = xor i64 %l, 1
  %aligned = and i64 %l, -8
; Not so for a global id: groups start anywhere.
; CHECK-NEXT: %g: linear 1 nsw{{$}}
; CHECK-NEXT: %block: varying
; CHECK-NEXT: %inBlock: linear 1 nsw, if %inBlock
  %g = call i64 @lanecl.global_id(i32 0)
  %block = lshr i64 %g, 4
  %inBlock = and i64 %g, 15
  ret void
}

; CHECK-LABEL: shapes of @choices
define spir_kernel void @choices(ptr addrspace(1) %p, i64 %n, i1 %all) {
; CHECK-NEXT: %g: linear 1 nsw
; CHECK-NEXT: %other: linear 1 nsw
; CHECK-NEXT: %either: linear 1 nsw
; CHECK-NEXT: %odd: varying
; CHECK-NEXT: %mixed: varying
; CHECK-NEXT: %strides: linear 1 nsw, if %strides
  %g = call i64 @lanecl.global_id(i32 0)
  %other = add i64 %g, %n
  %either = select i1 %all, i64 %g, i64 %other
  %odd = trunc i64 %g to i1
  %mixed = select i1 %odd, i64 %g, i64 %other
  %strides = select i1 %all, i64 %g, i64 %n
  ret void
}

; What keeps an index inside leaves most of them alone: a test tells. What comes from memory may be anything, and of two
; linear values nobody knows which is the common one but where one is for a single place.
; CHECK-LABEL: shapes of @kept
define spir_kernel void @kept(ptr addrspace(1) %p, i32 %n, i32 %m) {
; CHECK-NEXT: %g: linear
; CHECK-NEXT: %i: linear 1 nsw
; CHECK-NEXT: %next: linear 1 nsw
; CHECK-NEXT: %isLess: varying
; CHECK-NEXT: %isMore: varying
; CHECK-NEXT: %isLast: varying
; CHECK-NEXT: %isInside: varying
; CHECK-NEXT: %first: linear 1 nsw, if %first
; CHECK-NEXT: %inside: linear 1 nsw, if %inside
; CHECK-NEXT: %turned: linear 1 nsw, if %turned
; CHECK-NEXT: %apart: varying
; CHECK-NEXT: %wide: linear 1 nsw, if %turned
; CHECK-NEXT: %at: linear 4 nsw, if %turned
; CHECK-NEXT: %v: varying
; CHECK-NEXT: %isData: varying
; CHECK-NEXT: %byData: varying
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = trunc nuw nsw i64 %g to i32
  %next = add nsw i32 %i, 1
  %isLess = icmp slt i32 %i, %n
  %isMore = icmp sgt i32 %next, %m
  %isLast = icmp eq i32 %i, %m
  %isInside = select i1 %isLess, i1 %isMore, i1 false
  %first = select i1 %isLess, i32 %n, i32 %i
  %inside = select i1 %isInside, i32 %next, i32 %m
  %turned = select i1 %isLast, i32 %i, i32 %next
  %apart = select i1 %isLess, i32 %i, i32 %next
  %wide = sext i32 %turned to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  %v = load i32, ptr addrspace(1) %at
  %isData = icmp slt i32 %v, %n
  %byData = select i1 %isData, i32 %i, i32 %n
  ret void
}

; A counter that all lanes advance alike stays linear; what a divergent branch joins does not, nor a loop that lanes
; leave one by one.
; CHECK-LABEL: shapes of @loops
define spir_kernel void @loops(ptr addrspace(1) %p, i64 %n) {
; CHECK-NEXT: %g: linear 1 nsw
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
; CHECK-NEXT: %i: linear 1 nsw
; CHECK-NEXT: %turn: uniform
; CHECK-NEXT: %q: linear 4 nsw
; CHECK-NEXT: %v: varying
loop:
  %i = phi i64 [ %g, %entry ], [ %iNext, %latch ]
  %turn = phi i64 [ 0, %entry ], [ %turnNext, %latch ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %some = icmp slt i32 %v, 0
  br i1 %some, label %then, label %latch
then:
  br label %latch
; CHECK: %joined: varying
; CHECK-NEXT: %iNext: linear 1 nsw
; CHECK-NEXT: %turnNext: uniform
latch:
  %joined = phi i64 [ %i, %loop ], [ 7, %then ]
  %iNext = add i64 %i, 64
  %turnNext = add i64 %turn, 1
  %more = icmp ult i64 %turnNext, %n
  br i1 %more, label %loop, label %own
own:
  br label %walk
; CHECK: %step: uniform
walk:
  %step = phi i64 [ 0, %own ], [ %stepNext, %walk ]
  %stepNext = add i64 %step, 1
  %go = icmp ult i64 %stepNext, %g
  br i1 %go, label %walk, label %done
; CHECK: %last: varying
done:
  %last = phi i64 [ %step, %walk ]
  ret void
}

; Private memory: a variable for each lane; an interleaved one has one address for all.
; CHECK-LABEL: shapes of @variables
define spir_kernel void @variables(ptr addrspace(1) %p, i64 %n) {
; CHECK-NEXT: %array: uniform
; CHECK-NEXT: %element: uniform
; CHECK-NEXT: %escaping: linear 64 nsw
; CHECK-NEXT: %g: linear 1 nsw
; CHECK-NEXT: %own: varying
; CHECK-NEXT: %v: varying
  %array = alloca [16 x i32]
  %element = getelementptr i32, ptr %array, i64 %n
  %escaping = alloca [16 x i32]
  store ptr %escaping, ptr addrspace(1) %p
  %g = call i64 @lanecl.global_id(i32 0)
  %own = getelementptr i32, ptr %array, i64 %g
  %v = load i32, ptr %element
  store i32 %v, ptr %own
  ret void
}

; A counter of 32 bits in a register of 64: linear in its low bits, and where it is an index if a test says so. What is
; linear only if a mask is wide enough is tested with its extension.
; CHECK-LABEL: shapes of @counters
define spir_kernel void @counters(ptr addrspace(1) %p, i64 %n, i32 %size) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %id = trunc nuw nsw i64 %g to i32
; CHECK: %kept: linear 1 nsw, if %kept
; CHECK: %pos: linear 1, if %kept
; CHECK: %index: linear 1 nsw, if %index
  %kept = and i32 %id, %size
  %pos = add i32 %kept, %size
  %index = zext i32 %pos to i64
  br label %loop
; CHECK: %x: linear 1, low bits 32
; CHECK: %low: linear 1 nsw, if %low
loop:
  %x = phi i64 [ %g, %entry ], [ %next, %loop ]
  %low = and i64 %x, 4294967295
  %next = add nuw nsw i64 %low, %n
  %more = icmp ult i64 %n, 10
  br i1 %more, label %loop, label %done
done:
  ret void
}
