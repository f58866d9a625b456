// corpus: refused mma.sync.aligned.m16n8k8
extern "C" __global__ void multiplies(unsigned* out, unsigned a, unsigned b) {
  unsigned d0, d1;
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%3}, {%2, %2};"
      : "=r"(d0), "=r"(d1)
      : "r"(a), "r"(b));
  *out = d0 + d1;
}
