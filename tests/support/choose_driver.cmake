# Read by CTest before it runs tests. Samples run on whatever GPU_DRIVER says; where that is unset and there is no GPU, on the
# emulator. (Tests of one driver set GPU_DRIVER for themselves.)
if(NOT DEFINED ENV{GPU_DRIVER} AND NOT EXISTS /dev/nvidiactl AND NOT EXISTS /dev/dxg AND NOT EXISTS /dev/nvhost-gpu)
  message("No GPU on this machine: GPU_DRIVER=emulator")
  set(ENV{GPU_DRIVER} emulator)
endif()
