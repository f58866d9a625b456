__global__ void app(int n) {}
