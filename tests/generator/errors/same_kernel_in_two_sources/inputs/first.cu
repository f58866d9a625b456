extern "C" __global__ void scale(float* data) {}
