// Names that the host's headers define as macros, or that mean something in the stub.
namespace devices {
__global__ void major(int minor, int unix_, float* stdin_) { *stdin_ = minor; }
__global__ void minor(int major, int* errno_) { *errno_ = major; }
__global__ void makedev(unsigned makedev, unsigned minor) {}
}
__global__ void assert_(int NULL_, int EOF_, int* EXIT_SUCCESS_) { *EXIT_SUCCESS_ = NULL_; }
__global__ void linux_kernel(int linux, int unix, int* i386) { *i386 = linux + unix; }
__global__ void far_near(int far, int near, int IN, int OUT, int interface, int small, int ERROR) {}
__global__ void x11(int None, int Bool, int Status, int Success, int Always) {}
__global__ void std_like(int isnan, int isinf, int signbit, int stdout_, int min, int max, int abs, int index, int y0, int j1, int gamma) {}
__global__ void stub_like(int config, int launch, int library, int entries, int images, int gpu, int std, int operator_, int Signature) {}
__global__ void gpu_(int Arg, int DevicePtr, int Kernel, int LaunchConfig) {}
namespace std_ { __global__ void library(int n) {} __global__ void attributes(int attributes) {} }
template <class T, int I> __global__ void template_names(T* Kernel, T gpu) {}
template __global__ void template_names<float, 1>(float*, float);
template <class major, int minor> __global__ void macro_templates(major* linux, int unix) {}
template __global__ void macro_templates<float, 1>(float*, int);
