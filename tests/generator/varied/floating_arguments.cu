// options: -std=c++20
// Floating-point numbers as template arguments.

template <double Value>
__global__ void doubles(int* out) {
  *out = static_cast<int>(Value);
}

template <float Low, float High = 1.0f>
__global__ void clamped(float* values) {
  values[threadIdx.x] = fminf(fmaxf(values[threadIdx.x], Low), High);
}

template <auto Value>
__global__ void any(int* out) {
  *out = static_cast<int>(Value);
}

template <class T, T... Values>
__global__ void sum(T* out) {
  *out = (Values + ...);
}

void use() {
  (void)&doubles<2.5>;
  (void)&doubles<-2.5>;
  (void)&doubles<0.0>;
  (void)&doubles<-0.0>;
  (void)&doubles<1.0 / 3>;
  (void)&doubles<5e-324>;
  (void)&doubles<1.7976931348623157e308>;
  (void)&doubles<__builtin_inf()>;
  (void)&doubles<-__builtin_inf()>;
  (void)&clamped<-1.5f>;
  (void)&clamped<0.1f, 1e30f>;
  (void)&clamped<1.40129846e-45f, __builtin_inff()>;
  (void)&any<3.25>;
  (void)&any<3.25f>;
  (void)&any<3>;
  (void)&sum<float, 1.0f, 2.0f>;
  (void)&sum<double, 0.5>;
}
