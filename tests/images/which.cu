/// Says which architecture its code was compiled for.
extern "C" __global__ void which(int* out) {
#if __CUDA_ARCH__ >= 900
  *out = 900;
#else
  *out = 1;
#endif
}
