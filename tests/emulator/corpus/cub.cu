// Block- and warp-wide algorithms of the toolkit's own library.
#include "check.cuh"

#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

extern "C" __global__ void check_reduce(unsigned* failures) {
  const int t = int(threadIdx.x);
  __shared__ union {
    cub::BlockReduce<int, 256>::TempStorage warp_first;
    cub::BlockReduce<double, 256, cub::BLOCK_REDUCE_RAKING>::TempStorage raking;
    cub::BlockReduce<float, 256, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>::TempStorage commutative;
    cub::WarpReduce<int>::TempStorage warp[8];
  } storage;
  const int sum = cub::BlockReduce<int, 256>(storage.warp_first).Sum(t);
  if (t == 0) CHECK(sum == 255 * 128);
  __syncthreads();
  const int partial = cub::BlockReduce<int, 256>(storage.warp_first).Sum(t, 100);
  if (t == 0) CHECK(partial == 99 * 50);
  __syncthreads();
  const double total = cub::BlockReduce<double, 256, cub::BLOCK_REDUCE_RAKING>(storage.raking)
                           .Reduce(0.5 * t, ::cuda::maximum<>{});
  if (t == 0) CHECK(total == 127.5);
  __syncthreads();
  const float commutative =
      cub::BlockReduce<float, 256, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(storage.commutative).Sum(1.0f);
  if (t == 0) CHECK(commutative == 256);
  __syncthreads();
  const int warp = cub::WarpReduce<int>(storage.warp[t / 32]).Sum(t % 32);
  if (t % 32 == 0) CHECK(warp == 496);
}

extern "C" __global__ void check_scan(unsigned* failures) {
  const int t = int(threadIdx.x);
  using Scan = cub::BlockScan<int, 256>;
  using Raking = cub::BlockScan<long long, 256, cub::BLOCK_SCAN_RAKING>;
  __shared__ union {
    Scan::TempStorage plain;
    Raking::TempStorage raking;
    cub::WarpScan<int>::TempStorage warp[8];
  } storage;
  int items[4] = {t, 1, 2, 3}, scanned[4], total = 0;
  Scan(storage.plain).InclusiveSum(items, scanned, total);
  CHECK(scanned[3] == t * (t + 1) / 2 + 6 * (t + 1) && scanned[0] == t * (t + 1) / 2 + 6 * t &&
        total == 255 * 128 + 6 * 256);
  __syncthreads();
  int exclusive = 0;
  Scan(storage.plain).ExclusiveScan(t, exclusive, -1, ::cuda::maximum<>{});
  CHECK(exclusive == t - 1);
  __syncthreads();
  long long wide = 0;
  Raking(storage.raking).ExclusiveSum(1ll << 33, wide);
  CHECK(wide == (long long)t << 33);
  __syncthreads();
  int warp = 0;
  cub::WarpScan<int>(storage.warp[t / 32]).InclusiveSum(1, warp);
  CHECK(warp == t % 32 + 1);
}

extern "C" __global__ void check_sort(unsigned* failures) {
  const int t = int(threadIdx.x);
  using Sort = cub::BlockRadixSort<unsigned, 256, 4, int>;
  using Merge = cub::BlockMergeSort<int, 256, 2>;
  __shared__ union {
    Sort::TempStorage radix;
    Merge::TempStorage merge;
    unsigned keys[1024];
  } storage;
  unsigned keys[4];
  int values[4];
  for (int i = 0; i < 4; ++i) keys[i] = unsigned(t * 4 + i) * 2654435761u % 10007u, values[i] = t * 4 + i;
  Sort(storage.radix).Sort(keys, values);
  for (int i = 0; i < 3; ++i) CHECK(keys[i] <= keys[i + 1]);
  for (int i = 0; i < 4; ++i) CHECK(unsigned(values[i]) * 2654435761u % 10007u == keys[i]);
  __syncthreads();
  storage.keys[t] = keys[3];
  __syncthreads();
  if (t < 255) CHECK(storage.keys[t] <= storage.keys[t + 1]);
  __syncthreads();
  float reals[4], dummy = 0;
  for (int i = 0; i < 4; ++i) reals[i] = float((t * 37 + i * 11) % 101) - 50;
  using Reals = cub::BlockRadixSort<float, 256, 4>;
  __shared__ Reals::TempStorage reals_storage;
  Reals(reals_storage).SortDescendingBlockedToStriped(reals);
  for (int i = 0; i < 3; ++i) CHECK(reals[i] >= reals[i + 1] + dummy);
  int pair[2] = {(t * 91) % 257, (t * 17) % 257};
  Merge(storage.merge).Sort(pair, [](int a, int b) { return a < b; });
  CHECK(pair[0] <= pair[1]);
}

__device__ int input[1024], output[1024];
extern "C" __global__ void check_moving(unsigned* failures) {
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  using Load = cub::BlockLoad<int, 256, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, 256, 4, cub::BLOCK_STORE_TRANSPOSE>;
  using Exchange = cub::BlockExchange<int, 256, 4>;
  using Histogram = cub::BlockHistogram<unsigned char, 256, 4, 256>;
  using Ends = cub::BlockDiscontinuity<int, 256>;
  using Shuffle = cub::BlockShuffle<int, 256>;
  using Difference = cub::BlockAdjacentDifference<int, 256>;
  __shared__ union {
    Load::TempStorage load;
    Store::TempStorage store;
    Exchange::TempStorage exchange;
    Histogram::TempStorage histogram;
    Ends::TempStorage ends;
    Shuffle::TempStorage shuffle;
    Difference::TempStorage difference;
  } storage;
  __shared__ unsigned counts[256];
  for (int i = t; i < 1024; i += 256) input[i] = i;
  __syncthreads();
  int items[4];
  Load(storage.load).Load(input, items);
  CHECK(items[0] == 4 * t && items[3] == 4 * t + 3);
  __syncthreads();
  Exchange(storage.exchange).BlockedToStriped(items);
  CHECK(items[2] == t + 512);
  __syncthreads();
  Exchange(storage.exchange).StripedToBlocked(items);
  __syncthreads();
  Store(storage.store).Store(output, items);
  __syncthreads();
  CHECK(output[1023 - t] == 1023 - t);
  unsigned char bins[4] = {(unsigned char)(t), 3, 3, 9};
  Histogram(storage.histogram).Histogram(bins, counts);
  __syncthreads();
  CHECK(counts[t] == 1u + (t == 3 ? 512 : t == 9 ? 256 : 0));
  int one[1] = {t / 10}, heads[1];
  Ends(storage.ends).FlagHeads(heads, one, ::cuda::std::not_equal_to<>{});
  CHECK(heads[0] == (t % 10 == 0));
  __syncthreads();
  int next = 0;
  Shuffle(storage.shuffle).Offset(t, next, 1);
  CHECK(t == 255 || next == t + 1);
  __syncthreads();
  int difference[1];
  int squares[1] = {t * t};
  Difference(storage.difference).SubtractLeft(squares, difference, [](int a, int b) { return a - b; });
  CHECK(t == 0 || difference[0] == 2 * t - 1);
}

__device__ int queue[8 * 32];
extern "C" __global__ void check_warp_algorithms(unsigned* failures) {
  const int t = int(threadIdx.x);
  using Sort = cub::WarpMergeSort<int, 2, 32>;
  using Exchange = cub::WarpExchange<int, 2, 32>;
  __shared__ Sort::TempStorage sort[8];
  __shared__ Exchange::TempStorage exchange[8];
  int items[2] = {(t * 7) % 64, (t * 13) % 64};
  Sort(sort[t / 32]).Sort(items, [](int a, int b) { return a > b; });
  CHECK(items[0] >= items[1]);
  int moved[2] = {t % 32 * 2, t % 32 * 2 + 1};
  Exchange(exchange[t / 32]).BlockedToStriped(moved, moved);
  CHECK(moved[0] == t % 32 && moved[1] == t % 32 + 32);
  CHECK(cub::ShuffleIndex<32>(t, 3, ~0u) == t / 32 * 32 + 3);
  queue[t] = cub::ThreadLoad<cub::LOAD_CG>(input);
  cub::ThreadStore<cub::STORE_CS>(queue + t, t);
}
