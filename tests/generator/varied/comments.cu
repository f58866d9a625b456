// A licence that belongs to no kernel.

/// Documented: "quotes" \ backslash %percent {{ braces }} {% tag %}.
/// */ does not end it, ??/ neither.
__global__ void documented(int n) {}

/** Block.
 *  Second line. */
template <class T>
__global__ void block_comment(T n) {}
template __global__ void block_comment<int>(int);
