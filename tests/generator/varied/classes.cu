#include <shared/types.hpp>
using namespace lib;
__global__ void by_value(Point a, Over b, Pack2 c, Array<float> d, Array<Array<int, 2>, 5> e, Matrix<double> f,
                         Matrix<int>::Index g, Tree h, Bits i, Derived j) {}
__global__ void more(Methods a, Tagged b, Untagged c, Alias d, Either e, Versioned f, Empty g, Outer h,
                     Outer::Middle::Inner i, Outer::Middle j, const Point k) {}
__global__ void alike(Point a, Point b, Point_ c, Point Point_2, Array<int> d, Array<float> Array_) {}
__global__ void enumerations(Small a, Wide b, Plain c, const Plain* d, Outer::Middle::Inner* e) {}
extern "C" __global__ void c_classes(Point a, Over b, Pack2 c, Array<float> d, Bits e, Derived f, Methods g, Tagged h,
                                     Untagged i, Either j, Versioned k, Outer l, Small m, Wide n) {}
