# SPDX-License-Identifier: GPL-3.0-or-later
"""One program recorded by two tools: their names of a function are one, so that nothing was renamed, and what both can see
is matched."""

import re
import unittest

from cli_test import CliTest, data

# Before and after, and what only one of the two tools sees: the kernel, the runtime, libraries, the top of a thread.
PAIRS = (
    ("shapes.perf.txt.zst", "shapes.gperftools.folded.zst", r"\[kernel"),
    ("shapes.callgrind.out.zst", "shapes.uftrace.json.zst", r"libc|ld-linux"),
    ("main.perf.txt.zst", "main.pb.gz", r"^(?!.*\b(main|sort|strings)\.)"),
    ("words.cpuprofile.zst", "words.ticks.json.zst", r"\((program|garbage)|\[unknown\]|\[vdso\]|libc|libstdc|GLIBC| node$"),
    ("words.jfr.zst", "words.collapsed.zst", None),
    ("trees.prof.zst", "trees.yappi.out.zst", None),
)


def own_times(nodes, side, others):
    """By name of the function."""
    times = {}
    for node in nodes[1:]:
        if node[f"{side}_total"] is not None and not re.search(others or "$.", f"{node['module']} {node['name']}"):
            times[node["name"]] = times.get(node["name"], 0) + (node[f"{side}_self"] or 0)
    return times


class Pairs(CliTest):
    def test_names(self):
        for before, after, others in PAIRS:
            for files in (before, after), (after, before):
                with self.subTest(files):
                    compared = self.fine("compare", *(data(f"pairs/{name}") for name in files), "-f", "json").json
                    self.assertEqual((compared["counts"]["renamed"], compared["edits"]), (0, None))
                    times = [own_times(compared["nodes"], side, others) for side in ("before", "after")]
                    for mine, theirs in times, times[::-1]:
                        alone = {name: time for name, time in mine.items() if name not in theirs and time > 0}
                        self.assertLess(sum(alone.values()) / sum(mine.values()), 0.02, alone)
                        self.assertGreater(len(mine.keys() & theirs.keys()), 5)


if __name__ == "__main__":
    unittest.main()
