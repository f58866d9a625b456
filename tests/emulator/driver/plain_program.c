/* A driver-API program as anyone would write it, linked with libcuda: run unchanged through gpu-emulate. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static void check(CUresult result, const char* call) {
  const char* name = "?";
  if (result == CUDA_SUCCESS) return;
  cuGetErrorName(result, &name);
  fprintf(stderr, "%s: %s\n", call, name);
  exit(1);
}
#define CHECK(call) check(call, #call)

static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry scale(.param .u64 data, .param .u32 factor, .param .u32 length)\n{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<8>;\n  .reg .b64 %rd<5>;\n"
    "  ld.param.u64 %rd1, [data];\n  ld.param.u32 %r1, [factor];\n  ld.param.u32 %r2, [length];\n"
    "  mov.u32 %r3, %ctaid.x;\n  mov.u32 %r4, %ntid.x;\n  mov.u32 %r5, %tid.x;\n"
    "  mad.lo.s32 %r6, %r3, %r4, %r5;\n  setp.ge.u32 %p1, %r6, %r2;\n  @%p1 bra DONE;\n"
    "  cvta.to.global.u64 %rd2, %rd1;\n  mul.wide.u32 %rd3, %r6, 4;\n  add.s64 %rd4, %rd2, %rd3;\n"
    "  ld.global.u32 %r7, [%rd4];\n  mul.lo.s32 %r7, %r7, %r1;\n  st.global.u32 [%rd4], %r7;\n"
    "DONE:\n  ret;\n}\n";

enum { length = 1000 };

int main(void) {
  static unsigned data[length];
  unsigned factor = 3, count = length, i;
  char name[64];
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction scale;
  CUdeviceptr memory;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDeviceGetName(name, sizeof name, device));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&scale, module, "scale"));
  for (i = 0; i < length; ++i) data[i] = i;
  CHECK(cuMemAlloc(&memory, sizeof data));
  CHECK(cuMemcpyHtoD(memory, data, sizeof data));
  {
    void* parameters[] = {&memory, &factor, &count};
    CHECK(cuLaunchKernel(scale, (length + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
  }
  CHECK(cuMemcpyDtoH(data, memory, sizeof data));
  for (i = 0; i < length; ++i) {
    if (data[i] != 3 * i) {
      fprintf(stderr, "element %u: got %u, expected %u\n", i, data[i], 3 * i);
      return 1;
    }
  }
  CHECK(cuMemFree(memory));
  CHECK(cuModuleUnload(module));
  CHECK(cuDevicePrimaryCtxRelease(device));
  printf("%s: all %d elements correct\n", name, (int)length);
  return 0;
}
