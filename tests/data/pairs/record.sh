#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Records the pairs of this folder anew: record.sh CYAN.  CYAN is the program `cyan`.  Needs g++, perf, gperftools (with its
# google-pprof), valgrind, uftrace, go, node, a JDK and python3 with yappi.

set -euo pipefail
export LC_ALL=C GO111MODULE=off

here=$(cd "$(dirname "$0")" && pwd)
cyan=$(realpath "${1:?usage: record.sh CYAN}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/sources/* "$work"
cd "$work"

# keep FILE NAME: the recording FILE, compressed, without the path of this run.
keep ()
{
  sed -e "s|$work/||g" -e "s|$work||g" "$1" | zstd -q -19 -f -o "$here/$2.zst"
}

flags=(-O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls)
g++ "${flags[@]}" -o shapes shapes.cpp
g++ "${flags[@]}" -pg -o shapes-pg shapes.cpp

perf record -q -e cpu-clock -F 499 -g -o perf.data \
  env CPUPROFILE=shapes.prof CPUPROFILE_FREQUENCY=499 LD_PRELOAD=libprofiler.so.0 ./shapes 20000 >/dev/null
perf script -i perf.data --comm shapes >shapes.perf.txt
google-pprof --collapsed ./shapes shapes.prof >shapes.gperftools.folded
valgrind -q --tool=callgrind --toggle-collect=main --callgrind-out-file=shapes.callgrind.out ./shapes 20 >/dev/null
uftrace record --no-event -d shapes.uftrace ./shapes-pg 20 >/dev/null
uftrace dump -d shapes.uftrace --chrome >shapes.uftrace.json
keep shapes.perf.txt shapes.perf.txt
keep shapes.gperftools.folded shapes.gperftools.folded
keep shapes.callgrind.out shapes.callgrind.out
keep shapes.uftrace.json shapes.uftrace.json

# Inlined functions would be in one of the two only.
go build -gcflags=-l -o main main.go
perf record -q -e cpu-clock -F 199 -g -o go.data ./main 40000 main.pb.gz >/dev/null
perf script -i go.data >main.perf.txt
keep main.perf.txt main.perf.txt
cp main.pb.gz "$here"

node --cpu-prof --cpu-prof-name=words.cpuprofile words.js 20000 >/dev/null
node --prof --no-logfile-per-isolate words.js 20000 >/dev/null
# Code that no tick has is left out; the first is the program.
node --prof-process --preprocess v8.log | /usr/bin/python3 -c 'import json, sys
log = json.load(sys.stdin)
used = sorted({0} | {code for tick in log["ticks"] for code in tick["s"][::2] if 0 <= code < len(log["code"])})
number = {code: i for i, code in enumerate(used)}
for tick in log["ticks"]:
    tick["s"][::2] = [number.get(code, code) for code in tick["s"][::2]]
json.dump({"code": [{key: log["code"][code][key] for key in ("name", "type", "kind") if key in log["code"][code]}
                    for code in used], "ticks": log["ticks"]}, sys.stdout)' >words.ticks.json
keep words.cpuprofile words.cpuprofile
keep words.ticks.json words.ticks.json

javac Words.java
# Other events tell of the machine.
cat >words.jfc <<'XML'
<configuration version="2.0">
  <event name="jdk.ExecutionSample"><setting name="enabled">true</setting><setting name="period">10 ms</setting></event>
</configuration>
XML
java -XX:StartFlightRecording=filename=words.jfr,settings=words.jfc Words 12000 >/dev/null
# As async-profiler names the same stacks: slashes in the names of classes, and how a method was compiled.
"$cyan" convert words.jfr -o words.cct
/usr/bin/python3 - >words.collapsed <<'PYTHON'
import re

names, nodes = [""], [(0, 0, 0)]
for line in open("words.cct", encoding="utf-8"):
    fields = line.rstrip("\n").split("\t")
    if fields[0] == "function":
        names.append(fields[1])
    elif fields[0].isdigit():
        nodes.append((int(fields[0]), int(fields[1]), float(fields[3])))


def method(name):
    if name.startswith("["):
        return name
    owner, own = re.sub(r"/(0x[0-9a-f]+)", r".\1", name).rsplit(".", 1)
    hidden = re.fullmatch(r"(.*?)(\.0x[0-9a-f]+)?", owner)
    return hidden[1].replace(".", "/") + (hidden[2] or "") + "." + own + "_[j]"


for node, (_, _, samples) in enumerate(nodes):
    if samples:
        path = []
        while node:
            path.insert(0, method(names[nodes[node][1]]))
            node = nodes[node][0]
        print(";".join(path), f"{samples:.0f}")
PYTHON
zstd -q -19 -f words.jfr -o "$here/words.jfr.zst"
keep words.collapsed words.collapsed

/usr/bin/python3 -c 'import cProfile, trees; cProfile.run("trees.run(60)", "trees.prof")'
/usr/bin/python3 -c 'import trees, yappi
yappi.start(builtins=True)
trees.run(60)
yappi.stop()
yappi.get_func_stats().save("trees.yappi.out", "callgrind")'
zstd -q -19 -f trees.prof -o "$here/trees.prof.zst"
keep trees.yappi.out trees.yappi.out
