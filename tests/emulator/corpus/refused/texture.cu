// corpus: refused tex.1d.v4.f32.s32
extern "C" __global__ void fetches(cudaTextureObject_t texture, float* out) {
  *out = tex1Dfetch<float>(texture, 3);
}
