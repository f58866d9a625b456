extern "C" __global__ void scale(double* data, int n) {}
