#include <cstdio>
#include <kernel_names.hpp>

int main() {
  for (const char* name : kernel_names) std::puts(name);
}
