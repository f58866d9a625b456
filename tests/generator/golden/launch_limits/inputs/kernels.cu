/// A cluster size that is compiled in.
__global__ void __cluster_dims__(2, 1, 1) clustered(int* p) { *p = 1; }

/// Most threads, least blocks a multiprocessor, most blocks a cluster.
__global__ void __launch_bounds__(128, 2, 4) bounded(int* p) { *p = 1; }

/// A block and cluster size that are required.
__global__ void __block_size__((64, 2, 1), (1, 2, 1)) sized(int* p) { *p = 1; }

__global__ void __maxnreg__(40) registers(int* p) { *p = 1; }
