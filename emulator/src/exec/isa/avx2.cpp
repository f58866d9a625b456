#define GPU_EMULATOR_ISA avx2
#include "isa.inc"
