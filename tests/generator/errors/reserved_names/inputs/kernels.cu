__global__ void library(int n) {}
namespace app {
namespace entries {
__global__ void fill(int n) {}
}
}  // namespace app
__global__ void requires(int n) {}
