#!/bin/sh
# compile_whole.sh <compiler> <argument>... -o <file> [<argument>...]
#
# Runs the compiler so that <file> appears whole or not at all. Make takes a file that a killed build left half written for a
# finished one; Ninja keeps a log and does not.

output=
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  if [ "$argument" = -o ] && [ "$count" -gt 0 ]; then
    output=$1
    shift
    count=$((count - 1))
    set -- "$@" -o "$output.part"
  else
    set -- "$@" "$argument"
  fi
done

"$@" || {
  status=$?
  rm -f "$output.part"
  exit "$status"
}
mv -f "$output.part" "$output"
