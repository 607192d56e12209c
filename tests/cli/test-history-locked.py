# SPDX-License-Identifier: GPL-3.0-or-later
"""A store that another program writes: a word after a second, the end after ten."""

import contextlib
import sqlite3

from cli_test import CliTest, os, unittest

ADD = ["history", "add", "a.db", "-r", "r", "-b", "b"]


class Locked(CliTest):
    def test_locked(self):
        self.fine(*ADD, "good.folded", "--create")
        with contextlib.closing(sqlite3.connect("a.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            self.fine("history", "a.db")
            # With a clock on which the ten seconds are short.
            writer = self.works(*ADD, "other.folded", status=2, env=os.environ | {
                "FAST_CLOCK": "1", "LD_PRELOAD": os.environ["FAST_CLOCK_LIBRARY"],
                "ASAN_OPTIONS": "verify_asan_link_order=0"})
        self.assertEqual(writer.err, "cyan: note: a.db: waiting for another program that writes it\n"
                                     "cyan: a.db: another program has locked it\n")
        self.fine(*ADD, "other.folded")


if __name__ == "__main__":
    unittest.main()
