/// One.
/// Two.
__global__ void
crlf(int n,
     float* p)
{}
