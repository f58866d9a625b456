// Rows about memory.
#include <vector>

#include "case_tools.hpp"
#include "cases_parts.hpp"

namespace driver_test {
namespace {

std::string allocate_nothing() {
  make_context();
  CUdeviceptr pointer = 0;
  return Answers() << CU(cuMemAlloc)(&pointer, 0) << CU(cuMemAlloc)(nullptr, 4);
}

std::string allocate_too_much() {
  make_context();
  CUdeviceptr pointer = 0;
  return Answers() << CU(cuMemAlloc)(&pointer, std::size_t{1} << 50);
}

std::string bad_frees() {
  make_context();
  CUdeviceptr pointer = memory(1024);
  Answers answers;
  answers << CU(cuMemFree)(pointer + 16) << CU(cuMemFree)(0x10) << CU(cuMemFree)(pointer)
          << CU(cuMemFree)(pointer);
  return answers << CU(cuMemFree)(0);
}

std::string out_of_range() {
  make_context();
  CUdeviceptr pointer = memory(100);
  std::vector<char> host(200);
  Answers answers;
  answers << CU(cuMemcpyHtoD)(pointer, host.data(), 100) << CU(cuMemcpyHtoD)(pointer, host.data(), 101)
          << CU(cuMemcpyDtoH)(host.data(), pointer, 101) << CU(cuMemsetD8)(pointer, 1, 101)
          << CU(cuMemcpyDtoD)(pointer, pointer + 50, 51);
  return answers;
}

std::string after_free() {
  make_context();
  CUdeviceptr pointer = memory(64u << 20);
  DRIVER_TEST_MUST(CU(cuMemFree)(pointer));
  char host[16] = {};
  return Answers() << CU(cuMemcpyHtoD)(pointer, host, 16) << CU(cuMemsetD8)(pointer, 1, 16);
}

std::string null_host_pointer() {
  make_context();
  CUdeviceptr pointer = memory(64);
  return Answers() << CU(cuMemcpyHtoD)(pointer, nullptr, 4) << CU(cuMemcpyDtoH)(nullptr, pointer, 4);
}

std::string misaligned_memset() {
  make_context();
  CUdeviceptr pointer = memory(64);
  return Answers() << CU(cuMemsetD16)(pointer + 1, 1, 4) << CU(cuMemsetD32)(pointer + 2, 1, 4);
}

std::string host_memory() {
  make_context();
  std::vector<char> ordinary(8192);
  return Answers() << CU(cuMemFreeHost)(ordinary.data()) << CU(cuMemHostUnregister)(ordinary.data());
}

std::string address_range() {
  make_context();
  CUdeviceptr base = 0;
  std::size_t size = 0;
  CUdeviceptr pointer = memory(1000);
  Answers answers;
  answers << CU(cuMemGetAddressRange)(&base, &size, 0x10)
          << CU(cuMemGetAddressRange)(&base, &size, pointer + 10);
  return answers << (base == pointer) << static_cast<int>(size);
}

}  // namespace

void add_memory_cases(std::vector<Case>& all) {
  all.insert(all.end(), {
                            {"allocate_zero_bytes_or_into_null", "1 1", allocate_nothing},
                            {"allocate_2_to_50_bytes", "2", allocate_too_much},
                            {"free_interior_bad_twice_null", "1 1 0 1 0", bad_frees},
                            {"copy_and_memset_one_byte_too_far", "0 1 1 1 1", out_of_range},
                            {"copy_and_memset_after_free", "1 1", after_free},
                            {"copy_with_null_host_pointer", "1 1", null_host_pointer},
                            {"misaligned_memset", "1 1", misaligned_memset},
                            {"host_memory_not_page_locked", "1 713", host_memory},
                            {"address_range", "500 0 1 1000", address_range},
                        });
}

}  // namespace driver_test
