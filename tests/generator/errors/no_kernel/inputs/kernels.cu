template <class T>
__global__ void never_instantiated(T* data) {}
