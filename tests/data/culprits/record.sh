#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Records the programs in exact/ anew, all or those named: record.sh CYAN [CASE...].  CYAN is the
# program `cyan`, which makes a tree of a record of every call.  Needs gcc, valgrind, perf, uftrace,
# node and python3, whose paths do not name a user: what names this machine is removed.

set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
cyan=$(realpath "${1:?usage: record.sh CYAN [CASE...]}")
shift
python=/usr/bin/python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/../../../docs/examples/record.py" "$work"

# build CASE SIDE [FLAG...]: the C program $work/CASE.SIDE/prog.
build ()
{
  local folder=$work/$1.$2 sources=$here/exact/$1.$2
  mkdir -p "$folder"
  (cd "$sources" && gcc -std=c11 -Wall -Wextra "-ffile-prefix-map=$sources=." -o "$folder/prog" "${@:3}" *.c)
}

# keep CASE RECORDER SIDE RUN: standard input as the recording, without paths of this run.
keep ()
{
  mkdir -p "$here/profiles/$1"
  sed -e "s|$work/||g" -e "s|$here/exact/||g" | gzip -9n >"$here/profiles/$1/$2-$3-$4.gz"
}

callgrind ()
{
  build "$1" "$2" -g -fno-inline "${@:4}"
  (cd "$work/$1.$2" &&
    valgrind -q --tool=callgrind --toggle-collect=main --separate-callers=8 \
      --callgrind-out-file=out ./prog >/dev/null)
  sed -e '/^pid: /d' "$work/$1.$2/out" | keep "$1" callgrind "$2" "$3"
}

perf_script ()
{
  build "$1" "$2" -g -fno-inline -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer "${@:4}"
  (cd "$work/$1.$2" &&
    perf record -q -e cpu-clock -F 999 --call-graph fp -o data -- ./prog >/dev/null &&
    perf script -i data) | keep "$1" perf "$2" "$3"
}

uftrace_dump ()
{
  build "$1" "$2" -O1 -g -pg -fno-inline
  (cd "$work/$1.$2" &&
    uftrace record --no-pager --no-libcall --no-event -d data ./prog >/dev/null &&
    uftrace dump --chrome -d data) |
    sed -e '/"recorded_time"/d' -e 's/"command_line":.*/"command_line":"prog"/' | keep "$1" uftrace "$2" "$3"
}

# sources CASE SIDE: their folder.  A program that is recorded twice has one, and twice-python is that of
# methods before the change.
sources ()
{
  local folder=$here/exact/${1/twice-python/methods}

  if [[ $1 == twice-* ]]; then
    echo "$folder.before"
  else
    echo "$folder.$2"
  fi
}

# The names of files are those that Python was given.
cprofile ()
{
  (cd "$(sources "$1" "$2")" && "$python" -B -m cProfile -o "$work/prof" ./*.py >/dev/null)
  mkdir -p "$here/profiles/$1"
  gzip -9n <"$work/prof" >"$here/profiles/$1/cprofile-$2-$3.gz"
}

every_call ()
{
  (cd "$(sources "$1" "$2")" && "$python" -B "$work/record.py" "$work/calls.json" ./*.py >/dev/null)
  sed -i "s|$(sources "$1" "$2")/||g" "$work/calls.json"
  mkdir -p "$here/profiles/$1"
  "$cyan" convert --force "$work/calls.json" -o "$here/profiles/$1/exact-$2-$3.cct.gz"
}

cpuprofile ()
{
  (cd "$(sources "$1" "$2")" &&
    node --cpu-prof --cpu-prof-dir="$work" --cpu-prof-name=cpu.json --cpu-prof-interval=4000 \
      ./*.js >/dev/null)
  keep "$1" cpuprofile "$2" "$3" <"$work/cpu.json"
}

# record RECORDER CASE RUNS [FLAG...]: both sides take turns.
record ()
{
  local run side

  [[ -z ${wanted:-} || " $wanted " == *" $2 "* ]] || return 0
  for run in $(seq "$3"); do
    for side in before after; do
      "$1" "$2" "$side" "$run" "${@:4}"
    done
  done
}

wanted=$*
record cprofile builtin 3
record callgrind callee 1 -O1
record callgrind inlined 1 -O2 -finline
record cprofile methods 3
record every_call generator 1
record cprofile generator 3
record callgrind static 1 -O1
record callgrind cut 1 -DN_DAYS=200
record perf_script cut 3 -DN_DAYS=30000
record uftrace_dump timed 1
record cpuprofile twice-javascript 3
record cprofile twice-python 3
