extern "C" __global__ void a(float* out) { *out = 1.0f; }
