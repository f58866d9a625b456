/// Behind a mark.
__global__ void bom(int n) {}
