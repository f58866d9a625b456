// corpus: architectures 90
// corpus: refused cp.async.bulk.tensor.1d
extern "C" __global__ void copies(const void* map) {
  __shared__ alignas(128) int buffer[128];
  __shared__ unsigned long long barrier;
  asm volatile(
      "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], "
      "[%3];" ::"r"(unsigned(__cvta_generic_to_shared(buffer))),
      "l"(map), "r"(0), "r"(unsigned(__cvta_generic_to_shared(&barrier))));
}
