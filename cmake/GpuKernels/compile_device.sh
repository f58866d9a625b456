#!/bin/sh
# compile_device.sh [--ptxas=<ptxas> --machine=<sm_NN>] -- <compiler> <argument>... -o <file.ptx>
# [<argument>...]
#
# Runs nvcc so that <file.ptx> appears whole or not at all: Make takes a file that a killed build left half
# written for a finished one. With --machine it also makes <file>.cubin beside it, machine code from that very
# PTX, with those of nvcc's arguments that are ptxas's.

ptxas=
machine=
while [ "$1" != -- ]; do
  case $1 in
    --ptxas=*) ptxas=${1#*=} ;;
    --machine=*) machine=${1#*=} ;;
    *) echo "compile_device.sh: unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done
shift

# The compiler's arguments are taken from the front and put back at the end, so that their spaces survive.
output=
options=
previous=
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  case $previous in
    -o)
      output=$argument
      argument=$output.part
      ;;
    -Xptxas | --ptxas-options) options="$options,$argument" ;;
    -maxrregcount | --maxrregcount) options="$options,--maxrregcount=$argument" ;;
  esac
  case $argument in
    -Xptxas=* | --ptxas-options=*) options="$options,${argument#*=}" ;;
    -maxrregcount=* | --maxrregcount=*) options="$options,--maxrregcount=${argument#*=}" ;;
    -lineinfo | --generate-line-info) options="$options,-lineinfo" ;;
    -rdc=true | --relocatable-device-code=true) options="$options,-c" ;;
  esac
  previous=$argument
  set -- "$@" "$argument"
done

fail() {
  rm -f "$output.part" "${output%.ptx}.cubin.part"
  exit "$1"
}

"$@" || fail $?
if [ -n "$machine" ]; then
  cubin=${output%.ptx}.cubin
  IFS=,
  # shellcheck disable=SC2086 # one word an option
  "$ptxas" -arch="$machine" -m64 ${options#,} "$output.part" -o "$cubin.part" || fail $?
  mv -f "$cubin.part" "$cubin"
fi
mv -f "$output.part" "$output"
