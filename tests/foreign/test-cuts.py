# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that is cut anywhere is refused, a warning says so, or that nothing tells, or nothing is lost: the law of all formats whose files
have an end, a count or a total."""

import gzip
import subprocess

import profile_test
from profile_test import FULL, SITES, ProfileTest, Refused, example

# The example of a format that is long enough; what its end, count or total is.
FILES = {
    "../cmark-a.speedscope.json.zst": "brackets",
    "../lark-a.prof.zst": "lengths",
    "apple-sample-two-threads.txt": "the list of binary images",
    "caliper-split.json": "brackets",
    "callgrind-part3.out": "totals",
    "cpuprofile-head.cpuprofile": "brackets",
    "dhat-valgrind.json": "brackets",
    "flame-graph-json-perf.json": "brackets",
    "flamebearer-single.json": "brackets",
    "gecko-processes.json": "brackets",
    "ghc-pj.prof.gz": "brackets",
    "ghc-P.prof": "shares with what is called",
    "gperftools-64-big-endian.prof": "a record of its own, and the map of the memory",
    "gperftools-goroutine.txt": "the total of all stacks",
    "gperftools-nothing-in-use.txt": "the totals of all stacks",
    "gperftools-threads.txt": "the map of the memory",
    "gprof-cycle.txt": "the index of functions",
    "gprof-flat.txt": "shares of the whole",
    "gprof-vtune.txt": "the index of functions",
    "heapprofile-node.heapprofile": "brackets",
    "heaptrack-inlined.zst": "comments with counts",
    "jemalloc-threads.txt": "the totals of all stacks, and the map of the memory",
    "jfr-orders.jfr.gz": "the lengths of chunks",
    "massif-tree.out": "the counts of children",
    "memray-gprof2dot.json": "brackets",
    "otlp-two-kinds.pb": "lengths",
    "pprof-no-names.pb": "lengths",
    "pyinstrument-session.pyisession": "brackets",
    "safari-timeline.json": "brackets",
    "scalene-stacks.json": "brackets",
    "simpleperf-two-events.trace": "lengths",
    "spx-0.4.txt.gz": "a section of its own",
    "spx-0.5.txt.zst": "a section of its own",
    "stackprof-raw.dump": "lengths",
    "sysprof-1.xml": "tags",
    "sysprof-orders.syscap.gz": "lengths",
    "tau-whole.txt": "counts",
    "trace-event-devtools.json": "brackets",
    "v8-log-prof.json": "brackets",
    "vsprof-calls.csv": "totals of lines",
    "xctrace-time-profile.xml": "tags",
    "xhprof-tideways.json": "brackets",
}


INSTRUMENTS = """\
Weight\tSelf Weight\t\tSymbol Name
9.60 Gc  100.0%\t-\t \ttool (4)
9.60 Gc  100.0%\t4.65 Gc\t \t main
4.85 Gc   50.5%\t4.85 Gc\t \t  f
100.00 Mc    1.0%\t-\t \t  print
100.00 Mc    1.0%\t100.00 Mc\t \t   write
"""


def plain(content):
    if content[:2] == b"\x1f\x8b":
        return gzip.decompress(content)
    if content[:4] == b"\x28\xb5\x2f\xfd":
        return subprocess.run(["zstd", "-dcq"], input=content, stdout=subprocess.PIPE, check=True).stdout
    return content


def shown(profile):
    return profile.texts[FULL | SITES], [(metric.name, metric.self) for metric in profile.metrics]


class Cuts(ProfileTest):
    def test_cuts(self):
        """At 200 places each, and behind each of the last lines."""
        files = [(name, end, plain(example(name))) for name, end in FILES.items()]
        for name, end, content in [*files, ("Instruments", "totals of lines", INSTRUMENTS.encode())]:
            whole = self.load(content)
            n = min(200, len(content) - 1)
            places = {len(content) * i // (n + 1) for i in range(1, n + 1)}
            places |= {at + 1 for at in range(max(0, len(content) - 2000), len(content) - 1) if content[at] == 10}
            for length in sorted(places - {0}):
                try:
                    profile = self.load(content[:length])
                except Refused:
                    continue
                told = set(profile.warnings) - set(whole.warnings) or "nothing tells" in " ".join(profile.warnings)
                if not told:
                    self.assertEqual(shown(profile), shown(whole), f"{name}, whose end is {end}, cut at byte {length}")


if __name__ == "__main__":
    profile_test.main()
