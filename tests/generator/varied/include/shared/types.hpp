#pragma once
#include <cstddef>
#include <cstdint>

namespace lib {
enum Small : signed char { small_a };
enum class Wide : std::uint64_t { big = ~0ull };
enum class Plain { one, two };
struct Point {
  float x, y, z;
};
struct Point_ {  // what a stub would call the type of an argument for a Point
  short x;
};
struct alignas(32) Over {
  double v[3];
};
#pragma pack(push, 2)
struct Pack2 {
  char c;
  long long n;
};
#pragma pack(pop)
template <class T, std::size_t N = 3>
struct Array {
  using Element = T;
  T data[N];
};
template <class T>
class Matrix {
 public:
  T* data;
  int rows, columns;
  struct Index {
    int row, column;
  };
};
struct Tree {
  Tree* left;
  Tree* right;
  int value;
};
struct Bits {
  unsigned a : 3, b : 7, : 0, c : 1;
  bool flag;
};
struct Base1 {
  int a;
};
struct Base2 {
  char b;
};
struct Derived : Base1, private Base2 {
  short c;
};
struct Methods {
  Methods() = default;
  int get() const { return n; }
  static int count;
  int n;
};
typedef struct Tagged_ {
  int n;
} Tagged;
typedef struct {
  int n;
} Untagged;
using Alias = Array<Point, 2>;
using Callback = void (*)(int);
using Value = double;
union Either {
  int i;
  float f;
};
struct Incomplete;
namespace v1 {
struct Versioned {
  int n;
};
}  // namespace v1
using namespace v1;
namespace short_name = v1;
struct Empty {};
struct Outer {
  struct Middle {
    enum class Inner : short { a };
    struct Deep {
      int n;
    };
    Deep deep;
  };
  Middle middle[2][3];
};
}  // namespace lib
