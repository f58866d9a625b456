// corpus: refused sust.b.2d.b32.zero
extern "C" __global__ void writes(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 4, 5, cudaBoundaryModeZero);
}
