__global__ void chars(char1 a, uchar2 b, char3 c, uchar4 d) {}
__global__ void shorts(short1 a, ushort2 b, short3 c, ushort4 d) {}
__global__ void ints(int1 a, uint2 b, int3 c, uint4 d, dim3 e) {}
__global__ void longs(long1 a, ulong2 b, longlong2 c, ulonglong1 d) {}
__global__ void floats(float1 a, float2 b, float3 c, float4 d, double1 e, double2 f) {}
__global__ void vector_pointers(const float4* a, int2* b, uchar4** c, dim3* d) {}
extern "C" __global__ void c_vectors(float4 a, const int3* b, dim3 c, uchar2 d) {}
