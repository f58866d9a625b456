#pragma once
namespace app {
struct Item {
  int n;
};
template <class T>
struct Box {
  T item;
};
}  // namespace app
namespace other {
struct Item {
  int n;
};
}  // namespace other
