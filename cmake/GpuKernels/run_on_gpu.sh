#!/bin/sh
# run_on_gpu.sh [--sanitizer=<tool>] [--search=<folder>] -- <test program> [<argument>...]
#
# Runs a GoogleTest program on the GPU. Where there is no GPU, or compute-sanitizer is asked for and missing,
# it says so in GoogleTest's words for a skipped test and succeeds. Listing the tests needs neither.

tool=
search=
while [ "$1" != -- ]; do
  case $1 in
    --sanitizer=*) tool=${1#*=} ;;
    --search=*) search=${1#*=} ;;
    *) echo "run_on_gpu.sh: unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done
shift

for argument; do
  if [ "$argument" = --gtest_list_tests ]; then
    exec "$@"
  fi
done

skip() {
  echo "[  SKIPPED ] $1"
  exit 0
}

# The device nodes of NVIDIA's driver: on a PC or server, under WSL, on Jetson.
if [ ! -e /dev/nvidiactl ] && [ ! -e /dev/dxg ] && [ ! -e /dev/nvhost-gpu ]; then
  skip "no GPU on this machine (no /dev/nvidiactl, /dev/dxg, /dev/nvhost-gpu)"
fi
if [ -z "$tool" ]; then
  exec "$@"
fi

sanitizer=$(PATH=$PATH:$search command -v compute-sanitizer) ||
  skip "no compute-sanitizer on the PATH or in $search"
exec "$sanitizer" --tool "$tool" --error-exitcode 86 --require-cuda-init=no "$@"
