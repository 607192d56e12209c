#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds both versions of the demo, records each of them with uftrace, and
# puts before.json.gz and after.json.gz beside this script.
# Needs gcc, awk, gzip and uftrace. The runs are interleaved, and the fastest of
# each side is kept: what makes a run of a program slower is its neighbours.

set -euo pipefail

runs=${1:-15}
here=$(cd "$(dirname "$0")" && pwd)
for tool in gcc awk gzip uftrace; do
  command -v "$tool" >/dev/null || { echo "record.sh: $tool is not installed" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -f "$here/make-log.awk" >"$work/keeper.log"
cd "$work"
for side in before after; do
  mkdir "$side"
  gcc -std=c11 -O1 -g -pg -fno-inline -Wall -Wextra -o "$side/keeper" "$here/$side"/*.c
done

# The total time of main in the recording in directory $1, in nanoseconds.
main_time ()
{
  uftrace dump --chrome -d "$1" |
    awk '/"name":"main"/ { match ($0, /[0-9.]+/); t[++n] = substr ($0, RSTART, RLENGTH) }
         END { printf "%.0f\n", (t[n] - t[1]) * 1000 }'
}

for run in $(seq "$runs"); do
  for side in before after; do
    uftrace record --no-pager --no-libcall --no-event -d "$side/$run" \
      "$side/keeper" keeper.log "$side/report.txt" 2>/dev/null
    echo "$(main_time "$side/$run") $side/$run"
  done
done >times.txt

for side in before after; do
  read -r time best < <(grep " $side/" times.txt | sort -n | head -n 1)
  uftrace dump --chrome -d "$best" | gzip -9n >"$here/$side.json.gz"
  echo "$side: main $time ns, the fastest of $runs runs," \
    "$(stat -c %s "$here/$side.json.gz") bytes"
done
