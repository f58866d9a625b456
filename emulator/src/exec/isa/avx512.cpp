#define GPU_EMULATOR_ISA avx512
#include "isa.inc"
