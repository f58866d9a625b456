// Switches, recursion, virtual functions, function pointers, local arrays, allocas, structs.
#include "check.cuh"

__device__ __noinline__ int chosen(int what, int x) {
  switch (what) {
    case 0:
      return x + 1;
    case 1:
      return x * 3;
    case 2:
      return x - 7;
    case 3:
      return x << 2;
    case 4:
      return x ^ 0x55;
    case 5:
      return -x;
    case 6:
      return x / 3;
    case 7:
      return x % 5;
    case 8:
      return x | 64;
    default:
      return 0;
  }
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ explicit Square(float s) : a(s) {}
  __device__ float area() const override { return a * a; }
};
struct Disc : Shape {
  float r;
  __device__ explicit Disc(float s) : r(s) {}
  __device__ float area() const override { return 3 * r * r; }
};
__device__ __noinline__ float area_of(const Shape& shape) { return shape.area(); }

typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation table[2] = {add, multiply};

struct Big {
  int values[12];
  double weight;
  char tag;
};
__device__ __noinline__ Big scaled(Big big, int by) {
  for (int& value : big.values) value *= by;
  big.weight *= by;
  ++big.tag;
  return big;
}
struct Empty {};
__device__ __noinline__ int with_empty(Empty, char c, short s, long long l, float f, double d, bool b) {
  return int(c + s + l + int(f) + int(d) + b);
}

extern "C" __global__ void check_flow(unsigned* failures) {
  const int t = int(threadIdx.x);
  const int x = hidden(t * 11);
  const int expected[] = {x + 1, x * 3, x - 7, x << 2, x ^ 0x55, -x, x / 3, x % 5, x | 64, 0};
  CHECK(chosen(hidden(t % 10), x) == expected[t % 10]);
  const int numbers[] = {0, 1, 1, 2, 3, 5, 8, 13};
  CHECK(fibonacci(hidden(t % 8)) == numbers[t % 8] && is_even(hidden(t % 32)) == (t % 2 == 0));
}

extern "C" __global__ void check_calls(unsigned* failures) {
  const int t = int(threadIdx.x);
  const float side = float(t);
  const Square square(side);
  const Disc disc(2.0f);
  const Shape* const shapes[2] = {&square, &disc};
  CHECK(area_of(*shapes[hidden(t % 2)]) == (t % 2 ? 12.0f : float(t) * t));
  CHECK(table[hidden(t % 2)](t, 5) == (t % 2 ? t * 5 : t + 5));
  Operation mine = hidden(t) % 3 == 0 ? add : multiply;
  CHECK(mine(t, 2) == (t % 3 == 0 ? t + 2 : t * 2));
  Big big = {};
  for (int i = 0; i < 12; ++i) big.values[i] = i + t;
  big.weight = 1.5, big.tag = 'a';
  const Big result = scaled(big, hidden(3));
  CHECK(result.values[11] == 3 * (11 + t) && result.weight == 4.5 && result.tag == 'b' &&
        big.values[1] == 1 + t);
  CHECK(with_empty(Empty{}, 1, 2, 3, 4.5f, 5.5, true) == 16);
  const auto lambda = [=](int y) { return y + t; };
  CHECK(lambda(4) == t + 4);
}

extern "C" __global__ void check_local_memory(unsigned* failures) {
  const int t = int(threadIdx.x);
  int stack[64];
  for (int i = 0; i < 64; ++i) stack[i] = i * t;
  CHECK(stack[hidden((t * 7) % 64)] == (t * 7) % 64 * t);
  char text[13];
  for (int i = 0; i < 13; ++i) text[i] = char('a' + (i + t) % 26);
  CHECK(text[hidden(t % 13)] == char('a' + (t % 13 + t) % 26));
  struct {
    short s;
    long long l;
  } odd[5];
  for (int i = 0; i < 5; ++i) odd[i].s = short(i), odd[i].l = t;
  CHECK(odd[hidden(t % 5)].s == t % 5 && odd[hidden(t % 5)].l == t);
  int* p = &stack[hidden(3)];
  *p += 5;
  CHECK(stack[3] == 3 * t + 5);
  memset(stack, 0x11, sizeof stack);
  memcpy(text, "hello, world", 13);
  CHECK(stack[hidden(9)] == 0x11111111 && text[hidden(7)] == 'w');
}

extern "C" __global__ void check_trigonometric_tables(unsigned* failures) {
  const double x = hidden(1e22 + threadIdx.x * 1e10);
  CHECK(fabs(sin(x) * sin(x) + cos(x) * cos(x) - 1) < 1e-12);
  const float f = hidden(1e10f + threadIdx.x * 1e5f);
  CHECK(fabsf(sinf(f) * sinf(f) + cosf(f) * cosf(f) - 1) < 1e-5f);
}

template <int n>
__device__ int unrolled(const int (&values)[n]) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < n; ++i) sum += values[i];
  return sum;
}
extern "C" __global__ void __launch_bounds__(256, 2) check_templates(unsigned* failures) {
  const int a[] = {1, 2, 3}, b[] = {int(threadIdx.x), 1, 1, 1, 1};
  CHECK(unrolled(a) == 6 && unrolled(b) == int(threadIdx.x) + 4);
}
