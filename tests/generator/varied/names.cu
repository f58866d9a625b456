__global__ void k_t(int n) {}
__global__ void k(int n) {}
__global__ void name(int handle, int entry) {}
__global__ void config(int config, int launch_config) {}
__global__ void launch(int launch) {}
__global__ void images(int n) {}
__global__ void kernels(int n) {}
__global__ void std_(int std, int gpu) {}
__global__ void _leading(int _n) {}
__global__ void trailing_(int n_) {}
__global__ void a_b(int n) {}
__global__ void entries(int n) {}
__global__ void names_entries(int n) {}
__global__ void names_library(int n) {}
namespace a { __global__ void b(int n) {} __global__ void entries(int n) {} }
namespace outer { namespace entries { __global__ void k(int n) {} } }
__global__ void T(int P0) {}
__global__ void main_(int argc, char** argv) {}
