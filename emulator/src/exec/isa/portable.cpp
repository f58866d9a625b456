#define GPU_EMULATOR_ISA portable
#include "isa.inc"
