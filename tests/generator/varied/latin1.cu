/// Grьяe д
__global__ void latin(int n) {}
