#include <shared/types.hpp>
template <class T> __global__ void types(T* p, T v) {}
template __global__ void types<float>(float*, float);
template __global__ void types<lib::Point>(lib::Point*, lib::Point);
template __global__ void types<const int*>(const int**, const int*);
template __global__ void types<lib::Array<unsigned char, 7>>(lib::Array<unsigned char, 7>*, lib::Array<unsigned char, 7>);
template <int N, bool B, char C, unsigned long long U, short S> __global__ void constants(int* p) { *p = N + B + C + S; }
template __global__ void constants<-3, true, 'x', 18446744073709551615ull, -7>(int*);
template <lib::Plain P, lib::Wide W, lib::Small S> __global__ void enumerators(int* p) {}
template __global__ void enumerators<lib::Plain::two, lib::Wide::big, lib::small_a>(int*);
template <class... Ts> __global__ void pack(Ts... ts) {}
template __global__ void pack<>();
template __global__ void pack<int, float*, lib::Point>(int, float*, lib::Point);
template <int... Ns> __global__ void numbers(lib::Array<int, sizeof...(Ns)> a) {}
template __global__ void numbers<1, 2, 3>(lib::Array<int, 3>);
template <class T, class... Rest> __global__ void head(T first, const Rest*... rest) {}
template __global__ void head<double, int, char>(double, const int*, const char*);
template <class T, class U = T, int N = 4> __global__ void defaults(T* a, U* b) {}
template __global__ void defaults<float>(float*, float*);
template __global__ void defaults<int, char, 8>(int*, char*);
namespace deep { namespace er {
template <typename T> __global__ void nested(typename lib::Matrix<T>::Index i, lib::Matrix<T> m) {}
template __global__ void nested<float>(lib::Matrix<float>::Index, lib::Matrix<float>);
} }
template <class T> __global__ void special(T v) {}
template <> __global__ void special<int>(int v) {}
namespace { template <class T> __global__ void hidden(T* p) { *p = T{}; } }
template <class T> static __global__ void internal(T* p) { *p = T{}; }
template <class T, int N> __global__ void expressions(lib::Array<T, N + 1> a, lib::Array<T, sizeof(T)>* b) {}
template __global__ void expressions<float, 3>(lib::Array<float, 4>, lib::Array<float, 4>*);
template <class A> __global__ void element_of(typename A::Element* p, typename A::Element v) {}
template __global__ void element_of<lib::Array<float, 2>>(float*, float);
template __global__ void element_of<lib::Array<lib::Point, 2>>(lib::Point*, lib::Point);
template <class T> __global__ void deduced(T* p, decltype(T{} + 1.0) v) {}
template __global__ void deduced<float>(float*, double);
void launches(float* p) {
  hidden<<<1, 1>>>(p);
  internal<<<1, 1>>>(p);
  special<<<1, 1>>>(2.0f);
}
