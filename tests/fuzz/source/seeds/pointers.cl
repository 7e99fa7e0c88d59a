-cl-std=CL3.0 -cl-lanecl-robust -g
struct Node { int value; global struct Node *next; };
typedef struct { ulong number; global int *pointer; } Both;
__attribute__((noinline)) int walk(global struct Node *node, generic int *steps) {
  int sum = 0;
  #pragma unroll 4
  for (; node && *steps > 0; node = node->next, --*steps)
    sum += node->value;
  return sum;
}
kernel void chains(global struct Node *nodes, global Both *places, constant int *limits, int n) {
  int i = get_global_id(0), own[5] = {n, 1}, steps = limits[i % 4];
  local int shared;
  int *any = i & 1 ? (int *)&own[i % 5] : (int *)&shared;
  *any = walk(nodes + i, &steps);
  Both b = places[i];
  b.number = (ulong)b.pointer * 3 + 8;
  *(global int *)(b.number / 3) = own[0] + steps;
  global char *bytes = (global char *)nodes;
  *(global short *)(bytes + n) = (short)(*any >> (n & 31)) / (short)n;
  places[i].pointer = b.pointer - ((global int *)bytes - b.pointer);
}
