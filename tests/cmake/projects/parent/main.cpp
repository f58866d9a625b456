extern "C" char names();

int main() { return names() == static_cast<char>('f' + 's') ? 0 : 1; }
