namespace app {
__global__ void fill(int n) {}
}
