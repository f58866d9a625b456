// corpus: refused malloc
extern "C" __global__ void allocates(int** out) { *out = new int(5); }
