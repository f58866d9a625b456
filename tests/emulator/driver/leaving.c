/* Leaves main while a stream still has work: the process must end at once, and well. */
#include <cuda.h>
#include <stdio.h>
#include <time.h>

static void CUDA_CB wait_long(void* data) {
  const struct timespec pause = {60, 0};
  (void)data;
  nanosleep(&pause, NULL);
}

int main(void) {
  CUcontext context;
  CUstream stream;
  if (cuInit(0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS ||
      cuCtxSetCurrent(context) != CUDA_SUCCESS ||
      cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS ||
      cuLaunchHostFunc(stream, wait_long, NULL) != CUDA_SUCCESS) {
    fputs("setting up failed\n", stderr);
    return 1;
  }
  return 0;
}
