// Asynchronous copies to shared memory: the pipeline primitives, cuda::pipeline, cuda::barrier.
#include "check.cuh"

#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

__device__ int data[4096];
__device__ __align__(16) char text[256];

extern "C" __global__ void check_primitives(unsigned* failures) {
  __shared__ __align__(16) int buffer[2][1024];
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  for (int i = t; i < 4096; i += 256) data[i] = i * 5;
  __syncthreads();
  __pipeline_memcpy_async(&buffer[0][t * 4], &data[t * 4], 16);
  __pipeline_commit();
  for (int round = 0; round < 4; ++round) {
    if (round < 3)
      __pipeline_memcpy_async(&buffer[(round + 1) % 2][t * 4], &data[(round + 1) * 1024 + t * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    CHECK(buffer[round % 2][1023 - t] == (round * 1024 + 1023 - t) * 5);
    __syncthreads();
  }
  __pipeline_memcpy_async(&buffer[0][t], &data[t], 4, 2);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  CHECK(buffer[0][t] == (data[t] & 0xffff));
}

extern "C" __global__ void check_pipeline(unsigned* failures) {
  __shared__ int buffer[2][256];
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  for (int i = t; i < 4096; i += 256) data[i] = i * 7;
  __syncthreads();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&buffer[0][t], &data[t], sizeof(int), pipe);
  pipe.producer_commit();
  for (int round = 0; round < 8; ++round) {
    pipe.producer_acquire();
    if (round < 7)
      cuda::memcpy_async(&buffer[(round + 1) % 2][t], &data[(round + 1) * 256 + t], sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    CHECK(buffer[round % 2][t] == (round * 256 + t) * 7);
    pipe.consumer_release();
  }
}

extern "C" __global__ void check_block_pipeline(unsigned* failures) {
  __shared__ int buffer[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  if (blockIdx.x != 0) return;
  const auto block = cooperative_groups::this_thread_block();
  const int t = int(threadIdx.x);
  for (int i = t; i < 4096; i += 256) data[i] = i * 9;
  block.sync();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, buffer[0], data, sizeof buffer[0], pipe);
  pipe.producer_commit();
  for (int round = 0; round < 8; ++round) {
    if (round < 7) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[(round + 1) % 2], data + (round + 1) * 256, sizeof buffer[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    CHECK(buffer[round % 2][255 - t] == (round * 256 + 255 - t) * 9);
    block.sync();
    pipe.consumer_release();
  }
}

#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void check_barrier(unsigned* failures) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int values[256];
  const int t = int(threadIdx.x);
  if (t == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 5; ++round) {
    values[t] = t + round;
    auto token = barrier.arrive();
    barrier.wait(static_cast<decltype(token)&&>(token));
    CHECK(values[(t + 77) % 256] == (t + 77) % 256 + round);
    barrier.arrive_and_wait();
  }
  if (t < 128)
    barrier.arrive_and_drop();
  else
    barrier.arrive_and_wait(), barrier.arrive_and_wait();
  __syncthreads();
  if (t == 0) init(&barrier, blockDim.x), text[5] = 'q';
  __syncthreads();
  cuda::memcpy_async(&values[t], &data[t], sizeof(int), barrier);
  barrier.arrive_and_wait();
  CHECK(values[255 - t] == data[255 - t]);
}
