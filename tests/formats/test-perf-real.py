# SPDX-License-Identifier: GPL-3.0-or-later
"""perf.data through perf itself.

A shell counted to 60,000 under `perf record -e cpu-clock:u -F 999 -g`.  Its function names depend on the libraries of
the machine that reads it; times and threads do not.
"""

import gzip
import pathlib

import profile_test
from profile_test import ProfileTest, Refused, data

RECORDING = pathlib.Path(data("sh.perf.data")).read_bytes()


class PerfReal(ProfileTest):
    def test_recording(self):
        """As a file, and compressed."""
        for content, command in (data("sh.perf.data"), "open"), (gzip.compress(RECORDING), "load"):
            profile = self.check(content, command=command, format="perf-data", all_metrics=["cpu-clock:u ns"],
                                 period=1001001, n_threads=1, meta={"host": "vm"})
            self.assertEqual((profile.total[0], profile.name[1]), (69 * 1001001, "sh"))
            self.assertEqual(profile.parent.count(0), 2)  # that of the root, and "sh" alone
            self.assertGreater(profile.n_nodes, 10)
            self.assertGreaterEqual(profile.depth, 8)
            self.assertTrue(profile.meta["command"].startswith("/usr/bin/perf rec"))

    def test_cut(self):
        """perf refuses most broken files and crashes on some: no part of a recording is used."""
        for cut in range(8, len(RECORDING) // 2, len(RECORDING) // 16):
            with self.assertRaisesRegex(Refused, "^t: perf script "):
                self.load(RECORDING[:cut])


if __name__ == "__main__":
    profile_test.main()
