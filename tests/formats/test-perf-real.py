# SPDX-License-Identifier: GPL-3.0-or-later
"""perf.data that perf wrote, beside what perf itself prints of it.

A shell counted to 60,000 under `perf record -e cpu-clock:u -F 999 -g`, to 9,000 with the kernel's part of the stacks
(sh-kernel), with `-e cpu-clock -e page-faults -z` (sh-packed), and through a pipe, with `--buildid-mmap` (sh-pipe).  Names of functions
depend on the libraries of the machine that reads them; times and threads do not.
"""

import gzip
import pathlib
import subprocess

import profile_test
from profile_test import ProfileTest, data

FILES = ["sh.perf.data", "sh-kernel.perf.data", "sh-packed.perf.data", "sh-pipe.perf.data"]
RECORDING = pathlib.Path(data("sh.perf.data")).read_bytes()


class PerfReal(ProfileTest):
    def test_recording(self):
        """As a file, and compressed."""
        for content, command in (data("sh.perf.data"), "open"), (gzip.compress(RECORDING), "load"):
            profile = self.check(content, command=command, format="perf-data", all_metrics=["cpu-clock:u ns"],
                                 period=1001001, n_threads=1, meta={"host": "vm", "producer": "perf 6.1.187"})
            self.assertEqual((profile.total[0], profile.name[1]), (69 * 1001001, "sh"))
            self.assertEqual(profile.parent.count(0), 2)  # that of the root, and "sh" alone
            self.assertGreater(profile.n_nodes, 10)
            self.assertGreaterEqual(profile.depth, 8)
            self.assertTrue(profile.meta["command"].startswith("/usr/bin/perf rec"))

    def test_others(self):
        for name, metrics, totals, threads in (
                ("kernel", ["cpu-clock ns"], [21 * 1001001], 2), ("packed", ["cpu-clock ns", "page-faults count"], [21 * 1001001, 629], 2),
                ("pipe", ["cpu-clock ns"], [20 * 1001001], 2)):
            profile = self.open(f"sh-{name}.perf.data")
            self.assertEqual((profile.all_metrics, [metric.total[0] for metric in profile.metrics], profile.n_threads),
                             (metrics, totals, threads))
            self.assertLessEqual({"sh", "ls"}, set(profile.name))

    def test_same(self):
        """What perf prints is the same tree, but without an order of what is beside each other; without the kernel of
        this machine, which is another one."""
        for name in FILES:
            text = subprocess.run(["perf", "script", "--force", "--kallsyms=/dev/null", "--header", "--no-inline", "--max-stack=1024", "-i", data(name)],
                                  check=True, capture_output=True, env={"PERF_CONFIG": "/dev/null", "PATH": "/usr/bin:/bin"}).stdout
            own, printed = self.open(name), self.load(text)
            self.assertEqual(own.texts, printed.texts)
            self.assertEqual(own.all_metrics, printed.all_metrics)
            self.assertEqual(own.meta | {"recorded": ""}, printed.meta | {"recorded": ""})

    def test_cut(self):
        """A recording that was cut is refused, or a warning says so; one through a pipe may end after each record."""
        for name in FILES[:3]:
            content = pathlib.Path(data(name)).read_bytes()
            for length, profile in self.cuts(content, 8, len(content) // 30):
                if profile:
                    self.assertIn("was cut", profile.warnings[0], (name, length))


if __name__ == "__main__":
    profile_test.main()
