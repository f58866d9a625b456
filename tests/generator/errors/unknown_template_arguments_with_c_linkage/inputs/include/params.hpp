namespace app {
struct Item {
  int n;
};
template <class T>
struct Box {
  T item;
};
}  // namespace app
