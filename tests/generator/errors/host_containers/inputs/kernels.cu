#include <memory>
#include <string>
#include <vector>

__global__ void sum(std::vector<float> values, float* total) {}
__global__ void print(std::string text, std::unique_ptr<int> count) {}
