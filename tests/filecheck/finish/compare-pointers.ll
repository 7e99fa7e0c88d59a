; Lanes' pointers are compared and subtracted as numbers, steps and all.
; RUN: lanecl-opt %s --passes=compare-pointers | FileCheck %s

; A step for all lanes from a pointer of each, and one of each lane.
; CHECK-LABEL: @steps(
; CHECK-DAG: %[[V:.*]] = ptrtoint <4 x ptr> %v to <4 x i64>
; CHECK-DAG: %[[A:.*]] = add <4 x i64> %[[V]], {{.*}}
; CHECK-DAG: %[[I:.*]] = mul <4 x i64> %i, splat (i64 4)
; CHECK-DAG: %[[B:.*]] = add <4 x i64> %{{.*}}, %[[I]]
; CHECK: icmp ult <4 x i64> %[[A]], %[[B]]
define <4 x i1> @steps(<4 x ptr> %v, i64 %n, <4 x i64> %i) {
  %a = getelementptr i32, <4 x ptr> %v, i64 %n
  %b = getelementptr i32, <4 x ptr> %v, <4 x i64> %i
  %less = icmp ult <4 x ptr> %a, %b
  ret <4 x i1> %less
}

; From a scalar's pointer and a scalar's step.
; CHECK-LABEL: @scalar(
; CHECK-DAG: %[[P:.*]] = ptrtoint ptr %{{.*}} to i64
; CHECK: icmp eq <4 x i64>
define <4 x i1> @scalar(ptr %p, <4 x ptr> %v, i64 %n, <4 x i64> %i) {
  %s = getelementptr i32, ptr %p, i64 %n
  %a = getelementptr i32, ptr %s, <4 x i64> %i
  %same = icmp eq <4 x ptr> %a, %v
  ret <4 x i1> %same
}

; Through a choice.
; CHECK-LABEL: @choice(
; CHECK: %[[N:.*]] = select <4 x i1> %c, <4 x i64> %{{.*}}, <4 x i64> %{{.*}}
; CHECK: icmp ugt <4 x i64> %{{.*}}, %{{.*}}
define <4 x i1> @choice(<4 x ptr> %v, <4 x ptr> %w, <4 x i1> %c, <4 x i64> %i) {
  %a = getelementptr i32, <4 x ptr> %v, <4 x i64> %i
  %x = select <4 x i1> %c, <4 x ptr> %a, <4 x ptr> %w
  %above = icmp ugt <4 x ptr> %x, %v
  ret <4 x i1> %above
}

; Differences of which a step is a scalar's.
; CHECK-LABEL: @difference(
; CHECK: ptrtoint ptr %s to i64
; CHECK: %[[A:.*]] = add <4 x i64> %{{.*}}, %{{.*}}
; CHECK: %[[W:.*]] = ptrtoint <4 x ptr> %w to <4 x i64>
; CHECK: %d = sub <4 x i64> %[[A]], %[[W]]
; Others LLVM subtracts well.
; CHECK: %e = sub <4 x i64> %three, %two
define <4 x i64> @difference(ptr %p, <4 x ptr> %v, <4 x ptr> %w, i64 %n, <4 x i64> %i) {
  %s = getelementptr i32, ptr %p, i64 %n
  %a = getelementptr i32, ptr %s, <4 x i64> %i
  %one = ptrtoint <4 x ptr> %a to <4 x i64>
  %two = ptrtoint <4 x ptr> %w to <4 x i64>
  %d = sub <4 x i64> %one, %two
  %b = getelementptr i32, <4 x ptr> %v, <4 x i64> %i
  %three = ptrtoint <4 x ptr> %b to <4 x i64>
  %e = sub <4 x i64> %three, %two
  %sum = add <4 x i64> %d, %e
  ret <4 x i64> %sum
}

; Pointers that nothing leads to, one pointer, and fewer bits than a pointer has stay.
; CHECK-LABEL: @stay(
; CHECK: icmp eq <4 x ptr> %v, %w
; CHECK: icmp ult ptr %s, %p
; CHECK: sub <4 x i32> %one, %two
define void @stay(<4 x ptr> %v, <4 x ptr> %w, ptr %p, i64 %n) {
  %same = icmp eq <4 x ptr> %v, %w
  %s = getelementptr i32, ptr %p, i64 %n
  %less = icmp ult ptr %s, %p
  %a = getelementptr i32, ptr %s, <4 x i64> zeroinitializer
  %one = ptrtoint <4 x ptr> %a to <4 x i32>
  %two = ptrtoint <4 x ptr> %w to <4 x i32>
  %d = sub <4 x i32> %one, %two
  ret void
}
