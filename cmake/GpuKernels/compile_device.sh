#!/bin/sh
# compile_device.sh [--ptxas=<ptxas> --machine=<sm_NN>] [--sources=<list> --wrappers=<folder>] -- <compiler>
# <argument>... -o <file.ptx> [<argument>...]
#
# Runs nvcc so that <file.ptx> appears whole or not at all: Make takes a file that a killed build left half
# written for a finished one. With --machine it also makes <file>.cubin beside it, machine code from that very
# PTX, with those of nvcc's arguments that are ptxas's. With --wrappers it compiles <folder>/<i>.cu instead of
# the source on line i (from 0) of <list>; %CONFIG% in <folder> stands for the object's configuration.

ptxas=
machine=
sources=
wrappers=
while [ "$1" != -- ]; do
  case $1 in
    --ptxas=*) ptxas=${1#*=} ;;
    --machine=*) machine=${1#*=} ;;
    --sources=*) sources=${1#*=} ;;
    --wrappers=*) wrappers=${1#*=} ;;
    *) echo "compile_device.sh: unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done
shift

# Under a multi-config generator an object is CMakeFiles/<target>.dir/<config>/<source>.ptx.
find_wrappers() {
  for argument; do
    if [ "$previous" = -o ]; then
      config=${argument#*CMakeFiles/*.dir/}
    fi
    previous=$argument
  done
  case $wrappers in
    *%CONFIG%*) wrappers=${wrappers%%%CONFIG%*}${config%%/*}${wrappers#*%CONFIG%} ;;
  esac
}

# By name; under another name where the build tool gives one, such as a path relative to the build folder.
wrapper_of() {
  index=0
  found=$1
  while IFS= read -r source; do
    if [ "$1" = "$source" ]; then
      found=$wrappers/$index.cu
      break
    elif [ "$found" = "$1" ] && [ "$1" -ef "$source" ]; then
      found=$wrappers/$index.cu
    fi
    index=$((index + 1))
  done < "$sources"
  echo "$found"
}

previous=
if [ -n "$wrappers" ]; then
  find_wrappers "$@"
fi

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
  case $wrappers:$argument in
    ?*:[!-]*.cu) argument=$(wrapper_of "$argument") ;;
  esac
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
