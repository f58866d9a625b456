#include <array>
#include <cstddef>

#include "driver/device.hpp"
#include "driver/driver.hpp"

namespace gpu_emulator::driver {
namespace {

struct AttributeValue {
  int number;
  int value;
};

// Numbers, not enumerators: an older toolkit's cuda.h lacks the newest. Values are an H200's where the
// emulator has the feature, 0 where it has not. What the environment changes is answered by
// device_attribute() itself.
constexpr AttributeValue values[] = {
    {1, limits::threads_per_block},
    {2, limits::block_x},
    {3, limits::block_y},
    {4, limits::block_z},
    {5, static_cast<int>(limits::grid_x)},
    {6, limits::grid_y},
    {7, limits::grid_z},
    {8, limits::shared_per_block},
    {9, limits::constant_memory},
    {10, limits::warp_size},
    {11, static_cast<int>(limits::max_pitch)},
    {12, limits::registers_per_block},
    {13, 1980000},  // clock rate, kHz
    {14, 512},      // texture alignment
    {15, 1},        // copies overlap kernels
    {17, 0},        // kernel time limit
    {18, 0},        // integrated
    {19, 1},        // maps host memory
    {20, 0},        // compute mode: default
    {21, 131072},   // texture sizes
    {22, 131072},
    {23, 65536},
    {24, 16384},
    {25, 16384},
    {26, 16384},
    {27, 32768},
    {28, 32768},
    {29, 2048},
    {30, 512},       // surface alignment
    {31, 1},         // concurrent kernels
    {32, 0},         // ECC
    {34, 0},         // PCI device
    {35, 0},         // TCC
    {36, 3201000},   // memory clock, kHz
    {37, 6144},      // bus width, bits
    {38, 62914560},  // L2 bytes
    {39, limits::threads_per_multiprocessor},
    {40, 3},  // async engines
    {41, 1},  // unified addressing
    {42, 32768},
    {43, 2048},
    {44, 1},
    {45, 32768},
    {46, 32768},
    {47, 8192},
    {48, 8192},
    {49, 32768},
    {50, 0},   // PCI domain
    {51, 32},  // texture pitch alignment
    {52, 32768},
    {53, 32768},
    {54, 2046},
    {55, 32768},
    {56, 131072},
    {57, 65536},
    {58, 16384},
    {59, 16384},
    {60, 16384},
    {61, 32768},
    {62, 2048},
    {63, 32768},
    {64, 32768},
    {65, 2048},
    {66, 32768},
    {67, 32768},
    {68, 2046},
    {69, 268435456},
    {70, 131072},
    {71, 65000},
    {72, 2097120},
    {73, 32768},
    {74, 32768},
    {75, 9},  // compute capability
    {76, 0},
    {77, 32768},
    {78, 1},  // stream priorities
    {79, 1},
    {80, 1},
    {81, limits::shared_per_multiprocessor},
    {82, limits::registers_per_multiprocessor},
    {83, 1},  // managed memory
    {84, 0},
    {86, 0},
    {87, 2},
    {88, 0},  // pageable memory access: kernels may touch only what was allocated or registered
    {89, 1},  // concurrent managed access
    {90, 1},  // compute preemption
    {91, 1},  // registered host pointers
    {92, 1},  // stream memory operations
    {93, 1},
    {94, 1},
    {95, 1},  // cooperative launch
    {96, 0},
    {97, limits::shared_per_block_opt_in},
    {98, 0},
    {99, 1},  // host register
    {100, 0},
    {101, 0},
    {102, 1},  // virtual memory management
    {103, 0},
    {104, 0},
    {105, 0},
    {106, limits::blocks_per_multiprocessor},
    {107, 0},
    {108, 0},
    {109, 0},
    {110, 0},
    {111, limits::shared_reserved_per_block},
    {112, 0},
    {113, 1},  // read-only host register
    {114, 0},
    {115, 1},  // memory pools
    {116, 0},
    {117, 0},
    {118, 0},
    {119, 0},
    {120, 1},  // cluster launch
    {121, 0},
    {122, 1},
    {123, 1},
    {124, 0},
    {125, 0},
    {126, 4},
    {127, 0},  // tensor maps
    {128, 0},
    {129, 1},  // unified function pointers
    {130, 0},
    {131, -1},
    {132, 0},  // multicast
    {133, 0},
    {134, -1},
    {135, 0},
    {136, 0},
    {137, 0},
    {138, 0},
    {139, 0},
    {140, 0},
    {141, 0},
    {142, 0},
    {143, 0},
    {144, 0},
    {145, 0},
    {146, 0},
    {147, 0},
};

}  // namespace

bool device_attribute(CUdevice_attribute attribute, const Device& device, int& value) {
  switch (static_cast<int>(attribute)) {
    case 16:
      value = the_driver().config.multiprocessors;
      return true;
    case 33:  // PCI bus
    case 85:  // board group
      value = device.ordinal + 1;
      return true;
    default:
      break;
  }
  for (const AttributeValue& known : values) {
    if (known.number == static_cast<int>(attribute)) {
      value = known.value;
      return true;
    }
  }
  return false;
}

}  // namespace gpu_emulator::driver
