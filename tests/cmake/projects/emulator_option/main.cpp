#include "kernels.hpp"

int main() { return 0; }
