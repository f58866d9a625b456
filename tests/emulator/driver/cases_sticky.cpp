// Rows about kernels that fail: the error shows at synchronisation and then in every later call.
#include "case_tools.hpp"
#include "cases_parts.hpp"

namespace driver_test {
namespace {

/// The launch, the synchronisation, and four later calls of different kinds.
std::string failing(const char* kernel, void** parameters) {
  CUdeviceptr before = memory(64);
  CUfunction found = function(kernel);
  Answers answers;
  answers << launch(found, 1, parameters) << CU(cuCtxSynchronize)();
  CUdeviceptr pointer = 0;
  CUstream stream = nullptr;
  return answers << CU(cuCtxSynchronize)() << CU(cuMemAlloc)(&pointer, 4) << CU(cuMemsetD8)(before, 0, 64)
                 << CU(cuStreamCreate)(&stream, 0);
}

std::string bad_global_address() {
  make_context();
  CUdeviceptr nowhere = 0x10;
  unsigned value = 1;
  void* parameters[] = {&nowhere, &value};
  return failing("store", parameters);
}

std::string bad_shared_address() {
  make_context();
  unsigned offset = 1u << 24;
  void* parameters[] = {&offset};
  return failing("store_shared", parameters);
}

std::string misaligned_vector() {
  make_context();
  CUdeviceptr odd = memory(64) + 4;
  void* parameters[] = {&odd};
  return failing("store_pair", parameters);
}

std::string trap() {
  make_context();
  return failing("stop", nullptr);
}

std::string plain_grid_synchronisation() {
  make_context();
  return failing("meet", nullptr);
}

std::string assertion() {
  make_context();
  int value = 2;
  void* parameters[] = {&value};
  return failing("check", parameters);
}

std::string assertion_that_holds() {
  make_context();
  int value = 1;
  void* parameters[] = {&value};
  return Answers() << launch(function("check"), 1, parameters) << CU(cuCtxSynchronize)();
}

}  // namespace

void add_sticky_cases(std::vector<Case>& all) {
  all.insert(
      all.end(),
      {
          {"kernel_bad_global_address", "0 700 700 700 700 700", bad_global_address},
          {"kernel_bad_shared_address", "0 700 700 700 700 700", bad_shared_address, "0 715 715 715 715 715"},
          {"kernel_misaligned_vector", "0 716 716 716 716 716", misaligned_vector},
          {"kernel_trap", "0 719 719 719 719 719", trap},
          {"kernel_grid_sync_in_plain_launch", "0 719 719 719 719 719", plain_grid_synchronisation},
          {"kernel_failing_assert", "0 710 710 710 710 710", assertion},
          {"kernel_holding_assert", "0 0", assertion_that_holds},
      });
}

}  // namespace driver_test
